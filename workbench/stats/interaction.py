"""Whether a change does more under one condition than under another: the difference of two differences.

A change of the rules is played by bots of two strengths, in batches of their own; each gives a paired difference with
its interval. The interval for the second minus the first is put together from these two by the MOVER (method of
variance estimates recovery; Zou & Donner 2008, "Construction of confidence limits about effect measures", Statistics in
Medicine 27): the distance from estimate to limit is the root of the sum of the two squared distances that it comes
from. It needs no variance, so it keeps what the parts are good at (a width where nothing has changed yet, limits that
are not symmetric), whatever their kind.

The two differences count as independent. Two strengths see the same shuffles, which correlates them a little:
between 0.00 and 0.20 for the measures of Hitmakers with greedy bots against search, 0.00 to 0.05 against random ones
(measured). A positive correlation only makes this interval wider than it had to be.
"""

from dataclasses import dataclass
from math import hypot, isnan, nan

from workbench.stats.paired import PairedDifference
from workbench.stats.samples import normal_quantile, special, tail


@dataclass(frozen=True)
class Interaction:
    """The second difference minus the first, in the measure's own unit, its interval, and p for no difference.

    `n` is the number of pairs in the smaller of the two batches.
    """

    difference: float
    low: float
    high: float
    n: int
    p_value: float


def interaction(first: PairedDifference, second: PairedDifference, confidence: float = 0.95) -> Interaction:
    """How much more a change does in `second` than in `first`; `confidence` is that of both their intervals.

    `p_value` is two-sided, from a normal approximation with the width towards 0; NaN where a part has no estimate.
    Unbounded where a part is. ValueError: `confidence` outside (0, 1).
    """
    moved = second.difference - first.difference
    below = hypot(second.difference - second.low, first.high - first.difference)
    above = hypot(second.high - second.difference, first.difference - first.low)
    p_value = _p(moved, below if moved > 0 else above, confidence)
    return Interaction(moved, moved - below, moved + above, min(first.n, second.n), p_value)


def _p(moved: float, width: float, confidence: float) -> float:
    """Two-sided p of a difference whose interval reaches `width` towards 0."""
    if isnan(moved) or isnan(width):
        return nan
    if width == 0:
        return float(moved == 0)
    return float(2 * special().ndtr(normal_quantile(tail(confidence)) * abs(moved) / width))
