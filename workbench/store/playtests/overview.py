"""Summaries of the logs in tables, so that lists and figures over thousands of sessions are single queries.

The tables can be deleted at any time. `refresh` updates them: it summarizes the sessions again whose log has changed
since, or that were summarized by another version of the code.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from workbench.store.connection import Connection, Store
from workbench.store.playtests.entries import Entry, as_read, as_stored, forget_overview, in_columns, insert
from workbench.store.playtests.entries import read as read_entries

STALE = """
    with logs as (select session, max(number) as upto, count(*) as entries from playtest_entries group by session)
    select session from logs left join playtest_sessions as known using (session)
    where known.fold is distinct from ? or known.upto <> logs.upto or known.entries <> logs.entries
"""


@dataclass(frozen=True)
class SessionRow:
    """One session in figures. Times of phases are in seconds; `margin` is None where totals are missing."""

    session: str
    game: str
    version: str
    rules_hash: str
    goal: str
    location: str
    medium: str
    status: str
    started_at: datetime
    ended_at: datetime | None
    players: int
    newcomers: int
    teaching_s: float
    play_s: float
    break_s: float
    rows: int
    margin: float | None
    overridden: bool
    moments: int
    notes: int


@dataclass(frozen=True)
class SeatRow:
    """One player of a session. `seat` counts from 0; `win` is the player's share of the win.

    `departed`: left the table, with `total` at that time; `passed_on`: and somebody at the table took over the points.
    """

    session: str
    player: str
    seat: int | None
    newcomer: bool
    total: float | None
    win: float
    departed: bool = False
    passed_on: bool = False


@dataclass(frozen=True)
class MomentRow:
    """One moment. `minute` counts minutes of play; None outside of play."""

    session: str
    entry: str
    moment: str
    happened_at: datetime
    minute: float | None
    player: str | None
    note: str


@dataclass(frozen=True)
class Summary:
    """The summary of one session's log."""

    session: SessionRow
    seats: tuple[SeatRow, ...] = ()
    moments: tuple[MomentRow, ...] = ()


@dataclass(frozen=True)
class Filter:
    """A selection of sessions. None and empty tuples select all; `since` is included, `until` is not."""

    game: str | None = None
    versions: tuple[str, ...] = ()
    rules_hash: str | None = None
    players: int | None = None
    newcomers: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    statuses: tuple[str, ...] = ()
    medium: str | None = None
    sessions: tuple[str, ...] = ()

    def conditions(self) -> Iterator[tuple[str, object]]:
        """The conditions on `playtest_sessions`, each with the value of its parameter."""
        for column in ("game", "rules_hash", "players", "medium"):
            if (value := getattr(self, column)) is not None:
                yield f"{column} = ?", value
        for column, values in (("version", self.versions), ("status", self.statuses), ("session", self.sessions)):
            if values:
                yield f"{column} in (select unnest(?::varchar[]))", [str(value) for value in values]
        if self.newcomers is not None:
            yield "(newcomers > 0) = ?", self.newcomers
        if self.since is not None:
            yield "started_at >= ?", as_stored(self.since)
        if self.until is not None:
            yield "started_at < ?", as_stored(self.until)

    def picked(self) -> tuple[str, list[object]]:
        """The sessions as a subquery, and its parameters."""
        conditions = list(self.conditions())
        where = " and ".join(condition for condition, _ in conditions) or "true"
        return f"(select * from playtest_sessions where {where})", [value for _, value in conditions]


EVERY = Filter()
Summarise = Callable[[Sequence[Entry]], Summary | None]
"""Summarizes one log, in order; None for one without a session."""


# Keeping up with the logs


def refresh(store: Store, fold: str, summarise: Summarise) -> int:
    """Read again what has changed; how many sessions that were. `fold` names the version of `summarise`."""
    with store.reading() as cursor:
        if not _stale(cursor, fold):
            return 0
    with store.writing() as cursor:
        stale = _stale(cursor, fold)
        logs = _logs(cursor, stale)
        forget_overview(cursor, stale)
        _insert(cursor, fold, logs, [summarise(log) for log in logs.values()])
        return len(stale)


def _stale(cursor: Connection, fold: str) -> list[str]:
    return [session for (session,) in cursor.execute(STALE, [fold]).fetchall()]


def _logs(cursor: Connection, sessions: Sequence[str]) -> dict[str, list[Entry]]:
    logs = defaultdict(list)
    for entry in read_entries(cursor, "session in (select unnest($1::varchar[]))", [list(sessions)]):
        logs[entry.session].append(entry)
    return logs


def _insert(
    cursor: Connection, fold: str, logs: Mapping[str, Sequence[Entry]], summaries: Sequence[Summary | None]
) -> None:
    read = [summary for summary in summaries if summary is not None]
    rows = [
        vars(summary.session)
        | _stored_times(summary.session)
        | {"fold": fold, "upto": max(entry.number for entry in log), "entries": len(log)}
        for summary in read
        for log in [logs[summary.session.session]]
    ]
    seats = [vars(seat) for summary in read for seat in summary.seats]
    moments = [vars(m) | {"happened_at": as_stored(m.happened_at)} for summary in read for m in summary.moments]
    tables = {"playtest_sessions": rows, "playtest_seats": seats, "playtest_moments": moments}
    for table, made in tables.items():
        if made:
            insert(cursor, table, in_columns(made))


def _stored_times(row: SessionRow) -> dict[str, datetime | None]:
    ended = None if row.ended_at is None else as_stored(row.ended_at)
    return {"started_at": as_stored(row.started_at), "ended_at": ended}


# Queries


def list_sessions(store: Store, which: Filter = EVERY) -> list[SessionRow]:
    """The sessions, the one started last first."""
    names = [column.name for column in fields(SessionRow)]
    picked, values = which.picked()
    query = f"select {', '.join(names)} from {picked} order by started_at desc, session"
    rows = (dict(zip(names, row, strict=True)) for row in _select(store, query, values))
    return [SessionRow(**row | _read_times(row["started_at"], row["ended_at"])) for row in rows]


def seats_of(store: Store, which: Filter = EVERY) -> list[SeatRow]:
    """Every player of every session selected, by session, then by seat."""
    names = ", ".join(column.name for column in fields(SeatRow))
    picked, values = which.picked()
    query = f"select {names} from playtest_seats where session in (select session from {picked})"
    return [SeatRow(*row) for row in _select(store, f"{query} order by session, seat nulls last, player", values)]


def _read_times(started: datetime, ended: datetime | None) -> dict[str, datetime | None]:
    return {"started_at": as_read(started), "ended_at": None if ended is None else as_read(ended)}


def _select(store: Store, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    with store.reading() as cursor:
        return cursor.execute(query, list(values)).fetchall()
