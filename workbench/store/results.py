"""The results of every play: stored chunk by chunk, read back byte for byte, or as files; and what its cards did.

A chunk, what all plays up to its end add up to, and its run's progress are one transaction. A batch killed at any
moment therefore leaves exactly the plays that its run counts as done, and continues from there. A run without rows
keeps what its plays add up to, in the same way. Every NaN is read back as NumPy's.

Counts of cards are stored once, so that the plays need not be repeated for them. Their key is what decides the plays:
game, rules, code, bots, seed and plays. The caller defines what a count looks like.

Rows also go to Parquet files in a folder, which DuckDB, pandas or Polars read where they are:

    DIR/plays/game=hitmakers/run=261123-08x1c2abc/000000000000-000000122880.parquet   a row for each play
    DIR/seats/game=hitmakers/run=261123-08x1c2abc/000000000000-000000122880.parquet   a row for each seat of each play

A file holds the plays of one stretch, from the first to before the last number, and has its name when it is whole. So a
batch that is killed leaves no broken file, and goes on where its files end. Columns are those of the store's tables;
`game` and `run` are in the paths, where readers of such folders (*hive partitioning*) find them.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from workbench.engine.files import replacing
from workbench.engine.measures import WINNERS, Measure, Results, Scope, win_shares
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted
from workbench.store.connection import Connection, SqlValue, Store
from workbench.store.errors import ChunkRefused, Lazy, ResultsDiffer, RunRefused, StoreFull, damaged
from workbench.store.runs import Run, RunRequest, advance, read_run
from workbench.store.tables import plays_table, prepare, quoted, seats_table, stored_columns, tables_of

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("duckdb")  # whole: relations that write files are among what it puts around the library

ColumnValues: TypeAlias = NDArray[np.generic]
Columns: TypeAlias = dict[str, ColumnValues]


@dataclass(frozen=True)
class Gathered:
    """Sums over all plays of a run so far, and the state of their digest; the caller defines how each is written.

    Nothing is known of the digest's state once a run is done.
    """

    tallies: bytes
    digest: bytes | None = None


@dataclass(frozen=True)
class Chunk:
    """The plays of a run from `first_play` on, which took `elapsed_s` seconds to play.

    `results` has the type `result_type(measures, seats)`, for any number of seats from the run's own up; the places
    beyond the run's seats are zero. `gathered` is about all plays up to the chunk's last.
    """

    first_play: int
    results: Results
    measures: Sequence[Measure]
    elapsed_s: float = 0.0
    gathered: Gathered | None = None

    def check_type(self, seats: int) -> None:
        """Raise TypeError or ValueError unless the records are what the measures declare."""
        names = (WINNERS, *(measure.name for measure in self.measures))
        if self.results.ndim != 1 or self.results.dtype.names != names:
            raise TypeError(f"results must be records of {', '.join(names)}, not {self.results.dtype}")
        for measure in self.measures:
            places, dimensions = self.results[measure.name], 1 if measure.scope is Scope.PLAY else 2
            if places.ndim != dimensions or places.dtype != np.dtype(measure.type):
                shape = f"{places.dtype} of shape {places.shape}"
                raise TypeError(f"results.{measure.name} is {shape}, declared as {measure}")
            if dimensions == 2 and (places.shape[1] < seats or places[:, seats:].any()):
                place = f"a place for each of {seats} seats, and zero beyond"
                raise ValueError(f"results.{measure.name} must have {place}")


def _check_place(run: Run, first: int, plays: int) -> None:
    """Raise ChunkRefused unless the plays continue the run and end within those requested."""
    if first != run.done:
        what = "were stored already" if first < run.done else "would leave a gap"
        raise ChunkRefused(f"run {run.id} is at play {run.done}; plays from {first} on {what}")
    if run.done + plays > run.plays:
        raise ChunkRefused(f"run {run.id} has {counted(run.plays, 'play')}; {plays} from {run.done} are too many")


def append_chunk(store: Store, run: Run, chunk: Chunk) -> Run:
    """Store the chunk and count its plays, both or neither; returns the run after that.

    Raises ChunkRefused when the chunk does not continue the run, TypeError or ValueError when the records are not what
    the measures declare.
    """
    chunk.check_type(run.seats)
    tables = tables_of(run.game, chunk.measures)
    rows = (
        columns_of_plays(chunk.results, chunk.measures, chunk.first_play),
        columns_of_seats(chunk.results, chunk.measures, chunk.first_play, run.seats),
    )
    with store.writing() as cursor:
        now = read_run(cursor, run.id)
        _check_place(now, chunk.first_play, len(chunk.results))
        for table, its_rows in zip(tables, rows, strict=True):
            prepare(cursor, table)
            cursor.register("chunk", its_rows)
            cursor.execute(
                f"insert into {table.name} by name select {run.number} as run, {_selected(its_rows)} from chunk"
            )
            cursor.unregister("chunk")
        if chunk.gathered:
            _put_tallies(cursor, now.number, ALONE, chunk.gathered)
        return advance(cursor, now, len(chunk.results), chunk.elapsed_s)


def append_tallies(store: Store, run: Run, first: int, plays: int, gathered: Gathered, elapsed_s: float) -> Run:
    """Count plays of a run without rows, and keep what all plays up to their last add up to; returns the run then.

    Raises ChunkRefused when they do not continue the run.
    """
    with store.writing() as cursor:
        now = read_run(cursor, run.id)
        _check_place(now, first, plays)
        _put_tallies(cursor, now.number, ALONE, gathered)
        return advance(cursor, now, plays, elapsed_s)


def load_results(store: Store, run: Run, dtype: np.dtype[np.void], first: int = 0, most: int | None = None) -> Results:
    """The stored plays of a run from `first` on, at most `most`, in play order, as records of `dtype`.

    `dtype` may have only some of the measures. Raises ResultsDiffer when the run was stored without one of them, or
    with values that the type cannot hold, and RunRefused for a run without rows.
    """
    with store.reading() as cursor:
        now = read_run(cursor, run.id)
        if not now.has_rows:
            raise RunRefused(f"run {run.id} keeps no rows of its plays, only what they add up to")
        end = now.done if most is None else min(now.done, first + most)
        results: Results = np.zeros(max(0, end - first), dtype)
        if len(results):
            fields = {name: dtype[name] for name in dtype.names or ()}
            of_plays = [name for name, field in fields.items() if not field.shape]
            of_seats = [name for name, field in fields.items() if field.shape]
            reader = _ResultsReader(cursor, store, now, first, end)
            reader.fill_plays(results, of_plays)
            reader.fill_seats(results, of_seats)
    return results


@dataclass(frozen=True)
class _ResultsReader:
    """Copies the stored columns of a run's plays, from `first` to before `end`, into records."""

    cursor: Connection
    store: Store
    run: Run
    first: int
    end: int

    def fill_plays(self, results: Results, names: Sequence[str]) -> None:
        """Fill in the fields with one value a play."""
        rows = self._rows(plays_table(self.run.game), names, "play")
        self._check_count(len(rows["run"]), len(results))
        for name in names:
            results[name] = self._values(name, rows[name], results.dtype[name])

    def fill_seats(self, results: Results, names: Sequence[str]) -> None:
        """Fill in the fields with a value for each seat; those of seats not in play stay zero."""
        rows = self._rows(seats_table(self.run.game), names, "play, seat")
        self._check_count(len(rows["run"]), len(results) * self.run.seats)
        for name in names:
            places = results[name]
            if places.shape[1] < self.run.seats:
                raise ResultsDiffer(
                    f"run {self.run.id} has {counted(self.run.seats, 'seat')}; {name} was requested for fewer"
                )
            values = self._values(name, rows[name], places.dtype)
            places[:, : self.run.seats] = values.reshape(-1, self.run.seats)

    def _rows(self, table: str, names: Iterable[str], order: str) -> Columns:
        stored = stored_columns(self.cursor, table)
        lacking = [name for name in names if name not in stored]
        if lacking:
            raise self._lacks(lacking)
        columns = ", ".join(map(quoted, ("run", *names)))
        query = f"select {columns} from {table} where run = ? and play >= ? and play < ? order by {order}"
        rows = self.cursor.execute(query, [self.run.number, self.first, self.end]).fetchnumpy()
        return {name: np.ma.asarray(values) for name, values in rows.items()}

    def _values(self, name: str, column: ColumnValues, dtype: np.dtype[np.generic]) -> ColumnValues:
        """A column as the requested type, which may differ from the stored one if that has grown since."""
        if np.ma.is_masked(column):
            raise self._lacks([name])
        values = column.astype(dtype)
        if dtype.kind != "f" and (values != column).any():
            raise ResultsDiffer(f"run {self.run.id} holds values of {name} that {dtype} cannot")
        return values

    def _lacks(self, names: Sequence[str]) -> ResultsDiffer:
        counted = ", ".join(names)
        return ResultsDiffer(f"run {self.run.id} was stored before the game measured {counted}; play it again for that")

    def _check_count(self, stored: int, expected: int) -> None:
        """Raise StoreDamaged unless there are as many rows as the run counts."""
        if stored != expected:
            raise damaged(self.store.path, f"run {self.run.id} has {counted(stored, 'row')} where {expected} belong")


