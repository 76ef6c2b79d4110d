"""The queue: jobs go on by themselves, can be watched and cancelled, and say in words what went wrong."""

import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.app.waiting import LONG_S, cancelled_early, ended, until
from tests.support.locked import held
from workbench.app.jobs import batch_job
from workbench.app.jobs.batch_job import BatchJob, JobBatch, compare_key, run_key
from workbench.app.jobs.job import Job, JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.engine.batch import Batch
from workbench.play import ahead
from workbench.play.batches import simulate
from workbench.play.comparisons import compare
from workbench.play.forms import request_of
from workbench.play.outcome import Outcome
from workbench.report.summary import BatchSummary, Summary
from workbench.scenario import Scenario
from workbench.store import Status, Store, create_run, end_run, runs
from workbench.store.history import findings

Pair = tuple[Scenario, Scenario]
MANY = 3_000_000
"""More plays than any test waits for."""


def test_a_batch_is_played_stored_and_told(jobs: Jobs, pair: Pair) -> None:
    job = ended(jobs.simulate(pair[1]))
    assert (job.phase, job.done, job.error) == (JobPhase.DONE, pair[1].plays, "")
    assert isinstance(job.side, BatchSummary)
    assert job.side.digest == simulate(pair[1]).digest
    assert [run.status for run in runs(jobs.store)] == [Status.DONE]


def test_a_comparison_says_what_the_command_says(jobs: Jobs, pair: Pair) -> None:
    job = ended(jobs.compare(*pair))
    expected = compare(simulate(pair[0]), simulate(pair[1]))
    assert isinstance(job.summary, Summary)
    assert {contrast.name: contrast for contrast in job.summary.contrasts} == expected.contrasts


def test_bots_of_a_second_strength_are_asked_afterwards(jobs: Jobs, pair: Pair) -> None:
    also = tuple(replace(scenario, bots=("random",) * 3, plays=700) for scenario in pair)
    job = ended(jobs.compare(*pair, also))
    assert (job.phase, job.stages, job.stage) == (JobPhase.DONE, 2, 1)
    assert job.summary is not None and job.second is not None
    assert (job.summary.plays, job.second.plays) == (pair[0].plays, 700)
    alone = compare(simulate(also[0]), simulate(also[1]))
    assert {contrast.name: contrast for contrast in job.second.contrasts} == alone.contrasts
    assert job.look() is job.second
    assert (job.plays, job.done) == (1_400, 1_400)
    assert job.title.endswith("once more by random bots")
    assert len(job.runs) == 4


def test_the_first_verdict_is_there_while_the_second_bots_play(jobs: Jobs, pair: Pair) -> None:
    also = tuple(replace(scenario, bots=("random",) * 3, plays=MANY) for scenario in pair)
    job = jobs.compare(*pair, also)
    until(lambda: job.stage == 1 and isinstance(job.look(), Summary))
    found = job.look()
    assert isinstance(found, Summary)
    assert found.watched
    assert found.other.scenario.bots == ("random",) * 3
    assert job.summary is not None and not job.summary.watched
    assert job.plays == 2 * MANY
    job.cancel()
    assert ended(job).phase is JobPhase.CANCELLED
    assert job.second is None


def test_a_second_strength_takes_what_is_stored(jobs: Jobs, pair: Pair) -> None:
    first = ended(jobs.compare(*pair))
    also = tuple(replace(scenario, bots=("random",) * 3) for scenario in pair)
    job = ended(jobs.compare(*pair, also))
    assert [part.reused for part in job.parts] == [True, True, False, False]
    assert job.summary is not None and first.summary is not None
    assert job.summary.contrasts == first.summary.contrasts
    assert compare_key(*pair, also) != compare_key(*pair)
    assert jobs.latest(BatchJob, compare_key(*pair, also)) is job


def test_plays_are_dropped_when_they_are_counted(jobs: Jobs, pair: Pair) -> None:
    job = ended(jobs.compare(*pair))
    until(lambda: all(part.tallies is None and part.outcome is None for part in job.parts))
    assert job.look() is job.summary


def test_a_running_job_shows_progress_and_figures_so_far(jobs: Jobs, pair: Pair) -> None:
    job = jobs.compare(*(replace(scenario, plays=MANY) for scenario in pair))
    until(lambda: job.look() is not None and job.left_s is not None)
    found = job.look()
    assert isinstance(found, Summary)
    assert found.watched
    assert 0 < found.plays <= min(part.done for part in job.parts)
    assert job.plays_per_s > 0
    assert 0 < job.done < job.plays
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
    assert again.side is not None
    assert again.side.digest == simulate(pair[0]).digest


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
    monkeypatch.setattr(Batch, "_warm_up", lambda self: compiled.wait(10 * LONG_S))
    for job in (jobs.simulate(pair[0]), jobs.compare(*pair)):
        until(lambda job=job: job.started is not None)
        assert cancelled(job)
    compiled.set()


