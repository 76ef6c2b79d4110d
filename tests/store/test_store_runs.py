"""Runs: what they keep, how they end, and who is at them."""

import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store_samples import DTYPE, MEASURES, python, request, results, started

from tests.support.locked import held
from workbench.store import Store
from workbench.store.errors import RunRefused
from workbench.store.results import Chunk, append_chunk, load_results
from workbench.store.runs import (
    Status,
    create_run,
    delete_runs,
    end_run,
    find_run,
    finish_run,
    get_run,
    has_unsaved_ends,
    mark_abandoned,
    new_id,
    resume_run,
    runs,
    set_status,
)

pytestmark = pytest.mark.usefixtures("open_throughout")
BEGIN_AND_END = """
import sys
from pathlib import Path
from store_samples import MEASURES, results, started
from workbench.store.results import Chunk, append_chunk; from workbench.store import Store
store = Store(Path(sys.argv[1]))
print(append_chunk(store, started(store), Chunk(0, results(30), MEASURES)).id)
"""


def ended(store: Store, **changes: object):
    """A run that is done."""
    run = append_chunk(store, started(store, **changes), Chunk(0, results(100), MEASURES, elapsed_s=2))
    return finish_run(store, run.id, "sha")


def test_a_run_is_kept_as_it_was_asked(store: Store) -> None:
    run_request = request(extra={"compare": {"base": "x", "others": [1, 2]}})
    run = create_run(store, run_request)
    assert get_run(store, run.id) == run
    assert get_run(store, str(run.number)) == run
    assert {name: getattr(run, name) for name in vars(run_request)} == vars(run_request)
    assert (run.status, run.done, run.digest, run.owner_pid) == (Status.RUNNING, 0, None, os.getpid())
    assert datetime.now(UTC) - run.created_at < timedelta(minutes=1)


def test_lists_are_newest_first(store: Store) -> None:
    first, other, last = started(store), started(store, game="marbles"), started(store)
    set_status(store, first.id, Status.CANCELLED, "enough")
    assert [run.id for run in runs(store)] == [last.id, other.id, first.id]
    assert [run.id for run in runs(store, game="pebbles", limit=1)] == [last.id]
    assert [run.note for run in runs(store, status=Status.CANCELLED)] == ["enough"]


def test_a_run_says_which_study_it_was_played_for(store: Store) -> None:
    alone = create_run(store, request())
    part = create_run(store, request(extra={"study": "ladder", "retake": 2}))
    assert (alone.study, part.study) == ("", "ladder")
    assert [run.id for run in runs(store)] == [part.id, alone.id]


def test_ids_sort_by_time() -> None:
    begin = datetime(2026, 3, 4, 23, 59, 59, 990_000, tzinfo=UTC)
    ids = [new_id(begin + timedelta(milliseconds=ms)) for ms in range(30)]
    assert ids == sorted(ids)
    assert all(len(id_) == 16 and id_.startswith("26030") for id_ in ids)


def test_done_needs_every_play(store: Store) -> None:
    run = append_chunk(store, started(store), Chunk(0, results(99), MEASURES, elapsed_s=2))
    with pytest.raises(RunRefused, match="99 of its 100"):
        finish_run(store, run.id, "sha")
    append_chunk(store, run, Chunk(99, results(1), MEASURES, elapsed_s=1))
    done = finish_run(store, run.id, "sha")
    assert (done.status, done.digest, done.elapsed_s) == (Status.DONE, "sha", 3)
    assert finish_run(store, run.id, "sha", elapsed_s=7.5).elapsed_s == 7.5
    with pytest.raises(RunRefused, match="is done"):
        resume_run(store, run.id)
    assert set_status(store, run.id, Status.CANCELLED, "too late").status is Status.DONE
    with pytest.raises(ValueError, match="finish_run"):
        set_status(store, run.id, Status.DONE)


