"""Opening the store for one operation, or for a few, and letting it go.

DuckDB lets one process at a time have a file open, even for reading. So the file is opened when an operation begins
and closed when it ends, and a lock that another process holds is waited for.

Inside one process, all threads share one connection, counted by its users: the first opens it, the last closes it,
and each operation works on its own cursor (one connection used by many threads at once fails). Reading goes on beside
writing; writers take turns, as two transactions that change the same table would make one of them fail.

Measured on DuckDB 2.0, two cores: opening takes 10 to 30 ms, a cursor 0.01 ms, so a page run or a chunk of a batch is
one `session`. Traps met on the way:

- **Never read the file by other means while it is open** (`open(path)`, a copy, a checksum): its lock is a POSIX record
  lock, which the process loses as soon as it closes *any* descriptor of that file; a second process then gets in.
- Closing a connection closes the cursors made from it: hence the count.
- Another `duckdb.connect` to the file in the same process must give the very same configuration, or fails: go
  through `Store.reading` instead.
- A file that is SQLite's makes DuckDB download an extension, unless that is switched off, as it is here.
- After a fatal failure (a checkpoint on a full disk) DuckDB refuses all work until the file is opened again, that is,
  until every operation and session of the process has ended.
- A process killed while it makes a new file leaves one that is refused for ever. So a new store is made under
  another name beside its place, then linked there.
"""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock
from typing import TypeAlias

import duckdb

from workbench.store import umask
from workbench.store.copies import name_for, remove, sweep, write_copy
from workbench.store.errors import StoreFull, StoreLocked, damaged, diagnose, unwritable
from workbench.store.migrations import migrate
from workbench.store.rewriting import is_owed, replace_with_copy
from workbench.store.wholeness import check_blocks, check_counts, check_log, is_vouched, log_of, vouch

Connection: TypeAlias = duckdb.DuckDBPyConnection

WAIT_S = 10.0
"""How long a lock held by another process is waited for, in seconds."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.005, 0.1
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@dataclass(frozen=True)
class Store:
    """The store in the file `path`, which is made when first needed.

    `wait_s` is how many seconds to wait for another process. Every use may raise StoreLocked, StoreNewer,
    StoreDamaged or StoreFull.
    """

    path: Path
    wait_s: float = WAIT_S

    @property
    def exists(self) -> bool:
        """Whether there is a file, or at least the log of one, that opening would read."""
        return self.path.exists() or log_of(self.path).exists()

    @contextmanager
    def session(self) -> Iterator[None]:
        """Keep the file open over several operations: one page run, one chunk. Others wait meanwhile."""
        shared = _shared(self.path)
        shared.enter(self.wait_s)
        try:
            yield
        finally:
            shared.leave()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A cursor that sees one state of the store; what it changes is dropped."""
        with _shared(self.path).cursor(self.wait_s) as cursor:
            cursor.begin()
            try:
                yield cursor
            finally:
                _rollback(cursor)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A cursor in one transaction: all of it is stored, or, after an exception, nothing. Not to be nested."""
        shared = _shared(self.path)
        with shared.writer, shared.cursor(self.wait_s) as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except BaseException:
                _rollback(cursor)
                raise

    def back_up(self, file: Path) -> None:
        """Write a copy of everything to `file`, over an older one; reading and writing go on meanwhile."""
        with _shared(self.path).cursor(self.wait_s) as cursor:
            write_copy(cursor, file)

    def rewrite(self) -> None:
        """Write the file anew, so that nothing deleted is left in it. Raises StoreLocked while anybody else uses it."""
        _shared(self.path).rewrite(self.wait_s)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C comes out as what it is; DuckDB makes a RuntimeError of it."""
    try:
        yield
    except RuntimeError as error:
        if "Query interrupted" in str(error):
            raise KeyboardInterrupt from error
        raise


