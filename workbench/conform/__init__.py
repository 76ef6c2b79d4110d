"""Conformance: all that the workbench relies on in a game, held to it play by play, first as plain Python.

`conform(game)` returns the mistakes: each named by file, line, rules, seed, play and step, with the command that shows
it. The pytest plug-in (`plugin.py`) and `workbench conform` are the same check.
"""

from workbench.conform.changed import check_changed
from workbench.conform.check import conform, conform_named
from workbench.conform.extent import Extent
from workbench.conform.mistakes import Mistake, Sort

__all__ = ["Extent", "Mistake", "Sort", "check_changed", "conform", "conform_named"]
