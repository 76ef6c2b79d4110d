"""Batches as jobs: one alone, or two that are compared, by bots of one strength or two."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from workbench.app.jobs.job import Job, JobKey, JobPhase
from workbench.conform.changed import check_changed
from workbench.engine.batch import game_code_hash
from workbench.play.ahead import compile_ahead
from workbench.play.batches import make_ready, play_together
from workbench.play.comparisons import compared_as_played
from workbench.play.forms import layout, make_batch, request_of
from workbench.play.notes import Together
from workbench.play.options import Progress, RunOptions, Start, Stopped
from workbench.play.outcome import Outcome
from workbench.play.stored import find_starts, load, stored_pairs, stored_tallies
from workbench.report.findings import keep_finding
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
from workbench.store import Run, Status, Store, find_run, get_run
from workbench.tallies.tallies import Tallies

LOOK_SHARE = 0.2
"""The part of the time that watching a job may take, so that a big batch is looked at less often."""
LOOK_GAP_S = 1.4
"""Seconds between two looks at least: a browser takes its time to draw the charts, on the cores that play."""


@dataclass
class JobBatch:
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

    @property
    def start(self) -> Start:
        """Where playing it starts."""
        return Start(self.scenario, self.run, self.outcome, self.watch)

    def watch(self, progress: Progress, tallies: Tallies) -> None:
        """Note how far it is, after every stretch."""
        self.tallies, self.done = tallies, progress.done
        self.progress = progress

    def finish(self, outcome: Outcome) -> None:
        """Take the finished batch."""
        self.outcome, self.run = outcome, outcome.run
        self.tallies, self.done = outcome.tallies, outcome.plays

    def reuse(self, outcome: Outcome) -> None:
        """Take a batch that was stored before."""
        self.reused = True
        self.finish(outcome)

    def read(self, store: Store) -> bool:
        """Take its tallies from the store; False where they are not there."""
        run = stored(store, self.scenario)
        if run is None or stored_tallies(store, run, layout(self.scenario)) is None:
            return False
        self.reuse(replace(load(store, run), scenario=self.scenario))
        return True

    def let_go(self) -> None:
        """Free the plays and what they add up to."""
        self.outcome = self.tallies = None

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None while unknown."""
        if self.done == self.scenario.plays:
            return 0.0
        return self.progress.left_s if self.progress else None


