"""The one bar of evidence: what must hold before any verdict, advice or headline is stated; and forecasts of it.

Whatever says "same", "higher", "best", "weakest" or "nobody should" asks here first. Below the bar the word is
"undecided", with what is missing.

**Forecast**: how many further plays would settle a question, as a range with a chance instead of one number. After n
plays the estimate is d with standard error e. After N plays in all, it will be about Normal(d, e² (1 - n / N)): it
keeps what it has, and moves by what is new (the predictive distribution under a flat prior). It decides the question if
it then lies more than `reach` of its errors, e sqrt(n / N) each, from both edges of the margin. The chance of that
grows with N; the forecast gives the N at which it is 50 % and 80 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite, sqrt

import numpy as np

from workbench.stats.estimate import Estimate, Floats, half_width, normal_quantile, special, tail
from workbench.stats.multiple import holm, simultaneous_confidence
from workbench.stats.verdict import Verdict

RISK = 0.05
"""The chance of any false finding among all that is looked at together."""
FEWEST_PLAYS = 100
"""With fewer plays (or pairs) no verdict: rare events may not have happened yet."""
FEWEST_SESSIONS = 5
"""With fewer sessions of people no verdict. Their tests are exact, but one odd evening is no finding."""


def enough(plays: int) -> bool:
    """Whether this many plays, or pairs of plays, are enough for a verdict."""
    return plays >= FEWEST_PLAYS


def enough_sessions(sessions: int) -> bool:
    """Whether this many sessions with people are enough for a verdict."""
    return sessions >= FEWEST_SESSIONS


def judge_together(gains: Sequence[Estimate], margin: float, among: int = 0) -> list[Verdict]:
    """The verdict on each difference from what is expected, corrected for all of them together (Holm).

    Higher or lower: its interval lies beyond the smallest change that counts, `margin`. Same: inside it. Each at the
    confidence that keeps the chance of any false verdict within `RISK`. Undecided: neither, or too few plays. `among`
    is how many were looked at, where these are only some of them. `gains` have 95 % intervals.
    """
    p_values = [_p_value(gain, margin) if enough(gain.n) else 1.0 for gain in gains]
    others = [1.0] * max(0, among - len(gains))
    found = holm([*p_values, *others])[: len(gains)] < RISK
    return [_word(gain, margin) if sure else Verdict.UNDECIDED for gain, sure in zip(gains, found, strict=True)]


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
    return 1.0 if np.isnan(clear) else float(2 * special().ndtr(-clear * two_sided_reach(1)))


def _word(gain: Estimate, margin: float) -> Verdict:
    """The verdict that the mean alone suggests."""
    if abs(gain.mean) <= margin:
        return Verdict.SAME
    return Verdict.HIGHER if gain.mean > 0 else Verdict.LOWER


EVEN, LIKELY = 0.5, 0.8
"""The chances of a decision that a forecast names."""
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
    the risk. `jump` is the room for rare events (`estimate`). Never fewer than `FEWEST_PLAYS` in all, and at least 1.
    None where there is no sensible number: the estimate sits at the edge of the margin.
    """
    least = max(1, FEWEST_PLAYS - n)
    if n < 1 or not (isfinite(difference) and isfinite(error)):
        return Forecast(least, least) if n < FEWEST_PLAYS else None
    times = np.geomspace(1 + 1 / STEPS, MOST_TIMES, STEPS)
    moves = np.sqrt((error**2 + (jump / n) ** 2) * (1 - 1 / times))
    needed: Floats = half_width(np.full(STEPS, error * sqrt(n)), n * times, reach, jump)
    chance = np.maximum.accumulate(_chances(difference, margin, np.maximum(moves, np.finfo(float).tiny), needed))
    if chance[-1] < LIKELY:
        return None
    even, likely = (max(least, ceil(n * (times[np.searchsorted(chance, wanted)] - 1))) for wanted in (EVEN, LIKELY))
    return Forecast(even, likely)


def _chances(now: float, margin: float, moves: Floats, needed: Floats) -> Floats:
    """The chance of a decision, shape (k,): the estimate moves from `now`, and decides if `needed` from both edges."""
    ndtr = special().ndtr
    beyond = ndtr((now - margin - needed) / moves) + ndtr((-now - margin - needed) / moves)
    inside = ndtr((margin - needed - now) / moves) - ndtr((needed - margin - now) / moves)
    return np.asarray(beyond + np.maximum(inside, 0))
