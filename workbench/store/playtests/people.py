"""People: their names are stored in one place, so that they can be removed. Everything else has only a person's id.

Forgetting a person also removes the name from texts, and finds texts that may still mention them. Names are removed in
the spellings that people use for each other:
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.engine.problems import WorkbenchError
from workbench.store.connection import Connection, Store, insert_row
from workbench.store.copies import request_rewrite
from workbench.store.playtests.entries import Entry, EntryData, as_json, forget_overview, insert
from workbench.store.playtests.entries import read as read_entries
from workbench.store.playtests.feedback import Feedback
from workbench.store.playtests.feedback import read as read_forms
from workbench.store.playtests.overview import TEXTS

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


def scrub_name(value: object, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> object:
    """A JSON value with the name removed from all its texts; keys stay."""
    if isinstance(value, str):
        text = (without_whole_name if exactly else without_name)(value, name, instead)
        # cut to its former length, unless it is short anyway, so that it still fits its field
        return text if text == value else text[: max(len(value), ALWAYS_FITS)].strip()
    if isinstance(value, dict):
        return {key: scrub_name(inner, name, instead, exactly=exactly) for key, inner in value.items()}
    return [scrub_name(inner, name, instead, exactly=exactly) for inner in value] if isinstance(value, list) else value


def scrub_entry_data(data: EntryData, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> EntryData:
    """An entry's data with the name removed from free texts, also inside the new data of an edit."""

    def scrub(key: str, value: object) -> object:
        if key in TEXT_FIELDS:
            return scrub_name(value, name, instead, exactly=exactly)
        return scrub_entry_data(value, name, instead, exactly=exactly) if isinstance(value, dict) else value

    return {key: scrub(key, value) for key, value in data.items()}


def name_parts(name: str) -> list[str]:
    """The words of a name, initials among them."""
    return [part for part in re.split(f"{BETWEEN}+", name) if part]


def looks_like(text: str, name: str) -> bool:
    """True if a word of the text starts like the name or a part of it, whatever its case and accents.

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
    return "".join(
        character for character in unicodedata.normalize("NFD", text) if not unicodedata.combining(character)
    )


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
    return [_part_pattern(part) for part in sorted(parts, key=len, reverse=True) if len(part) >= SHORT]


def _part_pattern(part: str) -> re.Pattern[str]:
    if _stands_out(part, LONG):
        return _bounded(f"{re.escape(part)}(?:e?s)?", any_case=True)
    return _bounded(f"(?:{re.escape(part)}(?:e?s)?|{re.escape(part.upper())}(?:E?S)?)", any_case=False)


def _stands_out(part: str, letters: int) -> bool:
    """True if a part is recognized as a name in lower case too: long enough, and not a common word."""
    return len(part) >= letters and part.casefold() not in ORDINARY


def _bounded(pattern: str, *, any_case: bool) -> re.Pattern[str]:
    return re.compile(f"{BEFORE}{pattern}{BEHIND}", re.IGNORECASE if any_case else 0)


ANSWERS = "answers"
ABOUT_REVISIONS = {
    "decisions": ("game || '/' || revision", "reason", "notes"),
    "revisions": ("game || '/' || name", "title", "reason", "hypothesis"),
}
"""Tables with texts about a revision: what tells its rows apart, and the columns."""
Path = tuple[str, ...]


class MentionGone(WorkbenchError):
    """The text has been changed or deleted meanwhile."""


@dataclass(frozen=True)
class Mention:
    """A text of a row of a table: `path` leads to it, from an entry's data or from the columns."""

    session: str
    id: str
    table: str
    path: Path
    text: str


def mentions(cursor: Connection, name: str) -> list[Mention]:
    """Every text in which a word looks like the name."""
    return [text for text in _texts(cursor) if looks_like(text.text, name)]


def reword(store: Store, mention: Mention, text: str) -> None:
    """Replace a text in place; unlike an edit, this keeps nothing of the old text. Raises MentionGone."""
    with store.writing() as cursor:
        if mention not in _texts(cursor, mention.id):
            raise MentionGone("this text was changed in the meantime")
        if mention.table == "playtest_feedback":
            _reword_form(cursor, mention, text)
        elif mention.table == "playtest_entries":
            _reword_entry(cursor, mention, text)
        else:
            _reword_revision(cursor, mention, text)
        forget_overview(cursor, [mention.session])
        request_rewrite(cursor)


