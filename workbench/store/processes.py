"""Processes that share a store: who owns a run, whose turn it is, and files readable by their owner alone.

**Turns.** DuckDB's lock keeps a second process out, but knows no order: a batch that stores chunk after chunk would
always come before a command that checks every few milliseconds. So a process draws a ticket: a numbered file beside the
store, which it keeps locked from the moment it wants the store until it has closed it. It opens the store when no
living process has an earlier ticket.

The lock on a ticket is the kernel's and ends with its process. A ticket without a lock belonged to a dead process, and
is removed by the next one that finds it. The order is a courtesy: DuckDB's own lock protects the file. Where no ticket
can be written, nobody waits.

**Private files.** DuckDB creates its log with the process's umask. While any store is open, new files are therefore
readable by their owner alone.
"""

import os
import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from workbench.engine.files import is_running

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PROC = Path("/proc")


@dataclass(frozen=True)
class Owner:
    """A process: its number, host, and start time, which tells it from a later process with the same number.

    `started` is empty where the system does not tell.
    """

    pid: int
    host: str
    started: str

    @property
    def is_here(self) -> bool:
        """True if it ran on this host, so that we can tell whether it still runs."""
        return self.host == socket.gethostname()

    @property
    def lives(self) -> bool:
        """True if this very process still runs, on this host."""
        if not self.is_here or not is_running(self.pid):
            return False
        return not self.started or self.started == started(self.pid)


def this_process() -> Owner:
    return Owner(os.getpid(), socket.gethostname(), started(os.getpid()))


def started(pid: int) -> str:
    """The boot and the clock tick at which the process began; empty if it is dead or the system does not tell."""
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    state, ticks = fields[0], fields[19]  # proc_pid_stat(5): fields 3 and 22
    return "" if state in "ZX" else f"{boot}/{ticks}"


TICKET = re.compile(r"\.ticket-(\d{8})-(\d+)-[0-9a-f]+$")


@dataclass(frozen=True)
class Ahead:
    """The process that is first, how many others come before us, and whether the first one has the store.

    It has not while another program has the file open, without a ticket.
    """

    pid: int
    others: int
    has_store: bool = True


class Turn:
    """This process's place in the queue for one store. Not thread-safe."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._ticket: Path | None = None
        self._descriptor = -1

    def draw(self) -> None:
        """Join the end of the queue, unless we are in it already."""
        while self._ticket is None:
            number = 1 + max((_numbers(ticket)[0] for ticket in self._tickets()), default=0)
            name = f"{self.store.name}.ticket-{number:08d}-{os.getpid()}-{secrets.token_hex(3)}"
            ticket = self.store.with_name(name)
            try:
                descriptor = os.open(ticket, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            except OSError:
                return
            if _locked(descriptor) and ticket.exists():
                self._ticket, self._descriptor = ticket, descriptor
            else:  # another process found it before it was locked, and removes it
                os.close(descriptor)

    def ahead(self) -> Ahead | None:
        """Who comes before us; None when it is our turn."""
        if self._ticket is None:
            return None
        earlier = sorted(ticket for ticket in self._tickets() if ticket.name < self._ticket.name)
        for place, ticket in enumerate(earlier):
            if _is_held(ticket):
                with suppress(OSError):
                    return Ahead(_numbers(ticket)[1], len(earlier) - place - 1, ticket.stat().st_size > 0)
        return None

    def note_opened(self) -> None:
        """Say in our ticket that we have the store: others see that the queue moves."""
        if self._ticket is not None:
            with suppress(OSError):  # a full disk
                os.write(self._descriptor, b"has the store")

    def is_waited_for(self) -> bool:
        """True if another process is behind us in the queue."""
        mine = self._ticket
        return mine is not None and any(ticket.name > mine.name and _is_held(ticket) for ticket in self._tickets())

    def give_back(self) -> None:
        """Leave the queue."""
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            _close_and_remove(self._descriptor, ticket)

    def _tickets(self) -> list[Path]:
        prefix = f"{self.store.name}.ticket-"
        with suppress(OSError), os.scandir(self.store.parent) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(prefix) and TICKET.search(entry.name)]
            return [self.store.with_name(name) for name in names]
        return []


def _numbers(ticket: Path) -> tuple[int, int]:
    """Its own number, and that of its process."""
    _, number, pid, _ = ticket.name.rsplit("-", 3)
    return int(number), int(pid)


def _is_held(ticket: Path) -> bool:
    """True if a living process holds the ticket; removes that of a dead one."""
    try:
        descriptor = os.open(ticket, os.O_RDWR)
    except OSError:  # gone meanwhile, or another user's
        return False
    held = not _locked(descriptor)
    if held:
        os.close(descriptor)
    else:
        _close_and_remove(descriptor, ticket)
    return held


def _close_and_remove(descriptor: int, ticket: Path) -> None:
    """Remove the file before its lock ends, so that no process finds it unlocked; on Windows after it."""
    _remove(ticket)
    os.close(descriptor)
    _remove(ticket)


def _locked(descriptor: int) -> bool:
    """True as well in a file system without locks: the order is a courtesy."""
    try:
        return locked(descriptor)
    except OSError:
        return True


def locked(descriptor: int) -> bool:
    """Try to lock a file until it is closed; whether that succeeded. Raises OSError where there are no locks."""
    if fcntl is None:
        from filelock import lock_descriptor  # takes as long to import as half of NumPy

        return lock_descriptor(descriptor, blocking=False)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove(ticket: Path) -> None:
    with suppress(OSError):
        ticket.unlink(missing_ok=True)


PRIVATE = 0o077
_guard = Lock()
_before: list[int] = []
"""The umask before each open store; the first is the process's own."""


def hide_new_files() -> None:
    """Make files that this process creates from now on private, until as many calls of `show_new_files`."""
    with _guard:
        _before.append(os.umask(PRIVATE))


def show_new_files() -> None:
    """End one `hide_new_files`; the last restores the process's umask."""
    with _guard:
        was = _before.pop()
        if not _before:
            os.umask(was)


@contextmanager
def hidden_files() -> Iterator[None]:
    """Context manager with private new files."""
    hide_new_files()
    try:
        yield
    finally:
        show_new_files()
