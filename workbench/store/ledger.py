"""The ledger: what was played and what was decided, append-only text beside the database, and the authority for both.

    {"at": …, "run": {…}}        a finished batch: rules, code, bots, seed, plays, digest
    {"at": …, "finding": {…}}    what a batch or a comparison said
    {"at": …, "answer": {…}}     what a study said
    {"at": …, "decision": {…}}   what was decided about a revision, and notes
    {"at": …, "revision": {…}}   a revision that was played, with its rules
    {"at": …, "gone": {"keys": […]}}, {"at": …, "back": {"keys": […]}}   what was deleted, and brought back;
                                 what can be brought back has the id of its `deletion`, as its rows in the tables have

Of lines with one key the latest counts, wherever it stands: two ledgers are merged by putting the lines of one behind
those of the other. The database has tables of runs, findings and answers. What they lack of the ledger is taken in when
the file is opened: the rows of a lost batch are not there, but what to play to have them again.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

from workbench.engine.files import JsonValue, read_json
from workbench.engine.wording import counted, span_words
from workbench.store import texts
from workbench.store.errors import StoreDamaged, StoreError, StoreNewer, duckdb
from workbench.store.texts import LEDGER, TextStore


class DecisionState(StrEnum):
    """The state of a decision about a revision."""

    OPEN = "open"
    ADOPTED = "adopted"
    REJECTED = "rejected"


Values: TypeAlias = Mapping[str, JsonValue]
KEYS: Mapping[str, tuple[str, ...]] = {
    "run": ("id",),
    "finding": ("run", "base_run", "plays"),
    "answer": ("id",),
    "decision": ("game", "revision"),
    "revision": ("game", "name", "rules_hash"),
}
"""The fields that tell the lines of a kind apart."""
GONE, BACK, HEAD = "gone", "back", 80
DELETION = "deletion"
TABLES = {"run": "runs", "finding": "findings", "answer": "answers"}
"""The tables of the database that are brought up to date by the ledger."""
DONE, INTERRUPTED = "done", "interrupted"
"""The status of a run, as `runs.Status` has it."""
NOT_HERE = "its plays are not in the store; workbench resume plays them again"
WAIT_S = 60.0
MARK = 256
"""Bytes before the place up to which the ledger was read that tell whether it only grew since."""


def key_of(kind: str, values: Values) -> str:
    """The key of a line; equal for lines of which the latest counts."""
    return " ".join([kind, *(str(values.get(name, "")) for name in KEYS[kind])])


def read_line(value: Mapping[str, JsonValue]) -> tuple[str, Values]:
    """The kind of a line, and its values; nothing for one that deletes or brings back."""
    return next(((kind, value[kind]) for kind in KEYS if isinstance(value.get(kind), dict)), ("", {}))


def line_id(value: Mapping[str, JsonValue]) -> object:
    """The same for a line whose words were changed since: its time, and its key."""
    kind, its = read_line(value)
    return value.get("at"), key_of(kind, its) if kind else texts.as_json(value)


def fold(content: bytes, *kinds: str) -> dict[str, Values]:
    """The lines of these kinds that count in the content of a ledger, by their keys.

    A decision or a revision that lacks something, as one that an editor spoiled, counts for none.
    """
    heads = [kind.encode() for kind in (*kinds, GONE, BACK)]
    chosen = b"\n".join(raw for raw in content.split(b"\n") if any(head in raw[:HEAD] for head in heads))
    values = [line.value for line in texts.lines_in(chosen) if line.value]
    last: dict[str, Values] = {}
    gone = set[str]()
    for value in sorted(values, key=lambda value: str(value.get("at", ""))):
        for kind in kinds:
            if isinstance(its := value.get(kind), dict) and (kind in TABLES or row_of(kind, its)):
                last[key_of(kind, its)] = its
                gone.discard(key_of(kind, its))
        for change, act in ((GONE, gone.update), (BACK, gone.difference_update)):
            if isinstance(its := value.get(change), dict):
                act(its["keys"])
    return {key: its for key, its in last.items() if key not in gone}


def read(store: TextStore, kind: str) -> list[Values]:
    """The lines of a kind that count."""
    return list(fold(texts.read(store, LEDGER), kind).values())


def append(
    path: Path, records: Sequence[tuple[str, Mapping[str, object]]], cursor: duckdb.DuckDBPyConnection | None = None
) -> None:
    """Add lines to the ledger beside the database at `path`, on the disk when this returns.

    `cursor`: of the transaction that writes the same to the database, as its last step.
    """
    if not records:
        return
    with texts.writing_in(path.parent, WAIT_S) as writer:
        file = writer.folder / LEDGER
        before = texts.stamp_of(file)[0]
        writer.append(file, as_lines(records))
        if cursor is not None and _read_upto(cursor)[0] == before:
            _note_read(cursor, file)


def as_lines(records: Iterable[tuple[str, Mapping[str, object]]]) -> list[dict[str, JsonValue]]:
    """New lines, of now."""
    at = plain(dt.datetime.now(dt.UTC))
    return [{"at": at, kind: plain(values)} for kind, values in records]


def deletions(content: bytes) -> dict[str, Values]:
    """The lines in a ledger of results that were deleted and can be brought back, by their ids."""
    lines = b"\n".join(raw for raw in content.split(b"\n") if GONE.encode() in raw[:HEAD])
    gone = [line.value.get(GONE) for line in texts.lines_in(lines) if line.value]
    return {its[DELETION]: its for its in gone if isinstance(its, dict) and DELETION in its}


def plain(value: object) -> JsonValue:
    """A value as JSON has it: times as text, in UTC."""
    if isinstance(value, dt.datetime):
        at = value.astimezone(dt.UTC) if value.tzinfo else value.replace(tzinfo=dt.UTC)
        return at.isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def read_time(text: object) -> dt.datetime:
    """A time of a line, in UTC."""
    at = dt.datetime.fromisoformat(str(text))
    try:
        return at.astimezone(dt.UTC) if at.tzinfo else at.replace(tzinfo=dt.UTC)
    except OverflowError:
        raise ValueError("outside the years that there are") from None


def run_line(run: Mapping[str, object]) -> dict[str, object]:
    """The line of a finished run in the ledger."""
    return {name: run[name] for name in (*FIELDS["run"], *ALSO["run"])}


def with_ledger(failure: StoreError, path: Path) -> StoreError:
    """A failure of the database, with what bots played by the ledger where that has to be played again."""
    if isinstance(failure, StoreDamaged | StoreNewer):
        return type(failure)(f"{failure}. By the ledger, bots played {held(path.parent)}")
    return failure


def held(folder: Path) -> str:
    """The batches and plays by the ledger, and how long they took, in words."""
    runs = [its for key, its in fold(texts.content_of(folder / LEDGER), *KEYS).items() if key.startswith("run ")]
    plays = sum(int(its.get("plays", 0)) for its in runs)
    words = f"{counted(len(runs), 'finished batch', 'finished batches')} with {counted(plays, 'play', separator=',')}"
    seconds = sum(float(its.get("elapsed_s", 0)) for its in runs)
    return f"{words}, which took {span_words(max(1, seconds))} to play" if runs else words


# The database's tables of it


def take_in(cursor: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Add what the tables lack of the ledger; reads only what was added since the last time."""
    file = path.parent / LEDGER
    size = texts.stamp_of(file)[0]
    upto, last = _read_upto(cursor)
    if size == upto:
        return
    content = texts.content_of(file)
    grew = size > upto and crc32(content[max(0, upto - MARK) : upto]) == last
    lines = fold(content[upto:] if grew else content, *TABLES)
    cursor.begin()
    try:
        for kind, table in TABLES.items():
            new = {key: its for key, its in lines.items() if key.startswith(f"{kind} ")}
            if new:
                _insert(cursor, kind, table, new)
        _note_read(cursor, file)
        cursor.commit()
    except BaseException:
        with suppress(duckdb.Error):  # a commit that failed has rolled back already
            cursor.rollback()
        raise


