"""Texts that may still speak of somebody who was forgotten: shown to the designer, who knows, and put otherwise."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store
from workbench.store.playtests.names import TEXT_FIELDS, looks_like
from workbench.store.playtests.rows import as_json, forget_overview
from workbench.store.rewriting import owe

TEXTS = ("best", "worst", "change")
"""The columns of feedback that people write freely."""
ANSWERS = "answers"
Path = tuple[str, ...]


class MentionGone(WorkbenchError):
    """The text says something else by now, or is gone."""


@dataclass(frozen=True)
class Mention:
    """A text of an entry, or of a form: `path` leads to it, from the entry's data or the form's columns."""

    session: str
    id: str
    in_form: bool
    path: Path
    text: str


def mentions(cursor: Connection, name: str) -> list[Mention]:
    """Every text in which a word looks like the name."""
    return [each for each in _texts(cursor) if looks_like(each.text, name)]


def reword(store: Store, mention: Mention, text: str) -> None:
    """Put a text otherwise, in its place: unlike an edit, this keeps nothing of what it said. Raises MentionGone."""
    with store.writing() as cursor:
        if mention not in _texts(cursor, mention.id):
            raise MentionGone("this text was changed in the meantime")
        if mention.in_form:
            _reword_form(cursor, mention, text)
        else:
            _reword_entry(cursor, mention, text)
        forget_overview(cursor, [mention.session])
        owe(cursor)


def _texts(cursor: Connection, id: str | None = None) -> Iterator[Mention]:
    """Every text that people wrote, of all entries and forms, or of one."""
    where, values = ("", []) if id is None else ("where id = ?", [id])
    entries = cursor.execute(f"select id, session, data from playtest_entries {where} order by number", values)
    for entry, session, data in entries.fetchall():
        yield from (Mention(session, entry, False, *found) for found in _in_data(json.loads(data)))
    columns = ", ".join(TEXTS)
    forms = cursor.execute(
        f"select id, session, {ANSWERS}, {columns} from playtest_feedback {where} order by number", values
    )
    for form, session, answers, *texts in forms.fetchall():
        said: list[tuple[Path, Any]] = [((column,), text) for column, text in zip(TEXTS, texts, strict=True)]
        said += [((ANSWERS, question), answer) for question, answer in json.loads(answers).items()]
        yield from (Mention(session, form, True, path, text) for path, text in said if text and isinstance(text, str))


def _in_data(data: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _in_data(value, (*path, key))
        elif key in TEXT_FIELDS and value and isinstance(value, str):
            yield (*path, key), value


def _reword_entry(cursor: Connection, mention: Mention, text: str) -> None:
    found = cursor.execute("select data from playtest_entries where id = ?", [mention.id]).fetchone()
    assert found is not None
    data = place = json.loads(found[0])
    for key in mention.path[:-1]:
        place = place[key]
    place[mention.path[-1]] = text
    cursor.execute("update playtest_entries set data = ? where id = ?", [as_json(data), mention.id])


def _reword_form(cursor: Connection, mention: Mention, text: str) -> None:
    column, *question = mention.path
    if not question:
        cursor.execute(f"update playtest_feedback set {column} = ? where id = ?", [text, mention.id])
        return
    found = cursor.execute("select answers from playtest_feedback where id = ?", [mention.id]).fetchone()
    assert found is not None
    answers = json.loads(found[0]) | {question[0]: text}
    cursor.execute("update playtest_feedback set answers = ? where id = ?", [as_json(answers), mention.id])
