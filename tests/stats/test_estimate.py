"""Means and rates with their intervals, against SciPy and the textbook."""

import subprocess
import sys

import numpy as np
import pytest
import scipy
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.stats import agresti_coull, mean_estimate, rate_estimate
from workbench.stats.estimate import (
    errors_between,
    half_width,
    normal_below,
    normal_quantile,
    student_below,
    student_quantile,
)

SAMPLES = st.lists(st.integers(-1000, 1000), min_size=2, max_size=40)
CONFIDENCES = st.sampled_from([0.5, 0.8, 0.95, 0.999])


@given(st.floats(0.1, 8), st.floats(0.01, 50), st.integers(2, 1_000_000), st.floats(0, 100))
def test_an_interval_spans_its_reach_in_standard_errors(reach: float, sd: float, n: int, jump: float) -> None:
    gap = half_width(sd, n, reach, jump)
    assert errors_between(gap, sd, n, jump) == pytest.approx(reach, rel=1e-6)
    assert errors_between(-gap, sd, n, jump) == pytest.approx(-reach, rel=1e-6)


@given(st.integers(1, 10**9), st.floats(1e-4, 1 - 1e-4), st.floats(-6, 6))
@example(99, 1e-4, -np.inf)
@example(10**6, 0.5, 1e200)
def test_students_distribution_and_the_normal_one_are_those_of_scipy(freedom: int, chance: float, t: float) -> None:
    assert student_quantile(chance, freedom) == pytest.approx(scipy.special.stdtrit(freedom, chance), rel=1e-9)
    assert student_below(t, freedom) == pytest.approx(scipy.special.stdtr(freedom, t), rel=1e-9)
    assert normal_quantile(chance) == pytest.approx(scipy.special.ndtri(chance), rel=1e-12, abs=1e-15)
    assert normal_below([t, -t]).tolist() == pytest.approx(scipy.special.ndtr([t, -t]).tolist(), rel=1e-12)


@given(SAMPLES, CONFIDENCES)
def test_mean_is_students_interval_with_room_for_what_is_rare(values: list[int], confidence: float) -> None:
    estimate = mean_estimate(values, confidence)
    assert estimate.mean == pytest.approx(np.mean(values), abs=1e-9)
    assert estimate.sd == pytest.approx(np.std(values, ddof=1), abs=1e-9)
    reach = scipy.stats.t.ppf((1 + confidence) / 2, len(values) - 1)
    jump = max(1, np.abs(np.array(values) - np.mean(values)).max())
    half = reach * np.hypot(scipy.stats.sem(values), reach * jump / len(values))
    assert (estimate.high - estimate.mean, estimate.mean - estimate.low) == pytest.approx(
        (half, half), rel=1e-6, abs=1e-9
    )
    assert estimate.low <= estimate.mean <= estimate.high


@given(SAMPLES, st.integers(-(10**6), 10**6))
def test_a_shift_moves_the_interval_and_keeps_its_width(values: list[int], shift: int) -> None:
    plain, moved = mean_estimate(values), mean_estimate(np.array(values) + shift)
    assert (moved.mean, moved.low, moved.high) == pytest.approx(
        (plain.mean + shift, plain.low + shift, plain.high + shift), abs=1e-6
    )
    assert moved.sd == pytest.approx(plain.sd, abs=1e-6)


def test_no_play_and_one_play_say_how_little_they_know() -> None:
    none, one = mean_estimate([]), mean_estimate([7])
    assert none.n == 0
    assert np.isnan([none.mean, none.sd, none.low, none.high]).all()
    assert (one.mean, one.low, one.high, one.n) == (7, -np.inf, np.inf, 1)
    assert np.isnan(one.sd)


@pytest.mark.parametrize("value", [0.1, 255, 1e300])
def test_equal_values_have_exactly_no_spread_and_an_interval_with_a_width(value: float) -> None:
    estimate = mean_estimate([value] * 1001, jump=5)
    assert (estimate.mean, estimate.sd) == (value, 0)
    if value < 1e9:
        assert (estimate.high - value, value - estimate.low) == pytest.approx([1.96**2 * 5 / 1001] * 2, rel=0.01)


def test_counts_are_never_below_nothing() -> None:
    assert mean_estimate([0] * 100, least=0.0).low == 0
    assert mean_estimate([0] * 100).low < 0


