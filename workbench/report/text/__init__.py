"""Sentences: what was found, how sure that is, and what it means."""
