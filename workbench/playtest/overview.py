"""Overview of many sessions: the list, and the figures of a dashboard, each by the version that was played.

Every call first updates the store's overview from the logs, which costs nothing when nothing was logged since. The
figures and filters are types of `workbench.store.playtests.overview`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput, Problem
from workbench.engine.wording import counted, time_words
from workbench.playtest.log.kinds import ENDED, ClockPhase, SessionStatus
from workbench.store import Store
from workbench.store.ledger import plain
from workbench.store.playtests.entries import Entry
from workbench.store.playtests.overview import (
    EVERY,
    Comment,
    EndFigure,
    MomentCount,
    MomentRow,
    Played,
    RatingCounts,
    ReplyCounts,
    SeatRow,
    SessionFilter,
    SessionRow,
    SessionSummary,
    comments,
    end_figures,
    list_sessions,
    moments_by_minute,
    played,
    ratings,
    refresh,
    replies,
    unreadable_lines,
)

if TYPE_CHECKING:
    from workbench.playtest.log.session import Session

FOLD = "4"
"""The version of `summarize`: after a change of it every log is read again."""


@dataclass(frozen=True)
class Dashboard:
    """The figures of all sessions that a filter selects, by version."""

    played: list[Played]
    ratings: list[RatingCounts]
    figures: list[EndFigure]
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
    from workbench.playtest.log.recording import load  # loads slowly, as what reads logs does; a list needs none of it

    with store.session():
        session_rows = sessions(store, SessionFilter(game=game))
        return [kind.title for kind in load(store, session_rows[0].session).custom_moments] if session_rows else []


def dashboard(store: Store, which: SessionFilter = EVERY, *, minutes: int = 5) -> Dashboard:
    """All figures at once; moments in bins of so many minutes of play."""
    with store.session():
        update_overview(store)
        return Dashboard(
            played(store, which),
            ratings(store, which),
            end_figures(store, which),
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
    unreadable = unreadable_lines(store) if store.may_have_sessions else {}
    return [
        Problem(name if "." in name else f"sessions/{name}.jsonl", f"{counted(count, 'line')} {words}", warning=True)
        for name, count in unreadable.items()
    ]


def listed(store: Store, status: str | None = None, game: str | None = None) -> list[SessionRow]:
    """The sessions of the store, the latest first; `ended` are all that were ended. Raises BadInput for a status."""
    if status is not None and status not in list(SessionStatus):
        raise BadInput.one("--status", f"must be one of {', '.join(SessionStatus)}", status)
    every = ENDED if status == SessionStatus.ENDED else (SessionStatus(status),) if status else ()
    which = SessionFilter(game=game, statuses=tuple(chosen.value for chosen in every))
    return sessions(store, which) if store.may_have_sessions else []


def session_line(row: SessionRow) -> str:
    what = f"{row.game}/{row.version}" if row.rules_hash else f"{row.game} {row.version}".strip()
    return f"{row.session}  {row.status}  {time_words(row.started_at)}  {what}, {counted(row.players, 'player')}"


def session_json(row: SessionRow) -> dict[str, object]:
    return {
        "session": row.session,
        "game": row.game,
        "version": f"{row.game}/{row.version}" if row.rules_hash else row.version,  # else the label of a printed deck
        **end_json(SessionStatus(row.status)),
        "players": row.players,
        "started_at": plain(row.started_at),
        "ended_at": None if row.ended_at is None else plain(row.ended_at),
    }


FINISHED = {SessionStatus.ENDED: True, SessionStatus.STOPPED: False, SessionStatus.ABANDONED: False}
"""True for a game played to its end, by status; nobody knows of the others."""


def end_json(status: SessionStatus) -> dict[str, JsonValue]:
    """`status` (open, ended or abandoned) and `finished` as JSON, None where nobody knows."""
    return {"status": "ended" if status in ENDED else status.value, "finished": FINISHED.get(status)}


def update_overview(store: Store) -> int:
    """Read the logs that have changed again; returns how many."""
    return refresh(store, FOLD, summarize)


def summarize(log: Sequence[Entry]) -> SessionSummary | None:
    """A log in figures; None for one without a session."""
    from workbench.playtest.log.session import session_of

    try:
        session = session_of(log)
    except (KeyError, TypeError, AttributeError, ValueError):  # of damage that no entry shows alone
        return None
    read = {line.entry.id for line in session.lines} & {entry.id for entry in log}
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
    return SessionSummary(_row(session), seated, moments, len(read))


def _row(session: "Session") -> SessionRow:
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
