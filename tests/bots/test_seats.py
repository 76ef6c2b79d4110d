"""How the bots decide: random evenly, greedy by the best appraisal, styles by their number; all from their view."""

from collections import Counter

import pytest
import scipy

from tests.support.nim import NIM
from tests.support.plain import Play
from tests.support.seats import bots
from workbench.bots.seats import SEATS, VIEW, IllegalAction
from workbench.engine.bit_sets import members
from workbench.engine.dispatch import PLAIN
from workbench.engine.registry import game_named

DECISIONS = 1_500


def counts(spec: str, **rules: object) -> Counter[int]:
    """How often each first action was taken, over many plays."""
    plays = (Play(NIM, rules, seed=1, play=play).begin() for play in range(DECISIONS))
    return Counter(play.decision_of(bots(NIM, spec, 2)) for play in plays)


def even(choices: Counter[int]) -> bool:
    return 1e-4 < scipy.stats.chisquare(list(choices.values())).pvalue < 1 - 1e-4


@pytest.mark.parametrize("spec", ["random", "random greedy"])
def test_random_takes_any_legal_action_evenly(spec: str) -> None:
    choices = counts(spec, most=5)
    assert sorted(choices) == [0, 1, 2, 3, 4] and even(choices)


def test_greedy_takes_what_appraises_best() -> None:
    assert set(counts("greedy", counters=10, most=3)) == {1}  # leaves 8
    assert set(counts("greedy", counters=7, most=3)) == {2}  # leaves 4


def test_greedy_breaks_ties_evenly() -> None:
    choices = counts("greedy", level=True, most=5)
    assert sorted(choices) == [0, 1, 2, 3, 4] and even(choices)


def test_ties_are_broken_by_the_players_own_chance() -> None:
    play = Play(NIM, {"level": True, "most": 5}, seed=1).begin()
    table, other = int(play.chance.table), int(play.chance.players[1])
    before = int(play.chance.players[0])
    play.decision_of(bots(NIM, "greedy", 2))
    assert (int(play.chance.table), int(play.chance.players[1])) == (table, other)
    assert int(play.chance.players[0]) != before


def test_a_style_is_told_its_number() -> None:
    assert set(counts("single")) == {0} and set(counts("pair")) == {1}


def test_each_seat_has_its_own_bot() -> None:
    play = Play(NIM, {"players": 4}, seed=1).begin()
    seats = bots(NIM, "single pair", 4)
    for expected in (0, 1, 0, 1):
        assert play.decision_of(seats) == expected
        play.take(expected)


@pytest.mark.parametrize(("steps", "secret_seen"), [(0, True), (1, False)])
def test_a_bot_sees_the_concealed_state_alone(steps: int, secret_seen: bool) -> None:
    """Player 0 knows the secret of this game, player 1 does not."""
    play = Play(NIM, seed=1).begin().random_steps(steps)
    assert play.state.secret > 0 and play.state.actor == steps
    play.decision_of(bots(NIM, "greedy", 2))
    assert bool(play.states[VIEW].secret) is secret_seen
    assert play.state.secret > 0


def test_random_looks_at_nothing() -> None:
    play = Play(NIM, seed=1).begin()
    play.decision_of(bots(NIM, "random", 2))
    assert play.states[VIEW].tobytes() == bytes(NIM.state.itemsize)


def test_every_decision_is_legal_to_the_end() -> None:
    for spec in ("random", "greedy", "single", "pair", "pair greedy random"):
        play = Play(NIM, {"counters": 30, "players": 3}, seed=1).begin()
        seats = bots(NIM, spec, 3)
        while not play.state.over:
            play.take(play.decision_of(seats))
        assert len(members(play.report().winners)) == 1


def test_a_table_has_room_for_the_most_seats() -> None:
    assert SEATS["kind"].shape[0] >= NIM.seats


# What no bot may do


def test_a_style_that_knows_nothing_of_restrictions_plays_as_greedy_where_it_would_break_them() -> None:
    """The style `single` always takes one counter, whatever is forbidden."""
    play = Play(NIM, {}).begin()
    assert play.decision_of(bots(NIM, "single~few", 2)) == play.decision_of(bots(NIM, "greedy~few", 2)) > 0


def test_a_refusal_calls_the_bot_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("hitmakers")
    monkeypatch.setitem(PLAIN[game.rules_type], "play_style", lambda state, rules, legal, style: 63)
    play = Play(game, {}).begin()
    while len(play.legal) == 1:
        play.random_steps(1)
    with pytest.raises(IllegalAction, match="hoarder answered with action 63"):
        play.decision_of(bots(game, "hoarder", play.players))
