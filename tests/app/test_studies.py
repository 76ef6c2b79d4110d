"""Studies in the queue: followed contest by contest, stopped, told when they fail, remembered."""

import threading

import numpy as np
import pytest

from tests.app.waiting import ended, until
from workbench.app.jobs.job import Address, JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.engine.problems import BadInput
from workbench.play.options import RunOptions, Stopped
from workbench.scenario import Scenario
from workbench.studies.contest import Contest
from workbench.studies.progress import Follow, StudyProgress

PLACE = Address("ladder", {"game": "hitmakers", "top": "50"})
KEY = ("ladder", "one")


def contest(run: str) -> Contest:
    return Contest("greedy", "random", np.array([[1], [2]], dtype=np.uint16), (run,))


def advance(
    done: int, share: float = 0.5, contests: tuple[Contest, ...] = (), left_s: float | None = 3.0
) -> StudyProgress:
    return StudyProgress("greedy among random", 1, 2, done, 40, share, 1.0, left_s, contests)


class Steps:
    """A study that goes on when it is told to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.told = threading.Event()

    def ask(self, options: RunOptions, follow: Follow) -> str:
        follow(advance(0, 0.001))
        follow(advance(10, contests=(contest("run-1"),)))
        self.told.set()
        self.go.wait(20)
        if options.stop.is_set():
            raise Stopped("stopped")
        follow(advance(40, 1.0, (contest("run-1"), contest("run-2"))))
        return "found"


def test_a_study_is_followed_contest_by_contest_and_remembered(jobs: Jobs) -> None:
    steps = Steps()
    job = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    assert steps.told.wait(20)
    assert (job.phase, job.done, job.plays, job.share, job.left_s) == (JobPhase.PLAYING, 10, 40, 0.5, 3.0)
    assert job.doing == "greedy among random"
    assert job.runs == {"run-1"}
    assert job.answer is None
    steps.go.set()
    assert ended(job).phase is JobPhase.DONE
    assert job.answer == "found"
    assert jobs.latest(KEY) is job


def test_a_study_is_stopped_and_keeps_what_it_told(jobs: Jobs) -> None:
    steps = Steps()
    job = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    assert steps.told.wait(20)
    job.cancel()
    steps.go.set()
    assert ended(job).phase is JobPhase.CANCELLED
    assert job.answer is None
    assert job.advance is not None
    assert len(job.advance.partial) == 1


def test_nobody_says_how_long_it_takes_before_the_dear_plays_began(jobs: Jobs) -> None:
    def ask(options: RunOptions, follow: Follow) -> None:
        follow(advance(1, 0.001, left_s=20_000.0))

    assert ended(jobs.study(KEY, "Skill ladder", PLACE, ask)).left_s is None


def test_compiling_is_told(jobs: Jobs) -> None:
    phases: list[JobPhase] = []

    def ask(options: RunOptions, follow: Follow) -> None:
        options.progress.compiling()
        phases.append(job.phase)
        follow(advance(1))
        phases.append(job.phase)
        follow(advance(40))
        phases.append(job.phase)

    entered = threading.Event()

    def measure(options: RunOptions, follow: Follow) -> None:
        entered.wait(20)
        ask(options, follow)

    job = jobs.study(KEY, "Skill ladder", PLACE, measure)
    entered.set()
    ended(job)
    assert phases == [JobPhase.COMPILING, JobPhase.PLAYING, JobPhase.COUNTING]


def test_a_study_uses_the_queues_store_and_threads(jobs: Jobs) -> None:
    seen: list[RunOptions] = []
    job = jobs.study(KEY, "Skill ladder", PLACE, lambda session, follow: seen.append(session), threads=1)
    ended(job)
    assert (seen[0].store, seen[0].jobs, seen[0].stop) == (jobs.store, 1, job.stop)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (BadInput.one("players", "must be at least 2", 1), "players = 1: must be at least 2"),
        (ZeroDivisionError("by nothing"), "the workbench failed: ZeroDivisionError: by nothing"),
    ],
)
def test_a_failure_is_told_and_the_queue_goes_on(jobs: Jobs, error: Exception, told: str) -> None:
    def ask(options: RunOptions, follow: Follow) -> None:
        raise error

    job = ended(jobs.study(KEY, "Skill ladder", PLACE, ask))
    assert (job.phase, job.error) == (JobPhase.FAILED, told)
    assert ended(jobs.study(KEY, "Skill ladder", PLACE, lambda session, follow: 1)).answer == 1


def test_studies_and_batches_wait_in_one_queue(jobs: Jobs, pair: tuple[Scenario, Scenario]) -> None:
    steps = Steps()
    study = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    batch = jobs.simulate(pair[0])
    assert steps.told.wait(20)
    assert batch.phase is JobPhase.WAITING
    assert jobs.active == [study, batch]
    steps.go.set()
    assert ended(batch).phase is JobPhase.DONE
    assert jobs.latest(batch.key) is batch


def test_a_quick_look_never_waits_behind_a_long_job(jobs: Jobs) -> None:
    steps = Steps()
    long = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    waits = jobs.study((*KEY, "next"), "Skill ladder", PLACE, lambda options, follow: 1)
    quick = jobs.study((*KEY, "quick"), "Skill ladder", PLACE, lambda options, follow: 2, quick=True)
    assert ended(quick).answer == 2
    assert (long.ended, waits.phase, jobs.ahead_of(waits)) == (False, JobPhase.WAITING, 1)
    steps.go.set()
    assert ended(waits).answer == 1


def test_a_deleted_run_takes_the_study_along_that_rests_on_it(jobs: Jobs) -> None:
    steps = Steps()
    steps.go.set()
    job = ended(jobs.study(KEY, "Skill ladder", PLACE, steps.ask))
    jobs.forget("run-3")
    assert jobs.get(job.id) is job
    jobs.forget("run-2")
    assert jobs.get(job.id) is None


def test_closing_stops_a_study(jobs: Jobs) -> None:
    def ask(options: RunOptions, follow: Follow) -> None:
        until(options.stop.is_set)
        raise Stopped("stopped")

    job = jobs.study(KEY, "Skill ladder", PLACE, ask)
    until(lambda: job.phase is JobPhase.PLAYING)
    jobs.close()
    assert job.phase is JobPhase.CANCELLED
