"""The same comparison by bots of two strengths, and whether they agree."""
