"""Spearman's rank correlation, with an interval.

The interval is that of Fisher's z with Bonett & Wright's (2000) variance, (1 + r² / 2) / (n - 3): it holds for ranks
with many ties as well, as answers on a scale of five have. Fewer than `FEWEST` pairs, or a side that never varies, say
nothing.
"""

from math import atanh, nan, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Floats, as_floats, normal_quantile, tail

FEWEST = 5


def mid_ranks(values: Floats, sample: Floats) -> Floats:
    """How many of the sample are below each value; those equal to it count half."""
    ascending = np.sort(sample)
    return (np.searchsorted(ascending, values) + np.searchsorted(ascending, values, "right")) / 2


def rank_correlation(one: ArrayLike, other: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The correlation of the ranks, in [-1, 1], with its interval; mean NaN and the whole range where it says nothing.

    ValueError: sides of different length, or more than one dimension.
    """
    first, second = as_floats(one), as_floats(other)
    if first.size != second.size:
        raise ValueError(f"pairs need sides of one length, not {first.size} and {second.size}")
    n = first.size
    if n < FEWEST or np.ptp(first) == 0 or np.ptp(second) == 0:
        return Estimate(nan, nan, -1.0, 1.0, n)
    correlation = float(np.corrcoef(mid_ranks(first, first), mid_ranks(second, second))[0, 1])
    centre = atanh(np.clip(correlation, -0.999999, 0.999999))
    half = -normal_quantile(tail(confidence)) * sqrt((1 + correlation**2 / 2) / (n - 3))
    return Estimate(correlation, nan, tanh(centre - half), tanh(centre + half), n)