def _texts(cursor: Connection, id: str | None = None) -> Iterator[Mention]:
    """Every free text of all entries, forms, revisions and decisions about them, or of one."""
    where, values = ("", []) if id is None else ("where id = ?", [id])
    entries = cursor.execute(f"select id, session, data from playtest_entries {where} order by number", values)
    for entry, session, data in entries.fetchall():
        yield from (
            Mention(session, entry, "playtest_entries", *place_and_text)
            for place_and_text in _in_data(json.loads(data))
        )
    columns = ", ".join(TEXTS)
    forms = cursor.execute(
        f"select id, session, {ANSWERS}, {columns} from playtest_feedback {where} order by number", values
    )
    for form, session, answers, *texts in forms.fetchall():
        by_place: list[tuple[Path, object]] = [((column,), text) for column, text in zip(TEXTS, texts, strict=True)]
        by_place += [((ANSWERS, question), answer) for question, answer in json.loads(answers).items()]
        yield from (
            Mention(session, form, "playtest_feedback", path, text)
            for path, text in by_place
            if text and isinstance(text, str)
        )
    for table, (revision, *free_texts) in ABOUT_REVISIONS.items():
        for name in free_texts:
            query = (
                f"select id, {name} from (select distinct {revision} as id, {name} from {table}) {where} order by id"
            )
            for id, text in cursor.execute(query, values).fetchall():
                yield Mention("", id, table, (name,), text)


