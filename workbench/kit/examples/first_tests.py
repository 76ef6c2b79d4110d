"""Tests of the game in this folder: `pytest games` runs those of all games of the workspace."""

from collections.abc import Callable
from pathlib import Path

NAME = Path(__file__).parent.name


def test_it_conforms(conforms: Callable[[str], None]) -> None:
    conforms(NAME)
