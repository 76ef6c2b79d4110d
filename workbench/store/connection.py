"""Opening the store for one operation, or for a few, and closing it again.

DuckDB lets one process at a time have a file open, even for reading. So the file is opened when an operation begins
and closed when it ends. Processes that want it take turns, in order of arrival (`processes`).

Within a process, all threads share one connection, which counts its users: the first opens it, the last closes it,
and each operation works on its own cursor (one connection used by many threads at once fails). Reading continues beside
writing; writers take turns, since of two transactions that change the same table one would fail. While another process
waits, threads that do not have the file open yet let it go first, so a busy dashboard does not block commands.

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
- A process killed while it creates a file leaves one that is refused forever. So a new store is made under another
  name beside its place, then linked there.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock, RLock, local
from typing import Any, TypeAlias
from zlib import crc32

from workbench.engine.notes import UNHEARD, Progress, Waited
from workbench.store import processes, schema
from workbench.store.copies import keep_backup, log_of, name_for, put_in_place, remove, sql_text, sweep, write_copy
from workbench.store.errors import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreOlder,
    diagnose,
    duckdb,
    in_use,
    older,
    process_named,
    stray_log,
    unwritable,
)
from workbench.store.ledger import take_in, with_ledger
from workbench.store.processes import Ahead, Turn
from workbench.store.schema import CONFIG
from workbench.store.taking_over import read_over
from workbench.store.texts import INDEX, LEDGER, SESSIONS, folder_of, stamp_of

Connection: TypeAlias = "duckdb.DuckDBPyConnection"
SqlValue: TypeAlias = Any
"""A value as DuckDB returns it: its type is that of the query's column."""
SqlRow: TypeAlias = tuple[SqlValue, ...]

log = logging.getLogger(__name__)
StoreStamp: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

WAIT_S = 60.0
"""How long to wait for the store while the queue does not move, in seconds."""
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.01, 0.1
"""Between two checks: for the next in the queue; and for those far behind, or behind a program without a ticket."""
READ_ON_S = 1.0
"""How long lists wait for a process that has the file, before they are made from the text."""
OPEN_DOORS_S = 0.2
"""How long after opening other threads of this process may still join, though another process waits."""
OVERTAKE_S = 10.0
"""How long until a queue that does not move is overtaken, if its first has not opened the file: it was suspended."""
WITH_LEDGER = 15
"""The version from which on nothing that people wrote is in the database."""
YIELD_S = 1.0
"""How long a thread lets others go first before it joins a connection that stays open."""


