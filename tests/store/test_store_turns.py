"""Many processes want the store at once: they come in turn, nobody starves, and the dead and the stopped bar no one."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from store_samples import MEASURES, python, results, started
from test_store_connection import HOLD

from tests.support.scenarios import hearing
from tests.support.thorough import one_of
from workbench.engine.notes import Waited
from workbench.playtest.overview import sessions
from workbench.store import Store, StoreLocked
from workbench.store import connection as module
from workbench.store.listing import entries
from workbench.store.playtests.entries import Entry, append, new_uuid
from workbench.store.processes import Ahead, Turn
from workbench.store.results import Chunk, append_chunk
from workbench.store.runs import Status, finish_run, runs
from workbench.store.sql import ask

GREEDY = """
import sys, time
from pathlib import Path
from workbench.store import Store
while True:
    with Store(Path(sys.argv[1])).session():
        print("held", flush=True)
        time.sleep(0.15)
"""
SIGN = """
import sys
from pathlib import Path
from workbench.store import Store
with Store(Path(sys.argv[1])).session(), open(sys.argv[2], "a") as book:
    book.write(sys.argv[3])
"""
AT_ONCE = """
import os, sys, time
from pathlib import Path
import duckdb
from store_samples import MEASURES, results, started
from workbench.store.results import Chunk, append_chunk; from workbench.store import Store

path, go = map(Path, sys.argv[1:3])

def batch():
    store, rows = Store(path, wait_s=float("inf")), results(2_000)
    run = started(store, plays=12 * len(rows))
    for chunk in range(12):
        run = append_chunk(store, run, Chunk(chunk * len(rows), rows, MEASURES))
    return run.done

def command():
    store = Store(path)
    with store.session():
        time.sleep(0.3)
        return started(store).number

def at_once(act):
    while not go.exists():
        time.sleep(0.01)
    os.write(1, f"{act.__name__} {act()}\\n".encode())

for act in [batch] * 2 + [command] * int(sys.argv[3]):
    if os.fork() == 0:
        at_once(act)
        os._exit(0)
go.touch()
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
"""
"""Processes that one makes out of itself, when it has imported all that they need."""


@contextmanager
def another(script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed in the end."""
    process = python(script, *arguments)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def tickets(store: Store) -> list[str]:
    return sorted(path.name for path in store.path.parent.iterdir() if ".ticket-" in path.name)


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def new_store(store: Store) -> Store:
    """A store that is there."""
    started(store)
    return store


@pytest.mark.parametrize("commands", one_of([5, 20], quick=5))
def test_two_batches_and_many_commands_at_once_all_end_well(new_store: Store, tmp_path: Path, commands: int) -> None:
    out, errors = python(AT_ONCE, new_store.path, tmp_path / "go", commands).communicate(timeout=300)
    assert errors == ""
    printed = [line.split() for line in out.splitlines()]
    assert [done for act, done in printed if act == "batch"] == ["24000"] * 2
    assert len({number for act, number in printed if act == "command"}) == commands
    assert tickets(new_store) == []


def test_patience_lasts_from_when_the_queue_last_moved(new_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=lambda seconds: None))
    wait = module._Wait(replace(new_store, wait_s=4))
    for others in range(9, -1, -1):
        now[0] += 3
        assert not wait.may_overtake(Ahead(2**22 + others, others))
        wait.behind(Ahead(2**22 + others, others))
    now[0] += 4.1
    assert not wait.may_overtake(Ahead(os.getpid(), 3))
    for others in (3, 2):  # those before us give up, behind one who is stopped: that moves nothing
        wait.behind(Ahead(os.getpid(), others))
        now[0] += 2.1
        wait.may_overtake(Ahead(os.getpid(), others - 1))
    with pytest.raises(StoreLocked, match="38 s"):
        wait.behind(Ahead(os.getpid(), 0))
    outside = module._Wait(replace(new_store, wait_s=4))
    for pid in (1, 2):  # another program has the file, and the first in the queue give up one by one
        assert not outside.may_overtake(Ahead(pid, 0, has_store=False))
        outside.behind(Ahead(pid, 0, has_store=False))
        now[0] += 3
    with pytest.raises(StoreLocked, match="6 s"):
        outside.behind(Ahead(os.getpid(), 0, has_store=False))


def test_others_see_whether_the_first_of_the_queue_has_the_store(new_store: Store) -> None:
    first, second = Turn(new_store.path), Turn(new_store.path)
    first.draw()
    second.draw()
    assert second.ahead() == Ahead(os.getpid(), 0, has_store=False)
    first.give_back()
    second.give_back()
    with new_store.session():
        second.draw()
        assert second.ahead() == Ahead(os.getpid(), 0, has_store=True)
    second.give_back()


