"""A process that answers one question in SQL, for `workbench.store.sql`: run as a script, it imports nothing of ours.

A process of its own, since an answer may need any memory: DuckDB does not count the texts that a function makes
(`repeat('x', 20000000)`), of which one batch is 2,048 rows. Here that ends the question, and nothing else.
"""

import os
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import duckdb
else:
    import _duckdb as duckdb  # the library itself, which takes half as long to import

SqlRow: TypeAlias = tuple[object, ...]
"""A row as DuckDB returns it."""


class SqlQuestion(NamedTuple):
    """One statement on the database in `file`, and the limits of its answer and of this process."""

    file: str
    statement: str
    config: dict[str, str | bool | int | float | list[str]]
    most_rows: int
    most_bytes: int
    memory: int
    longest_s: float


class SqlReply(NamedTuple):
    """The answer, or the `error` in DuckDB's words. `cut_by` says which limit ended the rows."""

    columns: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    rows: tuple[SqlRow, ...] = ()
    cut_by: str | None = None
    error: str | None = None


ROWS, BYTES, MEMORY = "rows", "bytes", "memory"


def answer(question: SqlQuestion) -> SqlReply:
    """The first rows of the answer."""
    try:
        with duckdb.connect(question.file, read_only=True, config=question.config) as connection:
            columns, types = _columns(connection, question.statement)
            result = connection.execute(_with_intervals_as_text(question.statement, types))
            about = result.description or []
            columns = columns or tuple(str(column[0]) for column in about)
            types = types or tuple(str(column[1]) for column in about)
            rows, cut_by = _rows(result, question)
            return SqlReply(columns, types, rows, cut_by)
    except (MemoryError, duckdb.OutOfMemoryException):
        return SqlReply(cut_by=MEMORY)
    except duckdb.Error as error:
        return SqlReply(error=str(error))


def _columns(connection: "duckdb.DuckDBPyConnection", statement: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names and types of a query's columns; nothing for other statements, such as `describe` itself."""
    if duckdb.extract_statements(statement)[0].type != duckdb.StatementType.SELECT:
        return (), ()
    with suppress(duckdb.Error):
        rows = connection.execute(f"describe {statement}").fetchall()
        return tuple(str(row[0]) for row in rows), tuple(str(row[1]) for row in rows)
    return (), ()


def _with_intervals_as_text(statement: str, types: Sequence[str]) -> str:
    """The same query with intervals in words: Python would have 360 days for a year, of which it has no notion."""
    if not any("INTERVAL" in name for name in types):
        return statement
    columns = [(f"c{place}", name) for place, name in enumerate(types)]
    selected = (f"cast({column} as varchar)" if "INTERVAL" in name else column for column, name in columns)
    query = statement.strip().rstrip(";")
    return f"select {', '.join(selected)} from ({query}\n) as answer({', '.join(column for column, _ in columns)})"


def _rows(result: "duckdb.DuckDBPyConnection", question: SqlQuestion) -> tuple[tuple[SqlRow, ...], str | None]:
    """The first rows, and which limit ended them."""
    rows: list[SqlRow] = []
    size = 0
    while (row := result.fetchone()) is not None:
        size += len(pickle.dumps(row))
        if len(rows) == question.most_rows:
            return tuple(rows), ROWS
        if size > question.most_bytes:
            return tuple(rows), BYTES
        rows.append(row)
    return tuple(rows), None


def main() -> None:
    """Read a question from standard input, and write the reply to standard output."""
    question = SqlQuestion(*pickle.load(sys.stdin.buffer))
    with suppress(ImportError, ValueError, OSError):  # where the system can do that
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (question.memory, question.memory))
    end = Timer(question.longest_s + 1, os._exit, [1])  # where whoever asked was killed, nobody ends us
    end.daemon = True
    end.start()
    sys.stdout.buffer.write(pickle.dumps(tuple(answer(question))))


if __name__ == "__main__":
    main()