class _Shared:
    """This process's one connection to a file, and how many use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer = RLock()
        self._guard = Lock()  # of the two below; held while the file is opened or closed
        self._connection: Connection | None = None
        self._users = 0

    @_interruptible()
    def enter(self, wait_s: float) -> None:
        """Count one more user; the first opens the file."""
        asked = time.monotonic()
        with self._guard:
            self._connected(asked, wait_s)
            self._users += 1

    def leave(self) -> None:
        """Count one user less; the last closes the file."""
        with self._guard:
            self._users -= 1
            if self._users == 0:
                self._close()

    @contextmanager
    def cursor(self, wait_s: float) -> Iterator[Connection]:
        """A cursor of one's own; DuckDB's failures that are about the file come out as a StoreError."""
        self.enter(wait_s)
        try:
            with self._guard:
                own = self._connected(time.monotonic(), wait_s).cursor()
            with closing(own), _interruptible():
                yield own
        except duckdb.Error as error:
            if (failure := diagnose(error, self.path)) is not None:
                raise failure from error
            raise
        finally:
            self.leave()

    def rewrite(self, wait_s: float) -> None:
        """As `Store.rewrite`, when no thread of this process has the file open."""
        asked = time.monotonic()
        while not self._rewritten(asked, wait_s):
            if time.monotonic() >= asked + wait_s:
                raise StoreLocked(f"{self.path}: in use by this program; try again when nothing is being stored")
            time.sleep(FIRST_PAUSE_S)

    def _rewritten(self, asked: float, wait_s: float) -> bool:
        with self._guard:
            if self._users:
                return False
            connection, self._connection = self._connected(asked, wait_s, and_rewrite=False), None
            try:
                replace_with_copy(connection, self.path)
            finally:
                umask.give_back()
            return True

    def _connected(self, asked: float, wait_s: float, and_rewrite: bool = True) -> Connection:
        if self._connection is None:
            umask.take()
            try:
                self._connection = _open(self.path, asked, wait_s, and_rewrite)
            except BaseException:
                umask.give_back()
                raise
        return self._connection

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
            vouch(self.path)
            umask.give_back()


_all_shared: dict[Path, _Shared] = {}
_not_rewritten: set[Path] = set()
"""Files that this process owes a rewrite, and had no room for."""
_all_guard = Lock()


def _shared(path: Path) -> _Shared:
    """The one `_Shared` of this process for the file, however its path is written."""
    place = Path(path).resolve()
    with _all_guard:
        return _all_shared.setdefault(place, _Shared(place))


@contextmanager
def alone(path: Path, wait_s: float) -> Iterator[Connection]:
    """The file as it is, for reading alone: neither checked nor migrated. Not while this process uses it otherwise."""
    try:
        connection = _wait_for(Path(path).resolve(), time.monotonic(), wait_s, read_only=True)
    except duckdb.Error as error:
        raise damaged(path, str(error)) from error
    with closing(connection):
        yield connection


def _open(path: Path, asked: float, wait_s: float, and_rewrite: bool) -> Connection:
    """Open the file: checked, made and migrated as needed, and written anew where that is owed `and_rewrite` says so.

    `asked` is when the wait began (`time.monotonic`).
    """
    try:
        check_log(path)
        if not path.exists():
            _create(path)
        if unseen := not is_vouched(path):
            check_blocks(path, CONFIG)
        connection = _wait_for(path, asked, wait_s)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    try:
        sweep(path)
        if unseen:
            check_counts(connection, path)
        migrate(connection, path)
        if not and_rewrite or path in _not_rewritten or not is_owed(connection):
            return connection
        _rewrite_owed(connection, path)
    except BaseException as error:
        connection.close()
        if isinstance(error, duckdb.Error) and (failure := diagnose(error, path)) is not None:
            raise failure from error
        raise
    return _wait_for(path, asked, wait_s)


def _rewrite_owed(connection: Connection, path: Path) -> None:
    """Write the file anew, as a forgotten person is owed, and close it; where the disk is full, another process may."""
    try:
        replace_with_copy(connection, path)
    except StoreFull:
        _not_rewritten.add(path)


def _wait_for(path: Path, asked: float, wait_s: float, read_only: bool = False) -> Connection:
    """Connect; while another process holds the lock, try again until `wait_s` seconds after `asked`."""
    pause = FIRST_PAUSE_S
    while True:
        try:
            return duckdb.connect(str(path), read_only=read_only, config=CONFIG)
        except duckdb.Error as error:
            waited = time.monotonic() - asked
            failure = diagnose(error, path, waited)
            if failure is None:
                raise
            if waited >= wait_s or not isinstance(failure, StoreLocked):
                raise failure from error
        time.sleep(max(0.0, min(pause, wait_s - waited)))
        pause = min(2 * pause, LONGEST_PAUSE_S)


def _create(path: Path) -> None:
    """Make an empty store at `path`, whole or not at all; another process may win the race to it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = name_for(path, "new")
    try:
        with closing(duckdb.connect(str(fresh), config=CONFIG)) as connection:
            migrate(connection, fresh)
        _put_in_place(fresh, path)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    finally:
        remove(fresh)


def _put_in_place(fresh: Path, path: Path) -> None:
    """Give the file its name, unless the name is taken; a file system without hard links renames."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    except OSError:
        if not path.exists():
            fresh.rename(path)


def _rollback(cursor: Connection) -> None:
    """Undo what is open; nothing is, when DuckDB has undone it by itself."""
    with suppress(duckdb.Error):
        cursor.rollback()
