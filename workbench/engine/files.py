"""Reading files that a person names: regular files only, and never more of one than was agreed."""

import os
import stat
from pathlib import Path


class UnreadableFile(Exception):
    """Why a file was not read, in words."""


def read_regular(path: Path, most: int, what: str) -> bytes:
    """The bytes of a regular file of at most `most` bytes. Raises UnreadableFile.

    Devices, pipes and sockets are refused without reading from them; `what` names the use in the message on size.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            found = os.fstat(handle)
            _check_kind(found.st_mode)
            _check_size(found.st_size, most, what)
            with open(handle, "rb", closefd=False) as file:
                data = file.read(most + 1)
        finally:
            os.close(handle)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise UnreadableFile("no such file") from None
    except OSError as error:
        raise UnreadableFile(_refusal(path, error)) from None
    _check_size(len(data), most, what)
    return data


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise UnreadableFile("no file but a folder")
    if not stat.S_ISREG(mode):
        raise UnreadableFile("not a regular file; devices, pipes and sockets are not read")


def _check_size(size: int, most: int, what: str) -> None:
    if size > most:
        raise UnreadableFile(f"too large for a {what}: {size} bytes, at most {most}")


def _refusal(path: Path, error: OSError) -> str:
    """Opening a socket or, on Windows, a folder, fails before we can look at it."""
    if isinstance(error, PermissionError) and is_folder(path):
        return "no file but a folder"
    return f"cannot be read: {error.strerror}"


def is_there(path: Path) -> bool:
    """Whether there is anything at `path`; nothing is at a path that the system refuses, as one that is too long."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder at `path`; none is at a path that the system refuses."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
