"""The queue of background jobs.

One thread works the queue off, another one the quick jobs, which never wait for a long one, and a third one those that
nobody waits for, which give way to all others. A job can be read from any page at any time. Nothing here knows of
Streamlit.
"""

import atexit
import itertools
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from workbench.app.jobs.job import Address, Job, JobKey, JobPhase, PlayStudy
from workbench.bots.spec import learns, seat_bots
from workbench.bots.strength import strength_of
from workbench.conform.check import check_changed
from workbench.engine.batch import Batch
from workbench.engine.families import Family
from workbench.engine.game import Game
from workbench.engine.notes import Progress
from workbench.engine.parameters import complete
from workbench.engine.wording import listed
from workbench.play.ahead import prepare
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.play.outcome import Outcome
from workbench.report.document import Report
from workbench.report.summary import summarise_watched
from workbench.scenario import Scenario
from workbench.scenario.model import BOTS
from workbench.store import Store, StoreError, StoreLocked
from workbench.store.listing import UNDO_TIME, free
from workbench.store.runs import Run, has_unsaved_ends, mark_abandoned
from workbench.studies import compare, simulate
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.progress import Follow
from workbench.studies.simulate.question import SimulateQuestion
from workbench.studies.study import AnswerT, QuestionT, Study

log = logging.getLogger(__name__)

MOST_ENDED = 40
"""Finished jobs that are remembered, newest first; they hold figures, not plays."""
MOST_REPORTS = 8
"""Of these, answers to studies: their charts are drawn from the plays, so that each may hold 10 MB and more."""
GLANCE_S = 2.0
"""How long a page waits for a store that another process has open; a job waits longer."""
CLOSE_S = 5.0
"""How long the end of the server waits for the plays that are under way."""


