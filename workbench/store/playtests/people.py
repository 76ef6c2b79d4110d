"""People: their names are stored in one place, so that they can be removed. Everything else has only a person's id."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store
from workbench.store.copies import request_rewrite
from workbench.store.playtests.entries import Entry, as_json, forget_overview, in_columns, insert, insert_row
from workbench.store.playtests.entries import read as read_entries
from workbench.store.playtests.feedback import Feedback
from workbench.store.playtests.feedback import read as read_forms
from workbench.store.playtests.forgetting import (
    TEXTS,
    Mention,
    mentions,
    scrub_entry_data,
    scrub_name,
    without_whole_name,
)

TABLE = "playtest_people"
SESSIONS_WITH = """select session from playtest_entries where contains(data::varchar, $1)
    union select session from playtest_feedback where player = $1"""


class PersonRefused(WorkbenchError):
    """There is no such person."""


@dataclass(frozen=True)
class Person:
    """A person who played or taught. `name` is a name or initials; None once the person was forgotten."""

    id: str
    name: str | None
    forgotten: bool = False
    batch: str | None = None


def save_person(store: Store, person: Person) -> Person:
    """Add a person, or rename one. A forgotten person stays forgotten."""
    with store.writing() as cursor:
        known = find(cursor, [person.id])
        if known and (known[0].forgotten or known[0].name == person.name):
            return known[0]
        if known:
            cursor.execute(f"update {TABLE} set name = ? where id = ?", [person.name, person.id])
        else:
            insert_row(cursor, TABLE, vars(person))
        return person


def people(store: Store) -> dict[str, Person]:
    """Everybody, by id, in the order of their names; the forgotten last."""
    with store.reading() as cursor:
        return {person.id: person for person in find(cursor)}


def find(cursor: Connection, ids: Sequence[str] | None = None) -> list[Person]:
    """The people with these ids; by default everybody."""
    where = "" if ids is None else "where id in (select unnest($1::varchar[]))"
    query = f"select id, name, forgotten, batch from {TABLE} {where} order by name nulls last, id"
    return [Person(*row) for row in cursor.execute(query, [] if ids is None else [list(ids)]).fetchall()]


def insert_many(cursor: Connection, new: Sequence[Person]) -> None:
    """Add new people."""
    if new:
        insert(cursor, TABLE, in_columns(map(vars, new)))


def forget(store: Store, person: str) -> list[Mention]:
    """Remove a person's name everywhere, but keep the numbers; returns texts in which a word still looks like it.

    Texts of the sessions in which the person played or taught lose the name and its parts, in the spellings that
    `forgetting` lists; all other texts, and the names of imported files, lose the whole name. Old bytes remain in
    unused parts of the file until the next opening, or `Store.rewrite`. Raises PersonRefused for an unknown id.
    """
    with store.writing() as cursor:
        found = find(cursor, [person])
        if not found:
            raise PersonRefused(f"no person {person} in the store")
        if name := found[0].name:
            own = sessions_with(cursor, person)
            _scrub_entries(cursor, name, own)
            _scrub_feedback(cursor, name, own)
            _scrub_files(cursor, name)
        cursor.execute(f"update {TABLE} set name = null, forgotten = true where id = ?", [person])
        request_rewrite(cursor)
        return mentions(cursor, name) if name else []


def sessions_with(cursor: Connection, person: str) -> set[str]:
    """The sessions that mention a person."""
    return {session for (session,) in cursor.execute(SESSIONS_WITH, [person]).fetchall()}


def _scrub_entries(cursor: Connection, name: str, own: set[str]) -> None:
    rows = cursor.execute("select id, session, data from playtest_entries").fetchall()
    touched = set()
    for id, session, data in rows:
        new = as_json(scrub_entry_data(json.loads(data), name, exactly=session not in own))
        if new != data:
            cursor.execute("update playtest_entries set data = ? where id = ?", [new, id])
            touched.add(session)
    forget_overview(cursor, sorted(touched))


def _scrub_feedback(cursor: Connection, name: str, own: set[str]) -> None:
    rows = cursor.execute(f"select id, session, answers, {', '.join(TEXTS)} from playtest_feedback").fetchall()
    for id, session, answers, *texts in rows:
        exactly = session not in own
        new = [scrub_name(text, name, exactly=exactly) for text in texts]
        scrubbed = as_json(scrub_name(json.loads(answers), name, exactly=exactly))
        if [scrubbed, *new] != [answers, *texts]:
            setting = ", ".join(f"{column} = ?" for column in ("answers", *TEXTS))
            cursor.execute(f"update playtest_feedback set {setting} where id = ?", [scrubbed, *new, id])


def _scrub_files(cursor: Connection, name: str) -> None:
    for id, file in cursor.execute("select id, file from playtest_batches").fetchall():
        if (new := without_whole_name(file, name)) != file:
            cursor.execute("update playtest_batches set file = ? where id = ?", [new, id])


Check = Callable[[Sequence[Entry], Sequence[Feedback]], None]
"""Given the logs and the forms of all sessions that mention either: raises a WorkbenchError to refuse."""


class MergeRefused(WorkbenchError):
    """These two people cannot be merged, or one of them does not exist."""


@dataclass(frozen=True)
class PersonRecords:
    """The numbers of a person's records: sessions that mention them, forms they filled in, links for them."""

    sessions: int
    forms: int
    links: int


