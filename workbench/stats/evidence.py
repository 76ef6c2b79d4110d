"""The one bar of evidence: what must hold before any verdict, advice or headline is stated; verdicts; and forecasts.

**Verdicts.** The words rest on an interval and a *margin*, the half-width of the region of practical equivalence: a
mean that moved by less than the margin counts as the same (Schuirmann 1987; Kruschke 2018). "Same" is thereby a
finding, not the lack of one; that is "undecided".

A verdict is one of two claims: that the measure moved by more than the margin, or that it did not. One of them is
false, whatever the truth. `claim_p` is the p-value of the one that the estimate supports, against the other: for
"moved" that of the test of |difference| <= margin, for "same" the larger of two one-sided ones (TOST). If the claim is
made where p <= alpha, it is wrong with a chance of at most alpha.

Among many measures, Holm's method over these p-values (`holm`) keeps the chance of *any* wrong verdict at alpha.
For k independent measures it is at most alpha (1 + alpha / k), reached where every one lies exactly at the edge of its
margin: the method's later steps gain only by verdicts that are right. Measures that depend on each other are checked
by simulation (`workbench calibrate`).

**The bar.** Whatever says "same", "higher", "best", "weakest" or "nobody should" asks here first. Below the bar the
word is "undecided", with what is missing.

**Forecasts**: how many further plays would settle a question, as a range with a chance instead of one number. After n
plays the estimate is d with standard error e. After N plays in all, it will be about Normal(d, e² (1 - n / N)): it
keeps what it has, and moves by what is new (the predictive distribution under a flat prior). It decides the question if
it then lies more than `reach` of its errors, e sqrt(n / N) each, from both edges of the margin. The chance of that
grows with N; the forecast gives the N at which it is 50 % and 80 %.

**Power**: before anything is played, the plays that show a change, and the change that so many plays show. Let a pair
of plays differ by `change` on average, with the standard deviation `sd`. After N plays the estimate is about
Normal(change, sd² / N), and the plays that a plan needs are the N at which that decides the question with the chance
`LIKELY`. A change of exactly the margin is never decided, whatever N; a change of 0 is decided as "same". Where pairs
of the two revisions are stored, `sd` is that of their differences. Else it is taken from each revision by itself, as if
the plays did not pair: sqrt(sd_base² + sd_other²). Pairing mostly saves, so that plan is too long rather than too
short.

**Promises** about chances are tested by many statements (`wrong_by_luck`). Those from one batch share its luck: where
one interval misses, that of a related measure misses as well. They count as so many independent statements as would
vary as much (the *effective* number, Kish 1965, "Survey Sampling"), and never as more than there are. For these the
tail is that of the binomial distribution, exactly, with a fraction of a statement by the incomplete beta function.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import ceil, isfinite, isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from workbench.engine.problems import FEWEST_PLAYS
from workbench.stats.estimate import (
    Estimate,
    Floats,
    as_floats,
    errors_between,
    half_width,
    normal_below,
    normal_quantile,
    student_below,
    tail,
)
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


def interval_claim_p(low: float, high: float, n: int, margin: float) -> float:
    """The same from a 95 % interval alone, taken as that of a normal mean; NaN where it has no bounds."""
    if isnan(high - low) or high - low == float("inf"):
        return nan
    sd = (high - low) / 2 * sqrt(n) / -normal_quantile(tail(0.95))
    return _p((low + high) / 2, sd, n, 0.0, margin, False)


def middle(difference: PairedDifference) -> float:
    """The centre of the interval: the difference; for a spread, whose estimate is biased, the interval's middle."""
    return difference.mean if difference.jump else (difference.low + difference.high) / 2


def _p(moved: float, sd: float, n: int, jump: float, margin: float, watched: bool) -> float:
    if n < 2 or isnan(moved) or isnan(sd):
        return nan
    near, far = (errors_between(abs(moved) + side, sd, n, jump) for side in (-margin, margin))
    if watched:
        return any_time_p(abs(near), n)
    return student_below(-abs(near), n - 1) + (student_below(-far, n - 1) if near > 0 else 0.0)


def _moved(moved: Direction, direction: Direction) -> Verdict:
    """The word for a measure that moved beyond the margin."""
    if direction is Direction.NONE:
        return Verdict.HIGHER if moved is Direction.UP else Verdict.LOWER
    return Verdict.BETTER if moved is direction else Verdict.WORSE


def holm(p_values: ArrayLike) -> Floats:
    """Adjusted p-values, shape (k,), in the order given; compare each with the level wanted for the whole family.

    Holm's (1979) step-down method: valid however the measures depend on each other. NaN (a measure without a test)
    stays NaN and does not count. ValueError: a value outside [0, 1], or not one-dimensional.
    """
    p = as_floats(p_values)
    tested = ~np.isnan(p)
    if not ((p[tested] >= 0) & (p[tested] <= 1)).all():
        raise ValueError("a p-value lies between 0 and 1")
    ascending = np.argsort(p)[: tested.sum()]  # NaN comes last
    stepped = np.maximum.accumulate(p[ascending] * np.arange(len(ascending), 0, -1))
    adjusted = np.full(p.size, np.nan)
    adjusted[ascending] = np.minimum(stepped, 1)
    return adjusted


