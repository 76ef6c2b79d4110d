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

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

from workbench.engine.problems import WorkbenchError
from workbench.store import ledger, texts
from workbench.store.connection import Store
from workbench.store.copies import OLDER, backups, log_of, put_aside
from workbench.store.listing import forget_name
from workbench.store.playtests.entries import (
    Entry,
    EntryData,
    Feedback,
    Link,
    read_sessions,
    record_of,
    value_of,
    written_in,
)
from workbench.store.playtests.overview import TEXTS
from workbench.store.taking_over import read_over
from workbench.store.texts import IMPORTS, LEDGER, PEOPLE, as_json

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
    composed, name = (unicodedata.normalize("NFC", written) for written in (text, name))  # an ë may be an e and a sign
    small = composed.casefold()
    if not any(part.casefold() in small for part in name_parts(name)):
        return text
    without = composed
    for pattern in _patterns(name, whole):
        without = pattern.sub(lambda _: instead, without)
    return text if without == composed else without


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
    return [
        _bounded(f"{re.escape(part)}(?:e?s)?", any_case=True)
        if _stands_out(part, LONG)
        else _bounded(f"(?:{re.escape(part)}(?:e?s)?|{re.escape(part.upper())}(?:E?S)?)", any_case=False)
        for part in sorted(parts, key=len, reverse=True)
        if len(part) >= SHORT
    ]


def _stands_out(part: str, letters: int) -> bool:
    """True if a part is recognized as a name in lower case too: long enough, and not a common word."""
    return len(part) >= letters and part.casefold() not in ORDINARY


def _bounded(pattern: str, *, any_case: bool) -> re.Pattern[str]:
    return re.compile(f"{BEFORE}{pattern}{BEHIND}", re.IGNORECASE if any_case else 0)


ANSWERS = "answers"
ENTRIES, FORMS = "playtest_entries", "playtest_feedback"
ABOUT_REVISIONS = {"decision": ("reason", "notes"), "revision": ("title", "reason", "hypothesis")}
"""The texts about a revision in the ledger's lines of a kind."""
IN_LEDGER = {
    **ABOUT_REVISIONS,
    **{"finding": ("sentence", "brief"), "answer": ("sentence", "asked"), ledger.GONE: ("about",)},
}
"""The same with what was found, which names somebody only by chance."""
TextPath = tuple[str, ...]


class MentionGone(WorkbenchError):
    """The text has been changed or deleted meanwhile."""


class PersonRefused(WorkbenchError):
    """There is no such person."""


@dataclass(frozen=True)
class Person:
    """A person who played or taught. `name` is a name or initials; None once the person was forgotten."""

    id: str
    name: str | None
    forgotten: bool = False
    batch: str | None = None


@dataclass(frozen=True)
class Mention:
    """A text of an entry, a form or a line of the ledger: `path` leads to it from their fields."""

    session: str
    id: str
    table: str
    path: TextPath
    text: str


def people(store: Store) -> dict[str, Person]:
    """Everybody, by id, in the order of their names; the forgotten last."""
    return people_in(texts.read(store, PEOPLE))


def people_in(content: bytes) -> dict[str, Person]:
    """Everybody in the content of the file of names, in the order of their names; the forgotten last."""
    everybody = {}
    for line in texts.lines_in(content):
        if line.value is not None and isinstance(line.value.get("id"), str):
            values = {name: line.value.get(name) for name in ("name", "batch")}
            person = Person(line.value["id"], forgotten=bool(line.value.get("forgotten")), **values)
            everybody[person.id] = person
    by_name = sorted(everybody.values(), key=lambda person: (person.name is None, person.name or "", person.id))
    return {person.id: person for person in by_name}


def people_file(writer: texts.Writer) -> tuple[Path, bytes]:
    """The file of names, and what is in it."""
    file = writer.folder / PEOPLE
    return file, texts.content_of(file)


def with_people(content: bytes, everybody: Iterable[Person]) -> bytes:
    """The content of the file of names with these people instead; lines that cannot be read stay."""
    values = ({name: value for name, value in asdict(person).items() if value} for person in everybody)
    return texts.list_of(values, (line.raw for line in texts.lines_in(content) if line.value is None))


def save_person(store: Store, person: Person) -> Person:
    """Add a person, or rename one. A forgotten person stays forgotten."""
    with texts.writing(store) as writer:
        file, content = people_file(writer)
        everybody = people_in(content)
        stored = everybody.get(person.id)
        if stored and (stored.forgotten or stored.name == person.name):
            return stored
        renamed = replace(stored, name=person.name) if stored else person
        writer.replace({file: with_people(content, (everybody | {person.id: renamed}).values())})
        return person


def mentions(store: Store, name: str) -> list[Mention]:
    """Every text in which a word looks like the name."""
    return [text for text in _texts(store) if looks_like(text.text, name)]


