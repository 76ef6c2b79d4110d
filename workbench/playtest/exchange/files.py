"""Reading a file of whatever format, looking at what it would do, and storing it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from workbench.engine.problems import BadInput, Problem, on_one_line
from workbench.playtest.exchange.aside import Aside, set_aside
from workbench.playtest.exchange.bgstats import is_bgstats, read_bgstats
from workbench.playtest.exchange.json_text import decoded, loaded
from workbench.playtest.exchange.merging import Merged, News, Terms, merge
from workbench.playtest.exchange.own import is_own, read_own
from workbench.playtest.exchange.parsed import (
    AS_IT_IS,
    MOST_BYTES,
    Format,
    How,
    Parsed,
    ParsedSession,
    check_content,
    check_games,
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
    scores: tuple[float | None, ...]
    entries: int
    forms: int
    news: News


@dataclass(frozen=True)
class Preview:
    """What an import would do. With `errors` it would do nothing, or take the good ones alone (`can_part`).

    `unclear` dates could be two days; `joinable` plays name a revision.
    """

    format: Format
    sessions: tuple[Previewed, ...]
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    aside: Aside
    unclear: int = 0
    joinable: int = 0

    @property
    def can_part(self) -> bool:
        """Whether the good sessions can be taken without those that have problems."""
        return bool(self.errors and self.aside.sessions and self.aside.good.sessions and not self.aside.good.errors)


@dataclass(frozen=True)
class Imported:
    """What an import did. `batch` None: there was nothing to store; `news` says what each session was.

    `aside` are the sessions that were not taken, for what `left` says.
    """

    batch: Batch | None
    format: Format
    news: tuple[News, ...]
    warnings: tuple[Problem, ...]
    aside: Aside | None = None
    left: tuple[Problem, ...] = ()


def read_file(data: bytes, file: str, known: Mapping[str, Person] | None = None, how: How = AS_IT_IS) -> Parsed:
    """What a file says; what is wrong inside is among its problems.

    `known` are people by id, among whom formats that have names alone look for a name. Raises BadInput for a file that
    cannot be read at all, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise BadInput.one(file, f"must be at most {MOST_BYTES // 2**20} MiB", f"{len(data) / 2**20:.1f} MiB")
    if data.startswith(ZIP):
        raise BadInput.one(file, f"is a zip, which has no way back here: must be {FORMATS}")
    text, mended = decoded(data, file)
    parsed = with_strangers(_read(text, file, known or {}, how)).with_problems(mended)
    checks = (check_content, check_ids, check_sizes, check_seats, *([] if parsed.grows else [check_games]))
    return parsed.with_problems([problem for check in checks for problem in check(parsed)])


def preview(
    store: Store,
    data: bytes,
    file: str,
    games: Sequence[str] = (),
    *,
    update: bool = False,
    how: How = AS_IT_IS,
) -> Preview:
    """What an import would do, with the problems of every part of the file. Nothing is stored. Raises as `read_file`.

    `games` picks the sessions of these games alone; `update` takes the file's version of known sessions that differ.
    """
    known = people(store)
    parsed = read_file(data, file, known, how).only(games)
    merged = merge(parsed, Terms(update, known), standing(store, parsed.mentioned))
    names = {person.id: person.name for person in parsed.people}
    problems = [on_one_line(problem) for problem in (*parsed.problems, *merged.problems)]
    aside = set_aside(parsed, merged.problems)
    return Preview(
        parsed.format,
        tuple(_previewed(session, names, merged.news[session.id]) for session in parsed.sessions),
        tuple(problem for problem in problems if not problem.warning),
        tuple(problem for problem in problems if problem.warning),
        aside,
        parsed.unclear,
        parsed.joinable,
    )


def import_file(
    store: Store,
    data: bytes,
    file: str,
    games: Sequence[str] = (),
    *,
    update: bool = False,
    how: How = AS_IT_IS,
    good_only: bool = False,
) -> Imported:
    """Store what is new in a file, all of it or nothing, as one batch that can be taken back.

    With `update` also what it says otherwise of known sessions; with `good_only` the sessions that have no problem,
    while the others are set aside. Raises BadInput with every problem; the store is then as it was.
    """
    terms = Terms(update, people(store))
    whole = read_file(data, file, terms.known, how).only(games)
    found: list[tuple[Parsed, Merged, Aside | None]] = []

    def decide(there: Standing) -> Additions:
        found.append(_decided(whole, terms, there, file, good_only=good_only))
        return found[0][1].additions

    if not good_only:
        refuse(whole.problems, file)
    batch = import_batch(store, whole.mentioned, decide, whole.format.value, file)
    ((parsed, merged, aside),) = found
    if batch is not None:
        keep_up(store)
    told = [replace(each, source=file) for each in (*parsed.warnings, *merged.problems) if each.warning]
    left = [replace(each, source=file) for each in whole.errors] if aside else []
    return Imported(
        batch,
        whole.format,
        tuple(merged.news.values()),
        tuple(on_one_line(problem) for problem in told),
        aside,
        tuple(on_one_line(problem) for problem in left),
    )


def _decided(
    whole: Parsed, terms: Terms, there: Standing, file: str, *, good_only: bool
) -> tuple[Parsed, Merged, Aside | None]:
    """What is stored of a file, and what of it is set aside. Raises BadInput."""
    parsed, merged, aside = whole, merge(whole, terms, there), None
    if good_only:
        aside = set_aside(whole, merged.problems)
        if not aside.good.sessions:
            refuse([*whole.problems, *merged.problems], file)
        parsed = aside.good
        merged = merge(parsed, terms, there)
    refuse([*parsed.problems, *merged.problems], file)
    return parsed, merged, aside if aside and aside.sessions else None


def _read(text: str, file: str, known: Mapping[str, Person], how: How) -> Parsed:
    if not text.lstrip().startswith(("{", "[")):
        if not is_table(text):
            raise BadInput.one(file, f"must be {FORMATS}")
        return read_table(text, file, known, how)
    value = loaded(text, file)
    if is_own(value):
        return read_own(value, file)
    if is_bgstats(value):
        return read_bgstats(value, file, how)
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
        tuple(read.scores.totals.get(seated.player) for seated in read.players),
        len(session.entries),
        len(session.feedback),
        news,
    )