def outside_expectation(estimates: Sequence[Estimate], expected: Sequence[float]) -> list[int]:
    """Which estimates lie above (1) or below (-1) what is expected of each, corrected together (Holm); else 0.

    Each p-value is that of a normal mean whose 95 % interval is as wide as the estimate's own on the side of the
    expected value: wider intervals, such as those of a confidence sequence, make it more careful. The chance of any
    false finding is `RISK`. NaN, for no plays, is never one.
    """
    z = -normal_quantile(tail(0.95))
    gaps = np.array([estimate.mean - there for estimate, there in zip(estimates, expected, strict=True)])
    below = np.array([estimate.mean - estimate.low for estimate in estimates])
    above = np.array([estimate.high - estimate.mean for estimate in estimates])
    reach = np.abs(np.where(gaps > 0, below, above))
    with np.errstate(divide="ignore", invalid="ignore"):
        p_values = 2 * normal_below(-np.abs(gaps) / reach * z)
    is_off = holm(np.where(gaps == 0, 1.0, p_values)) < RISK
    return [int(np.sign(gap)) if off else 0 for gap, off in zip(gaps, is_off, strict=True)]


def simultaneous_confidence(confidence: float, k: int) -> float:
    """The confidence each of k intervals needs for all k to hold together with `confidence` (Bonferroni).

    `simultaneous_confidence(0.95, 10)` is 0.995. k = 0 counts as 1. ValueError: `confidence` outside (0, 1), k < 0.
    """
    if k < 0:
        raise ValueError(f"k = {k}: a number of intervals is at least 0")
    return 1 - 2 * tail(confidence) / max(k, 1)


RISK = 0.05
"""The chance of any false finding among all that is looked at together."""
FEWEST_SESSIONS = 5
"""With fewer sessions of people no verdict. Their tests are exact, but one odd evening is no finding."""


def enough(plays: int) -> bool:
    """True if so many plays, or pairs of plays, are enough for a verdict."""
    return plays >= FEWEST_PLAYS


def enough_sessions(sessions: int) -> bool:
    """True if so many sessions with people are enough for a verdict."""
    return sessions >= FEWEST_SESSIONS


def judge_together(gains: Sequence[Estimate], margin: float, among: int = 0) -> list[Verdict]:
    """The verdict on each difference from what is expected, corrected for all of them together (Holm).

    Higher or lower: its interval lies beyond the smallest change that counts, `margin`. Same: inside it. Each at the
    confidence that keeps the chance of any false verdict within `RISK`. Undecided: neither, or too few plays. `among`
    is how many were looked at, where these are only some of them. `gains` have 95 % intervals.
    """
    p_values = [_p_value(gain, margin) if enough(gain.n) else 1.0 for gain in gains]
    others = [1.0] * max(0, among - len(gains))
    is_sure = holm([*p_values, *others])[: len(gains)] < RISK
    return [_word(gain, margin) if sure else Verdict.UNDECIDED for gain, sure in zip(gains, is_sure, strict=True)]


def together_interval(gain: Estimate, among: int) -> tuple[float, float]:
    """The ends of an interval that holds together with so many in all, from one of 95 % (Bonferroni)."""
    if not enough(gain.n):
        return -np.inf, np.inf
    wider = two_sided_reach(among) / two_sided_reach(1)
    return gain.mean - wider * (gain.mean - gain.low), gain.mean + wider * (gain.high - gain.mean)


def two_sided_reach(among: int) -> float:
    """Standard errors that an edge has to be away where so many two-sided questions share the risk: 1.96 for one."""
    return -normal_quantile(tail(simultaneous_confidence(1 - RISK, among)))


def largest_unseen_rate(plays: int) -> float:
    """The largest rate, at 95 % two-sided, of an event that has not happened in this many plays: about 3.7 / plays."""
    return float(1 - (RISK / 2) ** (1 / plays)) if plays else 1.0


def _p_value(gain: Estimate, margin: float) -> float:
    """The least risk at which the interval, scaled as a normal one, is clear of both edges of the margin.

    1 where there is no interval, or one without width: values that have not varied yet are no evidence.
    """
    if not gain.low < gain.high:
        return 1.0
    to_edges = [(abs(gain.mean - edge), gain.mean > edge) for edge in (-margin, margin)]
    sides = {True: gain.mean - gain.low, False: gain.high - gain.mean}
    with np.errstate(divide="ignore", invalid="ignore"):
        clear = float(min(np.float64(gap) / sides[above] for gap, above in to_edges))
    return 1.0 if np.isnan(clear) else float(2 * normal_below(-clear * two_sided_reach(1)))


def _word(gain: Estimate, margin: float) -> Verdict:
    """The verdict that the mean alone suggests."""
    if abs(gain.mean) <= margin:
        return Verdict.SAME
    return Verdict.HIGHER if gain.mean > 0 else Verdict.LOWER


