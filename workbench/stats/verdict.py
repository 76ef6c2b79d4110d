"""The verdict on a comparison: one word, and the p-value of its claim.

The words rest on an interval and a *margin*, the half-width of the region of practical equivalence: a mean that moved
by less than the margin counts as the same (Schuirmann 1987; Kruschke 2018). "Same" is thereby a finding, not the lack
of one; that is "undecided".

A verdict is one of two claims: that the measure moved by more than the margin, or that it did not. One of them is
false, whatever the truth. `claim_p` is the p-value of the one that the estimate supports, against the other: for
"moved" that of the test of |difference| <= margin, for "same" the larger of two one-sided ones (TOST). If the claim is
made where p <= alpha, it is wrong with a chance of at most alpha.

Among many measures, Holm's method over these p-values (`multiple`) keeps the chance of *any* wrong verdict at alpha.
For k independent measures it is at most alpha (1 + alpha / k), reached where every one lies exactly at the edge of its
margin: the method's later steps gain only by verdicts that are right. Measures that depend on each other are checked
by simulation (`workbench calibrate`).
"""

from enum import StrEnum
from math import isnan, nan, sqrt

from workbench.stats.estimate import errors_between, normal_quantile, special, tail
from workbench.stats.paired import PairedDifference
from workbench.stats.sequence import any_time_p


class Verdict(StrEnum):
    """The verdict on one measure."""

    BETTER = "better"
    WORSE = "worse"
    HIGHER = "higher"
    LOWER = "lower"
    SAME = "same"
    UNDECIDED = "undecided"


class Direction(StrEnum):
    """Which way a goal wants the measure to move."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


def judge(difference: PairedDifference, margin: float, direction: Direction = Direction.NONE) -> Verdict:
    """The verdict on a difference by its interval alone; `margin` >= 0 in the measure's own unit.

    The interval wholly inside [-margin, margin]: same. Wholly beyond it: higher or lower, which a direction turns into
    better or worse. Otherwise undecided, also where the interval has NaN.
    ValueError: a margin that is negative or NaN.
    """
    return judge_interval(difference.low, difference.high, margin, direction)


def judge_interval(low: float, high: float, margin: float, direction: Direction = Direction.NONE) -> Verdict:
    """The verdict on any interval of a difference, as in `judge`. ValueError: a margin that is negative or NaN."""
    if not margin >= 0:
        raise ValueError(f"margin = {margin}: must be at least 0")
    if -margin <= low <= high <= margin:
        return Verdict.SAME
    if low > margin:
        return _moved(Direction.UP, direction)
    if high < -margin:
        return _moved(Direction.DOWN, direction)
    return Verdict.UNDECIDED


def claim_p(difference: PairedDifference, margin: float, watched: bool = False) -> float:
    """The p-value of the claim that the estimate supports (see above); NaN for fewer than two pairs.

    `watched`: valid at every look at a batch that still runs.
    """
    return _p(middle(difference), difference.sd, difference.n, difference.jump, margin, watched)


def interval_claim_p(low: float, high: float, n: int, margin: float, confidence: float = 0.95) -> float:
    """The same from an interval alone, taken as that of a normal mean; NaN where it has no bounds."""
    if isnan(high - low) or high - low == float("inf"):
        return nan
    sd = (high - low) / 2 * sqrt(n) / -normal_quantile(tail(confidence))
    return _p((low + high) / 2, sd, n, 0.0, margin, False)


def middle(difference: PairedDifference) -> float:
    """The centre of the interval: the difference; for a spread, whose estimate is biased, the interval's middle."""
    return difference.difference if difference.jump else (difference.low + difference.high) / 2


def _p(moved: float, sd: float, n: int, jump: float, margin: float, watched: bool) -> float:
    if n < 2 or isnan(moved) or isnan(sd):
        return nan
    near, far = (errors_between(abs(moved) + side, sd, n, jump) for side in (-margin, margin))
    if watched:
        return any_time_p(abs(near), n)
    stdtr = special().stdtr
    return float(stdtr(n - 1, -abs(near)) + (stdtr(n - 1, -far) if near > 0 else 0.0))


def _moved(moved: Direction, wanted: Direction) -> Verdict:
    """The word for a measure that moved beyond the margin."""
    if wanted is Direction.NONE:
        return Verdict.HIGHER if moved is Direction.UP else Verdict.LOWER
    return Verdict.BETTER if moved is wanted else Verdict.WORSE
