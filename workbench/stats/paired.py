"""Two revisions played on the same seeds: what changed, play by play; and whether a change depends on a condition.

Common random numbers give both revisions the same shuffles. What the luck of the deal adds to both cancels in the
difference of a pair, so the difference is known more sharply than from two independent batches; `variance_ratio` says
by how much. That is little where a changed rule soon leads to other decisions: between whole matches of Hitmakers
about 0.7 of the variance is left (the median over its measures; measured for broad appeal, greedy bots).

The mean difference gets Student's interval with room for rare events (`estimate`): pairs that mostly agree may differ
in one play of a thousand. How far they then differ is not known while few of them do. So `jump` is the largest of the
step that the measure declares, the distance of the farthest difference seen from their mean, and the range of a side's
values over sqrt(k + 1), where k pairs differ: where none differs, all of that range.

**Interaction**: whether a change does more under one condition than under another, the difference of two differences. A
change of the rules is played by bots of two strengths, in batches of their own; each gives a paired difference with its
interval. The interval for the second minus the first is put together from these two by the MOVER (method of variance
estimates recovery; Zou & Donner 2008, "Construction of confidence limits about effect measures", Statistics in Medicine
27): the distance from estimate to limit is the root of the sum of the two squared distances that it comes from. It
needs no variance, so it keeps what the parts are good at (a width where nothing has changed yet, asymmetric limits).

The two differences count as independent. Two strengths see the same shuffles, which correlates them a little:
between 0.00 and 0.20 for the measures of Hitmakers with greedy bots against search, 0.00 to 0.05 against random ones
(measured). A positive correlation only makes this interval wider than it had to be.
"""

from dataclasses import dataclass
from math import hypot, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Moments, as_floats, mean_bounds, moments_of, normal_quantile


@dataclass(frozen=True)
class PairedDifference(Estimate):
    """The mean of other minus base over n pairs of plays, in the measure's own unit.

    `sd` is the standard deviation of a pair's difference, `jump` the size of a rare one (see above), 0 where the
    interval rests on `sd` alone. `correlation` is Pearson's, None where either side does not vary. `variance_ratio` is
    var(other - base) / (var(base) + var(other)): below 1 where pairing helps, 0.25 means as sharp as four times the
    plays unpaired; None where neither side varies.
    """

    base: float
    other: float
    correlation: float | None = None
    variance_ratio: float | None = None
    jump: float = 0.0


class PairedMoments(NamedTuple):
    """The moments from which a paired difference follows: those of both sides and of other minus base.

    `unlike`: in how many pairs the sides differ. `rates`: both sides answer with yes or no.
    """

    base: Moments
    other: Moments
    difference: Moments
    unlike: int
    rates: bool = False


def paired_difference(
    base_values: ArrayLike, other_values: ArrayLike, confidence: float = 0.95, step: float = 1.0
) -> PairedDifference:
    """Other minus base, both of shape (n,), pair i being play i of the same seed; numbers, or yes and no.

    As `difference_of`. ValueError: shapes differ or are not one-dimensional, or `confidence` outside (0, 1).
    """
    base, other = as_floats(base_values), as_floats(other_values)
    if base.size != other.size:
        raise ValueError(f"pairs need as many plays on both sides, not {base.size} and {other.size}")
    rates = all(np.asarray(side).dtype == np.bool_ for side in (base_values, other_values))
    unlike = int(np.count_nonzero(other - base))
    return difference_of(
        PairedMoments(moments_of(base), moments_of(other), moments_of(other - base), unlike, rates), confidence, step
    )


def difference_of(pairs: PairedMoments, confidence: float = 0.95, step: float = 1.0) -> PairedDifference:
    """Other minus base, with its interval.

    `step`: by how much a play may differ when something rare happens, if nothing seen is larger. Bounds for rates stay
    within [-1, 1]. Fewer than two pairs: no bounds. NaN among the values makes the fields NaN.
    """
    base, other, moved = pairs.base, pairs.other, pairs.difference
    jump = _jump(pairs, step)
    low, high = mean_bounds(moved.mean, moved.sd, moved.n, jump, confidence)
    if pairs.rates:
        low, high = np.fmax(-1.0, low), np.fmin(1.0, high)
    coupling = _correlation(base.sd, other.sd, moved.sd), variance_ratio(moved.sd, base.sd, other.sd)
    difference = moved.mean, moved.sd, float(low), float(high), moved.n
    return PairedDifference(*difference, base.mean, other.mean, *coupling, jump)


def _jump(pairs: PairedMoments, step: float) -> float:
    """How far a pair may differ from the others when something rare happens; see above."""
    if not pairs.difference.n:
        return step
    span = max(side.most - side.least for side in (pairs.base, pairs.other))
    return max(step, pairs.difference.farthest, span / sqrt(pairs.unlike + 1))


def variance_ratio(sd: float, base_sd: float, other_sd: float) -> float | None:
    """Variance of a pair's difference over that of two independent plays; None where neither side varies."""
    unpaired = base_sd**2 + other_sd**2
    return sd**2 / unpaired if unpaired > 0 else None


def _correlation(base_sd: float, other_sd: float, sd: float) -> float | None:
    """Pearson's correlation in [-1, 1] from the three deviations; None unless both sides vary.

    var(other - base) = var(base) + var(other) - 2 cov(base, other).
    """
    if not base_sd * other_sd > 0:
        return None
    covariance = (base_sd**2 + other_sd**2 - sd**2) / 2
    return float(np.clip(covariance / (base_sd * other_sd), -1, 1))


def difference_apart(base: Estimate, other: Estimate) -> PairedDifference:
    """Other minus base of plays that do not pair, from their intervals alone, as for `interaction`."""
    moved = interaction(base, other)
    sd = (moved.high - moved.low) / 2 * sqrt(moved.n) / -normal_quantile(0.025)
    return PairedDifference(moved.mean, sd, moved.low, moved.high, moved.n, base.mean, other.mean)


def interaction(first: Estimate, second: Estimate) -> Estimate:
    """How much more a change does in `second` than in `first`, at the confidence of their intervals.

    `n` is the number of pairs in the smaller of the two batches; no play has both, so `sd` is NaN. Without bounds where
    either part has none.
    """
    moved = second.mean - first.mean
    below = hypot(second.mean - second.low, first.high - first.mean)
    above = hypot(second.high - second.mean, first.mean - first.low)
    return Estimate(moved, nan, moved - below, moved + above, min(first.n, second.n))
