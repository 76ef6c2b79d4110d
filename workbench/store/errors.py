"""What can go wrong with the store, in words that say what to do.

DuckDB tells most of it by the text of its exception alone; `diagnose` is the one place that reads those texts
(DuckDB 2.0). A failure that is not about the file, such as a wrong query, passes through as it is.
"""

import re
import shlex
from pathlib import Path

import duckdb

from workbench.engine.problems import WorkbenchError

LOCKED = "could not set lock on file"
NEWER = ("storage version greater than", "storage version number", "newer version of duckdb")
DAMAGED = (
    "not a valid duckdb database file",
    "corrupt",
    "checksum",
    "could not read enough bytes",
    "extension",  # another format that DuckDB knows, such as SQLite's; it would fetch an extension from the net
    "deserializ",
    "has been invalidated",
)
STRAY_LOG = ("wal does not match", "wal checkpoint iteration does not match", "wal was created for")
UNWRITABLE = (
    "no space left",
    "disk quota exceeded",
    "file too large",
    "read-only file system",
    "permission denied",
    "operation not permitted",
    "no such file or directory",
    "not a directory",
    "is a directory",
)
ABOUT_A_QUERY = (duckdb.ProgrammingError, duckdb.DataError, duckdb.IntegrityError)
"""A missing table may well be called `corrupt`."""


class StoreError(WorkbenchError):
    """The store cannot be used as it is; nothing was changed."""

    exit_code = 3


class StoreLocked(StoreError):
    """Another process has the store open, and kept it for longer than we wait. `holder` says which."""

    def __init__(self, message: str, holder: str = "another process") -> None:
        super().__init__(message)
        self.holder = holder


class StoreNewer(StoreError):
    """A newer workbench (or DuckDB) wrote the store."""


class StoreDamaged(StoreError):
    """The file is no store, or parts of it cannot be read."""


class LogStray(StoreDamaged):
    """A write-ahead log stands beside a store that it does not belong to, or beside none."""


class StoreFull(StoreError):
    """The store cannot be written: the disk is full, or the folder does not let us."""


class RunRefused(WorkbenchError):
    """A run does not allow what was asked of it."""


class ChunkRefused(RunRefused):
    """A chunk does not begin where its run stands; nothing was written."""


class ResultsDiffer(WorkbenchError):
    """The stored results are not of the record type that was asked for."""


def diagnose(error: duckdb.Error, path: Path, waited: float = 0) -> StoreError | None:
    """What `error` says about the store at `path`, or None when it is about something else.

    `waited` is how many seconds went by before it, for the message about a lock.
    """
    text = str(error).lower()
    if LOCKED in text:
        return in_use(path, _holder(str(error)), waited)
    if any(sign in text for sign in NEWER):
        return newer(path, f"DuckDB says: {error}")
    return None if isinstance(error, ABOUT_A_QUERY) else _about_the_file(error, text, path)


def _about_the_file(error: duckdb.Error, text: str, path: Path) -> StoreError | None:
    """What is wrong with the file, or with its place."""
    if any(sign in text for sign in STRAY_LOG):
        return stray_log(path, path.with_name(f"{path.name}.wal"), "it was written for another store or state of it")
    if "wal file" in text and "corrupt" in text:
        return broken_log(path, path.with_name(f"{path.name}.wal"), f"DuckDB says: {error}")
    if path.name.lower() in text and any(sign in text for sign in UNWRITABLE):
        return unwritable(path, str(error))
    if isinstance(error, duckdb.FatalException) or any(sign in text for sign in DAMAGED):
        return damaged(path, f"DuckDB says: {error}")
    return None


def newer(path: Path, why: str) -> StoreNewer:
    """The failure of a store that we are too old to read."""
    return StoreNewer(
        f"the store {path} is newer than this workbench: {_on_one_line(why)}. "
        "Update the workbench, or use another workspace"
    )


def damaged(path: Path, why: str) -> StoreDamaged:
    """The failure of a file that is no store, or no longer."""
    return StoreDamaged(
        f"the store {path} is damaged, or is not a store: {_on_one_line(why)}. It was left as it is. "
        "`workbench doctor` lists what is lost, `workbench doctor --repair` keeps what can be read. Move it away, and "
        "its log (the same name and .wal) if there is one: the next command makes a new one. Or put a backup there"
    )


def stray_log(path: Path, log: Path, why: str) -> LogStray:
    """The failure of a write-ahead log without the store that it belongs to; says what to do with both files."""
    back, aside = _move("STORE", path), _move(log, f"{log}.old")
    opened = f"opens {path} without it"
    if path.exists():
        back = f"{_move(path, f'{path}.old')} and {back}"
    else:
        opened = "makes a new, empty store"
    return LogStray(
        f"the log {log} does not belong to the store {path}: {why}. Both were left as they are. "
        f"If you moved the log's own store away, the log has its last changes: put that store back by {back}. "
        f"If the log is of no use any more, as after you restored a backup: {aside}, and the next command {opened}"
    )


def broken_log(path: Path, log: Path, why: str) -> LogStray:
    """The failure of a write-ahead log that cannot be read."""
    return LogStray(
        f"the log {log} of the store {path} is damaged: {_on_one_line(why)}. Both were left as they are. "
        f"The last changes are only in the log: a backup may have them. To go on without them: "
        f"{_move(log, f'{log}.old')}, and the next command opens {path} as it was before"
    )


def _move(old: Path | str, new: Path | str) -> str:
    return f"`{shlex.join(['mv', str(old), str(new)])}`"


def unwritable(path: Path, why: str) -> StoreFull:
    """The failure of a disk or a folder that takes no more."""
    return StoreFull(
        f"the store {path} cannot be written: {_on_one_line(why)}. What was stored before is kept. "
        "Make room on the disk, allow writing to the folder, or use --workspace with another one"
    )


def in_use(path: Path, holder: str, waited: float) -> StoreLocked:
    """The failure of a store that somebody has had open for too long."""
    words = f"the store {path} is in use by {holder}; waited {waited:.0f} s. Let that end or stop it, then try again"
    return StoreLocked(words, holder)


def _holder(words: str) -> str:
    """The process that DuckDB's message names, with its command line where the system shows it."""
    pid = re.search(r"\(?PID (\d+)", words)
    return process_named(int(pid[1])) if pid else f"another process ({words})"


def process_named(pid: int) -> str:
    """How a process is called in messages: by its number, and its command line where the system shows it."""
    command = _command_line(pid)
    return f"process {pid} ({command})" if command else f"process {pid}"


def _command_line(pid: int) -> str:
    """How the process was called; empty where /proc does not tell."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return _on_one_line(raw.replace(b"\0", b" ").decode(errors="replace"))[:200]


def _on_one_line(words: str) -> str:
    """The words without line breaks and terminal codes."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())