def _insert(cursor: duckdb.DuckDBPyConnection, kind: str, table: str, new: dict[str, Values]) -> None:
    names = ", ".join(KEYS[kind])
    for there in cursor.execute(f"select {names} from {table}").fetchall():
        new.pop(" ".join([kind, *map(str, there)]), None)
    rows = [row for its in new.values() if (row := row_of(kind, its))]
    if kind == "run":
        number = cursor.execute("select coalesce(max(number), 0) from runs").fetchall()[0][0]
        rows = [{**row, "number": number + place} for place, row in enumerate(rows, 1)]
    insert_rows(cursor, table, rows)
    if kind == "run" and rows:
        restart_numbers(cursor)


def results_in(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, dict[str, JsonValue], str | None]]:
    """The finished results in the tables: kind and values of their lines, and the deletion that took them away."""
    for kind, table in TABLES.items():
        names = *FIELDS[kind], *ALSO[kind]
        query = f"select deletion, {', '.join(names)} from {table} where {FINISHED[kind]}"
        for deletion, *row in cursor.execute(query).fetchall():
            values = dict(zip(names, map(plain, row), strict=True))
            values |= {name: json.loads(values[name]) for name in AS_JSON if values.get(name)}
            yield kind, values, deletion


def lacking(cursor: duckdb.DuckDBPyConnection, content: bytes) -> list[tuple[str, dict[str, JsonValue]]]:
    """The results in the tables of which a ledger has no line any more, as after damage; none of unreadable tables."""
    keys = set[str]()
    for value in (line.value for line in texts.lines_in(content) if line.value):
        kind, its = read_line(value)
        gone = value.get(GONE)
        keys |= {key_of(kind, its)} if kind else {*gone["keys"]} if isinstance(gone, dict) else set()
    with suppress(duckdb.Error):
        results = [(kind, values) for kind, values, deletion in results_in(cursor) if not deletion]
        return [(kind, values) for kind, values in results if key_of(kind, values) not in keys]
    return []


