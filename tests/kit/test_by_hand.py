"""The kit's Pig and Hearts beside the same written by hand against the engine: the same plays, and as fast."""

import time
from typing import Any

import pytest

from tests.support import by_hand
from tests.support.kit import EXAMPLES
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode
from workbench.engine.game import Game

PAIRS = {"pig": (by_hand.PIG, 50_000), "hearts": (by_hand.HEARTS_GAME, 4_000)}
ROUNDS = 5
FAST_ENOUGH = 0.8
"""Of the speed by hand. On a quiet machine it is 0.95 and more; this one may be busy."""


def batch(game: Game, **rules: Any) -> Batch:
    players = int(game.compile_rules(rules).players)
    return Batch(game, rules, seat_bots(game, ["random"], players), seed=3)


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
@pytest.mark.parametrize("name", PAIRS)
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


def speeds(name: str) -> tuple[float, float]:
    """Plays a second of the example and by hand: the best of some rounds, by turns."""
    game, plays = PAIRS[name]
    ours, theirs = batch(EXAMPLES[name]), batch(game)
    for warmed in (ours, theirs):
        warmed.play(0, 10)
    times = [(seconds(ours, plays), seconds(theirs, plays)) for _ in range(ROUNDS)]
    return plays / min(time for time, _ in times), plays / min(time for _, time in times)


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
@pytest.mark.parametrize("name", PAIRS)
def test_it_plays_as_fast_as_by_hand(name: str) -> None:
    ours, theirs = speeds(name)
    assert ours / theirs > FAST_ENOUGH, f"{ours:.0f} and {theirs:.0f} plays/s"
