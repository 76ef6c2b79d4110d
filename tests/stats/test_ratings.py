"""Ratings: the order of a known chain, on a scale that means something, and always the same."""

import numpy as np
import pytest
from openskill.models import PlackettLuce

from workbench.stats.meta_game import BETA, ratings

STRENGTHS = np.array([0.0, 0.6, 1.2, 1.8])
"""Logarithms: who is 1 above equal others wins e times as often as each of them."""


def tables(rounds: int) -> np.ndarray:
    """A lone strategy among two of another, every pair and seat in turn."""
    pairs = [(one, field) for one in range(4) for field in range(4) if one != field]
    seats = [[one if seat == at else field for seat in range(3)] for one, field in pairs for at in range(3)]
    return np.tile(seats, (rounds, 1))


def results(seated: np.ndarray, seed: int = 1) -> np.ndarray:
    """Who wins, by Plackett and Luce's law."""
    weights = np.exp(STRENGTHS[seated])
    chances = (weights / weights.sum(axis=1, keepdims=True)).cumsum(axis=1)
    drawn = (np.random.default_rng(seed).random((len(seated), 1)) > chances[:, :-1]).sum(axis=1)
    return np.eye(seated.shape[1])[drawn]


def test_a_chain_is_rated_in_its_order_and_on_scale() -> None:
    seated = tables(30)
    skills = ratings(seated, results(seated), 4)
    means = np.array([skill.mean for skill in skills])
    assert (np.diff(means) > 0).all()
    assert means[3] - means[0] == pytest.approx(BETA * 1.8, rel=0.2)
    for skill in skills:
        assert skill.low < skill.mean < skill.high
        assert skill.high - skill.low == pytest.approx(2 * 1.96 * skill.sigma, rel=1e-3)


def test_the_range_shrinks_with_the_plays_and_is_not_too_narrow() -> None:
    seated = tables(10)
    repeated = [ratings(seated, results(seated, seed), 4) for seed in range(20)]
    spread = np.std([[skill.mean for skill in skills] for skills in repeated], axis=0, ddof=1)
    stated = np.mean([[skill.sigma for skill in skills] for skills in repeated], axis=0)
    assert (spread < 1.1 * stated).all()
    assert stated.max() < 2
    assert ratings(seated[:30], results(seated)[:30], 4)[0].sigma > stated[0]


def test_the_same_plays_give_the_same_ratings() -> None:
    seated = tables(3)
    assert ratings(seated, results(seated), 4) == ratings(seated, results(seated), 4)


@pytest.mark.parametrize("players", [2, 5])
def test_plays_with_any_number_of_winners_are_rated_as_openskill_does(players: int) -> None:
    model, chance = PlackettLuce(tau=0.0), np.random.default_rng(players)
    won = chance.random((60, players)) < np.linspace(0.2, 0.8, players)
    expected = [[model.rating()] for _ in range(players)]
    for winners in won:
        expected = model.rate(expected, ranks=[float(not wins) for wins in winners])
    skills = ratings(np.tile(np.arange(players), (len(won), 1)), won, players)
    assert [skill.mean for skill in skills] == pytest.approx([rated.mu for (rated,) in expected], rel=1e-9)
    assert [skill.sigma for skill in skills] == pytest.approx([rated.sigma for (rated,) in expected], rel=1e-9)


def test_a_shared_win_is_a_tie() -> None:
    first, second, third = ratings([[0, 1, 2]], [[0.5, 0.5, 0]], 3)
    assert first == second
    assert first.mean > 25 > third.mean


def test_copies_at_one_table_share_all_their_changes() -> None:
    apart = ratings([[0, 1, 2]], [[1, 0, 0]], 3)
    together = ratings([[0, 1, 1]], [[1, 0, 0]], 2)
    assert together[0].mean == apart[0].mean
    assert together[1].mean - 25 == pytest.approx(apart[1].mean - 25 + apart[2].mean - 25)
    assert together[1].sigma < apart[1].sigma


def test_who_has_not_played_has_the_rating_of_the_start() -> None:
    assert ratings(np.zeros((0, 2)), np.zeros((0, 2)), 2)[1].mean == 25


@pytest.mark.parametrize(("seated", "won"), [([[0, 1]], [[1, 0, 0]]), ([0, 1], [1, 0])])
def test_shapes_must_agree(seated: object, won: object) -> None:
    with pytest.raises(ValueError, match="shape"):
        ratings(seated, won, 2)


@pytest.mark.parametrize("seated", [[[0, 2]], [[-1, 0]]])
def test_strategies_must_be_there(seated: object) -> None:
    with pytest.raises(ValueError, match="numbered from 0 to 1"):
        ratings(seated, [[1, 0]], 2)
