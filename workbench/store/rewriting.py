"""Writing the store's file anew, so that nothing that was deleted is left in it.

DuckDB leaves old bytes where they are, in unused parts of the file and in blocks that several tables share, and has no
command that clears them. So all that is stored is copied into a fresh file, which then takes the name of the old one.

Whoever deletes a name owes the rewrite in the same transaction (`owe`). The copy owes nothing, so a process that is
killed at any moment leaves either a file that owes it still, or the new one.
"""

import os
from pathlib import Path

import duckdb

from workbench.store.copies import automatic_copies, copy_into, name_for, remove
from workbench.store.errors import diagnose, unwritable


def owe(cursor: duckdb.DuckDBPyConnection) -> None:
    """Record, with what this transaction deletes, that the file is to be written anew."""
    cursor.execute("insert into rewrite_owed values (now() at time zone 'UTC')")


def is_owed(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether something was deleted that may still lie in unused parts of the file."""
    return bool(connection.execute("select since from rewrite_owed limit 1").fetchall())


def replace_with_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Put a copy of the open file in its place and close the connection, which must have no other user.

    The file stays locked until the copy has its name: a process that waits finds the old file locked or the new one
    whole. (On Windows, which renames no open file, there is a moment between.) A failure leaves the old file.
    """
    fresh = name_for(path, "copy")
    try:
        if is_owed(connection):
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
