"""Questions in SQL that a person asks of the store: one statement, on a copy that nothing can write to or leave.

The copy holds the tables whose names are in the statement; the others are empty, so a question about `runs` does not
wait for millions of plays. It lies in a temporary folder and goes with the answer. A process of its own opens it
(`sql_process`), read-only, without access to files or the network, and its settings cannot be changed
(https://duckdb.org/docs/stable/operations_manual/securing_duckdb/overview). It ends with the answer, and where that
takes too long or too much memory. Names of people are left out.
"""

from __future__ import annotations

import pickle
import re
import secrets
import subprocess
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from workbench.engine.files import python_command, temporary_folder
from workbench.engine.problems import BadInput
from workbench.store import ledger, sql_process
from workbench.store.connection import Connection, Store
from workbench.store.copies import attach
from workbench.store.errors import StoreFull, duckdb
from workbench.store.schema import CONFIG, about_column, about_table
from workbench.store.sql_process import SqlQuestion, SqlReply
from workbench.store.tables import quoted

MOST_ROWS = 10_000
"""Rows that are read of an answer."""
LONGEST_S = 60.0
"""Seconds after which a question is given up."""
MOST_BYTES = 10_000_000
"""Bytes that are read of an answer."""
MEMORY = 3_000_000_000
"""Bytes of addresses that the answering process may have; about a third of it is what it may use."""
WRITTEN = ("playtest_", "decisions", "revisions")
"""In the names of tables of what people wrote, which are in the index."""
SMALLER = "ask for fewer rows, or for a part of a long text, as in left(column, 1000)"
LEFT_OUT, DELETION = ("playtest_files", "index_version", "ledger_read", "schema_version"), "deletion"
"""Tables and a column that no question sees: what the store needs for itself."""
LOCKED: dict[str, str | bool | int | float | list[str]] = {
    **CONFIG,
    "enable_external_access": "false",
    "lock_configuration": "true",
    "memory_limit": "1GB",
    "threads": 2,
}


class SqlExample(NamedTuple):
    """A question, and its SQL."""

    question: str
    sql: str


EXAMPLES = (
    SqlExample(
        "What did each batch and each comparison say?",
        "select found_at, game, revision, base, plays, brief\nfrom findings order by found_at desc limit 50",
    ),
    SqlExample(
        "Which batches are stored?",
        "select scenario, bots, plays, seed, status, created_at from runs order by created_at desc limit 20",
    ),
    SqlExample(
        "How often does each seat win, batch by batch?",
        "select r.scenario, s.seat, round(avg(s.win), 4) as wins, count(*) as plays\n"
        "from hitmakers_seats s join runs r on r.number = s.run\n"
        "group by all order by 1, 2",
    ),
    SqlExample(
        "Which ten plays took the most decisions?",
        "select r.id, p.play, p.decisions\n"
        "from hitmakers_plays p join runs r on r.number = p.run\n"
        "order by p.decisions desc limit 10",
    ),
    SqlExample(
        "Which revisions were played, and why?", "select game, name, title, reason from revisions order by 1, 2"
    ),
    SqlExample("What are the columns of a table?", "describe hitmakers_plays"),
)
EXAMPLE_GAME = "hitmakers"
"""The game whose tables the examples name."""


def examples_for(tables: Collection[str], game: str) -> list[SqlExample]:
    """The examples with the tables of this game instead, as far as these tables are there."""
    of_game = [SqlExample(question, sql.replace(f"{EXAMPLE_GAME}_", f"{game}_")) for question, sql in EXAMPLES]
    named = [(example, set(re.findall(rf"{game}_(?:plays|seats)", example.sql))) for example in of_game]
    return [example for example, its in named if its <= set(tables)]


class ColumnNote(NamedTuple):
    """A column, its type, and what it counts."""

    name: str
    type: str
    help: str


class TableNote(NamedTuple):
    """A table that can be asked for, with what it holds."""

    name: str
    help: str
    columns: tuple[ColumnNote, ...]


