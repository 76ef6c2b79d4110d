"""Files: read, never more of one than was agreed; written whole, and never over another unless that is meant; and CSV.

What a killed process was writing is removed by the next one that writes to the folder.

CSV is read as people and spreadsheets write it: commas, semicolons or tabs, blank rows, a first line `sep=;`.

Some files can be made again: they hold compiled code, or what bots have learned. Each begins with a digest of the rest,
so that damage is noticed before it is used. Whatever fails with them costs time and never a play. A damaged file is
removed and made again; where nothing can be written, nothing is kept. A line on standard error says so, once for each
kind of trouble.
"""

import csv
import hashlib
import io
import json
import os
import re
import signal
import stat
import struct
import sys
import threading
import time
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import chain
from math import isfinite
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeAlias
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from workbench.engine.notes import note
from workbench.engine.problems import Problems, is_number, simplest

STOP_S = 5.0
"""How long a process may take to end by itself."""


def python_command(*words: str) -> list[str]:
    """The command of a Python that looks for no module in the working folder: that may be a stranger's workspace."""
    return [sys.executable, "-P", *words]


def end_with_parent() -> None:
    """End this process when its standard input does, of which only its parent has the other end: also by `kill -9`."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_S)
        os._exit(1)

    Thread(target=wait, name="workbench-end-with-parent", daemon=True).start()


def is_running(pid: int) -> bool:
    """True if a process of this computer has this number. Always True on Windows, where signal 0 would end it."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is there, and another user's
    return True


JsonValue: TypeAlias = Any
"""A value of JSON as it was read: nothing is known of it yet."""


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
            status = os.fstat(handle)
            _check_kind(status.st_mode)
            check_size(status.st_size, most, what)
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


def read_json(text: str | bytes) -> JsonValue:
    """The value of a JSON text. Raises ValueError, also for what could not be stored as JSON again.

    That is what is nested too deep, a number without end, and half of a surrogate pair.
    """
    text = text.decode(json.detect_encoding(text), "surrogatepass") if isinstance(text, bytes) else text
    try:
        value = FINITE.decode(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _finite(text: str) -> float:
    if not isfinite(number := float(text)):
        raise ValueError(f"{text} is no number of JSON")
    return number


FINITE = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)
"""Made once: an index reads hundreds of thousands of lines."""


KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
LONG_KEY = re.compile(rf"(?:^[ \t]*\[{{0,2}}|[{{,])[ \t]*{KEY_PART}(?:[ \t]*\.[ \t]*{KEY_PART}){{60}}", re.MULTILINE)
"""A key of TOML with so many parts that its reader, which looks at all parts again for each, does not end."""


