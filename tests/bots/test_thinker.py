"""Thinkers: they do as their base unless playouts show better, play on as bots really play, and see no hidden card."""

from typing import Any

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.learning import hides, peeks
from tests.support.nim import FUNCTIONS, NIM, declare
from tests.support.plain import Play
from tests.support.seats import PlainBatch, bots
from tests.support.strangers import lama, lost_cities, no_thanks
from workbench.bots.ismcts import DRAWN, VIEW
from workbench.bots.quick import best_of
from workbench.bots.seats import SEARCH_SEATS
from workbench.bots.spec import seat_bots
from workbench.bots.thinker import BY_PLAYOUTS, FEWEST_WORLDS, UNSEEN, hopeful, payoff_of, surplus
from workbench.conform import Extent, conform
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.chance import table_below
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.loop import TRIED
from workbench.engine.registry import games

STRANGERS = {module.GAME.name: module.GAME for module in (lama, lost_cities, no_thanks)}
EVERY_GAME = {**games(), **EXAMPLES, **STRANGERS}


def lottery(*odds: int, appraised: int) -> Game:
    """One move, which wins in so many of 100 worlds, action after action; greedy takes the one that is appraised."""

    def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
        state.over, state.actor = True, int(table_below(chance, 100) >= odds[int(action)])

    def appraise(state: Any, rules: Any, legal: Any, worths: Any) -> None:
        for action in members(legal):
            worths[action] = float(action == appraised)

    return declare(name="lottery", functions={**FUNCTIONS, "apply": apply, "appraise": appraise})


def taken(odds: tuple[int, ...], bot: str, appraised: int = 0) -> list[int]:
    """The choices of a thinker in a lottery, in 25 plays."""
    game = lottery(*odds, appraised=appraised)
    plays = (Play(game, {"most": len(odds), "counters": 20}, seed=3, play=play).begin() for play in range(25))
    return [play.decision_of(bots(game, bot, 2)) for play in plays]


def test_it_leaves_its_base_for_what_is_clearly_better_and_for_nothing_else() -> None:
    assert np.mean(np.array(taken((20, 70, 30), "thinker:200")) == 1) >= 0.95
    assert np.mean(np.array(taken((50, 50, 50), "thinker:200")) == 0) >= 0.9
    assert set(taken((60, 20, 30), "thinker:200")) == {0}


def test_with_too_few_playouts_it_is_its_base() -> None:
    assert set(taken((20, 70, 30), f"thinker:{2 * FEWEST_WORLDS - 1}")) == {0}
    assert 1 in set(taken((20, 70, 30), "thinker:96"))


def test_it_starts_from_the_bot_that_is_named() -> None:
    play = Play(NIM, {"counters": 10}).begin()
    assert [play.decision_of(bots(NIM, f"thinker:1{base}", 2)) for base in ("", ":single", ":pair")] == [1, 0, 1]


def test_a_clear_choice_costs_fewer_playouts() -> None:
    clear, close = (bots(NIM, "thinker:200", 2) for _ in range(2))
    for odds, seats in (((90, 10, 20), clear), ((50, 55, 55), close)):
        for play in range(8):
            table = Play(lottery(*odds, appraised=0), {"most": 3, "counters": 20}, seed=3, play=play)
            table.begin().decision_of(seats)
    assert 2 * clear.iterations < close.iterations <= 8 * 200


def test_what_may_be_left_out_and_what_may_be_taken() -> None:
    """Of three rivals one is far ahead, one a little, one behind; in 10 worlds, with half a point of spread."""
    seats, rivals = np.zeros(1, SEARCH_SEATS)[0], np.uint64(0b1110)
    seats.gains[1:4], seats.squares[1:4] = (6.0, 0.5, -2.0), (6.0, 2.5, 2.9)
    assert members(plainly(best_of)(seats.gains, rivals, 2)) == [1, 2]
    assert members(plainly(hopeful)(seats, rivals, 10, 40, 2.0)) == [1, 2]
    assert [plainly(surplus)(seats, rival, 10, 2.0, UNSEEN) > 0 for rival in (1, 2, 3)] == [True, False, False]
    assert plainly(surplus)(seats, 1, FEWEST_WORLDS - 1, 2.0, UNSEEN) == 0
    seats.reach = 2.1  # more than 6 points may be lost in three worlds that were not seen
    assert plainly(surplus)(seats, 1, 10, 2.0, UNSEEN) < 0 < plainly(surplus)(seats, 1, 10, 2.0, 0.0)


@pytest.mark.parametrize("game", EVERY_GAME.values(), ids=EVERY_GAME.keys())
def test_no_hidden_card_influences_it(game: Game) -> None:
    """All that it has found out is the same in every world that agrees with what the player knows."""
    play = Play(game, {}, seed=5).begin()
    for _ in range(20):
        if len(play.legal) > 1 and hides(play):
            assert not peeks(play, "thinker:16")
            return
        play.random_steps(5)
    assert game.name in ("pig", "no_thanks")


@pytest.mark.parametrize("name", games())
def test_in_thought_everybody_plays_as_in_truth(name: str) -> None:
    """From the true world, with the play's own chance: what is paid is what greedy bots come to when they play on."""
    game = games()[name]
    play = Play(game, {}, seed=6).begin()
    for _ in range(3):
        play.random_steps(9)
        player, action, before = int(play.state.actor), play.legal[-1], play.copy_of_all()
        seats, greedy = bots(game, "thinker:16", play.players), bots(game, "greedy", play.players)
        play.run(dispatch.glimpse, play.states, play.rules)
        play.states[VIEW] = play.state
        play.run(dispatch.conceal, play.states[VIEW], play.rules, player)
        play.states[DRAWN] = play.states[TRIED] = play.state
        seats.drawn_chance, seats.restricted = play.chance, -1
        paid = play.run(payoff_of, seats, play.states, play.rules, action, player)
        stage = int(play.state.stage)
        play.take(action)
        while not play.state.over and play.state.stage == stage:
            play.take(play.decision_of(greedy))
        assert paid == play.run(dispatch.payoff, play.state, play.rules, player)
        play.restore(before)


def test_strangers_games_conform_and_are_thought_about() -> None:
    for game in STRANGERS.values():
        assert conform(game, Extent(rule_sets=1, plays=1, seconds=0.5, is_compiled=False)) == []
        assert seat_bots(game, ["thinker:9"], 4 if game.seats > 2 else 2).follow[0] == 0
        assert seat_bots(game, ["thinker:9:greedy"], 4 if game.seats > 2 else 2).follow[0] == BY_PLAYOUTS
    whole = PlainBatch(no_thanks.GAME, {"players": 3}, bots(no_thanks.GAME, "thinker:16 careful", 3), seed=1).decided(0)
    assert whole[1]["decisions"][0] > 20