def _texts(store: Store) -> Iterator[Mention]:
    """Every free text of all entries, forms, revisions and decisions about them."""
    for session, _, content in read_sessions(store):
        written = written_in(content, session)
        for entry in written.log:
            for path, text in _in_data(entry.data):
                yield Mention(session, entry.id, ENTRIES, path, text)
        for form in written.forms:
            by_path: dict[TextPath, object] = {(name,): getattr(form, name) for name in TEXTS}
            by_path |= {(ANSWERS, question): answer for question, answer in form.answers.items()}
            for path, answer in by_path.items():
                if answer and isinstance(answer, str):
                    yield Mention(session, form.id, FORMS, path, answer)
    content = texts.read(store, LEDGER)
    for kind, names in ABOUT_REVISIONS.items():
        for values in ledger.fold(content, kind).values():
            yield from (Mention("", _place(values), kind, (name,), str(values.get(name) or "")) for name in names)


def _place(values: ledger.Values) -> str:
    """The revision that a line of the ledger is about."""
    return f"{values.get('game')}/{values.get('revision') or values.get('name')}"


def _reworded(content: bytes, change: Callable[[str, str, str, str], str]) -> bytes:
    """A ledger with each of its texts as `change` returns it, by kind, revision, field and text."""
    lines = []
    for line in texts.lines_in(content):
        raw, value = line.raw + b"\n", line.value or {}
        for kind, names in IN_LEDGER.items():
            if isinstance(its := value.get(kind), dict):
                new = {name: change(kind, _place(its), name, its[name]) for name in names if its.get(name)}
                raw = texts.line_of({**value, kind: {**its, **new}}) if {**its, **new} != its else raw
        lines.append(raw)
    return b"".join(lines)


