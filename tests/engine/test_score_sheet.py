"""Sums are compared as the sheet says."""

import pytest

from tests.support.nim import NIM
from workbench.engine.score_sheet import ScoreSheet, Wins

TOTALS = {"anna": 12, "ben": 7, "cleo": 12}


@pytest.mark.parametrize(
    ("wins", "winners", "margin"),
    [(Wins.HIGHEST, ("anna", "cleo"), 0), (Wins.LOWEST, ("ben",), 5), (Wins.NAMED, (), None)],
)
def test_winners_and_margin(wins: Wins, winners: tuple[str, ...], margin: int | None) -> None:
    sheet = ScoreSheet(wins=wins)
    assert sheet.winners(TOTALS) == winners
    assert sheet.margin(TOTALS.values()) == margin


def test_nobody_wins_without_totals() -> None:
    assert ScoreSheet().winners({}) == ()
    assert ScoreSheet().margin([]) is None
    assert ScoreSheet().margin([3]) is None


def test_the_target_ends_the_game() -> None:
    assert not ScoreSheet(target=21).is_reached([20, 3])
    assert ScoreSheet(target=21).is_reached([20, 21])
    assert not ScoreSheet().is_reached([1000])


def test_a_game_that_declares_none_has_totals_only() -> None:
    assert NIM.sheet({}) == ScoreSheet()
