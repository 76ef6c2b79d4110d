"""The index of sessions: tables made from their files, and figures over many sessions from them, by what was played.

With the tables, lists and figures over thousands of sessions are single queries. They lie in a database of their own,
`index.duckdb`, which can be deleted at any time: where somebody is forgotten, or a session deleted, it is. `refresh`
updates it: it reads the files again whose size or time has changed, or that were read by another version of the code.
Decisions and revisions are in it too, from the ledger.

A version is a game's revision with its rules, or the label of a printed deck. A spread is given by quartiles, always
with the number of answers or sessions behind it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime

from workbench.store import ledger, texts
from workbench.store.connection import Connection, SqlRow, Store
from workbench.store.errors import StoreFull
from workbench.store.ledger import insert_rows, sql_value
from workbench.store.playtests.entries import Entry, Written, written_in
from workbench.store.texts import IMPORTS, LEDGER, PEOPLE

OF_A_SESSION = tuple(f"playtest_{part}" for part in ("files", "entries", "feedback", "sessions", "seats", "moments"))
"""The tables with rows of a session."""
FILE_COLUMNS = ("session", "size", "changed_ns", "fold", "unreadable")
LISTS = (PEOPLE, IMPORTS, LEDGER)
AT_ONCE = 200
"""Sessions that are read at once, so that memory is bounded."""


@dataclass(frozen=True)
class SessionRow:
    """One session in figures. Times of phases are in seconds; `margin` is None where totals are missing."""

    session: str
    game: str
    version: str
    rules_hash: str
    goal: str
    location: str
    medium: str
    status: str
    started_at: datetime
    ended_at: datetime | None
    players: int
    newcomers: int
    teaching_s: float
    play_s: float
    break_s: float
    rows: int
    margin: float | None
    overridden: bool
    moments: int
    notes: int


@dataclass(frozen=True)
class SeatRow:
    """One player of a session. `seat` counts from 0; `win` is the player's share of the win.

    `departed`: left the table, with `total` at that time; `passed_on`: and somebody at the table took over the points.
    """

    session: str
    player: str
    seat: int | None
    newcomer: bool
    total: float | None
    win: float
    departed: bool = False
    passed_on: bool = False


@dataclass(frozen=True)
class MomentRow:
    """One moment. `minute` counts minutes of play; None outside of play."""

    session: str
    entry: str
    moment: str
    happened_at: datetime
    minute: float | None
    player: str | None
    note: str


@dataclass(frozen=True)
class SessionSummary:
    """The summary of one session's log."""

    session: SessionRow
    seats: tuple[SeatRow, ...] = ()
    moments: tuple[MomentRow, ...] = ()
    entries: int = 0


@dataclass(frozen=True)
class SessionFilter:
    """A selection of sessions. None and empty tuples select all; `since` is included, `until` is not."""

    game: str | None = None
    versions: tuple[str, ...] = ()
    rules_hash: str | None = None
    players: int | None = None
    newcomers: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    statuses: tuple[str, ...] = ()

    def conditions(self) -> Iterator[tuple[str, object]]:
        """The conditions on `playtest_sessions`, each with the value of its parameter."""
        for column in ("game", "rules_hash", "players"):
            if (value := getattr(self, column)) is not None:
                yield f"{column} = ?", value
        for column, values in (("version", self.versions), ("status", self.statuses)):
            if values:
                yield f"{column} in (select unnest(?::varchar[]))", [str(value) for value in values]
        if self.newcomers is not None:
            yield "(newcomers > 0) = ?", self.newcomers
        if self.since is not None:
            yield "started_at >= ?", sql_value(self.since)
        if self.until is not None:
            yield "started_at < ?", sql_value(self.until)

    def picked(self) -> tuple[str, list[object]]:
        """The sessions as a subquery, and its parameters."""
        conditions = list(self.conditions())
        where = " and ".join(condition for condition, _ in conditions) or "true"
        return f"(select * from playtest_sessions where {where})", [value for _, value in conditions]


EVERY = SessionFilter()
Summarise = Callable[[Sequence[Entry]], SessionSummary | None]
"""Summarizes one log, in order; None for one without a session."""


# Keeping up with the files


def refresh(store: Store, fold: str, summarise: Summarise) -> int:
    """Read again what has changed; how many sessions that were. `fold` names the version of `summarise`."""
    with store.session():
        try:
            return _refresh(store, fold, summarise)
        except StoreFull:  # the index is in memory from now on
            return _refresh(store, fold, summarise)