EVEN, LIKELY = 0.5, 0.8
"""The chances of a decision that a forecast names."""
LEAST_FURTHER = 10
MOST_TIMES = 30.0
"""No forecast where it takes more than this many times the plays there are: the estimate sits at the edge."""
STEPS = 2_000
"""Steps in the search for the number of plays: each is less than one per cent."""


@dataclass(frozen=True)
class Forecast:
    """Further plays after which a question is decided with a chance of 50 % (`even`) and of 80 % (`likely`)."""

    even: int
    likely: int

    def times(self, factor: float) -> "Forecast":
        """The forecast in plays of which only one in `factor` is about the question."""
        return Forecast(ceil(self.even * factor), ceil(self.likely * factor))


def forecast(
    difference: float, error: float, n: int, margin: float, reach: float, jump: float = 0.0
) -> Forecast | None:
    """Further plays until `difference` is clear of both -margin and margin, from its standard error after n plays.

    `reach` is how many standard errors away an edge must be: 1.96 for a 95 % interval, more where many questions share
    the risk. `jump` is the room for rare events (`estimate`). Never fewer than `FEWEST_PLAYS` in all, nor than a
    tenth of those there are: what is as close as that is not known, and "2 more plays" is no advice.
    None where there is no sensible number: the estimate sits at the edge of the margin.
    """
    least = max(ceil(n / LEAST_FURTHER), FEWEST_PLAYS - n)
    if n < 1 or not (isfinite(difference) and isfinite(error)):
        return Forecast(least, least) if n < FEWEST_PLAYS else None
    times = np.geomspace(1 + 1 / STEPS, MOST_TIMES, STEPS)
    moves = np.sqrt((error**2 + (jump / n) ** 2) * (1 - 1 / times))
    needed: Floats = half_width(np.full(STEPS, error * sqrt(n)), n * times, reach, jump)
    chance = np.maximum.accumulate(
        decision_chances(difference, margin, np.maximum(moves, np.finfo(float).tiny), needed)
    )
    if chance[-1] < LIKELY:
        return None
    factors = times[np.searchsorted(chance, (EVEN, LIKELY))]
    even, likely = (max(least, ceil(n * (factor - 1))) for factor in factors)
    return Forecast(even, likely)


def decision_chances(now: float, margin: float, moves: Floats, needed: Floats) -> Floats:
    """The chance of a decision, shape (k,): the estimate moves from `now`, and decides if `needed` from both edges."""
    ends = (now - margin - needed, -now - margin - needed, margin - needed - now, needed - margin - now)
    above, below, high, low = (np.interp(end / moves, *_normal_table()) for end in ends)
    return np.asarray(above + below + np.maximum(high - low, 0))


@cache
def _normal_table() -> tuple[Floats, Floats]:
    """Numbers, and the probability below each: between them it is read off to seven digits, a sixth of the time."""
    z = np.linspace(-10, 10, 20_001)
    return z, normal_below(z)


def effective_statements(wrong: ArrayLike, statements: ArrayLike) -> float:
    """How many independent statements those of all batches are worth; both of shape (batches,).

    All of them where none is wrong or there is one batch: nothing says then that they depend on each other.
    """
    misses, sizes = as_floats(wrong), as_floats(statements)
    total = float(sizes.sum())
    share = float(misses.sum()) / total if total else nan
    if misses.size < 2 or not 0 < share < 1:
        return total
    spread = misses.size / (misses.size - 1) * float(((misses - share * sizes) ** 2).sum())
    return min(total, total**2 * share * (1 - share) / spread) if spread > 0 else total


def wrong_by_luck(wrong: float, statements: float, most: float) -> float:
    """The chance of as many wrong ones or more, if each of the statements is wrong with the chance `most`.

    1 where none is wrong. Fractions are allowed.
    """
    from scipy.special import betainc  # loads slowly

    return float(betainc(wrong, statements - wrong + 1, most)) if wrong > 0 else 1.0


MOST_PLANNED = 1e9
"""A plan that needs more has no number."""
PLAN_STEPS = 4_000
"""Steps in the search for the number of plays: each is less than half a per cent."""


def plays_to_decide(
    change: float, sd: float, margin: float, reach: float, jump: float = 0.0, chance: float = LIKELY
) -> int | None:
    """Plays after which a true change is decided with this chance; None where no number of them does it.

    `reach` is how many standard errors away an edge of the margin must be; `jump` the room for rare events.
    """
    if not np.isfinite([change, sd, jump]).all():
        return None
    plays = np.geomspace(FEWEST_PLAYS, MOST_PLANNED, PLAN_STEPS)
    errors = np.maximum(sd / np.sqrt(plays), np.finfo(float).tiny)
    chances = decision_chances(change, margin, errors, half_width(np.full(PLAN_STEPS, sd), plays, reach, jump))
    place = int(np.argmax(chances >= chance))
    return int(np.ceil(plays[place])) if chances[place] >= chance else None


def change_seen(plays: int, sd: float, margin: float, reach: float, jump: float) -> float:
    """The smallest true change that so many plays are likely to show, beyond the margin."""
    width = float(half_width(np.float64(sd), plays, reach, jump))
    return float(margin + width + normal_quantile(LIKELY) * sd / np.sqrt(plays))
