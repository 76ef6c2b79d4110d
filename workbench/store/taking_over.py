"""A new database with all that plain DuckDB reads of an old one: of a damaged one, or of one of an older version.

Tables are read whole, with the log and without; of plays, those of each run that can be read. The old file is put aside
as it is. What it lacks of the ledger comes from there: runs whose plays are lost can be played again.

An older version is read over once, when somebody says so, by what it has: playtests were tables until 14, decisions and
the ledger until 15. Text that is there already stays as it is: only lines, sessions and people that it lacks are added.
Until then a copy that was read over is read.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from workbench.engine.files import JsonValue, temporary_folder
from workbench.store import ledger, processes, schema, texts
from workbench.store.copies import aside_name, attach, name_for, remove, replace_old, sql_text, sweep
from workbench.store.errors import (
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreNewer,
    damaged,
    diagnose,
    duckdb,
    stray_log,
    unwritable,
)
from workbench.store.ledger import DONE, GONE, INTERRUPTED, key_of, plain, restart_numbers
from workbench.store.schema import CONFIG
from workbench.store.texts import IMPORTS, LEDGER, PEOPLE, SESSIONS

OLD = "old"
"""The database of the old file, while it is read."""
TREES, TEXTS = 7, 14
"""The versions from which on digests are trees, and playtests text."""
IN_A_COPY = "text_files"
"""The table of backups until 14 that has the text files."""
AGAIN = "its plays could not be read; workbench resume plays them again"
WAIT_S, PAUSE_S = 60.0, 0.02


@dataclass(frozen=True)
class TableRead:
    """A table, its rows, and how many of them can be taken over."""

    name: str
    rows: int
    readable: int

    @property
    def lost(self) -> int:
        """Rows that cannot be read."""
        return self.rows - self.readable


class OldFile(NamedTuple):
    """A file as it is, opened read-only, and the version of its tables; None for another program's."""

    connection: duckdb.DuckDBPyConnection
    version: int | None


@contextmanager
def openable(path: Path) -> Iterator[tuple[OldFile | None, StoreError | None]]:
    """The file as DuckDB opens it, else without its log, else None; and what is wrong. For use inside `in_turn`."""
    failure: StoreError | None = None if path.exists() else stray_log(path, "its store is gone")
    link = name_for(path, "copy")
    with temporary_folder("doctor") as folder, ExitStack() as cleared:
        cleared.callback(remove, link)
        for with_log in (True, False) if path.exists() else ():
            try:
                file = path
                if not with_log:  # another name, beside which there is no log; where it can have none, a copy
                    try:
                        os.link(path, link)
                        file = link
                    except OSError:
                        file = Path(shutil.copyfile(path, folder / path.name))
                connection = duckdb.connect(str(file), read_only=True, config=CONFIG)
            except duckdb.Error as error:
                failure = failure or diagnose(error, path) or damaged(path, str(error))
                if isinstance(failure, StoreLocked):
                    raise failure from error
                continue
            with closing(connection):
                version: int | None = None
                try:
                    version = schema.version_of(connection, path)
                except (StoreNewer, StoreDamaged) as error:
                    failure = failure or error
                    version = schema.VERSION + 1 if isinstance(error, StoreNewer) else None
                yield OldFile(connection, version), failure
                return
        yield None, failure


def read_tables(connection: duckdb.DuckDBPyConnection) -> list[TableRead]:
    """Read every table to its end; of tables of plays, the runs one by one where that fails."""
    names = _columns(connection)
    tables = []
    for name, columns in sorted(names.items()):
        rows = connection.execute(f'select count(*) from "{name}"').fetchall()[0][0]
        readable = rows if _can_be_read(connection, f'from "{name}"') else 0
        if not readable and "play" in columns:
            runs: list[int] = []
            with suppress(duckdb.Error):
                runs = [run for (run,) in connection.execute(f'select distinct run from "{name}"').fetchall()]
            for where in (f'from "{name}" where run = {run:d}' for run in runs):  # of each run all rows, or none
                if _can_be_read(connection, where):
                    readable += connection.execute(f"select count(*) {where}").fetchall()[0][0]
        tables.append(TableRead(name, rows, readable))
    return tables


