"""Copies: of the database, table by table, into a new file; of the text files, in zips that rotate by themselves.

A copy of the `.duckdb` file alone lacks what is still in its log, and may be made while somebody writes. So DuckDB
copies into a new file that gets its name when it is complete.

A zip has all text of a workspace: revisions, card lists, games, sessions, names, the ledger. It is made when something
has changed and the last one is older than an hour; a few are kept of every age. Whoever is forgotten is in none: all of
them go then. A backup of one's own may have the database too.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from workbench.engine.files import ABANDONED_S, BROKEN_ZIP, is_running
from workbench.store import ledger
from workbench.store.errors import diagnose, duckdb, unwritable
from workbench.store.texts import IMPORTS, LEDGER, PEOPLE, content_of, line_id, new_in

LONG_AGO_S = 3_600
"""After this time no process can still be creating an empty store."""
NAME_OF_COPY = re.compile(r"\.(?P<kind>copy|new)-(?P<pid>\d+)-[0-9a-f]+(\.wal)?$")


def log_of(path: Path) -> Path:
    """DuckDB's write-ahead log of a store: changes that are not yet in the file itself."""
    return path.with_name(f"{path.name}.wal")


def name_for(path: Path, kind: str) -> Path:
    """A name beside `path` for an unfinished file: a `copy` of a store, or a `new` store."""
    return path.with_name(f"{path.name}.{kind}-{os.getpid()}-{secrets.token_hex(3)}")


def sql_text(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"


def attach(connection: duckdb.DuckDBPyConnection, path: Path, name: str, read_only: bool = False) -> None:
    """Attach another file to the connection as `name`."""
    connection.execute(f"attach {sql_text(path)} as {name}({'read_only' if read_only else 'read_write'})")


def put_in_place(fresh: Path, path: Path) -> None:
    """Give the file its name, unless that is taken; on file systems without hard links, rename it."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    except OSError:
        if not path.exists():
            fresh.rename(path)


def replace_old(fresh: Path, path: Path, aside: Path) -> None:
    """Put a new file in the place of an old one, which gets the name `aside`, as does its log.

    A process killed in between leaves the old file in its place.
    """
    for old, new in ((path, aside), (log_of(path), log_of(aside))):
        if old.exists():
            new.unlink(missing_ok=True)
            try:
                os.link(old, new)
            except OSError:  # no hard links (FAT, some network disks)
                shutil.copy2(old, new)
    log_of(path).unlink(missing_ok=True)
    fresh.replace(path)


def write_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Write a copy of the database to `path`, replacing an older one, whole or not at all; its owner's alone."""
    fresh = name_for(path, "copy")
    try:
        _sweep(path)
        attach(connection, fresh, "fresh")
        try:
            name = connection.execute("select current_database()").fetchall()[0][0].replace('"', '""')
            connection.execute(f'copy from database "{name}" to fresh')
        finally:
            connection.execute("detach fresh")
        fresh.chmod(0o600)
        fresh.replace(path)
        remove(log_of(path))  # of the older one
    except duckdb.Error as error:
        raise diagnose(error, fresh) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)


def aside_name(path: Path) -> Path:
    """A free name for a file that is put aside: `workbench.aside-20261122-163000.duckdb`."""
    name = f"{path.stem}.aside-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for name in names if not (free := path.with_name(f"{name}{path.suffix}")).exists())


OLDER = r"before-\d+"
"""How files are named that an update left; nobody asked for them, so they go when somebody is forgotten."""


def put_aside(path: Path, which: str = rf"(?:aside|damaged)-[\d-]+|{OLDER}") -> list[Path]:
    """The files that were put aside, or left by updates."""
    named = re.compile(rf"{re.escape(path.stem)}\.(?:{which}){re.escape(path.suffix)}")
    return sorted(file for file in path.parent.glob(f"{path.stem}.*") if named.fullmatch(file.name))


def sweep(path: Path) -> None:
    """Remove files of killed processes beside the store, which this process, and so no other, has open."""
    _sweep(path)
    shutil.rmtree(path.with_name(f"{path.name}.tmp"), ignore_errors=True)  # where DuckDB puts what memory cannot hold


