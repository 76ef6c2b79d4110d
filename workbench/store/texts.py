"""Text files with all that people write, beside the database, and the authority for it. Nothing here needs DuckDB.

    sessions/<id>.jsonl   a session: an entry a line, and {"form": …} and {"link": …} among them
    people.json           names, in their one place, one person a line; everything else has a person's id
    imports.json          the files that were imported
    ledger.jsonl          what was played and decided (`ledger`)

A line ends with a sum of what is before. A line that a crash cut short, or whose sum is wrong, is left out, told and
never removed. One without a sum, as somebody wrote it by hand, is read.

Writers take turns, each for the length of a line, and a line is on the disk before its writer goes on. A change of
several files is written down first, in `pending.jsonl`; whoever writes or reads after a crash completes it.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias
from zlib import crc32

from workbench.engine.files import JsonValue, read_json
from workbench.store.errors import StoreError, in_use, unwritable
from workbench.store.processes import locked

SESSIONS, PEOPLE, IMPORTS, LEDGER = "sessions", "people.json", "imports.json", "ledger.jsonl"
INDEX = "index.duckdb"
"""The database with tables of these files, which is made again from them."""
LOCK, PENDING, DRAFT = ".writing", "pending.jsonl", ".draft"
SESSION = re.compile(r"[\w-]{1,100}")
SUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}')
LONGEST_PAUSE_S = 0.02
FEW = 20
"""Files that are synced one by one; of more, all at once."""


Value: TypeAlias = dict[str, JsonValue]


class TextStore(Protocol):
    """A `Store`, as far as its texts need it."""

    @property
    def path(self) -> Path: ...
    @property
    def wait_s(self) -> float: ...
    @property
    def refusal(self) -> StoreError | None: ...
    def reading(self) -> AbstractContextManager[object]: ...


def as_json(data: object) -> str:
    """One text for equal values, whatever the order of their keys."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


class Line(NamedTuple):
    """A line of a file by its number, from 1; `value` is None where it cannot be read."""

    number: int
    raw: bytes
    value: dict[str, JsonValue] | None


def line_of(value: Mapping[str, object]) -> bytes:
    """A value as a line, with its sum."""
    text = as_json(value).encode()
    return text[:-1] + b',"sum":"%08x"}\n' % crc32(text)


def lines_in(data: bytes) -> list[Line]:
    """The lines of a file's content; two between which the line break was damaged are still two."""
    lines = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        raw = raw.strip(b" \r,")
        if raw in (b"", b"[", b"]"):
            continue
        value = _value(raw)
        ends = [match.end() for match in SUM.finditer(raw)] if value is None else []
        if len(ends) > 1:
            parts = [raw[start:end] for start, end in zip([0, *ends], ends, strict=False)]
            lines += [Line(number, part, _value(part[max(0, part.find(b"{")) :])) for part in parts]
        else:
            lines.append(Line(number, raw, value))
    return lines


def _value(raw: bytes) -> dict[str, JsonValue] | None:
    if match := SUM.search(raw, max(0, len(raw) - 18)):
        raw = raw[: match.start()] + b"}"
        if crc32(raw) != int(match[1], 16):
            return None
    try:
        value = read_json(raw)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def with_lines(content: bytes, values: Iterable[Mapping[str, object]]) -> bytes:
    """A content with more lines behind it; a line that was cut before stays one of its own."""
    return content + b"\n" * (content[-1:] not in (b"", b"\n")) + b"".join(map(line_of, values))


def list_of(values: Iterable[Mapping[str, object]], unreadable: Iterable[bytes] = ()) -> bytes:
    """The content of a file with a list, one value a line; lines that cannot be read stay in it as they are."""
    lines = [line_of(value).rstrip(b"\n") for value in values]
    return b"[\n" + b",\n".join([*lines, *unreadable]) + b"\n]\n"


def unreadable_in(name: str, content: bytes) -> list[int]:
    """The numbers of the lines of a list that cannot be read; the first where nothing is left of names or imports."""
    return [line.number for line in lines_in(content) if line.value is None] or [1] * (name != LEDGER and not content)


def line_id(value: Mapping[str, JsonValue]) -> object:
    """The id that tells a line from others: its own, or a link's selector."""
    record = value.get("form") or value.get("link") or value
    return record.get("id") or record.get("selector")


def new_in(content: bytes, before: bytes, id_of: Callable[[Mapping[str, JsonValue]], object] = line_id) -> list[Value]:
    """The lines of a content whose ids the other lacks."""
    there = {id_of(line.value) for line in lines_in(before) if line.value}
    return [line.value for line in lines_in(content) if line.value and id_of(line.value) not in there]


def merged(file: Path, content: bytes) -> bytes:
    """The content of a file, and behind it the lines of this content whose ids it lacks."""
    if not (before := content_of(file)):
        return content
    new = new_in(content, before)
    if file.suffix == ".jsonl":
        return with_lines(before, new)
    there = lines_in(before)
    staying = [line.value for line in there if line.value]
    return list_of([*staying, *new], (line.raw for line in there if line.value is None))


def folder_of(store: TextStore) -> Path:
    """The folder of a store's text files. Raises StoreOlder where what people wrote is still in the database."""
    if may_be_older(store.path):
        with store.reading():
            pass
    return store.path.parent


