"""Two entries in the list of people that are one person: all that is the one's becomes the other's."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store
from workbench.store.playtests import people as persons
from workbench.store.playtests.entries import Entry
from workbench.store.playtests.entries import read as read_entries
from workbench.store.playtests.feedback import Feedback
from workbench.store.playtests.feedback import read as read_forms
from workbench.store.playtests.rows import as_json, forget_overview

Check = Callable[[Sequence[Entry], Sequence[Feedback]], None]
"""Given the logs and the forms of all sessions that know either: raises a WorkbenchError to refuse."""


class JoinRefused(WorkbenchError):
    """These two cannot be one person, or one of them is not there."""


@dataclass(frozen=True)
class Belongings:
    """What hangs on a person: sessions that mention them, forms they filled in, links that wait for them."""

    sessions: int
    forms: int
    links: int


def belongings(store: Store, person: str) -> Belongings:
    """What would move if this person were joined to another."""
    with store.reading() as cursor:
        return _belongings(cursor, person)


def mentioning(store: Store, *people: str) -> tuple[list[Entry], list[Feedback]]:
    """The logs and the forms of all sessions that know any of these people."""
    with store.reading() as cursor:
        return _mentioning(cursor, people)


def join(store: Store, gone: str, kept: str, check: Check) -> Belongings:
    """Make everything of `gone` that of `kept`, in one transaction; what moved. Nobody is called `gone` afterwards.

    Raises JoinRefused for an unknown or forgotten person, or for one with themselves. What `check` raises comes out.
    """
    with store.writing() as cursor:
        known = {each.id for each in persons.find(cursor, [gone, kept]) if not each.forgotten}
        if gone == kept or len(known) < 2:
            raise JoinRefused("it takes two people, both with a name, to join them")
        logs, forms = _mentioning(cursor, [gone, kept])
        check(logs, forms)
        moved = _belongings(cursor, gone)
        _move_entries(cursor, [entry for entry in logs if gone in as_json(entry.data)], gone, kept)
        for table in ("playtest_feedback", "playtest_links"):
            cursor.execute(f"update {table} set player = ? where player = ?", [kept, gone])
        cursor.execute(f"delete from {persons.TABLE} where id = ?", [gone])
        forget_overview(cursor, sorted({entry.session for entry in logs}))
        return moved


def _belongings(cursor: Connection, person: str) -> Belongings:
    counts = [
        f"select count(*) from ({persons.SESSIONS_WITH})",
        "select count(*) from playtest_feedback where player = $1",
        "select count(*) from playtest_links where player = $1",
    ]
    return Belongings(*(_one(cursor.execute(query, [person]).fetchone()) for query in counts))


def _one(row: tuple[Any, ...] | None) -> int:
    assert row is not None
    return int(row[0])


def _mentioning(cursor: Connection, people: Sequence[str]) -> tuple[list[Entry], list[Feedback]]:
    sessions = sorted(set().union(*(persons.sessions_with(cursor, person) for person in people)))
    picked = "session in (select unnest(?::varchar[]))"
    return read_entries(cursor, picked, [sessions]), read_forms(cursor, picked, [sessions])


def _move_entries(cursor: Connection, entries: Sequence[Entry], gone: str, kept: str) -> None:
    for entry in entries:
        data = as_json(_moved(json.loads(as_json(entry.data)), gone, kept))
        cursor.execute("update playtest_entries set data = ? where id = ?", [data, entry.id])


def _moved(value: Any, gone: str, kept: str) -> Any:
    """Any JSON value with one person for the other; where both are named, once."""
    if isinstance(value, dict):
        named = {kept if key == gone else key: _moved(each, gone, kept) for key, each in value.items()}
        return named | ({kept: value[kept]} if kept in value else {})
    if isinstance(value, list):
        moved = [_moved(each, gone, kept) for each in value]
        return list(dict.fromkeys(moved)) if gone in value else moved
    return kept if value == gone else value
