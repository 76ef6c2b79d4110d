"""Import: reading a file of any format, previewing what it would do, and storing it."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from workbench.engine import files
from workbench.engine.files import JsonValue, UnreadableFile, is_spreadsheet, read_regular, spreadsheet_texts
from workbench.engine.problems import BadInput, Problem, by_cause, on_one_line, read_whole
from workbench.engine.wording import listed
from workbench.playtest.exchange.bgstats import read_bgstats
from workbench.playtest.exchange.csv_table import is_table, read_table
from workbench.playtest.exchange.dates import WHICH, DateOrder
from workbench.playtest.exchange.log_json import FORMAT, read_log_json
from workbench.playtest.exchange.parsed import (
    DEFAULTS,
    DOUBTED,
    MOST_BYTES,
    Format,
    Parsed,
    ParsedSession,
    ReadOptions,
    add_unlisted_people,
    check_content,
    check_games,
    check_ids,
    check_seats,
    check_sizes,
    count_ending,
    refuse,
)
from workbench.playtest.exchange.reconcile import ImportStatus, Merged, merge
from workbench.playtest.log.session import session_of
from workbench.playtest.overview import update_overview
from workbench.store import Store
from workbench.store.playtests.imports import FileImport, SessionRecords, add_import, stored
from workbench.store.playtests.people import Person, people

TABLES = "tables"
"""The zip of tables in commands; it cannot be imported."""
SUFFIXES = {".csv": Format.CSV, ".bgsplay": Format.BGSTATS}


def read_bytes(path: Path, option: str = "FILE") -> bytes:
    """The bytes of a file. Raises BadInput where it cannot be read or is too large."""
    try:
        return read_regular(path, MOST_BYTES, "file of sessions")
    except UnreadableFile as unreadable:
        raise BadInput.one(option, str(unreadable), path) from None


def read_format(text: str | None, path: Path) -> Format | None:
    """The format of `--format`, None for `TABLES`; by default by the file's suffix, else our own. Raises BadInput."""
    suffix = path.suffix.lower()
    if text == TABLES or (text is None and suffix == ".zip"):
        return None
    if text is None:
        return SUFFIXES.get(suffix, Format.JSON)
    if text not in list(Format):
        raise BadInput.one("--format", f"must be one of {', '.join((*Format, TABLES))}", text)
    return Format(text)


def read_dates(text: str | None) -> DateOrder | None:
    """The order of `--dates`. Raises BadInput."""
    if text is not None and text not in list(DateOrder):
        raise BadInput.one("--dates", f"must be {listed(DateOrder, 'or')}", text)
    return None if text is None else DateOrder(text)


DEEPEST = 60
SAVE_AS = "a spreadsheet saves it as `CSV UTF-8`"
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a surrogate pair as JSON writes it; without its other half it is no character."""


def decode_text(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """The text of a file without a byte order mark, and a warning where it is not in UTF-8. Raises BadInput."""
    try:
        text, encoding = files.decode_text(data)
    except UnreadableFile as unreadable:
        raise BadInput.one(file, f"must be text in UTF-8; {unreadable}: {SAVE_AS}") from None
    message = f"is not in UTF-8: read as {encoding}. Check that names are right; {SAVE_AS}"
    if encoding and data.lstrip()[:1] in (b"{", b"["):
        raise BadInput.one(file, f"must be text in UTF-8, as JSON always is: {SAVE_AS}")
    return text, [Problem("the file", message, warning=True)] if encoding else []


def load_json(text: str, file: str) -> JsonValue:
    """The value of a JSON text. Raises BadInput for invalid JSON, too deep nesting, or a key twice in one object."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise BadInput.one(file, f"is no JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise BadInput.one(file, str(error)) from None
    except RecursionError:
        raise BadInput.one(file, "is nested too deep") from None
    if _depth(value) > DEEPEST:
        raise BadInput.one(file, "is nested too deep")
    try:
        json.dumps(value if HALF.search(text) else None, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput.one(file, "has half of a surrogate pair, which is no character") from None
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"has the key {twice[:80]!a} twice in one object")
    return table


def _whole(text: str) -> int:
    number = read_whole(text)
    if number is None:
        raise ValueError(f"has a number of {len(text)} digits, which is too long: {text[:20]}…")
    return number


def _constant(name: str) -> float:
    raise ValueError(f"has {name}, which is no number of JSON")