def test_an_identical_batch_is_found(store: Store) -> None:
    run = ended(store)
    newer = ended(store, scenario="renamed")
    started(store)
    assert find_run(store, request()) == newer
    delete_runs(store, [newer.id])
    assert find_run(store, request()) == run
    unlike = {"rules_hash": "r2", "code_hash": "c2", "bots": ("random",) * 3, "seed": 7, "plays": 101, "game": "go"}
    for name, value in unlike.items():
        assert find_run(store, request(**{name: value})) is None
    assert find_run(store, request(), Status.RUNNING) is not None


def test_there_is_no_such_run(store: Store) -> None:
    for act in (get_run, resume_run):
        with pytest.raises(RunRefused, match="no run 260304-nothing"):
            act(store, "260304-nothing")


def test_a_dead_process_leaves_an_interrupted_run(closed: Store) -> None:
    running = started(closed)
    run_id = python(BEGIN_AND_END, closed.path).communicate()[0].strip()
    assert [run.id for run in mark_abandoned(closed)] == [run_id]
    assert mark_abandoned(closed) == []
    lost = get_run(closed, run_id)
    assert (lost.status, lost.done, lost.note) == (Status.INTERRUPTED, 30, "its process ended")
    assert get_run(closed, running.id).status is Status.RUNNING
    run = resume_run(closed, run_id)
    assert (run.status, run.owner_pid, run.note) == (Status.RUNNING, os.getpid(), "")
    run = append_chunk(closed, run, Chunk(30, results(70), MEASURES))
    assert len(load_results(closed, run, DTYPE)) == 100


def test_a_run_left_while_the_store_is_locked_is_read_as_it_was_left(closed: Store) -> None:
    run, impatient = started(closed), replace(closed, wait_s=0.0)
    with held(closed.path):
        end_run(impatient, run.id, Status.FAILED, "the store was in use")
    left = get_run(closed, run.id)
    assert (left.status, left.note, has_unsaved_ends(closed)) == (Status.FAILED, "the store was in use", True)
    assert find_run(closed, request(), Status.FAILED) == left
    assert find_run(closed, request(), Status.RUNNING) is None
    assert [run.status for run in mark_abandoned(closed)] == [Status.FAILED]
    assert (has_unsaved_ends(closed), get_run(closed, run.id).note) == (False, "the store was in use")


def test_a_run_left_while_the_store_was_locked_is_taken_up_again(closed: Store) -> None:
    run = started(closed)
    with held(closed.path):
        end_run(replace(closed, wait_s=0.0), run.id, Status.FAILED, "the store was in use")
    assert resume_run(closed, run.id).status is Status.RUNNING
    assert mark_abandoned(closed) == []
    assert (get_run(closed, run.id).status, get_run(closed, run.id).note) == (Status.RUNNING, "")


def test_a_run_that_somebody_is_at_cannot_be_resumed(store: Store) -> None:
    run = started(store)
    with pytest.raises(RunRefused, match=f"played by process {os.getpid()}"):
        resume_run(store, run.id)
    set_status(store, run.id, Status.FAILED, "out of memory")
    assert resume_run(store, run.id).status is Status.RUNNING


@pytest.mark.parametrize(
    ("changes", "abandoned"),
    [
        ({}, False),
        ({"owner_started": "another boot/17"}, Path("/proc").exists()),
        ({"owner_pid": 2**22 + 1}, True),
        ({"owner_host": "elsewhere"}, False),
        ({"owner_host": "elsewhere", "updated_at": datetime.now(UTC) - timedelta(days=1, minutes=1)}, True),
        ({"owner_started": "another boot/17", "status": Status.CANCELLED}, False),
    ],
)
def test_who_counts_as_gone(store: Store, changes: dict[str, object], abandoned: bool) -> None:
    assert replace(started(store), **changes).is_abandoned is abandoned


def test_a_run_shows_when_it_changed(store: Store) -> None:
    run = started(store)
    time.sleep(0.002)
    later = set_status(store, run.id, Status.CANCELLED)
    assert later.updated_at > run.updated_at
    assert later.created_at == run.created_at