def _in_data(data: EntryData, path: Path = ()) -> Iterator[tuple[Path, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _in_data(value, (*path, key))
        elif key in TEXT_FIELDS and value and isinstance(value, str):
            yield (*path, key), value


def _reword_entry(cursor: Connection, mention: Mention, text: str) -> None:
    row = cursor.execute("select data from playtest_entries where id = ?", [mention.id]).fetchone()
    assert row is not None
    data = place = json.loads(row[0])
    for key in mention.path[:-1]:
        place = place[key]
    place[mention.path[-1]] = text
    cursor.execute("update playtest_entries set data = ? where id = ?", [as_json(data), mention.id])


def _reword_revision(cursor: Connection, mention: Mention, text: str) -> None:
    (column,), id = mention.path, ABOUT_REVISIONS[mention.table][0]
    where = f"{id} = ? and {column} = ?"
    cursor.execute(f"update {mention.table} set {column} = ? where {where}", [text, mention.id, mention.text])


def _reword_form(cursor: Connection, mention: Mention, text: str) -> None:
    column, *question = mention.path
    if not question:
        cursor.execute(f"update playtest_feedback set {column} = ? where id = ?", [text, mention.id])
        return
    row = cursor.execute("select answers from playtest_feedback where id = ?", [mention.id]).fetchone()
    assert row is not None
    answers = json.loads(row[0]) | {question[0]: text}
    cursor.execute("update playtest_feedback set answers = ? where id = ?", [as_json(answers), mention.id])


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
        stored = find(cursor, [person.id])
        if stored and (stored[0].forgotten or stored[0].name == person.name):
            return stored[0]
        if stored:
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
    insert(cursor, TABLE, [vars(person) for person in new])


def forget(store: Store, person: str) -> list[Mention]:
    """Remove a person's name everywhere, but keep the numbers; returns texts in which a word still looks like it.

    Texts of the sessions in which the person played or taught lose the name and its parts, in the spellings that
    `forgetting` lists; all other texts, also about revisions, and the names of imported files, lose the whole name. Old
    bytes remain in unused parts of the file until the next opening, or `Store.rewrite`. Raises PersonRefused for an
    unknown id.
    """
    with store.writing() as cursor:
        stored = find(cursor, [person])
        if not stored:
            raise PersonRefused(f"no person {person} in the store")
        if name := stored[0].name:
            sessions = sessions_with(cursor, person)
            _scrub_entries(cursor, name, sessions)
            _scrub_feedback(cursor, name, sessions)
            for text in [text for text in _texts(cursor) if text.table in ABOUT_REVISIONS]:
                if (new := without_whole_name(text.text, name)) != text.text:
                    _reword_revision(cursor, text, new)
            for id, file in cursor.execute("select id, file from playtest_batches").fetchall():
                if (new := without_whole_name(file, name)) != file:
                    cursor.execute("update playtest_batches set file = ? where id = ?", [new, id])
        cursor.execute(f"update {TABLE} set name = null, forgotten = true where id = ?", [person])
        request_rewrite(cursor)
        return mentions(cursor, name) if name else []


def sessions_with(cursor: Connection, person: str) -> set[str]:
    """The sessions that mention a person."""
    return {session for (session,) in cursor.execute(SESSIONS_WITH, [person]).fetchall()}


def _scrub_entries(cursor: Connection, name: str, sessions: set[str]) -> None:
    rows = cursor.execute("select id, session, data from playtest_entries").fetchall()
    touched = set()
    for id, session, data in rows:
        new = as_json(scrub_entry_data(json.loads(data), name, exactly=session not in sessions))
        if new != data:
            cursor.execute("update playtest_entries set data = ? where id = ?", [new, id])
            touched.add(session)
    forget_overview(cursor, sorted(touched))


def _scrub_feedback(cursor: Connection, name: str, sessions: set[str]) -> None:
    rows = cursor.execute(f"select id, session, answers, {', '.join(TEXTS)} from playtest_feedback").fetchall()
    for id, session, answers, *texts in rows:
        exactly = session not in sessions
        new = [scrub_name(text, name, exactly=exactly) for text in texts]
        scrubbed = as_json(scrub_name(json.loads(answers), name, exactly=exactly))
        if [scrubbed, *new] != [answers, *texts]:
            setting = ", ".join(f"{column} = ?" for column in ("answers", *TEXTS))
            cursor.execute(f"update playtest_feedback set {setting} where id = ?", [scrubbed, *new, id])


CheckMerge = Callable[[Sequence[Entry], Sequence[Feedback]], None]
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


def merge_records(store: Store, gone: str, stays: str, check: CheckMerge) -> PersonRecords:
    """Give all records of `gone` to `stays` and delete `gone`, in one transaction; returns the numbers of records.

    Raises MergeRefused for an unknown or forgotten person, or for the same one twice. Exceptions of `check` are passed
    on.
    """
    with store.writing() as cursor:
        merged_ids = {person.id for person in find(cursor, [gone, stays]) if not person.forgotten}
        if gone == stays or len(merged_ids) < 2:
            raise MergeRefused("two different people are needed, both with a name")
        logs, forms = _mentioning(cursor, [gone, stays])
        check(logs, forms)
        moved = _belongings(cursor, gone)
        for entry in logs:
            if gone in as_json(entry.data):
                data = as_json(_with_person_replaced(json.loads(as_json(entry.data)), gone, stays))
                cursor.execute("update playtest_entries set data = ? where id = ?", [data, entry.id])
        for table in ("playtest_feedback", "playtest_links"):
            cursor.execute(f"update {table} set player = ? where player = ?", [stays, gone])
        cursor.execute(f"delete from {TABLE} where id = ?", [gone])
        forget_overview(cursor, sorted({entry.session for entry in logs}))
        return moved


def _belongings(cursor: Connection, person: str) -> PersonRecords:
    counts = [
        f"select count(*) from ({SESSIONS_WITH})",
        "select count(*) from playtest_feedback where player = $1",
        "select count(*) from playtest_links where player = $1",
    ]
    return PersonRecords(*(int(cursor.execute(query, [person]).fetchall()[0][0]) for query in counts))


def _mentioning(cursor: Connection, people: Sequence[str]) -> tuple[list[Entry], list[Feedback]]:
    sessions = sorted(set().union(*(sessions_with(cursor, person) for person in people)))
    picked = "session in (select unnest(?::varchar[]))"
    return read_entries(cursor, picked, [sessions]), read_forms(cursor, picked, [sessions])


def _with_person_replaced(value: object, gone: str, stays: str) -> object:
    """A JSON value with `stays` in place of `gone`; where both occur, once."""
    if isinstance(value, dict):
        named = {
            stays if key == gone else key: _with_person_replaced(inner, gone, stays) for key, inner in value.items()
        }
        return named | ({stays: value[stays]} if stays in value else {})
    if isinstance(value, list):
        moved = [_with_person_replaced(inner, gone, stays) for inner in value]
        return list(dict.fromkeys(moved)) if gone in value else moved
    return stays if value == gone else value
