"""Paired comparison against SciPy and exact enumeration."""

from collections.abc import Sequence

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from workbench.stats import paired_difference
from workbench.stats.paired import variance_ratio

PAIRS = st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=3, max_size=40)
YES_NO = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40)


def _columns(pairs: Sequence[tuple[int, int]], dtype: str = "u1") -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    table = np.array(pairs, dtype=dtype)
    return table[:, 0], table[:, 1]


@given(PAIRS, st.integers(1, 9))
def test_the_interval_is_students_with_room_for_a_rare_pair(pairs: list[tuple[int, int]], step: int) -> None:
    base, other = _columns(pairs)
    difference = paired_difference(base, other, 0.9, step)
    changes = other.astype(float) - base.astype(float)
    assert difference.mean == pytest.approx(changes.mean(), abs=1e-9)
    assert difference.sd == pytest.approx(changes.std(ddof=1), abs=1e-9)
    span = float(max(np.ptp(base), np.ptp(other))) / (1 + (changes != 0).sum()) ** 0.5
    jump = max(step, float(np.abs(changes - changes.mean()).max()), span)
    reach = scipy.stats.t.ppf(0.95, len(pairs) - 1)
    half = reach * np.sqrt(changes.var(ddof=1) / len(pairs) + (reach * jump / len(pairs)) ** 2)
    assert (difference.low, difference.high) == pytest.approx((changes.mean() - half, changes.mean() + half))


def test_the_room_is_gone_where_much_is_known() -> None:
    base, other = np.random.default_rng(0).poisson(5, (2, 20_000))
    difference = paired_difference(base, other)
    low, high = scipy.stats.ttest_rel(other, base).confidence_interval()
    assert (difference.high - difference.low) / (high - low) == pytest.approx(1, abs=0.004)


def test_values_that_hardly_vary_have_a_variance_ratio() -> None:
    assert variance_ratio(0.1, 0.1, 0.1) == pytest.approx(0.5)
    assert variance_ratio(0, 0, 0) is None


@given(PAIRS)
def test_correlation_and_variance_ratio(pairs: list[tuple[int, int]]) -> None:
    base, other = (side.astype(float) for side in _columns(pairs))
    difference = paired_difference(base, other)
    if base.std() > 0 and other.std() > 0:
        assert difference.correlation == pytest.approx(np.corrcoef(base, other)[0, 1], abs=1e-9)
    else:
        assert difference.correlation is None
    both = base.var(ddof=1) + other.var(ddof=1)
    if both > 0:
        assert difference.variance_ratio == pytest.approx((other - base).var(ddof=1) / both, abs=1e-9)
    else:
        assert difference.variance_ratio is None


@given(PAIRS, st.integers(-(10**6), 10**6))
def test_a_constant_added_to_one_side_only_shifts(pairs: list[tuple[int, int]], shift: int) -> None:
    base, other = (side.astype(np.int64) for side in _columns(pairs))
    plain, moved = paired_difference(base, other), paired_difference(base, other + shift)
    assert (moved.mean, moved.sd) == pytest.approx((plain.mean + shift, plain.sd), abs=1e-6)
    assert moved.variance_ratio == pytest.approx(plain.variance_ratio)


def test_common_luck_makes_the_comparison_sharper() -> None:
    rng = np.random.default_rng(3)
    luck, base, other = rng.normal(size=(3, 2000))
    paired = paired_difference(3 * luck + base, 3 * luck + other)
    unpaired = paired_difference(3 * luck + base, 3 * luck[::-1] + other)
    assert paired.variance_ratio == pytest.approx(0.1, abs=0.02)
    assert unpaired.variance_ratio == pytest.approx(1, abs=0.1)
    assert (unpaired.high - unpaired.low) / (paired.high - paired.low) == pytest.approx(10**0.5, rel=0.1)


