"""New files readable by their owner alone, while any store is open: DuckDB makes its log with the process's umask."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

PRIVATE = 0o077
_guard = Lock()
_before: list[int] = []
"""The umask before each store that is open now; the first is the process's own."""


def take() -> None:
    """Hide what this process creates from now on, until as many calls of `give_back`."""
    with _guard:
        _before.append(os.umask(PRIVATE))


def give_back() -> None:
    """Let the process create files as before, once no store is open any more."""
    with _guard:
        was = _before.pop()
        if not _before:
            os.umask(was)


@contextmanager
def private() -> Iterator[None]:
    """Both around what a `with` holds."""
    take()
    try:
        yield
    finally:
        give_back()
