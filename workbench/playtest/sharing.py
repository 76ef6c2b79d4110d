"""A workspace to a co-designer as a zip of its text, and back: a merge of files by names, and of lines by ids.

What is new is added; what is here is never changed. What differs is told, and stays as it is. A decision that was made
there after the one in force here, and in view of it, is new; two that were made apart differ.

A backup is our own. It brings back names, imports and every line that is lost here, also those that say what was
deleted; and a revision, a card list or a draft in the place of one that cannot be read. What it lacks of the ledger
comes from the database, as far as that has it.

Evenings go along only where they are chosen, with pseudonyms, also in decisions. Photos and voice notes never do: a
face and a voice are names. No links to forms go along either: their secrets are of this workspace.
"""

import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from workbench.engine.files import BROKEN_ZIP, JsonValue, unpacked, write_whole
from workbench.engine.problems import BadInput, Problems
from workbench.engine.wording import counted, plural
from workbench.playtest.exchange.exporting import sessions_to_write
from workbench.playtest.log.entries import FormFields, read_entry, read_model
from workbench.playtest.log.session import session_of
from workbench.scenario.files import Workspace
from workbench.scenario.load import unreadable_files
from workbench.store import Store, StoreError, ledger, texts
from workbench.store.copies import MARK as BACKUP
from workbench.store.copies import is_cut, keep_backup
from workbench.store.ledger import KEYS, Values, key_of, read_line
from workbench.store.playtests.entries import Entry, Feedback, Link, read_session, value_of, written_in
from workbench.store.playtests.imports import contents_with
from workbench.store.playtests.people import (
    ABOUT_REVISIONS,
    TEXT_FIELDS,
    Record,
    people,
    with_people,
    without_whole_name,
)
from workbench.store.texts import IMPORTS, LEDGER, PEOPLE, SESSIONS, as_json, line_of, lines_in

MARK = b"a shared workspace of the playtest workbench, 2"
"""The comment of every file."""
FILE = re.compile(
    r"(scenarios/(?P<game>\w[\w-]*)/\w[\w.-]*\.toml|data/(?P<of>\w[\w-]*)/\w[\w. -]*\.csv"
    r"|games/(?P<code>\w[\w-]*)(/\w[\w-]*)*\.(py|toml|csv|md))"
)
"""The files of a workspace that go along, by their paths."""
DRAFT = re.compile(r"data/drafts/\w+\.json")
SESSION = re.compile(rf"data/{SESSIONS}/([\w-]{{1,100}})\.jsonl")
PATTERNS = ("scenarios/*/*.toml", "data/*/*.csv", "games/**/*.*")
LISTS = {f"data/{LEDGER}", f"data/{PEOPLE}"}
WITH_IDS = {PEOPLE: ("person", "name"), IMPORTS: ("import", "file")}
"""Lists of which a backup brings back lines: what a line is about, and its field that says so."""
MOST_BYTES = 200_000_000
TIMES = {"created_at", "found_at", "saved_at", "decided_at", "elapsed_s"}
"""Fields in which two lines may differ that say the same."""
WORDS = {"run": "batch", "finding": "finding", "answer": "answer", "decision": "decision"}
"""Names of the lines of the ledger; a revision that was played goes along unnamed."""


class News(StrEnum):
    """The fate of a part: new, in the place of what cannot be read, the same as here, or different, and out."""

    NEW = "new"
    REPLACES = "in the place of what cannot be read"
    SAME = "same"
    DIFFERS = "differs"


ADDED = (News.NEW, News.REPLACES)


@dataclass(frozen=True)
class Part:
    """A revision, a card list, a game, a line of the ledger or a session; of one that differs, the texts that do."""

    kind: str
    name: str
    news: News
    here: str = ""
    there: str = ""


class Shared(NamedTuple):
    """The files in a zip by their paths; in a backup they are our own."""

    files: Mapping[str, bytes]
    is_backup: bool


# Out