def _selected(columns: Columns) -> str:
    """The SQL that selects registered columns: DuckDB takes each NaN of NumPy for null."""
    names = {quoted(name): values.dtype.kind for name, values in columns.items()}
    return ", ".join(f"ifnull({name}, 'nan') as {name}" if kind == "f" else name for name, kind in names.items())


def columns_of_plays(results: Results, measures: Sequence[Measure], first: int) -> Columns:
    """The columns of a row for each play; `first` is the number of the first."""
    rows: Columns = {"play": _numbers(first, len(results)), WINNERS: results[WINNERS]}
    return rows | {measure.name: results[measure.name] for measure in measures if measure.scope is Scope.PLAY}


def columns_of_seats(results: Results, measures: Sequence[Measure], first: int, seats: int) -> Columns:
    """The columns of a row for each seat of each play, in play order."""
    rows: Columns = {
        "play": np.repeat(_numbers(first, len(results)), seats),
        "seat": np.tile(np.arange(seats, dtype=np.uint8), len(results)),
        "win": win_shares(results[WINNERS], seats).reshape(-1),
    }
    seated = [measure.name for measure in measures if measure.scope is not Scope.PLAY]
    return rows | {name: results[name][:, :seats].reshape(-1) for name in seated}


def _numbers(first: int, plays: int) -> ColumnValues:
    return np.arange(first, first + plays, dtype=np.uint32)


