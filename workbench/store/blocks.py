"""Checks of the store's file: its blocks, read without DuckDB, its write-ahead log, and the rows of results.

The file (DuckDB 1 and 2) has three headers of 4 096 bytes: the first says what it is, of the other two the one with the
higher iteration counts. Then come blocks of one size. Headers and blocks begin with a checksum of what follows in them.

DuckDB itself opens a truncated file, and writes over what it cannot read. And it reads most blocks only when a query
needs them. Unused blocks may hold anything, so only `used_blocks`, which asks DuckDB, tells whether one matters.

A process checks the file before it first opens it, and again after each change by others: 40 blocks, and the rows of
each game, in 2 to 4 ms. A damaged file is refused and left as it is. The views of DuckDB's catalog (`duckdb_tables`,
`duckdb_columns`) are not asked here: the first question to them costs a connection 7 to 17 ms.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias

import numpy as np

from workbench.engine.wording import counted
from workbench.store.errors import Lazy, broken_log, damaged, stray_log

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("_duckdb")

try:
    import fcntl
except ImportError:  # Windows, where nobody opens a file that another process has
    fcntl = None  # type: ignore[assignment]

HEADER_BYTES, FIRST_BLOCK = 4_096, 3 * 4_096
MAGIC = slice(8, 12)
BLOCK_BYTES = frozenset(2**power for power in range(14, 19))
SEED, FACTOR = np.uint64(5381), np.uint64(0xBF58476D1CE4E5B9)
LAST, SPREAD = 16, 24
"""Blocks of a quick check: the last ones, which a truncated file lacks, and some spread over the file. 0.06 ms each."""
PARTS, MOST_PARTS = 64, 64
"""Parts of a block that holds lists, and the most that are read of one."""


class FileLayout(NamedTuple):
    """The layout in the file's header: `blocks` blocks of `size` bytes; `there` of them are in the file."""

    size: int
    blocks: int
    there: int
    free_list: int

    @property
    def quick(self) -> list[int]:
        """The blocks of a quick check."""
        spread = np.linspace(0, max(0, self.blocks - 1), SPREAD).astype(int).tolist()
        return sorted({*spread, *range(max(0, self.blocks - LAST), self.blocks)} & set(range(self.blocks)))


@contextmanager
def shared_file(path: Path) -> Iterator[BinaryIO | None]:
    """The file while no process writes to it; None when one does.

    Only for a process that does not have the store open: closing the file releases DuckDB's lock on it.
    """
    with path.open("rb") as file:
        yield file if _lock(file) else None


def is_database(path: Path) -> bool:
    """True if a file starts as DuckDB's do. Not for the store that this process has open."""
    with path.open("rb") as file:
        return file.read(MAGIC.stop)[MAGIC] == b"DUCK"


