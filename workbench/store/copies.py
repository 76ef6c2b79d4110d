"""Copies of the whole store: backups, those made before a migration, and what killed processes left behind.

A copy of the `.duckdb` file alone lacks what is still in its log, and may be made while somebody writes. So DuckDB
copies, table by table, into a fresh file that gets its name when it is whole.
"""

import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import duckdb

from workbench.store.errors import diagnose, unwritable
from workbench.store.processes import Owner, this_process

LONG_AGO_S = 3_600
"""After this time nobody is still making a new, empty store."""
MADE_BY = re.compile(r"\.(?P<kind>copy|new)-(?P<pid>\d+)-[0-9a-f]+(\.wal)?$")


def name_for(path: Path, kind: str) -> Path:
    """A name beside `path` for a file in the making: `copy`, of a store that is open, or `new`."""
    return path.with_name(f"{path.name}.{kind}-{os.getpid()}-{secrets.token_hex(3)}")


def attach(connection: duckdb.DuckDBPyConnection, path: Path, name: str, read_only: bool = False) -> None:
    """Let the connection use another file, as `name`."""
    escaped = str(path).replace("'", "''")
    connection.execute(f"attach '{escaped}' as {name}{' (read_only)' if read_only else ''}")


def copy_into(connection: duckdb.DuckDBPyConnection, fresh: Path, *then: str) -> None:
    """Copy everything that the connection sees into a fresh file; `then` are statements about it, as `fresh`."""
    attach(connection, fresh, "fresh")
    own = connection.execute("select current_database()").fetchall()[0][0].replace('"', '""')
    connection.begin()
    try:
        for statement in (f'copy from database "{own}" to fresh', *then):
            connection.execute(statement)
        connection.commit()
    except BaseException:
        with suppress(duckdb.Error):
            connection.rollback()
        with suppress(duckdb.Error):
            connection.execute("detach fresh")
        raise
    connection.execute("detach fresh")


def write_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Put a copy of the store at `path`, over an older one, whole or not at all; for its owner alone."""
    fresh = name_for(path, "copy")
    try:
        _sweep(path)
        copy_into(connection, fresh)
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
    """Keep the store as it is before its tables change from `version`: `workbench.before-5.duckdb` from version 4."""
    write_copy(connection, path.with_name(f"{path.stem}.before-{version + 1}{path.suffix}"))


def automatic_copies(path: Path) -> list[Path]:
    """The copies made before migrations, oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}\.before-(\d+){re.escape(path.suffix)}")
    found = [(int(match[1]), each) for each in path.parent.iterdir() if (match := named.fullmatch(each.name))]
    return [each for _, each in sorted(found)]


def damaged_copy_name(path: Path, now: datetime) -> Path:
    """The name under which a repair keeps the damaged store: `workbench.damaged-20261122-163000.duckdb`."""
    return path.with_name(f"{path.stem}.damaged-{now:%Y%m%d-%H%M%S}{path.suffix}")


def damaged_copies(path: Path) -> list[Path]:
    """The damaged stores that repairs kept, oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}\.damaged-[\d-]+{re.escape(path.suffix)}")
    return sorted(each for each in path.parent.iterdir() if named.fullmatch(each.name))


def sweep(path: Path) -> None:
    """Remove what killed processes left beside the store, which this process has just opened, and so nobody else."""
    _sweep(path)
    shutil.rmtree(path.with_name(f"{path.name}.tmp"), ignore_errors=True)  # where DuckDB puts what memory cannot hold


def remove(path: Path) -> None:
    """Delete a file in the making, and its log."""
    for each in (path, path.with_name(f"{path.name}.wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    for each in path.parent.iterdir():
        if each.name.startswith(path.name) and (match := MADE_BY.fullmatch(each.name[len(path.name) :])):
            with suppress(OSError):
                if _is_left(each, match["kind"], int(match["pid"])):
                    each.unlink(missing_ok=True)


def _is_left(file: Path, kind: str, pid: int) -> bool:
    """Whether nobody makes this file any more. A copy is made by whoever has the store open, whatever its number."""
    if pid == os.getpid():
        return False
    if not Owner(pid, this_process().host, "").lives:
        return True
    return (kind == "copy" and os.name != "nt") or time.time() - file.stat().st_mtime > LONG_AGO_S


def owe_rewrite(cursor: duckdb.DuckDBPyConnection) -> None:
    """Record, with what this transaction deletes, that the file is to be written anew."""
    cursor.execute("insert into rewrite_owed values (now() at time zone 'UTC')")


def is_rewrite_owed(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether something was deleted that may still lie in unused parts of the file."""
    return bool(connection.execute("select since from rewrite_owed limit 1").fetchall())


def replace_with_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Put a copy of the open file in its place and close the connection, which must have no other user.

    The file stays locked until the copy has its name: a process that waits finds the old file locked or the new one
    whole. (On Windows, which renames no open file, there is a moment between.) A failure leaves the old file.
    """
    fresh = name_for(path, "copy")
    try:
        if is_rewrite_owed(connection):
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
    """Delete the copies made before migrations: they hold what is to be deleted."""
    for copy in automatic_copies(path):
        copy.unlink(missing_ok=True)