def write_shared(workspace: Workspace, store: Store, games: Sequence[str] = (), sessions: Sequence[str] = ()) -> bytes:
    """The file of a workspace: of these games, or of all; with these sessions, or none."""
    parts = {
        path: file.read_bytes()
        for pattern in PATTERNS
        for file in sorted(workspace.root.glob(pattern))
        if (match := FILE.fullmatch(path := file.relative_to(workspace.root).as_posix()))
        and (not games or (match["game"] or match["of"] or match["code"]) in games)
    }
    named = [person.name for person in people(store).values() if person.name]
    lines = [_without_names(value, named) for value in _lines(texts.read(store, LEDGER), games)]
    parts[f"data/{LEDGER}"] = b"".join(map(line_of, lines))
    if sessions:
        hidden, players = sessions_to_write(store, sessions, pseudonymous=True)
        parts[f"data/{PEOPLE}"] = with_people(b"", players.values())
        for session in hidden:
            records: list[Entry | Feedback] = [*session.entries, *session.feedback]
            records = [replace(record, batch=None) for record in records]
            parts[f"data/{SESSIONS}/{session.id}.jsonl"] = b"".join(line_of(value_of(record)) for record in records)
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as file:
        file.comment = MARK
        for path, content in parts.items():
            file.writestr(path, content)
    return buffer.getvalue()


def _lines(content: bytes, games: Sequence[str] = ()) -> Iterator[dict[str, JsonValue]]:
    """The lines of a ledger that count, and of decisions those before them too."""
    counting = ledger.fold(content, *KEYS)
    for line in lines_in(content):
        kind, its = read_line(line.value or {})
        counts = counting.get(key_of(kind, its)) if kind else None
        if counts and (kind == "decision" or counts == its) and (not games or its.get("game") in games):
            yield {"at": (line.value or {}).get("at"), kind: its}


def _without_names(value: dict[str, JsonValue], named: Sequence[str]) -> dict[str, JsonValue]:
    kind, its = read_line(value)
    words = {name: str(its.get(name) or "") for name in ABOUT_REVISIONS.get(kind, ()) if its.get(name)}
    for name in named:
        words = {field: without_whole_name(text, name) for field, text in words.items()}
    return {**value, kind: {**its, **words}} if words else value


# In