@dataclass(kw_only=True, eq=False)
class BatchJob(Job):
    """One batch, or two that are compared; or four, where bots of a second strength are asked to compare as well.

    The batches of a comparison are played side by side, those of the second strength after them: `stage` 0, then 1.
    """

    parts: tuple[JobBatch, ...]
    side: BatchSummary | None = None
    stage: int = 0
    together: Together | None = None  # of a comparison: what both batches of this stage and their pairs add up to
    summaries: tuple[Summary, ...] = ()
    _glance: "_Glance" = field(default_factory=lambda: _Glance())  # noqa: PLW0108 - declared below

    @property
    def compares(self) -> bool:
        """True if it is a comparison."""
        return len(self.parts) > 1

    @property
    def stages(self) -> int:
        """The number of bot strengths that play it."""
        return max(1, len(self.parts) // 2)

    @property
    def now(self) -> tuple[JobBatch, ...]:
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
        waits = [wait for part in self.now if (wait := part.left_s) is not None]
        return max(waits) if len(waits) == len(self.now) else None

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of its batches."""
        return frozenset(part.run for part in self.parts if part.run)

    def look(self) -> BatchSummary | Summary | None:
        """The figures of this stage's plays so far, or the final ones; None while there are none."""
        final = self.side, *self.summaries[self.stage :]
        return next((figures for figures in final if figures), None) or self._glance.at(self)

    def work(self, store: Store) -> None:
        """Play what is not stored yet, and store its findings for lists."""
        self._take_stored(store)
        for part in self.parts:
            if not part.outcome:
                check_changed(part.scenario.game, part.scenario.rules)
        if all(part.outcome for part in self.parts):
            self.cluster_at = None
        with self.cluster() as cluster:
            options = RunOptions(
                store, self.threads, compiling=self.compile, stop=self.stop, goes_on=True, cluster=cluster
            )
            for stage in range(self.stages):
                self._play_stage(stage, options)
        for finding in (self.side, *self.summaries):
            if finding:
                keep_finding(store, finding)

    def read(self, store: Store) -> bool:
        """Take its figures from the store, which takes a moment; False where they are not all there."""
        with store.session():
            if not all(part.read(store) for part in self.parts):
                return False
            pairs = [self.parts[at : at + 2] for at in range(0, len(self.parts), 2)] if self.compares else []
            summaries = [stored_pair(store, *pair) for pair in pairs]
        self.summaries = tuple(summary for summary in summaries if summary)
        if len(self.summaries) < len(pairs):
            return False
        if not pairs and self.parts[0].outcome:
            self.side = summarise_batch(self.parts[0].outcome)
        self.stage, self.phase = self.stages - 1, JobPhase.DONE
        self.let_go()
        return True

    def let_go(self) -> None:
        """Free the plays; the figures stay, and the store has the rest."""
        self.look()
        for part in self.parts:
            part.let_go()

    def _take_stored(self, store: Store) -> None:
        """Fill in the batches that are stored already, or say which unfinished runs they go on with."""
        parts = [part for part in self.parts if part.run is None]
        starts = find_starts([part.scenario for part in parts], RunOptions(store=store, stop=self.stop))
        for part, start in zip(parts, starts, strict=True):
            if start.outcome:
                part.reuse(start.outcome)
            else:
                part.run = start.run_id

    def _play_stage(self, stage: int, options: RunOptions) -> None:
        """Play the batches of one strength, and sum them up."""
        if stage:
            self.stage, self.together = stage, None
            self.title = f"{self.title}, once more by {bots_phrase(self.now[0].scenario.bots)}"
        self._warm_up(options)
        outcomes, together = play_together([part.start for part in self.now], options, self._watch)
        for part, outcome in zip(self.now, outcomes, strict=True):
            part.finish(outcome)
        self.phase = JobPhase.COUNTING
        if self.compares:
            compared = compared_as_played(outcomes[0], outcomes[1], options.store, together.pairs[0])
            self.summaries = (*self.summaries, summarise(compared))
        else:
            self.side = summarise_batch(outcomes[0])
        for part in self.now:
            part.let_go()

    def _warm_up(self, options: RunOptions) -> None:
        """Load or compile what the batches of this stage need, if this computer plays them."""
        missing = [make_batch(part.scenario) for part in self.now if not (part.outcome or options.cluster)]
        if missing:
            compile_ahead(missing[0], self.compares)
        if not make_ready(missing, options, self.compares):
            raise Stopped("stopped before it began")
        self.phase = JobPhase.PLAYING

    def _watch(self, together: Together) -> None:
        self.together = together.copy()


@dataclass
class _Glance:
    """The latest figures of a running job, counted again from time to time when there are more plays."""

    figures: BatchSummary | Summary | None = None
    of_stage: int = 0
    of_plays: int = 0
    next_at: float = 0.0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def at(self, job: BatchJob) -> BatchSummary | Summary | None:
        with self.guard:
            if job.stage != self.of_stage:
                self.figures, self.of_stage, self.of_plays, self.next_at = None, job.stage, 0, 0.0
            sums = job.together if job.compares else job.now[0].tallies
            plays = sums.plays if sums else 0
            is_due = time.monotonic() >= self.next_at and (job.ended or not job.stop.is_set())
            if sums and plays > self.of_plays and is_due:
                began = time.monotonic()
                self.figures, self.of_plays = _figures_so_far(job.now, sums), plays
                now = time.monotonic()
                self.next_at = now + max(LOOK_GAP_S, (now - began) * (1 / LOOK_SHARE - 1))
            return self.figures


def _figures_so_far(parts: Sequence[JobBatch], sums: Tallies | Together) -> BatchSummary | Summary:
    if isinstance(sums, Tallies):
        return summarise_watched(parts[0].scenario, sums)
    return watched_summary(parts[0].scenario, parts[1].scenario, sums)


def compare_key(base: Scenario, other: Scenario, also: Sequence[Scenario] = ()) -> JobKey:
    """The key of a comparison: equal keys give equal results."""
    return ("compare", *(_key(scenario) for scenario in (base, other, *also)))


def run_key(scenario: Scenario) -> JobKey:
    """The key of a single batch: equal keys give equal results."""
    return ("run", _key(scenario))


def _key(scenario: Scenario) -> JobKey:
    played = scenario.rules_hash, game_code_hash(scenario.game), scenario.bots, scenario.seed, scenario.retake
    return (scenario.name, scenario.title, scenario.goals, *played, scenario.plays)


def stored_pair(store: Store, base: JobBatch, other: JobBatch) -> Summary | None:
    """The comparison of two finished batches whose pairs are stored; None where they are not."""
    if not (base.outcome and other.outcome and base.run and other.run):
        return None
    runs = get_run(store, base.run), get_run(store, other.run)
    if stored_pairs(store, runs, (layout(base.scenario), layout(other.scenario))) is None:
        return None
    return summarise(compared_as_played(base.outcome, other.outcome, store))


def stored(store: Store, scenario: Scenario, status: Status = Status.DONE) -> Run | None:
    """The newest run of this batch with that status."""
    return find_run(store, request_of(scenario, {}), status) if store.path.exists() else None
