"""Families: kit games whose rules are wide enough for many games, so that a new one needs no code."""
