"""Trickster, "Goal" and "End of Game": rounds, totals, who leads and who wins."""

from typing import Any

import pytest

from tests.support.plain import Play
from tests.support.trickster import TricksterTable, table
from workbench import kit
from workbench.engine.bit_sets import members
from workbench.games.trickster import GAME


def played(**rules: Any) -> Play:
    play = Play(GAME, rules, seed=8).begin()
    while not play.state.over:
        play.take(play.decision())
    return play


# "One round per player"


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_game_is_one_round_for_each_player(players: int) -> None:
    play = played(players=players)
    assert play.report().rounds == players == sum(event["event"] == "deal" for event in play.trace)


@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_or_as_many_as_the_rules_say(rounds: int) -> None:
    play = played(rounds=rounds)
    assert play.report().rounds == rounds
    assert [event["round"] for event in play.trace if event["event"] in ("deal", "score")] == [
        number for number in range(rounds) for _ in range(2)
    ]


def test_a_step_is_as_many_decisions_as_there_are_players() -> None:
    play = played(players=5, rounds=2)
    assert play.decisions == 5 * 10 * 2
    assert [event["step"] for event in play.trace if event["event"] == "choose"] == [
        step for _ in range(2) for step in range(10) for _ in range(5)
    ]


def test_seats_do_not_rotate() -> None:
    play = Play(GAME, {"players": 3, "rounds": 3}, seed=1).begin()
    while not play.state.over:
        assert play.state.actor == play.decisions % 3
        play.take(play.decision())


def test_totals_add_up_over_the_rounds() -> None:
    position, totals = played(rounds=5), [0, 0, 0, 0]
    for event in position.trace:
        if event["event"] == "score":
            totals = [total + line["points"] for total, line in zip(totals, event["by_player"], strict=True)]
            assert event["totals"] == totals
    assert position.report().points[:4].tolist() == totals


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


def test_the_end_names_the_winners() -> None:
    play = played(players=6, rounds=2)
    assert play.trace[-1] == {"event": "end", "winners": members(play.report().winners), "ended_by": "rounds"}


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
