"""Examining a store as it is, table by table, and salvaging what can be read into a new one.

A table whose plain scan succeeds is whole. Where one does not, its rows are read in ever smaller ranges. A file that
DuckDB does not open for its log or one of its headers is read as a copy without that log and with headers mended.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.engine.files import temporary_folder
from workbench.store import processes
from workbench.store.blocks import check_log, log_of, mend_headers
from workbench.store.connection import CONFIG, Connection, Store, connect_as_it_is
from workbench.store.copies import (
    attach,
    damaged_copy_name,
    name_for,
    remove,
    spare_copies,
    sum_of,
    sweep,
    tables_of,
    tables_with_plays,
)
from workbench.store.errors import Lazy, StoreDamaged, diagnose, unwritable
from workbench.store.migrations import (
    MIGRATIONS,
    TEXTS,
    VERSIONS,
    copy_table,
    database_of,
    latest_form,
    readable,
    stored_version,
    upgrade,
)
from workbench.store.playtests.overview import OF_A_SESSION
from workbench.store.read_over import write_out
from workbench.store.runs import Status
from workbench.store.tables import plays_table, seats_table

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("_duckdb")


@dataclass(frozen=True)
class TableRead:
    """A table, its rows, and how many of them can be read."""

    name: str
    rows: int
    readable: int

    @property
    def lost(self) -> int:
        """Rows that cannot be read."""
        return self.rows - self.readable


@dataclass(frozen=True)
class Examined(Store):
    """A store opened read-only, as it is. Supports every operation of a `Store` that only reads.

    Operations read `database`: the file, or where that is of an older version, a copy in memory in the latest form.
    """

    connection: Connection = field(kw_only=True)
    database: str = field(kw_only=True)

    @contextmanager
    def session(self) -> Iterator[None]:
        yield

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.connection.cursor() as cursor:
            try:
                cursor.execute(f'use "{self.database}"')
                yield cursor
            except duckdb.Error as error:
                raise diagnose(error, self.path) or error from error

    @contextmanager
    def writing(self, derived: bool = False) -> Iterator[Connection]:
        raise TypeError("a store that is examined is not written to")
        yield self.connection

    @property
    def tables(self) -> list[str]:
        """The names of all tables."""
        return sorted(tables_of(self.connection, database_of(self.connection)))


@contextmanager
def openable(path: Path) -> Iterator[tuple[Path | None, StoreDamaged | None]]:
    """The file that DuckDB opens, and what is wrong with the store: itself, a mended copy, or None where neither opens.

    For use inside `Store.in_turn`. The copy lacks the log, and is deleted afterwards.
    """
    if not (failure := _failure(path)):
        yield path, None
        return
    with temporary_folder("doctor") as folder:
        mended = folder / path.name
        try:
            for by_sister in (False, True):
                with suppress(FileNotFoundError):
                    shutil.copyfile(path, mended)
                    mend_headers(mended, by_sister)
                if opens := mended.exists() and not _failure(mended):
                    break
        except OSError as error:
            raise unwritable(mended, str(error)) from error
        yield (mended if opens else None), failure


def _failure(path: Path) -> StoreDamaged | None:
    try:
        with examined(Store(path)):
            return None
    except StoreDamaged as error:
        return error


@contextmanager
def examined(store: Store) -> Iterator[Examined]:
    """The store as it is; for use inside `Store.in_turn`. Raises StoreError where DuckDB cannot open it at all."""
    check_log(store.path)
    with closing(connect_as_it_is(store.path)) as connection:
        yield Examined(store.path, store.wait_s, connection=connection, database=latest_form(connection, store.path))


@dataclass(frozen=True)
class SpareCopy:
    """A spare copy, when it was made, and the rows of each table; None where it cannot be read to its end."""

    file: Path
    copied_at: datetime
    rows: Mapping[str, int] | None


def read_spare_copies(path: Path, now: datetime) -> list[SpareCopy]:
    """All spare copies, read through; the newest last, after those of a clock that was ahead."""
    copies = [SpareCopy(file, copied_at, _rows_read(file)) for file, copied_at in spare_copies(path).items()]
    return sorted(copies, key=lambda copy: (copy.copied_at <= now, copy.copied_at))


def _rows_read(file: Path) -> dict[str, int] | None:
    try:
        with closing(duckdb.connect(str(file), read_only=True, config=CONFIG)) as connection:
            database = database_of(connection)
            rows = {table: sum_of(connection, database, table)[0] for table in tables_of(connection, database)}
    except duckdb.Error:
        return None
    return rows if "runs" in rows else None


def read_tables(store: Examined) -> list[TableRead]:
    """Read every table completely."""
    return [_read_table(store.connection, name) for name in store.tables]


def _read_table(connection: Connection, name: str) -> TableRead:
    rows = connection.execute(f'select count(*) from "{name}"').fetchall()[0][0]
    return TableRead(name, rows, sum(count for *_, count in readable(connection, name)))


OLD = "old"
"""The database of the damaged store, while it is copied."""
SPARE = "spare"
"""That of the spare copy."""
KEYS = {
    "schema_version": "number",
    "revisions": "game, name, rules_hash",
    "runs": "number",
    "tallies": "run, other",
    "findings": "run, base_run, plays",
    "answers": "id",
    "decisions": "game, revision",
}
"""The tables that a spare copy fills in, and what tells their rows apart."""
NOTE = "plays were lost and the store repaired; go on with: workbench resume"
WHOLE_PLAYS = """
    with whole as (
        select play from {plays} where run = $1
        intersect
        select play from {seats} where run = $1 group by play having count(*) = $2
    )
    select count(*) from (select play, row_number() over (order by play) - 1 as place from whole) where play = place