def person_records(store: Store, person: str) -> PersonRecords:
    """The records that a merge of this person into another would move."""
    with store.reading() as cursor:
        return _belongings(cursor, person)


def mentioning(store: Store, *people: str) -> tuple[list[Entry], list[Feedback]]:
    """The logs and the forms of all sessions that mention any of these people."""
    with store.reading() as cursor:
        return _mentioning(cursor, people)


def merge_records(store: Store, gone: str, kept: str, check: Check) -> PersonRecords:
    """Give all records of `gone` to `kept` and delete `gone`, in one transaction; returns the numbers of records.

    Raises MergeRefused for an unknown or forgotten person, or for the same one twice. Exceptions of `check` are passed
    on.
    """
    with store.writing() as cursor:
        known = {each.id for each in find(cursor, [gone, kept]) if not each.forgotten}
        if gone == kept or len(known) < 2:
            raise MergeRefused("two different people are needed, both with a name")
        logs, forms = _mentioning(cursor, [gone, kept])
        check(logs, forms)
        moved = _belongings(cursor, gone)
        _move_entries(cursor, [entry for entry in logs if gone in as_json(entry.data)], gone, kept)
        for table in ("playtest_feedback", "playtest_links"):
            cursor.execute(f"update {table} set player = ? where player = ?", [kept, gone])
        cursor.execute(f"delete from {TABLE} where id = ?", [gone])
        forget_overview(cursor, sorted({entry.session for entry in logs}))
        return moved


def _belongings(cursor: Connection, person: str) -> PersonRecords:
    counts = [
        f"select count(*) from ({SESSIONS_WITH})",
        "select count(*) from playtest_feedback where player = $1",
        "select count(*) from playtest_links where player = $1",
    ]
    return PersonRecords(*(_one(cursor.execute(query, [person]).fetchone()) for query in counts))


def _one(row: tuple[Any, ...] | None) -> int:
    assert row is not None
    return int(row[0])


def _mentioning(cursor: Connection, people: Sequence[str]) -> tuple[list[Entry], list[Feedback]]:
    sessions = sorted(set().union(*(sessions_with(cursor, person) for person in people)))
    picked = "session in (select unnest(?::varchar[]))"
    return read_entries(cursor, picked, [sessions]), read_forms(cursor, picked, [sessions])


def _move_entries(cursor: Connection, entries: Sequence[Entry], gone: str, kept: str) -> None:
    for entry in entries:
        data = as_json(_moved(json.loads(as_json(entry.data)), gone, kept))
        cursor.execute("update playtest_entries set data = ? where id = ?", [data, entry.id])


def _moved(value: Any, gone: str, kept: str) -> Any:
    """A JSON value with `kept` in place of `gone`; where both occur, once."""
    if isinstance(value, dict):
        named = {kept if key == gone else key: _moved(each, gone, kept) for key, each in value.items()}
        return named | ({kept: value[kept]} if kept in value else {})
    if isinstance(value, list):
        moved = [_moved(each, gone, kept) for each in value]
        return list(dict.fromkeys(moved)) if gone in value else moved
    return kept if value == gone else value
