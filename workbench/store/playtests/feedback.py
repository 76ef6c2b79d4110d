"""Feedback: players' forms, and the links through which they are sent, with hashes of their secrets."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, SqlRow, Store, insert_row
from workbench.store.playtests.entries import (
    Entry,
    as_json,
    as_read,
    as_stored,
    insert,
    next_number,
    now,
)
from workbench.store.playtests.entries import read as read_entries

LINKS = "playtest_links"
LINK_COLUMNS = "selector, hash, session, player, created_at"


@dataclass(frozen=True)
class Link:
    """One link. `player` is whom it is for; None: whoever opens it says who they are."""

    selector: str
    hash: str
    session: str
    player: str | None
    created_at: datetime


def add_link(store: Store, link: Link) -> None:
    with store.writing() as cursor:
        insert_row(cursor, LINKS, vars(link) | {"created_at": as_stored(link.created_at)})


def find_link(store: Store, selector: str) -> Link | None:
    """The link with this selector. The caller compares its hash."""
    with store.reading() as cursor:
        row = cursor.execute(f"select {LINK_COLUMNS} from {LINKS} where selector = ?", [selector]).fetchone()
    if row is None:
        return None
    selector, hash, session, player, at = row
    return Link(selector, hash, session, player, as_read(at))


TABLE = "playtest_feedback"


class FeedbackRefused(WorkbenchError):
    """A form is refused; nothing was stored."""


@dataclass(frozen=True)
class Feedback:
    """One player's form; unanswered fields are None, or empty.

    Ratings from `overall` to `originality` are 1 to 5, 5 the best; `length` is -2 (too short) to 2 (too long). `fair`,
    `predictable` (the end) and `again` (would play again) are `yes`, `maybe` or `no`. `quote`: the texts may be quoted.
    `answers` has the answers to the session's own questions by the question's id.
    """

    id: str
    session: str
    player: str
    at: datetime | None = None
    overall: int | None = None
    fun: int | None = None
    clarity: int | None = None
    learning: int | None = None
    decisions: int | None = None
    downtime: int | None = None
    interaction: int | None = None
    originality: int | None = None
    length: int | None = None
    fair: str | None = None
    predictable: str | None = None
    again: str | None = None
    best: str = ""
    worst: str = ""
    change: str = ""
    quote: bool = False
    answers: Mapping[str, object] = field(default_factory=dict)
    number: int = 0
    batch: str | None = None

    def has_same_content(self, other: "Feedback") -> bool:
        """True if both have the same content, whenever they arrived; one without a time agrees with any time."""
        at = other.at if self.at is None else self.at
        return replace(self, number=0, batch=None, at=at) == replace(other, number=0, batch=None, at=other.at or at)


COLUMNS = tuple(column.name for column in fields(Feedback))
STORED = tuple("happened_at" if name == "at" else name for name in COLUMNS)
"""The table's names for them: `at` is a keyword of DuckDB."""
Admit = Callable[[Sequence[Entry], Feedback], None]
"""Given the session's log and a form: raises a WorkbenchError if the session must not take it."""


def add_feedback(store: Store, form: Feedback, admit: Admit) -> Feedback:
    """Store a form, in one transaction with the check of its session; returns the form as stored.

    One that is stored already is returned. FeedbackRefused: the player has filled in another, or the id is taken.
    Exceptions of `admit` are passed on.
    """
    with store.writing() as cursor:
        earlier = read(cursor, "id = ? or (session = ? and player = ?)", [form.id, form.session, form.player])
        for other in earlier:
            if form.has_same_content(other):
                return other
            raise FeedbackRefused("this player has filled in the form of this session already")
        admit(read_entries(cursor, "session = ?", [form.session]), form)
        stored = replace(form, at=form.at or now(), number=next_number(cursor, TABLE))
        insert_row(cursor, TABLE, _row(stored))
        return stored


def feedback_of(store: Store, session: str) -> list[Feedback]:
    """The forms of a session, in order of arrival."""
    with store.reading() as cursor:
        return read(cursor, "session = ?", [session])


def read(cursor: Connection, where: str, values: Sequence[object]) -> list[Feedback]:
    """The forms that match a condition, in order of arrival."""
    query = f"select {', '.join(STORED)} from {TABLE} where {where} order by number"
    return [_form(row) for row in cursor.execute(query, list(values)).fetchall()]


def insert_many(cursor: Connection, forms: Sequence[Feedback]) -> None:
    """Add forms with times, of any sessions, numbered in their order."""
    first = next_number(cursor, TABLE)
    insert(cursor, TABLE, [_row(replace(form, number=number)) for number, form in enumerate(forms, first)])


def _row(form: Feedback) -> dict[str, object]:
    assert form.at is not None
    values = {**vars(form), "at": as_stored(form.at), "answers": as_json(form.answers)}
    return {column: values[name] for column, name in zip(STORED, COLUMNS, strict=True)}


def _form(row: SqlRow) -> Feedback:
    values = dict(zip(COLUMNS, row, strict=True))
    return Feedback(**values | {"at": as_read(values["at"]), "answers": json.loads(values["answers"])})
