"""Jobs: long work in a thread, and batches as jobs."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from workbench.engine.batch import game_code_hash
from workbench.play.ahead import compile_ahead, get_ready, is_ready
from workbench.play.batches import play_together
from workbench.play.cluster import connected
from workbench.play.forms import layout, make_batch, request_of
from workbench.play.notes import Together
from workbench.play.options import Progress, RunOptions, Stopped
from workbench.play.outcome import Outcome
from workbench.play.stored import Start, find_starts, load, stored_pairs, stored_tallies
from workbench.report.summary import (
    BatchSummary,
    Summary,
    summarise,
    summarise_batch,
    summarise_watched,
    watched_summary,
)
from workbench.report.text.scenarios import bots_phrase
from workbench.scenario import Scenario
from workbench.store import Run, Status, Store, Waited, find_run, get_run
from workbench.study.compare import compared_as_played
from workbench.tallies.tallies import Tallies

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster


class Phase(StrEnum):
    """The phase of a job."""

    WAITING = "waiting"
    COMPILING = "compiling"
    PLAYING = "playing"
    COUNTING = "counting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


MOMENT_S = 1.0
ENDED = (Phase.DONE, Phase.CANCELLED, Phase.FAILED)
Key = tuple[Any, ...]
"""Jobs with equal keys find the same."""


@dataclass
class Job:
    """What the queue knows of a job; each kind of job adds what it plays and what it found."""

    id: int
    key: Key
    title: str
    threads: int
    quick: bool = field(default=False, kw_only=True)  # over soon, so that it waits for none but its like
    stop: threading.Event = field(default_factory=threading.Event, kw_only=True)
    phase: Phase = field(default=Phase.WAITING, kw_only=True)
    error: str = field(default="", kw_only=True)
    waits_for: str = field(default="", kw_only=True)  # who has the store that it waits for
    started: float | None = field(default=None, kw_only=True)
    cluster_at: str | None = field(default=None, kw_only=True)  # the address of the cluster that plays it
    players: str = field(default="", kw_only=True)  # who plays it there, in words

    @property
    def ended(self) -> bool:
        """True if nothing more will happen to it."""
        return self.phase in ENDED

    @property
    def done(self) -> int:
        """Plays that are finished."""
        return 0

    @property
    def plays(self) -> int:
        """The number of its plays; 0 while unknown."""
        return 0

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None while unknown."""
        return None

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return min(1.0, self.done / self.plays) if self.plays else 0.0

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs behind its figures."""
        return frozenset()

    def compile(self) -> None:
        """Say that the rules are being compiled."""
        self.phase = Phase.COMPILING

    def waiting(self, waited: Waited | None) -> None:
        """Note who holds the store that the job waits for, or that the wait is over."""
        self.waits_for = waited.holder if waited and waited.seconds > MOMENT_S else ""

    @contextmanager
    def cluster(self) -> "Iterator[Cluster | None]":
        """A connection to the cluster that plays it; None where this computer does. Raises ClusterError."""
        with connected(self.cluster_at) as found:
            self.players = found.words if found else ""
            yield found

    def cancel(self) -> None:
        """Stop it within about a second; one that waits has ended at once. What is finished stays stored."""
        self.stop.set()
        if self.phase is Phase.WAITING:
            self.phase = Phase.CANCELLED

    def work(self, store: Store) -> None:
        """Do it, in the thread of the queue. Raises `Stopped` when it is stopped, WorkbenchError in words."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Free everything but the figures; called once it has ended."""


LOOK_SHARE = 0.2
"""The part of the time that watching a job may take, so that a big batch is looked at less often."""
LOOK_GAP_S = 1.4
"""Seconds between two looks at least: a browser takes its time to draw the charts, on the cores that play."""


