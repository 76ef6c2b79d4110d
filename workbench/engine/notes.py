"""Lines on standard error about what goes on by itself, and costs time: for whoever wonders why it takes so long."""

import sys
from contextlib import suppress

_noted: set[str] = set()


def note(trouble: str, line: str) -> None:
    """Say something on standard error, once in a process for each kind of trouble."""
    if trouble not in _noted:
        _noted.add(trouble)
        with suppress(OSError, ValueError):  # nobody may listen
            sys.stderr.write(f"{line}\n")
