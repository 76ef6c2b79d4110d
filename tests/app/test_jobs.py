"""The queue: jobs go on by themselves, can be watched and cancelled, and say in words what went wrong."""

import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.app.waiting import cancelled_early, ended, until
from tests.support.locked import held
from tests.support.processor import patience
from tests.support.scenarios import scenario
from workbench.app.jobs import job as job_module
from workbench.app.jobs import queue
from workbench.app.jobs.job import Address, Job, JobPhase
from workbench.app.jobs.queue import Jobs, key_of
from workbench.engine.batch import Batch
from workbench.engine.notes import Progress
from workbench.engine.problems import BadInput
from workbench.play import ahead, batches
from workbench.play.batches import simulate
from workbench.play.comparisons import compare
from workbench.play.forms import request_of
from workbench.play.options import RunOptions, Stopped
from workbench.report.document import Report
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.history import findings
from workbench.store.runs import Status, create_run, end_run, runs
from workbench.studies import compare as compare_study
from workbench.studies import simulate as simulate_study
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.contest import Contest
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.simulate.measure import BatchAnswer
from workbench.studies.simulate.question import SimulateQuestion

Pair = tuple[Scenario, Scenario]
MANY = 3_000_000
"""More plays than any test waits for."""


def compared(job: Job) -> CompareAnswer:
    assert isinstance(job.answer, CompareAnswer)
    return job.answer


def digest_of(job: Job) -> str:
    assert isinstance(job.answer, BatchAnswer)
    return job.answer.outcome.digest


def with_second(pair: Pair, plays: int) -> CompareQuestion:
    """The comparison of the two, by bots of a second strength as well."""
    return CompareQuestion(scenario=pair[0], others=pair[1:], also_bots=("random",), also_plays=plays)


def of_pair(pair: Pair) -> CompareQuestion:
    """The comparison of the two."""
    return CompareQuestion(scenario=pair[0], others=pair[1:])


def test_a_batch_is_played_stored_and_told(jobs: Jobs, pair: Pair) -> None:
    job = ended(jobs.simulate(pair[1]))
    assert (job.phase, job.done, job.error) == (JobPhase.DONE, pair[1].plays, "")
    assert digest_of(job) == simulate(pair[1]).digest
    assert [run.status for run in runs(jobs.store)] == [Status.DONE]


def test_a_comparison_says_what_the_command_says(jobs: Jobs, pair: Pair) -> None:
    job = ended(jobs.compare(*pair))
    expected = compare(simulate(pair[0]), simulate(pair[1]))
    (comparison,) = compared(job).summaries
    assert comparison.contrasts == (*expected.contrasts.values(),)


def test_bots_of_a_second_strength_are_asked_afterwards(jobs: Jobs, pair: Pair) -> None:
    question = with_second(pair, 700)
    job = ended(jobs.play(compare_study.STUDY, question))
    assert (job.phase, job.stage) == (JobPhase.DONE, 2)
    (first,), (second,) = compared(job).summaries, compared(job).second
    assert (first.base.plays, second.base.plays) == (pair[0].plays, 700)
    alone = compare(*map(simulate, question.once_more))
    assert second.contrasts == (*alone.contrasts.values(),)
    assert (job.plays, job.done) == (1_400, 1_400)
    assert job.title.endswith("once more by random bots")
    assert len(job.runs) == 4


def test_the_first_verdict_is_there_while_the_second_bots_play(jobs: Jobs, pair: Pair) -> None:
    job = jobs.play(compare_study.STUDY, with_second(pair, MANY))
    until(lambda: job.stage == 2 and job.look())
    report = job.look()
    assert isinstance(report, Report) and "random bots" in report.played
    first = jobs.opened(compare_study.STUDY, of_pair(pair))
    assert first is not None and not compared(first).summaries[0].watched
    assert job.plays == 2 * MANY
    job.cancel()
    assert ended(job).phase is JobPhase.CANCELLED
    assert job.answer is None


def test_a_second_strength_takes_what_is_stored(jobs: Jobs, pair: Pair) -> None:
    first = ended(jobs.compare(*pair))
    question = with_second(pair, pair[0].plays)
    job = ended(jobs.play(compare_study.STUDY, question))
    assert [compared(job).summaries[0].base.before, compared(job).second[0].base.before] == [pair[0].plays, 0]
    assert compared(job).summaries[0].contrasts == compared(first).summaries[0].contrasts
    assert job.key != first.key
    assert jobs.latest(key_of(compare_study.STUDY, question)) is job


