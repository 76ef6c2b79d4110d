"""Runs played again, and checks of a store: its tables, and every run's digest."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.registry import game_named
from workbench.play.batches import simulate
from workbench.play.forms import scenario_of
from workbench.play.options import RunOptions
from workbench.play.outcome import AT_ONCE
from workbench.store import (
    ResultsDiffer,
    Run,
    Status,
    Store,
    StoreDamaged,
    get_run,
    load_results,
    runs,
)
from workbench.store.copies import automatic_copies, damaged_copies
from workbench.store.doctor import (
    Examined,
    SpareCopy,
    TableRead,
    examined,
    openable,
    read_spare_copies,
    read_tables,
    salvage,
)
from workbench.store.errors import unreadable
from workbench.store.playtests.entries import unreadable_in
from workbench.tallies.digest import RowsDigest, digest_like, is_older


@dataclass(frozen=True)
class Repeat:
    """The digests of a finished run, of its stored rows as they are now, and of its plays when it is played again.

    `rows_digest` is None for a run that was stored before the game counted what it counts now, and for one that keeps
    no rows. `elapsed_s` are the seconds of playing again.
    """

    run: Run
    digest: str
    rows_digest: str | None
    same_code: bool
    elapsed_s: float

    @property
    def same(self) -> bool:
        """True if every play went as before, to the last bit, and is stored so."""
        rows = self.rows_digest if self.run.has_rows else self.digest
        return self.digest == self.run.digest == rows


def finished_run(store: Store, run_id: str, place: str) -> Run:
    """The run, if its batch is whole; raises BadInput at `place`, or RunRefused."""
    with store.session():
        run = get_run(store, run_id)
    if run.status is not Status.DONE:
        message = f"must be a finished run; go on with this one by: workbench resume {run_id}"
        raise BadInput.one(place, message, run_id)
    return run


def repeat(store: Store, run_id: str, options: RunOptions) -> Repeat:
    """Play a finished run again; nothing is stored.

    Raises RunRefused where there is no such run, BadInput for one that is not finished, StoreDamaged where rows of it
    are lost, and `Stopped`.
    """
    run = finished_run(store, run_id, "repeat")
    scenario = scenario_of(run)
    rows = None
    with suppress(ResultsDiffer):  # the rows lack what the game counts by now
        rows = stored_digest(store, run) if run.has_rows else None
    began = time.perf_counter()
    outcome = simulate(scenario, replace(options, store=None))
    same_code = run.code_hash == scenario.game.code_hash
    digest = outcome.digest
    if is_older(run.digest):  # one hash over all rows
        older = RowsDigest()
        for _, records in outcome.parts():
            older.add(records)
        digest = older.hexdigest()
    return Repeat(run, digest, rows, same_code, time.perf_counter() - began)


def stored_digest(store: Store, run: Run) -> str:
    """The digest of a run's plays as they are stored now. Raises ResultsDiffer, StoreDamaged."""
    digest = digest_like(run.digest, game_named(run.game).result)
    for first in range(0, run.done, AT_ONCE):
        digest.add(load_results(store, run, game_named(run.game).result, first, AT_ONCE))
    return digest.hexdigest()


class RowsState(StrEnum):
    """The state of a run's rows."""

    WHOLE = "whole"
    UNFINISHED = "unfinished"  # without a digest to compare with; all rows that it counts are there
    NONE = "none"  # the run keeps its tallies alone
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
    """The result of reading a store through.

    `failure` says why it cannot be opened as it is; `tables` are then those of a copy without its log and with its
    headers mended, if that can be opened.
    """

    path: Path
    failure: str = ""
    tables: list[TableRead] = field(default_factory=list)
    runs: list[CheckedRun] = field(default_factory=list)
    spare_copies: list[SpareCopy] = field(default_factory=list)
    texts: dict[str, list[int]] = field(default_factory=dict)
    """The numbers of lines that cannot be read of what people wrote, by the file."""

    @property
    def unreadable(self) -> list[TableRead]:
        """The tables with rows that cannot be read."""
        return [table for table in self.tables if table.lost]

    @property
    def damaged_runs(self) -> list[CheckedRun]:
        """The runs whose rows are lost or changed."""
        return [run for run in self.runs if run.rows in (RowsState.LOST, RowsState.CHANGED)]

    @property
    def whole(self) -> bool:
        """True if everything can be read and is as it was stored."""
        return not (self.failure or self.unreadable or self.damaged_runs)

    @property
    def is_readable(self) -> bool:
        """True if there is anything that a repair could save."""
        tables = [table for table in self.tables if table.name != "schema_version"]
        return any(table.readable for table in tables) or not (self.failure or any(table.rows for table in tables))

    @property
    def copies(self) -> list[Path]:
        """Older copies that stand beside the store."""
        return [*automatic_copies(self.path), *damaged_copies(self.path)]

    @property
    def spare(self) -> SpareCopy | None:
        """The newest spare copy that can be read to its end."""
        return next((copy for copy in reversed(self.spare_copies) if copy.rows is not None), None)


def check_up(store: Store) -> Checkup:
    """Read the whole store, as it is. Raises StoreLocked where it is in use for too long."""
    texts = unreadable_in(store.path.parent)
    if not store.exists:
        return Checkup(store.path, texts=texts)
    with store.in_turn(), openable(store.path) as (file, error):
        failure = str(error) if error else ""
        spare = read_spare_copies(store.path, datetime.now(UTC))
        if file is None:
            return Checkup(store.path, failure, spare_copies=spare, texts=texts)
        with examined(Store(file, store.wait_s)) as seen:
            return Checkup(store.path, failure, read_tables(seen), _read_runs(seen), spare, texts)


def repair(store: Store, checkup: Checkup) -> Path:
    """Copy what can be read into a new store; where the damaged one is kept. Raises StoreError."""
    spare = checkup.spare.file if checkup.spare else None
    changed = [run.run.number for run in checkup.runs if run.rows is RowsState.CHANGED]
    with store.in_turn(), openable(store.path) as (file, error):
        if checkup.is_readable and file:
            return salvage(checkup.path, changed, spare, file)
        if spare is None:
            raise error or unreadable(checkup.path, "every row is lost")
        return salvage(checkup.path, source=spare)


def _read_runs(store: Examined) -> list[CheckedRun]:
    if "runs" not in store.tables:
        return []
    try:
        stored = runs(store)
    except StoreDamaged:
        return []  # the table is among those that cannot be read
    return [_read_rows(store, run) if run.has_rows else CheckedRun(run, RowsState.NONE) for run in reversed(stored)]


def _read_rows(store: Examined, run: Run) -> CheckedRun:
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
    if run.code_hash == game.code_hash:
        return CheckedRun(run, RowsState.CHANGED, digest)
    return CheckedRun(run, RowsState.UNKNOWN, digest, "the game's code has changed since it was played")