def test_whoever_takes_the_store_again_at_once_comes_after_those_who_wait(new_store: Store) -> None:
    with another(GREEDY, new_store.path) as greedy, another(GREEDY, new_store.path) as second:
        for process in (greedy, second):
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
        for _ in range(4):
            seen: list[Waited | None] = []
            assert runs(Store(new_store.path, progress=hearing(waiting=seen.append)))
            assert {waited.others for waited in seen if waited} <= {0, 1}


def test_those_who_wait_come_in_the_order_of_their_asking(new_store: Store, tmp_path: Path) -> None:
    book = tmp_path / "book"
    with ExitStack() as waiting:
        with new_store.session():
            for place, name in enumerate("QWERT"):
                waiting.enter_context(another(SIGN, new_store.path, book, name))
                until(lambda place=place: len(tickets(new_store)) == place + 2)  # type: ignore[misc]
        until(lambda: book.exists() and len(book.read_text()) == 5)
    assert book.read_text() == "QWERT"


def test_the_dead_bar_nobody_and_leave_nothing(
    new_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OVERTAKE_S", 600)
    with another(HOLD, new_store.path, 60) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with another(SIGN, new_store.path, tmp_path / "book", "x") as waiter:
            until(lambda: len(tickets(new_store)) == 2)
            waiter.kill()
            waiter.wait()
        holder.kill()
        holder.wait()
    assert len(tickets(new_store)) == 2
    assert runs(new_store)
    assert tickets(new_store) == []


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system suspends no processes")
def test_a_suspended_process_in_the_line_is_passed_by(
    new_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OVERTAKE_S", 0.3)
    with new_store.session():
        waiter = python(SIGN, new_store.path, tmp_path / "book", "x")
        until(lambda: len(tickets(new_store)) == 2)
        waiter.send_signal(signal.SIGSTOP)
    try:
        assert runs(new_store)
    finally:
        waiter.kill()
        waiter.communicate()


def test_threads_that_keep_the_file_open_between_them_let_another_process_in(new_store: Store, tmp_path: Path) -> None:
    """As a dashboard does, whose pages and job use the store at the same time."""
    enough = Event()

    def use() -> None:
        while not enough.is_set():
            with new_store.session(), new_store.reading() as cursor:
                cursor.execute("select count(*) from runs").fetchall()
                time.sleep(0.3)

    with ThreadPoolExecutor(2) as pool:
        using = [pool.submit(use)]
        time.sleep(0.15)
        using.append(pool.submit(use))
        try:
            with another(SIGN, new_store.path, tmp_path / "book", "x") as other:
                assert other.wait(60) == 0
        finally:
            enough.set()
        for future in using:
            future.result()


def test_a_page_of_the_same_process_does_not_wait_as_long_as_its_job(new_store: Store) -> None:
    with another(HOLD, new_store.path, 60) as holder, ThreadPoolExecutor(1) as pool:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        job = pool.submit(started, Store(new_store.path, wait_s=float("inf")))
        until(lambda: len(tickets(new_store)) == 2)
        with pytest.raises(StoreLocked, match=f"process {holder.pid} "):
            started(Store(new_store.path, wait_s=0.3))
        assert holder.poll() is None and not job.done()
        holder.kill()
        assert job.result(30).number == 2


def test_tickets_are_nobody_elses_to_read(new_store: Store) -> None:
    with new_store.session():
        (ticket,) = tickets(new_store)
        assert os.name == "nt" or new_store.path.with_name(ticket).stat().st_mode & 0o777 == 0o600
    assert tickets(new_store) == []


def test_a_file_system_without_locks_keeps_nobody_waiting(new_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*arguments: object, **named: object) -> bool:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", none)
    with another(SIGN, new_store.path, new_store.path.with_name("book"), "x") as other:
        assert runs(new_store)
        assert other.wait(60) == 0


def test_lists_are_made_from_the_text_while_another_process_has_the_file(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READ_ON_S", 0.1)
    run = append_chunk(store, started(store, plays=9), Chunk(0, results(9), MEASURES))
    finish_run(store, run.id, "digest")
    unfinished = started(store)
    append(store, "evening", [Entry(new_uuid(), "evening", "open", {"game": "pebbles"})])
    holder = python(HOLD, store.path, 60)
    assert holder.stdout.readline() == "held\n"
    with store.to_list() as there:
        [listed] = runs(there)
        assert (listed.id, listed.status, listed.done) == (run.id, Status.DONE, 9)
        assert [line.runs for line in entries(there)] == [(run.id,)]
        assert [row.session for row in sessions(there)] == ["evening"]
        assert ask(there, "select count(*) from runs").rows == ((1,),)
        with pytest.raises(StoreLocked):
            started(there)
    holder.kill()
    holder.communicate()
    with store.to_list() as there:
        assert {one.id for one in runs(there)} == {run.id, unfinished.id}


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
