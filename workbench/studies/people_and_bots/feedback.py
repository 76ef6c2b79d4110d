"""Feedback of people beside the figure of the log that it should follow: too long and the minutes, fun and the lead.

A session counts once: the mean of its players' answers, and what its log has. Whether both rise together is said by a
rank correlation; the intervals of all pairs hold together at 95 % (Bonferroni).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.playtest.log.kinds import ClockPhase, SessionStatus
from workbench.playtest.log.session import Session
from workbench.stats import Estimate, simultaneous_confidence
from workbench.stats.evidence import RISK, enough_sessions
from workbench.stats.placement import rank_correlation
from workbench.store import Store
from workbench.store.playtests.entries import feedback_of


@dataclass(frozen=True)
class Pair:
    """An answer and a figure. `rises`: whether the answer should rise with the figure, or fall."""

    aspect: str
    figure: str
    label: str
    of_session: Callable[[Session], float | None]
    rises: bool = True


@dataclass(frozen=True)
class FeedbackCorrelation:
    """The values of a pair, one a session, and their rank correlation."""

    pair: Pair
    answers: tuple[float, ...]
    figures: tuple[float, ...]
    correlation: Estimate

    @property
    def follows(self) -> bool | None:
        """True if the answer follows the figure as it should, False if the other way round; None where open."""
        correlation = self.correlation
        if not enough_sessions(correlation.n) or correlation.low <= 0 <= correlation.high:
            return None
        return (correlation.low > 0) is self.pair.rises


def _minutes(session: Session) -> float | None:
    return session.seconds(ClockPhase.PLAY) / 60 or None


def _margin(session: Session) -> float | None:
    return session.scores.margin


PAIRS = (
    Pair("length", "minutes", "the minutes of play", _minutes),
    Pair("length", "rows", "the length of the sheet", lambda session: session.scores.rows or None),
    Pair("downtime", "minutes", "the minutes of play", _minutes, rises=False),
    Pair("fun", "margin", "the winner's lead", _margin, rises=False),
    Pair("overall", "margin", "the winner's lead", _margin, rises=False),
)
"""The pairs to correlate. Ratings are 1 to 5, 5 the best; `length` is -2 (too short) to 2 (too long)."""


def feedback_correlations(store: Store, sessions: Sequence[Session]) -> list[FeedbackCorrelation]:
    """The correlations over sessions that were played to the end; pairs that nobody answered are left out."""
    ended = [session for session in sessions if session.status is SessionStatus.ENDED]
    with store.session():
        forms = {session.id: feedback_of(store, session.id) for session in ended}
    there = []
    for pair in PAIRS:  # with the mean answer and the figure of each session that has both
        both = []
        for session in ended:
            answers = [value for form in forms[session.id] if (value := getattr(form, pair.aspect)) is not None]
            figure = pair.of_session(session)
            if answers and figure is not None:
                both.append((float(np.mean(answers)), float(figure)))
        if both:
            there.append((pair, tuple(answer for answer, _ in both), tuple(figure for _, figure in both)))
    confidence = simultaneous_confidence(1 - RISK, len(there))
    return [
        FeedbackCorrelation(pair, answers, numbers, rank_correlation(answers, numbers, confidence))
        for pair, answers, numbers in there
    ]
