"""Writing the store's file anew, so that nothing that was deleted is left in it.

DuckDB leaves old bytes where they are, in unused parts of the file and in blocks that several tables share, and has no
command that clears them. So all that is stored is copied into a fresh file, which then takes the name of the old one.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import duckdb

from workbench.store.errors import diagnose, unwritable


def replace_with_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Put a copy of the open file in its place and close the connection, which must have no other user.

    The file stays locked until the copy has its name: a process that waits finds the old file locked or the new one
    whole. (On Windows, which renames no open file, there is a moment between.) A failure leaves the old file.
    """
    fresh = path.with_name(f"{path.name}.copy-{os.getpid()}-{secrets.token_hex(3)}")
    try:
        _copy(connection, fresh)
        if os.name == "nt":
            connection.close()
        fresh.replace(path)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        connection.close()
        for left in (fresh, fresh.with_name(f"{fresh.name}.wal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _copy(connection: duckdb.DuckDBPyConnection, fresh: Path) -> None:
    name = str(fresh).replace("'", "''")
    connection.execute("checkpoint")  # no journal is left that a later opening would read into the copy
    connection.execute(f"attach '{name}' as fresh")
    own = connection.execute("select current_database()").fetchall()[0][0].replace('"', '""')
    connection.execute(f'copy from database "{own}" to fresh')
    connection.execute("detach fresh")
