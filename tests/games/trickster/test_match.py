"""Trickster, "End of Game": who leads and who wins, and what search is told of it."""

from typing import Any

import pytest

from tests.support.trickster import TricksterTable, table
from workbench import kit
from workbench.engine.bit_sets import members
from workbench.games.trickster import GAME

# "The player with the lowest total score from all rounds wins"


def with_totals(*totals: int, **rules: Any) -> TricksterTable:
    position = table(" / ".join("" for _ in totals), **rules)
    position.state.score[: len(totals)] = totals
    return position


@pytest.mark.parametrize(
    ("totals", "lowest", "highest"),
    [((5, 3, 9), [1], [2]), ((3, 3, 9), [0, 1], [2]), ((4, 4, 4), [0, 1, 2], [0, 1, 2]), ((0, 7, 7), [0], [1, 2])],
)
def test_winners(totals: tuple[int, ...], lowest: list[int], highest: list[int]) -> None:
    for winner, expected in (("lowest", lowest), ("highest", highest)):
        position = with_totals(*totals, winner=winner)
        assert members(position.report().winners) == expected


@pytest.mark.parametrize(
    ("totals", "lowest", "highest"), [((5, 3, 9), 2, 4), ((3, 3, 9), 0, 6), ((0, 7, 7), 7, 0), ((8, 2, 2), 0, 6)]
)
def test_margin_is_the_lead_over_the_runner_up(totals: tuple[int, ...], lowest: int, highest: int) -> None:
    assert with_totals(*totals).report().margin == lowest
    assert with_totals(*totals, winner="highest").report().margin == highest


def test_a_lead_change_is_another_sole_leader_than_the_last() -> None:
    position = with_totals(0, 0, 0)
    changes = []
    for leaders in (0b001, 0b011, 0b001, 0b010, 0b111, 0b100, 0b010):
        kit.note_leader(position.state, leaders)
        changes.append(int(position.state.lead_changes))
    assert changes == [0, 0, 0, 1, 1, 2, 3]


# What search is told of it


def payoffs(position: TricksterTable) -> list[float]:
    return [
        float(GAME.functions["payoff"](position.state, position.rules, player)) for player in range(position.players)
    ]


@pytest.mark.parametrize("winner", ["lowest", "highest"])
@pytest.mark.parametrize("over", [False, True])
def test_payoffs_lie_between_0_and_1_and_follow_the_standing(winner: str, over: bool) -> None:
    position = with_totals(5, 3, 9, winner=winner)
    position.state.over = over
    values = payoffs(position)
    assert all(0 < payoff < 1 for payoff in values)
    assert sorted(range(3), key=lambda player: -values[player]) == ([1, 0, 2] if winner == "lowest" else [2, 0, 1])


def test_the_win_is_shared_in_the_payoff() -> None:
    position = with_totals(3, 3, 9)
    before = payoffs(position)
    assert before[0] == before[1] == 0.5
    position.state.over = True
    after = payoffs(position)
    assert after[0] == after[1] == pytest.approx(0.4 / 2 + 0.6 * 0.5)
    assert after[2] == pytest.approx(0.6 * before[2])
