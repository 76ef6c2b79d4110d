"""Rows of plays as Parquet files in a folder, which DuckDB, pandas or Polars read where they are.

    DIR/plays/game=hitmakers/run=261123-08x1c2abc/000000000000-000000122880.parquet   a row for each play
    DIR/seats/game=hitmakers/run=261123-08x1c2abc/000000000000-000000122880.parquet   a row for each seat of each play

A file holds the plays of one stretch, from the first to before the last number, and has its name when it is whole. So a
batch that is killed leaves no broken file, and goes on where its files end. Columns are those of the store's tables;
`game` and `run` are in the paths, where readers of such folders (*hive partitioning*) find them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from workbench.engine.lazy import Lazy
from workbench.engine.measures import Measure, Results
from workbench.engine.problems import BadInput
from workbench.store.results import columns_of_plays, columns_of_seats, table_of

if TYPE_CHECKING:
    import pyarrow.parquet as pq
else:
    pq = Lazy("pyarrow.parquet")

FILE = re.compile(r"(\d{12})-(\d{12})\.parquet")
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
            raise self._unwritable(error) from error

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
            for folder, own in columns.items():
                part = folder / f"{_name(first, len(rows))}{end}"
                pq.write_table(table_of(own), part, compression="zstd")
        except OSError as error:
            raise self._unwritable(error) from error
        return end

    def publish(self, first: int, plays: int, end: str) -> None:
        """Give some plays their names, the seats first: where there is a file of plays, there is one of seats."""
        name = _name(first, plays)
        try:
            for folder in reversed(self._folders):
                (folder / f"{name}{end}").replace(folder / name)
        except OSError as error:
            raise self._unwritable(error) from error

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
            match = FILE.fullmatch(file.name)
            if match and int(match[1]) == there and int(match[2]) <= done and (seats / file.name).exists():
                there = int(match[2])
            else:
                file.unlink()
        for file in seats.iterdir():
            if not (plays / file.name).exists():
                file.unlink()
        return there

    def _unwritable(self, error: OSError) -> BadInput:
        return BadInput.one("--rows-to", f"cannot be written: {error.strerror or error}", self.path)


def _name(first: int, plays: int) -> str:
    return f"{first:012}-{first + plays:012}.parquet"


def check_folder(path: Path | None) -> None:
    """Raise BadInput for a folder that cannot be one; None is fine."""
    if path is None:
        return
    nearest = next(each for each in (path, *path.absolute().parents) if each.exists())
    if not nearest.is_dir():
        raise BadInput.one("--rows-to", f"must be a folder, which {nearest} is not", path)