def may_be_older(path: Path) -> bool:
    """True if there is a database, and no ledger: then it may have what people wrote."""
    return not (path.parent / LEDGER).exists() and path.exists()


def session_file(folder: Path, session: str) -> Path | None:
    """The file of a session, whether it is there or not; None for what cannot be an id."""
    return folder / SESSIONS / f"{session}.jsonl" if SESSION.fullmatch(session) else None


def session_files(store: TextStore) -> dict[str, Path]:
    """The files of all sessions by their ids."""
    folder = settled_folder_of(store)
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder / SESSIONS) as files:
        names = sorted(file.name for file in files if file.name.endswith(".jsonl"))
        return {name.removesuffix(".jsonl"): folder / SESSIONS / name for name in names}
    return {}


def read(store: TextStore, file: str) -> bytes:
    """The content of a file by its path in the folder; empty where there is none."""
    return content_of(settled_folder_of(store) / file)


def content_of(file: Path) -> bytes:
    """The content of a file; empty where there is none."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def stamp_of(file: Path) -> tuple[int, int]:
    """The size of a file and the time of its last change, which differ once something was written; 0 for no file."""
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


class Writer:
    """The folder while it is this writer's turn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder  # the file that is written, for messages

    def append(self, file: Path, values: Sequence[Mapping[str, object]]) -> None:
        """Add lines to a file, on the disk when this returns; a line that was cut before stays one of its own."""
        self.place = file
        file.parent.mkdir(mode=0o700, exist_ok=True)
        is_new = not file.exists()
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            end = os.lseek(descriptor, 0, os.SEEK_END)
            os.lseek(descriptor, max(0, end - 1), os.SEEK_SET)
            cut = end and os.read(descriptor, 1) != b"\n"
            rest = b"\n" * bool(cut) + b"".join(map(line_of, values))
            try:
                while rest:
                    rest = rest[os.write(descriptor, rest) :]
                os.fsync(descriptor)
            except OSError:  # a full disk: what was not acknowledged is not there
                os.ftruncate(descriptor, end)
                raise
        finally:
            os.close(descriptor)
        if is_new:
            _sync(file.parent)

    def replace(self, contents: Mapping[Path, bytes | None], loses_words: bool = False) -> None:
        """Replace the contents of files, all or none; None removes a file.

        Where words are lost that nobody shall find any more, the index goes too: it is made again from what stays.
        """
        if loses_words:
            contents = {**contents, **dict.fromkeys((self.folder / INDEX, self.folder / f"{INDEX}.wal"))}
        if len(contents) > 1:
            changes = [
                {
                    "file": file.relative_to(self.folder).as_posix(),
                    "text": None if content is None else content.decode(errors="surrogateescape"),
                }
                for file, content in contents.items()
            ]
            self._write(self.folder / PENDING, b"".join(json.dumps(change).encode() + b"\n" for change in changes))
        (self.folder / SESSIONS).mkdir(mode=0o700, exist_ok=True)
        at_once = len(contents) > FEW and hasattr(os, "sync")
        for file, content in contents.items():
            if content is None:
                file.unlink(missing_ok=True)
            else:
                self._write(file, content, synced=not at_once)
        if at_once:
            os.sync()
        _sync(self.folder / SESSIONS)
        (self.folder / PENDING).unlink(missing_ok=True)

    def complete(self) -> None:
        """Complete what a killed process began, and remove its draft."""
        (self.folder / DRAFT).unlink(missing_ok=True)
        if changes := content_of(self.folder / PENDING):
            contents: dict[Path, bytes | None] = {}
            for change in map(json.loads, changes.splitlines()):
                text = change["text"]
                contents[self.folder / change["file"]] = None if text is None else text.encode(errors="surrogateescape")
            self.replace(contents)

    def _write(self, file: Path, content: bytes, synced: bool = True) -> None:
        self.place = file
        draft = self.folder / DRAFT
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as output:
            output.write(content)
            output.flush()
            if synced:
                os.fsync(descriptor)
        draft.replace(file)
        if synced:
            _sync(file.parent)


@contextmanager
def writing(store: TextStore) -> Iterator[Writer]:
    """This writer's turn, which others wait for. Raises StoreLocked, and StoreFull where nothing can be written."""
    if store.refusal:
        raise store.refusal
    with writing_in(folder_of(store), store.wait_s) as writer:
        yield writer


@contextmanager
def writing_in(folder: Path, wait_s: float) -> Iterator[Writer]:
    """The same for a folder."""
    writer = Writer(folder)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            wait_for(descriptor, folder, wait_s)
            writer.complete()
            yield writer
        finally:
            os.close(descriptor)
    except OSError as error:
        raise unwritable(writer.place, str(error)) from error


def wait_for(descriptor: int, place: Path, wait_s: float) -> None:
    """Lock a file until it is closed. Raises StoreLocked."""
    began, pause = time.monotonic(), 0.001
    while not locked(descriptor):
        if (waited := time.monotonic() - began) > wait_s:
            raise in_use(place, "another process", waited)
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)


def settled_folder_of(store: TextStore) -> Path:
    """The folder, in which no change of several files is half done, as far as it can be written."""
    folder = folder_of(store)
    if (folder / PENDING).exists() and os.access(folder, os.W_OK):
        with writing(store):
            pass
    return folder


def _sync(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
