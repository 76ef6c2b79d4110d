"""The tables of one game's results, made from the measures that it declares.

    <game>_plays    run, play, winners, then a column for each measure of scope `play`
    <game>_seats    run, play, seat, win, then a column for each measure of scope `seat` or `deal_seat`

`run` is the run's number in `runs`; `win` is the seat's share of the play's win. A table is made when a game's first
chunk is stored. A measure declared later becomes a new column, empty for older runs; one whose type grew makes its
column grow; one no longer declared keeps its column.

The layout was chosen by measurement (1 million plays, 8 play and 3 x 16 seat columns, 10 chunks; DuckDB 2.0, two
cores): a row a seat, a column a seat and measure, and fixed arrays took the same time to write, within noise (2.6 s,
about 2 s in chunks of `CHUNK_PLAYS`) and to read (0.7 s), and 45 to 59 bytes a play; a query by seat took 0.01 s on
rows or columns and 0.15 s on arrays. Rows a seat give the plainest SQL.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from workbench.engine.measures import WINNERS, Measure, Scope
from workbench.store.connection import Connection

NAME = re.compile(r"[a-z][a-z0-9_]*")
SQL_TYPES: Mapping[np.dtype[np.generic], str] = MappingProxyType(
    {
        np.dtype("?"): "BOOLEAN",
        np.dtype("u1"): "UTINYINT",
        np.dtype("u2"): "USMALLINT",
        np.dtype("u4"): "UINTEGER",
        np.dtype("i1"): "TINYINT",
        np.dtype("i2"): "SMALLINT",
        np.dtype("i4"): "INTEGER",
        np.dtype("i8"): "BIGINT",  # this and DOUBLE only where a type grew: u4 and i4, i4 and f4
        np.dtype("f4"): "FLOAT",
        np.dtype("f8"): "DOUBLE",
    }
)
NUMPY_TYPES = MappingProxyType({sql: dtype for dtype, sql in SQL_TYPES.items()})


class ResultColumn(NamedTuple):
    """One column of a result table, and its description."""

    name: str
    dtype: np.dtype[np.generic]
    help: str


PLAY_KEYS = (
    ResultColumn("run", np.dtype("i4"), "The number of the run, as in runs.number."),
    ResultColumn("play", np.dtype("u4"), "The play's index in its run, from 0."),
    ResultColumn(WINNERS, np.dtype("u2"), "The seats that share the win, one bit each."),
)
SEAT_KEYS = (
    *PLAY_KEYS[:2],
    ResultColumn("seat", np.dtype("u1"), "The seat, from 0."),
    ResultColumn("win", np.dtype("f4"), "The seat's share of the win: 1/k when k seats share it."),
)


class ResultTable(NamedTuple):
    """A table of a game's results."""

    name: str
    columns: tuple[ResultColumn, ...]


def plays_table(game: str) -> str:
    """The quoted name of the table that has a row for each play."""
    return quoted(f"{_sound(game)}_plays")


def seats_table(game: str) -> str:
    """The quoted name of the table that has a row for each seat of each play."""
    return quoted(f"{_sound(game)}_seats")


def quoted(name: str) -> str:
    """A name as an SQL identifier. Raises ValueError for any but lower-case letters, digits and `_`."""
    return f'"{_sound(name)}"'


def tables_of(game: str, measures: Iterable[Measure]) -> tuple[ResultTable, ResultTable]:
    """The two tables for these measures."""
    in_plays: list[ResultColumn] = []
    in_seats: list[ResultColumn] = []
    for measure in measures:
        dtype: np.dtype[np.generic] = np.dtype(measure.type)
        if dtype not in SQL_TYPES:
            raise TypeError(f"measure {measure.name}: the store has no column for the type {measure.type}")
        where = measure.counted  # in other rows its value is meaningless
        rest = f" Leave out rows in which {where.measure} is below {where.least}." if where else ""
        (in_plays if measure.scope is Scope.PLAY else in_seats).append(
            ResultColumn(_sound(measure.name), dtype, f"{measure.help}{rest}")
        )
    return (
        ResultTable(plays_table(game), _distinct(PLAY_KEYS, in_plays)),
        ResultTable(seats_table(game), _distinct(SEAT_KEYS, in_seats)),
    )


def prepare(cursor: Connection, table: ResultTable) -> None:
    """Create the table, or add the columns and types that it lacks."""
    stored = stored_columns(cursor, table.name)
    if not stored:
        columns = ", ".join(f"{quoted(c.name)} {SQL_TYPES[c.dtype]}" for c in table.columns)
        cursor.execute(f"create table {table.name} ({columns})")
    for column in table.columns:
        kind = stored.get(column.name)
        if stored and kind is None:
            cursor.execute(f"alter table {table.name} add column {quoted(column.name)} {SQL_TYPES[column.dtype]}")
        elif kind is not None and (wide := np.promote_types(kind, column.dtype)) != kind:  # to hold old and new values
            cursor.execute(f"alter table {table.name} alter column {quoted(column.name)} type {SQL_TYPES[wide]}")
        if kind is None:
            words = column.help.replace("'", "''")  # for people who write SQL
            cursor.execute(f"comment on column {table.name}.{quoted(column.name)} is '{words}'")


def stored_columns(cursor: Connection, table: str) -> dict[str, np.dtype[np.generic]]:
    """The stored columns of a table (by its quoted name); empty if there is no such table."""
    result = cursor.execute(
        "select column_name, data_type from duckdb_columns() where table_name = ? order by column_index",
        [table.strip('"')],
    ).fetchall()
    return {name: NUMPY_TYPES[sql] for name, sql in result}


def _distinct(keys: Iterable[ResultColumn], measured: Iterable[ResultColumn]) -> tuple[ResultColumn, ...]:
    columns = (*keys, *measured)
    names = [column.name for column in columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"measures may not be called {', '.join(twice)}: the store has that column already")
    return columns


def _sound(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a table or a column: lower-case letters, digits and _ only")
    return name
