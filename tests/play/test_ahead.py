"""Compiling beside this process: what is compiled is what a batch and a comparison then find."""

import json
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from tests.support.families import preset_game
from tests.support.kuhn import KUHN
from workbench.bots.spec import seat_bots
from workbench.engine import machine_code
from workbench.engine.batch import OF_RULES, Batch, kernel_of
from workbench.engine.compiling import Kernel, plain_mode
from workbench.engine.families import families
from workbench.engine.machine_code import kinds_of
from workbench.engine.registry import game_named
from workbench.play import ahead
from workbench.tallies import gathering, tallies


@pytest.fixture
def compiled(monkeypatch):
    """Names of the loops that are compiled, in order; none of them is, and a batch of one game is added up."""
    called = []

    def kernel_of(loop):
        def run(*arguments):
            called.append(loop.__name__)

        run.is_warm = False
        return run

    monkeypatch.setattr(gathering, "kernel", kernel_of)
    return called


def test_a_batch_needs_one_loop_and_pairs_need_three(compiled):
    ahead.compile_all("hitmakers", ahead.PLAYS_OF_ONE)
    assert set(compiled) == {loop.__name__ for loop in ahead.OF_BATCH}
    compiled.clear()
    ahead.compile_all("hitmakers", ahead.PAIRS)
    assert set(compiled) == {loop.__name__ for loop in ahead.OF_PAIRS}


def test_a_family_is_compiled_for_all_its_games(compiled):
    ahead.compile_all("tricks", ahead.PLAYS_OF_ONE)
    assert set(compiled) == {loop.__name__ for loop in ahead.OF_BATCH}
    assert families()["tricks"].game.code_hash == preset_game("tricks", "oh_hell").code_hash


def test_the_loops_are_for_arrays_of_the_kind_that_a_batch_has(monkeypatch):
    seen = []
    monkeypatch.setattr(gathering, "kernel", lambda loop: lambda *arguments: seen.append(arguments))
    ahead.compile_all("trickster", ahead.PLAYS_OF_ONE)
    game = game_named("hitmakers")
    layout = tallies.layout_of(game, 3)
    tallies.tallies_of(layout, np.zeros(500, game.result))
    kinds = [machine_code.kinds_of(arguments) for arguments in seen]
    assert kinds[0] == kinds[1] is not None


@pytest.fixture
def batch(monkeypatch, tmp_path):
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    kernel_of.cache_clear()
    yield Batch(game_named("trickster"), {}, seat_bots(game_named("trickster"), ["random"], 4), 1)
    kernel_of.cache_clear()


def test_nothing_is_begun_where_all_is_compiled_or_no_core_is_free(monkeypatch, compiled, batch):
    monkeypatch.setattr(ahead, "cores", lambda: 1)
    assert ahead.compile_ahead(batch) is None
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    monkeypatch.setattr(ahead.os, "getloadavg", lambda: (2.0, 0.0, 0.0))
    assert ahead.compile_ahead(batch) is None
    monkeypatch.setattr(ahead.os, "getloadavg", lambda: (0.1, 0.0, 0.0))
    assert ahead.has_free_core()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs: True)
    monkeypatch.setattr(ahead, "lacks_parts", lambda batch, parts: False)
    assert ahead.compile_ahead(batch) is None


@pytest.mark.parametrize("pairs", [False, True])
def test_nothing_is_ready_before_the_loops_are(monkeypatch, compiled, batch, pairs):
    monkeypatch.setattr(Batch, "kernel", Mock(is_warm=True))
    monkeypatch.setattr(Batch, "warm_up", lambda batch, stop: True)
    assert not ahead.is_ready(batch, pairs)
    assert ahead.get_ready(batch, pairs)
    assert set(compiled) == {loop.__name__ for loop in (ahead.OF_PAIRS if pairs else ahead.OF_BATCH)}
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs: True)
    assert ahead.is_ready(batch, pairs)
    monkeypatch.setattr(Batch, "kernel", Mock(is_warm=False))
    assert not ahead.is_ready(batch, pairs)


def test_whoever_stops_does_not_wait_for_loops(monkeypatch, batch):
    compiled, stop = threading.Event(), threading.Event()
    monkeypatch.setattr(Batch, "warm_up", lambda batch, stop: True)
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs: False)
    monkeypatch.setattr(ahead, "compile_tallies", lambda game, pairs: compiled.wait(60))
    stop.set()
    assert not ahead.get_ready(batch, stop=stop)
    compiled.set()


@pytest.fixture
def order(monkeypatch, tmp_path):
    """The file in which a process of its own writes what it was asked to compile."""
    done = tmp_path / "done"
    script = f"import sys; open({str(done)!r}, 'w').write(' '.join(['{{}}', *sys.argv[1:]]))"
    monkeypatch.setattr(ahead, "COMMAND", script)
    return done


def test_a_process_of_its_own_compiles_what_is_missing(monkeypatch, compiled, batch, order):
    monkeypatch.setattr(ahead, "has_free_core", lambda: True)
    waiting = ahead.compile_ahead(batch, pairs=True)
    assert waiting is not None
    waiting.join(60)
    assert order.read_text() == f"compile_all trickster {ahead.PARTS} {ahead.PAIRS}"


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_a_game_is_prepared_in_a_process_of_its_own_unless_it_is(monkeypatch, compiled, batch, order):
    ahead.prepare(batch, ["random"])
    assert order.read_text() == "compile_game trickster random"
    order.unlink()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: True)
    monkeypatch.setattr(machine_code, "has_code", lambda folder, name: True)
    ahead.prepare(batch, ["random"])
    assert not order.exists()