def test_what_is_stored_is_read_at_once_and_nothing_else_is(jobs: Jobs, pair: Pair) -> None:
    assert jobs.opened(simulate_study.STUDY, SimulateQuestion(scenario=pair[1])) is None
    played = ended(jobs.compare(*pair))
    both, alone = of_pair(pair), SimulateQuestion(scenario=pair[1])
    read, single = jobs.opened(compare_study.STUDY, both), jobs.opened(simulate_study.STUDY, alone)
    assert read is not None and read.phase is JobPhase.DONE and read.runs == played.runs
    assert compared(read).summaries[0].contrasts == compared(played).summaries[0].contrasts
    assert single is not None and digest_of(single) == simulate(pair[1]).digest
    assert jobs.opened(compare_study.STUDY, with_second(pair, 700)) is None


def test_a_running_job_shows_progress_and_figures_so_far(jobs: Jobs, pair: Pair) -> None:
    job = jobs.compare(*(replace(scenario, plays=MANY) for scenario in pair))
    until(lambda: job.look() is not None and job.left_s is not None)
    report = job.look()
    assert isinstance(report, Report) and report.headline.startswith("So far")
    assert 0 < report.plays <= job.done
    assert job.plays_per_s > 0
    assert 0 < job.done < job.plays == 2 * MANY
    job.cancel()
    assert ended(job).phase is JobPhase.CANCELLED


def test_a_cancelled_batch_keeps_its_plays_and_goes_on_from_there(jobs: Jobs, pair: Pair) -> None:
    job = cancelled_early(lambda: jobs.simulate(pair[0]), jobs.store, plays=400)
    assert job.phase is JobPhase.CANCELLED
    [stored] = runs(jobs.store)
    assert (stored.status, stored.done) == (Status.CANCELLED, job.done)
    assert 0 < job.done < pair[0].plays
    again = ended(jobs.simulate(pair[0]))
    [stored] = runs(jobs.store)
    assert stored.status is Status.DONE
    assert digest_of(again) == simulate(pair[0]).digest


def cancelled(job: Job) -> bool:
    """Whether the job ends when it is cancelled; what it does would take far longer than is waited."""
    job.cancel()
    return ended(job).phase is JobPhase.CANCELLED


def test_bots_that_search_for_long_stop_at_once(jobs: Jobs, pair: Pair) -> None:
    slow = replace(pair[0], bots=("ismcts:100000",) * 3, plays=50)
    job = jobs.simulate(slow)
    until(lambda: job.phase is JobPhase.PLAYING)
    assert cancelled(job)
    assert [run.status for run in runs(jobs.store)] in ([], [Status.CANCELLED])


