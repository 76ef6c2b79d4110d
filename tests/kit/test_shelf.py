"""The kit's games to begin from against naive plays of the same rules, by random bots."""

from random import Random

import numpy as np
import pytest

from tests.naive import shelf
from tests.support.kit import EXAMPLES
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode

NAIVE = {name: play for name in EXAMPLES if (play := getattr(shelf, name, None))}
ELSEWHERE = {"pig", "kuhn_poker", "goofspiel", "hearts", "picnic"}
"""Examples that are held to theory in `test_theory`, or position by position in `test_examples`."""
ALONE = ("four_piles", "summits", "crosses")
"""Those that one may play alone."""
PLAYS, NAIVE_PLAYS = 100_000, 8_000


def test_every_game_that_is_not_held_to_anything_else_has_a_naive_play() -> None:
    assert EXAMPLES.keys() - NAIVE.keys() == ELSEWHERE


@pytest.mark.thorough
@pytest.mark.skipif(plain_mode(), reason="needs many plays")
@pytest.mark.parametrize(
    ("name", "table"), [*((name, {}) for name in NAIVE), *((name, {"players": 1}) for name in ALONE)]
)
def test_random_plays_have_the_figures_of_naive_ones(name: str, table: dict[str, int]) -> None:
    game, random = EXAMPLES[name], Random(5)
    players = int(game.compile_rules(table).players)
    results = Batch(game, table, bots(game, "random", players), seed=11).play(0, PLAYS)
    won = results["winners"].astype(int)
    first = (won & 1) / np.maximum(1, sum(won >> seat & 1 for seat in range(players)))
    naive = [NAIVE[name](random, **table) for _ in range(NAIVE_PLAYS)]
    for figure in naive[0]:
        theirs = np.array([float(play[figure]) for play in naive])
        ours = first if figure == "first" else results[figure].astype(float)
        ours = ours[:, :players].mean(axis=1) if ours.ndim > 1 else ours
        error = np.sqrt(theirs.var() / len(theirs) + ours.var() / len(ours))
        assert abs(theirs.mean() - ours.mean()) <= 4 * error + 1e-9, (figure, theirs.mean(), ours.mean())
