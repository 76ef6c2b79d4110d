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
from math import hypot

from workbench.stats.paired import PairedDifference


@dataclass(frozen=True)
class Interaction:
    """The second difference minus the first, in the measure's own unit, and its interval.

    `n` is the number of pairs in the smaller of the two batches.
    """

    difference: float
    low: float
    high: float
    n: int


def interaction(first: PairedDifference, second: PairedDifference) -> Interaction:
    """How much more a change does in `second` than in `first`, at the confidence of their intervals.

    Unbounded where a part is.
    """
    moved = second.difference - first.difference
    below = hypot(second.difference - second.low, first.high - first.difference)
    above = hypot(second.high - second.difference, first.difference - first.low)
    return Interaction(moved, moved - below, moved + above, min(first.n, second.n))