@dataclass(frozen=True)
class Store:
    """The store in the file `path`, which is created when first needed.

    `wait_s` is how many seconds to wait for other processes while the queue does not move. `progress`
    hears of it, and may end the wait by an exception. Every use may raise StoreLocked, StoreNewer, StoreDamaged or
    StoreFull.
    """

    path: Path
    wait_s: float = WAIT_S
    progress: Progress = field(default=UNHEARD, compare=False)
    refusal: StoreError | None = field(default=None, compare=False)
    """Why it must not be written, if so."""

    @property
    def exists(self) -> bool:
        """True if there is a file, the write-ahead log of one, or a ledger of what was in one."""
        return self.path.exists() or log_of(self.path).exists() or (self.path.parent / LEDGER).exists()

    @property
    def may_have_sessions(self) -> bool:
        """True if there may be sessions with people: their files, or a file that may be an older store."""
        return self.exists or (self.path.parent / SESSIONS).is_dir()

    @property
    def stamp(self) -> StoreStamp:
        """Sizes and times of change of the file and of its log, which differ once something was written; 0 for no file.

        A look at them does not touch the file's lock.
        """
        return stamp_of(self.path), stamp_of(log_of(self.path))

    @contextmanager
    def session(self) -> Iterator[None]:
        """Keep the file open over several operations, such as one page run or one chunk. Other processes wait."""
        shared = _shared(self.path)
        shared.enter(self)
        try:
            yield
        finally:
            shared.leave()

    @contextmanager
    def to_list(self) -> Iterator[Store]:
        """A session for lists; while another process has the file for longer, of a copy in memory of what is text.

        Such a copy has a `refusal`, finished batches without their plays, and all that people wrote.
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(replace(self, wait_s=min(self.wait_s, READ_ON_S)).session())
            except StoreLocked as locked:
                yield stack.enter_context(_from_text(self, locked))
                return
            yield self

    @contextmanager
    def reading(self, index: bool = False) -> Iterator[Connection]:
        """A cursor that sees one state of the store, or of the index of text files; its changes are discarded."""
        with _shared(self.path).cursor(self, index) as cursor:
            cursor.begin()
            try:
                yield cursor
            finally:
                _rollback(cursor)

    @contextmanager
    def writing(self, index: bool = False) -> Iterator[Connection]:
        """A cursor in one transaction: everything is stored, or, after an exception, nothing. Cannot be nested.

        Where nothing can be written, raises StoreFull; the index is from then on in memory, as long as the session.
        """
        if self.refusal and not index:
            raise self.refusal
        shared = _shared(self.path)
        with shared.writable(self, index), shared.cursor(self, index) as cursor, shared.writer:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except BaseException:
                _rollback(cursor)
                raise

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Wait until it is this process's turn, and hold it, without opening the file."""
        with _shared(self.path).in_turn(self):
            yield

    def back_up(self, file: Path) -> None:
        """Write a copy of the database to `file`, in place of an older one; others may go on meanwhile."""
        with _shared(self.path).cursor(self) as cursor:
            write_copy(cursor, file)


@dataclass(frozen=True)
class Examined(Store):
    """A store behind a connection, as it is. Supports every operation of a `Store` that only reads."""

    connection: Connection = field(kw_only=True)

    @contextmanager
    def session(self) -> Iterator[None]:
        yield

    @contextmanager
    def reading(self, index: bool = False) -> Iterator[Connection]:
        with self.connection.cursor() as cursor:
            try:
                if index:
                    cursor.execute(f"use {TEXTS}")
                cursor.begin()
                yield cursor
            except duckdb.Error as error:
                raise diagnose(error, self.path) or error from error
            finally:
                _rollback(cursor)

    @contextmanager
    def writing(self, index: bool = False) -> Iterator[Connection]:
        if self.refusal and not index:
            raise self.refusal
        with self.reading(index) as cursor:
            yield cursor
            cursor.commit()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Restore KeyboardInterrupt, which DuckDB turns into a RuntimeError."""
    try:
        yield
    except RuntimeError as error:
        if "Query interrupted" in str(error):
            raise KeyboardInterrupt from error
        raise


class _Wait:
    """One thread's wait for the store: since when, behind whom, and until when."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.began = self.moved = time.monotonic()
        self._holder: object = None

    @property
    def seconds(self) -> float:
        """How long it has lasted."""
        return time.monotonic() - self.began

    def may_overtake(self, ahead: Ahead) -> bool:
        """True if the queue before us has not moved for long; to be called at each check."""
        holder = ahead.pid if ahead.has_store else None
        if holder != self._holder:  # patience begins anew with another one, not as others behind it give up
            self._holder, self.moved = holder, time.monotonic()
        return time.monotonic() - self.moved > OVERTAKE_S

    def behind(self, ahead: Ahead) -> None:
        """Wait a moment for those who come before us. Raises StoreLocked when the queue has not moved for too long."""
        holder = process_named(ahead.pid)
        pause = SHORTEST_PAUSE_S * (1 + ahead.others)
        self._pause(in_use(self.store.path, holder, self.seconds), Waited(holder, ahead.others, self.seconds), pause)

    def outside(self, failure: StoreLocked) -> None:
        """Wait a moment for a program that has the file open without a ticket, or for threads of this one."""
        self._pause(failure, Waited(failure.holder, 0, self.seconds), LONGEST_PAUSE_S)

    def _pause(self, failure: StoreLocked, waited: Waited, pause: float) -> None:
        left = self.moved + self.store.wait_s - time.monotonic()
        if left <= 0:
            raise failure
        self.store.progress.waiting(waited)
        time.sleep(min(pause, LONGEST_PAUSE_S, left))


