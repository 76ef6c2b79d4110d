"""Long work: batches and comparisons that go on by themselves, whoever looks.

A job waits in one queue, is worked off by one thread, and can be looked at from any page at any time. Nothing here
knows of Streamlit. The batches of a comparison are played side by side, so that their difference can be watched from
the first chunk on.
"""

import atexit
import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from workbench.engine.batch import cores, game_code_hash
from workbench.engine.measures import Results
from workbench.engine.problems import WorkbenchError
from workbench.store import Run, RunRequest, Status, Store, find_run, mark_abandoned
from workbench.study.compare import compare
from workbench.study.report.summary import Side, Summary, side_of, summarise, watched_side, watched_summary
from workbench.study.scenario import Scenario
from workbench.study.simulate import Outcome, Progress, Session, Stopped, batch_of, load, request_of, resume, simulate

log = logging.getLogger(__name__)

LOOK_SHARE = 0.2
"""The part of the time that watching a job may take, so that a big batch is looked at less often."""
LOOK_GAP_S = 1.4
"""Seconds between two looks at least: a browser takes its time to draw the charts, on the cores that play."""
KEPT_JOBS = 40
"""Finished jobs that are remembered, newest first; they hold figures, not plays."""
GLANCE_S = 2.0
"""How long a page waits for a store that another process has open; a job waits longer."""
CLOSE_S = 5.0
"""How long the end of the server waits for the plays that are under way."""
UNFINISHED = (Status.CANCELLED, Status.INTERRUPTED, Status.FAILED)