def _refresh(store: Store, fold: str, summarise: Summarise) -> int:
    stamps = _stamps(store)
    with store.reading(index=True) as cursor:
        if not any(_changes(cursor, fold, stamps)):
            return 0
    with store.writing(index=True) as cursor:
        changed, gone = _changes(cursor, fold, stamps)
        paths = texts.session_files(store)
        lists = {name: texts.read(store, name) for name in LISTS if name in changed}
        [(size,)] = cursor.execute("select sum(size) from playtest_files where session = ?", [LEDGER]).fetchall()
        for table in OF_A_SESSION:
            query = f"delete from {table} where session in (select unnest($1::varchar[]))"
            cursor.execute(query, [[*changed, *gone]])
        unreadable, logged = dict[str, int](), [session for session in changed if session in paths]
        for first in range(0, len(logged), AT_ONCE):
            some = logged[first : first + AT_ONCE]
            files = {session: written_in(texts.content_of(paths[session]), session) for session in some}
            unreadable |= _insert(cursor, fold, files, summarise)
        for name, content in lists.items():
            is_shorter = name == LEDGER and len(content) < (size or 0)  # which it never is, but by damage
            unreadable[name] = len(texts.unreadable_in(name, content)) or int(is_shorter)
        indexed = [
            dict(zip(FILE_COLUMNS, (name, *stamps[name], fold, count), strict=True))
            for name, count in unreadable.items()
        ]
        insert_rows(cursor, "playtest_files", indexed)
        if IMPORTS in lists:
            imports = [line.value for line in texts.lines_in(lists[IMPORTS]) if line.value is not None]
            _replace(cursor, "playtest_batches", "imported_at", imports)
        if LEDGER in lists:
            _replace(cursor, "decisions", "decided_at", ledger.fold(lists[LEDGER], "decision").values())
            _replace(cursor, "revisions", "saved_at", ledger.fold(lists[LEDGER], "revision").values())
        return len({*changed, *gone} - {*LISTS})


def unreadable_lines(store: Store) -> dict[str, int]:
    """How many lines of which sessions, and of the lists of people and imports, cannot be read, by the index."""
    query = "select session, unreadable from playtest_files where unreadable > 0 order by session"
    with store.reading(index=True) as cursor:
        return dict(cursor.execute(query).fetchall())


def _stamps(store: Store) -> dict[str, tuple[int, int]]:
    folder = texts.folder_of(store)
    files = texts.session_files(store) | {name: folder / name for name in LISTS}
    return {name: texts.stamp_of(file) for name, file in files.items()}


def _changes(cursor: Connection, fold: str, stamps: Mapping[str, tuple[int, int]]) -> tuple[list[str], list[str]]:
    """The files that differ from what was read of them, and those that are gone."""
    query = "select session, size, changed_ns, fold from playtest_files"
    read = {
        session: (size, changed_ns, its_fold)
        for session, size, changed_ns, its_fold in cursor.execute(query).fetchall()
    }
    changed = [name for name, stamp in stamps.items() if read.get(name, (0, 0, fold)) != (*stamp, fold)]
    return changed, [name for name in read if name not in stamps]


def _insert(cursor: Connection, fold: str, files: Mapping[str, Written], summarise: Summarise) -> dict[str, int]:
    """Insert what is in these files; how many lines of each cannot be read."""
    by_file = {session: summarise(written.log) for session, written in files.items()}
    summaries = [summary for summary in by_file.values() if summary]
    of_logs = [
        {**vars(summary.session), "fold": fold, "upto": written.lines, "entries": len(written.log)}
        for summary in summaries
        for written in [files[summary.session.session]]
    ]
    tables: dict[str, list[dict[str, object]]] = {
        "playtest_entries": [
            {**vars(entry), "happened_at": entry.at} for written in files.values() for entry in written.log
        ],
        "playtest_feedback": [
            {**vars(form), "happened_at": form.at} for written in files.values() for form in written.forms
        ],
        "playtest_sessions": of_logs,
        "playtest_seats": [vars(seat) for summary in summaries for seat in summary.seats],
        "playtest_moments": [vars(moment) for summary in summaries for moment in summary.moments],
    }
    for table, new in tables.items():
        insert_rows(cursor, table, new)
    read = {session: summary.entries if summary else 0 for session, summary in by_file.items()}
    return {name: len(written.unreadable) + len(written.log) - read[name] for name, written in files.items()}


def _replace(cursor: Connection, table: str, time: str, rows: Iterable[ledger.Values]) -> None:
    cursor.execute(f"delete from {table}")
    insert_rows(cursor, table, [{**row, time: ledger.read_time(row[time])} for row in rows])


# Queries