class _Shared:
    """This process's one connection to a file, the number of its users, and the process's place in the queue."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer = RLock()
        self._guard = Lock()  # of what follows; held while the file is opened or closed, never while it is waited for
        self._connection: Connection | None = None
        self._refusal: StoreFull | None = None  # why the file is open read-only
        self._has_index = False
        self._opened = 0.0
        self._users = self._waiting = 0
        self._turn = Turn(path)
        self._inside = local()  # how often this thread has entered

    @_interruptible()
    def enter(self, store: Store) -> None:
        """Count one more user; the first opens the file."""
        self._when_it_is_our_turn(store, self._join)
        self._inside.times = self._times_inside + 1

    def leave(self) -> None:
        """Count one user less; the last closes the file."""
        self._inside.times = self._times_inside - 1
        with self._guard:
            self._users -= 1
            if self._users == 0:
                self._close()

    @contextmanager
    def writable(self, store: Store, index: bool) -> Iterator[None]:
        """A session in which something can be written, to the index at least in memory. Raises StoreFull."""
        with store.session():
            if self._refusal and not index:
                raise self._refusal
            yield

    @contextmanager
    def cursor(self, store: Store, index: bool = False) -> Iterator[Connection]:
        """A new cursor; DuckDB's failures about the file are raised as StoreErrors."""
        self.enter(store)
        try:
            with self._guard:
                assert self._connection is not None
                if index and not self._has_index:
                    _attach_index(self._connection, None if self._refusal else self.path.with_name(INDEX))
                    self._has_index = True
                cursor = self._connection.cursor()
            with closing(cursor), _interruptible():
                if index:
                    cursor.execute(f"use {TEXTS}")
                yield cursor
        except (duckdb.Error, StoreDamaged) as error:
            if isinstance(error, StoreDamaged):
                failure: StoreError | None = error
            else:
                failure = diagnose(error, self.path.with_name(INDEX) if index else self.path)
            if isinstance(failure, StoreDamaged) and not index:
                _leave_unchanged(self._connection)
            if index and isinstance(failure, StoreFull):
                with self._guard:
                    assert self._connection is not None
                    _attach_index(self._connection, None)  # for whoever tries once more
                    self._has_index = True
            if index and isinstance(failure, StoreDamaged):
                remove(file := self.path.with_name(INDEX))  # the next session makes it again
                failure = StoreDamaged(f"the index {file} was damaged, and was removed; try again: it is made anew")
            if failure is not None:
                raise with_ledger(failure, self.path) from error
            raise
        finally:
            self.leave()

    @contextmanager
    def in_turn(self, store: Store) -> Iterator[None]:
        """As `Store.in_turn`, when no thread of this process has the file open."""
        self._when_it_is_our_turn(store, self._enter_unopened)
        try:
            yield
        finally:
            self.leave()

    def _when_it_is_our_turn(self, store: Store, act: Callable[[_Wait], Ahead | None]) -> None:
        """Call `act` until it has succeeded: it returns who comes before us, None when done, or raises StoreLocked."""
        wait = _Wait(store)
        with self._guard:
            self._waiting += 1
        try:
            while not self._done(wait, act):
                pass
        finally:
            with self._guard:
                self._waiting -= 1
                if not self._users and not self._waiting:  # none of this process's threads needs its place
                    self._turn.give_back()
            store.progress.waiting(None)

    def _done(self, wait: _Wait, act: Callable[[_Wait], Ahead | None]) -> bool:
        try:
            with self._guard:
                ahead = act(wait)
        except StoreLocked as failure:
            wait.outside(failure)
            return False
        if ahead:
            wait.behind(ahead)
        return ahead is None

    def _join(self, wait: _Wait) -> Ahead | None:
        if self._users and self._lets_others_go_first(wait):
            return Ahead(os.getpid(), 0)
        if self._connection is None and (ahead := self._opened_or_ahead(wait)):
            return ahead
        self._users += 1
        return None

    def _lets_others_go_first(self, wait: _Wait) -> bool:
        """True if a thread must not join, so that the file is closed and another process gets it."""
        if self._times_inside or wait.seconds > YIELD_S or time.monotonic() - self._opened < OPEN_DOORS_S:
            return False
        return self._turn.is_waited_for()

    def _enter_unopened(self, wait: _Wait) -> Ahead | None:
        if self._users:
            words = f"{self.path}: in use by this program; try again when nothing is being stored"
            raise StoreLocked(words, "this program")
        if ahead := self._ahead(wait):
            return ahead
        self._turn.note_opened()
        self._users += 1
        self._inside.times = self._times_inside + 1
        return None

    def _opened_or_ahead(self, wait: _Wait) -> Ahead | None:
        """Open the file if it is our turn; else return who comes before us."""
        if ahead := self._ahead(wait):
            return ahead
        processes.hide_new_files()
        self._refusal, self._has_index = None, False
        try:
            try:
                self._connection = _open(self.path, wait.began)
            except StoreFull as refusal:
                if isinstance(refusal, StoreOlder):
                    raise
                self._connection = _open_to_read(self.path, wait.began, refusal)
                self._refusal = refusal
            except (StoreDamaged, StoreNewer) as failure:
                raise with_ledger(failure, self.path) from failure
        except BaseException:
            processes.show_new_files()
            raise
        self._opened = time.monotonic()
        self._turn.note_opened()
        return None

    def _ahead(self, wait: _Wait) -> Ahead | None:
        """Who comes before us; None when it is our turn."""
        self._turn.draw()
        ahead = self._turn.ahead()
        return ahead if ahead and not wait.may_overtake(ahead) else None

    @property
    def _times_inside(self) -> int:
        return getattr(self._inside, "times", 0)

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
            processes.show_new_files()
        self._turn.give_back()