def read_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text. Raises ValueError, and RecursionError for what is nested too deep."""
    if LONG_KEY.search(text):
        raise RecursionError("a key has more than 60 parts")
    return tomllib.loads(text)


UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def decode_text(data: bytes) -> tuple[str, str]:
    """The text of a table, and its encoding where that is not UTF-8. Raises UnreadableFile.

    Excel saves tables as UTF-8, as Windows-1252 or, as "Unicode Text", as UTF-16.
    """
    try:
        return decode_utf8(data), ""
    except UnreadableFile:
        encoding, called = ("utf-16", "UTF-16") if data.startswith(UTF_16) else ("cp1252", "Windows-1252")
        if encoding == "cp1252" and b"\0" in data:
            raise
        try:
            return data.decode(encoding), f"{called}, as Excel writes it"
        except UnicodeDecodeError:
            pass
        raise


def is_there(path: Path) -> bool:
    """True if there is anything at `path`; nothing is at a path that the system refuses, as one that is too long."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """True if there is a folder at `path`; none is at a path that the system refuses."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def write_new(path: Path, data: bytes) -> None:
    """Write all of a new file or none of it. Raises FileExistsError where the name is taken, and OSError."""
    with _draft(path) as draft:
        _fill(draft, data)
        _name(draft, path)


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write all of a file or none of it, in the place of an older one. Raises OSError."""
    with replacing(path) as draft:
        _fill(draft, data, mode)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A name beside `path` for a file, which takes the place and the permissions of an older one once it is whole."""
    with _draft(path) as draft:
        yield draft
        with suppress(FileNotFoundError):
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A name beside `path`, one for each thread; what killed processes left there is removed."""
    remove_leftovers(path.parent)
    draft = path.with_name(f".{path.name[:40]}.{os.getpid()}.{threading.get_native_id()}.new")
    try:
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _fill(draft: Path, data: bytes, mode: int = 0o666) -> None:
    with open(draft, "wb", opener=partial(os.open, mode=mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


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


LEFTOVER = re.compile(r"\..+\.(?P<draft>\d+)\.\d+\.new|workbench-[a-z]+-(?P<folder>\d+)-\w+")
"""The names of drafts and of temporary folders, with the process that made them."""
ABANDONED_S, LONG_AGO_S = 60, 86_400
"""How old a leftover of a dead process is at least; and one whose process may be a later one of the same number."""


@contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """An empty folder of this process, which is removed at the end; those of killed processes are removed too."""
    import tempfile

    prefix = f"workbench-{purpose}-{os.getpid()}-"
    remove_leftovers(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def remove_leftovers(folder: Path) -> None:
    """Remove drafts and temporary folders that killed processes left in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (match := LEFTOVER.fullmatch(entry.name)) and _is_abandoned(
                entry, int(match["draft"] or match["folder"])
            ):
                _remove(Path(entry))


def _is_abandoned(entry: os.DirEntry[str], pid: int) -> bool:
    age = time.time() - entry.stat(follow_symlinks=False).st_mtime
    return age > LONG_AGO_S or (age > ABANDONED_S and not is_running(pid))


def _remove(path: Path) -> None:
    import shutil

    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


DELIMITERS = ",;\t"
"""Commas, and what spreadsheets write instead in other countries; the head decides."""
NAMED = re.compile(r'\s*"?sep=(?P<delimiter>[^"\r\n])"?[;,\t ]*(\r\n|\r|\n|$)', re.IGNORECASE)
"""The first line with which Excel is told what separates cells."""


class CsvRow(NamedTuple):
    """A row with something in it: its number among all rows from 1, the line on which it begins, and its cells."""

    number: int
    line: int
    cells: tuple[str, ...]


