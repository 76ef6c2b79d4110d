"""Whether two numbers rise together: Spearman's rank correlation, with an interval.

The interval is that of Fisher's z with Bonett & Wright's (2000) variance, (1 + r² / 2) / (n - 3): it holds for ranks
with many ties as well, as answers on a scale of five have. Fewer than `FEWEST` pairs, or a side that never varies, say
nothing.
"""

from math import atanh, nan, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Floats, as_floats, normal_quantile, tail

FEWEST = 5


def rank_correlation(one: ArrayLike, other: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The correlation of the ranks, in [-1, 1], with its interval; mean NaN and the whole range where it says nothing.

    ValueError: sides of different length, or more than one dimension.
    """
    first, second = as_floats(one), as_floats(other)
    if first.size != second.size:
        raise ValueError(f"pairs need sides of one length, not {first.size} and {second.size}")
    ranks = _ranks(first), _ranks(second)
    n = first.size
    if n < FEWEST or any(rank.std() == 0 for rank in ranks):
        return Estimate(nan, nan, -1.0, 1.0, n)
    found = float(np.clip(np.corrcoef(*ranks)[0, 1], -1, 1))
    middle, half = atanh(np.clip(found, -0.999999, 0.999999)), _half(found, n, confidence)
    return Estimate(found, nan, tanh(middle - half), tanh(middle + half), n)


def _half(found: float, n: int, confidence: float) -> float:
    return -normal_quantile(tail(confidence)) * sqrt((1 + found**2 / 2) / (n - 3))


def _ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place])
