"""Playing one batch: in chunks, each stored whole, so that it can be watched, stopped and resumed."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.bots.seats import searches
from workbench.bots.spec import seat_bots
from workbench.engine.batch import SMALLEST_PIECE, Batch, cores, game_code_hash
from workbench.engine.measures import Results
from workbench.engine.problems import WorkbenchError
from workbench.scenario import Scenario
from workbench.store import (
    Chunk,
    Run,
    Status,
    Store,
    StoreError,
    Waited,
    append_chunk,
    end_run,
    finish_run,
    load_results,
    save_tallies,
)
from workbench.study.cluster import ClusterError
from workbench.study.stretches import LocalPlays, Plays, Side, Stretch
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Layout, Tallies, layout_of, tallies_of

if TYPE_CHECKING:
    from workbench.study.cluster.client import Cluster

LEAVE_S = 1.0
"""How long a batch that is stopped waits for the store, to keep its last plays and to say there that it ended."""


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


Watch = Callable[[Progress, Results], None]
"""Called after each chunk with the progress and all results so far."""


@dataclass(frozen=True)
class Outcome:
    """A finished batch. Its first `before` plays were stored earlier; the others took `elapsed_s` seconds.

    `rows` are the results of its plays, or what reads them from the store. `run` is its id in the store, or None when
    nothing was stored. `gathered` are its tallies where they are known.
    """

    scenario: Scenario
    rows: Results | Callable[[], Results]
    digest: str
    elapsed_s: float
    run: str | None = None
    code_hash: str = ""
    before: int = 0
    gathered: Tallies | None = None

    @cached_property
    def results(self) -> Results:
        """The results of its plays, read when they are first asked for."""
        return self.rows() if callable(self.rows) else self.rows

    @cached_property
    def tallies(self) -> Tallies:
        """What its plays add up to."""
        return self.gathered or tallies_of(layout(self.scenario), self.results)

    @property
    def plays(self) -> int:
        """How many plays it has."""
        return self.tallies.plays if self.gathered else len(self.results)

    def first(self, plays: int) -> "Outcome":
        """Its first plays alone."""
        return replace(self, rows=self.results[:plays], gathered=None)

    @property
    def plays_per_s(self) -> float:
        """Plays a second, storing included."""
        return (self.plays - self.before) / self.elapsed_s if self.elapsed_s > 0 else 0.0


@dataclass
class RunOptions:
    """How a batch is played: the store, the number of threads, what watches it, and what may stop it.

    With a `cluster`, its workers play.
    """

    store: Store | None = None
    jobs: int = field(default_factory=cores)
    watch: Watch = lambda progress, results: None
    compiling: Callable[[], None] = lambda: None  # called where the rules have to be compiled first
    stop: threading.Event = field(default_factory=threading.Event)
    extra: dict[str, Any] = field(default_factory=dict)
    cluster: "Cluster | None" = None


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


def layout(scenario: Scenario) -> Layout:
    """What is added up of the scenario's plays."""
    return layout_of(scenario.game, scenario.rules, scenario.players)


def make_batch(scenario: Scenario) -> Batch:
    """The batch that a scenario describes."""
    seats = seat_bots(scenario.game, scenario.bots, scenario.players)
    piece = 1 if searches(seats) else SMALLEST_PIECE
    return Batch(scenario.game, scenario.rules, seats, scenario.seed, piece, scenario.retake)