def _can_be_read(connection: duckdb.DuckDBPyConnection, query: str) -> bool:
    try:
        connection.execute(f"select bit_xor(hash(t)) from ({query}) t").fetchall()
    except duckdb.Error:
        return False
    return True


def _columns(connection: duckdb.DuckDBPyConnection, database: str | None = None) -> dict[str, list[str]]:
    """The columns of each table of a database; of the connection's own without one."""
    columns = defaultdict[str, list[str]](list)
    query = """
        select table_name, column_name from duckdb_columns() join duckdb_tables() using (database_name, table_name)
        where database_name = coalesce(?, current_database()) and not temporary order by table_name, column_index
    """
    for table, column in connection.execute(query, [database]).fetchall():
        columns[table].append(column)
    return dict(columns)


@dataclass
class Taken:
    """The rows that were taken over by table, the tables that could not be read whole, and the old file's place."""

    aside: Path
    rows: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)


def begin_anew(path: Path, changed: Collection[int] = ()) -> Taken:
    """Put the file at `path` aside, and a new one in its place with all that can be read of it, and the ledger's runs.

    The runs whose numbers are in `changed` have untrustworthy rows, and are to be played again. For use inside
    `in_turn`. Raises StoreError, and leaves the old file, where the disk is full.
    """
    return _take_over(path, aside_name(path), changed, strict=False)


