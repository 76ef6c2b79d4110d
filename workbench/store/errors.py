"""Failures of the store, with messages that say what to do.

DuckDB says most of it only in the text of its exceptions; `diagnose` is the one place that reads those texts
(DuckDB 2.0). A failure that is not about the file, such as a wrong query, is passed on unchanged.
"""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.engine.problems import WorkbenchError


class Lazy:
    """Stands for a module that takes long to import; reading a name from it imports the module.

    Of DuckDB that is `_duckdb`, the library itself: what `duckdb` puts around it takes a command 0.05 s to import.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


if TYPE_CHECKING:
    import duckdb as duckdb  # which the other modules take from here
else:
    duckdb = Lazy("_duckdb")

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
ABOUT_A_QUERY = ("ProgrammingError", "DataError", "IntegrityError")
"""Errors that are never about the file: a missing table may be called `corrupt`."""


class StoreError(WorkbenchError):
    """The store cannot be used as it is; nothing was changed."""

    exit_code = 3


class StoreLocked(StoreError):
    """Another process has had the store open for longer than we wait. `holder` says which."""

    def __init__(self, message: str, holder: str = "another process") -> None:
        super().__init__(message)
        self.holder = holder


class StoreNewer(StoreError):
    """A newer workbench (or DuckDB) wrote the store."""


class StoreDamaged(StoreError):
    """The file is not a store, or parts of it cannot be read."""


class StoreFull(StoreError):
    """The store cannot be written: the disk is full, or writing is not allowed."""


class StoreOlder(StoreFull):
    """An older workbench wrote the store: it can be read, and is written once it was read over."""


class RunRefused(WorkbenchError):
    """A run does not allow the operation."""


class ChunkRefused(RunRefused):
    """A chunk does not continue its run; nothing was written."""


class ResultsDiffer(WorkbenchError):
    """The stored results do not have the requested record type."""


def diagnose(error: duckdb.Error, path: Path, waited: float = 0) -> StoreError | None:
    """The StoreError that `error` means for the store at `path`; None when it is about something else.

    `waited` is how many seconds we waited, for the message about a lock.
    """
    text = str(error).lower()
    if LOCKED in text:
        pid = re.search(r"\(?PID (\d+)", str(error))
        return in_use(path, process_named(int(pid[1])) if pid else f"another process ({error})", waited)
    if any(sign in text for sign in NEWER):
        return newer(path, f"DuckDB says: {error}")
    about_a_query = isinstance(error, tuple(getattr(duckdb, name) for name in ABOUT_A_QUERY))
    return None if about_a_query else _about_the_file(error, text, path)


def _about_the_file(error: duckdb.Error, text: str, path: Path) -> StoreError | None:
    """The StoreError for a failure of the file or its folder; None for other failures."""
    if any(sign in text for sign in STRAY_LOG):
        return stray_log(path, "it was written for another store or state of it")
    if path.name.lower() in text and any(sign in text for sign in UNWRITABLE):
        return unwritable(path, str(error))
    if isinstance(error, duckdb.FatalException) or any(sign in text for sign in DAMAGED):
        return damaged(path, f"DuckDB says: {error}")
    return None


def newer(path: Path, why: str) -> StoreNewer:
    """The error for a store that is newer than this workbench."""
    return StoreNewer(
        f"the store {path} is newer than this workbench: {_on_one_line(why)}. "
        f"Update the workbench, or use another workspace. {_instead(path)}"
    )


def older(path: Path, stored: int, version: int) -> StoreOlder:
    """The error for a store that has to be read over first."""
    return StoreOlder(
        f"the store {path} is of version {stored}, today's is {version}: `workbench migrate` reads it over, and leaves "
        "the old file beside the new one. Until then it can be read, and is not written"
    )


def damaged(path: Path, why: str) -> StoreDamaged:
    """The error for a damaged file, or one that is not a store."""
    return StoreDamaged(f"the store {path} is damaged, or is not a store: {_on_one_line(why)}. {_instead(path)}")


def stray_log(path: Path, why: str) -> StoreDamaged:
    """The error for a write-ahead log without the store that it belongs to."""
    return StoreDamaged(
        f"the log {path}.wal does not belong to the store {path}: {why}. If you moved the log's own store away, put it "
        f"back: the log has its last changes. {_instead(path)}"
    )


def _instead(path: Path) -> str:
    """The comfort and the advice: text that stays, and how to begin a new file."""
    return (
        f"{path.name} was left unchanged; sessions, people and decisions are text beside it. `workbench doctor` says "
        "what can be read and what has to be played again, puts the file aside when you say so, and begins a new one"
    )


def unwritable(path: Path, why: str) -> StoreFull:
    """The error for a full disk, or a folder that is not writable."""
    return StoreFull(
        f"the store {path} cannot be written: {_on_one_line(why)}. Everything stored before is kept, and can be read. "
        "Make room on the disk, allow writing to the folder, or choose another with --workspace"
    )


def in_use(path: Path, holder: str, waited: float) -> StoreLocked:
    """The error for a store that another process has had open for too long."""
    words = f"the store {path} is in use by {holder}; waited {waited:.0f} s. Wait for it or end it, then try again"
    return StoreLocked(words, holder)


def process_named(pid: int) -> str:
    """A process in messages: its number, and its command line where the system tells it."""
    command = _command_line(pid)
    name = f"process {pid} ({command})" if command else f"process {pid}"
    with suppress(OSError):
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T":
            return f"{name}, which is stopped"
    return name


def _command_line(pid: int) -> str:
    """The command line of a process; empty without /proc."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return _on_one_line(raw.replace(b"\0", b" ").decode(errors="replace"))[:200]


def _on_one_line(words: str) -> str:
    """The text without line breaks and terminal codes."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())
