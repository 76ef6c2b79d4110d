"""Paired comparison against SciPy, statsmodels and exact enumeration."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats as reference
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar

from workbench.stats import mcnemar, paired_difference, paired_rate_interval

PAIRS = st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=3, max_size=40)
YES_NO = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40)


def _columns(pairs: Sequence[tuple[int, int]], dtype: str = "u1") -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    table = np.array(pairs, dtype=dtype)
    return table[:, 0], table[:, 1]


@given(PAIRS)
def test_numbers_are_compared_as_by_students_paired_test(pairs: list[tuple[int, int]]) -> None:
    base, other = _columns(pairs)
    found = paired_difference(base, other, 0.9)
    changes = other.astype(float) - base.astype(float)
    assert found.difference == pytest.approx(changes.mean(), abs=1e-9)
    assert found.sd == pytest.approx(changes.std(ddof=1), abs=1e-9)
    assert found.low <= found.difference <= found.high
    if changes.std() > 0:
        test = reference.ttest_rel(other.astype(float), base.astype(float))
        assert found.p_value == pytest.approx(test.pvalue)
        assert (found.low, found.high) == pytest.approx(tuple(test.confidence_interval(0.9)))


@given(PAIRS)
def test_correlation_and_variance_ratio(pairs: list[tuple[int, int]]) -> None:
    base, other = (side.astype(float) for side in _columns(pairs))
    found = paired_difference(base, other)
    if base.std() > 0 and other.std() > 0:
        assert found.correlation == pytest.approx(np.corrcoef(base, other)[0, 1], abs=1e-9)
    else:
        assert found.correlation is None
    both = base.var(ddof=1) + other.var(ddof=1)
    if both > 0:
        assert found.variance_ratio == pytest.approx((other - base).var(ddof=1) / both, abs=1e-9)
    else:
        assert found.variance_ratio is None


@given(PAIRS | YES_NO)
def test_swapping_the_sides_negates_everything(pairs: list[tuple[int, int]]) -> None:
    base, other = _columns(pairs, "?" if isinstance(pairs[0][0], bool) else "u1")
    there, back = paired_difference(base, other), paired_difference(other, base)
    assert (there.base, there.other) == (back.other, back.base)
    assert there.difference == -back.difference
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-12)
    assert (there.sd, there.p_value) == pytest.approx((back.sd, back.p_value))
    assert there.correlation == pytest.approx(back.correlation)


@given(PAIRS, st.integers(-(10**6), 10**6))
def test_a_constant_added_to_one_side_only_shifts(pairs: list[tuple[int, int]], shift: int) -> None:
    base, other = (side.astype(np.int64) for side in _columns(pairs))
    plain, moved = paired_difference(base, other), paired_difference(base, other + shift)
    assert (moved.low, moved.high) == pytest.approx((plain.low + shift, plain.high + shift), abs=1e-6)
    assert moved.variance_ratio == pytest.approx(plain.variance_ratio)


def test_common_luck_makes_the_comparison_sharper() -> None:
    rng = np.random.default_rng(3)
    luck, base, other = rng.normal(size=(3, 2000))
    paired = paired_difference(3 * luck + base, 3 * luck + other)
    unpaired = paired_difference(3 * luck + base, 3 * luck[::-1] + other)
    assert paired.variance_ratio == pytest.approx(0.1, abs=0.02)
    assert unpaired.variance_ratio == pytest.approx(1, abs=0.1)
    assert (unpaired.high - unpaired.low) / (paired.high - paired.low) == pytest.approx(10**0.5, rel=0.1)


def test_equal_revisions_differ_by_exactly_nothing() -> None:
    values = np.random.default_rng(0).random(100).astype(np.float32)
    found = paired_difference(values, values)
    assert (found.difference, found.low, found.high, found.sd, found.p_value) == (0, 0, 0, 0, 1)
    assert found.correlation == pytest.approx(1)
    assert found.variance_ratio == 0


def test_a_constant_change_is_certain_and_constant_sides_have_no_correlation() -> None:
    found = paired_difference([0.1] * 9, [0.4] * 9)
    assert (found.correlation, found.variance_ratio, found.p_value) == (None, None, 0)
    assert found.low == found.high == pytest.approx(0.3)


def test_too_few_pairs_leave_everything_open() -> None:
    one, none = paired_difference([3], [5]), paired_difference([], [])
    assert (one.difference, one.low, one.high) == (2, -np.inf, np.inf)
    assert np.isnan(one.p_value)
    assert np.isnan(none.difference)
    assert none.n == 0
    assert none.correlation is None


def test_a_few_yes_and_no_keep_a_wide_interval() -> None:
    empty = np.array([], dtype=bool)
    assert (paired_difference(empty, empty).low, paired_difference(empty, empty).high) == (-1, 1)
    one = paired_difference(np.array([True]), np.array([False]))
    assert one.difference == one.low == -1
    assert one.high > 0
    assert np.isnan(one.p_value)


def test_sides_must_pair_up() -> None:
    with pytest.raises(ValueError, match="not 2 and 3"):
        paired_difference([1, 2], [1, 2, 3])


@given(YES_NO)
def test_exact_mcnemar_is_statsmodels(pairs: list[tuple[bool, bool]]) -> None:
    base, other = _columns(pairs, "?")
    found = mcnemar(base, other)
    table = [[int(((base == x) & (other == y)).sum()) for y in (True, False)] for x in (True, False)]
    assert (found.b, found.c, found.n) == (table[0][1], table[1][0], len(pairs))
    if found.b + found.c:
        assert found.exact_p == pytest.approx(reference_mcnemar(table, exact=True).pvalue)
        assert found.exact_p == pytest.approx(reference.binomtest(found.b, found.b + found.c).pvalue)
    assert 0 <= found.mid_p <= found.exact_p <= 1


@pytest.mark.parametrize(("b", "c", "mid_p"), [(1, 7, 10 / 256), (3, 3, 1 - 20 / 64 / 2), (0, 0, 1), (0, 5, 1 / 32)])
def test_mid_p(b: int, c: int, mid_p: float) -> None:
    """The first is Bentur et al. (2009) as worked in the supplement of Fagerland, Lydersen & Laake (2013): 0.039."""
    base = np.repeat([True, False, True], [b, c, 13])
    other = np.repeat([False, True, True], [b, c, 13])
    assert mcnemar(base, other).mid_p == pytest.approx(mid_p)
    assert mcnemar(other, base).mid_p == pytest.approx(mid_p)
    assert paired_difference(base, other).p_value == pytest.approx(mid_p)


def test_rate_interval_is_that_of_bonett_and_price() -> None:
    """`ci.prop.ps(.05, 12, 4, 26, 6)` of the R package statpsych: 0.2548067, 0.6251933."""
    assert paired_rate_interval(4, 26, 48) == pytest.approx((0.2548067, 0.6251933), abs=1e-7)


def test_yes_and_no_use_the_rate_interval() -> None:
    base = np.repeat([True, False, True, False], [4, 26, 6, 12])
    other = np.repeat([False, True, True, False], [4, 26, 6, 12])
    found = paired_difference(base, other)
    assert (found.low, found.high) == paired_rate_interval(4, 26, 48)
    assert (found.base, found.other) == pytest.approx((10 / 48, 32 / 48))
    assert found.difference == pytest.approx(22 / 48)
    assert found.sd == pytest.approx((other.astype(int) - base.astype(int)).std(ddof=1))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.sampled_from([0.2, 0.5, 0.95, 0.999]))
def test_rate_interval_contains_the_estimate(b: int, c: int, same: int, confidence: float) -> None:
    n = b + c + same
    low, high = paired_rate_interval(b, c, n, confidence)
    assert -1 <= low <= (c - b) / max(n, 1) <= high <= 1


@pytest.mark.parametrize("n", [20, 60])
@pytest.mark.parametrize("chances", [(0.01, 0.01), (0.05, 0.05), (0.02, 0.10), (0.0, 0.3), (0.25, 0.25), (0.1, 0.5)])
def test_rate_interval_covers_the_truth(n: int, chances: tuple[float, float]) -> None:
    """Exact coverage by going through every outcome (b, c); Student's interval is down to a few per cent here."""
    outcomes = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)])
    counts = np.column_stack([outcomes, n - outcomes.sum(axis=1)])
    likely = reference.multinomial.pmf(counts, n, [*chances, 1 - sum(chances)])
    bounds = np.array([paired_rate_interval(int(b), int(c), n) for b, c in outcomes])
    truth = chances[1] - chances[0]
    assert likely[(bounds[:, 0] <= truth) & (truth <= bounds[:, 1])].sum() > 0.93
