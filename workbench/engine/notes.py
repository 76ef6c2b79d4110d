"""Word of what goes on by itself, and costs time: to whoever listens, else a line on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

Tell = Callable[[str, float], None]
"""Is told what is going on, a line at a time, and how much of it is done, from 0 to 1."""
_listener: ContextVar[Tell | None] = ContextVar("listener", default=None)
_noted: set[str] = set()


@contextmanager
def heard_by(listener: Tell) -> Iterator[None]:
    """Have word of long work in this thread go to somebody, who may end it by an exception."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def listener() -> Tell | None:
    """Who listens to what goes on in this thread; None where nobody does."""
    return _listener.get()


def note(trouble: str, line: str) -> None:
    """Say something on standard error, once in a process for each kind of trouble."""
    if trouble not in _noted:
        _noted.add(trouble)
        with suppress(OSError, ValueError):  # nobody may listen
            sys.stderr.write(f"{line}\n")