def restart_numbers(cursor: duckdb.DuckDBPyConnection) -> None:
    """Have the next run numbered after those that are there."""
    [(number,)] = cursor.execute("select coalesce(max(number), 0) + 1 from runs").fetchall()
    cursor.execute(f"create or replace sequence run_numbers start {number:d}")


def row_of(kind: str, its: Values) -> dict[str, object] | None:
    """A line as a row of its table; None for one that lacks something, or has what no column holds."""
    try:
        row = {name: read(its[name]) for name, read in FIELDS[kind].items()}
    except (KeyError, ValueError, TypeError, RecursionError):
        return None
    if kind == "run":
        row |= {"done": 0, "status": INTERRUPTED, "elapsed_s": 0.0, "note": NOT_HERE, "updated_at": row["created_at"]}
        row |= {"owner_pid": 0, "owner_host": "", "owner_started": ""}
    elif kind == "finding":
        row |= {"settings": _texts(its.get("settings") or []), "stop": its.get("stop") and texts.as_json(its["stop"])}
    elif kind == "answer":
        row |= {"data": b""}
    return row


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    value.encode()  # fails for half of a surrogate pair, which no column holds
    return value


def _texts(values: JsonValue) -> list[str]:
    return [_text(value) for value in values]


def _below(most: int) -> Callable[[JsonValue], int]:
    def read(value: JsonValue) -> int:
        if not (isinstance(value, int) and 0 <= value < most):
            raise ValueError(f"no whole number below {most}")
        return value

    return read


def _json_text(value: JsonValue) -> str:
    read_json(value)
    return _text(value)