def test_loops_that_are_compiled_after_the_rules_are_told_and_not_waited_for(
    jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: compiled.is_set())
    monkeypatch.setattr(ahead, "compile_tallies", lambda game, pairs: compiled.wait(10 * LONG_S))
    monkeypatch.setattr(batch_job, "compile_ahead", lambda batch, pairs: None)
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
    assert not jobs.is_stored(*pair)
    job = ended(jobs.compare(*pair))
    assert [part.reused for part in job.parts] == [True, False]
    assert jobs.is_stored(*pair)
    assert len(runs(jobs.store)) == 2


def test_a_stored_batch_is_told_with_the_goals_of_now(jobs: Jobs, pair: Pair) -> None:
    ended(jobs.simulate(pair[1]))
    job = ended(jobs.simulate(pair[1]))
    assert job.parts[0].reused
    assert job.side is not None
    assert [checked.goal for checked in job.side.goals] == list(pair[1].goals)


def test_jobs_wait_for_each_other_and_are_found_again(jobs: Jobs, pair: Pair) -> None:
    first = jobs.simulate(replace(pair[0], plays=MANY))
    second = jobs.compare(*pair)
    assert second.phase is JobPhase.WAITING
    assert jobs.active == [first, second]
    assert jobs.get(second.id) is second
    assert jobs.latest(BatchJob, compare_key(*pair)) is second
    first.cancel()
    assert ended(second).phase is JobPhase.DONE
    assert jobs.active == []


def test_a_job_cancelled_while_it_waits_never_begins(jobs: Jobs, pair: Pair) -> None:
    first = jobs.simulate(replace(pair[0], plays=MANY))
    second = jobs.simulate(pair[1])
    until(lambda: first.done)
    second.cancel()
    first.cancel()
    assert ended(second).phase is JobPhase.CANCELLED
    assert len(runs(jobs.store)) == 1


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
    assert compare_key(one, other) != compare_key(other, one)


def test_a_failure_in_words_is_told_and_the_queue_goes_on(jobs: Jobs, pair: Pair) -> None:
    lost = ended(jobs._batches(("lost",), "Lost", [JobBatch(pair[0], run="no-such-run")], None))
    assert lost.phase is JobPhase.FAILED
    assert "no run no-such-run" in lost.error
    assert ended(jobs.simulate(pair[0])).phase is JobPhase.DONE


def test_a_defect_is_told_without_a_traceback(jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Outcome:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(batch_job, "play_together", broken)
    job = ended(jobs.compare(*pair))
    assert (job.phase, job.error) == (JobPhase.FAILED, "the workbench failed: ZeroDivisionError: by nothing")
    monkeypatch.undo()
    assert ended(jobs.compare(*pair)).phase is JobPhase.DONE


def test_the_store_says_what_a_dead_server_left(tmp_path: Path) -> None:
    store = Store(tmp_path / "workbench.duckdb")
    script = "import sys; from tests.app.left_behind import begin; from pathlib import Path; begin(Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", script, str(store.path)], check=True, timeout=60)
    assert [run.status for run in runs(store)] == [Status.INTERRUPTED]
    queue = Jobs(store)
    assert [run.status for run in queue.mark_abandoned()] == [Status.INTERRUPTED]
    assert queue.mark_abandoned() == []
    assert [run.status for run in runs(store)] == [Status.INTERRUPTED]


def test_what_ended_while_the_store_was_locked_is_told_as_soon_as_it_is_free(tmp_path: Path, pair: Pair) -> None:
    jobs = Jobs(Store(tmp_path / "workbench.duckdb"))
    run = create_run(jobs.store, request_of(pair[0], {}))
    jobs.mark_abandoned()
    with held(jobs.store.path):
        end_run(replace(jobs.store, wait_s=0.0), run.id, Status.FAILED, "it was in use")
        assert jobs.mark_abandoned() == []
    assert [run.note for run in jobs.mark_abandoned()] == ["it was in use"]
    assert jobs.mark_abandoned() == []
    job = ended(jobs.simulate(pair[0]))
    assert (job.phase, job.runs) == (JobPhase.DONE, {run.id})


def test_without_a_store_nothing_is_marked_and_none_is_made(tmp_path: Path) -> None:
    jobs = Jobs(Store(tmp_path / "workbench.duckdb"))
    assert jobs.mark_abandoned() == []
    assert not jobs.store.path.exists()


def test_closing_stops_what_goes_on_and_keeps_it(jobs: Jobs, pair: Pair) -> None:
    job = jobs.simulate(replace(pair[0], plays=MANY))
    until(lambda: job.done)
    jobs.close()
    assert job.phase is JobPhase.CANCELLED
    assert [run.done for run in runs(jobs.store)] == [job.done]


def test_watching_takes_a_small_part_of_the_time(jobs: Jobs, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []

    def slow(*_: object) -> None:
        looked.append(time.monotonic())
        time.sleep(0.05)

    monkeypatch.setattr(batch_job, "_figures_so_far", slow)
    job = jobs.simulate(replace(pair[0], plays=MANY))
    until(lambda: job.look() or len(looked) > 1)
    gaps = [later - earlier for earlier, later in pairwise(looked)]
    assert min(gaps) > 0.2