def _depth(value: JsonValue) -> int:
    """How deep lists and objects are nested; computed level by level, without recursion."""
    level, depth = [value], -1
    while level and depth <= DEEPEST:
        depth += 1
        nested = [outer.values() if isinstance(outer, dict) else outer for outer in level]
        level = [inner for outer in nested if not isinstance(outer, str | int | float | None) for inner in outer]
    return depth


@dataclass(frozen=True)
class SetAside:
    """A file without the sessions that have problems (`good`), and those as a file in the same format (`text`)."""

    good: Parsed
    sessions: int
    text: str


def set_aside(parsed: Parsed, more: Sequence[Problem] = ()) -> SetAside:
    """Separate the sessions that have problems, `more` among them, from those that have none.

    Problems of the file as a whole stay with the good sessions.
    """
    problems = [*parsed.problems, *more]
    errors = [problem for problem in problems if not problem.warning]
    bad = [part for part in parsed.parts if any(part.has(problem.place) for problem in errors)]
    good = replace(
        parsed,
        sessions=tuple(session for session in parsed.sessions if not any(part.has(session.place) for part in bad)),
        problems=tuple(problem for problem in parsed.problems if not any(part.has(problem.place) for part in bad)),
    )
    described = [(part, "; ".join(str(problem) for problem in errors if part.has(problem.place))) for part in bad]
    return SetAside(good, len(bad), parsed.pack(described) if bad and parsed.pack else "")


FORMATS = (
    "our own JSON, a JSON export of BG Stats, or a table (CSV or XLSX) with the columns session (or date and game) and"
    " player"
)
ONE_SHEET = "has several sheets: only the first one with our columns was read"


@dataclass(frozen=True)
class SessionPreview:
    """One session of a file, and what an import would do with it."""

    id: str
    place: str
    game: str
    version: str
    started_at: datetime
    players: tuple[str, ...]
    scores: tuple[float | None, ...]
    entries: int
    forms: int
    news: ImportStatus


@dataclass(frozen=True)
class Preview:
    """An import that is not stored. With `errors` it would store nothing, or only the good sessions (`can_part`).

    `unclear` counts dates that could be two days, `doubted` points that need a word; `joinable` is that of `Parsed`,
    `joined` that of `Imported`.
    """

    format: Format
    sessions: tuple[SessionPreview, ...]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    aside: SetAside
    unclear: int = 0
    doubted: int = 0
    joinable: int = 0
    joined: Mapping[str, int] | None = None

    @property
    def can_part(self) -> bool:
        """True if the good sessions can be imported without those that have problems."""
        return bool(self.errors and self.aside.sessions and self.aside.good.sessions and not self.aside.good.errors)


@dataclass(frozen=True)
class Imported:
    """An import that was stored. `batch` None: nothing was new. `news` has the status of each session.

    `aside` are the sessions that were not imported, because of the problems in `left`. `joined` counts the plays that
    were linked to each revision; None where they were not to be.
    """

    batch: FileImport | None
    format: Format
    news: tuple[ImportStatus, ...]
    warnings: tuple[Problem, ...]
    aside: SetAside | None = None
    left: tuple[Problem, ...] = ()
    joined: Mapping[str, int] | None = None


