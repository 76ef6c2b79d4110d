"""Copying what can be read of a damaged store into a new one, which takes its place; the old one is kept beside it."""

import os
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from workbench.store import umask
from workbench.store.connection import CONFIG, Connection
from workbench.store.copies import attach, kept_name, name_for, remove
from workbench.store.doctor import readable
from workbench.store.errors import diagnose, unwritable
from workbench.store.migrations import MIGRATIONS
from workbench.store.runs import Status
from workbench.store.tables import plays_table, seats_table
from workbench.store.wholeness import log_of

NOTE = "plays were lost and the store repaired; go on with: workbench resume"
WHOLE_PLAYS = """
    with whole as (
        select play from {plays} where run = $1
        intersect
        select play from {seats} where run = $1 group by play having count(*) = $2
    )
    select count(*) from (select play, row_number() over (order by play) - 1 as place from whole) where play = place
"""


def salvage(path: Path, changed: Collection[int] = ()) -> Path:
    """Put a new store with everything that can be read in the place of the one at `path`; where that is kept now.

    A run of which plays are lost ends before the first lost one, and can be resumed; the runs whose numbers are in
    `changed` have rows that are not to be trusted, and begin again. To be called with the store
    closed. Raises StoreError, and leaves the old store, where nothing can be read or the disk is full.
    """
    fresh, kept = name_for(path, "copy"), kept_name(path, datetime.now(UTC))
    try:
        with umask.private(), duckdb.connect(str(fresh), config=CONFIG) as connection:
            attach(connection, path, "old", read_only=True)
            _copy(connection, changed)
            connection.execute("checkpoint")
            _put_in_place(fresh, path, kept)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)
    return kept


def _put_in_place(fresh: Path, path: Path, kept: Path) -> None:
    """Rename at the end of all; a process killed before it leaves the old store as it was."""
    for old, new in ((path, kept), (log_of(path), log_of(kept))):
        if old.exists():
            os.link(old, new)
    fresh.replace(path)
    log_of(path).unlink(missing_ok=True)


def _copy(connection: Connection, changed: Collection[int]) -> None:
    tables = connection.execute("select table_name, sql from duckdb_tables() where database_name = 'old'").fetchall()
    for name, sql in tables:
        connection.execute(sql)
        for first, last in readable(connection, name, "old"):
            rows = f'select * from old.main."{name}" where rowid >= {first} and rowid < {last}'
            connection.execute(f'insert into "{name}" by name {rows}')
    _copy_comments(connection)
    _copy_sequences(connection)
    _name_version(connection)
    _settle_runs(connection, changed)


def _copy_comments(connection: Connection) -> None:
    query = "select table_name, column_name, comment from duckdb_columns() where database_name = 'old'"
    for table, column, comment in connection.execute(f"{query} and comment is not null").fetchall():
        words = comment.replace("'", "''")
        connection.execute(f"""comment on column "{table}"."{column}" is '{words}'""")


def _copy_sequences(connection: Connection) -> None:
    """The sequences, each from where it stands."""
    found = connection.execute("select sql from duckdb_sequences() where database_name = 'old'").fetchall()
    for (sql,) in found:
        connection.execute(sql)


def _name_version(connection: Connection) -> None:
    """Where the version of the tables was lost, it is taken for the latest."""
    if not connection.execute("select * from schema_version limit 1").fetchall():
        numbered = [[migration.number, migration.name] for migration in MIGRATIONS]
        connection.executemany("insert into schema_version values (?, ?, now() at time zone 'UTC')", numbered)


def _settle_runs(connection: Connection, changed: Collection[int]) -> None:
    """Let every run end before its first lost play, and drop plays whose run is lost."""
    query = "select table_name from duckdb_columns() where database_name = current_database() and column_name = 'play'"
    tables = {name for (name,) in connection.execute(query).fetchall()}
    for table in tables:
        connection.execute(f'delete from "{table}" where run not in (select number from runs)')
    query = "select number, game, seats, done from runs where done > 0 order by number"
    for number, game, seats, done in connection.execute(query).fetchall():
        its = [table for table in (f"{game}_plays", f"{game}_seats") if table in tables]
        whole = number not in changed and len(its) == 2
        plays = _whole_plays(connection, game, number, seats) if whole else 0
        if plays < done:
            _cut(connection, its, number, plays)


def _whole_plays(connection: Connection, game: str, number: int, seats: int) -> int:
    """How many plays of a run are there without a gap, each with a row for every seat."""
    query = WHOLE_PLAYS.format(plays=plays_table(game), seats=seats_table(game))
    return int(connection.execute(query, [number, seats]).fetchall()[0][0])


def _cut(connection: Connection, tables: Collection[str], number: int, plays: int) -> None:
    """Let a run end after `plays` plays."""
    for table in tables:
        connection.execute(f'delete from "{table}" where run = ? and play >= ?', [number, plays])
    setting = "done = ?, status = ?, digest = null, note = ?, updated_at = now() at time zone 'UTC'"
    connection.execute(f"update runs set {setting} where number = ?", [plays, Status.INTERRUPTED, NOTE, number])
