"""A batch is what it is, however it is cut, threaded, stopped and resumed."""

from contextlib import ExitStack
from dataclasses import replace

import numpy as np
import pytest

from tests.support.digests import digest_of_plays
from tests.support.locked import held
from tests.support.scenarios import hearing, scenario
from workbench.play import ahead, options
from workbench.play.batches import resume, simulate, simulate_together
from workbench.play.options import RunOptions, Stopped
from workbench.play.sinks import stored_run
from workbench.play.stored import load
from workbench.store import Store, StoreLocked
from workbench.store.results import load_results
from workbench.store.runs import Status, get_run, runs

PLAYS = 6_000


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "workbench.duckdb")


@pytest.fixture(scope="module")
def whole():
    """One batch, unbroken, on one thread, not stored."""
    return simulate(scenario(PLAYS), RunOptions(jobs=1))


def test_the_digest_is_that_of_the_plays_in_order(whole):
    assert whole.digest == digest_of_plays(whole.results) != digest_of_plays(whole.results[::-1])


def test_another_seed_or_rule_gives_another_digest(whole):
    assert simulate(scenario(PLAYS, seed=2)).digest != whole.digest
    assert simulate(scenario(PLAYS, ties="everybody")).digest != whole.digest


def test_what_is_stored_is_what_was_played(store, whole):
    outcome = simulate(scenario(PLAYS), RunOptions(store=store, jobs=2))
    run = get_run(store, outcome.run)
    assert (run.status, run.done, run.digest) == (Status.DONE, PLAYS, whole.digest)
    assert load_results(store, run, outcome.scenario.game.result).tobytes() == whole.results.tobytes()
    assert load(store, run).scenario.rules == outcome.scenario.rules


def _stop_after(plays):
    options = RunOptions(jobs=2)

    def playing(batch):
        assert batch.tallies.plays == batch.done
        if batch.done >= plays:
            options.stop.set()

    options.progress = hearing(playing=playing)
    return options


@pytest.fixture
def locked_on_the_way(store):
    """A session whose store another process takes after the first chunk; and what lets it go."""
    holder = ExitStack()

    def playing(batch):
        if batch.done == batch.fresh and not seen:
            seen.append(holder.enter_context(held(store.path)))

    seen = []
    with holder:
        yield RunOptions(store=replace(store, wait_s=0.1), progress=hearing(playing=playing)), holder


def test_a_batch_waits_for_a_locked_store_past_all_patience_and_says_for_whom(store, whole, locked_on_the_way):
    session, holder = locked_on_the_way
    told = []

    def waiting(waited):
        told.append(waited)
        if waited and waited.seconds > 1:
            holder.close()

    session.store = replace(session.store, progress=hearing(waiting=waiting))
    outcome = simulate(scenario(PLAYS), session)
    assert outcome.digest == whole.digest
    assert get_run(store, outcome.run).status is Status.DONE
    assert max(waited.seconds for waited in told if waited) > 1
    assert all(waited.holder.startswith("process ") for waited in told if waited)


def test_a_stop_ends_the_wait_for_a_locked_store_at_once(store, whole, locked_on_the_way):
    session, holder = locked_on_the_way
    told = []

    def waiting(waited):
        if waited:
            told.append(waited)
            session.stop.set()

    session.store = replace(session.store, progress=hearing(waiting=waiting))
    with pytest.raises(Stopped, match=r"stopped; \d+ of 6000 plays are kept; go on with: workbench resume"):
        simulate(scenario(PLAYS), session)
    assert len([waited for waited in told if waited.seconds >= options.LEAVE_S]) <= 1  # no look more than needed
    assert options.LEAVE_S <= 3
    holder.close()
    run = runs(store)[0]
    assert run.status is Status.CANCELLED
    assert 0 < run.done < PLAYS
    assert resume(store, run.id, RunOptions()).digest == whole.digest


def test_a_batch_whose_plays_cannot_be_read_in_again_is_not_running(store, monkeypatch):
    session = _stop_after(1_000)
    session.store = store
    with pytest.raises(Stopped):
        simulate(scenario(PLAYS), session)

    def locked(*arguments):
        raise StoreLocked("in use")

    monkeypatch.setattr(stored_run, "find_gathered", locked)
    run = runs(store)[0]
    with pytest.raises(StoreLocked, match=f"{run.done} of {PLAYS} plays are kept"):
        resume(store, run.id, RunOptions())
    run = get_run(store, run.id)
    assert run.status is Status.FAILED and run.note.startswith("in use")


def test_loops_that_have_to_be_compiled_are_told_of_too(monkeypatch):
    told = []
    telling = RunOptions(progress=hearing(compiling=lambda: told.append(1)))
    monkeypatch.setattr(ahead, "compile_tallies", lambda game, pairs: None)
    monkeypatch.setattr(ahead, "has_free_core", lambda: False)
    simulate(scenario(plays=5), RunOptions())  # whatever is compiled here, from now on it is
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: not pairs)
    simulate(scenario(plays=5), telling)
    assert not told
    simulate_together([scenario(plays=5), scenario(plays=5, hand_size=6)], telling)
    assert told
    told.clear()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: False)
    simulate(scenario(plays=5), telling)
    assert told == [1]


def test_progress_counts_every_play_once():
    seen = []
    simulate(scenario(PLAYS), RunOptions(progress=hearing(playing=seen.append)))
    assert [progress.done for progress in seen] == sorted({progress.done for progress in seen})
    assert seen[-1].done == seen[-1].fresh == PLAYS
    assert seen[-1].left_s == 0
    assert seen[-1].plays_per_s > 0


def test_results_of_unused_seats_are_zero(whole):
    assert not np.any(whole.results["points"][:, 3:])
