"""Runs played again, and checks of a store: its tables, and every run's digest."""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.registry import game_named
from workbench.play.batches import simulate
from workbench.play.forms import scenario_of
from workbench.play.options import RunOptions
from workbench.play.outcome import AT_ONCE
from workbench.store import Store, StoreDamaged
from workbench.store.connection import Examined
from workbench.store.copies import backups, has_more, is_whole, log_of, put_aside
from workbench.store.errors import ResultsDiffer
from workbench.store.ledger import append, held, lacking
from workbench.store.playtests.entries import unreadable_in
from workbench.store.results import load_results
from workbench.store.runs import Run, Status, get_run, runs
from workbench.store.schema import VERSION
from workbench.store.taking_over import TableRead, Taken, begin_anew, openable, read_tables
from workbench.store.texts import LEDGER, content_of
from workbench.tallies.digest import RowsDigest, digest_like, is_older


class Repeat(NamedTuple):
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


class CheckedRun(NamedTuple):
    """A run, what its rows are like, the digest that they have now, and why they could not be read."""

    run: Run
    rows: RowsState
    digest: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Checkup:
    """The result of reading a store through.

    `failure` says why it cannot be opened as it is; `tables` are then those that can be read without its log, if any.
    `held` is what was played by the ledger; `texts` are the lines that cannot be read of what people wrote, by file;
    `files` are revisions, card lists and drafts that cannot be read, each with the reason. `lacking` is how many
    results the database has and the ledger lacks.
    """

    path: Path
    failure: str = ""
    tables: list[TableRead] = field(default_factory=list)
    runs: list[CheckedRun] = field(default_factory=list)
    texts: dict[str, list[int]] = field(default_factory=dict)
    held: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    lacking: int = 0

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
    def copies(self) -> list[Path]:
        """Older files that stand beside the store."""
        return put_aside(self.path)

    @cached_property
    def backups(self) -> dict[Path, bool]:
        """The zips of text that were made by themselves, and whether each can be read to its end."""
        return {file: is_whole(file) for file in backups(self.path)}

    @cached_property
    def remedy(self) -> Path | None:
        """The newest backup that has what was lost of the text: of files that cannot be read, and of the ledger."""
        damaged = {*self.files, *(f"{self.path.parent.name}/{file}" for file in self.texts)}
        whole = reversed([file for file, is_whole in self.backups.items() if is_whole])
        return next((file for file in whole if has_more(file, self.path, damaged)), None)


def check_up(store: Store, files: Mapping[str, str] = MappingProxyType({})) -> Checkup:
    """Read the whole store, as it is; `files` as in `Checkup`. Raises StoreLocked where it is in use for too long."""
    folder = store.path.parent
    checkup = Checkup(store.path, texts=unreadable_in(folder), held=held(folder), files=files)
    if not (store.path.exists() or log_of(store.path).exists()):
        return checkup
    with store.in_turn(), openable(store.path) as (old, error):
        checkup = replace(checkup, failure=str(error or ""))
        if old is None:
            return checkup
        seen = Examined(store.path, connection=old.connection)
        tables = read_tables(old.connection)
        if old.version != VERSION:
            return replace(checkup, tables=tables)
        lines = lacking(old.connection, content_of(folder / LEDGER))
        return replace(checkup, tables=tables, runs=_read_runs(seen), lacking=len(lines))


def complete_ledger(store: Store) -> None:
    """Write the results into the ledger that it lacks of the database."""
    with store.reading() as cursor:
        append(store.path, lacking(cursor, content_of(store.path.parent / LEDGER)))


def repair(store: Store, checkup: Checkup) -> Taken:
    """Put the file aside, and a new one with what can be read of it in its place. Raises StoreError."""
    changed = [run.run.number for run in checkup.runs if run.rows is RowsState.CHANGED]
    with store.in_turn():
        return begin_anew(checkup.path, changed)


def _read_runs(store: Examined) -> list[CheckedRun]:
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
    if run.digest is None or run.status is not Status.DONE:
        return CheckedRun(run, RowsState.UNFINISHED, digest)
    if digest == run.digest:
        return CheckedRun(run, RowsState.WHOLE, digest)
    if run.code_hash == game.code_hash:
        return CheckedRun(run, RowsState.CHANGED, digest)
    return CheckedRun(run, RowsState.UNKNOWN, digest, "the game's code has changed since it was played")
