"""Copies of the whole store: backups, copies before a migration, rewritten files, and leftovers of killed processes.

A copy of the `.duckdb` file alone lacks what is still in its log, and may be made while somebody writes. So DuckDB
copies, table by table, into a new file that gets its name when it is complete.

Rewriting leaves nothing deleted in the file: DuckDB keeps old bytes in unused parts of it and in blocks that several
tables share, and has no command that clears them. Whoever deletes a name records in the same transaction that a rewrite
is due (`owe_rewrite`). The copy has no such record, so a process killed at any moment leaves either a file that is
still to be rewritten, or the new one.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.engine.files import ABANDONED_S, is_running
from workbench.store.errors import Lazy, diagnose, unwritable
from workbench.store.read_over import put_texts_into

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("_duckdb")

LONG_AGO_S = 3_600
"""After this time no process can still be creating an empty store."""
NAME_OF_COPY = re.compile(r"\.(?P<kind>copy|new)-(?P<pid>\d+)-[0-9a-f]+(\.wal)?$")


def name_for(path: Path, kind: str) -> Path:
    """A name beside `path` for an unfinished file: a `copy` of an open store, or a `new` store."""
    return path.with_name(f"{path.name}.{kind}-{os.getpid()}-{secrets.token_hex(3)}")


def attach(connection: duckdb.DuckDBPyConnection, path: Path, name: str, read_only: bool = False) -> None:
    """Attach another file to the connection as `name`."""
    escaped = str(path).replace("'", "''")
    connection.execute(f"attach '{escaped}' as {name}({'read_only' if read_only else 'read_write'})")


def copy_into(connection: duckdb.DuckDBPyConnection, fresh: Path, *then: str) -> None:
    """Copy everything that the connection sees into a new file, then run the statements `then` on it (as `fresh`)."""
    attach(connection, fresh, "fresh")
    name = connection.execute("select current_database()").fetchall()[0][0].replace('"', '""')
    connection.begin()
    try:
        for statement in (f'copy from database "{name}" to fresh', *then):
            connection.execute(statement)
        connection.commit()
    except BaseException:
        with suppress(duckdb.Error):
            connection.rollback()
        with suppress(duckdb.Error):
            connection.execute("detach fresh")
        raise
    connection.execute("detach fresh")


def copy_without_plays(connection: duckdb.DuckDBPyConnection, fresh: Path) -> None:
    """Copy all but the rows of plays into a new file, then read it back. Raises OSError where that differs."""
    database = connection.execute("select current_database()").fetchall()[0][0]
    attach(connection, fresh, "fresh")
    connection.begin()
    try:
        sums = {}
        left_out = tables_with_plays(connection, database)
        connection.execute(f'copy from database "{database}" to fresh (schema)')
        for table in tables_of(connection, database):
            if table in left_out:
                connection.execute(f'drop table fresh.main."{table}"')
            else:
                connection.execute(f'insert into fresh.main."{table}" from "{database}".main."{table}"')
                sums[table] = sum_of(connection, database, table)
        connection.commit()
    except BaseException:
        with suppress(duckdb.Error):
            connection.rollback()
        raise
    finally:
        with suppress(duckdb.Error):
            connection.execute("detach fresh")
    attach(connection, fresh, "fresh", read_only=True)
    try:
        if wrong := [table for table, total in sums.items() if sum_of(connection, "fresh", table) != total]:
            raise OSError(f"the tables {', '.join(wrong)} read otherwise than they were written")
    finally:
        connection.execute("detach fresh")


def tables_of(connection: duckdb.DuckDBPyConnection, database: str) -> dict[str, str]:
    """The names of a database's tables, and the SQL that creates each."""
    query = "select table_name, sql from duckdb_tables() where database_name = ? and not temporary"
    return dict(connection.execute(query, [database]).fetchall())


def tables_with_plays(connection: duckdb.DuckDBPyConnection, database: str) -> set[str]:
    """The tables that have a row for each play, or for each seat of it."""
    query = "select table_name from duckdb_columns() where database_name = ? and column_name = 'play'"
    return {name for (name,) in connection.execute(query, [database]).fetchall()}


def sum_of(connection: duckdb.DuckDBPyConnection, database: str, table: str) -> tuple[int, int | None]:
    """How many rows a table has, and a sum over what is in them."""
    rows, total = connection.execute(
        f'select count(*), bit_xor(hash(t)) from "{database}".main."{table}" t'
    ).fetchall()[0]
    return rows, total


def write_copy(connection: duckdb.DuckDBPyConnection, path: Path, texts_of: Path, plays: bool = True) -> None:
    """Write a copy of the store to `path`, replacing an older one, whole or not at all; readable by its owner alone.

    It has the text files of the folder `texts_of` too. Without `plays` it lacks the rows of plays, and is small.
    """
    fresh = name_for(path, "copy")
    try:
        _sweep(path)
        (copy_into if plays else copy_without_plays)(connection, fresh)
        attach(connection, fresh, "fresh")
        try:
            put_texts_into(connection, "fresh", texts_of)
        finally:
            connection.execute("detach fresh")
        fresh.chmod(0o600)
        fresh.replace(path)
        remove(path.with_name(f"{path.name}.wal"))  # of the older one
    except duckdb.Error as error:
        raise diagnose(error, fresh) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)