@dataclass
class Part:
    """One batch of a job: `done` plays are finished, in this session or before.

    `tallies` are what they add up to; `reused` says that all of them were stored before.
    """

    scenario: Scenario
    run: str | None = None
    progress: Progress | None = None
    tallies: Tallies | None = None
    outcome: Outcome | None = None
    reused: bool = False
    done: int = 0

    def watch(self, progress: Progress, tallies: Tallies) -> None:
        """What `simulate` calls after each stretch."""
        self.tallies, self.done = tallies, progress.done
        self.progress = progress

    @property
    def start(self) -> Start:
        """Where playing it starts."""
        return Start(self.scenario, self.run, self.outcome, self.watch)

    def finish(self, outcome: Outcome) -> None:
        """Take the finished batch."""
        self.outcome, self.run = outcome, outcome.run
        self.tallies, self.done = outcome.tallies, outcome.plays

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None while unknown."""
        if self.done == self.scenario.plays:
            return 0.0
        return self.progress.left_s if self.progress else None


@dataclass
class BatchJob(Job):
    """One batch, or two that are compared; or four, where bots of a second strength are asked to compare as well.

    The batches of a comparison are played side by side, those of the second strength after them: `stage` 0, then 1.
    """

    parts: tuple[Part, ...]
    side: BatchSummary | None = None
    stage: int = 0
    together: Together | None = None  # of a comparison: what both batches of this stage and their pairs add up to
    summaries: tuple[Summary, ...] = ()
    _look: "_Look" = field(default_factory=lambda: _Look())  # noqa: PLW0108 - declared below

    @property
    def compares(self) -> bool:
        """True if it is a comparison."""
        return len(self.parts) > 1

    @property
    def stages(self) -> int:
        """The number of bot strengths that play it."""
        return max(1, len(self.parts) // 2)

    @property
    def now(self) -> tuple[Part, ...]:
        """The batches of this stage."""
        return self.parts[2 * self.stage : 2 * self.stage + 2]

    @property
    def summary(self) -> Summary | None:
        """The comparison by the first bots, once it is done."""
        return self.summaries[0] if self.summaries else None

    @property
    def second(self) -> Summary | None:
        """The comparison by bots of the second strength, once it is done."""
        return self.summaries[1] if len(self.summaries) > 1 else None

    @property
    def plays(self) -> int:
        """Plays that this stage consists of."""
        return sum(part.scenario.plays for part in self.now)

    @property
    def done(self) -> int:
        """Plays of this stage that are finished."""
        return sum(part.done for part in self.now)

    @property
    def plays_per_s(self) -> float:
        """Plays a second of all batches of this stage together."""
        return sum(part.progress.plays_per_s for part in self.now if part.progress)

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left of this stage; None while unknown."""
        waits = [part.left_s for part in self.now]
        known = [wait for wait in waits if wait is not None]
        return max(known) if len(known) == len(waits) else None

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of its batches."""
        return frozenset(part.run for part in self.parts if part.run)

    def look(self) -> BatchSummary | Summary | None:
        """The figures of this stage's plays so far, or the final ones; None while there is nothing to show."""
        counted = self.side, *self.summaries[self.stage :]
        return next((each for each in counted if each), None) or self._look.at(self)

    def work(self, store: Store) -> None:
        """Play what is not stored yet, and count."""
        _take_stored(store, self)
        if all(part.outcome for part in self.parts):
            self.cluster_at = None
        with self.cluster() as cluster:
            options = RunOptions(store=store, jobs=self.threads, stop=self.stop, goes_on=True, cluster=cluster)
            _warm_up(self)
            play = _play_pairs if self.compares else _play_alone
            play(self, options)

    def read(self, store: Store) -> bool:
        """Take its figures from the store, which takes a moment; False where they are not all there."""
        with store.session():
            if not all(_take_tallies(store, part) for part in self.parts):
                return False
            pairs = [self.parts[at : at + 2] for at in range(0, len(self.parts), 2)] if self.compares else []
            summaries = [stored_pair(store, *pair) for pair in pairs]
        self.summaries = tuple(summary for summary in summaries if summary)
        if len(self.summaries) < len(pairs):
            return False
        if not pairs and self.parts[0].outcome:
            self.side = summarise_batch(self.parts[0].outcome)
        self.stage, self.phase = self.stages - 1, Phase.DONE
        self.let_go()
        return True

    def let_go(self) -> None:
        """Free the plays; the figures stay, and the store has the rest."""
        self.look()
        _let_go(self.parts)


@dataclass
class _Look:
    """The latest figures of a running job, counted again from time to time when there are more plays."""

    shown: BatchSummary | Summary | None = None
    of_stage: int = 0
    of_plays: int = 0
    next_at: float = 0.0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def at(self, job: BatchJob) -> BatchSummary | Summary | None:
        with self.guard:
            if job.stage != self.of_stage:
                self.shown, self.of_stage, self.of_plays, self.next_at = None, job.stage, 0, 0.0
            found = job.together if job.compares else job.now[0].tallies
            common = found.plays if found else 0
            if (
                found
                and common > self.of_plays
                and time.monotonic() >= self.next_at
                and (job.ended or not job.stop.is_set())
            ):
                began = time.monotonic()
                self.shown, self.of_plays = _figures_so_far(job.now, found), common
                now = time.monotonic()
                self.next_at = now + max(LOOK_GAP_S, (now - began) * (1 / LOOK_SHARE - 1))
            return self.shown


