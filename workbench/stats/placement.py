"""Where a few values lie in a large sample, and whether they could come from it: people's games among simulated ones.

A value's percentile counts half of those equal to it (mid-rank): it is 0.5 on average for values of the sample itself,
also where many are equal. The test looks at the mean percentile alone: it finds people who score more, or play longer,
than the sample, but not people who differ only in spread.

Beside it, Spearman's rank correlation. Its interval is that of Fisher's z with Bonett & Wright's (2000) variance,
(1 + r² / 2) / (n - 3): it holds for ranks with many ties as well, as answers on a scale of five have. Fewer than
`FEWEST` pairs, or a side that never varies, say nothing.
"""

from dataclasses import dataclass
from math import atanh, ceil, comb, factorial, floor, nan, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Floats, as_floats, normal_below, normal_quantile, tail

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


EXACT = 12
"""Up to this many values, the mean of uniform percentiles is exact (Irwin 1927, Hall 1927); beyond, it is normal."""
POWER = 0.8
"""The chance that the number of values needed finds a shift of the size asked for."""
WORTH_NOTICING = 0.1
"""A shift of the mean percentile that is worth noticing: from the 50th to the 60th, or to the 40th."""


@dataclass(frozen=True)
class Placement(Estimate):
    """Values among a sample, by their mean percentile. Percentiles run from 0 to 1.

    `low` and `high` bound the mean percentile that such values have in the long run; `p_value` is that of a mean as far
    from 0.5 as theirs. `needed` is how many values in all it takes to find a shift of `WORTH_NOTICING`.
    """

    percentiles: tuple[float, ...]
    p_value: float
    needed: int


def placement(values: ArrayLike, sample: ArrayLike, confidence: float = 0.95) -> Placement:
    """Where values, shape (n,), lie in a sample, shape (m,). ValueError: either is empty, has NaN or another shape."""
    scores, everyone = as_floats(values), as_floats(sample)
    if not everyone.size or not scores.size or np.isnan(everyone).any() or np.isnan(scores).any():
        raise ValueError("percentiles need values and a sample, without NaN")
    percentiles, n = mid_ranks(scores, everyone) / everyone.size, scores.size
    mean, spread = float(percentiles.mean()), float(mid_ranks(everyone, everyone).std()) / everyone.size
    half = -normal_quantile(tail(confidence)) * spread / sqrt(n)
    return Placement(
        mean,
        spread,
        max(0.0, mean - half),
        min(1.0, mean + half),
        n,
        tuple(map(float, percentiles)),
        _p_value(mean, n, spread) if n > 1 else _p_of_one(scores[0], everyone),
        values_needed(WORTH_NOTICING, spread, confidence),
    )


def values_needed(shift: float, spread: float, confidence: float = 0.95) -> int:
    """How many values find a true shift of their mean with `POWER`; `spread` is the deviation of single ones."""
    quantiles = -normal_quantile(tail(confidence)) + normal_quantile(POWER)
    return max(1, ceil((quantiles * spread / shift) ** 2))


def _p_value(mean: float, n: int, spread: float) -> float:
    """Two-sided p-value. With equal values, percentiles spread less than uniform ones: the exact test is cautious."""
    if spread == 0:
        return 1.0 if mean == 0.5 else 0.0
    lower = min(mean, 1 - mean)
    if n <= EXACT:
        total = lower * n
        below = sum((-1) ** k * comb(n, k) * (total - k) ** n for k in range(floor(total) + 1)) / factorial(n)
        return float(min(1.0, 2 * below))
    return min(1.0, 2 * float(normal_below((lower - 0.5) * sqrt(n) / spread)))


def _p_of_one(value: float, sample: Floats) -> float:
    """Two-sided p-value of one value: twice the share of the sample as far out on its side, ties included."""
    return min(1.0, 2 * float(min((sample <= value).mean(), (sample >= value).mean())))
