"""Pig played as well as can be: value iteration, and the family's Pig by the policy that comes of it.

Neller and Presser (2004), Optimal Play of the Dice Game Pig: the first of two such players wins 0.5306; against one who
holds at 20 it wins 0.5874 as the first and 0.5224 as the second.
"""

import numpy as np
import pytest

from tests.support.seats import bots
from workbench import kit
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode
from workbench.games.families import press

TARGET, PLAYS = 100, 400_000
ROLLS = np.zeros((TARGET, TARGET, TARGET), bool)
"""Whether to roll, by the turn's points and both scores: filled in by value iteration before it is compiled in."""


def chances_to_win() -> np.ndarray:
    """The chance of who is to decide, by the turn's points, the player's score and the other's."""
    turn, mine = np.ogrid[: TARGET + 6, :TARGET]
    chances = np.zeros((TARGET + 6, TARGET, TARGET))
    chances[turn + mine >= TARGET] = 1.0
    change = 1.0
    while change > 1e-7:
        before = chances[0].copy()
        for points in range(TARGET - 1, -1, -1):
            better = np.maximum(rolling(chances, points), holding(before, points))
            chances[points, : TARGET - points] = better[: TARGET - points]
        change = np.abs(chances[0] - before).max()
    return chances


def rolling(chances: np.ndarray, points: int) -> np.ndarray:
    """The chance of who rolls: a 1 gives the turn away."""
    return (1.0 - chances[0].T + chances[points + 2 : points + 7].sum(axis=0)) / 6


def holding(at_turn: np.ndarray, points: int) -> np.ndarray:
    """The chance of who holds: the other is to decide; 1 where that reaches the target."""
    after = np.ones((TARGET, TARGET))
    after[: TARGET - points] = 1.0 - at_turn[:, points:].T
    return after


@pytest.fixture(scope="module")
def chances() -> np.ndarray:
    solved = chances_to_win()
    for points in range(TARGET):
        ROLLS[points] = rolling(solved, points) > holding(solved[0], points)
    return solved


@kit.style("As well as can be, of two players.")
def optimal(state: press.State, rules: press.Rules, player: int) -> kit.Action:
    mine, theirs, turn = state.score[player], state.score[1 - player], state.turn[player]
    goes_on = turn == 0 or (mine + turn < TARGET and ROLLS[turn, mine, theirs])
    return kit.action(press.roll) if goes_on else kit.action(press.hold)


def test_value_iteration_gives_0_5306_to_the_first(chances: np.ndarray) -> None:
    assert abs(chances[0, 0, 0] - 0.5306) < 5e-5


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
@pytest.mark.usefixtures("chances")
@pytest.mark.parametrize(
    ("players", "share"), [("optimal", 0.5306), ("optimal steady", 0.5874), ("steady optimal", 1 - 0.5224)]
)
def test_the_familys_pig_by_that_policy_comes_out_as_published(players: str, share: float) -> None:
    game = kit.game({**vars(press), "optimal": optimal}, name="pig_in_theory", title="Pig", summary="Pig.")
    won = Batch(game, {}, bots(game, players, 2), seed=8).play(0, PLAYS)
    assert abs((won["winners"] == 1).mean() - share) < 4 * np.sqrt(0.25 / PLAYS)
