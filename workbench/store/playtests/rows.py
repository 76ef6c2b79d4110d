"""Conversion of rows and values between Python and DuckDB: times in UTC, JSON in one form, many rows by Arrow."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa

from workbench.store.connection import Connection

ARROW = {
    "VARCHAR": pa.string(),
    "JSON": pa.string(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "UTINYINT": pa.uint8(),
    "TINYINT": pa.int8(),
    "DOUBLE": pa.float64(),
    "FLOAT": pa.float32(),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("us"),
}


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def as_stored(at: datetime) -> datetime:
    """A time for DuckDB: in UTC, without a zone."""
    return at.astimezone(UTC).replace(tzinfo=None)


def as_read(at: datetime) -> datetime:
    """A stored time, with its zone UTC."""
    return at.replace(tzinfo=UTC)


def as_json(data: Any) -> str:
    """One text for equal values, whatever the order of their keys."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def insert(cursor: Connection, table: str, columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert many rows. `columns` has a sequence for each column, all of the same length."""
    types = dict(
        cursor.execute("select column_name, data_type from duckdb_columns() where table_name = ?", [table]).fetchall()
    )
    made = {name: pa.array(values, ARROW[types[name]]) for name, values in columns.items()}
    cursor.register("new_rows", pa.table(made))
    cursor.execute(f"insert into {table} by name select * from new_rows")
    cursor.unregister("new_rows")


def insert_row(cursor: Connection, table: str, row: Mapping[str, Any]) -> None:
    """Insert one row; without Arrow, whose first use costs a command 0.3 s."""
    marks = ", ".join("?" for _ in row)
    cursor.execute(f"insert into {table} ({', '.join(row)}) values ({marks})", list(row.values()))


def in_columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows with the same keys, as columns; no rows, no columns."""
    listed = list(rows)
    return {name: [row[name] for row in listed] for name in listed[0]} if listed else {}


def next_number(cursor: Connection, table: str) -> int:
    """The number of the next row. Writers take turns, so nobody else gets it."""
    found = cursor.execute(f"select coalesce(max(number), 0) + 1 from {table}").fetchone()
    assert found is not None
    return int(found[0])


def forget_overview(cursor: Connection, sessions: Sequence[str]) -> None:
    """Delete the summaries of these logs, so that they are read again."""
    for table in ("playtest_sessions", "playtest_seats", "playtest_moments"):
        cursor.execute(f"delete from {table} where session in (select unnest($1::varchar[]))", [list(sessions)])
