"""Two revisions played on the same seeds: what changed, play by play.

Common random numbers give both revisions the same shuffles. What the luck of the deal adds to both cancels in the
difference of a pair, so the difference is known more sharply than from two independent batches; `variance_ratio` says
by how much.
"""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.samples import Floats, as_floats, moments, normal_quantile, special, student_half_width, tail


@dataclass(frozen=True)
class PairedDifference:
    """Other minus base over n pairs of plays, in the measure's own unit.

    `sd` is the standard deviation of a pair's difference. `correlation` is Pearson's, None where either side does not
    vary. `variance_ratio` is var(other - base) / (var(base) + var(other)): below 1 where pairing helps, 0.25 means as
    sharp as four times the plays unpaired; None where neither side varies. `p_value` is two-sided, for no difference.
    """

    base: float
    other: float
    difference: float
    low: float
    high: float
    correlation: float | None
    variance_ratio: float | None
    sd: float
    n: int
    p_value: float


@dataclass(frozen=True)
class McNemar:
    """Pairs of yes/no that changed: `b` from yes to no, `c` from no to yes, of `n`; two p-values for no change."""

    b: int
    c: int
    n: int
    exact_p: float
    mid_p: float


def paired_difference(base_values: ArrayLike, other_values: ArrayLike, confidence: float = 0.95) -> PairedDifference:
    """Other minus base, both of shape (n,), pair i being play i of the same seed.

    Numbers: Student's t on the differences. Yes/no (both of dtype bool): `paired_rate_interval` and McNemar's mid-p.
    Fewer than two pairs: p NaN and, for numbers, an interval without bounds. NaN among the values makes the fields
    NaN. ValueError: shapes differ or are not one-dimensional, or `confidence` outside (0, 1).
    """
    base, other = as_pairs(base_values, other_values)
    (base_mean, base_sd), (other_mean, other_sd) = moments(base), moments(other)
    difference, sd = moments(other - base)
    infer = _infer_rate if _are_rates(base_values, other_values) else _infer_mean
    low, high, p_value = infer(base, other, confidence)
    correlation, ratio = _correlation(base, other, base_sd * other_sd), variance_ratio(sd, base_sd, other_sd)
    return PairedDifference(base_mean, other_mean, difference, low, high, correlation, ratio, sd, base.size, p_value)


def mcnemar(base: ArrayLike, other: ArrayLike) -> McNemar:
    """McNemar's test on paired yes/no values, both of shape (n,).

    Given b + c changed pairs, b is Binomial(b + c, 1/2) if nothing changed. `exact_p` never rejects too often and is
    timid; `mid_p` counts the observed outcome by half and kept its level in all 9 595 settings of Fagerland, Lydersen
    & Laake (2013), so it is the one to report. Both are 1 when no pair changed.
    """
    yes_before, yes_after = (side != 0 for side in as_pairs(base, other))
    b, c = int((yes_before & ~yes_after).sum()), int((~yes_before & yes_after).sum())
    return McNemar(b, c, yes_before.size, *_mcnemar_p(b, c))


def paired_rate_interval(b: int, c: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Interval within [-1, 1] for the change of a rate, (c - b) / n, from the counts of `mcnemar`.

    The adjusted Wald interval of Bonett & Price (2012), which adds one change in each direction; recommended by
    Fagerland, Lydersen & Laake (2014). Unlike Wald's and Student's it keeps a width when b + c is small or 0:
    about ±2.8 / n at 95 % for b = c = 0. It always contains (c - b) / n.
    """
    lost, won = (b + 1) / (n + 2), (c + 1) / (n + 2)
    half = -normal_quantile(tail(confidence)) * sqrt((lost + won - (won - lost) ** 2) / (n + 2))
    observed = (c - b) / n if n else 0.0
    return max(-1.0, min(observed, won - lost - half)), min(1.0, max(observed, won - lost + half))


def as_pairs(base_values: ArrayLike, other_values: ArrayLike) -> tuple[Floats, Floats]:
    """Both samples as float64, shape (n,) each. ValueError unless they pair up."""
    base, other = as_floats(base_values), as_floats(other_values)
    if base.size != other.size:
        raise ValueError(f"pairs need as many plays on both sides, not {base.size} and {other.size}")
    return base, other


def variance_ratio(sd: float, base_sd: float, other_sd: float) -> float | None:
    """Variance of a pair's difference over that of two independent plays; None where neither side varies."""
    unpaired = base_sd**2 + other_sd**2
    return sd**2 / unpaired if unpaired > 0 else None


def _are_rates(*samples: ArrayLike) -> bool:
    """Whether every sample is of yes and no."""
    return all(np.asarray(sample).dtype == np.bool_ for sample in samples)


def _infer_mean(base: Floats, other: Floats, confidence: float) -> tuple[float, float, float]:
    """Low, high and p of the mean difference, by Student's t."""
    difference, sd = moments(other - base)
    half = student_half_width(sd, base.size, confidence)
    return difference - half, difference + half, _student_p(difference, sd, base.size)


def _infer_rate(base: Floats, other: Floats, confidence: float) -> tuple[float, float, float]:
    """Low, high and p of the change of a rate."""
    test = mcnemar(base, other)
    low, high = paired_rate_interval(test.b, test.c, test.n, confidence)
    return low, high, test.mid_p if test.n > 1 else nan


def _student_p(difference: float, sd: float, n: int) -> float:
    """Two-sided p of Student's t test; 0 or 1 where the difference never varies, NaN where `sd` is."""
    if sd == 0:
        return float(difference == 0)
    return float(2 * special().stdtr(n - 1, -abs(difference) * sqrt(n) / sd))


def _correlation(base: Floats, other: Floats, sd_product: float) -> float | None:
    """Pearson's correlation in [-1, 1] from the product of both deviations; None unless that is positive."""
    if not sd_product > 0:
        return None
    covariance = np.dot(_centred(base), _centred(other)) / (base.size - 1)
    return float(np.clip(covariance / sd_product, -1, 1))


def _centred(sample: Floats) -> Floats:
    """Deviations from the mean, taken about the first value as in `moments`."""
    shifted = sample - sample[0]
    return np.asarray(shifted - shifted.mean())


def _mcnemar_p(b: int, c: int) -> tuple[float, float]:
    """Exact and mid p of b against c; the mid-p for b = c is 1 - P(b) / 2 (Fagerland, Lydersen & Laake 2013)."""
    if b + c == 0:
        return 1.0, 1.0
    up_to, below = (_binomial_cdf(k, b + c) for k in (min(b, c), min(b, c) - 1))
    return min(1.0, 2 * up_to), 1 - (up_to - below) / 2 if b == c else up_to + below


def _binomial_cdf(k: int, n: int) -> float:
    """P(X <= k) of n fair coins; 0 for k = -1."""
    return float(special().bdtr(k, n, 0.5)) if k >= 0 else 0.0
