"""The one bar of evidence: what has to hold before a verdict, an advice or a headline is stated anywhere.

Whatever says "same", "higher", "best", "weakest", "nobody should" asks here first. Below the bar the word is
"undecided", with what is missing.
"""

from collections.abc import Sequence

import numpy as np

from workbench.stats.estimate import Estimate
from workbench.stats.multiple import holm, simultaneous_confidence
from workbench.stats.samples import normal_quantile, special, tail
from workbench.stats.verdict import Verdict

RISK = 0.05
"""The chance, over all that is looked at together, of stating a finding that is none."""
FEWEST_PLAYS = 100
"""With fewer plays (or pairs) nothing is stated: rare events may not have happened yet."""
FEWEST_SESSIONS = 5
"""With fewer sessions of people nothing is stated. Their tests are exact, but one odd evening is no finding."""


def enough(plays: int) -> bool:
    """Whether so many plays, or pairs of plays, may decide anything."""
    return plays >= FEWEST_PLAYS


def enough_sessions(sessions: int) -> bool:
    """Whether so many sessions with people may decide anything."""
    return sessions >= FEWEST_SESSIONS


def weighed(gains: Sequence[Estimate], margin: float, among: int = 0) -> list[Verdict]:
    """What is established of each difference from what is expected, all of them together (Holm).

    Higher or lower: its interval lies beyond the smallest change that counts, `margin`. The same: inside it. Each at
    the confidence that keeps the chance of any false word within `RISK`. Undecided: neither, or too few plays. `among`
    is how many were looked at, where these are only some of them. `gains` have 95 % intervals.
    """
    p_values = [_p_value(gain, margin) if enough(gain.n) else 1.0 for gain in gains]
    others = [1.0] * max(0, among - len(gains))
    found = holm([*p_values, *others])[: len(gains)] < RISK
    return [_word(gain, margin) if sure else Verdict.UNDECIDED for gain, sure in zip(gains, found, strict=True)]


def reach(among: int) -> float:
    """How many standard errors off an edge has to be where so many questions share the risk: 1.96 for one."""
    return -normal_quantile(tail(simultaneous_confidence(1 - RISK, among)))


def unseen(plays: int) -> float:
    """The largest rate, at 95 % two-sided, of what has not happened in so many plays: about 3.7 / plays."""
    return float(1 - (RISK / 2) ** (1 / plays)) if plays else 1.0


def _p_value(gain: Estimate, margin: float) -> float:
    """The least risk at which the interval is clear of both edges of the margin, its ends moved as a normal one's.

    1 where there is no interval, or one without width: numbers that have not varied yet are no evidence.
    """
    if not gain.low < gain.high:
        return 1.0
    to_edges = [(abs(gain.mean - edge), gain.mean > edge) for edge in (-margin, margin)]
    sides = {True: gain.mean - gain.low, False: gain.high - gain.mean}
    with np.errstate(divide="ignore", invalid="ignore"):
        clear = float(min(np.float64(gap) / sides[above] for gap, above in to_edges))
    return 1.0 if np.isnan(clear) else float(2 * special().ndtr(-clear * reach(1)))


def _word(gain: Estimate, margin: float) -> Verdict:
    """Where the mean lies."""
    if abs(gain.mean) <= margin:
        return Verdict.SAME
    return Verdict.HIGHER if gain.mean > 0 else Verdict.LOWER
