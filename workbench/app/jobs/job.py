"""Jobs: a study that is played in a thread, with results while it goes on, cancelling, and failures told in words.

What to play is a function of run options and a progress callback; the job knows nothing of any study.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum

from workbench.engine.batch import cores
from workbench.engine.notes import Progress, Waited
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import failure_in
from workbench.play.cluster import ClusterError, connected
from workbench.play.options import RunOptions, Stopped
from workbench.report.document import Report
from workbench.store import Store
from workbench.studies.progress import Follow, StudyProgress

log = logging.getLogger(__name__)

MOMENT_S = 1.0
"""Seconds of waiting for the store that nobody needs to hear of."""
PLAY_HERE = "To play on this computer instead, empty the address under Help, A cluster, and start it again."
EARLY = 0.02
"""The part of the work that must be done before time left is estimated."""
LOOK_SHARE = 0.2
"""The part of the time that watching a job may take, so that a big one is looked at less often."""
LOOK_GAP_S = 1.4
"""Seconds between two looks at least: a browser takes its time to draw the charts, on the cores that play."""
JobKey = tuple[object, ...]
"""Jobs with equal keys give equal results."""
PlayStudy = Callable[[RunOptions, Follow], object]
"""Plays a study, reports its progress, and returns its answer."""


class JobPhase(StrEnum):
    WAITING = "waiting"
    COMPILING = "compiling"
    LEARNING = "learning"
    PLAYING = "playing"
    COUNTING = "counting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


ENDED = (JobPhase.DONE, JobPhase.CANCELLED, JobPhase.FAILED)


class Paused(Exception):
    """The job goes on when somebody attempts it again."""


@dataclass(kw_only=True, eq=False)
class BackgroundWork(Progress):
    """Work in a thread, which can be stopped; the phase and the error say how it goes.

    `lesson` is the line of bots that learn before they play, and how much of that is done.
    """

    key: JobKey
    title: str
    stop: threading.Event = field(default_factory=threading.Event)
    phase: JobPhase = JobPhase.WAITING
    error: str = ""
    started: float | None = None
    lesson: tuple[str, float] = ("", 0.0)

    @property
    def ended(self) -> bool:
        """True if nothing more will happen to it."""
        return self.phase in ENDED

    def compiling(self) -> None:
        self.phase = JobPhase.COMPILING

    def learning(self, game: str, line: str, share: float) -> None:
        """Take the line. Raises `Stopped` once somebody has stopped it."""
        if self.stop.is_set():
            raise Stopped("stopped while bots learned")
        self.phase, self.lesson = JobPhase.LEARNING, (line, share)

    def cancel(self) -> None:
        """Stop it within about a second; one that waits has ended at once. What is finished stays stored."""
        self.stop.set()
        if self.phase is JobPhase.WAITING:
            self.phase = JobPhase.CANCELLED

    def attempt(self, work: Callable[[], None]) -> None:
        """Do the work in this thread; afterwards the phase and the error say how it ended."""
        try:
            if self.stop.is_set():
                raise Stopped("stopped before it began")
            self.started, self.phase = time.monotonic(), JobPhase.PLAYING
            work()
            self.phase = JobPhase.DONE
        except Paused:
            pass
        except Stopped:
            self.phase = JobPhase.CANCELLED
        except WorkbenchError as error:
            advice = f"\n{PLAY_HERE}" if isinstance(error, ClusterError) else ""
            self.error, self.phase = f"{error}{advice}", JobPhase.FAILED
        except Exception as error:  # a defect of ours: others go on, and the page says what happened
            log.exception("job %s failed", self.title)
            words = failure_in(error) or f"the workbench failed: {type(error).__name__}: {error}"
            self.error, self.phase = words, JobPhase.FAILED


@dataclass(frozen=True)
class Address:
    """Where a study is shown: a page and the values of its controls."""

    page: str
    choices: Mapping[str, object]


@dataclass(kw_only=True, eq=False)
class Job(BackgroundWork):
    """A study in the queue. `answer` is its result, once it is done; until then `advance` says how far it is.

    quick       over soon, so that it waits for none but its like
    is_patient  nobody waits for it: it begins, and goes on, only while there is no other job
    keeps       whether it plays batches: these stay stored when it is cancelled, and a cluster plays all but quick ones
    note        what is stored when it is cancelled, where that is something else
    is_stored   whether the store has the answer, so that no cluster is needed
    tell        the document of partial answers, where the study has one
    waits_for   who has the store that it waits for
    cluster_at  the address of the cluster that plays it; `players` says in words who plays there
    """

    place: Address
    ask: PlayStudy
    tell: Callable[[tuple[object, ...]], Report | None] = lambda partial: None
    is_stored: Callable[[Store], bool] = lambda store: False
    id: int = 0
    quick: bool = False
    is_patient: bool = False
    keeps: bool = True
    note: str = ""
    waits_for: str = ""
    cluster_at: str | None = None
    players: str = ""
    advance: StudyProgress | None = None
    answer: object = None
    _glance: "_Glance" = field(default_factory=lambda: _Glance())

    @property
    def lane(self) -> str:
        """The thread that works it off."""
        return "patient" if self.is_patient else "quick" if self.quick else "long"

    @property
    def done(self) -> int:
        """Plays that are finished, in all its contests."""
        return self.advance.done if self.advance else 0

    @property
    def plays(self) -> int:
        """The number of plays of all its contests; 0 while unknown."""
        return self.advance.plays if self.advance else 0

    @property
    def plays_per_s(self) -> float:
        """Plays a second of batches that are played side by side; 0 of contests."""
        return self.advance.plays_per_s if self.advance else 0.0

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None early on, when only cheap plays have run."""
        advance = self.advance
        return advance.left_s if advance and (advance.share > EARLY or advance.plays_per_s) else None

    @property
    def share(self) -> float:
        """The part of the work that is done, from 0 to 1; search plays weigh more than greedy ones."""
        if self.phase is JobPhase.LEARNING:
            return self.lesson[1]
        return min(1.0, max(0.0, self.advance.share)) if self.advance else 0.0

    @property
    def doing(self) -> str:
        """The title of the batch that plays now."""
        return self.advance.title if self.advance else ""

    @property
    def stage(self) -> int:
        """The number of the batch that plays now, counted from 1."""
        return self.advance.batch if self.advance else 1

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs behind its figures."""
        answers = *(self.advance.partial if self.advance else ()), self.answer
        return frozenset(run for answer in answers for run in getattr(answer, "runs", ()))

    def waiting(self, waited: Waited | None) -> None:
        """Note who holds the store that the job waits for, or that the wait is over."""
        self.waits_for = waited.holder if waited and waited.seconds > MOMENT_S else ""

    def look(self) -> Report | None:
        """The document of its partial answers, made anew from time to time; None while there are none."""
        return self._glance.at(self)

    def work(self, store: Store) -> None:
        """Play what is not stored yet. Raises `Stopped` when it is stopped, `Paused`, WorkbenchError in words."""
        store = replace(store, progress=self)
        if self.cluster_at and self.is_stored(store):
            self.cluster_at = None
        with nullcontext() if self.quick else connected(self.cluster_at) as cluster:
            self.players = cluster.words if cluster else ""
            options = RunOptions(store, cores(), self, self.stop, cluster=cluster)
            self.answer = self.ask(options, self._follow)

    def _follow(self, advance: StudyProgress) -> None:
        if advance.title_after and (self.advance is None or not self.advance.title_after):
            self.title += advance.title_after
        self.advance = advance
        self.phase = JobPhase.PLAYING if advance.done < advance.plays else JobPhase.COUNTING


@dataclass
class _Glance:
    """The latest document of a running job, made again from time to time when more is played."""

    report: Report | None = None
    of: StudyProgress | None = None
    next_at: float = 0.0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def at(self, job: Job) -> Report | None:
        with self.guard:
            advance = job.advance
            if self.of and advance and advance.batch != self.of.batch:
                self.report, self.next_at = None, 0.0
            is_due = time.monotonic() >= self.next_at and (job.ended or not job.stop.is_set())
            if advance and advance.partial and advance is not self.of and is_due:
                began = time.monotonic()
                self.report, self.of = job.tell(advance.partial), advance
                now = time.monotonic()
                self.next_at = now + max(LOOK_GAP_S, (now - began) * (1 / LOOK_SHARE - 1))
            return self.report