def read_over(path: Path, anew: bool = False) -> Path:
    """Replace a file of an older version, or `anew` of any, by one of today; returns the old one. Raises StoreDamaged.

    The old one stays as `workbench.before-16.duckdb`, until somebody is forgotten. For use inside `in_turn`.
    """
    aside = path.with_name(f"{path.stem}.before-{schema.VERSION}{path.suffix}")
    return _take_over(path, aside, (), strict=True, anew=anew).aside


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time: tickets are a courtesy, and several may have a file open to read."""
    descriptor = os.open(path.with_name(".taking-over"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        texts.wait_for(descriptor, path, WAIT_S)
        yield
    finally:
        os.close(descriptor)


def _take_over(path: Path, aside: Path, changed: Collection[int], strict: bool, anew: bool = True) -> Taken:
    fresh, taken = name_for(path, "new"), Taken(aside)  # as one that nobody sweeps away who has the file open for once
    try:
        sweep(path)
        with ExitStack() as stack:
            stack.enter_context(_alone(path))
            stack.enter_context(processes.hidden_files())
            connection = stack.enter_context(closing(duckdb.connect(str(fresh), config=CONFIG)))
            schema.create(connection)
            with openable(path) as (old, failure):
                if strict and failure:
                    raise failure
                if not anew and old and old.version == schema.VERSION:  # another process was faster
                    return taken
                if old is not None:
                    _Takeover(path, connection, old, taken, strict).run(changed)
            ledger.take_in(connection, path)
            connection.execute("checkpoint")
            (path.parent / LEDGER).touch(0o600)
            if os.name == "nt":  # cannot rename open files
                connection.close()
            replace_old(fresh, path, aside)  # the old file is attached until then: nobody else opens it
    except duckdb.Error as error:
        raise diagnose(error, path) or error from error
    except OSError as error:
        raise unwritable(path, str(error)) from error
    finally:
        remove(fresh)
    return taken


@dataclass
class _Takeover:
    """Copies what can be read of an old store; where that must be everything (`strict`), raises StoreDamaged."""

    path: Path
    connection: duckdb.DuckDBPyConnection
    old: OldFile
    taken: Taken
    strict: bool

    def run(self, changed: Collection[int]) -> None:
        path, stored = self.path, self.old.version
        if stored is None:  # another program's
            return
        query = "select path from duckdb_databases() where not internal"
        [(file,)] = self.old.connection.execute(query).fetchall()
        self.old.connection.close()
        self._attach(Path(file))
        self._copy_tables()
        if stored < TREES:
            self.connection.execute("update runs set digest = 'rows:' || digest where digest is not null")
        self._copy_plays(changed)
        self._settle(changed)
        restart_numbers(self.connection)
        if stored < TEXTS:
            self._write_out_playtests(path)
        if IN_A_COPY in self._old_columns:  # the text files that came with a backup
            files = self.connection.execute(f"select file, content from {OLD}.main.{IN_A_COPY}").fetchall()
            merge(path, {file: content for file, content in files if _is_ours(file)})
        if stored < schema.VERSION:
            self._write_out_ledger(path)

    def _attach(self, file: Path) -> None:
        """Attach the old file; whoever opened it in this moment, closes it again."""
        began = time.monotonic()
        while True:
            try:
                return attach(self.connection, file, OLD, read_only=True)
            except duckdb.Error as error:
                if not isinstance(diagnose(error, self.path), StoreLocked) or time.monotonic() - began > WAIT_S:
                    raise
                time.sleep(PAUSE_S)

    @property
    def _old_columns(self) -> dict[str, list[str]]:
        return _columns(self.connection, OLD)

    def _try(self, table: str, statement: str) -> int:
        """Rows that a statement inserted; 0 where the old table cannot be read."""
        try:
            rows = int(self.connection.execute(statement).fetchall()[0][0])
        except duckdb.Error as error:
            if self.strict:
                raise damaged(self.path, f"{table}: {error}") from error
            if table not in self.taken.lost:
                self.taken.lost.append(table)
            return 0
        self.taken.rows[table] = self.taken.rows.get(table, 0) + rows
        return rows

    def _copy_tables(self) -> None:
        there = self._old_columns
        for table, columns in _columns(self.connection).items():
            if table in there and table not in ("schema_version", "ledger_read"):
                names = ", ".join(name for name in columns if name in there[table])
                self._try(table, f"insert into {table} ({names}) select {names} from {OLD}.main.{table}")
                if (deleted := f"deleted_{table}") in there:
                    insert = f"insert into {table} ({names}, deletion) select {names}, deletion"
                    self._try(deleted, f"{insert} from {OLD}.main.{deleted}")

    def _copy_plays(self, changed: Collection[int]) -> None:
        query = "select number from runs"
        runs = {number for (number,) in self.connection.execute(query).fetchall()} - {*changed}
        numbers = ", ".join(map(str, sorted(runs))) or "null"
        for table, columns in self._old_columns.items():
            if "play" not in columns or "run" not in columns:
                continue
            name = f'{OLD}.main."{table}"'
            self.connection.execute(f'create table "{table}" as from {name} limit 0')
            query = "select column_name, comment from duckdb_columns() where database_name = ? and table_name = ?"
            for column, comment in self.connection.execute(query, [OLD, table]).fetchall():
                if comment:
                    self.connection.execute(f'comment on column "{table}"."{column}" is {sql_text(comment)}')
            insert = f'insert into "{table}" from {name} where run in'
            if self.strict or _can_be_read(self.connection, f"from {name}"):
                self._try(table, f"{insert} ({numbers})")
            else:
                for run in sorted(runs):
                    self._try(table, f"{insert} ({run:d})")

    def _settle(self, changed: Collection[int]) -> None:
        """Runs without all their rows keep what these add up to, where they are done, or begin again."""
        here = _columns(self.connection)
        query = """select number, game, done::bigint, seats, status, has_rows, number in (
            select run from tallies where other = -1) from runs where done > 0"""
        for number, game, done, seats, status, has_rows, has_sums in self.connection.execute(query).fetchall():
            its = [table for table in (f"{game}_plays", f"{game}_seats") if table in here]
            counts = [
                self.connection.execute(f'select count(*) from "{table}" where run = ?', [number]).fetchall()[0][0]
                for table in its
            ]
            if number not in changed and (counts == [done, done * seats] if has_rows else has_sums):
                continue
            for table in its:
                self.connection.execute(f'delete from "{table}" where run = ?', [number])
            if has_sums and status == DONE and number not in changed:
                self.connection.execute("update runs set has_rows = false where number = ?", [number])
            else:
                self.connection.execute("delete from tallies where $1 in (run, other)", [number])
                begin = "update runs set done = 0, elapsed_s = 0, status = $2, note = $3 where number = $1"
                self.connection.execute(begin, [number, INTERRUPTED, AGAIN])

    # What people wrote, in older versions

    def _write_out_playtests(self, path: Path) -> None:
        lines = defaultdict[str, list[dict[str, JsonValue]]](list)
        query = "select id, session, kind, happened_at as at, device, data, batch from {} order by number"
        for value in self._rows("playtest_entries", query):
            lines[value.pop("session")].append({**value, "data": json.loads(value["data"])})
        query = "select * exclude (number, happened_at), happened_at as at from {} order by number"
        for value in self._rows("playtest_feedback", query):
            lines[value.pop("session")].append({"form": {**value, "answers": json.loads(value["answers"])}})
        for value in self._rows("playtest_links", "select * from {} order by created_at"):
            lines[value.pop("session")].append({"link": value})
        touched = f"""select session from {OLD}.main.playtest_entries where batch = b.id
            union select session from {OLD}.main.playtest_feedback where batch = b.id"""
        query = f"select *, coalesce((select list(session order by session) from ({touched})), []) as touched"
        imports = self._rows("playtest_batches", f"{query} from {{}} b order by imported_at", everything=True)
        people = self._rows("playtest_people", "select id, name, forgotten, batch from {}")
        if lines or people or imports:
            new = {f"{SESSIONS}/{session}.jsonl": b"".join(map(texts.line_of, its)) for session, its in lines.items()}
            merge(path, new | {PEOPLE: texts.list_of(people), IMPORTS: texts.list_of(imports)})

    def _write_out_ledger(self, path: Path) -> None:
        """The lines that the ledger lacks of batches, findings, answers, decisions and revisions."""
        lines: list[tuple[str, dict[str, JsonValue]]] = []
        deleted = self._rows("deletions", "select id as deletion, deleted_at, results, about from {}", everything=True)
        gone: dict[JsonValue, dict[str, JsonValue]] = {its["deletion"]: {**its, "keys": []} for its in deleted}
        for kind, table in (("revision", "revisions"), ("decision", "decisions")):
            for row in self._rows(table, "select * from {}", everything=True):
                lines.append((kind, row | {"rules": json.loads(row["rules"])} if "rules" in row else row))
        for kind, values, deletion in ledger.results_in(self.connection):
            if deletion:
                gone.setdefault(deletion, {"keys": []})["keys"].append(key_of(kind, values))
            lines.append((kind, values))
        with texts.writing_in(path.parent, WAIT_S) as writer:
            content = texts.content_of(file := writer.folder / LEDGER)
            there = ledger.fold(content, *ledger.KEYS)
            lines = [(kind, values) for kind, values in lines if key_of(kind, values) not in there]
            new = ledger.as_lines([*lines, *((GONE, its) for its in gone.values())])
            writer.replace({file: texts.with_lines(content, new)})  # the last text: it is there, or not

    def _rows(self, table: str, query: str, everything: bool = False) -> list[dict[str, JsonValue]]:
        """The rows of an old table by column, times as text, unless `everything` without what is empty."""
        if "{}" in query and table not in self._old_columns:
            return []
        try:
            result = self.connection.execute(query.format(f"{OLD}.main.{table}"))
            rows = result.fetchall()
        except duckdb.Error as error:
            if self.strict:
                raise damaged(self.path, f"{table}: {error}") from error
            self.taken.lost.append(table)
            return []
        names = [column[0] for column in result.description or ()]
        values = [dict(zip(names, map(plain, row), strict=True)) for row in rows]
        return [
            {name: value for name, value in row.items() if everything or not (value in (None, "") or value is False)}
            for row in values
        ]


def merge(path: Path, new: dict[str, bytes]) -> None:
    """Add to the text files beside the store at `path` what they lack of these contents, all or nothing."""
    with texts.writing_in(path.parent, WAIT_S) as writer:
        writer.replace({file: texts.merged(file, new[name]) for name in new for file in [writer.folder / name]})


def _is_ours(file: str) -> bool:
    folder, _, name = file.rpartition("/")
    return file in (PEOPLE, IMPORTS) or (
        folder == SESSIONS and texts.SESSION.fullmatch(name.removesuffix(".jsonl")) is not None
    )