def test_equal_revisions_differ_by_nothing_and_keep_a_width() -> None:
    """What a pair could differ by is not seen; the values that were seen say how much it may be."""
    values = np.random.default_rng(0).integers(0, 40, 1_000)
    difference = paired_difference(values, values)
    assert (difference.mean, difference.sd, difference.variance_ratio) == (0, 0, 0)
    assert difference.high == -difference.low == pytest.approx(1.96**2 * 39 / 1_000, rel=0.01)
    assert difference.correlation == pytest.approx(1)


def test_no_interval_has_a_width_of_zero_and_constant_sides_have_no_correlation() -> None:
    difference = paired_difference([0.1] * 9, [0.4] * 9)
    assert (difference.correlation, difference.variance_ratio) == (None, None)
    assert difference.low < 0.3 < difference.high


def test_too_few_pairs_leave_everything_open() -> None:
    one, none = paired_difference([3], [5]), paired_difference([], [])
    assert (one.mean, one.low, one.high) == (2, -np.inf, np.inf)
    assert np.isnan(none.mean)
    assert none.n == 0
    assert none.correlation is None


def test_a_few_yes_and_no_keep_a_wide_interval() -> None:
    empty = np.array([], dtype=bool)
    assert (paired_difference(empty, empty).low, paired_difference(empty, empty).high) == (-1, 1)
    one = paired_difference(np.array([True]), np.array([False]))
    assert one.mean == one.low == -1
    assert one.high > 0


def test_sides_must_pair_up() -> None:
    with pytest.raises(ValueError, match="not 2 and 3"):
        paired_difference([1, 2], [1, 2, 3])


@given(YES_NO)
def test_bounds_of_a_rate_hold_the_estimate(pairs: list[tuple[bool, bool]]) -> None:
    difference = paired_difference(*_columns(pairs, "?"))
    assert -1 <= difference.low <= difference.mean <= difference.high <= 1


@pytest.mark.parametrize("n", [20, 60])
@pytest.mark.parametrize("chances", [(0.01, 0.01), (0.05, 0.05), (0.02, 0.10), (0.0, 0.3), (0.25, 0.25), (0.1, 0.5)])
def test_the_interval_of_a_rate_covers_the_truth(n: int, chances: tuple[float, float]) -> None:
    """Exact coverage by going through every outcome (b, c); Student's interval is down to a few per cent here."""
    outcomes = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)])
    counts = np.column_stack([outcomes, n - outcomes.sum(axis=1)])
    likely = scipy.stats.multinomial.pmf(counts, n, [*chances, 1 - sum(chances)])
    truth = chances[1] - chances[0]
    held = [_covers(b, c, n, truth) for b, c in outcomes]
    assert likely[held].sum() > 0.94


def _covers(b: int, c: int, n: int, truth: float) -> bool:
    """For b pairs from yes to no and c from no to yes."""
    base, other = np.repeat([True, False, False], [b, c, n - b - c]), np.repeat([False, True, False], [b, c, n - b - c])
    difference = paired_difference(base, other)
    return difference.low <= truth <= difference.high


RARE = [(value, chance) for value in (1, 5, 20) for chance in (1e-4, 1e-3, 3e-3, 1e-2, 0.05)]


@pytest.mark.parametrize("n", [100, 1_000, 5_000])
@pytest.mark.parametrize("signs", [(1.0, 0.0), (0.5, 0.5), (2 / 3, 1 / 3)])
def test_rare_counts_of_a_declared_size_are_covered(n: int, signs: tuple[float, float]) -> None:
    """Student's interval covers 9 % of batches of 100 where 5 points come up in one play of a thousand."""
    rng = np.random.default_rng(5)
    for value, chance in RARE:
        truth = value * chance * (signs[0] - signs[1])
        held = 0
        drawn = rng.multinomial(n, [chance * signs[0], chance * signs[1], 1 - chance], 400)[:, :2]
        for (up, down), times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
            other = np.repeat([value, -value, 0], [up, down, n - up - down])
            difference = paired_difference(np.zeros(n), other, step=value)
            held += times * (difference.low <= truth <= difference.high)
        assert held / 400 >= 0.92, (value, chance)  # 0.94 within what 400 batches can tell
