"""Reading files that a person names, never more of one than was agreed; writing new ones, never over another."""

import os
import stat
from pathlib import Path


class UnreadableFile(Exception):
    """Why a file was not read, in words, and the line that is to blame, where one is."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def read_regular(path: Path, most: int, what: str) -> bytes:
    """The bytes of a regular file of at most `most` bytes. Raises UnreadableFile.

    Devices, pipes and sockets are refused without reading from them; `what` names the use in the message on size.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            found = os.fstat(handle)
            _check_kind(found.st_mode)
            check_size(found.st_size, most, what)
            with open(handle, "rb", closefd=False) as file:
                data = file.read(most + 1)
        finally:
            os.close(handle)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise UnreadableFile("no such file") from None
    except OSError as error:
        raise UnreadableFile(_refusal(path, error)) from None
    check_size(len(data), most, what)
    return data


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise UnreadableFile("no file but a folder")
    if not stat.S_ISREG(mode):
        raise UnreadableFile("not a regular file; devices, pipes and sockets are not read")


def check_size(size: int, most: int, what: str) -> None:
    """Raise UnreadableFile for a file of more than `most` bytes."""
    if size > most:
        raise UnreadableFile(f"too large for a {what}: {size} bytes, at most {most}")


def _refusal(path: Path, error: OSError) -> str:
    """Opening a socket or, on Windows, a folder, fails before we can look at it."""
    if isinstance(error, PermissionError) and is_folder(path):
        return "no file but a folder"
    return f"cannot be read: {error.strerror}"


def decode_utf8(data: bytes) -> str:
    """The text of bytes in UTF-8, without a byte order mark. Raises UnreadableFile."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"not a text file in UTF-8: byte {error.start} is 0x{data[error.start]:02x}"
        raise UnreadableFile(message, data.count(b"\n", 0, error.start) + 1) from None
    if "\0" in text:
        at = data.index(0)
        raise UnreadableFile(f"a binary file: byte {at} is 0x00", data.count(b"\n", 0, at) + 1)
    return text


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


def write_new(path: Path, data: bytes) -> None:
    """Write all of a new file or none of it. Raises FileExistsError where the name is taken, and OSError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _name(draft: Path, path: Path) -> None:
    """A link never takes another file's name; without hard links (FAT, some network disks) we claim the name first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        path.open("xb").close()
        try:
            draft.replace(path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