def copy_before_migration(connection: duckdb.DuckDBPyConnection, path: Path, version: int) -> None:
    """Copy the store before its tables change from `version`: `workbench.before-5.duckdb` from version 4."""
    write_copy(connection, path.with_name(f"{path.stem}.before-{version + 1}{path.suffix}"), path.parent)


def automatic_copies(path: Path) -> list[Path]:
    """The copies made before migrations, oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}\.before-(\d+){re.escape(path.suffix)}")
    numbered = [(int(match[1]), file) for file in path.parent.iterdir() if (match := named.fullmatch(file.name))]
    return [file for _, file in sorted(numbered)]


SPARE, STAMP = "backups", "%Y%m%d-%H%M%S"
"""The folder beside the store for copies without plays, and the time in their names (UTC)."""


def spare_copy_name(path: Path, now: datetime) -> Path:
    """The name of a copy without plays: `backups/workbench-20261125-190200.duckdb`."""
    return path.parent / SPARE / f"{path.stem}-{now.strftime(STAMP)}{path.suffix}"


def spare_copies(path: Path) -> dict[Path, datetime]:
    """The copies without plays, each with its time (UTC), oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}-(\d{{8}}-\d{{6}}){re.escape(path.suffix)}")
    folder = path.parent / SPARE
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {
        file: datetime.strptime(match[1], STAMP).replace(tzinfo=UTC)
        for file in files
        if (match := named.fullmatch(file.name))
    }


def damaged_copy_name(path: Path, now: datetime) -> Path:
    """The name of the damaged store that a repair keeps, which is free: `workbench.damaged-20261122-163000.duckdb`."""
    name = f"{path.stem}.damaged-{now:%Y%m%d-%H%M%S}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for name in names if not (free := path.with_name(f"{name}{path.suffix}")).exists())


def damaged_copies(path: Path) -> list[Path]:
    """The damaged stores that repairs kept, oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}\.damaged-[\d-]+{re.escape(path.suffix)}")
    return sorted(file for file in path.parent.iterdir() if named.fullmatch(file.name))


def sweep(path: Path) -> None:
    """Remove files of killed processes beside the store, which this process, and so no other, has open."""
    _sweep(path)
    shutil.rmtree(path.with_name(f"{path.name}.tmp"), ignore_errors=True)  # where DuckDB puts what memory cannot hold


def remove(path: Path) -> None:
    """Delete an unfinished file and its log."""
    for file in (path, path.with_name(f"{path.name}.wal")):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    """Remove unfinished copies of killed processes: of this store, and of others in the same folder."""
    for file in path.parent.iterdir():
        if match := NAME_OF_COPY.search(file.name):
            with suppress(OSError):
                if _is_leftover(file, match, is_ours=file.name[: match.start()] == path.name):
                    file.unlink(missing_ok=True)


def _is_leftover(file: Path, match: re.Match[str], is_ours: bool) -> bool:
    """True if no process is writing this file. A copy of ours is only written by the process that has it open."""
    pid, age = int(match["pid"]), time.time() - file.stat().st_mtime
    if pid == os.getpid():
        return False
    if not is_running(pid):
        return is_ours or age > ABANDONED_S  # another computer may write to the folder
    return (is_ours and match["kind"] == "copy" and os.name != "nt") or age > LONG_AGO_S


def request_rewrite(cursor: duckdb.DuckDBPyConnection) -> None:
    """Record, in the transaction that deletes something, that the file is to be rewritten."""
    cursor.execute("insert into rewrite_owed values (now() at time zone 'UTC')")


def is_rewrite_due(connection: duckdb.DuckDBPyConnection) -> bool:
    """True if something was deleted that may still be in unused parts of the file."""
    return bool(connection.execute("select since from rewrite_owed limit 1").fetchall())


def replace_with_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Replace the open file by a copy and close the connection, which must have no other user.

    The file stays locked until the copy has its name: a waiting process finds the old file locked or the new one
    complete. (On Windows, which cannot rename open files, there is a moment between.) A failure leaves the old file.
    """
    fresh = name_for(path, "copy")
    try:
        if is_rewrite_due(connection):
            _delete_automatic_copies(path)
        connection.execute("checkpoint")  # no journal is left that a later opening would read into the copy
        copy_into(connection, fresh, "delete from fresh.rewrite_owed")
        fresh.chmod(path.stat().st_mode & 0o777)
        if os.name == "nt":
            connection.close()
        fresh.replace(path)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        connection.close()
        remove(fresh)


def _delete_automatic_copies(path: Path) -> None:
    """Delete the copies that nobody asked for: they hold what is to be deleted."""
    for copy in (*automatic_copies(path), *spare_copies(path)):
        copy.unlink(missing_ok=True)
