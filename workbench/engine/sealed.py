"""Files of the compile cache: each begins with a digest of the rest, so that damage is noticed before anything is used.

Whatever fails in the cache costs time and never a play. A damaged file is removed and made again; where nothing can be
written, nothing is kept. A line on standard error says so, once for each kind of trouble.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from workbench.engine.files import write_whole
from workbench.engine.notes import note

UNWRITABLE = "compiled code cannot be kept in {} ({}): the next command compiles again"


def read_sealed(path: Path) -> bytes | None:
    """The content of a file; None where there is none, or where it cannot be read or is damaged."""
    try:
        seal, _, content = path.read_bytes().partition(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        note("unreadable", f"compiled code is not read from {path} ({error.strerror}): it is compiled again")
        return None
    if seal == _seal(content):
        return content
    discard(path)
    return None


def discard(path: Path) -> None:
    """Remove a file that cannot be used."""
    note("damaged", f"compiled code in {path.parent} was damaged: it is compiled again")
    with suppress(OSError):
        path.unlink()


def write_sealed(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; where the cache cannot be written, nothing is kept."""
    try:
        write_whole(path, _seal(content) + b"\n" + content)
    except OSError as error:
        note("unwritable", UNWRITABLE.format(path.parent, error.strerror))


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
