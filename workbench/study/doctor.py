"""Checks a store: reads every block and table, and makes every run's digest again from its rows."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from workbench.engine.batch import game_code_hash
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import game_named
from workbench.store import LogStray, Run, Store, StoreDamaged, runs
from workbench.store.copies import automatic_copies, damaged_copies
from workbench.store.doctor import (
    Blocks,
    Examined,
    TableRead,
    broken_in_use,
    examined,
    read_blocks,
    read_tables,
    salvage,
)
from workbench.study.replays import stored_digest


class RowsState(StrEnum):
    """What the rows of a run are like."""

    WHOLE = "whole"
    UNFINISHED = "unfinished"  # without a digest to compare with; all rows that it counts are there
    UNKNOWN = "unknown"  # the game's code has changed, so that the digest says nothing
    CHANGED = "changed"
    LOST = "lost"


@dataclass(frozen=True)
class CheckedRun:
    """A run, what its rows are like, the digest that they have now, and why they could not be read."""

    run: Run
    rows: RowsState
    digest: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Checkup:
    """What reading a store through has found. `failure` says why it cannot be opened at all."""

    path: Path
    failure: str = ""
    blocks: Blocks | None = None
    tables: list[TableRead] = field(default_factory=list)
    runs: list[CheckedRun] = field(default_factory=list)

    @property
    def unreadable(self) -> list[TableRead]:
        """The tables with rows that cannot be read."""
        return [each for each in self.tables if each.lost]

    @property
    def damaged_runs(self) -> list[CheckedRun]:
        """The runs whose rows are lost or changed."""
        return [each for each in self.runs if each.rows in (RowsState.LOST, RowsState.CHANGED)]

    @property
    def whole(self) -> bool:
        """Whether everything can be read and is as it was stored."""
        broken = bool(self.blocks and self.blocks.broken)
        return not (self.failure or broken or self.unreadable or self.damaged_runs)

    @property
    def copies(self) -> list[Path]:
        """Older copies that stand beside the store."""
        return [*automatic_copies(self.path), *damaged_copies(self.path)]


def check_up(store: Store) -> Checkup:
    """Read the whole store, as it is. Raises StoreLocked where it is in use for too long."""
    with store.in_turn():
        blocks = read_blocks(store)
        try:
            with examined(store) as seen:
                seen_blocks = broken_in_use(blocks, seen) if blocks else None
                return Checkup(store.path, "", seen_blocks, read_tables(seen), _read_runs(seen))
        except StoreDamaged as error:
            return Checkup(store.path, str(error), blocks)


def repair(store: Store, found: Checkup) -> Path:
    """Copy what can be read into a new store; where the damaged one is kept. Raises StoreError."""
    changed = [each.run.number for each in found.runs if each.rows is RowsState.CHANGED]
    try:
        with store.in_turn():
            return salvage(found.path, changed)
    except LogStray:
        raise
    except StoreDamaged as error:
        beside = ", ".join(map(str, found.copies)) or "there are none beside it"
        raise StoreDamaged(
            f"nothing of the store {found.path} can be read, so nothing was copied, and nothing changed. Move it away, "
            f"and its log (the same name and .wal), if there is one, and put a backup in its place. Copies: {beside}"
        ) from error


def _read_runs(store: Examined) -> list[CheckedRun]:
    if "runs" not in store.tables:
        return []
    try:
        stored = runs(store)
    except StoreDamaged:
        return []  # the table is among those that cannot be read
    return [_read_run(store, run) for run in reversed(stored)]


def _read_run(store: Examined, run: Run) -> CheckedRun:
    try:
        game = game_named(run.game)
        digest = stored_digest(store, run)
    except StoreDamaged as error:
        return CheckedRun(run, RowsState.LOST, why=str(error))
    except WorkbenchError as error:
        return CheckedRun(run, RowsState.UNKNOWN, why=str(error))
    if run.digest is None:
        return CheckedRun(run, RowsState.UNFINISHED, digest)
    if digest == run.digest:
        return CheckedRun(run, RowsState.WHOLE, digest)
    if run.code_hash == game_code_hash(game):
        return CheckedRun(run, RowsState.CHANGED, digest)
    return CheckedRun(run, RowsState.UNKNOWN, digest, "the game's code has changed since it was played")
