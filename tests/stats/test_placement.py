"""Percentiles among a sample, and whether values might be of it."""

import numpy as np
import pytest
import scipy

from workbench.stats import placement, values_needed

SAMPLE = np.random.default_rng(1).poisson(5, 2_000)


def test_percentiles_count_half_of_what_is_equal() -> None:
    assert placement([0, 1, 2, 3, 9], [1, 2, 2, 3]).percentiles == (0, 0.125, 0.5, 0.875, 1)


def test_as_many_values_are_needed_as_the_percentiles_of_the_sample_vary() -> None:
    assert placement([1], [1, 2, 3, 4]).needed == values_needed(0.1, float(np.std([0.125, 0.375, 0.625, 0.875])))


@pytest.mark.parametrize("n", [1, 2, 3, 8, 12, 13, 40])
def test_values_of_the_sample_are_called_different_at_most_as_often_as_allowed(n: int) -> None:
    rng = np.random.default_rng(n)
    alarms = np.mean([placement(rng.choice(SAMPLE, n), SAMPLE).p_value < 0.05 for _ in range(300)])
    assert alarms <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.parametrize("n", [2, 5, 12])
def test_the_test_of_few_values_is_exact(n: int) -> None:
    rank = placement(np.random.default_rng(n).choice(SAMPLE, n), SAMPLE)
    assert rank.p_value == pytest.approx(2 * scipy.stats.irwinhall.cdf(min(rank.mean, 1 - rank.mean) * n, n))


def test_values_far_out_differ() -> None:
    rank = placement([12, 11, 13], SAMPLE)
    assert rank.p_value < 0.001
    assert rank.low > 0.6
    assert rank.high == 1


@pytest.mark.parametrize("shift", [0.1, 0.2, 0.3])
def test_so_many_values_find_the_shift_four_times_in_five(shift: float) -> None:
    rng, ranked = np.random.default_rng(3), np.linspace(0, 1, 5_001)
    n = values_needed(shift, float(np.sqrt(1 / 12)))
    shifted = [np.clip(rng.random(n) * (1 - 2 * abs(shift)) + 2 * shift, 0, 1) for _ in range(300)]
    power = np.mean([placement(values, ranked).p_value < 0.05 for values in shifted])
    assert power > 0.75


def test_equal_values_everywhere() -> None:
    assert placement([3, 3], [3, 3, 3]).p_value == 1
    assert placement([4, 4], [3, 3, 3]).p_value == 0


@pytest.mark.parametrize(("values", "sample"), [([], [1]), ([1], []), ([np.nan], [1]), ([1], [np.nan])])
def test_what_cannot_be_placed(values: list[float], sample: list[float]) -> None:
    with pytest.raises(ValueError, match=r"values|percentiles"):
        placement(values, sample)
