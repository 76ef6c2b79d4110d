"""Files that can be made again: each begins with a digest of the rest, so that damage is noticed before it is used.

They hold compiled code, or what bots have learned. Whatever fails with them costs time and never a play. A damaged file
is removed and made again; where nothing can be written, nothing is kept. A line on standard error says so, once for
each kind of trouble.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from workbench.engine.files import write_whole
from workbench.engine.notes import note

COMPILED = "compiled code", "compiled"
LEARNED = "what bots have learned", "learned"
"""A content in words, and how it is made."""
UNWRITABLE = "{} cannot be kept in {} ({}): the next command needs it {} again"


def read_sealed(path: Path, what: tuple[str, str] = COMPILED) -> bytes | None:
    """The content of a file; None where there is none, or where it cannot be read or is damaged."""
    try:
        seal, _, content = path.read_bytes().partition(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        note("unreadable", f"{what[0]} is not read from {path} ({error.strerror}): it is {what[1]} again")
        return None
    if seal == _seal(content):
        return content
    discard(path, what)
    return None


def discard(path: Path, what: tuple[str, str] = COMPILED) -> None:
    """Remove a file that cannot be used."""
    place = path.parent if what == COMPILED else path
    note(f"damaged {what[0]}", f"{what[0]} in {place} was damaged: it is {what[1]} again")
    with suppress(OSError):
        path.unlink()


def write_sealed(path: Path, content: bytes, what: tuple[str, str] = COMPILED) -> None:
    """Write a file, whole or not at all; where nothing can be written, nothing is kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _seal(content) + b"\n" + content)
    except OSError as error:
        note("unwritable", UNWRITABLE.format(what[0], path.parent, error.strerror, what[1]))


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
