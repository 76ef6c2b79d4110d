"""Whose turn it is: the processes that want the store, in the order in which they came.

DuckDB's lock keeps a second process out, but knows no order: a batch that stores chunk after chunk always comes before
a command that looks again every few milliseconds. So a process draws a ticket: a file beside the store, numbered, which
it keeps locked from the moment it asks for the store until it has let go of it. It opens the store when no living
process has an earlier ticket.

The lock on a ticket is the kernel's and ends with its process. A ticket that nobody locks is a dead process's, and is
removed by the next one that meets it.

The order is a courtesy: DuckDB's own lock protects the file. Where no ticket can be written, nobody is waited for.
"""

import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import lock_descriptor

TICKET = re.compile(r"\.ticket-(\d{8})-(\d+)-[0-9a-f]+$")


@dataclass(frozen=True)
class Ahead:
    """Who has the store, and how many more come before us."""

    pid: int
    others: int


class Turn:
    """This process's place in the line for one store. Not for use by two threads at once."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._ticket: Path | None = None
        self._descriptor = -1

    def draw(self) -> None:
        """Join the end of the line, unless we stand in it already."""
        while self._ticket is None:
            number = 1 + max((_number(ticket) for ticket in self._tickets()), default=0)
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
                return Ahead(_pid(ticket), len(earlier) - place - 1)
        return None

    def is_waited_for(self) -> bool:
        """Whether another process stands behind us."""
        own = self._ticket
        return own is not None and any(ticket.name > own.name and _is_held(ticket) for ticket in self._tickets())

    def give_back(self) -> None:
        """Leave the line."""
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            _close_and_remove(self._descriptor, ticket)

    def _tickets(self) -> list[Path]:
        prefix = f"{self.store.name}.ticket-"
        with suppress(OSError), os.scandir(self.store.parent) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(prefix) and TICKET.search(entry.name)]
            return [self.store.with_name(name) for name in names]
        return []


def _number(ticket: Path) -> int:
    found = TICKET.search(ticket.name)
    return int(found[1]) if found else 0


def _pid(ticket: Path) -> int:
    found = TICKET.search(ticket.name)
    return int(found[2]) if found else 0


def _is_held(ticket: Path) -> bool:
    """Whether a living process holds the ticket; a dead one's is removed."""
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
    """Remove the file before its lock ends, so that nobody takes it for a dead process's; Windows removes it after."""
    _remove(ticket)
    os.close(descriptor)
    _remove(ticket)


def _locked(descriptor: int) -> bool:
    """Whether we got the lock, which is let go when the file is closed."""
    with suppress(OSError):
        return lock_descriptor(descriptor, blocking=False)
    return True  # a file system without locks


def _remove(ticket: Path) -> None:
    with suppress(OSError):
        ticket.unlink(missing_ok=True)
