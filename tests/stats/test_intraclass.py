"""How far the shuffle decides: wholly, not at all, and in between, with an interval that holds."""

from statistics import variance

import numpy as np
import pytest
import scipy

from workbench.stats.intraclass import intraclass

RNG = np.random.default_rng(20_221_102)


def winners(chances: np.ndarray, retakes: int) -> np.ndarray:
    """Shares of the win, shape (shuffles, retakes, seats), from each seat's chance for each shuffle."""
    shuffles, seats = chances.shape
    drawn = (RNG.random((shuffles, retakes, 1)) > chances.cumsum(axis=1)[:, None, :-1]).sum(axis=2)
    return np.eye(seats)[drawn]


def plays(effect: float, shuffles: int, retakes: int, seats: int = 3) -> np.ndarray:
    """Wins for which the intraclass correlation is `effect`: each shuffle's chances are drawn from a Dirichlet law."""
    even = np.full((shuffles, seats), 1 / seats)
    if effect == 0:
        return winners(even, retakes)
    weights = np.full(seats, (1 / effect - 1) / seats)
    return winners(RNG.dirichlet(weights, size=shuffles) if effect < 1 else even, retakes)


def by_hand(shares: np.ndarray) -> tuple[float, float]:
    """Effect and between-shuffle variance by the textbook's formula, number by number."""
    shuffles, retakes, seats = shares.shape
    within = between = 0.0
    for seat in range(seats):
        groups = [[float(shares[s, r, seat]) for r in range(retakes)] for s in range(shuffles)]
        w = sum(variance(group) for group in groups) / shuffles
        within += w / seats
        between += (variance([sum(group) / retakes for group in groups]) - w / retakes) / seats
    return between / (between + within), between


def test_it_is_the_textbooks_formula() -> None:
    for effect in (0.2, 0.6):
        shares = plays(effect, 25, 7)
        expected, between = by_hand(shares)
        left_out = np.log([1 - by_hand(np.delete(shares, shuffle, axis=0))[0] for shuffle in range(25)])
        half = scipy.stats.t.ppf(0.975, 24) * np.sqrt(24 * left_out.var())
        low, high = 1 - (1 - expected) * np.exp([half, -half])
        correlation = intraclass(shares)
        assert correlation.effect.mean == pytest.approx(expected)
        assert (correlation.effect.low, correlation.effect.high) == pytest.approx((max(0, low), high))
        assert correlation.spread.mean == pytest.approx(np.sqrt(between))


def test_a_shuffle_that_decides_everything_has_the_effect_1() -> None:
    decided = np.repeat(np.eye(3)[RNG.integers(3, size=60)][:, None], 10, axis=1)
    correlation = intraclass(decided)
    assert correlation.effect.mean == pytest.approx(1)
    assert correlation.effect.high == 1
    assert 0.9 < correlation.effect.low < 0.97  # sixty shuffles do not prove that there is no exception
    assert correlation.spread.mean == pytest.approx(np.sqrt(2) / 3, abs=0.01)


def test_a_shuffle_that_does_not_matter_has_the_effect_0() -> None:
    correlation = intraclass(plays(0, 200, 20))
    assert correlation.effect.mean < 0.02
    assert correlation.effect.low == 0
    assert correlation.effect.high < 0.04
    assert correlation.spread.low == 0


def test_unequal_seats_alone_are_no_seed_effect() -> None:
    correlation = intraclass(winners(np.tile([0.6, 0.3, 0.1], (200, 1)), 20))
    assert correlation.effect.low == 0
    assert correlation.effect.mean < 0.02


def test_the_noise_of_few_retakes_is_taken_off() -> None:
    few, many = (intraclass(plays(0.3, 2_000, retakes)).effect for retakes in (2, 20))
    assert few.mean == pytest.approx(0.3, abs=0.04)
    assert many.mean == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize("effect", [0.0, 0.1, 0.5, 0.9])
def test_the_intervals_hold(effect: float) -> None:
    correlations = [intraclass(plays(effect, 50, 10)) for _ in range(250)]
    spread = np.sqrt(effect * 2 / 9)
    assert (
        np.mean([correlation.effect.low - 1e-9 <= effect <= correlation.effect.high for correlation in correlations])
        > 0.9
    )
    assert (
        np.mean([correlation.spread.low - 1e-9 <= spread <= correlation.spread.high for correlation in correlations])
        > 0.9
    )
    assert np.mean([correlation.effect.high - correlation.effect.low for correlation in correlations]) < 0.3


def test_the_second_of_two_seats_adds_nothing() -> None:
    """It loses whenever the first wins."""
    two = plays(0.4, 40, 8, seats=2)
    both, one = intraclass(two).effect, intraclass(two[:, :, :1]).effect
    assert (both.mean, both.low, both.high) == pytest.approx((one.mean, one.low, one.high))


def test_where_the_same_seat_always_wins_nothing_can_be_said() -> None:
    correlation = intraclass(np.tile([1.0, 0.0], (5, 4, 1)))
    assert np.isnan(correlation.effect.mean)
    assert (correlation.effect.low, correlation.effect.high) == (0, 1)
    assert correlation.spread.mean == 0


def test_one_shuffle_that_differs_does_not_break_the_jackknife() -> None:
    shares = np.repeat(np.eye(2)[[0, 1, 0, 1, 1]][:, None], 4, axis=1)
    shares[2, 3] = [0, 1]
    effect = intraclass(shares).effect
    assert 0 <= effect.low < effect.mean < effect.high <= 1


@pytest.mark.parametrize("shape", [(2, 5, 3), (5, 1, 3), (5, 5), (5, 5, 0)])
def test_too_few_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shape"):
        intraclass(np.zeros(shape))
