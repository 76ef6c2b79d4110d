"""One word for a comparison, and how many plays it lacks.

The words rest on an interval and a *margin*, the half-width of the region of practical equivalence: a mean that moved
by less than the margin counts as the same (Schuirmann 1987; Kruschke 2018). "Same" is thereby a finding, not the lack
of one; that is "undecided".
"""

from enum import StrEnum
from math import ceil

from workbench.stats.paired import PairedDifference

MOST_PLAYS = 1e9
"""More further plays than this are not worth a number."""


class Verdict(StrEnum):
    """How a comparison of one measure ends."""

    BETTER = "better"
    WORSE = "worse"
    HIGHER = "higher"
    LOWER = "lower"
    SAME = "same"
    UNDECIDED = "undecided"


class Direction(StrEnum):
    """Where a goal wants the measure to go."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


def judge(difference: PairedDifference, margin: float, direction: Direction = Direction.NONE) -> Verdict:
    """The verdict on a difference; `margin` >= 0 in the measure's own unit.

    The interval wholly inside [-margin, margin]: same. Wholly beyond it: higher or lower, which a direction turns into
    better or worse. Otherwise undecided, also where the interval has NaN. A difference of 0 in every one of at least
    two pairs is the same whatever its interval: on equal seeds the change touched nothing that is measured.
    ValueError: a margin that is negative or NaN.
    """
    word = judge_interval(difference.low, difference.high, margin, direction)
    return Verdict.SAME if _never_differs(difference) else word


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


def plays_to_decide(difference: PairedDifference, margin: float) -> int | None:
    """Further plays after which the verdict is due, if estimate and sd stay as they are; 0 when it is decided.

    The half-width h of the interval shrinks as 1 / sqrt(n). It has to fit between the estimate d and the nearer edge
    of the margin, gap = | |d| - margin |, and does so at n' = n (h / gap)^2 plays; the answer is n' - n, at least 1.
    The estimate will move, so about half of all comparisons need more. For a few plays it is too many, since Student's
    quantile shrinks as well. None: h is unknown (fewer than two plays), or the estimate sits so close to the edge that
    more than `MOST_PLAYS` would be needed.
    """
    if judge(difference, margin) is not Verdict.UNDECIDED:
        return 0
    half = max(difference.high - difference.difference, difference.difference - difference.low)
    gap = abs(abs(difference.difference) - margin)
    if not half**2 * difference.n < (MOST_PLAYS + difference.n) * gap**2:
        return None
    return max(1, ceil(difference.n * (half / gap) ** 2) - difference.n)


def _never_differs(difference: PairedDifference) -> bool:
    """Whether every pair agreed, in at least two."""
    return difference.n >= 2 and difference.difference == 0 and difference.sd == 0


def _moved(moved: Direction, wanted: Direction) -> Verdict:
    """The word for a measure that moved beyond the margin."""
    if wanted is Direction.NONE:
        return Verdict.HIGHER if moved is Direction.UP else Verdict.LOWER
    return Verdict.BETTER if moved is wanted else Verdict.WORSE