ALONE = -1
"""Stands for the other run where tallies are those of one run."""


def save_tallies(store: Store, data: bytes, run: Run, other: Run | None = None) -> None:
    """Store what a run's plays add up to, or its pairs with another run's; earlier ones are replaced.

    Where nothing can be written, they are added up again when they are read.
    """
    with suppress(StoreFull), store.writing() as cursor:
        _put_tallies(cursor, run.number, other.number if other else ALONE, Gathered(data))


def find_tallies(store: Store, run: Run, other: Run | None = None) -> bytes | None:
    """The stored sums of a run, or of its pairs with another; None where there are none."""
    gathered = find_gathered(store, run, other)
    return gathered.tallies if gathered else None


def find_gathered(store: Store, run: Run, other: Run | None = None) -> Gathered | None:
    """The same, with the state of the digest of a run that is played."""
    with store.reading() as cursor:
        query = "select data, digest from tallies where run = ? and other = ?"
        row = cursor.execute(query, [run.number, other.number if other else ALONE]).fetchone()
    return Gathered(bytes(row[0]), None if row[1] is None else bytes(row[1])) if row else None


def _put_tallies(cursor: Connection, run: int, other: int, gathered: Gathered) -> None:
    cursor.execute("delete from tallies where run = ? and other = ?", [run, other])
    values = [run, other, gathered.tallies, gathered.digest]
    cursor.execute("insert into tallies (run, other, data, digest) values (?, ?, ?, ?)", values)


KEY = ("game", "rules_hash", "code_hash", "bots", "seed", "plays", "seats")
SAME_BATCH = " and ".join(f"{name} = ?" for name in KEY)


def save_card_counts(store: Store, request: RunRequest, counts: Mapping[str, object]) -> None:
    """Store the counts of each card list, as JSON; earlier ones of the same batch are replaced."""
    with store.writing() as cursor:
        cursor.execute(f"delete from card_counts where {SAME_BATCH}", _key(request))
        places = ", ".join("?" for _ in (*KEY, "counts", "saved_at"))
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        cursor.execute(f"insert into card_counts values ({places})", [*_key(request), json.dumps(dict(counts)), now])


def find_card_counts(store: Store, request: RunRequest) -> dict[str, SqlValue] | None:
    """The stored counts of this batch, or None."""
    with store.reading() as cursor:
        row = cursor.execute(f"select counts from card_counts where {SAME_BATCH}", _key(request)).fetchone()
    return json.loads(row[0]) if row else None


def _key(request: RunRequest) -> list[object]:
    return [list(request.bots) if name == "bots" else getattr(request, name) for name in KEY]


