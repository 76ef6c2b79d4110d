"""Reading a store through, block by block and table by table, as it is: nothing is checked first, or changed."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace

import duckdb

from workbench.store import blocks
from workbench.store.connection import Connection, Store, connect_as_it_is
from workbench.store.errors import diagnose
from workbench.store.wholeness import check_log

ROW_GROUP, VECTOR = 122_880, 2_048
"""Rows that DuckDB stores together, and the fewest that it reads together."""


@dataclass(frozen=True)
class Blocks:
    """The blocks of the file: how many its header counts, how many are there, and what the broken ones hold."""

    count: int
    there: int
    broken: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class TableRead:
    """One table: its rows, and how many of them can be read."""

    name: str
    rows: int
    readable: int

    @property
    def lost(self) -> int:
        """Rows that cannot be read."""
        return self.rows - self.readable


@dataclass(frozen=True)
class Examined(Store):
    """A store open for reading alone, as it is. Answers whatever a `Store` is asked that only reads."""

    connection: Connection = field(kw_only=True)

    @contextmanager
    def session(self) -> Iterator[None]:
        yield

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.connection.cursor() as cursor:
            try:
                yield cursor
            except duckdb.Error as error:
                raise diagnose(error, self.path) or error from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        raise TypeError("a store that is examined is not written to")
        yield self.connection

    @property
    def tables(self) -> list[str]:
        """The names of all tables."""
        query = "select table_name from duckdb_tables() where not temporary order by table_name"
        return [name for (name,) in self.connection.execute(query).fetchall()]


@contextmanager
def examined(store: Store) -> Iterator[Examined]:
    """The store as it is; to be used inside `Store.in_turn`. Raises StoreError where DuckDB cannot open it at all."""
    check_log(store.path)
    with closing(connect_as_it_is(store.path)) as connection:
        yield Examined(store.path, store.wait_s, connection=connection)


def read_blocks(store: Store) -> Blocks | None:
    """Every block, held against its checksum; None where the file's header cannot be read.

    To be used inside `Store.in_turn`, before the store is open. What broken blocks hold, `in_use` tells.
    """
    if not store.path.exists():
        return None
    with blocks.shared_file(store.path, store.wait_s) as file:
        if file is None or (of := blocks.layout(file)) is None:
            return None
        found = blocks.broken(file, of, range(of.blocks))
        return Blocks(of.blocks, of.there, dict.fromkeys(sorted(found), ()))


def in_use(found: Blocks, store: Examined) -> Blocks:
    """Of the broken blocks those that are in use, with the columns that they hold."""
    used = blocks.used_blocks(store.connection) if found.broken else {}
    return replace(found, broken={each: tuple(sorted(used[each])) for each in found.broken if each in used})


def read_tables(store: Examined) -> list[TableRead]:
    """Every table, read through."""
    return [_read_table(store.connection, name) for name in store.tables]


def readable(connection: Connection, table: str, database: str = "") -> Iterator[tuple[int, int]]:
    """The ranges of row ids in which every column of a table can be read."""
    prefix = f"{database}.main." if database else ""
    query = "select coalesce(max(row_group_id), 0) + 1 from pragma_storage_info(?)"
    groups = connection.execute(query, [f"{prefix}{table}"]).fetchall()[0][0]
    for group in range(groups):
        yield from _between(connection, f'{prefix}"{table}"', group * ROW_GROUP, (group + 1) * ROW_GROUP)


def _read_table(connection: Connection, name: str) -> TableRead:
    found = 0
    for first, last in readable(connection, name):
        query = f'select count(*) from "{name}" where rowid >= {first} and rowid < {last}'
        found += connection.execute(query).fetchall()[0][0]
    rows = connection.execute(f'select count(*) from "{name}"').fetchall()[0][0]
    return TableRead(name, rows, found)


def _between(connection: Connection, table: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    if _can_read(connection, table, first, last):
        yield first, last
    elif last - first > VECTOR:
        middle = first + (last - first) // VECTOR // 2 * VECTOR
        yield from _between(connection, table, first, middle)
        yield from _between(connection, table, middle, last)


def _can_read(connection: Connection, table: str, first: int, last: int) -> bool:
    query = f"select bit_xor(hash(t)) from {table} t where rowid >= {first} and rowid < {last}"
    try:
        connection.execute(query).fetchall()
    except duckdb.Error:
        return False
    return True