def test_a_prepared_game_has_its_kernel_and_all_loops(monkeypatch, compiled):
    warm = []

    def warm_up(batch):
        warm.append(batch)

    monkeypatch.setattr(Batch, "warm_up", warm_up)
    monkeypatch.setattr(ahead, "compile_ahead", lambda batch, pairs: None)
    ahead.compile_game("trickster", "random")
    assert [batch.game.name for batch in warm] == ["trickster"]
    assert {loop.__name__ for loop in (*ahead.OF_BATCH, *ahead.OF_PAIRS)} <= {*compiled}


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_a_child_compiles_a_kernel_for_its_parent_unless_the_sources_are_other_ones(monkeypatch, tmp_path):
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    kernel, other = (Kernel(gathering.difference, code, "tallies") for code in (gathering.sources(), "b" * 64))
    kinds = kinds_of([np.zeros(2, np.int64)] * 3)
    ahead._in_child(kernel, kinds)
    described = BytesIO(pickle.dumps((other.function, other.folder, kinds)))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=described))
    ahead.compile_described()
    assert (kernel.is_warm, other.is_warm) == (True, False)


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_a_few_plays_run_plainly_while_their_game_is_compiled(batch, monkeypatch):
    calls = []
    monkeypatch.setattr(ahead, "_elsewhere", lambda *call: calls.append(call))
    with ahead.plain_meanwhile(batch, ahead.FEW_PLAYS) as plainly:
        assert plainly and plain_mode()
        batch.play(0, 1)
    assert not plain_mode() and not batch.kernel.is_warm
    assert calls == [(ahead.compile_behind, "trickster", "greedy")]


def test_what_is_compiled_behind_yields_to_those_who_play(monkeypatch):
    nicer, compiled = [], []
    monkeypatch.setattr(ahead.os, "nice", nicer.append)
    monkeypatch.setattr(ahead, "compile_game", lambda *arguments: compiled.append(arguments))
    ahead.compile_behind("trickster", "greedy")
    assert nicer == [10] and compiled == [("trickster", "greedy")]


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
@pytest.mark.parametrize(
    ("bot", "plays", "why"),
    [
        ("random", ahead.FEW_PLAYS + 1, "too many"),
        ("ismcts:20", 1, "search takes long as plain Python"),
        ("random", 1, "compiled"),
    ],
)
def test_others_are_compiled_first(monkeypatch, batch, bot, plays, why):
    monkeypatch.setattr(ahead, "_elsewhere", lambda *arguments: pytest.fail("begun"))
    if why == "compiled":
        monkeypatch.setattr(machine_code, "has_code", lambda folder, name: True)
    with ahead.plain_meanwhile(replace(batch, seats=seat_bots(batch.game, [bot], 4)), plays) as plainly:
        assert not plainly and not plain_mode()


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_nobody_compiles_behind_whoever_compiles_already(batch, monkeypatch):
    monkeypatch.setattr(ahead, "_elsewhere", lambda *arguments: pytest.fail("begun twice"))
    with batch.kernel.alone(), ahead.plain_meanwhile(batch, 1) as plainly:
        assert plainly


def of_kuhn(bot: str) -> Batch:
    """A batch of a game that is compiled in a tenth of the time that ours take."""
    return Batch(KUHN, {}, seat_bots(KUHN, [bot], 2), 1)


def compile_by_parts(bot: str, part: str) -> None:
    """In a process where nothing is compiled yet: print the parts that are made, those of the kernel, and its plays."""
    batch = of_kuhn(bot)
    assert ahead.parts_for(batch) == part and ahead.lacks_parts(batch, part)
    ahead.compile_parts(KUHN, part)
    assert not ahead.lacks_parts(batch, part)
    ours = sorted(batch.kernel.parts.glob("*.part"))
    before = [path.stat().st_mtime_ns for path in ours]
    assert batch.warm_up()
    plays = batch.play(0, 3).tobytes().hex()
    assert [path.stat().st_mtime_ns for path in ours] == before  # the kernel has copied ours
    after = [path.name.split("-")[0] for path in batch.kernel.parts.glob("*.part")]
    sys.stdout.write(json.dumps([[path.name.split("-")[0] for path in ours], after, plays]))


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
@pytest.mark.parametrize(
    ("bot", "part", "names"),
    [
        ("random", ahead.PARTS, ["apply", "report"]),
        (
            "greedy",
            ahead.BOTS,
            ["appraise", "appraised", "chosen_action", "conceal", "play_style", "ways_of_actions", "whole_view"],
        ),
    ],
)
def test_the_parts_are_those_that_a_kernel_comes_to_last(batch, monkeypatch, bot, part, names):
    script = f"from tests.play import test_ahead; test_ahead.compile_by_parts({bot!r}, {part!r})"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    ours, after, plays = json.loads(ended.stdout)
    assert ours == names
    assert len(after) == len(set(after)) and {*OF_RULES} < {*after}
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert of_kuhn(bot).play(0, 3).tobytes().hex() == plays
