"""A batch killed at any moment leaves exactly the plays that it counts as done, and goes on from there."""

import os
import random
import signal
import time
from pathlib import Path

import pytest
from store_samples import DTYPE, MEASURES, python, results, started

from tests.support.thorough import one_of
from workbench.store import Store, StoreLocked, copies
from workbench.store.results import Chunk, append_chunk, load_results
from workbench.store.runs import Status, finish_run, get_run, mark_abandoned, resume_run, runs
from workbench.store.taking_over import begin_anew

MAKES_STORES = True

PLAYS, CHUNK = 60_000, 5_000
PLAY = f"""
import os, signal, sys
from pathlib import Path
from store_samples import MEASURES, results, started
from workbench.store.results import Chunk, append_chunk; from workbench.store import Store
import workbench.store.results as stored

def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

store = Store(Path(sys.argv[1]))
run, written = started(store, plays={PLAYS}), results({PLAYS})
print("begun", flush=True)
for first in range(0, {PLAYS}, {CHUNK}):
    if first == 2 * {CHUNK} and sys.argv[2] == "inside":
        stored.advance = die
    if first == 2 * {CHUNK} and sys.argv[2] == "session":
        with store.session():
            append_chunk(store, run, Chunk(first, written[first:first + {CHUNK}], MEASURES))
            die()
    append_chunk(store, run, Chunk(first, written[first:first + {CHUNK}], MEASURES))
"""


def check_whole(store: Store) -> int:
    """The rows must be those that the run counts; how many plays that is."""
    run = runs(store)[0]
    with store.reading() as cursor:
        plays = cursor.execute("select count(*), count(distinct play) from pebbles_plays").fetchone()
        seats = cursor.execute("select count(*) from pebbles_seats").fetchone()
    assert plays == (run.done, run.done)
    assert seats == (run.done * 3,)
    assert load_results(store, run, DTYPE).tobytes() == results(PLAYS)[: run.done].tobytes()
    return run.done


def check_goes_on(store: Store) -> None:
    """The killed run, resumed, ends as an unbroken one does; nobody has to mark it before it is read as it stands."""
    (lost,) = runs(store)
    assert (lost.status, lost.note) == (Status.INTERRUPTED, "its process ended")
    assert runs(store, status=Status.RUNNING) == []
    assert runs(store, status=Status.INTERRUPTED, limit=1) == [lost]
    assert [run.id for run in mark_abandoned(store)] == [lost.id]
    run, written = resume_run(store, lost.id), results(PLAYS)
    run = append_chunk(store, run, Chunk(run.done, written[run.done :], MEASURES))
    finish_run(store, run.id, "sha")
    assert load_results(store, get_run(store, run.id), DTYPE).tobytes() == written.tobytes()


@pytest.mark.parametrize(("moment", "done"), [("inside", 2 * CHUNK), ("session", 3 * CHUNK)])
def test_killed_inside_and_right_after_a_chunk(store: Store, moment: str, done: int) -> None:
    process = python(PLAY, store.path, moment)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert check_whole(store) == done
    check_goes_on(store)


@pytest.mark.parametrize("seed", one_of(range(4), quick=0))
def test_killed_at_any_time(store: Store, seed: int) -> None:
    process = python(PLAY, store.path, "any time")
    assert process.stdout.readline() == "begun\n"
    time.sleep(random.Random(seed).uniform(0.15, 0.6))
    process.kill()
    process.communicate()
    if runs(store)[0].done:
        check_whole(store)
    check_goes_on(store)


COPY = """
import os, signal, sys
from pathlib import Path
from workbench.store import Store, copies, taking_over

def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

copies.Path.replace = taking_over.replace_old = die
store = Store(Path(sys.argv[1]))
if sys.argv[2] == "repair":
    taking_over.begin_anew(store.path)
else:
    store.back_up(Path(sys.argv[2]))
"""


def unfinished(store: Store) -> list[str]:
    """What the unfinished files beside a store are."""
    return [match["kind"] for path in store.path.parent.iterdir() if (match := copies.NAME_OF_COPY.search(path.name))]


def test_unfinished_copies_of_killed_processes_are_removed(store: Store, tmp_path: Path) -> None:
    run = started(store)
    backups = tmp_path / "backups"
    backups.mkdir()
    for what in (backups / "monday.duckdb", "repair"):
        assert python(COPY, store.path, what).wait() == -signal.SIGKILL
    [left] = backups.iterdir()
    assert left.name.startswith("monday.duckdb.copy-")
    assert unfinished(store) == ["new"]
    runs(store)
    assert unfinished(store) == [], "whoever opens the file removes it"
    assert python(COPY, store.path, "repair").wait() == -signal.SIGKILL
    assert unfinished(store) == ["new"]
    os.utime(left, (time.time() - 3_600,) * 2)
    store.back_up(backups / "tuesday.duckdb")
    assert [path.name for path in backups.iterdir()] == ["tuesday.duckdb"]
    begin_anew(store.path)
    assert unfinished(store) == []
    assert get_run(Store(store.path), run.id).id == run.id


TAKE_OVER = """
import sys, time
from pathlib import Path
from workbench.store import taking_over

def then(name, act):
    function = getattr(taking_over, name)
    setattr(taking_over, name, lambda *arguments: (act(), function(*arguments), print(name, flush=True)))

path, go, when = sys.argv[1:]
def wait():
    print("waits", flush=True)
    while not Path(go).exists():
        time.sleep(0.01)
then(when, wait if when == "replace_old" else lambda: None)
taking_over.begin_anew(Path(path))
"""


def test_two_that_take_over_at_once_do_it_in_turn_and_nobody_opens_the_file_meanwhile(
    store: Store, tmp_path: Path
) -> None:
    run, go = started(store), tmp_path / "go"
    first = python(TAKE_OVER, store.path, go, "replace_old")
    assert first.stdout.readline() == "waits\n"
    with pytest.raises(StoreLocked):
        runs(Store(store.path, wait_s=0))
    second = python(TAKE_OVER, store.path, go, "sweep")
    assert second.stdout.readline() == "sweep\n"
    go.touch()
    for process in (first, second):
        assert process.communicate()[1] == ""
    assert [there.id for there in runs(store)] == [run.id]