@pytest.mark.parametrize("dtype", ["u1", "u2", "i2", "?"])
def test_small_integers_do_not_overflow(dtype: str) -> None:
    values = np.tile(np.array([255, 254, 1], dtype=dtype), 50_000)
    exact = values.astype(object)
    assert mean_estimate(values).mean == pytest.approx(sum(int(value) for value in exact) / len(exact), rel=1e-12)


def test_float32_keeps_its_digits_far_from_zero() -> None:
    values = np.tile(np.array([16_777_214, 16_777_216], dtype=np.float32), 100_000)
    estimate = mean_estimate(values)
    assert estimate.mean == 16_777_215
    assert estimate.sd == pytest.approx(1, rel=1e-4)


def test_nan_is_not_swept_aside() -> None:
    assert np.isnan(mean_estimate([1, np.nan, 3]).low)


@pytest.mark.thorough
@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), CONFIDENCES)
def test_rates_are_agresti_and_coulls_of_1998(counts: tuple[int, int], confidence: float) -> None:
    from statsmodels.stats.proportion import proportion_confint

    successes, n = counts
    estimate = agresti_coull(successes, n, confidence)
    expected = proportion_confint(successes, n, 1 - confidence, "agresti_coull")
    assert (estimate.low, estimate.high) == pytest.approx(expected, abs=1e-12)
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1


@pytest.mark.parametrize("n", [100, 300, 1_000])
def test_rates_are_covered_however_rare(n: int) -> None:
    """Exact; Wilson's interval covers a rate of 0.18 / n in 84 % of batches."""
    estimates = [agresti_coull(k, n) for k in range(n + 1)]
    low, high = (np.array([getattr(estimate, end) for estimate in estimates]) for end in ("low", "high"))
    rates = np.geomspace(1e-3 / n, 0.5, 400)[:, None]
    held = (scipy.stats.binom.pmf(np.arange(n + 1), n, rates) * ((low <= rates) & (rates <= high))).sum(axis=1)
    assert held.min() > 0.9385


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.floats(0, n), st.just(n))))
def test_failures_mirror_successes(counts: tuple[float, int]) -> None:
    successes, n = counts
    wins, losses = agresti_coull(successes, n), agresti_coull(n - successes, n)
    assert (wins.low, wins.high) == pytest.approx((1 - losses.high, 1 - losses.low), abs=1e-12)


def test_a_rate_of_nothing_may_be_anything() -> None:
    estimate = agresti_coull(0, 0)
    assert np.isnan(estimate.mean)
    assert (estimate.low, estimate.high, estimate.n) == (0, 1, 0)


def test_shares_of_a_win_count_as_fractions_and_are_covered_conservatively() -> None:
    shares = np.random.default_rng(1).choice([0, 1 / 3, 1 / 2, 1], size=(2000, 60), p=[0.5, 0.15, 0.15, 0.2])
    truth = 0.15 / 3 + 0.15 / 2 + 0.2
    estimates = [rate_estimate(row.astype(np.float32)) for row in shares]
    assert estimates[0].mean == pytest.approx(shares[0].mean(), abs=1e-6)
    assert estimates[0].sd == pytest.approx(shares[0].std(ddof=1), abs=1e-6)
    assert np.mean([estimate.low <= truth <= estimate.high for estimate in estimates]) > 0.97


def test_yes_and_no_have_the_deviation_of_a_rate() -> None:
    values = np.array([True, False, False, True, False])
    estimate, expected = rate_estimate(values), agresti_coull(2, 5)
    assert (estimate.mean, estimate.low, estimate.high) == (expected.mean, expected.low, expected.high)
    assert estimate.sd == pytest.approx(expected.sd) == pytest.approx(values.std(ddof=1))


@pytest.mark.parametrize("values", [[0.5, 1.1], [-0.1], [np.nan]])
def test_a_rate_refuses_what_is_no_share(values: list[float]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        rate_estimate(values)


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"successes = 6"):
        agresti_coull(6, 5)
    with pytest.raises(ValueError, match=r"confidence = 95"):
        mean_estimate([1, 2], confidence=95)
    with pytest.raises(ValueError, match=r"one dimension, not shape \(1, 2\)"):
        mean_estimate([[1, 2]])


def test_importing_statistics_loads_no_scipy() -> None:
    code = "import sys, workbench.stats; print([name for name in sys.modules if name.startswith(('scipy', 'statsm'))])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
