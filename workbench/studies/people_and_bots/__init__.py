"""People beside bots: which bot plays most like the testers, and whether what they said follows the log."""