"""


def salvage(path: Path, changed: Collection[int] = (), spare: Path | None = None, source: Path | None = None) -> Path:
    """Replace the store at `path` by a new one with everything that can be read; returns where the old one is now.

    What cannot be read of `source`, by default the store itself, comes from the `spare` copy; where another source
    stands for the store, also what people wrote since. Finished runs whose rows are lost keep what these add up to.

    A run with lost plays ends before the first of them, and can be resumed; the runs whose numbers are in `changed`
    have untrustworthy rows, and start again. To be called with the store closed. Raises StoreError, and leaves the old
    store, where nothing can be read or the disk is full.
    """
    fresh, damaged = name_for(path, "copy"), damaged_copy_name(path, datetime.now(UTC))
    try:
        sweep(path)
        with processes.hidden_files(), duckdb.connect(str(fresh), config=CONFIG) as connection:
            attach(connection, source or path, OLD, read_only=True)
            _copy(connection, path, changed, spare, written=source not in (None, path))
            connection.execute("checkpoint")
            _put_in_place(fresh, path, damaged)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)
    return damaged


def _put_in_place(fresh: Path, path: Path, damaged: Path) -> None:
    """Rename as the last step; a process killed before it leaves the old store as it was."""
    for old, new in ((path, damaged), (log_of(path), log_of(damaged))):
        if old.exists():
            _link_or_copy(old, new)
    fresh.replace(path)
    log_of(path).unlink(missing_ok=True)


def _link_or_copy(old: Path, new: Path) -> None:
    """Give the file a second name; where there are no hard links (FAT, some network disks), a copy."""
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:
        shutil.copy2(old, new)


def _copy(connection: Connection, path: Path, changed: Collection[int], spare: Path | None, written: bool) -> None:
    stored = stored_version(connection, OLD, path)
    for table, sql in tables_of(connection, OLD).items():
        copy_table(connection, OLD, table, sql)
    _copy_comments(connection)
    _copy_sequences(connection)
    if stored:
        _name_version(connection, stored)
        if stored < TEXTS:
            _write_out_playtests(connection, path, stored, spare, written)
        upgrade(connection, TEXTS - 1 if stored < TEXTS else stored)
        for table in OF_A_SESSION:  # an index, which is made anew from the files
            connection.execute(f"delete from {table}")
        if spare:
            _fill_in(connection, spare, written)
        _settle_runs(connection, changed)


def _write_out_playtests(connection: Connection, path: Path, stored: int, spare: Path | None, written: bool) -> None:
    """Write what can be read of the playtests of an older store as text, and where some cannot, what a copy has."""
    here, tables = database_of(connection), ("playtest_people", "playtest_entries", "playtest_feedback")
    lacks = written or any(_rows(connection, here, table) < _rows(connection, OLD, table) for table in tables)
    upgrade(connection, stored, MIGRATIONS[: TEXTS - 1])
    write_out(connection, path)
    if spare and lacks:
        attach(connection, spare, SPARE, read_only=True)
        if _rows(connection, SPARE, "playtest_people"):
            write_out(connection, path, database=SPARE)
        connection.execute(f"detach {SPARE}")


def _fill_in(connection: Connection, spare: Path, written: bool) -> None:
    """Put back the rows of a spare copy into tables of which rows could not be read; if `written`, all by people."""
    attach(connection, spare, SPARE, read_only=True)
    here = database_of(connection)
    for table, key in KEYS.items():
        lacks = (written and table == "decisions") or _rows(connection, here, table) < _rows(connection, OLD, table)
        if lacks and _rows(connection, SPARE, table):
            lost = f'from {SPARE}.main."{table}" anti join "{here}".main."{table}" using ({key})'
            connection.execute(f'insert into "{table}" by name {lost}')
    connection.execute(f"detach {SPARE}")


def _rows(connection: Connection, database: str, table: str) -> int:
    """How many rows a table has, by the header of the file; 0 without such a table."""
    if table not in tables_of(connection, database):
        return 0
    return int(connection.execute(f'select count(*) from "{database}".main."{table}"').fetchall()[0][0])


def _copy_comments(connection: Connection) -> None:
    query = "select table_name, column_name, comment from duckdb_columns() where database_name = ?"
    for table, column, comment in connection.execute(f"{query} and comment is not null", [OLD]).fetchall():
        words = comment.replace("'", "''")
        connection.execute(f"""comment on column "{table}"."{column}" is '{words}'""")


def _copy_sequences(connection: Connection) -> None:
    """Copy the sequences, each at its current value."""
    for (sql,) in connection.execute("select sql from duckdb_sequences() where database_name = ?", [OLD]).fetchall():
        connection.execute(sql)


def _name_version(connection: Connection, stored: int) -> None:
    """Write down the version of the tables again if it was lost."""
    connection.execute(VERSIONS)
    if not connection.execute("select * from schema_version limit 1").fetchall():
        numbered = [[migration.number, migration.name] for migration in MIGRATIONS[:stored]]
        connection.executemany("insert into schema_version values (?, ?, now() at time zone 'UTC')", numbered)


def _settle_runs(connection: Connection, changed: Collection[int]) -> None:
    """End every run, deleted ones too, before its first lost play, and delete plays whose run is lost."""
    tables = tables_with_plays(connection, database_of(connection))
    for table in tables:
        stored = "select number from runs union all select number from deleted_runs"
        connection.execute(f'delete from "{table}" where run not in ({stored})')
    for records in ("runs", "deleted_runs"):
        if not tables:  # all rows are lost: finished runs keep what these add up to
            finished = f"status = '{Status.DONE}' and number in (select run from tallies where other = -1)"
            connection.execute(f"update {records} set has_rows = false where {finished}")
        query = f"select number, game, seats, done from {records} where done > 0 and has_rows order by number"
        for number, game, seats, done in connection.execute(query).fetchall():
            its = [table for table in (f"{game}_plays", f"{game}_seats") if table in tables]
            whole = number not in changed and len(its) == 2
            plays = _whole_plays(connection, game, number, seats) if whole else 0
            if plays < done:
                _cut(connection, records, its, number, plays)
        lost = "done > 0 and not has_rows and number not in (select run from tallies where other = -1)"
        for (number,) in connection.execute(f"select number from {records} where {lost}").fetchall():
            _cut(connection, records, (), number, 0)


def _whole_plays(connection: Connection, game: str, number: int, seats: int) -> int:
    """How many plays of a run there are from the first, without a gap, each with a row for every seat."""
    query = WHOLE_PLAYS.format(plays=plays_table(game), seats=seats_table(game))
    return int(connection.execute(query, [number, seats]).fetchall()[0][0])


def _cut(connection: Connection, records: str, tables: Collection[str], number: int, plays: int) -> None:
    """End a run after `plays` plays."""
    for table in tables:
        connection.execute(f'delete from "{table}" where run = ? and play >= ?', [number, plays])
    setting = "done = ?, status = ?, digest = null, note = ?, updated_at = now() at time zone 'UTC'"
    connection.execute(f"update {records} set {setting} where number = ?", [plays, Status.INTERRUPTED, NOTE, number])
