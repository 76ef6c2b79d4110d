"""Imports of files: each stored whole or not at all, and undone as one.

The field `batch` of entries, forms and people refers to an import by its id.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from workbench.engine.problems import WorkbenchError
from workbench.engine.wording import counted, plural
from workbench.store import texts
from workbench.store.connection import Store
from workbench.store.ledger import read_time
from workbench.store.playtests.entries import (
    Entry,
    Feedback,
    Link,
    new_uuid,
    now,
    read_session,
    read_sessions,
    value_of,
    written_in,
)
from workbench.store.playtests.people import Person, people, people_file, people_in, with_people
from workbench.store.texts import IMPORTS

ID = re.compile(rb'"id":"([0-9a-f-]{36})"')
UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_NAMED = 5
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
class SessionRecords:
    """Entries and forms with their times, and people: what is stored of a file, or what an import adds."""

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


Decide = Callable[[SessionRecords], SessionRecords]
"""Given what is stored, returns what to add. Raises a WorkbenchError to refuse the whole file."""


def stored(store: Store, mentioned: Mentioned) -> SessionRecords:
    """The stored part of the ids in a file."""
    records = {session: read_session(store, session) for session in dict.fromkeys(mentioned.sessions)}
    ids = {*mentioned.entries, *mentioned.feedback}
    for session, _, content in read_sessions(store) if ids else ():
        if session not in records and any(match.decode() in ids for match in ID.findall(content)):
            written = written_in(content, session)
            written.log = [entry for entry in written.log if entry.id in ids]
            written.forms = [form for form in written.forms if form.id in ids]
            records[session] = written
    entries = [entry for written in records.values() for entry in written.log]
    everybody = people(store) if mentioned.people else {}
    return SessionRecords(
        sorted(entries, key=lambda entry: entry.order),
        [form for written in records.values() for form in written.forms],
        [everybody[id] for id in dict.fromkeys(mentioned.people) if id in everybody],
    )


def add_import(store: Store, mentioned: Mentioned, decide: Decide, format: str, file: str) -> FileImport | None:
    """Store what `decide` adds, all or nothing; None where there is nothing to add."""
    with texts.writing(store) as writer:
        there = stored(store, mentioned)
        new = decide(there)
        if not (new.entries or new.feedback):
            return None
        fresh = {entry.session for entry in new.entries} - {entry.session for entry in there.entries}
        batch = FileImport(new_uuid(), now(), format, file, len(fresh), len(new.entries), len(new.feedback))
        contents = contents_with(writer, [*new.entries, *new.feedback], batch.id)
        touched = sorted(session_file.stem for session_file in contents)
        listed = {**vars(batch), "imported_at": batch.imported_at.isoformat(), "touched": touched}
        contents[writer.folder / IMPORTS] = texts.merged(writer.folder / IMPORTS, texts.list_of([listed]))
        names, content = people_file(writer)
        added = {person.id: replace(person, batch=batch.id) for person in new.people}
        contents[names] = with_people(content, (people_in(content) | added).values())
        writer.replace(contents)
        return batch


def contents_with(
    writer: texts.Writer, records: Sequence[Entry | Feedback | Link], batch: str | None = None
) -> dict[Path, bytes | None]:
    """The new contents of the files of sessions, each with its records behind what is there."""
    lines = defaultdict[str, list[dict[str, object]]](list)
    for record in records:
        line = record if isinstance(record, Link) else replace(record, batch=batch or record.batch)
        lines[record.session].append(value_of(line))
    contents: dict[Path, bytes | None] = {}
    for session, its_lines in lines.items():
        if (file := texts.session_file(writer.folder, session)) is None:
            raise WorkbenchError(f"{session!r} cannot be the id of a session: letters, digits, - and _ only")
        contents[file] = texts.with_lines(texts.content_of(file), its_lines)
    return contents


def file_imports(store: Store) -> list[FileImport]:
    """Every import that was not undone, newest first."""
    imports = imports_in(texts.read(store, IMPORTS))
    return sorted((batch for batch, _ in imports), key=lambda batch: (-batch.imported_at.timestamp(), batch.id))


def imports_in(content: bytes) -> list[tuple[FileImport, list[str]]]:
    """The imports in the content of their list, each with the sessions to which it added anything."""
    imports = []
    for line in texts.lines_in(content):
        with suppress(KeyError, TypeError, ValueError):  # one of another kind
            value = line.value or {}
            values = {name: value[name] for name in FileImport.__dataclass_fields__}
            batch = FileImport(**values | {"imported_at": read_time(value["imported_at"])})
            imports.append((batch, value["touched"]))
    return imports


def undo_import(store: Store, batch_id: str, *, even_if_changed: bool = False) -> FileImport:
    """Delete what an import added, and the people whom only it mentions.

    Raises UndoImportRefused for an unknown import, and, unless `even_if_changed`, where a session that it added has new
    entries or forms since; these would be deleted too.
    """
    with texts.writing(store) as writer:
        listed = writer.folder / IMPORTS
        imports = imports_in(texts.content_of(listed))
        undone, touched = next(((batch, ids) for batch, ids in imports if batch.id == batch_id), (None, []))
        if undone is None:
            raise UndoImportRefused(f"no import {batch_id} in the store")
        contents, changed = _without_import(writer, batch_id, touched)
        if changed and not even_if_changed:
            named = ", ".join(changed[:MOST_NAMED]) + (" …" if len(changed) > MOST_NAMED else "")
            whose = f"{counted(len(changed), 'session')} of the import {plural(len(changed), 'has', 'have')}"
            raise UndoImportRefused(f"{whose} changed since: {named}")
        names, content = people_file(writer)
        everybody = people_in(content)
        mentioned = {  # every id in the files of sessions, as they will be
            id.decode()
            for _, file, content in read_sessions(store)
            for id in UUID.findall(contents.get(file, content) or b"")
        }
        new = {id for id, person in everybody.items() if person.batch == batch_id} - mentioned
        contents[names] = with_people(content, (person for id, person in everybody.items() if id not in new))
        lines = texts.lines_in(texts.content_of(listed))
        staying = [line.value for line in lines if line.value and line.value.get("id") != batch_id]
        contents[listed] = texts.list_of(staying, (line.raw for line in lines if line.value is None))
        writer.replace(contents, loses_words=True)
        return undone


def _without_import(
    writer: texts.Writer, batch: str, touched: Sequence[str]
) -> tuple[dict[Path, bytes | None], list[str]]:
    """The files as they are without an import; the sessions among those that it began which have changed since."""
    contents: dict[Path, bytes | None] = {}
    changed = []
    for session in touched:
        file = texts.session_file(writer.folder, session)
        if file is None or not file.exists():
            continue
        lines = texts.lines_in(texts.content_of(file))
        other = [line for line in lines if _batch_of(line.value or {}) != batch]
        began = bool(lines) and lines[0] not in other
        contents[file] = None if began else b"".join(line.raw + b"\n" for line in other)
        if began and any("link" not in (line.value or {}) for line in other):
            changed.append(session)
    return contents, sorted(changed)


def _batch_of(value: Mapping[str, object]) -> object:
    form = value.get("form")
    return (form if isinstance(form, Mapping) else value).get("batch")