def list_sessions(store: Store, which: SessionFilter = EVERY) -> list[SessionRow]:
    """The sessions, the one started last first."""
    names = [column.name for column in fields(SessionRow)]
    picked, values = which.picked()
    query = f"select {', '.join(names)} from {picked} order by started_at desc, session"
    with store.reading(index=True) as cursor:
        rows = [SessionRow(*row) for row in cursor.execute(query, values).fetchall()]
    return [
        replace(
            row,
            started_at=row.started_at.replace(tzinfo=UTC),
            ended_at=row.ended_at and row.ended_at.replace(tzinfo=UTC),
        )
        for row in rows
    ]


RATINGS = ("overall", "fun", "clarity", "learning", "decisions", "downtime", "interaction", "originality", "length")
REPLIES = ("fair", "predictable", "again")
TEXTS = ("best", "worst", "change")
"""The free-text columns of feedback."""
KEY = "game, version, rules_hash"
QUARTILES = "quantile_cont({0}, 0.25), median({0}), quantile_cont({0}, 0.75)"


@dataclass(frozen=True)
class Version:
    """The version that was played: the revision and its rules, or the label of a printed deck."""

    game: str
    version: str
    rules_hash: str


@dataclass(frozen=True)
class Played:
    """How often a version was played, by how many people, and when. A person counts once, in however many sessions.

    `newcomers` are those who were new to the game in one of them; `finished` the sessions whose game was played to its
    end, `stopped` and `unclear` those of which it was not, or nobody knows.
    """

    version: Version
    sessions: int
    finished: int
    stopped: int
    unclear: int
    people: int
    newcomers: int
    forms: int
    first: datetime
    last: datetime


@dataclass(frozen=True)
class Spread:
    """The median and the quartiles of n values."""

    n: int
    low: float
    median: float
    high: float


@dataclass(frozen=True)
class RatingCounts:
    """How a version was rated in one respect; `counts` are the answers from the lowest grade to the highest.

    `people` is how many answered: somebody who played several sessions has as many answers.
    """

    version: Version
    aspect: str
    spread: Spread
    counts: tuple[int, ...]
    people: int


@dataclass(frozen=True)
class EndFigure:
    """A figure of a version's ended sessions: `minutes` of play, `rows` of the sheet, `total`, or `margin`.

    `total` is the mean of a session's totals, `margin` the winner's lead.
    """

    version: Version
    what: str
    spread: Spread


@dataclass(frozen=True)
class MomentCount:
    """The number of moments of a kind in the minutes from `minute` on, and of sessions that lasted so long."""

    version: Version
    moment: str
    minute: int
    count: int
    sessions: int


@dataclass(frozen=True)
class ReplyCounts:
    """How many players of a version gave this reply to a question."""

    version: Version
    question: str
    reply: str
    count: int


@dataclass(frozen=True)
class Comment:
    """Words about a version: an answer of a form, or what the host wrote beside a moment.

    `about` is the question of the form, or the kind of the moment; a moment may have no player. `may_quote`: the player
    allowed it.
    """

    version: Version
    session: str
    player: str | None
    newcomer: bool
    about: str
    text: str
    may_quote: bool