def read_file(
    data: bytes, file: str, everybody: Mapping[str, Person] | None = None, how: ReadOptions = DEFAULTS
) -> Parsed:
    """The file as read, with its problems.

    `everybody` are people by id; formats that only have names look for them there. Raises BadInput for a file that
    cannot be read at all, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise BadInput.one(file, f"must be at most {MOST_BYTES // 2**20} MiB", f"{len(data) / 2**20:.1f} MiB")
    text, mended = _sheet_text(data, file) if data.startswith(b"PK\3\4") else decode_text(data, file)
    parsed = add_unlisted_people(_read(text, file, everybody or {}, how)).with_problems(mended)
    checks = (check_content, check_ids, check_sizes, check_seats, *([] if parsed.has_whole_logs else [check_games]))
    return parsed.with_problems([problem for check in checks for problem in check(parsed)])


def _sheet_text(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """The first sheet of an XLSX file that has our columns, or its first; and a warning about other sheets."""
    if not is_spreadsheet(data):
        raise BadInput.one(file, f"is a zip, which cannot be imported: must be {FORMATS}")
    try:
        texts = spreadsheet_texts(data)
    except UnreadableFile as unreadable:
        raise BadInput.one(file, f"is {unreadable}") from None
    ours = next((text for text in texts if is_table(text)), "")
    return ours, [Problem("the file", ONE_SHEET, warning=True)] if ours and len(texts) > 1 else []


def preview(
    store: Store,
    data: bytes,
    file: str,
    games: Sequence[str] = (),
    *,
    update: bool = False,
    how: ReadOptions = DEFAULTS,
) -> Preview:
    """Preview an import, with all problems of the file; stores nothing. Raises as `read_file`.

    `games`: only the sessions of these games. `update`: known sessions that differ are updated to the file's version.
    """
    everybody = people(store)
    parsed = read_file(data, file, everybody, how).only(games)
    merged = merge(parsed, stored(store, parsed.mentioned), everybody, update=update)
    names = {person.id: person.name for person in parsed.people}
    problems = [on_one_line(problem) for problem in (*parsed.problems, *merged.problems)]
    aside = set_aside(parsed, merged.problems)
    return Preview(
        parsed.format,
        tuple(_previewed(session, names, merged.news[session.id]) for session in parsed.sessions),
        tuple(problem for problem in problems if not problem.warning),
        tuple(by_cause(problem for problem in problems if problem.warning)),
        aside,
        count_ending(parsed.problems, WHICH),
        count_ending(parsed.problems, DOUBTED),
        parsed.joinable,
        _joined(parsed, merged.news) if how.joins else None,
    )


def _joined(parsed: Parsed, news: Mapping[str, ImportStatus]) -> Mapping[str, int]:
    """How many plays of BG Stats are new, or updated, as plays of each revision."""
    taken = [session for session in parsed.sessions if news[session.id] in (ImportStatus.NEW, ImportStatus.UPDATED)]
    headers = [session.session.header for session in taken if parsed.format is Format.BGSTATS]
    return Counter(f"{header.game}/{header.revision}" for header in headers if header.rules_hash)


def import_file(
    store: Store,
    data: bytes,
    file: str,
    games: Sequence[str] = (),
    *,
    update: bool = False,
    how: ReadOptions = DEFAULTS,
    good_only: bool = False,
) -> Imported:
    """Store what is new in a file, all or nothing, as one import that can be undone.

    `update`: known sessions that differ are updated too. `good_only`: sessions with problems are set aside. Raises
    BadInput with every problem; the store is then unchanged.
    """
    everybody = people(store)
    parsed = whole = read_file(data, file, everybody, how).only(games)
    merged: Merged
    aside: SetAside | None = None

    def decide(there: SessionRecords) -> SessionRecords:
        """The additions of the sessions to import; the others are set aside. Raises BadInput."""
        nonlocal parsed, merged, aside
        merged = merge(whole, there, everybody, update=update)
        if good_only:
            aside = set_aside(whole, merged.problems)
            if not aside.good.sessions:
                refuse([*whole.problems, *merged.problems], file)
            parsed = aside.good
            merged = merge(parsed, there, everybody, update=update)
        refuse([*parsed.problems, *merged.problems], file)
        return merged.additions

    if not good_only:
        refuse(whole.problems, file)
    batch = add_import(store, whole.mentioned, decide, whole.format.value, file)
    aside = aside if aside and aside.sessions else None
    if batch is not None:
        update_overview(store)
    warnings = [warning._replace(source=file) for warning in (*parsed.warnings, *merged.problems) if warning.warning]
    left = [error._replace(source=file) for error in whole.errors] if aside else []
    return Imported(
        batch,
        whole.format,
        tuple(merged.news.values()),
        tuple(by_cause(on_one_line(problem) for problem in warnings)),
        aside,
        tuple(on_one_line(problem) for problem in left),
        _joined(parsed, merged.news) if how.joins else None,
    )


def _read(text: str, file: str, everybody: Mapping[str, Person], how: ReadOptions) -> Parsed:
    if not text.lstrip().startswith(("{", "[")):
        if not is_table(text):
            raise BadInput.one(file, f"must be {FORMATS}")
        return read_table(text, file, everybody, how)
    value = load_json(text, file)
    if isinstance(value, dict) and value.get("format") == FORMAT:
        return read_log_json(value, file)
    if isinstance(value, dict) and "plays" in value and "players" in value:  # as in an export of BG Stats
        return read_bgstats(value, file, how)
    raise BadInput.one(file, f"must be {FORMATS}")


def _previewed(session: ParsedSession, names: Mapping[str, str | None], news: ImportStatus) -> SessionPreview:
    read = session_of(session.entries)
    return SessionPreview(
        session.id,
        session.place,
        read.header.game,
        read.header.version,
        read.started_at,
        tuple(names.get(seated.player) or "–" for seated in read.players),
        tuple(read.scores.totals.get(seated.player) for seated in read.players),
        len(session.entries),
        len(session.feedback),
        news,
    )