Read: TypeAlias = Callable[[JsonValue], object]
PLAYED: Mapping[str, Read] = {"bots": _texts, "seed": _below(2**64), "plays": _below(2**32)}
ABOUT: Mapping[str, Read] = dict.fromkeys(
    ("game", "revision", "rules_hash", "base", "base_rules_hash", "sentence"), _text
)
FIELDS: Mapping[str, Mapping[str, Read]] = {
    "run": {
        **dict.fromkeys(("id", "game", "scenario", "rules_hash", "code_hash", "digest"), _text),
        **dict.fromkeys(("rules", "extra"), texts.as_json),
        **PLAYED,
        **{"seats": _below(2**8), "has_rows": bool, "created_at": read_time},
    },
    "finding": {
        **dict.fromkeys(("run", "base_run", "brief"), _text),
        **dict.fromkeys(("goals", "base_goals", "verdicts"), texts.as_json),
        **ABOUT,
        **PLAYED,
        **{"found_at": read_time},
    },
    "answer": {
        **dict.fromkeys(("id", "study", "code_hash"), _text),
        **ABOUT,
        **PLAYED,
        **{"asked": _json_text, "found_at": read_time},
    },
    "decision": {
        **dict.fromkeys(("game", "revision", "reason", "notes"), _text),
        **{"state": DecisionState, "archived": bool, "decided_at": read_time},
    },
    "revision": {
        **dict.fromkeys(("game", "name", "rules_hash", "title", "reason", "hypothesis"), _text),
        **{"rules": dict, "saved_at": read_time},
    },
}
"""The columns of a kind's table that a line fills, and what makes the value of each."""
ALSO = {"run": ("elapsed_s",), "finding": ("settings", "stop"), "answer": ()}
"""More columns that a line has."""
AS_JSON = ("rules", "extra", "goals", "base_goals", "verdicts", "stop")
FINISHED = {"run": "status = 'done' and digest is not null", "finding": "true", "answer": "sentence <> ''"}
"""The rows of a kind's table that have a line."""


ENCODER = json.JSONEncoder(ensure_ascii=False)
CONVERTED = ("JSON", "TIMESTAMP", "VARCHAR[]")
"""The types of columns whose values `sql_value` makes."""


def insert_rows(cursor: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, without Arrow, whose first use costs 0.3 s; what the table has no column for stays out."""
    if not rows:
        return
    query = "select column_name, data_type from duckdb_columns() where database_name = current_database()"
    types = dict(cursor.execute(f"{query} and table_name = ?", [table]).fetchall())
    names = [name for name in types if any(name in row for row in rows)]
    columns = ", ".join(f"unnest(${place}::{types[name]}[]) as {name}" for place, name in enumerate(names, 1))
    values = [[row.get(name) for row in rows] for name in names]
    for place, (name, column) in enumerate(zip(names, values, strict=True)):
        if types[name] in CONVERTED:
            values[place] = [*map(sql_value, column)]
        elif not {dict, list}.isdisjoint(map(type, column)):  # by damage
            values[place] = [json.dumps(value) if isinstance(value, dict | list) else value for value in column]
    cursor.execute(f"insert into {table} by name select {columns}", values)


def sql_value(value: object) -> object:
    """A value as a column takes it: a time in UTC, without a zone; a record or a mapping as JSON; a tuple as a list."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).replace(tzinfo=None) if value.tzinfo else value
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return ENCODER.encode(dict(value))
    return list(value) if isinstance(value, tuple) else value


def _read_upto(cursor: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    return cursor.execute("select size, last from ledger_read").fetchall()[0]


def _note_read(cursor: duckdb.DuckDBPyConnection, file: Path) -> None:
    size = texts.stamp_of(file)[0]
    if size:
        with file.open("rb") as ledger:
            ledger.seek(max(0, size - MARK))
            cursor.execute("update ledger_read set size = ?, last = ?", [size, crc32(ledger.read(MARK))])
