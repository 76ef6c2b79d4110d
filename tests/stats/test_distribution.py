"""The bars of a chart."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.stats import aligned, histogram
from workbench.stats.estimate import MOST_BINS

WHOLE = st.lists(st.integers(-5000, 5000), min_size=1, max_size=60)
REAL = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)


def test_small_whole_numbers_have_a_bar_each() -> None:
    bars = histogram(np.array([3, 5, 5, 6], dtype=np.uint8))
    assert bars.by_value
    assert bars.n == 4
    assert bars.centres.tolist() == [3, 4, 5, 6]
    assert bars.shares.tolist() == [0.25, 0, 0.5, 0.25]


def test_yes_and_no_are_two_bars() -> None:
    bars = histogram(np.array([True, False, True, True]))
    assert bars.centres.tolist() == [0, 1]
    assert bars.shares.tolist() == [0.25, 0.75]


@given(WHOLE)
@example([-29, -29, -29, -30, -3869])  # 60 steps of 64, and one number more
def test_whole_numbers_are_counted_like_numpy_does(values: list[int]) -> None:
    bars = histogram(values)
    assert bars.shares.sum() == pytest.approx(1)
    assert bars.shares.size <= MOST_BINS
    assert bars.width == round(bars.width)
    if bars.by_value:
        counted = dict(zip(*np.unique(values, return_counts=True), strict=True))
        assert (bars.shares * bars.n).round(9).tolist() == [counted.get(value, 0) for value in bars.centres]


@given(REAL)
def test_every_value_has_its_bin_and_bins_are_equal(values: list[float]) -> None:
    bars = histogram(values)
    assert bars.shares.sum() == pytest.approx(1)
    assert 1 <= bars.shares.size <= MOST_BINS + 1
    assert np.diff(bars.edges) == pytest.approx(bars.width, rel=1e-6, abs=1e-9)


def test_bins_are_those_of_freedman_and_diaconis() -> None:
    values = np.random.default_rng(1).normal(size=1000)
    assert histogram(values).shares.size == len(np.histogram_bin_edges(values, "fd")) - 1


def test_coinciding_quartiles_do_not_make_one_bar() -> None:
    values = np.r_[np.zeros(900), np.random.default_rng(1).random(100)]
    assert histogram(values).shares.size == len(np.histogram_bin_edges(values, "sturges")) - 1


@given(WHOLE | REAL, WHOLE | REAL)
def test_aligned_bins_are_common_and_each_side_keeps_its_own_total(one: list[float], two: list[float]) -> None:
    first, second = aligned(one, two)
    assert (first.edges == second.edges).all()
    assert (first.n, second.n) == (len(one), len(two))
    assert (first.shares.sum(), second.shares.sum()) == pytest.approx((1, 1))
    pooled = (first.shares * first.n + second.shares * second.n) / (first.n + second.n)
    assert pooled == pytest.approx(histogram([*one, *two]).shares)


def test_no_plays_have_an_empty_bar_and_one_side_may_be_empty() -> None:
    assert histogram([]).shares.tolist() == [0]
    empty, full = aligned([], [1, 2])
    assert empty.shares.tolist() == [0, 0]
    assert full.shares.tolist() == [0.5, 0.5]


def test_equal_values_are_one_bar_around_them() -> None:
    bars = histogram([0.25] * 7)
    assert bars.centres.tolist() == [0.25]
    assert bars.shares.tolist() == [1]
    assert not bars.by_value


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_has_no_bar(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        histogram([1, value])
