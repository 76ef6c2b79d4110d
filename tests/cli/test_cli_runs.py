"""Batches that are broken off, `runs`, `resume`, and a store that cannot be used."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import duckdb
import pytest
from rich.console import Console

from tests.cli.commands import NEW, OLD, ONE_DEAL, PATIENCE_S, as_json, process, run, store_of
from tests.support.locked import held
from tests.support.thorough import one_of
from workbench.cli import progress
from workbench.cli.progress import stop_on_interrupt
from workbench.engine.game import Game
from workbench.engine.notes import Waited
from workbench.engine.problems import WorkbenchError
from workbench.play import forms, local
from workbench.play.sinks import stored_run
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store, StoreLocked
from workbench.store.results import append_chunk
from workbench.store.runs import RunRequest, Status, create_run, finish_run, get_run, set_status

pytestmark = pytest.mark.usefixtures("warm")
PLAYS, CHUNK = 4_000, 500
BATCH = ("simulate", NEW, "--plays", PLAYS, *ONE_DEAL, "--seed", 5)
SLOWLY = f"""
import signal, sys, time
from workbench.play import local, options
from workbench.play.sinks.batch import BatchSink
from workbench.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
stored, tell = 0, BatchSink._tell

def slowly(player):
    global stored
    told = player.reported
    tell(player)
    if player.reported > told:
        stored += 1
        print("stored", stored, file=sys.stderr, flush=True)
        time.sleep(float(sys.argv[1]))

