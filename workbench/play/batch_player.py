"""Playing one batch: in stretches, each stored whole while the next is played, so that it can be watched and resumed.

No more plays are held in memory than what is written at a time, and what is played meanwhile: what stays are tallies
and a few hashes.
"""

import hashlib
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.batch import Batch, cores, game_code_hash
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.wording import counted
from workbench.play.ahead import compile_ahead, get_ready, is_ready
from workbench.play.cluster import ClusterError
from workbench.play.outcome import Outcome, Read, layout, make_batch, read_parts
from workbench.play.stretches import BatchToPlay, LocalPlays, Plays, Stretch
from workbench.scenario import Scenario
from workbench.store import (
    CHUNK_PLAYS,
    Chunk,
    Gathered,
    Run,
    Status,
    Store,
    StoreError,
    Waited,
    append_chunk,
    append_tallies,
    end_run,
    find_gathered,
    finish_run,
    load_results,
    shorten_run,
)
from workbench.store.results import RowsFolder
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Tallies, tallies_of

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster

LEAVE_S = 1.0
"""How long a batch that is stopped waits for the store, to keep its last plays and to say there that it ended."""
WRITING_PAUSE = 10.0
"""How many times as long as it took to write lies between two writes: each packs the store's last rows again."""
KEPT_PLAYS = 1_000_000
"""Batches of up to so many plays keep a row of each, where nobody asks otherwise."""
MOST_ROWS = 100_000_000
"""Plays whose rows can be kept: in the store they take about 5 GB, and each look at them reads as much."""


class Stopped(WorkbenchError):
    """The batch was stopped before its end; what was finished is stored."""

    exit_code = 130


