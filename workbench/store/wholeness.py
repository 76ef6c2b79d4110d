"""Whether the store's file is whole enough to be written to, asked before a process first opens it.

A look takes 3 to 5 ms (40 blocks, and the rows of each game), once a process for each state of the file. What is found
broken is refused and left as it is: DuckDB would open a file that was cut, and write over it.
"""

from pathlib import Path
from typing import TypeAlias

import duckdb

from workbench.store.blocks import broken, layout, listed_free, shared_file, used_blocks
from workbench.store.errors import broken_log, damaged, stray_log

Stamp: TypeAlias = tuple[int, int, int]
LOG_HEAD = b"d\0b"
"""The first record of a log: its kind (field 100) is a version (98)."""
_vouched: dict[Path, Stamp] = {}
"""The state in which this process last saw each file whole."""


def log_of(path: Path) -> Path:
    """DuckDB's write-ahead log of a store: what is not yet in the file itself."""
    return path.with_name(f"{path.name}.wal")


def vouch(path: Path) -> None:
    """Take the file as it is for whole: this process has just closed it."""
    try:
        _vouched[path] = _stamp(path)
    except OSError:
        _vouched.pop(path, None)


def is_vouched(path: Path) -> bool:
    """Whether nothing has changed the file since this process saw it whole."""
    return _vouched.get(path) == _stamp(path)


def check_log(path: Path) -> None:
    """Raise StoreDamaged for a write-ahead log that DuckDB would throw away: its store is gone, or it is no log."""
    log = log_of(path)
    if not log.exists():
        return
    if not path.exists():
        raise stray_log(path, log, "its store is gone")
    with log.open("rb") as file:
        head = file.read(len(LOG_HEAD))
    if head != LOG_HEAD[: len(head)]:
        raise broken_log(path, log, "it does not begin as a log does")


def check_blocks(path: Path, config: dict[str, str | bool | int | float | list[str]]) -> None:
    """Raise StoreDamaged for a file that was cut, or of which blocks in use cannot be read; read only some blocks.

    A file that another process has open was looked at by that one.
    """
    with shared_file(path) as file:
        of = layout(file) if file else None
        if file is None or of is None:  # what has no header, DuckDB refuses
            return
        missed = broken(file, of, {*of.quick, *range(of.there, of.blocks)})
        if missed := missed and missed - listed_free(file, of):
            with duckdb.connect(str(path), read_only=True, config=config) as connection:
                missed &= used_blocks(connection).keys()
    if missed:
        raise damaged(path, f"blocks missing, or not as they were written: {len(missed)} of {of.blocks}")


def check_counts(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise StoreDamaged unless there are as many rows of plays as the runs count."""
    query = "select game, sum(done)::bigint, sum(done::bigint * seats)::bigint from runs where done > 0 group by game"
    try:
        games = connection.execute(query).fetchall()
        for game, plays, seats in games:
            _check_count(connection, path, f"{game}_plays", plays)
            _check_count(connection, path, f"{game}_seats", seats)
    except duckdb.CatalogException as error:
        if "with name runs " not in str(error):  # a store older than its runs
            raise damaged(path, str(error)) from error


def _check_count(connection: duckdb.DuckDBPyConnection, path: Path, table: str, expected: int) -> None:
    found = connection.execute(f'select count(*) from "{table}"').fetchall()[0][0]
    if found != expected:
        raise damaged(path, f"{table} has {found} rows, the runs count {expected}")


def _stamp(path: Path) -> Stamp:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
