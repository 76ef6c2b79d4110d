"""Forgetting a person: removing their name from texts, and finding texts that may still mention them.

Names are removed in the spellings that people use for each other:
- the whole name, in upper or lower case, with anything between its parts: `ben.müller`, `BEN MÜLLER`;
- each part of four letters or more, in upper or lower case, also with s or es at its end: `müller`, `Müllers`;
- each part of three letters, and each that is an ordinary word as well (`ORDINARY`): only as it is written and in
  capitals, also with s or es at its end, so that `will Will win?` keeps its first word;
- no part of fewer letters, which may be anybody's initial; a whole name that short only as it is written.

An apostrophe ends a word, so `Ben's` becomes `somebody's`. `looks_like` finds other texts that look like the name, for
the designer to judge.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store
from workbench.store.copies import request_rewrite
from workbench.store.playtests.entries import as_json, forget_overview

SHORT, LONG = 3, 4
"""The fewest letters of a part of a name that is looked for, and of one that is looked for in upper and lower case."""
ORDINARY = frozenset({
    "art", "bill", "chance", "chase", "dawn", "drew", "ernst", "frank", "gene", "grace", "guy", "hope", "jack", "joy",
    "king", "klein", "lang", "long", "mark", "max", "may", "page", "pat", "ray", "rich", "rob", "rose", "sonny", "sue",
    "will", "young",
})  # fmt: skip
"""Common words that are also names."""
SOMEBODY = "somebody"
"""The replacement of a name in a text."""
ALWAYS_FITS = 300
"""Characters that every free text may have."""
TEXT_FIELDS = frozenset({"goal", "location", "printed", "note", "text", "title", "reason"})
"""The free-text fields of an entry's data; names are only looked for in these."""
BETWEEN = r"[\s._\-]"
BEFORE, BEHIND = r"(?<![^\W_])", r"(?![^\W_])"
"""A name has no letter or digit right before or after it."""
EXPANDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "æ": "ae", "å": "aa"})


def without_name(text: str, name: str, instead: str = SOMEBODY) -> str:
    """The text with the name and its parts replaced, by the rules above."""
    return _replaced(text, name, instead, whole=False)


def without_whole_name(text: str, name: str, instead: str = SOMEBODY) -> str:
    """The text with the whole name replaced; its parts, and names under three letters, may be somebody else's."""
    return _replaced(text, name, instead, whole=True) if len(name) >= SHORT else text