def csv_rows(text: str, problems: Problems) -> Iterator[CsvRow]:
    """The rows that are not blank, the head first; where the text is no CSV any more they end, and it is noted."""
    separator = delimiter(text)
    if separator not in DELIMITERS:
        problems.wrong("line 1", "the separator must be a comma, a semicolon or a tab", separator)
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = 1
    try:
        for number, cells in enumerate(reader, 1):
            is_content = number > 1 or not names_separator(separator.join(cells))
            if is_content and any(cell.strip() for cell in cells):
                yield CsvRow(number, begins, tuple(cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        problems.wrong(f"line {begins}", f"no CSV: {error}")


BROKEN_ZIP = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError)
"""Errors of a zip that is damaged or encrypted."""


class ZipTooLarge(ValueError):
    """A zip with more in it than was agreed."""


def unpacked(data: bytes, most: int) -> dict[str, bytes]:
    """The files in a zip, which have no more bytes than it says, and at most `most` in all.

    Raises ZipTooLarge, or another of `BROKEN_ZIP`.
    """
    parts: dict[str, bytes] = {}
    with ZipFile(io.BytesIO(data)) as archive:
        if sum(info.file_size for info in archive.infolist()) > most:
            raise ZipTooLarge(f"it has more than {most // 10**6} MB when unpacked")
        for info in archive.infolist():
            if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise ValueError(f"{info.filename} is compressed in a way that is not read here")
            with archive.open(info) as part:
                parts[info.filename] = part.read(info.file_size + 1)  # of which no more is unpacked at once
    return parts


MOST_UNPACKED = 256 * 2**20
"""Bytes of a spreadsheet's parts."""


def is_spreadsheet(data: bytes) -> bool:
    """True for an XLSX file: a zip, in which names are not packed, with a workbook."""
    return data.startswith(b"PK\3\4") and b"xl/workbook.xml" in data


def spreadsheet_texts(data: bytes) -> list[str]:
    """The sheets of an XLSX file as texts of CSV files. Raises UnreadableFile."""
    try:
        import openpyxl
    except ImportError:
        message = "an XLSX file, which needs openpyxl: `pip install 'playtest-workbench[xlsx]'`, or save it as CSV"
        raise UnreadableFile(message) from None
    try:
        unpacked(data, MOST_UNPACKED)  # the library trusts the sizes in the file
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [[[*map(_cell_text, row)] for row in sheet.iter_rows(values_only=True)] for sheet in book.worksheets]
        return [csv_text(rows[0], rows[1:]) for rows in sheets if rows]
    except ZipTooLarge:
        message = f"too large for a spreadsheet: more than {MOST_UNPACKED // 2**20} MiB when unpacked"
        raise UnreadableFile(message) from None
    except Exception as error:  # the library raises whatever a damaged part makes it meet
        raise UnreadableFile(f"no XLSX file that can be read: {error or type(error).__name__}") from None


def _cell_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes") if value.hour or value.minute else value.date().isoformat()
    return "" if value is None else str(simplest(value) if is_number(value) else value)


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Starts of texts that a spreadsheet would run as formulas. Such a cell gets a `'` in front, which reading removes."""
NUMBER = re.compile(r"[+-]\d+([.,]\d+)?(e[+-]?\d+)?", re.IGNORECASE)
"""A signed number, which is no formula."""


def csv_text(
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object] | Sequence[object]],
    line_end: str = "\n",
    separator: str = ",",
) -> str:
    """A table as the text of a CSV file, the head first; what a row by names does not have is left empty.

    The only place that writes CSV: no cell is one that a spreadsheet would run.
    """
    text = io.StringIO()
    plain = csv.writer(text, lineterminator=line_end, delimiter=separator)
    quoting = csv.writer(text, lineterminator=line_end, delimiter=separator, quoting=csv.QUOTE_ALL)
    by_order = ([row.get(name, "") for name in columns] if isinstance(row, Mapping) else row for row in rows)
    for row in chain([columns], by_order):
        cells = [guarded(value) for value in row]
        has_return = any(isinstance(cell, str) and "\r" in cell for cell in cells)  # which `plain` leaves bare
        (quoting if has_return else plain).writerow(cells)
    return text.getvalue()


def guarded(value: object) -> object:
    """A value for a cell of a CSV file; `unguarded` gives a text back."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    runs = text.startswith(FORMULA) and not NUMBER.fullmatch(text)
    return f"'{text}" if runs or unguarded(text) != text else text


def unguarded(text: str) -> str:
    """The text behind a cell of a CSV file."""
    return text[1:] if text.startswith("'") and text[1:].startswith((*FORMULA, "'")) else text


def delimiter(text: str) -> str:
    """The separator of cells: the one that the first line names, else the commonest in the head."""
    if named := NAMED.match(text):
        return named["delimiter"]
    head = text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=head.count)


def names_separator(text: str) -> bool:
    """True if the first line names the separator of cells."""
    return NAMED.match(text) is not None


def doubled(names: Sequence[str]) -> list[str]:
    """The names that stand in a head more than once, in order."""
    return [name for name, count in Counter(names).items() if count > 1]


# Files that can be made again


COMPILED = "compiled code", "compiled"
LEARNED = "what bots have learned", "learned"
MEASURED = "how strong bots are", "measured"
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