def layout(file: BinaryIO) -> FileLayout | None:
    """The layout from the header; None for a file that is not DuckDB's, or whose header cannot be read."""
    head = _read(file, 0, FIRST_BLOCK)
    sound = [part for part in (head[HEADER_BYTES : 2 * HEADER_BYTES], head[2 * HEADER_BYTES :]) if _is_sound(part)]
    if head[MAGIC] != b"DUCK" or not sound:
        return None
    _, _, free_list, count, size = max(struct.unpack_from("<QQQQQ", part, 8) for part in sound)
    if size not in BLOCK_BYTES:
        return None
    return FileLayout(size, count, max(0, file.seek(0, os.SEEK_END) - FIRST_BLOCK) // size, free_list)


def mend_headers(path: Path, by_sister: bool) -> None:
    """Replace damaged headers of a file: the first by that of a new file, one of the other two by its sister.

    The sister is of an older state where the damaged one was the newer. If not `by_sister`, its checksum alone is set.
    """
    with TemporaryDirectory() as folder:
        sample = Path(folder, "sample.duckdb")
        duckdb.connect(str(sample)).close()
        first = sample.read_bytes()[:HEADER_BYTES]
    with path.open("r+b") as file:
        head = _read(file, 0, FIRST_BLOCK)
        parts = [head[at : at + HEADER_BYTES] for at in range(0, FIRST_BLOCK, HEADER_BYTES)]
        sound = [part for part in parts[1:] if _is_sound(part)]
        if len(parts[2]) == HEADER_BYTES and sound:
            others = [part if _is_sound(part) else sound[0] if by_sister else _checksummed(part) for part in parts[1:]]
            file.seek(0)
            file.write(b"".join([parts[0] if _is_sound(parts[0]) else first, *others]))


def _checksummed(part: bytes) -> bytes:
    checksum = int(np.bitwise_xor.reduce(np.frombuffer(part, "<u8")[1:] * FACTOR) ^ SEED)
    return struct.pack("<Q", checksum) + part[8:]


def broken(file: BinaryIO, of: FileLayout, blocks: Iterable[int]) -> set[int]:
    """The blocks among these that are missing, or whose checksum is wrong."""
    return {
        block
        for block in blocks
        if block >= of.there or not _is_sound(_read(file, FIRST_BLOCK + block * of.size, of.size))
    }


def listed_free(file: BinaryIO, of: FileLayout) -> set[int]:
    """The blocks that the file itself lists as free: a hint, since other versions of DuckDB may list them differently.

    The list is a count and that many numbers, spread over parts of blocks: each part begins with a pointer to the next.
    """
    length = (of.size - 8) // PARTS // 8 * 8
    numbers: list[int] = []
    pointer = of.free_list
    for _ in range(MOST_PARTS):
        block, part = pointer & (1 << 56) - 1, pointer >> 56
        if block >= of.there or part >= PARTS:
            break
        words = struct.unpack(
            f"<{length // 8}Q", _read(file, FIRST_BLOCK + block * of.size + 8 + part * length, length)
        )
        pointer = words[0]
        numbers += words[1:]
    return set(numbers[1 : 1 + numbers[0]]) if numbers else set()


def used_blocks(connection: duckdb.DuckDBPyConnection) -> set[int]:
    """The blocks in use."""
    used = connection.execute("select block_id from pragma_metadata_info()").fetchall()
    tables = "select table_name from duckdb_tables() where database_name = current_database() and not temporary"
    for (table,) in connection.execute(tables).fetchall():
        query = (
            "select unnest(list_append(additional_block_ids, block_id)) from pragma_storage_info(?) where persistent"
        )
        used += connection.execute(query, [table]).fetchall()
    return {block for (block,) in used}


def _lock(file: BinaryIO) -> bool:
    """Try to lock the file against writers until it is closed; False while somebody writes."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _read(file: BinaryIO, at: int, length: int) -> bytes:
    file.seek(at)
    return file.read(length)


def _is_sound(part: bytes) -> bool:
    """True if a header or block matches the checksum that it starts with."""
    if len(part) < HEADER_BYTES or len(part) % 8:
        return False
    return _checksummed(part) == part


FileStamp: TypeAlias = tuple[int, int, int]
LOG_HEAD = b"d\0b"
"""The first record of a log: its kind (field 100) is a version (98)."""
_vouched: dict[Path, FileStamp] = {}
"""The state of each file when this process last found it sound."""


def log_of(path: Path) -> Path:
    """DuckDB's write-ahead log of a store: changes that are not yet in the file itself."""
    return path.with_name(f"{path.name}.wal")


def mark_checked(path: Path) -> None:
    """Note that the file is sound as it is: this process has just closed it."""
    try:
        _vouched[path] = _stamp(path)
    except OSError:
        _vouched.pop(path, None)


def is_checked(path: Path) -> bool:
    """True if the file is unchanged since this process found it sound."""
    return _vouched.get(path) == _stamp(path)


def check_log(path: Path) -> None:
    """Raise StoreDamaged for a write-ahead log that DuckDB would discard: its store is gone, or it is not a log."""
    log = log_of(path)
    if not log.exists():
        return
    if not path.exists():
        raise stray_log(path, log, "its store is gone")
    with log.open("rb") as file:
        head = file.read(len(LOG_HEAD))
    if head != LOG_HEAD[: len(head)]:
        raise broken_log(path, log, "it does not start as a log does")


def check_blocks(path: Path, config: dict[str, str | bool | int | float | list[str]]) -> None:
    """Raise StoreDamaged for a truncated file, or one with damaged blocks in use; reads only some blocks.

    A file that another process has open was checked by that one.
    """
    with shared_file(path) as file:
        of = layout(file) if file else None
        if file is None or of is None:  # what has no header, DuckDB refuses
            return
        missed = broken(file, of, {*of.quick, *range(of.there, of.blocks)})
        if missed := missed and missed - listed_free(file, of):
            with duckdb.connect(str(path), read_only=True, config=config) as connection:
                missed &= used_blocks(connection)
    if missed:
        raise damaged(path, f"blocks missing or damaged: {len(missed)} of {of.blocks}")


def check_counts(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise StoreDamaged unless the tables of results have as many rows as the runs count."""
    try:
        its = f"select game, done::bigint as done, seats from {{}} where done > 0 and {with_rows(connection)}"
        aside = [its.format("deleted_runs")] if has_deleted(connection) else []  # their plays are kept for a while
        counted = f"with counted as ({' union all '.join([its.format('runs'), *aside])})"
        query = f"{counted} select game, sum(done)::bigint, sum(done * seats)::bigint from counted group by game"
        games = connection.execute(query).fetchall()
        for game, plays, seats in games:
            _check_count(connection, path, f"{game}_plays", plays)
            _check_count(connection, path, f"{game}_seats", seats)
    except duckdb.CatalogException as error:
        if "with name runs " not in str(error):  # a store older than its runs
            raise damaged(path, str(error)) from error


def with_rows(connection: duckdb.DuckDBPyConnection) -> str:
    """The condition under which a run has rows; in a store from before there were others, all have."""
    query = "select 1 from pragma_table_info('runs') where name = 'has_rows'"
    return "has_rows" if connection.execute(query).fetchall() else "true"


def has_deleted(connection: duckdb.DuckDBPyConnection) -> bool:
    """True if the store has the tables of deleted results; one from before there were any has not."""
    try:
        connection.execute("select 1 from deleted_runs limit 0")
    except duckdb.CatalogException:
        return False
    return True


def _check_count(connection: duckdb.DuckDBPyConnection, path: Path, table: str, expected: int) -> None:
    count = connection.execute(f'select count(*) from "{table}"').fetchall()[0][0]
    if count != expected:
        raise damaged(path, f"{table} has {counted(count, 'row')}, the runs count {expected}")


def _stamp(path: Path) -> FileStamp:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
