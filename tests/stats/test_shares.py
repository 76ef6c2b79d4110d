"""Means of shares: the interval holds, stays within 0 and 1, and agrees with the p-value."""

import numpy as np
import pytest

from workbench.stats.estimate import agresti_coull
from workbench.stats.seats import effective_plays, share_estimate, share_p_value

RNG = np.random.default_rng(20_221_101)


def plays_at_three_seats(rate: float, alike: float, samples: int, plays: int) -> np.ndarray:
    """Means over three seats of wins that come true at `rate`; at the share `alike` of plays all three are the same."""
    by_seat = RNG.random((samples, plays, 3)) < rate
    common = RNG.random((samples, plays, 1)) < rate
    return np.where(RNG.random((samples, plays, 1)) < alike, common, by_seat).mean(axis=2)


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("rate", "plays"), [(1 / 3, 40), (1 / 3, 400), (0.9, 100)])
def test_the_interval_holds(rate: float, plays: int, alike: float) -> None:
    estimates = [share_estimate(values) for values in plays_at_three_seats(rate, alike, 600, plays)]
    held = np.mean([estimate.low <= rate <= estimate.high for estimate in estimates])
    assert 0.92 < held <= 1
    assert (
        np.mean([estimate.high - estimate.low for estimate in estimates])
        < 1.4 * agresti_coull(rate * plays, plays).high
    )


def test_yes_and_no_is_the_interval_of_a_rate_with_students_quantile() -> None:
    values = np.repeat([0.0, 1.0], [60, 40])
    assert effective_plays(0.4, float(values.std(ddof=1)), 100) == pytest.approx(99)
    estimate, plain = share_estimate(values), agresti_coull(40, 100)
    assert (estimate.low, estimate.high) == pytest.approx((plain.low, plain.high), abs=0.003)
    assert estimate.low < plain.low < plain.high < estimate.high


def test_seats_that_balance_each_other_tell_more_than_one_play() -> None:
    balanced, alike = np.tile([1 / 3, 1 / 3, 1 / 3, 2 / 3], 25), np.repeat([0.0, 1.0], [58, 42])
    assert share_estimate(balanced).high - share_estimate(balanced).low < 0.07
    assert share_estimate(alike).high - share_estimate(alike).low > 0.19


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_plays_that_all_ended_alike_keep_a_width(value: float) -> None:
    estimate = share_estimate(np.full(100, value))
    plain = agresti_coull(100 * value, 100)
    assert (estimate.mean, estimate.sd) == (value, 0.0)
    assert (estimate.low, estimate.high) == pytest.approx((plain.low, plain.high), abs=0.003)


def test_the_p_value_is_below_the_risk_where_the_interval_leaves_the_even_share_out() -> None:
    for values in plays_at_three_seats(0.4, 0.3, 300, 80):
        estimate, p_value = share_estimate(values), share_p_value(values, 1 / 3)
        assert p_value < 0.05 or estimate.low <= 1 / 3 <= estimate.high


def test_p_values_of_even_bots_are_small_as_seldom_as_they_should() -> None:
    p_values = np.array([share_p_value(values, 1 / 3) for values in plays_at_three_seats(1 / 3, 0.3, 2_000, 60)])
    assert 0.03 < np.mean(p_values < 0.05) < 0.07
    assert 0.4 < np.mean(p_values < 0.5) < 0.6


def test_few_plays_say_nothing() -> None:
    assert (share_estimate([]).low, share_estimate([]).high) == (0, 1)
    assert (share_estimate([0.4]).mean, share_estimate([0.4]).low, share_estimate([0.4]).high) == (0.4, 0, 1)
    assert np.isnan(share_p_value([0.4], 0.5))


@pytest.mark.parametrize("values", [[1.1], [-0.1], [float("nan")]])
def test_only_shares_have_a_mean_share(values: list[float]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_estimate(values)


@pytest.mark.parametrize("even", [0.0, 1.0, -1.0])
def test_an_even_share_lies_between_0_and_1(even: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_p_value([0.2, 0.3], even)
