"""Compiling beside this process: what is compiled is what a batch and a comparison then find."""

import numpy as np
import pytest

from workbench.engine import machine_code
from workbench.engine.registry import game_named
from workbench.study import ahead
from workbench.tallies import gathering, tallies


@pytest.fixture
def compiled(monkeypatch):
    """Names of the loops that are compiled, in order; none of them is, and a batch of one game is added up."""
    called = []

    def kernel(loop):
        def run(*arguments):
            called.append(loop.__name__)

        run.is_warm = False
        return run

    monkeypatch.setattr(gathering, "kernel", kernel)
    return called


def test_a_batch_needs_one_loop_and_pairs_need_three(compiled):
    ahead.compile_all("hitmakers", pairs=False)
    assert set(compiled) == {loop.__name__ for loop in ahead.OF_BATCH}
    compiled.clear()
    ahead.compile_all("hitmakers", pairs=True)
    assert set(compiled) == {loop.__name__ for loop in ahead.OF_PAIRS}


def test_the_loops_are_for_arrays_of_the_kind_that_a_batch_has(monkeypatch):
    seen = []
    monkeypatch.setattr(gathering, "kernel", lambda loop: lambda *arguments: seen.append(arguments))
    ahead.compile_all("trickster", pairs=False)
    game = game_named("hitmakers")
    layout = tallies.layout_of(game, {}, 3)
    tallies.tallies_of(layout, np.zeros(500, game.result))
    kinds = [machine_code.kinds_of(arguments) for arguments in seen]
    assert kinds[0] == kinds[1] is not None


def test_nothing_is_begun_where_all_is_compiled_or_there_is_one_core(monkeypatch, compiled):
    monkeypatch.setattr(ahead, "cores", lambda: 1)
    assert ahead.compile_ahead("hitmakers") is None
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs: True)
    assert ahead.compile_ahead("hitmakers") is None


def test_a_process_of_its_own_compiles_what_is_missing(monkeypatch, compiled, tmp_path):
    done = tmp_path / "done"
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    monkeypatch.setattr(ahead, "COMMAND", f"import sys; open({str(done)!r}, 'w').write(' '.join(sys.argv[1:]))")
    waiting = ahead.compile_ahead("hitmakers", pairs=True)
    assert waiting is not None
    waiting.join(60)
    assert done.read_text() == f"hitmakers {ahead.PAIRS}"