def _figures_so_far(parts: Sequence[Part], found: Tallies | Together) -> BatchSummary | Summary:
    if isinstance(found, Tallies):
        return summarise_watched(parts[0].scenario, found)
    return watched_summary(parts[0].scenario, parts[1].scenario, found)


def compare_key(base: Scenario, other: Scenario, also: Sequence[Scenario] = ()) -> Key:
    """The key of a comparison: equal keys give equal results."""
    return ("compare", *(_key(scenario) for scenario in (base, other, *also)))


def run_key(scenario: Scenario) -> Key:
    """The key of a single batch: equal keys give equal results."""
    return ("run", _key(scenario))


def _key(scenario: Scenario) -> Key:
    played = scenario.rules_hash, game_code_hash(scenario.game), scenario.bots, scenario.seed, scenario.retake
    return (scenario.name, scenario.title, scenario.goals, *played, scenario.plays)


# How they are played


def _take_stored(store: Store, job: BatchJob) -> None:
    """Fill in the batches that are stored already, or say which unfinished runs they go on with."""
    open_ones = [part for part in job.parts if part.run is None]
    starts = find_starts([part.scenario for part in open_ones], RunOptions(store=store, stop=job.stop))
    for part, start in zip(open_ones, starts, strict=True):
        if start.outcome:
            part.reused = True
            part.finish(start.outcome)
        else:
            part.run = start.run_id


def _take_tallies(store: Store, part: Part) -> bool:
    """Fill in a batch whose tallies are stored; False where they are not."""
    run = stored(store, part.scenario)
    if run is None or stored_tallies(store, run, layout(part.scenario)) is None:
        return False
    part.reused = True
    part.finish(replace(load(store, run), scenario=part.scenario))
    return True


def stored_pair(store: Store, base: Part, other: Part) -> Summary | None:
    """The comparison of two finished batches whose pairs are stored; None where they are not."""
    if not (base.outcome and other.outcome and base.run and other.run):
        return None
    runs, layouts = (
        (get_run(store, base.run), get_run(store, other.run)),
        (layout(base.scenario), layout(other.scenario)),
    )
    if stored_pairs(store, runs, layouts) is None:
        return None
    return summarise(compared_as_played(base.outcome, other.outcome, store))


def stored(store: Store, scenario: Scenario, status: Status = Status.DONE) -> Run | None:
    """The newest run of this batch with that status."""
    return find_run(store, request_of(scenario, {}), status) if store.path.exists() else None


def _warm_up(job: BatchJob) -> None:
    """Load or compile what the batches of this stage need, if this computer plays them."""
    here = [] if job.cluster_at else job.now
    missing = [make_batch(part.scenario) for part in here if part.outcome is None]
    if not all(is_ready(batch, job.compares) for batch in missing):
        job.compile()
        compile_ahead(missing[0], job.compares)
    if not all(get_ready(batch, job.compares, job.stop) for batch in missing):
        raise Stopped("stopped before it began")
    job.phase = Phase.PLAYING


def _play_alone(job: BatchJob, options: RunOptions) -> None:
    (part,) = job.parts
    ((outcome,), _) = play_together([part.start], options)
    part.finish(outcome)
    job.phase = Phase.COUNTING
    job.side = summarise_batch(outcome)


def _play_pairs(job: BatchJob, options: RunOptions) -> None:
    for stage in range(job.stages):
        if stage:
            job.stage, job.together = stage, None
            job.title = f"{job.title}, once more by {bots_phrase(job.now[0].scenario.bots)}"
            _warm_up(job)
        job.summaries = (*job.summaries, _play_both(job, options))
        _let_go(job.now)


def _play_both(job: BatchJob, options: RunOptions) -> Summary:
    def watch(together: Together) -> None:
        job.together = together.copy()

    (base, other), together = play_together([part.start for part in job.now], options, watch)
    for part, outcome in zip(job.now, (base, other), strict=True):
        part.finish(outcome)
    job.phase = Phase.COUNTING
    return summarise(compared_as_played(base, other, options.store, together.pairs[0]))


def _let_go(parts: Sequence[Part]) -> None:
    for part in parts:
        part.outcome = part.tallies = None