_all_shared: dict[Path, _Shared] = {}
_all_guard = Lock()


def _shared(path: Path) -> _Shared:
    """The one `_Shared` of this process for the file, however its path is written."""
    place = Path(path).resolve()
    with _all_guard:
        return _all_shared.setdefault(place, _Shared(place))


def _open(path: Path, began: float) -> Connection:
    """Open the file: created where it is missing, with all that the ledger has. Raises StoreOlder.

    Of another version since there are ledgers, which is a cache alone, what can be read is taken over into a new one.
    `began` is when the wait for it began (`time.monotonic`).
    """
    if not path.exists():
        if log_of(path).exists():
            raise stray_log(path, "its store is gone")
        _create(path)
    connection = _connect(path, began)
    try:
        sweep(path)
        if (stored := schema.version_of(connection, path)) == 0:
            schema.create(connection)
        elif stored < schema.VERSION:
            if stored < WITH_LEDGER:
                raise older(path, stored, schema.VERSION)
            connection.close()
            aside = read_over(path)
            log.warning("the store %s was of version %s: %s is as it was, a new one began", path, stored, aside.name)
            connection = _connect(path, began)
        if not (path.parent / LEDGER).exists():  # a database without one may be of an older version
            (path.parent / LEDGER).touch(0o600)
        take_in(connection, path)
        return connection
    except BaseException as error:
        _leave_unchanged(connection)
        connection.close()
        if isinstance(error, duckdb.Error) and (failure := diagnose(error, path)) is not None:
            raise failure from error
        raise


def _leave_unchanged(connection: Connection | None) -> None:
    """Have the log of a damaged file stay beside it: else closing writes it into the file."""
    if connection is not None:
        with suppress(duckdb.Error):
            connection.execute("pragma disable_checkpoint_on_shutdown")


def _open_to_read(path: Path, began: float, refusal: StoreFull) -> Connection:
    """Open a file that cannot be written; an empty one in memory where there is none.

    Raises StoreOlder, and `refusal` for one without tables.
    """
    if not path.exists():
        return _in_memory(path)
    connection = _connect(path, began, read_only=True)
    stored = schema.version_of(connection, path)
    if stored == schema.VERSION:
        return connection
    connection.close()
    if stored >= WITH_LEDGER:
        return _in_memory(path)
    raise older(path, stored, schema.VERSION) if stored else refusal


