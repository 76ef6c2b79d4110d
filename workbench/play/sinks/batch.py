"""A batch as a sink: its plays are added up, and what they come to is stored while the next ones are played.

No more plays are held in memory than what is written at a time, and what is played meanwhile: what stays are tallies
and a few hashes.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from workbench.engine.measures import Results
from workbench.engine.notes import BatchProgress
from workbench.engine.problems import CHUNK_PLAYS
from workbench.play.forms import layout, make_batch
from workbench.play.local import GroupedBatch, Stretch, StretchGroup
from workbench.play.options import LEAVE_S, Pauses, RunOptions, Start, Stopped, check_rows, stopped_without_storing
from workbench.play.outcome import Outcome, read_parts
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Tallies, tallies_of

if TYPE_CHECKING:
    from workbench.play.sinks.stored_run import RowFiles, StoredRun


class BatchSink:
    """One batch of a group, the one at `place`. Make it before its run is opened: a failure after that ends the run.

    `open`, `begin`, then `take` for all plays, and `finish`; `give_up` where any of that fails. A batch whose outcome
    is there already has nothing to take.
    """

    def __init__(self, place: int, start: Start, options: RunOptions) -> None:
        self.place, self.start, self.scenario, self.options = place, start, start.scenario, options
        check_rows(self.scenario.plays, options)
        self.batch, self.layout = make_batch(self.scenario, options.progress), layout(self.scenario)
        self.tallies, self.digest = Tallies.empty(self.layout), Digest(self.scenario.game.result)
        self.done = self.before = start.outcome.plays if start.outcome else 0
        self.stored: StoredRun | None = None
        self.files: RowFiles | None = None
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="workbench-store")
        self.writing: Future[None] | None = None
        self.waiting: list[Stretch] = []
        self.pauses = Pauses(0.0)
        self.began = self.elapsed_s = 0.0
        self.reported = 0

    @property
    def has_rows(self) -> bool:
        """True if the store keeps its rows."""
        return self.stored is not None and self.stored.run.has_rows

    @property
    def wants_rows(self) -> bool:
        """See `Sink`."""
        return self.has_rows or (self.files is not None and not self.files.workers_write)

    @property
    def side(self) -> GroupedBatch:
        """The batch to play, where plays that are stored are read."""
        outcome = self.start.outcome
        read = self.stored.read if self.stored else outcome.read if outcome and outcome.rows is not None else None
        return GroupedBatch(self.batch, self.layout, self.done if read else 0, read)

    def open(self) -> None:
        """Open its run in the store: a new one, or the one to go on with."""
        store = self.options.store
        if store is None:
            return
        from workbench.play.sinks.stored_run import StoredRun
        from workbench.play.stored import open_run

        if run := open_run(self.start, self.options):
            self.stored = StoredRun(run, self.scenario, store, self.options)
            self.done = self.before = run.done

    def begin(self) -> None:
        """Take over what was played before."""
        if self.before and not self.start.outcome and self.stored:
            if gathered := self.stored.gathered(self.layout):
                self.tallies, self.digest = gathered
            else:
                for first, records in self._stored_parts():
                    self.tallies.add(tallies_of(self.layout, records, first))
                    self.digest.add(records)
        if self.options.rows_to:
            from workbench.play.sinks.stored_run import RowFiles

            run = self.stored.run.id if self.stored else f"unstored-{self._key()}"
            self.files = RowFiles(self.options.rows_to, self.scenario, run, self.before, self._stored_parts)
        if self.stored:
            self.stored.finish(self.digest)
        self.began = time.perf_counter()

    def take(self, group: StretchGroup) -> None:
        """Add its next plays; they are stored while others are played, at once or with the next ones."""
        stretch = group[self.place]
        self._settle()
        self.tallies.add(stretch.tallies)
        self.digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
        self.done += stretch.plays
        if self.stored or self.files:
            self.waiting.append(stretch)
        is_last = self.done == self.scenario.plays  # which `finish` stores
        if self.waiting and not is_last and (self.done % CHUNK_PLAYS == 0 or self.pauses.is_over):
            self._write()
        else:
            self._tell()

    def finish(self, plays: int) -> Outcome:
        """The outcome of its first `plays` plays, once all is stored.

        Where that ends the batch early, it is one of so many plays; what it took over stays in it, even if that is
        more.
        """
        if self.start.outcome:
            return self.start.outcome.first(plays)
        self._settle()
        if plays < self.scenario.plays:
            self.scenario = replace(self.scenario, plays=max(plays, self.done))
            if self.stored:
                self.stored.shorten(self.scenario)
                self.stored.finish(self.digest)
        if self.waiting:
            self._keep(self.waiting)
            self.waiting = []
            self._tell()
        if self.files:
            self.files.folder.finish()
        return Outcome(
            self.scenario,
            self.stored.read if self.stored else None,
            self.digest.hexdigest(),
            self.elapsed_s,
            self.stored.run.id if self.stored else None,
            self.scenario.game.code_hash,
            self.before,
            self.tallies,
        ).first(plays)

    def give_up(self, error: BaseException) -> None:
        """Store what is on its way, and say in the store why the batch ended early."""
        if self.start.outcome:
            return
        with suppress(BaseException):
            self._store_the_last(error)
        if self.stored:
            self.stored.give_up(error)

    def resume_line(self) -> str:
        """How much of a batch that was stopped is stored, and how to go on."""
        return self.stored.resume_line() if self.stored else stopped_without_storing()

    def stored_line(self) -> str:
        """The same without how to go on."""
        return self.stored.stored_line() if self.stored else stopped_without_storing()

    def _stored_parts(self, start: int = 0) -> Iterator[tuple[int, Results]]:
        """The records of the plays that were stored before, in parts; played again where there are no rows."""
        read = self.side.read or partial(self.batch.play, threads=self.options.jobs)
        for first, records in read_parts(read, self.before, start):
            if self.options.stop.is_set():
                raise Stopped(self.resume_line())
            yield first, records

    def _key(self) -> str:
        """A short name for the plays, the same whenever they are played."""
        scenario = self.scenario
        code = scenario.game.code_hash
        content = scenario.rules_hash, code, scenario.bots, scenario.seed, scenario.retake, scenario.plays
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]

    def _write(self) -> None:
        """Have the plays that wait stored, by the thread that writes."""
        if self.waiting:
            self.writing = self.writer.submit(self._keep, self.waiting)
            self.waiting = []

    def _settle(self) -> None:
        """Wait until what is being written is stored, and tell it."""
        if self.writing is not None:
            writing, self.writing = self.writing, None
            writing.result()
            self._tell()

    def _store_the_last(self, error: BaseException) -> None:
        """Wait for what is being written; write what waits, unless the store cannot be used, or all must end now."""
        from workbench.store import StoreError

        if self.writing:
            self.writing.result(2 * LEAVE_S)
        gave_up = self.stored is not None and self.stored.gave_up_waiting
        if self.waiting and not gave_up and not isinstance(error, (KeyboardInterrupt, StoreError)):
            self._keep(self.waiting)
        self._tell()

    def _tell(self) -> None:
        """Call who watches, once for every number of plays."""
        if self.reported == self.done:
            return
        self.reported = self.done
        self.elapsed_s = time.perf_counter() - self.began
        fresh = self.done - self.before
        self.options.progress.playing(
            BatchProgress(self.done, self.scenario.plays, fresh, self.elapsed_s, self.place, self.tallies.copy())
        )

    def _keep(self, stretches: Sequence[Stretch]) -> None:
        """Store some plays, in the thread that writes. Files come first: they are never behind the store."""
        began = time.perf_counter()
        rows = [stretch.rows for stretch in stretches if stretch.rows is not None] if self.wants_rows else []
        joined = rows[0] if len(rows) == 1 else np.concatenate(rows) if rows else None
        if self.files:
            self.files.keep(stretches, joined)
        if self.stored:
            self.stored.keep(stretches, joined, self.tallies, self.digest)
        self.pauses.wrote(began)


class RowWatcher:
    """Shows somebody every stretch of the first batch, with its rows, from play `done` on."""

    wants_rows = True

    def __init__(self, done: int, watch: Callable[[Stretch], None]) -> None:
        self.done, self.watch = done, watch

    def take(self, group: StretchGroup) -> None:
        """Show the next plays."""
        self.watch(group[0])
        self.done += group[0].plays
