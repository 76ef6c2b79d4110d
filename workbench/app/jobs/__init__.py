"""Long work: jobs that go on by themselves, whoever looks."""
