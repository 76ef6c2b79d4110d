"""The logs of live sessions: entries that are only ever added, each stored at once.

How rows are stored is here too: times in UTC, JSON in one form, many rows at once.

The sender makes an entry's id, so sending it again changes nothing: after a failure, an entry is simply sent again.
Entries are ordered by `at`, then by arrival. A live entry gets its time here, never earlier than the last of its log,
so that a clock set back does not put a correction before what it corrects.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store, insert_row


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def as_stored(at: datetime) -> datetime:
    """A time for DuckDB: in UTC, without a zone."""
    return at.astimezone(UTC).replace(tzinfo=None)


def as_read(at: datetime) -> datetime:
    """A stored time, with its zone UTC."""
    return at.replace(tzinfo=UTC)


def as_json(data: object) -> str:
    """One text for equal values, whatever the order of their keys."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def insert(cursor: Connection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert any number of rows with the same keys."""
    if not rows:
        return
    types = dict(
        cursor.execute("select column_name, data_type from duckdb_columns() where table_name = ?", [table]).fetchall()
    )
    columns = ", ".join(f"unnest(${place}::{types[name]}[]) as {name}" for place, name in enumerate(rows[0], 1))
    cursor.execute(f"insert into {table} by name select {columns}", [[row[name] for row in rows] for name in rows[0]])


def next_number(cursor: Connection, table: str) -> int:
    """The number of the next row. Writers take turns, so nobody else gets it."""
    row = cursor.execute(f"select coalesce(max(number), 0) + 1 from {table}").fetchone()
    assert row is not None
    return int(row[0])


def forget_overview(cursor: Connection, sessions: Sequence[str]) -> None:
    """Delete the summaries of these logs, so that they are read again."""
    for table in ("playtest_sessions", "playtest_seats", "playtest_moments"):
        cursor.execute(f"delete from {table} where session in (select unnest($1::varchar[]))", [list(sessions)])


TABLE = "playtest_entries"
COLUMNS = "number, id, session, kind, happened_at, device, data, batch"


EntryData: TypeAlias = Mapping[str, Any]
"""The JSON of an entry, as it came; `playtest.log.entries` reads it."""


class EntryRefused(WorkbenchError):
    """The log refuses an entry; nothing was stored."""


@dataclass(frozen=True)
class Entry:
    """One entry of a session's log. `at` is in UTC; None: when it is stored. `number` counts arrivals from 1."""

    id: str
    session: str
    kind: str
    data: EntryData
    at: datetime | None = None
    device: str = ""
    number: int = 0
    batch: str | None = None

    @property
    def time(self) -> datetime:
        """When it happened; only for a stored entry."""
        assert self.at is not None
        return self.at

    @property
    def order(self) -> tuple[datetime, int]:
        """Its place in the log."""
        return self.time, self.number

    def has_same_content(self, other: "Entry") -> bool:
        """True if both have the same content, whenever they arrived; one without a time agrees with any time."""
        same_time = self.at == other.at or None in (self.at, other.at)
        mine, theirs = ((e.session, e.kind, e.device, as_json(e.data)) for e in (self, other))
        return same_time and mine == theirs


CheckEntry = Callable[[Sequence[Entry], Entry], None]
"""Given the log so far and a new entry: raises a WorkbenchError if the log must not take it."""


def new_uuid() -> str:
    """A random id."""
    return str(uuid.uuid4())


def append(store: Store, session: str, entries: Iterable[Entry], check: CheckEntry | None = None) -> list[Entry]:
    """Add entries to a session's log, all or none, in one transaction; returns the entries as stored.

    One that is stored already is returned as it is. EntryRefused: an id is taken by another entry. Exceptions of
    `check` are passed on.
    """
    with store.writing() as cursor:
        log = read(cursor, "session = ?", [session])
        return [_append(cursor, log, entry, check) for entry in entries]


def entries_of(store: Store, session: str) -> list[Entry]:
    """A session's log, in order; empty if there is no such session."""
    with store.reading() as cursor:
        return read(cursor, "session = ?", [session])


def session_ids(store: Store) -> list[str]:
    """Every session, the one whose log begins last first."""
    with store.reading() as cursor:
        result = cursor.execute(f"select session from {TABLE} group by session order by min(happened_at) desc, session")
        return [session for (session,) in result.fetchall()]


def delete_session(store: Store, session: str) -> None:
    """Delete a session with its feedback and links."""
    with store.writing() as cursor:
        delete_sessions(cursor, [session])


def delete_sessions(cursor: Connection, sessions: Sequence[str]) -> None:
    """Delete sessions with everything that belongs to them."""
    for table in (TABLE, "playtest_feedback", "playtest_links"):
        cursor.execute(f"delete from {table} where session in (select unnest($1::varchar[]))", [list(sessions)])
    forget_overview(cursor, sessions)


def read(cursor: Connection, where: str, values: Sequence[object]) -> list[Entry]:
    """The entries that match a condition, in the order of their logs."""
    query = f"select {COLUMNS} from {TABLE} where {where} order by happened_at, number"
    return [
        Entry(id, session, kind, json.loads(data), as_read(at), device, number, batch)
        for number, id, session, kind, at, device, data, batch in cursor.execute(query, list(values)).fetchall()
    ]


def insert_many(cursor: Connection, entries: Sequence[Entry]) -> None:
    """Add entries with times, of any sessions, numbered in their order."""
    first = next_number(cursor, TABLE)
    insert(cursor, TABLE, [_row(replace(entry, number=number)) for number, entry in enumerate(entries, first)])


def _append(cursor: Connection, log: list[Entry], entry: Entry, check: CheckEntry | None) -> Entry:
    same = next((stored for stored in log if stored.id == entry.id), None)
    if same is not None:
        if not entry.has_same_content(same):
            raise EntryRefused(f"entry {entry.id} is in the log already, with other content")
        return same
    if cursor.execute(f"select 1 from {TABLE} where id = ?", [entry.id]).fetchone():
        raise EntryRefused(f"entry {entry.id} belongs to another session")
    if check is not None:
        check(log, entry)
    at = entry.at or (max(now(), log[-1].time) if log else now())  # never before the last entry
    stored = replace(entry, at=at, number=next_number(cursor, TABLE))
    insert_row(cursor, TABLE, _row(stored))
    log.append(stored)
    log.sort(key=lambda logged: logged.order)
    return stored


def _row(entry: Entry) -> dict[str, object]:
    return {
        "number": entry.number,
        "id": entry.id,
        "session": entry.session,
        "kind": entry.kind,
        "happened_at": as_stored(entry.time),
        "device": entry.device,
        "data": as_json(entry.data),
        "batch": entry.batch,
    }
