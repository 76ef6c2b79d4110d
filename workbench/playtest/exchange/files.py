"""Reading a file of whatever format, looking at what it would do, and storing it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from workbench.engine.problems import BadInput, Problem, on_one_line
from workbench.playtest.exchange.bgstats import is_bgstats, read_bgstats
from workbench.playtest.exchange.json_text import decoded, loaded
from workbench.playtest.exchange.merging import Merged, News, Terms, merge
from workbench.playtest.exchange.own import is_own, read_own
from workbench.playtest.exchange.parsed import (
    MOST_BYTES,
    Format,
    Parsed,
    ParsedSession,
    check_content,
    check_ids,
    check_seats,
    check_sizes,
    refuse,
    with_strangers,
)
from workbench.playtest.exchange.table_reading import is_table, read_table
from workbench.playtest.overview import keep_up
from workbench.playtest.session import session_of
from workbench.store import Store
from workbench.store.playtests import Additions, Batch, Person, Standing, import_batch, people, standing

FORMATS = "our own JSON, a JSON export of BG Stats, or a table (CSV) with the columns session and player"

ZIP = b"PK\3\4"
"""How a zip begins."""


@dataclass(frozen=True)
class Previewed:
    """One session of a file, and what it is to the store."""

    id: str
    place: str
    game: str
    version: str
    started_at: datetime
    players: tuple[str, ...]
    entries: int
    forms: int
    news: News


@dataclass(frozen=True)
class Preview:
    """What an import would do. With `errors` it would do nothing."""

    format: Format
    sessions: tuple[Previewed, ...]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


@dataclass(frozen=True)
class Imported:
    """What an import did. `batch` None: there was nothing to store; `news` says what each session was."""

    batch: Batch | None
    format: Format
    news: tuple[News, ...]
    warnings: tuple[Problem, ...]


def read_file(data: bytes, file: str, known: Mapping[str, Person] | None = None) -> Parsed:
    """What a file says; what is wrong inside is among its problems.

    `known` are people by id, among whom formats that have names alone look for a name. Raises BadInput for a file that
    cannot be read at all, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise BadInput.one(file, f"must be at most {MOST_BYTES // 2**20} MiB", f"{len(data) / 2**20:.1f} MiB")
    if data.startswith(ZIP):
        raise BadInput.one(file, f"is a zip, which has no way back here: must be {FORMATS}")
    text = decoded(data, file)
    parsed = with_strangers(_read(text, file, known or {}))
    checks = (check_content, check_ids, check_sizes, check_seats)
    return parsed.with_problems([problem for check in checks for problem in check(parsed)])


def preview(store: Store, data: bytes, file: str, games: Sequence[str] = (), *, update: bool = False) -> Preview:
    """What an import would do, with the problems of every part of the file. Nothing is stored. Raises as `read_file`.

    `games` picks the sessions of these games alone; `update` takes the file's version of known sessions that differ.
    """
    known = people(store)
    parsed = read_file(data, file, known).only(games)
    merged = merge(parsed, Terms(update, known), standing(store, parsed.mentioned))
    names = {person.id: person.name for person in parsed.people}
    problems = [on_one_line(problem) for problem in (*parsed.problems, *merged.problems)]
    return Preview(
        parsed.format,
        tuple(_previewed(session, names, merged.news[session.id]) for session in parsed.sessions),
        tuple(problem for problem in problems if not problem.warning),
        tuple(problem for problem in problems if problem.warning),
    )


def import_file(store: Store, data: bytes, file: str, games: Sequence[str] = (), *, update: bool = False) -> Imported:
    """Store what is new in a file, all of it or nothing, as one batch that can be taken back.

    With `update` also what it says otherwise of known sessions. Raises BadInput with every problem; the store is then
    as it was.
    """
    terms = Terms(update, people(store))
    parsed = read_file(data, file, terms.known).only(games)
    refuse(parsed.problems, file)
    found: list[Merged] = []

    def decide(there: Standing) -> Additions:
        found.append(merge(parsed, terms, there))
        refuse(found[0].problems, file)
        return found[0].additions

    batch = import_batch(store, parsed.mentioned, decide, parsed.format.value, file)
    (merged,) = found
    if batch is not None:
        keep_up(store)
    told = (replace(problem, source=file) for problem in (*parsed.warnings, *merged.problems) if problem.warning)
    return Imported(batch, parsed.format, tuple(merged.news.values()), tuple(on_one_line(problem) for problem in told))


def _read(text: str, file: str, known: Mapping[str, Person]) -> Parsed:
    if not text.lstrip().startswith(("{", "[")):
        if not is_table(text):
            raise BadInput.one(file, f"must be {FORMATS}")
        return read_table(text, file, known)
    value = loaded(text, file)
    if is_own(value):
        return read_own(value, file)
    if is_bgstats(value):
        return read_bgstats(value, file)
    raise BadInput.one(file, f"must be {FORMATS}")


def _previewed(session: ParsedSession, names: Mapping[str, str | None], news: News) -> Previewed:
    read = session_of(session.entries)
    return Previewed(
        session.id,
        session.place,
        read.header.game,
        read.header.version,
        read.started_at,
        tuple(names.get(seated.player) or "–" for seated in read.players),
        len(session.entries),
        len(session.feedback),
        news,
    )