def scrub_name(value: Any, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> Any:
    """A JSON value with the name removed from all its texts; keys stay."""
    if isinstance(value, str):
        return _fitting((without_whole_name if exactly else without_name)(value, name, instead), value)
    if isinstance(value, dict):
        return {key: scrub_name(each, name, instead, exactly=exactly) for key, each in value.items()}
    return [scrub_name(each, name, instead, exactly=exactly) for each in value] if isinstance(value, list) else value


def scrub_entry_data(data: Any, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> Any:
    """An entry's data with the name removed from free texts, also inside the new data of an edit."""
    if not isinstance(data, dict):
        return data
    return {
        key: (scrub_name if key in TEXT_FIELDS else scrub_entry_data)(each, name, instead, exactly=exactly)
        for key, each in data.items()
    }


def name_parts(name: str) -> list[str]:
    """The words of a name, initials among them."""
    return [part for part in re.split(f"{BETWEEN}+", name) if part]


def looks_like(text: str, name: str) -> bool:
    """Whether a word of the text starts like the name or a part of it, whatever its case and accents.

    Parts under three letters count only as whole words, and only where the name has no longer ones.
    """
    parts = [part for part in name_parts(name) if len(part) >= SHORT]
    sought = tuple(form for part in parts or name_parts(name) for form in _folded(part))
    for folded in _folded(text):
        if any(form in folded for form in sought):  # most texts end here, and a store has many
            words = re.findall(r"[^\W_]+", folded)
            if any(word.startswith(sought) if parts else word in sought for word in words):
                return True
    return False


def _folded(text: str) -> set[str]:
    """The text in lower case without accents, and with umlauts spelled out."""
    if text.isascii():
        return {text.casefold()}
    small = unicodedata.normalize("NFC", text).casefold()
    return {_plain(small), _plain(small.translate(EXPANDED))}


def _plain(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def _fitting(text: str, before: str) -> str:
    """The text cut to its former length, unless it is short anyway, so that it still fits its field."""
    return text[: max(len(before), ALWAYS_FITS)].strip() if text != before else text


def _replaced(text: str, name: str, instead: str, *, whole: bool) -> str:
    small = text.casefold()
    if not any(part.casefold() in small for part in name_parts(name)):
        return text
    for pattern in _patterns(name, whole):
        text = pattern.sub(lambda _: instead, text)
    return text


@lru_cache(maxsize=2_000)
def _patterns(name: str, whole: bool) -> tuple[re.Pattern[str], ...]:
    """The patterns to replace, the longest first."""
    parts = name_parts(name)
    if len(parts) == 1:
        return (_bounded(re.escape(name), any_case=not whole and _stands_out(name, SHORT)), *_of_parts(parts))
    joined = f"{BETWEEN}*".join(map(re.escape, parts))
    other = [_bounded(joined, any_case=True)] if any(len(part) >= SHORT for part in parts) else []
    written = _bounded(re.escape(name), any_case=len(name) >= SHORT)
    return (written, *other, *([] if whole else _of_parts(parts)))


def _of_parts(parts: list[str]) -> list[re.Pattern[str]]:
    return [_part(part) for part in sorted(parts, key=len, reverse=True) if len(part) >= SHORT]


def _part(part: str) -> re.Pattern[str]:
    if _stands_out(part, LONG):
        return _bounded(f"{re.escape(part)}(?:e?s)?", any_case=True)
    return _bounded(f"(?:{re.escape(part)}(?:e?s)?|{re.escape(part.upper())}(?:E?S)?)", any_case=False)


def _stands_out(part: str, letters: int) -> bool:
    """Whether a part is recognized as a name in lower case too: long enough, and not a common word."""
    return len(part) >= letters and part.casefold() not in ORDINARY


def _bounded(pattern: str, *, any_case: bool) -> re.Pattern[str]:
    return re.compile(f"{BEFORE}{pattern}{BEHIND}", re.IGNORECASE if any_case else 0)


TEXTS = ("best", "worst", "change")
"""The free-text columns of feedback."""
ANSWERS = "answers"
Path = tuple[str, ...]


class MentionGone(WorkbenchError):
    """The text has been changed or deleted meanwhile."""


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
    """Replace a text in place; unlike an edit, this keeps nothing of the old text. Raises MentionGone."""
    with store.writing() as cursor:
        if mention not in _texts(cursor, mention.id):
            raise MentionGone("this text was changed in the meantime")
        if mention.in_form:
            _reword_form(cursor, mention, text)
        else:
            _reword_entry(cursor, mention, text)
        forget_overview(cursor, [mention.session])
        request_rewrite(cursor)


def _texts(cursor: Connection, id: str | None = None) -> Iterator[Mention]:
    """Every free text of all entries and forms, or of one."""
    where, values = ("", []) if id is None else ("where id = ?", [id])
    entries = cursor.execute(f"select id, session, data from playtest_entries {where} order by number", values)
    for entry, session, data in entries.fetchall():
        yield from (Mention(session, entry, False, *found) for found in _in_data(json.loads(data)))
    columns = ", ".join(TEXTS)
    forms = cursor.execute(
        f"select id, session, {ANSWERS}, {columns} from playtest_feedback {where} order by number", values
    )
    for form, session, answers, *texts in forms.fetchall():
        by_place: list[tuple[Path, Any]] = [((column,), text) for column, text in zip(TEXTS, texts, strict=True)]
        by_place += [((ANSWERS, question), answer) for question, answer in json.loads(answers).items()]
        yield from (
            Mention(session, form, True, path, text) for path, text in by_place if text and isinstance(text, str)
        )


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