def write_rows(folder: Path, stem: str, results: Results, measures: Sequence[Measure], seats: int) -> list[Path]:
    """Write a row for each play, and one for each seat of each play, as Parquet and as CSV; returns the files."""
    tables = {"plays": columns_of_plays(results, measures, 0), "seats": columns_of_seats(results, measures, 0, seats)}
    files = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with duckdb.connect() as alone:
            for kind, columns in tables.items():
                alone.register(kind, columns)
                rows, name = alone.sql(f"select {_selected(columns)} from {kind}"), f"{stem}-{kind}"
                files += [folder / f"{name}.parquet", folder / f"{name}.csv"]
                with replacing(files[-2]) as parquet, replacing(files[-1]) as csv:
                    rows.write_parquet(str(parquet), compression="zstd")
                    rows.write_csv(str(csv))
    except (OSError, duckdb.IOException) as error:
        raise _unwritable("DIR", error, folder) from error
    return files


def _unwritable(option: str, error: Exception, path: Path) -> BadInput:
    return BadInput.one(option, f"cannot be written: {getattr(error, 'strerror', None) or error}", path)


ROWS_FILE = re.compile(r"(\d{12})-(\d{12})\.parquet")
PART = ".part"
"""The end of the name of a file that is not whole."""


@dataclass(frozen=True)
class RowsFolder:
    """The files of one batch. Others in the same folder are told apart by game and run."""

    path: Path
    game: str
    run: str
    seats: int

    def leave_mark(self) -> Path:
        """A new file, by which another process tells that it sees this folder."""
        mark = self._folders[0].absolute() / f"seen{token_hex(4)}{PART}"
        mark.touch()
        return mark

    def begin(self, done: int) -> int:
        """Make ready for a batch that has `done` plays: delete files beyond them; how many of these are there."""
        try:
            for folder in self._folders:
                folder.mkdir(parents=True, exist_ok=True)
            return self._sweep(done)
        except OSError as error:
            raise _unwritable("--rows-to", error, self.path) from error

    def write(self, first: int, rows: Results, measures: Sequence[Measure]) -> None:
        """Write some plays."""
        self.publish(first, len(rows), self.write_part(first, rows, measures))

    def write_part(self, first: int, rows: Results, measures: Sequence[Measure]) -> str:
        """Write some plays to files that are no part of the batch until `publish`; how their names end.

        Another machine that sees the folder may do that. Those that are never published are deleted later.
        """
        end, (plays, seats) = f".{token_hex(4)}{PART}", self._folders
        columns = {
            seats: columns_of_seats(rows, measures, first, self.seats),
            plays: columns_of_plays(rows, measures, first),
        }
        try:
            for folder, values in columns.items():
                part = folder / f"{_name(first, len(rows))}{end}"
                with duckdb.connect() as rows_alone:
                    rows_alone.register("rows", values)
                    rows_alone.sql(f"select {_selected(values)} from rows").write_parquet(str(part), compression="zstd")
        except (OSError, duckdb.IOException) as error:
            raise _unwritable("--rows-to", error, self.path) from error
        return end

    def publish(self, first: int, plays: int, end: str) -> None:
        """Give some plays their names, the seats first: where there is a file of plays, there is one of seats."""
        name = _name(first, plays)
        try:
            for folder in reversed(self._folders):
                (folder / f"{name}{end}").replace(folder / name)
        except OSError as error:
            raise _unwritable("--rows-to", error, self.path) from error

    def finish(self) -> None:
        """Delete files that were never published: of blocks that were played twice."""
        for folder in self._folders:
            for part in folder.glob(f"*{PART}"):
                part.unlink(missing_ok=True)

    @property
    def _folders(self) -> tuple[Path, Path]:
        plays, seats = (self.path / kind / f"game={self.game}" / f"run={self.run}" for kind in ("plays", "seats"))
        return plays, seats

    def _sweep(self, done: int) -> int:
        """Delete what does not belong to the first `done` plays without a gap; how many plays the rest holds."""
        plays, seats = self._folders
        there = 0
        for file in sorted(plays.iterdir()):
            match = ROWS_FILE.fullmatch(file.name)
            if match and int(match[1]) == there and int(match[2]) <= done and (seats / file.name).exists():
                there = int(match[2])
            else:
                file.unlink()
        for file in seats.iterdir():
            if not (plays / file.name).exists():
                file.unlink()
        return there


def _name(first: int, plays: int) -> str:
    return f"{first:012}-{first + plays:012}.parquet"