class BatchPlayer:
    """Plays one batch, chunk after chunk. Make it before its run: a failure after that would end the run."""

    def __init__(self, scenario: Scenario, options: RunOptions) -> None:
        self.scenario, self.options = scenario, options
        self.run: Run | None = None
        self.batch = make_batch(scenario)
        self.results = np.zeros(scenario.plays, scenario.game.result)
        self.layout = layout(scenario)
        self.source = self._source()
        self.tallies = Tallies.empty(self.layout)
        self.done = self.before = 0
        self.digest = Digest(scenario.game.result)
        self.began = self.elapsed_s = 0.0
        self.gave_up_waiting = False
        store = stoppable(options, self._stopped_waiting, LEAVE_S)
        self.store = replace(store, wait_s=math.inf) if store else None  # what was played is not given up for a lock

    def _source(self) -> Plays:
        """Where the plays come from. Raises ClusterError where a cluster cannot play them."""
        if self.options.cluster:
            return self.options.cluster.plays([self.scenario], self.options.stop)
        return LocalPlays([Side(self.batch, self.layout)], self.options.jobs, self.options.stop)

    def _warm_up(self) -> None:
        """Compile the rules, if we play here. Raises `Stopped`."""
        if self.options.cluster:
            return
        if not self.batch.kernel.is_warm:
            self.options.compiling()
        if not self.batch.warm_up(self.options.stop):
            raise Stopped(self._resume_line())

    def _load_stored(self) -> None:
        """Take over what was played before."""
        if self.run and self.run.done and self.store:
            stored = load_results(self.store, self.run, self.scenario.game.result)
            self.results[: len(stored)] = stored
            self.digest.add(self.results[: len(stored)])
            self.tallies = tallies_of(self.layout, stored)

    def play(self, run: Run | None) -> Outcome:
        """Go on where the run stands, which is this process's; without one, nothing is stored."""
        self.run = run
        self.done = self.before = run.done if run else 0
        try:
            self._load_stored()
            self._warm_up()
            self._finish_run()
            self.began = time.perf_counter()
            for (stretch,) in self.source.stretches(self.done, self.scenario.plays, rows=True):
                self._take(stretch)
            if self.done < self.scenario.plays:
                raise Stopped(self._resume_line())
            return self._outcome()
        except BaseException as error:
            self._give_up(error)
            raise

    def _take(self, stretch: Stretch) -> None:
        """Add the next plays to the batch."""
        assert stretch.rows is not None
        self.tallies.add(stretch.tallies)
        self.digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
        self._store(stretch.rows, stretch.seconds)
        self.results[self.done : self.done + stretch.plays] = stretch.rows
        self.done += stretch.plays
        self.elapsed_s = time.perf_counter() - self.began
        progress = Progress(self.done, self.scenario.plays, self.done - self.before, self.elapsed_s)
        self.options.watch(progress, self.results[: self.done])

    def _store(self, fresh: Results, played_s: float) -> None:
        if self.run and self.store:
            chunk = Chunk(self.done, fresh, self.scenario.game.all_measures, played_s)
            with self.store.session():
                self.run = append_chunk(self.store, self.run, chunk)
                self._finish_run()

    def _finish_run(self) -> None:
        """Mark the run as done, once its last play is stored."""
        if self.run and self.store and self.run.done == self.run.plays:
            save_tallies(self.store, self.tallies.to_bytes(), self.run)
            self.run = finish_run(self.store, self.run.id, self.digest.hexdigest())

    def _outcome(self) -> Outcome:
        run_id = self.run.id if self.run else None
        code = game_code_hash(self.scenario.game)
        found = self.digest.hexdigest()
        return Outcome(self.scenario, self.results, found, self.elapsed_s, run_id, code, self.before, self.tallies)

    def _give_up(self, error: BaseException) -> None:
        if self.run and self.store:
            self._mark(self.store, self.run, error)
        if isinstance(error, KeyboardInterrupt):
            raise Stopped(self._resume_line()) from error
        if self.run and isinstance(error, (StoreError, ClusterError)):
            raise type(error)(f"{error}\n{self._resume_line()}") from error

    def _mark(self, store: Store, run: Run, error: BaseException) -> None:
        """Say in the store why the run ended early; whoever stopped it does not wait for that."""
        stopped = isinstance(error, (Stopped, KeyboardInterrupt))
        status, note = (Status.CANCELLED, "") if stopped else (Status.FAILED, str(error))
        at_once = self.gave_up_waiting or isinstance(error, StoreError)
        end_run(Store(store.path, 0.0 if at_once else LEAVE_S), run.id, status, note)

    def _stopped_waiting(self) -> str:
        """Note that the store is not to be had just now; the line that resumes the run."""
        self.gave_up_waiting = True
        return self._resume_line()

    def _resume_line(self) -> str:
        if not self.run:
            return stopped_without_storing()
        kept = f"stopped; {self.done} of {self.scenario.plays} plays are kept"
        return kept if self.run.status is Status.DONE else f"{kept}; go on with: workbench resume {self.run.id}"
