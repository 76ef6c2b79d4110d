"""Revisions of a game's rules as they were played, stored by the hash of their content.

Scenario files are the designer's own and may change at any time; the rules of a stored run must not.
"""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.store.connection import Connection, Store

COLUMNS = "game, name, rules_hash, title, date, parent, reason, hypothesis, rules, saved_at"
KEY = "game = ? and name = ? and rules_hash = ?"


@dataclass(frozen=True)
class Revision:
    """One revision: its full rules, not only the differences. `saved_at` is when the store first saw it, in UTC."""

    game: str
    name: str
    rules_hash: str
    rules: Mapping[str, Any]
    title: str = ""
    date: dt.date | None = None
    parent: str | None = None
    reason: str = ""
    hypothesis: str = ""
    saved_at: dt.datetime | None = field(default=None, compare=False)


def save_revision(store: Store, revision: Revision) -> Revision:
    """Store the revision, once for each (game, name, rules_hash); texts of one stored before are updated."""
    with store.writing() as cursor:
        kept = _find(cursor, revision)
        if kept == revision:
            return kept
        first_saved = kept.saved_at if kept else dt.datetime.now(dt.UTC)
        cursor.execute(f"delete from revisions where {KEY}", _key(revision))
        cursor.execute(
            f"insert into revisions ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                *_key(revision),
                revision.title,
                revision.date,
                revision.parent,
                revision.reason,
                revision.hypothesis,
                json.dumps(dict(revision.rules), ensure_ascii=False),
                first_saved.replace(tzinfo=None) if first_saved else None,
            ],
        )
        return replace(revision, saved_at=first_saved)


def revisions(store: Store, game: str) -> list[Revision]:
    """The revisions of a game, by their date, then by when they were first saved."""
    with store.reading() as cursor:
        rows = cursor.execute(
            f"select {COLUMNS} from revisions where game = ? order by date nulls last, saved_at, name", [game]
        ).fetchall()
    return [_read(row) for row in rows]


def _find(cursor: Connection, revision: Revision) -> Revision | None:
    row = cursor.execute(f"select {COLUMNS} from revisions where {KEY}", _key(revision)).fetchone()
    return _read(row) if row else None


def _key(revision: Revision) -> list[str]:
    return [revision.game, revision.name, revision.rules_hash]


def _read(row: tuple[Any, ...]) -> Revision:
    values = dict(zip(COLUMNS.split(", "), row, strict=True))
    values["rules"] = json.loads(values["rules"])
    values["saved_at"] = values["saved_at"].replace(tzinfo=dt.UTC)
    return Revision(**values)
