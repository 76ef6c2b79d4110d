"""A playtest workbench for tabletop designers: change a rule, play it, compare, decide."""

CLAIM = "Change a rule, play it a hundred thousand times, see whether the game got better, and how sure you can be."
"""The purpose of the workbench, in the words of the README."""