def remove(path: Path) -> None:
    """Delete a file and its log."""
    for file in (path, log_of(path)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    """Remove unfinished copies of killed processes: of this store, and of others in the same folder."""
    for file in path.parent.iterdir():
        if match := NAME_OF_COPY.search(file.name):
            with suppress(OSError):
                if _is_leftover(file, match, is_ours=file.name[: match.start()] == path.name):
                    file.unlink(missing_ok=True)


def _is_leftover(file: Path, match: re.Match[str], is_ours: bool) -> bool:
    """True if no process is writing this file. A copy of ours is only written by the process that has it open."""
    pid, age = int(match["pid"]), time.time() - file.stat().st_mtime
    if pid == os.getpid():
        return False
    if not is_running(pid):
        return is_ours or age > ABANDONED_S  # another computer may write to the folder
    return (is_ours and match["kind"] == "copy" and os.name != "nt") or age > LONG_AGO_S


# Zips of the text files

BACKUPS, STAMP = "backups", "%Y%m%d-%H%M%S"
"""The folder beside the store for zips, and the time in their names (UTC)."""
EVERY = timedelta(hours=1)
NEWEST, DAYS, WEEKS = 3, 7, 4
"""How many of the newest zips stay; and of so many days and weeks the newest of each."""
TEXT = frozenset({".toml", ".csv", ".json", ".jsonl", ".py", ".md", ".txt"})
MARK = b"a backup of the playtest workbench"
"""The comment of every zip."""


def text_files(path: Path) -> Iterator[tuple[str, Path]]:
    """The text files of the workspace whose store is at `path`, by their places in it."""
    root = path.parent.parent
    for folder in (root / "scenarios", root / "games", path.parent):
        for file in sorted(folder.rglob("*")):
            place = file.relative_to(root)
            hidden = any(part.startswith((".", "__")) for part in place.parts)
            if file.suffix in TEXT and not hidden and BACKUPS not in place.parts and file.is_file():
                yield place.as_posix(), file


def write_zip(path: Path, file: Path, database: Path | None = None) -> None:
    """Write all text of a workspace, and this copy of its database, to a zip, its owner's alone."""
    draft = name_for(file, "copy")
    try:
        with ZipFile(draft, "w", ZIP_DEFLATED, strict_timestamps=False) as content:
            draft.chmod(0o600)
            content.comment = MARK
            for place, text in text_files(path):
                content.write(text, place)
            if database:
                content.write(database, f"{path.parent.name}/{path.name}")
        draft.replace(file)
    except OSError as error:
        raise unwritable(file, str(error)) from error
    finally:
        remove(draft)


def is_database(file: Path) -> bool:
    """True if a file starts as DuckDB's do. Not for the store that this process has open."""
    with file.open("rb") as content:
        return content.read(12)[8:] == b"DUCK"


def is_backup(file: Path) -> bool:
    """True for a zip of ours."""
    try:
        with ZipFile(file) as content:
            return content.comment == MARK
    except BROKEN_ZIP:
        return False


def is_whole(file: Path) -> bool:
    """True if a zip can be read to its end."""
    try:
        with ZipFile(file) as content:
            return content.testzip() is None
    except BROKEN_ZIP:
        return False


def has_more(file: Path, path: Path, damaged: Collection[str]) -> bool:
    """True if a zip has lines that a damaged file of the workspace or its ledger lacks, or what a file was cut off."""
    with ZipFile(file) as archive:
        for place in archive.namelist():
            there, here = archive.read(place), content_of(path.parent.parent / place)
            if place.endswith((".jsonl", PEOPLE, IMPORTS)):
                id_of = ledger.line_id if place.endswith(LEDGER) else line_id
                more = (place.endswith(LEDGER) or place in damaged) and bool(new_in(there, here, id_of))
            else:
                more = (place in damaged and there != here) or is_cut(here, there)
            if more:
                return True
    return False


def is_cut(here: bytes, there: bytes) -> bool:
    """True for a text that ends within a line with which another one goes on."""
    return bool(here) and here[-1:] != b"\n" and there.startswith(here) and bool(there[len(here) :].strip())


def backups(path: Path) -> dict[Path, datetime]:
    """The zips that were made by themselves, each with its time (UTC), oldest first."""
    named = re.compile(rf"{re.escape(path.stem)}-(\d{{8}}-\d{{6}})\.zip")
    folder = path.parent / BACKUPS
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {
        file: datetime.strptime(match[1], STAMP).replace(tzinfo=UTC)
        for file in files
        if (match := named.fullmatch(file.name))
    }


def keep_backup(path: Path, now: datetime | None = None, always: bool = False) -> Path | None:
    """Write a zip where one is due, or `always`, and delete those that the rotation lets go; the new one, if any.

    Raises StoreError where it cannot be written.
    """
    now = now or datetime.now(UTC)
    if not (always or is_due(path, now)):
        return None
    file = path.parent / BACKUPS / f"{path.stem}-{now.strftime(STAMP)}.zip"
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise unwritable(file, str(error)) from error
    write_zip(path, file)
    for old in superseded(backups(path), now):
        remove(old)
    return file


def is_due(path: Path, now: datetime) -> bool:
    """True where people wrote, or bots played, since the last zip, and that is older than an hour."""
    if not (path.parent / LEDGER).exists():
        return False
    earlier = _until(now, backups(path))
    if not earlier:
        return True
    newest, written_at = list(earlier.items())[-1]
    if now - written_at < EVERY:
        return False
    last = newest.stat().st_mtime
    return any(text.stat().st_mtime > last for _, text in text_files(path))


def superseded(copies: Mapping[Path, datetime], now: datetime) -> list[Path]:
    """The zips that are neither among the newest nor the newest of a recent day or week."""
    copies = _until(now, copies)
    newest_first = sorted(copies, key=copies.__getitem__, reverse=True)
    staying = set(newest_first[:NEWEST])
    for span, unit in ((timedelta(days=DAYS), "%Y-%j"), (timedelta(weeks=WEEKS), "%G-%V")):
        newest_of = {copies[file].strftime(unit): file for file in reversed(newest_first) if now - copies[file] < span}
        staying.update(newest_of.values())
    return [file for file in newest_first if file not in staying]


def _until(now: datetime, copies: Mapping[Path, datetime]) -> dict[Path, datetime]:
    """Without zips by a clock that was ahead: they stay until their time has come, and stop no others."""
    return {file: written_at for file, written_at in copies.items() if written_at <= now}