@dataclass(frozen=True)
class Progress:
    """How far a batch is. `fresh` plays were made, in `elapsed_s` seconds, since it was started or resumed."""

    done: int
    plays: int
    fresh: int
    elapsed_s: float

    @property
    def plays_per_s(self) -> float:
        """Plays a second since then; 0 before the first chunk."""
        return self.fresh / self.elapsed_s if self.elapsed_s > 0 else 0.0

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate, or None when there is none yet."""
        return (self.plays - self.done) / self.plays_per_s if self.fresh else None


Watch = Callable[[Progress, Tallies], None]
"""Called after each stretch, with the progress and what all plays so far add up to."""


def check_rows(plays: int, keep: "Keep | None", rows_to: Path | None) -> None:
    """Raise BadInput where rows are asked for of more plays than can have them."""
    asked = {"--keep": keep is Keep.ALL and keep.value, "--rows-to": rows_to and str(rows_to)}
    message = (
        f"at most {MOST_ROWS:,} plays can keep a row each, and the batch has {plays:,}; tallies have no such limit"
    )
    wrong = [Problem(name, message, text) for name, text in asked.items() if text]
    if wrong and plays > MOST_ROWS:
        raise BadInput(wrong)


class Keep(StrEnum):
    """What a batch keeps: a row of each play, or what they add up to alone."""

    ALL = "all"
    TALLIES = "tallies"

    @classmethod
    def usual(cls, plays: int) -> "Keep":
        """What a batch of so many plays keeps where nobody asks otherwise."""
        return cls.ALL if plays <= KEPT_PLAYS else cls.TALLIES


@dataclass
class RunOptions:
    """How a batch is played: the store, the number of threads, what watches it, and what may stop it.

    `keep`: what the store keeps, the usual where it is None. `rows_to`: a folder for rows as Parquet files. `each` gets
    every stretch that is played, with its rows. With a `cluster`, its workers play.
    """

    store: Store | None = None
    jobs: int = field(default_factory=cores)
    watch: Watch = lambda progress, tallies: None
    compiling: Callable[[], None] = lambda: None  # called where the rules have to be compiled first
    stop: threading.Event = field(default_factory=threading.Event)
    extra: dict[str, Any] = field(default_factory=dict)
    keep: Keep | None = None
    rows_to: Path | None = None
    each: Callable[[Stretch], None] | None = None
    goes_on: bool = False  # whether a new batch begins with the plays of a shorter one that is stored
    cluster: "Cluster | None" = None


def plays_of(scenarios: Sequence[Scenario], options: RunOptions) -> Plays:
    """What plays scenarios on the same shuffles: the workers of the cluster, or the threads here, compiled first."""
    if options.cluster:
        return options.cluster.plays(scenarios, options.stop)
    sides = [BatchToPlay(make_batch(scenario), layout(scenario)) for scenario in scenarios]
    make_ready([side.batch for side in sides], options)
    return LocalPlays(sides, options.jobs, options.stop)


def make_ready(batches: Iterable[Batch], options: RunOptions, pairs: bool = False) -> bool:
    """Compile here what plays of these batches need, or pairs of them, and say so; False once `options.stop` is set."""
    for batch in batches:
        if not is_ready(batch, pairs):
            options.compiling()
        if not get_ready(batch, pairs, options.stop):
            return False
    return True


def stopped_without_storing() -> str:
    """The message of a batch that was stopped before anything was stored."""
    return "stopped; nothing was stored"


def stoppable(
    options: RunOptions, stopped: Callable[[], str] = stopped_without_storing, grace_s: float = 0.0
) -> Store | None:
    """The store of the options; waiting for other processes there ends with `Stopped` once `options.stop` is set.

    Storing what was played by then may wait for `grace_s` seconds in all.
    """
    store = options.store

    def waiting(waited: Waited | None) -> None:
        if store and waited and options.stop.is_set() and waited.seconds >= grace_s:
            raise Stopped(stopped())
        if store:
            store.waiting(waited)

    return replace(store, waiting=waiting) if store else None


class BatchPlayer:
    """Plays one batch, stretch after stretch. Make it before its run: a failure after that would end the run.

    `play` does all. Who plays several batches together calls `begin`, `take` for every stretch, and `finish`; and
    `give_up` where that fails.
    """

    def __init__(self, scenario: Scenario, options: RunOptions) -> None:
        check_rows(scenario.plays, options.keep, options.rows_to)
        self.scenario, self.options = scenario, options
        self.run: Run | None = None
        self.batch, self.layout = make_batch(scenario), layout(scenario)
        self.source = self._source()
        self.tallies, self.digest = Tallies.empty(self.layout), Digest(scenario.game.result)
        self.done = self.kept = self.before = self.reported = 0
        self.began = self.elapsed_s = 0.0
        self.gave_up_waiting = False
        self.folder: RowsFolder | None = None
        self.workers_write = False  # whether other machines write the rows there
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="workbench-store")
        self.writing: Future[None] | None = None
        self.waiting: list[Stretch] = []
        self.write_s, self.written_at = 0.0, -math.inf
        store = stoppable(options, self._stopped_waiting, LEAVE_S)
        self.store = replace(store, wait_s=math.inf) if store else None  # what was played is not given up for a lock

    @property
    def wants_rows(self) -> bool:
        """Whether somebody takes a record of every play."""
        kept = self.run is not None and self.run.has_rows
        return kept or (self.folder is not None and not self.workers_write) or self.options.each is not None

    @property
    def only_files(self) -> RowsFolder | None:
        """The folder for rows, where nobody else takes them."""
        kept = self.run is not None and self.run.has_rows
        return None if kept or self.options.each else self.folder

    def _source(self) -> Plays:
        """Where the plays come from. Raises ClusterError where a cluster cannot play them."""
        if self.options.cluster:
            return self.options.cluster.plays([self.scenario], self.options.stop)
        return LocalPlays([BatchToPlay(self.batch, self.layout)], self.options.jobs, self.options.stop)

    def _warm_up(self, pairs: bool) -> None:
        """Compile the rules and the loops of tallies, if we play here. Raises `Stopped`."""
        if not (self.options.cluster or make_ready([self.batch], self.options, pairs)):
            raise Stopped(self.resume_line())

    def play(self, run: Run | None) -> Outcome:
        """Go on where the run stands, which is this process's; without one, nothing is stored."""
        try:
            if not self.options.cluster:
                compile_ahead(self.batch)
            self.begin(run)
            write_where_played(self.source, [self])
            for (stretch,) in self.source.stretches(self.done, self.scenario.plays, self.wants_rows):
                self.take(stretch)
            return self.finish()
        except BaseException as error:
            self.give_up(error)
            raise
        finally:
            self.writer.shutdown(wait=False)

    def begin(self, run: Run | None, pairs: bool = False) -> None:
        """Take over what was played before, and make ready to play: alone, or for `pairs` with another batch."""
        self.run = run
        self.done = self.kept = self.before = run.done if run else 0
        self._warm_up(pairs)
        self._load_stored()
        if self.options.rows_to:
            self.folder = self._begin_rows(self.options.rows_to)
        self._finish_run()
        self.began = time.perf_counter()

    def take(self, stretch: Stretch) -> None:
        """Add the next plays to the batch; they are kept while others are played, at once or with the next ones."""
        self._settle()
        self.tallies.add(stretch.tallies)
        self.digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
        self.done += stretch.plays
        if self.options.each:
            self.options.each(stretch)
        if self.run or self.folder:
            self.waiting.append(stretch)
        if self.waiting and self._is_due():
            self._write()
        else:
            self._tell()

    def finish(self, plays: int | None = None) -> Outcome:
        """The batch, when all is kept; one of so many `plays`, if it ends early. Raises `Stopped` where some miss.

        What it took over from the store stays in it, even if that is more.
        """
        self._settle()
        if plays is not None and plays < self.scenario.plays:
            self._end_early(max(plays, self.done))
        self._write()
        self._settle()
        if self.done < self.scenario.plays:
            raise Stopped(self.resume_line())
        if self.folder:
            self.folder.finish()
        code, run = game_code_hash(self.scenario.game), self.run
        rows = rows_of(self.options.store, run, self.scenario) if run and self.options.store else None
        found = self.digest.hexdigest()
        run_id = run.id if run else None
        return Outcome(self.scenario, rows, found, self.elapsed_s, run_id, code, self.before, self.tallies)

    def _end_early(self, plays: int) -> None:
        """Make it a batch of so many plays, which are all there."""
        self.scenario = replace(self.scenario, plays=plays)
        if self.run and self.store:
            self.run = shorten_run(self.store, self.run.id, plays)
            if not self.waiting:
                self._finish_run()

    def give_up(self, error: BaseException) -> None:
        """Say in the store why the batch ended early; what was on its way there is kept. May raise in other words."""
        self.options.stop.set()  # whoever waits for the store waits no longer
        with suppress(BaseException):
            self._keep_the_last(error)
        if self.run and self.options.store:
            self._mark(self.options.store, self.run, error)
        if isinstance(error, KeyboardInterrupt):
            raise Stopped(self.resume_line()) from error
        if self.run and isinstance(error, (StoreError, ClusterError)):
            raise type(error)(f"{error}\n{self.resume_line()}") from error

    def known(self) -> Read | None:
        """What reads the plays that were stored before it began; None where they have to be played again."""
        if self.run and self.run.has_rows and self.store:
            return rows_of(self.store, self.run, self.scenario)
        return None

    def _load_stored(self) -> None:
        """Take over what the stored plays add up to: as it was stored, or else added up again."""
        if not (self.run and self.run.done and self.store):
            return
        stored = find_gathered(self.store, self.run)
        tallies = Tallies.from_bytes(self.layout, stored.tallies) if stored else None
        if stored and stored.digest is not None and tallies and tallies.plays == self.run.done:
            self.tallies, self.digest = tallies, Digest.from_bytes(self.digest.record, stored.digest)
        else:
            for first, records in self._stored_parts():
                self.tallies.add(tallies_of(self.layout, records, first))
                self.digest.add(records)

    def _stored_parts(self, start: int = 0) -> Iterator[tuple[int, Results]]:
        """The records of the plays that were stored before, in parts; played again where no rows are kept."""
        again = partial(self.batch.play, threads=self.options.jobs)
        for first, records in read_parts(self.known() or again, self.before, start):
            if self.options.stop.is_set():
                raise Stopped(self.resume_line())
            yield first, records

    def _begin_rows(self, path: Path) -> RowsFolder:
        """The folder for rows, with those of the plays that were stored before."""
        run = self.run.id if self.run else f"unstored-{self._key()}"
        return begin_rows(path, self.scenario, run, self.before, self._stored_parts)

    def _key(self) -> str:
        """A short name for what is played, the same whenever that is."""
        played = self.scenario
        code = game_code_hash(played.game)
        what = played.rules_hash, code, played.bots, played.seed, played.retake, played.plays
        return hashlib.sha256(repr(what).encode()).hexdigest()[:12]

    def _is_due(self) -> bool:
        """Whether to write now; else with the next plays, when that costs a small part of the time."""
        end = self.done % CHUNK_PLAYS == 0 or self.done == self.scenario.plays
        return end or time.perf_counter() - self.written_at >= WRITING_PAUSE * self.write_s

    def _write(self) -> None:
        """Have what waits kept, by the thread that writes."""
        if self.waiting:
            self.writing = self.writer.submit(self._keep, self.waiting)
            self.waiting = []

    def _settle(self) -> None:
        """Wait until what is being written is kept, and say so."""
        if self.writing is not None:
            writing, self.writing = self.writing, None
            writing.result()
            self.kept = self.done
            self._tell()

    def _keep_the_last(self, error: BaseException) -> None:
        """Wait for what is being written; write what waits, unless the store cannot be used, or all must end now."""
        if self.writing:
            self.writing.result(2 * LEAVE_S)
            self.kept = self.done
        if self.waiting and not self.gave_up_waiting and not isinstance(error, (KeyboardInterrupt, StoreError)):
            self._keep(self.waiting)
            self.kept = self.done

    def _tell(self) -> None:
        """Call who watches, once for each number of plays."""
        if self.reported == self.done:
            return
        self.reported = self.done
        self.elapsed_s = time.perf_counter() - self.began
        progress = Progress(self.done, self.scenario.plays, self.done - self.before, self.elapsed_s)
        self.options.watch(progress, self.tallies.copy())

    def _keep(self, stretches: Sequence[Stretch]) -> None:
        """Keep some plays, in the thread that writes. Rows in a folder come first: it is never behind the store."""
        began = time.perf_counter()
        first, rows = stretches[0].first, self._joined_rows(stretches)
        if self.folder and rows is not None:
            self.folder.write(first, rows, self.scenario.game.all_measures)
        elif self.folder:
            for stretch in stretches:
                self.folder.publish(stretch.first, stretch.plays, stretch.written)
        if self.run and self.store:
            with self.store.session():
                self._append(self.store, self.run, stretches, rows)
                self._finish_run()
        self.written_at = time.perf_counter()
        self.write_s = self.written_at - began

    def _joined_rows(self, stretches: Sequence[Stretch]) -> Results | None:
        """The rows of all of them; None where nobody takes them."""
        if not self.wants_rows:
            return None
        rows = [stretch.rows for stretch in stretches if stretch.rows is not None]
        return rows[0] if len(rows) == 1 else np.concatenate(rows)

    def _append(self, store: Store, run: Run, stretches: Sequence[Stretch], rows: Results | None) -> None:
        first, plays = stretches[0].first, sum(stretch.plays for stretch in stretches)
        seconds = sum(stretch.seconds for stretch in stretches)
        at_end = first + plays == self.scenario.plays
        gathered = Gathered(self.tallies.to_bytes(), None if at_end and run.has_rows else self.digest.to_bytes())
        if run.has_rows and rows is not None:
            chunk = Chunk(first, rows, self.scenario.game.all_measures, seconds, gathered)
            self.run = append_chunk(store, run, chunk)
        else:
            self.run = append_tallies(store, run, first, plays, gathered, seconds)

    def _finish_run(self) -> None:
        """Mark the run as done, once its last play is stored."""
        if self.run and self.store and self.run.done == self.run.plays:
            self.run = finish_run(self.store, self.run.id, self.digest.hexdigest())

    def _mark(self, store: Store, run: Run, error: BaseException) -> None:
        """Say in the store why the run ended early; whoever stopped it does not wait for that."""
        stopped = isinstance(error, (Stopped, KeyboardInterrupt))
        status, note = (Status.CANCELLED, "") if stopped else (Status.FAILED, str(error))
        at_once = self.gave_up_waiting or isinstance(error, StoreError)
        end_run(Store(store.path, 0.0 if at_once else LEAVE_S), run.id, status, note)

    def _stopped_waiting(self) -> str:
        """Note that the store cannot be used just now; the line that resumes the run."""
        self.gave_up_waiting = True
        return self.resume_line()

    def resume_line(self) -> str:
        """What is kept of a batch that was stopped, and how to go on."""
        if not self.run:
            return stopped_without_storing()
        kept = f"stopped; {self.kept} of {counted(self.scenario.plays, 'play')} are kept"
        return kept if self.run.status is Status.DONE else f"{kept}; go on with: workbench resume {self.run.id}"


def write_where_played(source: Plays, players: Sequence[BatchPlayer | None]) -> None:
    """Have other machines that play write the rows of these batches, where they go to files alone."""
    folders = [player.only_files if player else None for player in players]
    begin = [player.done if player else 0 for player in players]
    if any(folders) and source.write_to(folders, begin):
        for player, folder in zip(players, folders, strict=True):
            if player:
                player.workers_write = folder is not None


def begin_rows(
    path: Path, scenario: Scenario, run: str, done: int, parts: Callable[[int], Iterator[tuple[int, Results]]]
) -> RowsFolder:
    """The folder for the rows of a run, with those of its first `done` plays; `parts` reads them from one on."""
    folder = RowsFolder(path, scenario.game.name, run, scenario.players)
    for first, records in parts(folder.begin(done)):
        folder.write(first, records, scenario.game.all_measures)
    return folder


def rows_of(store: Store, run: Run, scenario: Scenario) -> Read | None:
    """What reads the stored plays of a run; None where no rows are kept."""
    if not run.has_rows:
        return None
    return lambda first, plays: load_results(store, run, scenario.game.result, first, plays)