def read_shared(data: bytes, file: str) -> Shared:
    """The files in a zip that `share` or `backup` wrote. Raises BadInput, with every line that is none, for any other.

    Of a backup the lines are ours, and so are names; those that cannot be read are left out.
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            mark = archive.comment
        parts = unpacked(data, MOST_BYTES)
        if mark not in (MARK, BACKUP):
            raise ValueError("it was not written by `share`, or by that of another version")
    except BROKEN_ZIP as error:
        raise BadInput.one(file, f"is no shared workspace: {error}; `workbench share` writes one") from None
    problems = Problems()
    for path, content in parts.items() if mark == MARK else ():
        session = SESSION.fullmatch(path)
        for line in lines_in(content) if session or path in LISTS else ():
            place = f"{file}: {path}, line {line.number}"
            if line.value is None:
                problems.wrong(place, "cannot be read")
            elif session:
                form = line.value.get("form")
                problems.add(
                    read_model(FormFields, form, place)[1] if form else read_entry(line.value, session[1], place)[1]
                )
            elif path.endswith(LEDGER) and not ledger.row_of(*read_line(line.value)):
                problems.wrong(place, "must be a batch, a finding, an answer, a decision or a revision")
        if session and not problems.noted:
            try:
                session_of(written_in(content, session[1]).log)
            except ValueError as error:
                problems.wrong(f"{file}: {path}", f"is no session: {error}")
    problems.refuse()
    lists = LISTS | ({f"data/{IMPORTS}"} if mark == BACKUP else set())
    patterns = (FILE, SESSION, DRAFT) if mark == BACKUP else (FILE, SESSION)
    ours = (path for path in parts if path in lists or any(pattern.fullmatch(path) for pattern in patterns))
    return Shared({path: parts[path] for path in ours}, mark == BACKUP)


def merge(workspace: Workspace, store: Store, shared: Shared, take: bool = True) -> list[Part]:
    """The parts of a file beside what is here, as it was; with `take`, what is new is added, all or nothing.

    Raises BadInput where a file cannot be written.
    """
    named = [person.name for person in people(store).values() if person.name]
    unreadable = unreadable_files(workspace) if shared.is_backup else {}
    parts = [
        _file_part(workspace, path, data, shared.is_backup, path in unreadable)
        for path, data in shared.files.items()
        if FILE.fullmatch(path) or DRAFT.fullmatch(path)
    ]
    files = {part.name: shared.files[part.name] for part in parts if part.news in ADDED}
    here, there = texts.read(store, LEDGER), shared.files.get(f"data/{LEDGER}", b"")
    lines, of_ledger = _lost_lines(store, here, there) if shared.is_backup else _new_lines(here, there, named)
    records = list[Record]()
    for path, content in shared.files.items():
        if match := SESSION.fullmatch(path):
            new, part = _new_records(store, match[1], content)
            records += new
            parts.append(part)
    listed = {name: shared.files[f"data/{name}"] for name in WITH_IDS if f"data/{name}" in shared.files}
    for name, (kind, field) in WITH_IDS.items():
        new_values = texts.new_in(listed.get(name, b""), texts.read(store, name))
        parts += [Part(kind, str(value.get(field) or ""), News.NEW) for value in new_values]
    if take and (files or lines or records or any(part.kind in ("person", "import") for part in parts)):
        if store.may_have_sessions:
            keep_backup(store.path, always=True)
        for path, data in files.items():
            try:
                (workspace.root / path).parent.mkdir(parents=True, exist_ok=True)
                write_whole(workspace.root / path, data)
            except OSError as error:
                raise BadInput.one(path, f"cannot be written: {error.strerror or error}") from None
        with texts.writing(store) as writer:
            contents = contents_with(writer, records)
            contents |= {writer.folder / name: texts.merged(writer.folder / name, listed[name]) for name in listed}
            contents[writer.folder / LEDGER] = texts.with_lines(texts.content_of(writer.folder / LEDGER), lines)
            writer.replace(contents)
    return [*parts, *of_ledger]


def _file_part(workspace: Workspace, path: str, data: bytes, is_ours: bool, is_unreadable: bool) -> Part:
    kinds = {"scenarios": "revision", "data": "card list", "games": "game"}
    kind = "draft" if DRAFT.fullmatch(path) else kinds[path.partition("/")[0]]
    try:
        here = (workspace.root / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Part(kind, path, News.NEW)
    except OSError as error:
        raise BadInput.one(path, f"cannot be read here: {error.strerror}") from None
    if here == data:
        return Part(kind, path, News.SAME)
    news = News.REPLACES if is_unreadable or (is_ours and is_cut(here, data)) else News.DIFFERS
    return Part(kind, path, news, here.decode("utf-8", "replace"), data.decode("utf-8", "replace"))


def _lost_lines(store: Store, here: bytes, there: bytes) -> tuple[list[dict[str, JsonValue]], list[Part]]:
    """The lines that our ledger lacks of a backup's, and of the database; and the results that they bring back."""
    lines = texts.new_in(there, here, ledger.line_id)
    with suppress(StoreError):
        if store.path.exists():
            with store.reading() as cursor:
                lines += ledger.as_lines(ledger.lacking(cursor, texts.with_lines(here, lines)))
    before, parts = ledger.fold(here, *KEYS), list[Part]()
    for key, its in ledger.fold(texts.with_lines(there, lines), *KEYS).items():
        parts += _of_ledger(key, its, News.SAME if key in before else News.NEW)
    return lines, parts