def test_a_compilation_is_not_waited_for(jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(Batch, "_warm_up", lambda self: compiled.wait(1_000))
    for job in (jobs.simulate(pair[0]), jobs.compare(*pair)):
        until(lambda job=job: job.started is not None)
        assert cancelled(job)
    compiled.set()


def test_loops_that_are_compiled_after_the_rules_are_told_and_not_waited_for(
    jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: compiled.is_set())
    monkeypatch.setattr(ahead, "compile_tallies", lambda game, pairs: compiled.wait(1_000))
    monkeypatch.setattr(batches, "compile_ahead", lambda batch, pairs: None)
    for job in (jobs.simulate(pair[0]), jobs.compare(*pair)):
        until(lambda job=job: job.phase is JobPhase.COMPILING)
        assert cancelled(job)
    compiled.set()


def test_a_job_that_waits_for_another_is_cancelled_at_once(jobs: Jobs, pair: Pair) -> None:
    first = jobs.simulate(replace(pair[0], plays=MANY))
    waiting = jobs.simulate(pair[1])
    until(lambda: first.done)
    waiting.cancel()
    assert waiting.phase is JobPhase.CANCELLED
    assert cancelled(first)
    assert ended(jobs.simulate(pair[1])).phase is JobPhase.DONE


def test_what_is_stored_is_not_played_again(jobs: Jobs, pair: Pair) -> None:
    ended(jobs.simulate(pair[0]))
    assert not compare_study.STUDY.is_answered(jobs.glance, of_pair(pair))
    job = ended(jobs.compare(*pair))
    (comparison,) = compared(job).summaries
    assert [comparison.base.before, comparison.other.before] == [pair[0].plays, 0]
    assert compare_study.STUDY.is_answered(jobs.glance, of_pair(pair))
    assert len(runs(jobs.store)) == 2


def test_a_stored_batch_is_told_with_the_goals_of_now(jobs: Jobs, pair: Pair) -> None:
    ended(jobs.simulate(pair[1]))
    job = ended(jobs.simulate(pair[1]))
    assert isinstance(job.answer, BatchAnswer) and job.answer.outcome.before == pair[1].plays
    assert [checked.goal for checked in job.answer.summary.goals] == list(pair[1].goals)


def test_jobs_wait_for_each_other_and_are_found_again(jobs: Jobs, pair: Pair) -> None:
    first = jobs.simulate(replace(pair[0], plays=MANY))
    second = jobs.compare(*pair)
    assert second.phase is JobPhase.WAITING
    assert jobs.active == [first, second]
    assert jobs.get(second.id) is second
    assert jobs.latest(key_of(compare_study.STUDY, of_pair(pair))) is second
    first.cancel()
    assert ended(second).phase is JobPhase.DONE
    assert jobs.active == []


def test_a_job_that_waits_can_be_put_first(jobs: Jobs, pair: Pair) -> None:
    long = jobs.simulate(replace(pair[0], plays=MANY))
    until(lambda: long.phase is not JobPhase.WAITING)
    one, two, three = (jobs.simulate(replace(pair[0], seed=seed)) for seed in (11, 12, 13))
    assert [jobs.ahead_of(job) for job in (long, one, two, three)] == [0, 1, 2, 3]
    jobs.run_first(three)
    assert jobs.active == [long, three, one, two]
    jobs.cancel(two)
    assert two.phase is JobPhase.CANCELLED
    assert jobs.active == [long, three, one]
    jobs.cancel(long)
    for job in (long, three, one):
        ended(job)
    assert three.started and one.started and three.started < one.started
    assert two.started is None


def test_what_was_found_is_kept_for_lists(jobs: Jobs, pair: Pair) -> None:
    ended(jobs.compare(*pair))
    ended(jobs.simulate(pair[1]))
    alone, compared = findings(jobs.store)
    assert (alone.revision, alone.base) == (pair[1].revision, "")
    assert (compared.revision, compared.base) == (pair[1].revision, pair[0].revision)
    assert "of 3 goals hold" in compared.sentence


def test_keys_tell_apart_what_is_played_and_what_it_is_held_against(pair: Pair) -> None:
    def run_key(scenario: Scenario) -> tuple[object, ...]:
        return key_of(simulate_study.STUDY, SimulateQuestion(scenario=scenario))

    one, other = pair
    assert run_key(one) == run_key(replace(one))
    differing = [
        replace(one, seed=2),
        replace(one, plays=7),
        replace(one, bots=("random",) * 3),
        replace(one, goals=()),
    ]
    keys = {run_key(one), *(run_key(scenario) for scenario in differing[:3]), run_key(other)}
    assert len(keys) == 5
    assert len({key_of(compare_study.STUDY, of_pair(sides)) for sides in ((one, other), (other, one))}) == 2


def test_the_store_says_what_a_dead_server_left(tmp_path: Path) -> None:
    store = Store(tmp_path / "workbench.duckdb")
    script = "import sys; from tests.app.left_behind import begin; from pathlib import Path; begin(Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", script, str(store.path)], check=True, timeout=patience(60))
    assert [run.status for run in runs(store)] == [Status.INTERRUPTED]
    queue = Jobs(store)
    assert [run.status for run in queue.mark_abandoned()] == [Status.INTERRUPTED]
    assert queue.mark_abandoned() == []
    assert [run.status for run in runs(store)] == [Status.INTERRUPTED]


def test_what_ended_while_the_store_was_locked_is_told_as_soon_as_it_is_free(tmp_path: Path, pair: Pair) -> None:
    jobs = Jobs(Store(tmp_path / "workbench.duckdb"))
    assert jobs.mark_abandoned() == [] and not jobs.store.path.exists()
    run = create_run(jobs.store, request_of(pair[0], {}))
    jobs.mark_abandoned()
    with held(jobs.store.path):
        end_run(replace(jobs.store, wait_s=0.0), run.id, Status.FAILED, "it was in use")
        assert jobs.mark_abandoned() == []
    assert [run.note for run in jobs.mark_abandoned()] == ["it was in use"]
    assert jobs.mark_abandoned() == []
    job = ended(jobs.simulate(pair[0]))
    assert (job.phase, job.runs) == (JobPhase.DONE, {run.id})


def test_closing_stops_what_goes_on_and_keeps_it(jobs: Jobs, pair: Pair) -> None:
    job = jobs.simulate(replace(pair[0], plays=MANY))
    until(lambda: job.done)
    jobs.close()
    assert job.phase is JobPhase.CANCELLED
    assert [run.done for run in runs(jobs.store)] == [job.done]


