"""Imports of files: each stored in one transaction, and undone as one.

The column `batch` of other tables refers to an import by its id.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from workbench.engine.problems import WorkbenchError
from workbench.engine.wording import counted, plural
from workbench.store.connection import Connection, Store, insert_row
from workbench.store.playtests import entries as logs
from workbench.store.playtests import feedback as forms
from workbench.store.playtests import people as persons
from workbench.store.playtests.entries import Entry, as_read, as_stored, forget_overview, new_uuid, now
from workbench.store.playtests.feedback import Feedback
from workbench.store.playtests.people import Person

TABLE = "playtest_batches"
COLUMNS = "id, imported_at, format, file, sessions, entries, feedback"
UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
NAMED = 5
"""How many sessions a message lists."""


class UndoImportRefused(WorkbenchError):
    """There is no such import, or its sessions have changed since."""


@dataclass(frozen=True)
class FileImport:
    """One import. `sessions` counts those that were new."""

    id: str
    imported_at: datetime
    format: str
    file: str
    sessions: int
    entries: int
    feedback: int


@dataclass(frozen=True)
class Stored:
    """The stored sessions and people of a file, and other ids in it."""

    entries: Sequence[Entry]
    feedback: Sequence[Feedback]
    people: Sequence[Person]


@dataclass(frozen=True)
class Additions:
    """Additions of an import: entries and forms with times, and new people."""

    entries: Sequence[Entry] = ()
    feedback: Sequence[Feedback] = ()
    people: Sequence[Person] = ()


@dataclass(frozen=True)
class Mentioned:
    """The ids in a file, to look up what the store has of them."""

    sessions: Sequence[str] = ()
    entries: Sequence[str] = ()
    feedback: Sequence[str] = ()
    people: Sequence[str] = ()


Decide = Callable[[Stored], Additions]
"""Given what is stored, returns what to add. Raises a WorkbenchError to refuse the whole file."""


def stored(store: Store, mentioned: Mentioned) -> Stored:
    """The stored part of the ids in a file."""
    with store.reading() as cursor:
        return _stored(cursor, mentioned)


def add_import(store: Store, mentioned: Mentioned, decide: Decide, format: str, file: str) -> FileImport | None:
    """Store what `decide` adds, all or nothing, in one transaction; None where there is nothing to add."""
    with store.writing() as cursor:
        there = _stored(cursor, mentioned)
        new = decide(there)
        if not (new.entries or new.feedback):
            return None
        here = {entry.session for entry in there.entries}
        fresh = {entry.session for entry in new.entries} - here
        batch = FileImport(new_uuid(), now(), format, file, len(fresh), len(new.entries), len(new.feedback))
        insert_row(cursor, TABLE, vars(batch) | {"imported_at": as_stored(batch.imported_at)})
        logs.insert_many(cursor, [replace(entry, batch=batch.id) for entry in new.entries])
        forms.insert_many(cursor, [replace(form, batch=batch.id) for form in new.feedback])
        persons.insert_many(cursor, [replace(person, batch=batch.id) for person in new.people])
        return batch


def file_imports(store: Store) -> list[FileImport]:
    """Every import that was not undone, newest first."""
    with store.reading() as cursor:
        return _select(cursor, "true", [])


def undo_import(store: Store, batch_id: str, *, even_if_changed: bool = False) -> FileImport:
    """Delete what an import added, and the people whom only it mentions.

    Raises UndoImportRefused for an unknown import, and, unless `even_if_changed`, where a session that it added has new
    entries or forms since; these would be deleted too.
    """
    with store.writing() as cursor:
        imports = _select(cursor, "id = ?", [batch_id])
        if not imports:
            raise UndoImportRefused(f"no import {batch_id} in the store")
        touched, brought = _touched(cursor, batch_id), _imported_sessions(cursor, batch_id)
        if changed := [] if even_if_changed else _changed_since(cursor, batch_id, brought):
            listed = ", ".join(changed[:NAMED]) + (" …" if len(changed) > NAMED else "")
            whose = f"{counted(len(changed), 'session')} of the import {plural(len(changed), 'has', 'have')}"
            raise UndoImportRefused(f"{whose} changed since: {listed}")
        logs.delete_sessions(cursor, brought)
        for table in (logs.TABLE, forms.TABLE):
            cursor.execute(f"delete from {table} where batch = ?", [batch_id])
        _delete_unmentioned(cursor, batch_id)
        cursor.execute(f"delete from {TABLE} where id = ?", [batch_id])
        forget_overview(cursor, touched)
        return imports[0]


def _stored(cursor: Connection, mentioned: Mentioned) -> Stored:
    listed = "in (select unnest(?::varchar[]))"
    both = f"session {listed} or id {listed}"
    sessions = list(mentioned.sessions)
    return Stored(
        logs.read(cursor, both, [sessions, list(mentioned.entries)]),
        forms.read(cursor, both, [sessions, list(mentioned.feedback)]),
        persons.find(cursor, mentioned.people),
    )


def _select(cursor: Connection, where: str, values: Sequence[str]) -> list[FileImport]:
    query = f"select {COLUMNS} from {TABLE} where {where} order by imported_at desc, id"
    return [FileImport(id, as_read(at), *rest) for id, at, *rest in cursor.execute(query, list(values)).fetchall()]


def _touched(cursor: Connection, batch: str) -> list[str]:
    """The sessions to which the import added anything."""
    query = (
        f"select session from {logs.TABLE} where batch = $1 union select session from {forms.TABLE} where batch = $1"
    )
    return [session for (session,) in cursor.execute(query, [batch]).fetchall()]


def _imported_sessions(cursor: Connection, batch: str) -> list[str]:
    """The sessions that start with an entry of the import."""
    query = f"select session from {logs.TABLE} group by session having arg_min_null(batch, number) = ?"
    return [session for (session,) in cursor.execute(query, [batch]).fetchall()]


def _changed_since(cursor: Connection, batch: str, sessions: Sequence[str]) -> list[str]:
    """The sessions among these that have anything that did not come with the import."""
    other = "where session in (select unnest($1::varchar[])) and batch is distinct from $2"
    query = f"select session from {logs.TABLE} {other} union select session from {forms.TABLE} {other} order by 1"
    return [session for (session,) in cursor.execute(query, [list(sessions), batch]).fetchall()]


def _delete_unmentioned(cursor: Connection, batch: str) -> None:
    """Delete people whom the import added and whom nothing mentions any more."""
    query = f"select unnest(regexp_extract_all(data::varchar, '{UUID}')) from {logs.TABLE} "
    query += f"union select player from {forms.TABLE}"
    cursor.execute(f"delete from {persons.TABLE} where batch = ? and id not in ({query})", [batch])
