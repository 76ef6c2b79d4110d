"""Playtests out of a database, written as text beside it, once: from the tables of an older store, and from backups.

A backup of the database has the text files in a table, so that it is one file to put in place. What is in a file of
text already stays as it is there: only sessions, lines and people that it lacks are added.
"""

from __future__ import annotations

import json
from atexit import register
from collections import defaultdict
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.engine.files import JsonValue, temporary_folder
from workbench.store import texts
from workbench.store.errors import Lazy
from workbench.store.texts import IMPORTS, PEOPLE, SESSIONS

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("_duckdb")

WAIT_S = 60.0
_folders = ExitStack()
_written: dict[Path, tuple[int, int]] = {}
"""The stores whose playtests are in a folder for reading, and the state of each file then."""


def write_out_for_reading(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """The same into a folder of this process, for a store beside which nothing can be written."""
    if (path.parent / SESSIONS).is_dir() or _written.get(path) == texts.stamp_of(path):
        return
    register(_folders.close)
    folder = _folders.enter_context(temporary_folder("playtests"))
    write_out(connection, path, folder)
    texts.use_for_reading(path, folder)
    _written[path] = texts.stamp_of(path)


def write_out(
    connection: duckdb.DuckDBPyConnection, path: Path, folder: Path | None = None, database: str | None = None
) -> None:
    """Write the playtests of a store at `path` as text, beside it or in the folder, all or nothing."""
    tables = f'"{database}".main.' if database else ""
    lines = _lines(connection, tables)
    people = _rows(connection, f"select id, name, forgotten, batch from {tables}playtest_people")
    imports = _imports(connection, tables)
    if not (lines or people or imports):
        return
    with texts.writing_in(folder or path.parent, WAIT_S) as writer:
        new = {f"{SESSIONS}/{session}.jsonl": b"".join(map(texts.line_of, its)) for session, its in lines.items()}
        new |= {PEOPLE: texts.list_of(people), IMPORTS: texts.list_of(imports)}
        writer.replace({writer.folder / name: _merged(writer.folder / name, content) for name, content in new.items()})


def _merged(file: Path, content: bytes) -> bytes:
    """The content of the file, and behind it the lines of this content whose ids it lacks."""
    if not (before := texts.content_of(file)):
        return content
    there = texts.lines_in(before)
    ids = {_id(line.value) for line in there if line.value}
    new = [line.value for line in texts.lines_in(content) if line.value and _id(line.value) not in ids]
    if file.suffix == ".jsonl":
        return before + b"\n" * (before[-1:] != b"\n") + b"".join(map(texts.line_of, new))
    staying = [line.value for line in there if line.value]
    return texts.list_of([*staying, *new], (line.raw for line in there if line.value is None))


IN_A_COPY = "text_files"
"""The table of a backup that has the text files."""


def put_texts_into(connection: duckdb.DuckDBPyConnection, database: str, folder: Path) -> None:
    """Put the text files of a folder into a table of a backup."""
    files = [*sorted((folder / SESSIONS).glob("*.jsonl")), folder / PEOPLE, folder / IMPORTS]
    rows = [(file.relative_to(folder).as_posix(), content) for file in files if (content := texts.content_of(file))]
    if rows:
        connection.execute(f"create or replace table {database}.main.{IN_A_COPY} (file varchar, content blob)")
        columns = [list(column) for column in zip(*rows, strict=True)]
        connection.execute(f"insert into {database}.main.{IN_A_COPY} select unnest(?), unnest(?::blob[])", columns)


def take_texts_out(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Write the text files that came with a backup beside it."""
    try:
        rows = connection.execute(f"select file, content from main.{IN_A_COPY}").fetchall()
    except duckdb.CatalogException:
        return
    with texts.writing_in(path.parent, WAIT_S) as writer:
        files = {writer.folder / file: content for file, content in rows if _is_ours(file)}
        writer.replace({file: _merged(file, content) for file, content in files.items()})
    connection.execute(f"drop table {IN_A_COPY}")


def _is_ours(file: str) -> bool:
    folder, _, name = file.rpartition("/")
    return file in (PEOPLE, IMPORTS) or (
        folder == SESSIONS and texts.SESSION.fullmatch(name.removesuffix(".jsonl")) is not None
    )


def _lines(connection: duckdb.DuckDBPyConnection, tables: str) -> dict[str, list[dict[str, JsonValue]]]:
    """The lines of each session."""
    lines = defaultdict[str, list[dict[str, JsonValue]]](list)
    query = "select id, session, kind, happened_at as at, device, data, batch from"
    for value in _rows(connection, f"{query} {tables}playtest_entries order by number"):
        lines[value.pop("session")].append({**value, "data": json.loads(value["data"])})
    query = f"select * exclude (number, happened_at), happened_at as at from {tables}playtest_feedback order by number"
    for value in _rows(connection, query):
        lines[value.pop("session")].append({"form": {**value, "answers": json.loads(value["answers"])}})
    for value in _rows(connection, f"select * from {tables}playtest_links order by created_at"):
        lines[value.pop("session")].append({"link": value})
    return dict(lines)


def _imports(connection: duckdb.DuckDBPyConnection, tables: str) -> list[dict[str, JsonValue]]:
    touched = f"""
        select session from {tables}playtest_entries where batch = b.id
        union select session from {tables}playtest_feedback where batch = b.id
    """
    query = f"select *, coalesce((select list(session order by session) from ({touched})), []) as touched"
    return _rows(connection, f"{query} from {tables}playtest_batches b order by imported_at", everything=True)


def _rows(connection: duckdb.DuckDBPyConnection, query: str, everything: bool = False) -> list[dict[str, JsonValue]]:
    """The rows by column, times as text, unless `everything` without what is empty."""
    result = connection.execute(query)
    names = [column[0] for column in result.description]
    rows = [dict(zip(names, map(_plain, row), strict=True)) for row in result.fetchall()]
    return [
        {
            name: value
            for name, value in row.items()
            if everything or not (value is None or value is False or value == "")
        }
        for row in rows
    ]


def _plain(value: object) -> object:
    return value.isoformat(timespec="microseconds") + "Z" if isinstance(value, datetime) else value


def _id(value: dict[str, JsonValue]) -> str:
    """The id that tells a line from others: its own, or a link's selector."""
    record = value.get("form") or value.get("link") or value
    return str(record.get("id") or record.get("selector"))
