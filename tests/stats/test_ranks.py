"""Rank correlations: with ties, with the coverage of their intervals, and where they say nothing."""

from math import isnan

import numpy as np
import pytest
import scipy

from workbench.stats.placement import rank_correlation


def test_equal_values_share_a_rank():
    for one, other in (
        ([1, 1, 2, 3, 4], [1, 2, 3, 4, 5]),
        ([5, 5, 4, 3, 2], [1, 1, 3, 4, 9]),
        ([2, 7, 2, 1, 5], range(5)),
    ):
        assert rank_correlation(one, list(other)).mean == pytest.approx(scipy.stats.spearmanr(one, other).statistic)


@pytest.mark.parametrize("true", [0.0, 0.6])
def test_its_interval_covers_the_truth(true):
    rng, hit = np.random.default_rng(2), 0
    spearman = 6 / np.pi * np.arcsin(true / 2)
    for _ in range(400):
        one = rng.normal(size=20)
        estimate = rank_correlation(one, true * one + np.sqrt(1 - true**2) * rng.normal(size=20))
        hit += estimate.low <= spearman <= estimate.high
    assert 0.92 <= hit / 400 <= 0.985


def test_few_pairs_or_a_side_that_never_varies_say_nothing():
    for one, other in (([1, 2, 3, 4], [1, 2, 3, 4]), ([3] * 8, range(8))):
        estimate = rank_correlation(one, list(other))
        assert isnan(estimate.mean) and (estimate.low, estimate.high) == (-1, 1)
    with pytest.raises(ValueError, match="one length"):
        rank_correlation([1, 2], [1])