def played(store: Store, which: SessionFilter = EVERY) -> list[Played]:
    """Every version that was played, in the order of their first sessions."""
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        forms as (select session, count(*) as forms from playtest_feedback group by session),
        people as (select {KEY}, count(distinct player) as people,
                count(distinct player) filter (newcomer) as new
            from (select session, {KEY} from picked) join playtest_seats using (session) group by {KEY})
        select {KEY}, count(*), count(*) filter (status = 'ended'), count(*) filter (status = 'stopped'),
            count(*) filter (status = 'unclear'), coalesce(any_value(people), 0), coalesce(any_value(new), 0),
            coalesce(sum(forms), 0)::bigint, min(started_at), max(started_at)
        from picked left join forms using (session) left join people using ({KEY})
        group by {KEY} order by min(started_at), version
    """
    return [
        Played(version, *counts, first.replace(tzinfo=UTC), last.replace(tzinfo=UTC))  # type: ignore[call-arg]  # as many as are selected
        for version, (*counts, first, last) in _versions(store, query, values)
    ]


def ratings(store: Store, which: SessionFilter = EVERY) -> list[RatingCounts]:
    """Every aspect of every version, by its name; `length` among them."""
    picked, values = which.picked()
    counts = ", ".join(f"count(*) filter (rating = low + {place})" for place in range(5))
    query = f"""
        with forms as (select {KEY}, player, {", ".join(f"{name}::tinyint as {name}" for name in RATINGS)}
            from {picked} join playtest_feedback using (session)),
        answers as (select *, if(aspect = 'length', -2, 1) as low
            from (unpivot forms on {", ".join(RATINGS)} into name aspect value rating))
        select {KEY}, aspect, count(*), {QUARTILES.format("rating")}, {counts}, count(distinct player)
        from answers group by {KEY}, aspect order by {KEY}, aspect
    """
    return [
        RatingCounts(version, aspect, Spread(*rest[:4]), tuple(rest[4:-1]), rest[-1])
        for version, (aspect, *rest) in _versions(store, query, values)
    ]


def end_figures(store: Store, which: SessionFilter = EVERY) -> list[EndFigure]:
    """The figures of every version's ended sessions that have any; a session counts once.

    The points of players who left count for the table's mean.
    """
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        means as (select session, sum(total) filter (not passed_on) / any_value(players) as total
            from picked join playtest_seats using (session) group by session
            having count(total) filter (not departed) = count(*) filter (not departed)),
        ended as (select {KEY}, nullif(play_s, 0) / 60 as minutes, nullif(rows, 0)::double as rows, total, margin
            from picked left join means using (session) where status = 'ended')
        select {KEY}, what, count(*), {QUARTILES.format("figure")}
        from (unpivot ended on minutes, rows, total, margin into name what value figure)
        group by {KEY}, what order by {KEY}, what
    """
    return [EndFigure(version, what, Spread(*rest)) for version, (what, *rest) in _versions(store, query, values)]


def moments_by_minute(store: Store, which: SessionFilter = EVERY, *, minutes: int = 5) -> list[MomentCount]:
    """Moments by time of play, in bins of so many minutes."""
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        counted as (select {KEY}, moment, (floor(minute / {minutes:d}) * {minutes:d})::integer as bin, count(*) as n
            from picked join playtest_moments using (session) where minute is not null group by {KEY}, moment, bin),
        reached as (select {KEY}, bin, count(*) as sessions
            from (select distinct {KEY}, bin from counted) join picked using ({KEY})
            where play_s / 60 >= bin group by {KEY}, bin)
        select {KEY}, moment, bin, n, sessions from counted join reached using ({KEY}, bin) order by {KEY}, moment, bin
    """
    return [MomentCount(version, *rest) for version, rest in _versions(store, query, values)]


def replies(store: Store, which: SessionFilter = EVERY) -> list[ReplyCounts]:
    """How many said yes, maybe and no to each question of a form."""
    picked, values = which.picked()
    query = f"""
        with forms as (select {KEY}, {", ".join(REPLIES)} from {picked} join playtest_feedback using (session))
        select {KEY}, question, reply, count(*)
        from (unpivot forms on {", ".join(REPLIES)} into name question value reply)
        group by {KEY}, question, reply order by {KEY}, question, reply
    """
    return [ReplyCounts(version, *rest) for version, rest in _versions(store, query, values)]


def comments(store: Store, which: SessionFilter = EVERY, limit: int = 1000) -> list[Comment]:
    """Answers in words and the notes beside moments, by version: the one first, of which the first session is latest.

    Within a version, forms come before moments, and the latest of each first.
    """
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        forms as (select {KEY}, session, player, coalesce(newcomer, false) as newcomer, coalesce(quote, false) as quote,
                happened_at, number, {", ".join(f"nullif({name}, '') as {name}" for name in TEXTS)}
            from picked join playtest_feedback using (session) left join playtest_seats using (session, player)),
        words as (
            select {KEY}, session, player, newcomer, about, text, quote, 0 as kind, epoch(happened_at) as late, number
            from (unpivot forms on {", ".join(TEXTS)} into name about value text)
            union all
            select {KEY}, session, player, coalesce(newcomer, false), moment, note, false, 1, epoch(happened_at), 0
            from picked join playtest_moments using (session) left join playtest_seats using (session, player)
            where note <> '')
        select {KEY}, session, player, newcomer, about, text, quote
        from words join (select {KEY}, min(started_at) as first from picked group by all) using ({KEY})
        order by first desc, kind, late desc, number desc, about limit {limit:d}
    """
    return [Comment(version, *rest) for version, rest in _versions(store, query, values)]


def _versions(store: Store, query: str, values: Sequence[object]) -> Iterator[tuple[Version, SqlRow]]:
    """The rows of a query whose first columns are those of `KEY`."""
    with store.reading(index=True) as cursor:
        rows = cursor.execute(query, list(values)).fetchall()
    for game, version, rules_hash, *rest in rows:
        yield Version(game, version, rules_hash), tuple(rest)