class Phase(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    COMPILING = "compiling"
    PLAYING = "playing"
    COUNTING = "counting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


ENDED = (Phase.DONE, Phase.CANCELLED, Phase.FAILED)
Key = tuple[Any, ...]


@dataclass
class Part:
    """One batch of a job: `done` plays are finished, in this session or before.

    `results` are those plays, until the job has ended; `reused` says that all of them were stored before.
    """

    scenario: Scenario
    run: str | None = None
    progress: Progress | None = None
    results: Results | None = None
    outcome: Outcome | None = None
    reused: bool = False
    done: int = 0

    def watch(self, progress: Progress, results: Results) -> None:
        """What `simulate` calls after each chunk."""
        self.results, self.done = results, len(results)
        self.progress = progress

    def finish(self, outcome: Outcome) -> None:
        """Take the finished batch."""
        self.outcome, self.run = outcome, outcome.run
        self.results, self.done = outcome.results, len(outcome.results)

    @property
    def left_s(self) -> float | None:
        """Seconds to its end; None while nobody can tell."""
        if self.done == self.scenario.plays:
            return 0.0
        return self.progress.left_s if self.progress else None


@dataclass
class Job:
    """One batch, or two that are compared."""

    id: int
    key: Key
    title: str
    parts: tuple[Part, ...]
    threads: int
    stop: threading.Event = field(default_factory=threading.Event)
    phase: Phase = Phase.WAITING
    error: str = ""
    started: float | None = None
    side: Side | None = None
    summary: Summary | None = None
    _look: "_Look" = field(default_factory=lambda: _Look())  # noqa: PLW0108 - declared below

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.phase in ENDED

    @property
    def compares(self) -> bool:
        """Whether it is a comparison."""
        return len(self.parts) > 1

    @property
    def plays(self) -> int:
        """Plays that it consists of."""
        return sum(part.scenario.plays for part in self.parts)

    @property
    def done(self) -> int:
        """Plays that are finished."""
        return sum(part.done for part in self.parts)

    @property
    def plays_per_s(self) -> float:
        """The rate of all its batches together."""
        return sum(part.progress.plays_per_s for part in self.parts if part.progress)

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate; None while there is none."""
        waits = [part.left_s for part in self.parts]
        known = [wait for wait in waits if wait is not None]
        return max(known) if len(known) == len(waits) else None

    def cancel(self) -> None:
        """Ask it to stop after the chunk that is being played; what is finished stays stored."""
        self.stop.set()

    def look(self) -> Side | Summary | None:
        """The figures of the plays so far, or the final ones; None while there is nothing to show."""
        final = self.summary or self.side
        return final or self._look.at(self)


@dataclass
class _Look:
    """The figures last shown of a running job; they are counted again when there is more, but not all the time."""

    shown: Side | Summary | None = None
    of_plays: int = 0
    next_at: float = 0.0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def at(self, job: Job) -> Side | Summary | None:
        with self.guard:
            parts = [(part.scenario, part.results) for part in job.parts]
            common = min(0 if results is None else len(results) for _, results in parts)
            if common > self.of_plays and time.monotonic() >= self.next_at:
                began = time.monotonic()
                self.shown, self.of_plays = _figures_so_far(parts), common
                now = time.monotonic()
                self.next_at = now + max(LOOK_GAP_S, (now - began) * (1 / LOOK_SHARE - 1))
            return self.shown


def _figures_so_far(parts: list[tuple[Scenario, Results | None]]) -> Side | Summary:
    ready = [(scenario, results) for scenario, results in parts if results is not None]
    if len(ready) == 1:
        return watched_side(*ready[0])
    return watched_summary(*ready[0], *ready[1])


class Jobs:
    """The queue of one workspace, and the thread that works it off."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._glance = replace(store, wait_s=GLANCE_S)
        self._numbers = itertools.count(1)
        self._waiting: queue.Queue[tuple[Job, Callable[[Job], None]] | None] = queue.Queue()
        self._all: dict[int, Job] = {}
        self._guard = threading.Lock()
        self._marked = False
        self._warmed: set[Key] = set()
        self._thread = threading.Thread(target=self._work, name="workbench-jobs", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    # What can be asked for

    def simulate(self, scenario: Scenario, threads: int | None = None) -> Job:
        """Play a batch and store it; one that is stored is taken as it is, one that was broken off goes on."""
        title = f"Playing {scenario.revision}"
        return self._enter(run_key(scenario), title, [Part(scenario)], threads, self._play_one)

    def resume(self, scenario: Scenario, run_id: str, threads: int | None = None) -> Job:
        """Go on with a stored batch of this scenario."""
        title = f"Going on with {scenario.revision}"
        return self._enter(run_key(scenario), title, [Part(scenario, run=run_id)], threads, self._play_one)

    def compare(self, base: Scenario, other: Scenario, threads: int | None = None) -> Job:
        """Play two revisions on the same seed and compare them; what is stored already is not played again."""
        title = f"Comparing {other.revision} with {base.revision}"
        parts = [Part(base), Part(other)]
        return self._enter(compare_key(base, other), title, parts, threads, self._play_both)

    def warm_up(self, scenario: Scenario) -> None:
        """Load the compiled rules, or compile them, in the background, before they are needed."""
        kind = game_code_hash(scenario.game), set(scenario.bots) == {"random"}
        if kind not in self._warmed:
            self._warmed.add(kind)
            threading.Thread(target=_warm_quietly, args=[scenario], name="workbench-warm", daemon=True).start()

    # What can be looked at

    @property
    def active(self) -> list[Job]:
        """Jobs that wait or run, in the order of the queue."""
        with self._guard:
            return [job for job in self._all.values() if not job.ended]

    def get(self, job_id: int | None) -> Job | None:
        """The job with this number, if it is still remembered."""
        with self._guard:
            return None if job_id is None else self._all.get(job_id)

    def latest(self, key: Key) -> Job | None:
        """The newest job with this key."""
        with self._guard:
            return next((job for job in reversed(self._all.values()) if job.key == key), None)

    def is_stored(self, *scenarios: Scenario) -> bool:
        """Whether all these batches lie in the store, finished."""
        return all(self._stored(self._glance, scenario) for scenario in scenarios)

    def mark_abandoned(self) -> list[Run]:
        """Mark the runs that a dead server left, once; nothing where there is no store yet."""
        if self._marked or not self.store.path.exists():
            return []
        lost = mark_abandoned(self._glance)
        self._marked = True
        return lost

    def forget(self, run_id: str) -> None:
        """Remember no figures of this run: it is deleted."""
        with self._guard:
            lost = [job.id for job in self._all.values() if job.ended and run_id in [part.run for part in job.parts]]
            for job_id in lost:
                del self._all[job_id]

    def close(self) -> None:
        """Stop everything; what is finished is stored. Called when the server ends, too."""
        for job in self.active:
            job.cancel()
        self._waiting.put(None)
        self._thread.join(CLOSE_S)

    # How it is done

    def _enter(
        self, key: Key, title: str, parts: Sequence[Part], threads: int | None, do: Callable[[Job], None]
    ) -> Job:
        job = Job(next(self._numbers), key, title, tuple(parts), threads or cores())
        with self._guard:
            self._all[job.id] = job
            self._forget_old()
        self._waiting.put((job, do))
        return job

    def _forget_old(self) -> None:
        ended = [job.id for job in self._all.values() if job.ended]
        for job_id in ended[:-KEPT_JOBS]:
            del self._all[job_id]

    def _work(self) -> None:
        while (given := self._waiting.get()) is not None:
            self._do(*given)

    def _do(self, job: Job, do: Callable[[Job], None]) -> None:
        try:
            self._begin(job)
            do(job)
            job.phase = Phase.DONE
        except Stopped:
            job.phase = Phase.CANCELLED
        except WorkbenchError as error:
            job.error, job.phase = str(error), Phase.FAILED
        except Exception as error:  # a defect of ours: the queue goes on, and the page says what happened
            log.exception("job %s failed", job.title)
            job.error, job.phase = f"the workbench failed: {type(error).__name__}: {error}", Phase.FAILED
        finally:
            _drop_plays(job)

    def _begin(self, job: Job) -> None:
        if job.stop.is_set():
            raise Stopped("stopped before it began")
        job.started = time.monotonic()
        job.phase = Phase.PLAYING
        with self.store.session():
            for part in job.parts:
                self._take_stored(part)
        missing = [batch_of(part.scenario) for part in job.parts if part.outcome is None]
        if not all(batch.kernel.is_warm for batch in missing):
            job.phase = Phase.COMPILING
        for batch in missing:
            batch.warm_up()
        job.phase = Phase.PLAYING

    def _play_one(self, job: Job) -> None:
        part = job.parts[0]
        if part.outcome is None:
            self._play(job, part, job.threads)
        assert part.outcome is not None
        job.phase = Phase.COUNTING
        job.side = side_of(part.outcome)

    def _play_both(self, job: Job) -> None:
        missing = [part for part in job.parts if part.outcome is None]
        threads = max(1, job.threads // max(1, len(missing)))
        with ThreadPoolExecutor(len(job.parts)) as pool:
            played = [pool.submit(self._play, job, part, threads) for part in missing]
        _raise_first([future.exception() for future in played])
        job.phase = Phase.COUNTING
        base, other = (part.outcome for part in job.parts)
        assert base is not None
        assert other is not None
        job.summary = summarise(compare(base, other))

    def _take_stored(self, part: Part) -> None:
        """Fill in a batch that is stored already, or say which unfinished run it goes on with."""
        run = None if part.run else self._stored(self.store, part.scenario)
        if run:
            part.reused = True
            part.finish(replace(load(self.store, run), scenario=part.scenario))
        elif part.run is None:
            unfinished = (self._stored(self.store, part.scenario, status) for status in UNFINISHED)
            part.run = next((found.id for found in unfinished if found), None)

    @staticmethod
    def _stored(store: Store, scenario: Scenario, status: Status = Status.DONE) -> Run | None:
        return find_run(store, _request(scenario), status) if store.path.exists() else None

    def _play(self, job: Job, part: Part, threads: int) -> None:
        session = Session(store=self.store, jobs=threads, watch=part.watch, stop=job.stop)
        try:
            outcome = resume(self.store, part.run, session) if part.run else simulate(part.scenario, session)
        except BaseException:
            job.stop.set()  # one batch of a comparison is of no use without the other
            raise
        part.finish(replace(outcome, scenario=part.scenario))  # a run knows no goals


def _warm_quietly(scenario: Scenario) -> None:
    try:
        outcome = Outcome(scenario, batch_of(scenario).play(0, 2), "", 0.0)
        watched_side(scenario, outcome.results)  # loads the parts of SciPy that intervals need
    except Exception:  # whoever needs it will meet the same failure, and tell it
        log.exception("warming up %s", scenario.name)


def compare_key(base: Scenario, other: Scenario) -> Key:
    """What two comparisons have in common that say the same."""
    return ("compare", _key(base), _key(other))


def run_key(scenario: Scenario) -> Key:
    """What two jobs have in common that play the same batch."""
    return ("run", _key(scenario))


def _key(scenario: Scenario) -> Key:
    played = scenario.rules_hash, game_code_hash(scenario.game), scenario.bots, scenario.seed, scenario.plays
    return (scenario.name, scenario.title, scenario.goals, *played)


def _request(scenario: Scenario) -> RunRequest:
    return request_of(scenario, {})


def _raise_first(errors: Sequence[BaseException | None]) -> None:
    """Raise what went wrong, rather than that the other batch was stopped because of it."""
    found = sorted((error for error in errors if error), key=lambda error: isinstance(error, Stopped))
    if found:
        raise found[0]


def _drop_plays(job: Job) -> None:
    """Let go of the plays; the figures stay, and the store has the rest."""
    job.look()
    for part in job.parts:
        part.outcome = part.results = None
