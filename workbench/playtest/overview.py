"""Overview of many sessions: the list, and the figures of a dashboard, each by the version that was played.

Every call first updates the store's overview from the logs, which costs nothing when nothing was logged since. The
figures and filters are types of `workbench.store.playtests`: `SessionFilter`, `RatingCounts`, `Length` and so on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.engine.problems import Problem
from workbench.engine.wording import counted
from workbench.playtest.log.kinds import ClockPhase
from workbench.playtest.log.recording import load
from workbench.playtest.log.session import Session, session_of
from workbench.store import Store
from workbench.store.playtests import (
    Comment,
    Entry,
    Length,
    MomentCount,
    MomentRow,
    Played,
    RatingCounts,
    ReplyCounts,
    Score,
    SeatRow,
    SessionFilter,
    SessionRow,
    SessionSummary,
    comments,
    lengths,
    list_sessions,
    moments_by_minute,
    played,
    ratings,
    refresh,
    replies,
    scores,
    seats_of,
    unreadable_lines,
)
from workbench.store.playtests.overview import EVERY

FOLD = "4"
"""The version of `summarize`: after a change of it every log is read again."""


@dataclass(frozen=True)
class Dashboard:
    """The figures of all sessions that a filter selects, by version."""

    played: list[Played]
    ratings: list[RatingCounts]
    scores: list[Score]
    lengths: list[Length]
    replies: list[ReplyCounts]
    moments: list[MomentCount]
    comments: list[Comment]


def sessions(store: Store, which: SessionFilter = EVERY) -> list[SessionRow]:
    """The sessions, the one begun last first."""
    with store.session():
        update_overview(store)
        return list_sessions(store, which)


def custom_moments(store: Store, game: str) -> list[str]:
    """The names of the host's own kinds of moments in the latest session of this game."""
    with store.session():
        session_rows = sessions(store, SessionFilter(game=game))
        return [kind.title for kind in load(store, session_rows[0].session).custom_moments] if session_rows else []


def seats(store: Store, which: SessionFilter = EVERY) -> list[SeatRow]:
    """Every player of every session, by session, then by seat."""
    with store.session():
        update_overview(store)
        return seats_of(store, which)


def dashboard(store: Store, which: SessionFilter = EVERY, *, minutes: int = 5) -> Dashboard:
    """All figures at once; moments in bins of so many minutes of play."""
    with store.session():
        update_overview(store)
        return Dashboard(
            played(store, which),
            ratings(store, which),
            scores(store, which),
            lengths(store, which),
            replies(store, which),
            moments_by_minute(store, which, minutes=minutes),
            comments(store, which),
        )


def quotable_comments(store: Store, game: str) -> dict[str, list[str]]:
    """The words of players who may be quoted, without names, by the revision that they played, the latest first."""
    quotes: dict[str, list[str]] = {}
    with store.session():
        update_overview(store)
        for comment in comments(store, SessionFilter(game=game)):
            if comment.may_quote:
                quotes.setdefault(comment.version.version, []).append(comment.text)
    return quotes


def left_out(store: Store) -> list[Problem]:
    """A warning for each file with lines that cannot be read."""
    words = "cannot be read, after a crash or damage, and left out; the file still has what is left of it"
    return [
        Problem(name if "." in name else f"sessions/{name}.jsonl", f"{counted(count, 'line')} {words}", warning=True)
        for name, count in unreadable_lines(store).items()
    ]


def update_overview(store: Store) -> int:
    """Read the logs that have changed again; returns how many."""
    return refresh(store, FOLD, summarize)


def summarize(log: Sequence[Entry]) -> SessionSummary | None:
    """A log in figures; None for one without a session."""
    try:
        session = session_of(log)
    except ValueError:
        return None
    seated = tuple(
        SeatRow(
            session.id,
            player.player,
            player.seat,
            player.newcomer,
            session.scores.total_of(player.player),
            session.scores.win_share(player.player) if player.player in session.winners else 0.0,
            departed=player in session.left,
            passed_on=player.player in session.scores.taken,
        )
        for player in session.everybody
    )
    moments = tuple(
        MomentRow(session.id, moment.entry, str(moment.moment), moment.at, moment.minute, moment.player, moment.note)
        for moment in session.moments
    )
    return SessionSummary(_row(session), seated, moments)


def _row(session: Session) -> SessionRow:
    header, scores = session.header, session.scores
    return SessionRow(
        session=session.id,
        game=header.game,
        version=header.version,
        rules_hash=header.rules_hash,
        goal=header.goal,
        location=header.location,
        medium=header.medium,
        status=session.status.value,
        started_at=session.started_at,
        ended_at=session.ended_at,
        players=session.seats,
        newcomers=sum(player.newcomer for player in session.everybody),
        teaching_s=session.seconds(ClockPhase.TEACHING),
        play_s=session.seconds(ClockPhase.PLAY),
        break_s=session.seconds(ClockPhase.BREAK),
        rows=scores.rows,
        margin=scores.margin,
        overridden=scores.override is not None,
        moments=len(session.moments),
        notes=len(session.notes),
    )