def test_watching_takes_a_small_part_of_the_time(jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def slow(*_: object) -> None:
        looks.append(time.monotonic())
        time.sleep(0.05)

    monkeypatch.setattr(job_module, "LOOK_GAP_S", 0.0)
    job = jobs.simulate(replace(pair[0], plays=MANY))
    job.tell = slow
    until(lambda: job.look() or len(looks) > 1)
    gaps = [later - earlier for earlier, later in pairwise(looks)]
    assert min(gaps) > 0.2


def test_several_revisions_are_compared_by_one_job(jobs: Jobs, pair: Pair) -> None:
    third = replace(pair[1], rules=pair[0].rules)
    ended(jobs.compare(*pair))
    job = ended(jobs.compare(*pair, third))
    assert [one.base.run for one in compared(job).summaries] == [compared(job).summaries[0].base.run] * 2
    assert job.plays == 3 * pair[0].plays


# Studies, which tell what they find contest by contest

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
    jobs.forget("run-3")
    assert jobs.get(job.id) is job
    jobs.forget("run-2")
    assert jobs.get(job.id) is None, "a run that it rests on was deleted"


def test_a_study_is_stopped_and_keeps_what_it_told(jobs: Jobs) -> None:
    steps = Steps()
    job = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    assert steps.told.wait(20)
    job.cancel()
    steps.go.set()
    assert ended(job).phase is JobPhase.CANCELLED
    assert job.answer is None
    assert job.advance is not None and len(job.advance.partial) == 1


def test_compiling_is_told_and_no_time_before_the_dear_plays_began(jobs: Jobs) -> None:
    entered, phases = threading.Event(), []

    def measure(options: RunOptions, follow: Follow) -> None:
        entered.wait(20)
        options.progress.compiling()
        phases.append(job.phase)
        for done, share in ((1, 0.001), (40, 0.001)):
            follow(advance(done, share, left_s=20_000.0))
            phases.append(job.phase)

    job = jobs.study(KEY, "Skill ladder", PLACE, measure)
    entered.set()
    assert ended(job).left_s is None
    assert phases == [JobPhase.COMPILING, JobPhase.PLAYING, JobPhase.COUNTING]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (BadInput.one("players", "must be at least 2", 1), "players = 1: must be at least 2"),
        (ZeroDivisionError("by nothing"), "the workbench failed: ZeroDivisionError: by nothing"),
    ],
)
def test_a_failure_is_told_without_a_traceback_and_the_queue_goes_on(jobs: Jobs, error: Exception, told: str) -> None:
    def ask(options: RunOptions, follow: Follow) -> None:
        raise error

    job = ended(jobs.study(KEY, "Skill ladder", PLACE, ask))
    assert (job.phase, job.error) == (JobPhase.FAILED, told)
    assert ended(jobs.study(KEY, "Skill ladder", PLACE, lambda session, follow: 1)).answer == 1


def test_a_quick_look_never_waits_behind_a_long_job(jobs: Jobs) -> None:
    steps = Steps()
    long = jobs.study(KEY, "Skill ladder", PLACE, steps.ask)
    waits = jobs.study((*KEY, "next"), "Skill ladder", PLACE, lambda options, follow: 1)
    quick = jobs.study((*KEY, "quick"), "Skill ladder", PLACE, lambda options, follow: 2, quick=True)
    assert ended(quick).answer == 2
    assert (long.ended, waits.phase, jobs.ahead_of(waits)) == (False, JobPhase.WAITING, 1)
    steps.go.set()
    assert ended(waits).answer == 1


def test_what_nobody_waits_for_gives_way_to_every_other_job(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    play, goes = threading.Event(), threading.Event()

    def strongest(game: object, progress: Progress) -> None:
        while not goes.is_set():
            progress.learning("Nim", "one among others", 0.5)
            steps.append(len(steps))
            time.sleep(0.01)

    monkeypatch.setattr(queue, "strength_of", strongest)
    ladder = jobs.find_strongest(scenario().game)
    until(lambda: len(steps) > 2)
    job = jobs.study(("long",), "Long", Address("results", {}), lambda options, follow: play.wait(patience(60)))
    until(lambda: ladder.phase is JobPhase.WAITING and job.phase is JobPhase.PLAYING)
    before = len(steps)
    assert jobs.ahead_of(ladder) == 1 and jobs.ahead_of(job) == 0 and not jobs.find_unasked(scenario().game)
    time.sleep(0.1)
    assert len(steps) == before
    play.set()
    until(lambda: len(steps) > before)
    jobs.cancel(ladder)
    assert ended(ladder).phase is JobPhase.CANCELLED
    goes.set()
