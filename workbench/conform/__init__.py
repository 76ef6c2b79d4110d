"""Conformance: all that the workbench relies on in a game, held to it play by play, first as plain Python.

`conform(game)` returns the mistakes: each named by file, line, rules, seed, play and step, with the command that shows
it. The pytest plug-in (`plugin.py`) and `workbench conform` are the same check.
"""

from workbench.conform.check import check_changed, conform, conform_named
from workbench.conform.mistakes import Mistake, Sort
from workbench.conform.playing import Extent

__all__ = ["Extent", "Mistake", "Sort", "check_changed", "conform", "conform_named"]