class Jobs:
    """The queue of one workspace, and the threads that work it off.

    `cluster` tells the address of the cluster that jobs play on; None to play here.
    """

    def __init__(self, store: Store, cluster: Callable[[], str | None] = lambda: None) -> None:
        self.store, self.cluster = store, cluster
        self.glance = replace(store, wait_s=GLANCE_S)
        self._numbers = itertools.count(1)
        self._waiting: list[Job] = []
        self._all: dict[int, Job] = {}
        self._guard = threading.Condition()
        self._closed = False
        self._marked = False
        self._warmed: set[JobKey] = set()
        self._threads = [
            threading.Thread(target=self._work, args=[lane], name=f"workbench-jobs-{lane}", daemon=True)
            for lane in ("long", "quick", "patient")
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.close)

    # What can be asked for

    def simulate(self, scenario: Scenario) -> Job:
        """Play a batch and store it. A stored batch is reused; an unfinished one is resumed."""
        return self.play(simulate.STUDY, SimulateQuestion(scenario=scenario))

    def compare(self, base: Scenario, *others: Scenario) -> Job:
        """Play revisions on the same seed and compare them; what is stored already is not played again."""
        return self.play(compare.STUDY, CompareQuestion(scenario=base, others=others))

    def play(self, study: Study[QuestionT, AnswerT], question: QuestionT) -> Job:
        """Play what the page of results shows, and store it."""
        base, *others = question.revisions
        title = f"Comparing {listed(other.title for other in others)} with {base.title}" if others else base.title
        return self._enter(self._job(study, question, title if others else f"Playing {title}"))

    def learn(self, scenario: Scenario) -> Job:
        """Have bots teach themselves to play by a revision's rules, on this computer; they wait for no long job."""
        game = scenario.game

        def taught(options: RunOptions, follow: Follow) -> object:
            from workbench.bots.learning import evaluation_of  # loads what learning needs

            return evaluation_of(game, scenario.rules, options.progress)

        return self._enter(
            Job(
                key=self.lesson_key(scenario),
                title=f"Learning {game.title}",
                place=Address("results", {"game": game.name, "revision": scenario.revision}),
                ask=taught,
                keeps=False,
                quick=True,
                is_stored=lambda store: True,
            )
        )

    def find_strongest(self, game: Game) -> Job:
        """Find the strongest bots of a game, on this computer, while there is nothing else to do."""

        def strongest(options: RunOptions, follow: Follow) -> object:
            return strength_of(game, GivesWay(options.progress, partial(self._give_way, job)))

        job = Job(
            key=self.ladder_key(game),
            title=f"Finding stronger bots of {game.title}",
            place=Address("results", {"game": game.name}),
            ask=strongest,
            keeps=False,
            quick=True,
            is_patient=True,
            is_stored=lambda store: True,
        )
        return self._enter(job)

    def find_unasked(self, game: Game) -> bool:
        """Begin that where nobody has yet; whether it was begun."""
        if self.latest(self.ladder_key(game)) is not None:
            return False
        self.find_strongest(game)
        return True

    def ladder_key(self, game: Game) -> JobKey:
        """The key of a job that finds the strongest bots."""
        return ("strength", game.code_hash)

    def lesson(self, scenario: Scenario) -> Job:
        """The job in which bots learn a revision's rules, begun where there is none.

        One that was cancelled or failed is told once, and begun anew when asked again.
        """
        job = self.latest(self.lesson_key(scenario))
        if job is None or job.phase is JobPhase.DONE:
            return self.learn(scenario)
        if job.ended:
            with self._guard:
                self._all.pop(job.id, None)  # another tab may have told it at this moment
        return job

    def lesson_key(self, scenario: Scenario) -> JobKey:
        """The key of a job in which bots learn."""
        return ("learn", scenario.rules_hash, scenario.game.code_hash)

    def opened(self, study: Study[QuestionT, AnswerT], question: QuestionT) -> Job | None:
        """The finished job of an answer that is stored, which is read here and now; None where it is not all there."""
        answer = study.read(self.glance, question) if self.store.path.exists() else None
        if answer is None:
            return None
        job = self._job(study, question, f"Reading {question.scenario.title}")
        job.answer, job.phase = answer, JobPhase.DONE
        with self._guard:
            self._remember(job)
        return job

    def study(
        self,
        key: JobKey,
        title: str,
        place: Address,
        ask: PlayStudy,
        *,
        keeps: bool = True,
        quick: bool = False,
    ) -> Job:
        """Play a study, which is shown at `place`; contests that are stored already are not played again.

        `keeps` says whether what is finished stays stored when it is cancelled; a `quick` one waits for no long job.
        """
        return self._enter(Job(key=key, title=title, place=place, ask=ask, keeps=keeps, quick=quick))

    def warm_up(self, scenario: Scenario) -> None:
        """Load the compiled rules, or compile them, in the background, before they are needed on this computer."""
        kind = scenario.game.code_hash, set(scenario.bots) == {"random"}
        if kind not in self._warmed:
            self._warmed.add(kind)
            _begin_to_warm(lambda: _warm(scenario), scenario.name)

    def warm_up_family(self, family: Family) -> None:
        """The same for the games of a family, which share its code, while somebody chooses their rules."""
        kind = family.game.code_hash, False
        if kind not in self._warmed:
            self._warmed.add(kind)
            _begin_to_warm(lambda: _warm_family(family), family.game.name)

    # What can be looked at

    @property
    def active(self) -> list[Job]:
        """Jobs that wait or run, in the order of the queue: first the one that runs, last those nobody waits for."""
        with self._guard:
            waiting = [job for job in self._waiting if not job.ended]
            running = [job for job in self._all.values() if not job.ended and job not in waiting]
            return sorted([*running, *waiting], key=lambda job: job.is_patient)

    def ahead_of(self, job: Job) -> int:
        """How many jobs end before this one begins; 0 for the one that runs."""
        alike = [other for other in self.active if job.is_patient or other.lane == job.lane]
        return next((ahead for ahead, cell in enumerate(alike) if cell is job), 0)

    def run_first(self, job: Job) -> None:
        """Have a job that waits be the next one; the one that runs goes on."""
        with self._guard:
            if job in self._waiting:
                self._waiting.remove(job)
                self._waiting.insert(0, job)

    def get(self, job_id: int | None) -> Job | None:
        """The job with this number, if it is still remembered."""
        with self._guard:
            return None if job_id is None else self._all.get(job_id)

    def latest(self, key: JobKey) -> Job | None:
        """The newest job with this key."""
        with self._guard:
            return next((job for job in reversed(self._all.values()) if job.key == key), None)

    def mark_abandoned(self) -> list[Run]:
        """Mark the runs that a dead server left, once, and ours that failed because the store could not be written.

        Results that were deleted long ago go for good then. Nothing where there is no store yet. Raises StoreError
        only for the first.
        """
        if not self.store.path.exists():
            return []
        lost: list[Run] = []
        if not self._marked:
            with suppress(StoreLocked):  # once nobody else has it
                lost = mark_abandoned(self.glance)
                free(self.glance, datetime.now(UTC) - UNDO_TIME)
                self._marked = True
        elif has_unsaved_ends(self.store):
            with suppress(StoreError):
                lost = mark_abandoned(replace(self.store, wait_s=0.0))
        return lost

    def cancel(self, job: Job) -> None:
        """Stop a job; one that waits ends at once."""
        job.cancel()
        with self._guard:
            if job in self._waiting:
                self._waiting.remove(job)
                job.phase = JobPhase.CANCELLED
            self._guard.notify_all()

    def forget(self, run_id: str) -> None:
        """Forget the figures of a run that was deleted."""
        with self._guard:
            lost = [job.id for job in self._all.values() if job.ended and run_id in job.runs]
            for job_id in lost:
                del self._all[job_id]

    def close(self) -> None:
        """Stop everything; what is finished is stored. Called when the server ends, too."""
        for job in self.active:
            job.cancel()
        with self._guard:
            self._closed = True
            self._guard.notify_all()
        deadline = time.monotonic() + CLOSE_S
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    # How it is done

    def _job(self, study: Study[QuestionT, AnswerT], question: QuestionT, title: str) -> Job:
        place = Address(study.page, {"game": question.scenario.game.name, **study.address(question)})
        return Job(
            key=key_of(study, question),
            title=title,
            place=place,
            ask=partial(_play, study, question),
            tell=partial(study.answer_so_far, question),
            is_stored=lambda store: study.is_answered(store, question),
        )

    def _enter(self, job: Job) -> Job:
        with self._guard:
            self._remember(job)
            self._waiting.append(job)
            self._guard.notify_all()
        return job

    def _remember(self, job: Job) -> None:
        """Number the job, and forget the oldest that have ended."""
        job.id = next(self._numbers)
        self._all[job.id] = job
        ended = [job for job in self._all.values() if job.ended]
        reports = [job for job in ended if isinstance(job.answer, Report)]
        for old in {*ended[:-MOST_ENDED], *reports[:-MOST_REPORTS]}:
            del self._all[old.id]

    def _work(self, lane: str) -> None:
        while (job := self._next(lane)) is not None:
            job.cluster_at = self.cluster()
            job.attempt(partial(job.work, self.store))
            with self._guard:
                self._guard.notify_all()

    def _give_way(self, job: Job) -> None:
        """Wait until there is no other job."""
        with self._guard:
            if not self._is_alone(job):
                job.phase = JobPhase.WAITING
                self._guard.wait_for(lambda: self._is_alone(job) or self._closed or job.stop.is_set())

    def _is_alone(self, job: Job) -> bool:
        return all(other is job or other.is_patient for other in self.active)

    def _next(self, lane: str) -> Job | None:
        """The next job of this kind, once there is one; None after the end of the server."""

        def first() -> Job | None:
            job = next((job for job in self._waiting if job.lane == lane), None)
            return job if job and (not job.is_patient or self._is_alone(job)) else None

        with self._guard:
            self._guard.wait_for(lambda: first() or self._closed)
            if job := first():
                self._waiting.remove(job)
            return job