def _in_data(data: EntryData, path: TextPath = ()) -> Iterator[tuple[TextPath, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _in_data(value, (*path, key))
        elif key in TEXT_FIELDS and value and isinstance(value, str):
            yield (*path, key), value


def reword(store: Store, mention: Mention, text: str) -> None:
    """Replace a text in place; unlike an edit, this keeps nothing of the old text. Raises MentionGone."""
    if mention.table in ABOUT_REVISIONS:
        with texts.writing(store) as writer:
            place = (mention.table, mention.id, *mention.path, mention.text)
            lines = texts.content_of(writer.folder / LEDGER)
            mended = _reworded(lines, lambda *at: text if at == place else at[-1])
            if mended == lines:
                raise MentionGone("this text was changed in the meantime")
            writer.replace({writer.folder / LEDGER: mended}, loses_words=True)
        return
    with texts.writing(store) as writer:
        file = texts.session_file(writer.folder, mention.session)
        content = texts.content_of(file) if file else b""

        def reworded(record: Entry | Feedback | Link) -> Entry | Feedback | Link:
            if isinstance(record, Link) or record.id != mention.id:
                return record
            if isinstance(record, Entry):
                return replace(record, data=_with_text(record.data, mention, mention.path, text))
            return replace(record, **_with_text(_answers_of(record), mention, mention.path, text))  # type: ignore[arg-type]

        new = changed(content, mention.session, reworded)
        if file is None or new == content:
            raise MentionGone("this text was changed in the meantime")
        writer.replace({file: new}, loses_words=True)


def _answers_of(form: Feedback) -> dict[str, object]:
    return {name: getattr(form, name) for name in (ANSWERS, *TEXTS)}


def _with_text(data: Mapping[str, object], mention: Mention, path: TextPath, text: str) -> dict[str, object]:
    """The data with another text at the path, if the mention's is there."""
    key, *rest = path
    there = data.get(key)
    if isinstance(there, Mapping) and rest:
        return {**data, key: _with_text(there, mention, tuple(rest), text)}
    return {**data, key: text} if there == mention.text and not rest else dict(data)


Record = Entry | Feedback | Link


def changed(content: bytes, session: str, change: Callable[[Record], Record]) -> bytes:
    """A session's content with each record as `change` returns it; lines that cannot be read, or stay, are the same."""
    lines = []
    for line in texts.lines_in(content):
        raw = line.raw + b"\n"
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            if line.value is not None:
                record = record_of(line.value, session)
                if (new := change(record)) != record:
                    raw = texts.line_of(value_of(new))
        lines.append(raw)
    return b"".join(lines)


def forget(store: Store, person: str) -> list[Mention]:
    """Remove a person's name everywhere, but keep the numbers; returns texts in which a word still looks like it.

    Texts of the sessions in which the person played or taught lose the name and its parts, in the spellings listed
    above; all other texts, also about revisions, and the names of imported files, lose the whole name. The index, and
    what was kept of older texts by itself, goes. Raises PersonRefused for an unknown id.
    """
    if (stored := people(store).get(person)) is None:
        raise PersonRefused(f"no person {person} in the store")
    name = stored.name
    if name and store.exists and forget_name(store, name, lambda text: without_whole_name(text, name)):
        with store.in_turn():
            read_over(store.path, anew=True)  # the old file goes with what else is older
    with texts.writing(store) as writer:
        file, content = people_file(writer)
        everybody = people_in(content) | {person: Person(person, None, True, stored.batch)}
        contents = {} if not name else _without_the_name(store, writer, person, name)
        lines = b"\n".join(line.raw for line in texts.lines_in(content) if line.value is None)
        unreadable = _raw_without_name(lines, name) if name else lines
        older = [copy for path in put_aside(store.path, OLDER) for copy in (path, log_of(path)) if copy.exists()]
        contents |= dict.fromkeys([*backups(store.path), *older])
        contents[file] = with_people(unreadable, everybody.values())
        writer.replace(contents, loses_words=True)
    return mentions(store, name) if name else []


def _without_the_name(store: Store, writer: texts.Writer, person: str, name: str) -> dict[Path, bytes | None]:
    """The new contents of the files in which the name stands."""
    contents: dict[Path, bytes | None] = {}
    for session, file, content in read_sessions(store):
        exactly = not any(_is_about(record, person) for record in written_in(content, session).records)

        def without(record: Record, exactly: bool = exactly) -> Record:
            if isinstance(record, Entry):
                return replace(record, data=scrub_entry_data(record.data, name, exactly=exactly))
            if isinstance(record, Feedback):
                new = {key: scrub_name(value, name, exactly=exactly) for key, value in _answers_of(record).items()}
                return replace(record, **new)  # type: ignore[arg-type]
            return record

        if (new := _also_unreadable(changed(content, session, without), name)) != content:
            contents[file] = new
    reworded = _reworded(texts.content_of(writer.folder / LEDGER), lambda *place: without_whole_name(place[-1], name))
    contents[writer.folder / LEDGER] = _also_unreadable(reworded, name)
    imports = texts.content_of(writer.folder / IMPORTS)
    lines = texts.lines_in(imports)
    values = [
        line.value | {"file": without_whole_name(str(line.value.get("file")), name)} for line in lines if line.value
    ]
    raw = [_raw_without_name(line.raw, name) for line in lines if line.value is None]
    contents[writer.folder / IMPORTS] = texts.list_of(values, raw) if imports else b""
    return {file: new for file, new in contents.items() if new != texts.content_of(file)}


def _also_unreadable(content: bytes, name: str) -> bytes:
    """The content without the name in lines that cannot be read."""
    lines = texts.lines_in(content)
    raw = [line.raw if line.value is not None else _raw_without_name(line.raw, name) for line in lines]
    return b"".join(line + b"\n" for line in raw)


def _raw_without_name(line: bytes, name: str) -> bytes:
    """A line that cannot be read, without the name."""
    return without_name(line.decode(errors="surrogateescape"), name).encode(errors="surrogateescape")


def _is_about(record: Record, person: str) -> bool:
    """True for an entry that mentions a person, and a form that the person filled in."""
    if isinstance(record, Entry):
        return person in as_json(record.data)
    return isinstance(record, Feedback) and record.player == person


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
    return _belongings([record for records in _with(store, person).values() for record in records], person)


def _belongings(records: Sequence[Record], person: str) -> PersonRecords:
    return PersonRecords(
        len({record.session for record in records if _is_about(record, person)}),
        sum(isinstance(record, Feedback) and record.player == person for record in records),
        sum(isinstance(record, Link) and record.player == person for record in records),
    )


def mentioning(store: Store, *people: str) -> tuple[list[Entry], list[Feedback]]:
    """The logs and the forms of all sessions that mention any of these people."""
    records = [
        record
        for its in _with(store, *people).values()
        if any(_is_about(record, person) for record in its for person in people)
        for record in its
    ]
    entries = [record for record in records if isinstance(record, Entry)]
    return entries, [record for record in records if isinstance(record, Feedback)]


def _with(store: Store, *people: str) -> dict[Path, list[Record]]:
    """The records of every session in whose file one of these people is named."""
    return {
        file: written_in(content, session).records
        for session, file, content in read_sessions(store)
        if any(person.encode() in content for person in people)
    }


def merge_records(store: Store, gone: str, stays: str, check: CheckMerge) -> PersonRecords:
    """Give all records of `gone` to `stays` and delete `gone`, all or nothing; returns the numbers of records.

    Raises MergeRefused for an unknown or forgotten person, or for the same one twice. Exceptions of `check` are passed
    on.
    """

    def moved(record: Record) -> Record:
        if isinstance(record, Entry):
            return replace(record, data=_with_person_replaced(record.data, gone, stays))  # type: ignore[arg-type]
        return replace(record, player=stays) if record.player == gone else record

    with texts.writing(store) as writer:
        file, content = people_file(writer)
        everybody = people_in(content)
        named = {id for id in (gone, stays) if id in everybody and not everybody[id].forgotten}
        if gone == stays or len(named) < 2:
            raise MergeRefused("two different people are needed, both with a name")
        check(*mentioning(store, gone, stays))
        its_files = _with(store, gone)
        del everybody[gone]
        contents = {log: changed(texts.content_of(log), log.stem, moved) for log in its_files}
        writer.replace({file: with_people(content, everybody.values()), **contents})
        return _belongings([record for records in its_files.values() for record in records], gone)


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