BatchSink._tell = slowly
options.WRITING_PAUSE = 0
local.FIRST_STRETCH = {CHUNK}
local.next_plays = lambda plays, seconds, least: {CHUNK}
main(sys.argv[2:])
"""
RUN = r"\d{6}-[0-9a-z]{9}"


@contextmanager
def running(*arguments: object, pause_s: float = 0.05) -> Iterator[subprocess.Popen[str]]:
    """The command in another process, in small chunks; it says `stored 1` and so on after each."""
    command = [sys.executable, "-c", SLOWLY, str(pause_s), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        try:
            yield started
        finally:
            started.kill()


def wait_for(started: subprocess.Popen[str], words: str) -> None:
    """Read its standard error up to a line with these words."""
    lines = []
    while words not in (line := started.stderr.readline()):
        lines.append(line)
        assert line, lines


def test_a_killed_batch_is_resumed_to_the_same_end(home):
    whole = as_json(*BATCH, "--no-store")
    with running(*BATCH) as started:
        wait_for(started, "stored 3")
        started.send_signal(signal.SIGKILL)
    (broken,) = as_json("runs")["runs"]
    assert (broken["status"], broken["plays"], broken["digest"]) == ("interrupted", PLAYS, None)
    assert 3 * CHUNK <= broken["done"] < PLAYS
    resumed = process("resume", broken["run"], "--json", "--jobs", "2")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    answer = json.loads(resumed.stdout)
    same = ("digest", "rules", "rules_hash", "code_hash", "bots", "seed", "plays", "measures", "seats", "deal_seats")
    assert {name: answer[name] for name in same} == {name: whole[name] for name in same}
    (done,) = as_json("runs")["runs"]
    assert (done["status"], done["done"], done["digest"], done["run"]) == (
        "done",
        PLAYS,
        whole["digest"],
        answer["run"],
    )


def test_an_interrupted_batch_says_how_to_go_on(home):
    whole = as_json(*BATCH, "--no-store")
    with running(*BATCH, "--json") as started:
        wait_for(started, "stored 2")
        started.send_signal(signal.SIGINT)
        printed, errors = started.communicate(timeout=PATIENCE_S)
    assert (started.returncode, printed) == (130, "")
    assert "Traceback" not in errors
    (broken,) = as_json("runs")["runs"]
    assert broken["status"] == "cancelled"
    assert 2 * CHUNK <= broken["done"] < PLAYS
    last = errors.splitlines()[-1]
    assert f" {broken['done']} of {PLAYS} " in last and last.endswith(f": workbench resume {broken['run']}")
    assert as_json(*last.partition("workbench ")[2].split())["digest"] == whole["digest"]


def test_the_second_interrupt_does_not_wait_for_the_chunk(home):
    with running(*BATCH, pause_s=PATIENCE_S) as started:
        wait_for(started, "stored 1")
        started.send_signal(signal.SIGINT)
        wait_for(started, "Ctrl-C")
        started.send_signal(signal.SIGINT)
        errors = started.communicate(timeout=PATIENCE_S / 2)[1]
    assert started.returncode == 130
    assert f"stopped; {CHUNK} of {PLAYS} plays are kept" in errors
    assert "Traceback" not in errors


def test_an_interrupt_in_the_middle_of_a_message_is_told_all_the_same(monkeypatch, capfd):
    class Busy:
        def write(self, text):
            raise RuntimeError("reentrant call inside <_io.BufferedWriter name='<stderr>'>")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with stop_on_interrupt() as stop:
            monkeypatch.setattr(sys, "stderr", Busy())
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
    assert "Ctrl-C" in capfd.readouterr().err


@pytest.mark.parametrize("resumed", one_of([0, 2], quick=0))
def test_an_interrupted_comparison_goes_on_by_itself_or_run_by_run(home, resumed):
    command = ("compare", OLD, *BATCH[1:])
    fresh = as_json(*command, "--no-store")
    with running(*command) as started:
        wait_for(started, "stored 4")
        started.send_signal(signal.SIGINT)
        _, told = started.communicate(timeout=PATIENCE_S)
    broken = [batch["run"] for batch in as_json("runs")["runs"]]
    assert told.rstrip().endswith(f"{shlex.join(map(str, command))}") and "workbench resume" not in told
    for name in broken[:resumed]:
        assert as_json("resume", name)["run"] == name
    done = as_json(*command)
    assert sorted(done["runs"]) == sorted(broken)
    assert all(0 < plays < PLAYS for plays in done["stored_before"]) == (not resumed)
    assert as_json(*command)["stored_before"] == [PLAYS, PLAYS]
    assert lasting(done) == lasting(as_json(*command)) == lasting(fresh)
    assert as_json("doctor")["whole"]
    assert run("runs", "delete", *broken).exit_code == 0


def lasting(answer: dict[str, object]) -> dict[str, object]:
    """A comparison without what depends on what was stored before."""
    return {name: value for name, value in answer.items() if name not in ("runs", "stored_before")}


def test_an_interrupted_batch_that_is_not_stored_says_so(home):
    with running(*BATCH, "--no-store") as started:
        wait_for(started, "stored 1")
        started.send_signal(signal.SIGINT)
        errors = started.communicate(timeout=PATIENCE_S)[1]
    assert (started.returncode, errors.splitlines()[-1]) == (130, "stopped; nothing was stored")
    assert not store_of(home).path.exists()


def test_an_interrupt_inside_duckdb_is_an_interrupt(home):
    """DuckDB makes a RuntimeError of it."""
    with pytest.raises(KeyboardInterrupt), store_of(home).writing():
        raise RuntimeError("Query interrupted")


# runs


def test_runs_lists_the_newest_first(home):
    assert as_json("runs") == {"runs": []}
    assert not store_of(home).path.exists()
    first = as_json("simulate", OLD, "--plays", 30, *ONE_DEAL)
    second = as_json("simulate", NEW, "--plays", 40, *ONE_DEAL, "--bots", "greedy random random")
    newest, older = as_json("runs")["runs"]
    assert (newest["run"], older["run"]) == (second["run"], first["run"])
    assert set(newest) == {
        *("run", "game", "scenario", "status", "plays", "done", "bots", "seed", "rules_hash", "code_hash", "digest"),
        *("elapsed_s", "created_at", "note", "rows"),
    }
    for name in ("game", "scenario", "plays", "bots", "seed", "rules_hash", "code_hash", "digest"):
        assert newest[name] == second[name]
    assert (newest["status"], newest["done"], newest["note"]) == ("done", 40, "")
    assert re.fullmatch(RUN, newest["run"])


# resume


def unfinished(home: Path, status: Status = Status.CANCELLED, **changes: object) -> str:
    """A run of which nothing is played yet."""
    scenario = load_scenario(Workspace(home), NEW, set_=["score_target=0"], plays=50)
    request = forms.request_of(scenario, {})
    batch = create_run(store_of(home), RunRequest(**{**vars(request), **changes}))
    set_status(store_of(home), batch.id, status)
    return batch.id


@pytest.mark.usefixtures("open_throughout")
def test_a_batch_with_nothing_played_yet_is_resumed(home):
    run_id = unfinished(home, Status.FAILED)
    whole = as_json("simulate", NEW, "--plays", 50, *ONE_DEAL, "--no-store")
    assert as_json("resume", run_id)["digest"] == whole["digest"]


@pytest.mark.usefixtures("open_throughout")
def test_a_batch_that_was_all_played_is_finished_by_resume(home, monkeypatch):
    """Its process died between the last chunk and the mark."""

    def died(*arguments):
        raise WorkbenchError("died")

    monkeypatch.setattr(stored_run, "finish_run", died)
    assert run("simulate", NEW, "--plays", 50, *ONE_DEAL).exit_code == 2
    monkeypatch.setattr(stored_run, "finish_run", finish_run)
    (left,) = as_json("runs")["runs"]
    resumed = as_json("resume", left["run"])
    assert resumed["digest"] == as_json("simulate", NEW, "--plays", 50, *ONE_DEAL, "--no-store")["digest"]
    assert resumed["plays_per_s"] == 0
    assert get_run(store_of(home), left["run"]).status is Status.DONE


@pytest.mark.usefixtures("open_throughout")
def test_an_unknown_run_is_told(home):
    as_json("simulate", NEW, "--plays", 10, *ONE_DEAL)
    for run_id in ("261121-nosuchrun", "7", "", "a b", "'; drop table runs"):
        result = run("resume", run_id)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"no run {run_id} in the store; `workbench runs` lists them\n"


@pytest.mark.usefixtures("open_throughout")
def test_a_finished_run_is_told(home, monkeypatch):
    run_id = as_json("simulate", NEW, "--plays", 10, *ONE_DEAL)["run"]
    monkeypatch.setattr(Game, "code_hash", property(lambda game: "changed since"))
    result = run("resume", run_id, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"run {run_id} is done") and result.stderr.count("\n") == 1


def test_a_run_that_somebody_is_at_is_told(home):
    scenario = load_scenario(Workspace(home), NEW, plays=50)
    batch = create_run(store_of(home), forms.request_of(scenario, {}))
    result = run("resume", batch.id)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"is being played by process {os.getpid()}" in result.stderr


@pytest.mark.usefixtures("open_throughout")
def test_a_run_of_other_code_is_told(home):
    result = run("resume", unfinished(home, code_hash="other"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the game's code has changed since it was started (or an older workbench started it" in result.stderr


@pytest.mark.usefixtures("open_throughout")
def test_a_resumed_batch_tells_the_rate_of_its_own_plays(home, monkeypatch):
    def third(store, run, chunk):
        if chunk.first_play >= 2 * CHUNK:
            raise WorkbenchError("enough")
        return append_chunk(store, run, chunk)

    monkeypatch.setattr(local, "FIRST_STRETCH", CHUNK)
    monkeypatch.setattr(local, "next_plays", lambda plays, played_s, least: CHUNK)
    monkeypatch.setattr("workbench.play.options.WRITING_PAUSE", 0)
    monkeypatch.setattr("workbench.play.stored.append_chunk", third)
    assert run(*BATCH).exit_code == 2
    monkeypatch.setattr("workbench.play.stored.append_chunk", append_chunk)
    (left,) = as_json("runs")["runs"]
    assert (left["status"], left["note"], left["done"]) == ("failed", "enough", 2 * CHUNK)
    answer = as_json("resume", left["run"])
    assert answer["plays_per_s"] == pytest.approx((PLAYS - 2 * CHUNK) / answer["elapsed_s"], rel=0.02)


# A store that cannot be used

USERS = [
    ("simulate", NEW, "--plays", 10),
    ("compare", OLD, NEW, "--plays", 10),
    ("check", NEW, "--plays", 10),
    ("runs",),
    ("resume", "261121-nosuchrun"),
]


@pytest.fixture
def impatient(monkeypatch):
    """Commands wait for the lock for a moment only."""
    monkeypatch.setattr("workbench.store.Store", partial(Store, wait_s=0.1))


def refused(command: tuple[object, ...], *words: str) -> None:
    result = run(*command)
    assert (result.exit_code, result.stdout) == (3, "")
    assert len(result.stderr.splitlines()) == 1, result.stderr
    for word in words:
        assert word in result.stderr


def test_a_locked_store_names_its_holder_and_lists_are_read_on_from_the_text(home, impatient):
    batch = as_json("simulate", NEW, "--plays", 10, *ONE_DEAL)["run"]
    before = store_of(home).path.read_bytes()
    with held(store_of(home).path) as holder:
        names_holder = str(store_of(home).path), f"in use by process {holder} ("
        for command in USERS:
            if command != ("runs",):
                refused(command, *names_holder)
        listed = run("runs", "--json")
        assert [line["run"] for line in json.loads(listed.stdout)["runs"]] == [batch]
        assert all(word in listed.stderr for word in (*names_holder, "Meanwhile this is from the text"))
        assert run("simulate", NEW, "--plays", 10, *ONE_DEAL, "--no-store").exit_code == 0
    assert store_of(home).path.read_bytes() == before
    assert len(as_json("runs")["runs"]) == 1


def test_a_store_that_is_locked_on_the_way_keeps_what_was_stored(home, monkeypatch):
    def locked_later(store, run, chunk):
        if chunk.first_play:
            raise StoreLocked("the store is in use by somebody")
        return append_chunk(store, run, chunk)

    monkeypatch.setattr(local, "FIRST_STRETCH", CHUNK)
    monkeypatch.setattr("workbench.play.stored.append_chunk", locked_later)
    result = run(*BATCH)
    assert (result.exit_code, result.stdout) == (3, "")
    first, second = result.stderr.splitlines()
    assert first == "the store is in use by somebody"
    assert f" {CHUNK} of {PLAYS} " in second and ": workbench resume " in second
    monkeypatch.setattr("workbench.play.stored.append_chunk", append_chunk)
    assert as_json("resume", second.split()[-1])["digest"] == as_json(*BATCH, "--no-store")["digest"]


@pytest.mark.parametrize(("command", "further"), [("simulate", "resume"), ("check", "check")])
def test_an_interrupt_while_the_store_is_locked_is_still_one(home, monkeypatch, command, further):
    """A batch is all that `simulate` answers with; `check` goes on itself, as `resume` knows nothing of goals."""

    def locked(*arguments):
        raise StoreLocked("in use")

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.play.stored.append_chunk", interrupted)
    monkeypatch.setattr(sys.modules[set_status.__module__], "set_status", locked)
    monkeypatch.setattr(sys, "argv", ["workbench", command, *map(str, BATCH[1:])])
    result = run(command, *BATCH[1:])
    assert (result.exit_code, result.stdout) == (130, "")
    assert f"go on with: workbench {further} " in result.stderr


def test_a_newer_store_is_left_alone(home):
    store = store_of(home)
    as_json("simulate", NEW, "--plays", 10, *ONE_DEAL)
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("insert into schema_version values (99, 'from the future', now())")
    before = store.path.read_bytes()
    for command in USERS:
        refused(command, str(store.path), "is newer than this workbench", "Update the workbench")
    assert store.path.read_bytes() == before


@pytest.mark.parametrize("content", [b"This is no store.\n", b"", os.urandom(20_000)], ids=["text", "empty", "noise"])
def test_a_file_that_is_no_store_is_left_alone(home, content):
    store = store_of(home)
    store.path.write_bytes(content)
    for command in USERS:
        refused(command, str(store.path), "can be read", "workbench doctor")
        assert store.path.read_bytes() == content
    assert run("simulate", NEW, "--plays", 10, *ONE_DEAL, "--no-store").exit_code == 0


def test_a_folder_in_place_of_the_store_is_told(home):
    store_of(home).path.mkdir()
    for command in USERS:
        result, path = run(*command), str(store_of(home).path)
        assert result.exit_code == 3 and path in result.stderr
        is_played = "it is played for the answer alone" in result.stderr
        assert is_played == (command[0] in ("simulate", "compare", "check")) == ("Next" in result.stdout)


# A store that is waited for


def told_while_waiting(monkeypatch, terminal: bool, *seconds: float) -> str:
    """What standard error gets in a wait that is looked at after so many seconds."""
    errors = io.StringIO()
    errors.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setenv("TERM", "xterm")  # on a dumb one nothing moves
    monkeypatch.setattr(progress, "errors", lambda: Console(file=errors, force_terminal=terminal, width=200))
    waiting = progress.CommandProgress()
    for second in seconds:
        waiting.waiting(Waited("process 4711 (workbench [simulate])", 3, second))
    waiting.waiting(None)
    return errors.getvalue()


def test_a_terminal_shows_for_whom_a_command_waits_and_how_long(monkeypatch):
    assert told_while_waiting(monkeypatch, True, 0.1, 0.9) == ""
    messages = told_while_waiting(monkeypatch, True, 0.9, 2.0, 7.0)
    words = "waiting for the store, 7 s: process 4711 (workbench [simulate]) has it; 3 more"
    assert words in " ".join(messages.split())
