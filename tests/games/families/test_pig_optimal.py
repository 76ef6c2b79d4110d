"""Pig played as well as can be: value iteration, and the family's Pig by the policy that comes of it.

Neller and Presser (2004), Optimal Play of the Dice Game Pig: the first of two such players wins 0.5306, and the first
of two who hold at 20 wins 0.5347.
"""

import numpy as np
import pytest

from tests.support.seats import bots
from workbench import kit
from workbench.engine.batch import Batch
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


def worth(first: np.ndarray, second: np.ndarray) -> float:
    """The chance that the first player wins, where each rolls as an array like `ROLLS` says."""
    turn, mine = np.ogrid[: TARGET + 6, :TARGET]
    mine_wins, other_wins = (np.where((turn + mine >= TARGET)[:, :, None], np.ones(TARGET), 0.0) for _ in range(2))
    change = 1.0
    while change > 1e-7:
        before = mine_wins[0].copy()
        for chances, answer, rolls in ((mine_wins, other_wins, first), (other_wins, mine_wins, second)):
            for points in range(TARGET - 1, -1, -1):
                roll = (1.0 - answer[0].T + chances[points + 2 : points + 7].sum(axis=0)) / 6
                chances[points] = np.where(rolls[points], roll, holding(answer[0], points))
        change = np.abs(mine_wins[0] - before).max()
    return float(mine_wins[0, 0, 0])


AT_20 = np.repeat(np.add.outer(np.arange(TARGET), np.arange(TARGET))[:, :, None] < TARGET, TARGET, axis=2)
AT_20[20:] = False
"""The policy that holds at 20, or once that reaches the target."""
PAIRS = [("optimal", "optimal"), ("optimal", "steady"), ("steady", "optimal")]


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


def test_who_holds_at_20_comes_out_as_published() -> None:
    assert abs(worth(AT_20, AT_20) - 0.5347) < 5e-5


@pytest.mark.thorough
@pytest.mark.usefixtures("chances")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_familys_pig_comes_out_as_the_policies_are_worth(first: str, second: str) -> None:
    game = kit.game({**vars(press), "optimal": optimal}, name="pig_in_theory", title="Pig", summary="Pig.")
    policies = {"optimal": ROLLS, "steady": AT_20}
    won = Batch(game, {}, bots(game, [first, second], 2), seed=8).play(0, PLAYS)
    share = worth(policies[first], policies[second])
    assert abs((won["winners"] == 1).mean() - share) < 4 * np.sqrt(0.25 / PLAYS)
