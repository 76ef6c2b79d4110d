"""Hollywood 1947: a seat's number means nothing. Turn the table, and what the rules allow and bots do turns with it.

Every setup is as likely as it is turned, so every seat of a side wins equally often: there is no first player's
advantage by seat, since who is first goes by the job cards, which are dealt at random.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.support.plain import Play
from tests.support.seats import bots
from tests.support.turned import Turned
from workbench.engine import dispatch
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.cards import Loyalty
from workbench.games.hollywood_1947.game import Phase
from workbench.stats import agresti_coull

EVERY_SIZE = pytest.mark.parametrize("players", [2, 4, 9])
MANY = {"random_loyalties": True, "tokens": 2, "die_faces": 4}
"""Rules under which tokens run out and are moved, and any number of communists is at the table."""


def positions(values: dict[str, Any], seed: int, decisions: int) -> Iterator[tuple[Play, Turned]]:
    """The first decisions of a random play, each with a way to turn the table."""
    play = Play(GAME, values, seed).begin()
    while not play.state.over and play.decisions < decisions:
        yield play, Turned(play.rules, 1 + play.decisions % (play.players - 1))
        play.take(play.decision())


def view_of(play: Play, state: Any) -> Any:
    """What the actor of a state knows."""
    view = np.array([state], state.dtype)[0]
    play.run(dispatch.conceal, view, play.rules, int(state.actor))
    return view


@EVERY_SIZE
def test_what_is_legal_turns_with_the_table(players: int) -> None:
    for play, turned in positions({"players": players, **MANY}, players, 90):
        legal = members(dispatch.legal_actions(turned.state(play.state), play.rules))
        assert set(legal) == {turned.action(play.state, action) for action in play.legal}


@EVERY_SIZE
def test_styles_and_search_decide_alike_from_every_seat(players: int) -> None:
    """Both styles, and the playout player of search."""
    for seed in range(3):
        for play, turned in positions({"players": players, **MANY}, seed, 70):
            expected = [turned.action(play.state, action) for action in decisions(play, play.state)]
            assert decisions(play, turned.state(play.state)) == expected, Phase(int(play.state.phase))


def decisions(play: Play, state: Any) -> list[int]:
    """What each style does in a state, and what the playout player does."""
    legal, view = dispatch.legal_actions(state, play.rules), view_of(play, state)
    styles = [play.run(dispatch.play_style, view, play.rules, legal, style) for style in range(len(GAME.styles))]
    return [int(action) for action in (*styles, play.run(dispatch.playout_action, state, play.rules, legal))]


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (5, 10)])
def test_greedy_is_torn_between_the_same_actions_from_every_seat(players: int, seed: int) -> None:
    """It breaks ties by chance, so that what must turn with the table is the set of actions that it holds best.

    In the play of five, odds that are equal were not when summed in the order of the seats.
    """
    for play, turned in positions({"players": players, "random_loyalties": True}, seed, 80):
        best = {turned.action(play.state, action) for action in best_of(play, play.state)}
        assert best_of(play, turned.state(play.state)) == best


def best_of(play: Play, state: Any) -> set[int]:
    """The actions that greedy values most."""
    view = view_of(play, state)
    worths = play.worths(view, members(dispatch.legal_actions(state, play.rules)))
    return {action for action, worth in worths.items() if worth == max(worths.values())}


def test_seats_of_a_side_win_equally_often() -> None:
    """Loyalists, six of them: every seat's interval (95 % for all twelve at once) holds the rate of its whole side."""
    results = Batch(GAME, {}, bots(GAME, "loyalist", 6), seed=1).play(0, 6_000)
    for side in (Loyalty.PATRIOT, Loyalty.COMMUNIST):
        mine = results["side"][:, :6] == side
        won = results["won"][:, :6].astype(bool) & mine
        rate = won.sum() / mine.sum()
        for seat in range(6):
            estimate = agresti_coull(int(won[:, seat].sum()), int(mine[:, seat].sum()), 1 - 0.05 / 12)
            assert estimate.low <= rate <= estimate.high, (side, seat)
