"""The kit's Pig and Hearts beside the same written by hand against the engine: the same plays, and as fast."""

import math
import time
from typing import Any

import pytest

from tests.support import by_hand
from tests.support.kit import EXAMPLES
from tests.support.thorough import one_of
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode
from workbench.engine.game import Game

PAIRS = {"pig": (by_hand.PIG, 50_000), "hearts": (by_hand.HEARTS_GAME, 4_000)}
FAST_ENOUGH = 0.95
"""Of the speed by hand. Measured over 30 rounds by turns: Pig 1.03, Hearts 0.98; the best of any five 0.97 at least."""
FEWEST_ROUNDS, MOST_ROUNDS = 3, 40
"""Rounds by turns: on a busy machine it takes more until both have had a quiet one."""


def batch(game: Game, **rules: Any) -> Batch:
    players = int(game.compile_rules(rules).players)
    return Batch(game, rules, seat_bots(game, ["random"], players), seed=3)


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
@pytest.mark.parametrize("name", one_of(PAIRS, quick="hearts"))
def test_plays_come_out_as_by_hand(name: str) -> None:
    game, _ = PAIRS[name]
    most = EXAMPLES[name].seats
    for players in (3, most):
        ours, theirs = (batch(other, players=players).play(0, 3000) for other in (EXAMPLES[name], game))
        for measure in ("winners", "decisions", "points"):
            assert (ours[measure] == theirs[measure]).all(), (players, measure)


def seconds(batch: Batch, plays: int) -> float:
    """Of the processor, whatever else the machine does."""
    start = time.process_time()
    batch.play(0, plays)
    return time.process_time() - start


def best_of_rounds(name: str) -> tuple[float, float]:
    """Seconds of the example and by hand, each in its quickest round; rounds end once the example is fast enough."""
    game, plays = PAIRS[name]
    tables = batch(EXAMPLES[name]), batch(game)
    for table in tables:
        table.play(0, 10)
    best = [math.inf, math.inf]
    for number in range(MOST_ROUNDS):
        best = [min(before, seconds(table, plays)) for before, table in zip(best, tables, strict=True)]
        if number + 1 >= FEWEST_ROUNDS and is_fast_enough(*best):
            break
    return best[0], best[1]


def is_fast_enough(ours: float, theirs: float) -> bool:
    return theirs / ours >= FAST_ENOUGH


@pytest.mark.thorough
@pytest.mark.skipif(plain_mode(), reason="about compiled code")
@pytest.mark.parametrize("name", PAIRS)
def test_it_plays_as_fast_as_by_hand(name: str) -> None:
    ours, theirs = best_of_rounds(name)
    assert is_fast_enough(ours, theirs), f"{ours:.3f} and {theirs:.3f} s"