@dataclass(frozen=True)
class SqlAnswer:
    """The rows of an answer. `cut_by` is `rows` or `bytes` where there are more rows than these, and why."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: tuple[sql_process.SqlRow, ...]
    cut_by: str | None

    @property
    def cut(self) -> bool:
        """True if there are more rows than these."""
        return self.cut_by is not None


def ask(
    store: Store,
    query: str,
    most: int = MOST_ROWS,
    longest_s: float = LONGEST_S,
    index: Callable[[Store], object] = lambda store: None,
) -> SqlAnswer:
    """The answer to one SQL statement, its first `most` rows. Raises BadInput where it fails or takes too long.

    `index` brings the tables of what people wrote up to date, where the statement names one.
    """
    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise _wrong(query, str(error)) from None
    if len(statements) != 1:
        raise BadInput.one("QUERY", f"must be one statement, not {len(statements)}", query)
    statement = str(statements[0].query)
    with _snapshot(store, statement, index) as file:
        question = SqlQuestion(str(file), statement, LOCKED, most, MOST_BYTES, MEMORY, longest_s)
        reply = _reply(question)
    if reply.error is not None:
        raise _wrong(statement, reply.error)
    if reply.cut_by == sql_process.MEMORY:
        raise BadInput.one("QUERY", f"needs too much memory, and was stopped; {SMALLER}", statement)
    if reply.cut_by == sql_process.BYTES and not reply.rows:
        raise BadInput.one("QUERY", f"one row is larger than {MOST_BYTES:,} bytes; {SMALLER}", statement)
    return SqlAnswer(reply.columns, reply.types, reply.rows, reply.cut_by)


def schema(store: Store) -> list[TableNote]:
    """The tables that can be asked for, with their columns and what these count, by name."""
    notes = []
    for index in (False, True):
        with store.reading(index) as cursor:
            notes += [TableNote(name, about_table(name), columns) for name, columns in _tables(cursor).items()]
    return sorted(notes)


@contextmanager
def _snapshot(store: Store, statement: str, index: Callable[[Store], object]) -> Iterator[Path]:
    """The file of a copy of what a statement speaks of."""
    with temporary_folder("sql") as folder:
        file = folder / "snapshot.duckdb"
        with store.session():
            if any(words in statement.lower() for words in WRITTEN):
                index(store)
            try:
                _write(store, file, set(re.findall(r"[a-z][a-z0-9_]*", statement.lower())))
            except duckdb.IOException as error:
                if file.name not in str(error):
                    raise
                words = f"make room in {folder.parent}, or name another folder in TMPDIR ({error})"
                raise StoreFull(f"the copy that is asked cannot be written: {words}") from error
        yield file


def _write(store: Store, file: Path, names: set[str]) -> None:
    """Copy the tables whose names were asked for to a new file, and the others without their rows."""
    for index in (False, True):
        fresh = f"sql_{secrets.token_hex(4)}"
        with store.reading(index) as cursor:
            attach(cursor, file, fresh)
            try:
                cursor.execute(";".join(_copies(cursor, fresh, names)))
                cursor.commit()
                cursor.execute(f"detach {fresh}")
            finally:
                cursor.begin()  # whoever lent the cursor ends its transaction


def _copies(cursor: Connection, fresh: str, names: Collection[str]) -> Iterator[str]:
    """The statements that copy the tables to the database `fresh`, these with their rows.

    What columns count is copied for who asks about columns.
    """
    for table, columns in _tables(cursor).items():
        name = quoted(table)
        of_run = any(column.name == "run" and column.type == "INTEGER" for column in columns)
        there = f" where run not in (select number from runs where {DELETION} is not null)" if of_run else ""
        there = f" where {DELETION} is null" if table in ledger.TABLES.values() else there
        selected = ", ".join(quoted(column.name) for column in columns)
        yield f"create table {fresh}.{name} as select {selected} from {name}{there if table in names else ' limit 0'}"
        for column in columns if {"duckdb_columns", "columns"} & {*names} else ():
            if column.help:
                words = column.help.replace("'", "''")
                yield f"comment on column {fresh}.{name}.{quoted(column.name)} is '{words}'"


def _tables(cursor: Connection) -> dict[str, tuple[ColumnNote, ...]]:
    """The tables of the current database that can be asked for, by name, and their columns."""
    tables: dict[str, tuple[ColumnNote, ...]] = {}
    for table, name, type_, comment in cursor.execute(
        "select table_name, column_name, data_type, coalesce(comment, '')"
        " from duckdb_columns() join (select database_oid, table_oid from duckdb_tables())"
        " using (database_oid, table_oid) where database_name = current_database() order by table_name, column_index"
    ).fetchall():
        if table not in LEFT_OUT and name != DELETION:
            note = ColumnNote(name, type_, about_column(table, name) or comment)
            tables[table] = *tables.get(table, ()), note
    return tables


def _reply(question: SqlQuestion) -> SqlReply:
    """Ask a process of its own. Raises BadInput where it takes too long or ends without an answer."""
    command = python_command(sql_process.__file__)  # beside it lie modules with names of Python's own
    try:
        ended = subprocess.run(
            command, input=pickle.dumps(tuple(question)), capture_output=True, timeout=question.longest_s, check=False
        )
    except subprocess.TimeoutExpired:
        message = f"took longer than {question.longest_s:g} s and was stopped"
        raise BadInput.one("QUERY", message, question.statement) from None
    if ended.returncode < 0:  # killed where memory ran out
        return SqlReply(cut_by=sql_process.MEMORY)
    if ended.returncode:
        return SqlReply(error=ended.stderr.decode(errors="replace").strip().rpartition("\n")[2])
    return SqlReply(*pickle.loads(ended.stdout))


def _wrong(query: str, error: str) -> BadInput:
    """A failure in DuckDB's words, in a line; what is not allowed is said in ours."""
    if any(words in error for words in ("read-only", "disabled by configuration", "configuration has been locked")):
        return BadInput.one("QUERY", "may only read what is in the store", query)
    first, *rest = (line.strip() for line in error.splitlines() if line.strip())
    hint = next((line for line in rest if line.startswith(("Did you mean", "Candidate"))), "")
    return BadInput.one("QUERY", " ".join([first, hint]).strip(), query)