def _in_memory(path: Path) -> Connection:
    """A database in memory, with what is in the ledger."""
    connection = duckdb.connect(config=CONFIG)
    schema.create(connection)
    take_in(connection, path)
    return connection


@contextmanager
def _from_text(store: Store, locked: StoreLocked) -> Iterator[Examined]:
    """A database in memory with the ledger's finished batches, findings and answers, and an empty index."""
    with closing(_in_memory(store.path)) as connection:
        connection.execute("update runs set status = 'done', done = plays, note = ''")
        _attach_index(connection, None)
        yield Examined(store.path, store.wait_s, store.progress, locked, connection=connection)


TEXTS = "texts"
"""The database of the index, beside the store's own in a connection."""


def _attach_index(connection: Connection, file: Path | None) -> None:
    """Attach the index of the text files, made anew where it is missing, damaged or another version's; or in memory."""
    with suppress(duckdb.Error):
        if file is not None:
            connection.execute(f"attach {sql_text(file)} as {TEXTS} (read_write)")
            [(version,)] = connection.execute(f"select max(number) from {TEXTS}.main.index_version").fetchall()
            if version == crc32(schema.INDEX.encode()) >> 1:
                return
    with suppress(duckdb.Error):
        connection.execute(f"detach {TEXTS}")
    if file is not None:
        remove(file)
    connection.execute(f"attach {sql_text(file or ':memory:')} as {TEXTS} (read_write)")
    with connection.cursor() as cursor:
        cursor.execute(f"use {TEXTS}")
        cursor.begin()
        cursor.execute(schema.INDEX)
        cursor.execute("insert into index_version values (?)", [crc32(schema.INDEX.encode()) >> 1])
        cursor.commit()


def _connect(path: Path, began: float, read_only: bool = False) -> Connection:
    """Connect. Raises StoreLocked while a program without a ticket has the file open."""
    try:
        return duckdb.connect(str(path), read_only=read_only, config=CONFIG)
    except duckdb.Error as error:
        failure = diagnose(error, path, time.monotonic() - began)
        raise failure or error from error


def _create(path: Path) -> None:
    """Create an empty store at `path`, whole or not at all; another process may be faster."""
    fresh = name_for(path, "new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(fresh)
        put_in_place(fresh, path)
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)


def _rollback(cursor: Connection) -> None:
    """Roll back the transaction, unless DuckDB has done so itself."""
    with suppress(duckdb.Error):
        cursor.rollback()


def _make(fresh: Path) -> None:
    """Write the file of an empty store."""
    with closing(duckdb.connect(str(fresh), config=CONFIG)) as connection:
        schema.create(connection)


# A file of an older version


def older_version(store: Store) -> StoreOlder | None:
    """The refusal to write a store that has to be read over first; None for one of today, or none."""
    try:
        folder_of(store)
    except StoreOlder as older:
        return older
    except StoreError:  # told where it is used
        return None
    return None


def readable_copy(store: Store, refusal: StoreOlder, folder: Path) -> Store:
    """A copy of an older store and its text, read over in `folder`: it can be read, and is not written."""
    copied = folder / "data" / store.path.name
    with store.in_turn():
        shutil.copytree(store.path.parent, copied.parent, ignore=shutil.ignore_patterns(*NOT_READ))
    read_over(copied)
    return replace(store, path=copied, refusal=refusal)


NOT_READ = ("backups", "media", "*.ticket-*", "*.aside-*", "*.before-*", INDEX)
"""Files beside a store that a copy does without."""


def migrate(store: Store) -> bool:
    """Read an older store over, with a backup of the text that is there; False where it is of today already."""
    try:
        with store.reading():
            return False
    except StoreOlder:
        keep_backup(store.path, always=True)
    with store.in_turn():
        read_over(store.path)
    return True