def _new_lines(here: bytes, there: bytes, named: Sequence[str]) -> tuple[list[dict[str, JsonValue]], list[Part]]:
    """The lines of their ledger that are new in ours, and what each that counts there is beside ours."""
    in_force, parts, new = ledger.fold(here, *KEYS), list[Part](), list[dict[str, JsonValue]]()
    lines = _by_key(there)
    ours, theirs = (
        {key: [_facts_of(read_line(value)[1]) for value in values] for key, values in its_lines.items()}
        for its_lines in (_by_key(here, named), lines)
    )
    for key, its in ledger.fold(there, *KEYS).items():
        kind, before = key.partition(" ")[0], in_force.get(key)
        news = News.DIFFERS if before else News.SAME  # what was deleted here stays so
        if key not in ours or _facts_of(its) in ours[key]:
            news = News.SAME if key in ours else News.NEW
        elif kind == "decision" and before and ours[key][-1] in theirs[key]:
            news = News.NEW  # they had ours when they decided anew
        new += lines[key] if key not in ours else lines[key][-1:] if news is News.NEW else []
        differing = [_decision_text(before), _decision_text(its)] if before and kind == "decision" else []
        parts += _of_ledger(key, its, news, *(differing if news is News.DIFFERS else []))
    return new, parts


def _of_ledger(key: str, its: Values, news: News, *differing: str) -> list[Part]:
    """The part of a line of the ledger; none for one that goes along unnamed."""
    word = WORDS.get(key.partition(" ")[0])
    name = f"{its.get('game')}/{its.get('revision') or its.get('scenario')}"
    return [Part(word, name, news, *differing)] if word else []


def _by_key(content: bytes, named: Sequence[str] = ()) -> dict[str, list[dict[str, JsonValue]]]:
    """The lines of a ledger by their keys, oldest first, without these names."""
    lines = defaultdict[str, list[dict[str, JsonValue]]](list)
    values = [_without_names(line.value, named) for line in lines_in(content) if line.value]
    for value in sorted(values, key=lambda value: str(value.get("at", ""))):
        if kind := read_line(value)[0]:
            lines[key_of(kind, value[kind])].append(value)
    return lines


def _facts_of(its: Values) -> str:
    return as_json({name: value for name, value in its.items() if name not in TIMES})


def _decision_text(values: Values) -> str:
    lines = (*(values.get(name) for name in ("state", "reason", "notes")), "archived" * bool(values.get("archived")))
    return "\n".join(str(line) for line in lines if line)


def _new_records(store: Store, session: str, content: bytes) -> tuple[list[Record], Part]:
    """The records of a session that are new here, and what it is beside ours: names are no difference."""
    there, written = written_in(content, session), read_session(store, session)
    here = {_id(record): record for record in written.records}
    players = {form.player for form in written.forms}
    theirs: list[Record] = [*there.log, *there.links]
    new = [record for record in theirs if _id(record) not in here]
    new += [form for form in there.forms if form.id not in here and form.player not in players]
    name = ", ".join(f"{entry.data.get('game')}, {entry.time:%Y-%m-%d}" for entry in there.log[:1])
    theirs = [*there.log, *there.forms]
    differing = [one for one in theirs if _id(one) in here and _facts(one) != _facts(here[_id(one)])]
    if differing:
        words = counted(len(differing), "entry", "entries"), plural(len(differing), "differs", "differ")
        return new, Part("session", f"{name}: {words[0]} {words[1]}", News.DIFFERS)
    more = f": {counted(len(new), 'more entry', 'more entries')}" if here and new else ""
    return new, Part("session", name + more, News.NEW if new else News.SAME)


def _id(record: Record) -> str:
    return record.selector if isinstance(record, Link) else record.id


def _facts(record: Record) -> str:
    """The facts of a record, without its texts."""
    if isinstance(record, Entry):
        return as_json([record.kind, str(record.at), _bare(record.data)])
    return as_json({name: value for name, value in vars(record).items() if isinstance(value, int)} | {"number": 0})


def _bare(data: Mapping[str, object]) -> dict[str, object]:
    """Data without its texts, and without what is empty."""
    inner = {name: _bare(value) if isinstance(value, dict) else value for name, value in data.items()}
    return {name: value for name, value in inner.items() if name not in TEXT_FIELDS and value not in (None, "", {}, [])}