class GivesWay(Progress):
    """Progress that waits, whenever it hears of work, until that may go on."""

    def __init__(self, outer: Progress, wait: Callable[[], None]) -> None:
        super().__init__(outer)
        self.wait = wait

    def learning(self, game: str, line: str, share: float) -> None:
        self.wait()
        super().learning(game, line, share)


def has_to_learn(scenario: Scenario) -> bool:
    """True if some of its bots would learn before they play."""
    if not learns(scenario.bots):
        return False
    from workbench.bots.learning import stored_evaluation  # loads what learning needs

    return stored_evaluation(scenario.game, complete(scenario.game.parameters, scenario.rules)) is None


def key_of(study: Study[QuestionT, AnswerT], question: QuestionT) -> JobKey:
    """The key of a job that plays batches: equal keys give equal results."""
    return (study.name, *map(_key, question.batches), *question.ends_early)


def _key(scenario: Scenario) -> JobKey:
    played = scenario.rules_hash, scenario.game.code_hash, scenario.bots, scenario.seed, scenario.retake
    return (scenario.name, scenario.title, scenario.goals, *played, scenario.plays)


def _play(study: Study[QuestionT, AnswerT], question: QuestionT, options: RunOptions, follow: Follow) -> object:
    """Play it, once its code is checked; what is stored of it is not played again."""
    for scenario in question.revisions:
        check_changed(scenario.game, scenario.rules)
    return study.measure(question, replace(options, goes_on=True), follow)


def _begin_to_warm(warm: Callable[[], None], name: str) -> None:
    """Load or compile on a thread of its own; whoever needs what failed will meet the same failure, and tell it."""

    def quietly() -> None:
        try:
            warm()
        except Exception:
            log.exception("warming up %s", name)

    threading.Thread(target=quietly, name="workbench-warm", daemon=True).start()


def _warm_family(family: Family) -> None:
    players = int(family.game.compile_rules({}).players)
    prepare(Batch(family.game, {}, seat_bots(family.game, BOTS, players), 0), BOTS)


def _warm(scenario: Scenario) -> None:
    """Bots that learn are left to a job, which says how far they are."""
    if learns(scenario.bots):
        return
    batch = make_batch(scenario)
    prepare(batch, scenario.bots)
    few = Outcome(scenario, batch.play(0, 2), "", 0.0)
    summarise_watched(scenario, few.tallies)  # loads the parts of SciPy that intervals need
