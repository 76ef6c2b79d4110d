"""Simulating a scenario: play its batch, resume it, store it, and load it again."""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from workbench.bots.spec import one_a_seat
from workbench.engine.batch import cores, game_code_hash
from workbench.engine.card_lists.cards import restored_values, whole_values
from workbench.engine.numbers import WholeRange
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.scenario import Scenario
from workbench.store import (
    Chunk,
    Revision,
    Run,
    RunRequest,
    Status,
    Store,
    append_chunk,
    create_run,
    find_run,
    find_shorter,
    find_tallies,
    get_run,
    load_results,
    resume_run,
    save_revision,
    save_tallies,
)
from workbench.study.batch_player import BatchPlayer, Outcome, RunOptions, layout, stoppable
from workbench.tallies.tallies import Layout, Tallies

MOST_JOBS = 256
MEMORY_SHARE = 0.5
"""How much of the free memory the results of a batch may take; counting and storing them takes about as much again."""
RESUMABLE = (Status.CANCELLED, Status.INTERRUPTED, Status.FAILED)
"""The states of a run that another process may resume."""


def read_jobs(text: object) -> int:
    """The number of threads behind `--jobs`. Raises BadInput."""
    return cores() if text is None else WholeRange(1, MOST_JOBS).asked("--jobs", text)


def check_memory(scenario: Scenario, place: str) -> None:
    """Raise BadInput for a batch whose results would fill the memory that is free."""
    needed, there = scenario.plays * scenario.game.result.itemsize, memory()
    if needed > there * MEMORY_SHARE:
        most = int(there * MEMORY_SHARE) // scenario.game.result.itemsize
        allowed = f"at most {most} plays of {scenario.game.title} fit in the memory that is free"
        raise BadInput.one(place, allowed, scenario.plays)


def memory() -> float:
    """Bytes of memory that are free, counting what the system gives up when asked; infinite where it is unknown."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(float(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return _memory_built_in()


def _memory_built_in() -> float:
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return float("inf")


def request_of(scenario: Scenario, extra: dict[str, Any]) -> RunRequest:
    """What the store has to know of a batch."""
    return RunRequest(
        game=scenario.game.name,
        scenario=scenario.revision,
        rules=whole_values(scenario.rules),
        rules_hash=scenario.rules_hash,
        code_hash=game_code_hash(scenario.game),
        bots=one_a_seat(scenario.bots, scenario.players),
        seed=scenario.seed,
        plays=scenario.plays,
        seats=scenario.players,
        extra={**extra, "retake": scenario.retake} if scenario.retake else extra,
    )


def simulate(scenario: Scenario, options: RunOptions | None = None) -> Outcome:
    """Play the scenario's batch and store it. Raises `Stopped` when `options.stop` is set."""
    options = options or RunOptions()
    check_memory(scenario, "plays")
    player, run = BatchPlayer(scenario, options), None
    if store := stoppable(options):
        with store.session():
            run = _new_run(store, scenario, options)
    return player.play(run)


def ensure_played(scenario: Scenario, options: RunOptions) -> Outcome:
    """The scenario's batch: from the store, resumed where it was broken off, or played.

    Raises `Stopped` when `options.stop` is set.
    """
    store = stoppable(options)
    if store is None:
        return simulate(scenario, options)
    check_memory(scenario, "plays")
    request = request_of(scenario, options.extra)
    with store.session():
        if done := find_run(store, request):
            return replace(load(store, done), scenario=scenario)
        player = BatchPlayer(scenario, options)
        broken = next((run for status in RESUMABLE if (run := find_run(store, request, status))), None)
        run = resume_run(store, broken.id) if broken else _new_run(store, scenario, options)
    return player.play(run)


def _new_run(store: Store, scenario: Scenario, options: RunOptions) -> Run:
    save_revision(store, revision_of(scenario))
    request = request_of(scenario, options.extra)
    shorter = find_shorter(store, request) if options.goes_on else None
    run = create_run(store, request)
    return _take_over(store, run, shorter, scenario) if shorter else run


def _take_over(store: Store, run: Run, shorter: Run, scenario: Scenario) -> Run:
    """Begin a run with the plays of a shorter one: play k is the same in both."""
    rows = load_results(store, shorter, scenario.game.result)
    if not len(rows):
        return run
    return append_chunk(store, run, Chunk(0, rows, scenario.game.all_measures, shorter.elapsed_s))


def resume(store: Store, run_id: str, options: RunOptions) -> Outcome:
    """Go on with an unfinished run; the end is the same, bit for bit, as without the break.

    Raises BadInput when the game's code is no longer the one that the run was started with, and RunRefused when there
    is no such run, or nothing left of it to play.
    """
    options = replace(options, store=store)
    store = stoppable(options) or store
    run = get_run(store, run_id)
    scenario = scenario_of(run)
    if run.status is not Status.DONE and run.code_hash != game_code_hash(scenario.game):
        older = "or an older workbench started it, to which comments were code too"
        message = f"the game's code has changed since it was started ({older}); play it anew, or check out that version"
        raise BadInput.one("resume", message, run_id)
    check_memory(scenario, "resume")
    return BatchPlayer(scenario, options).play(resume_run(store, run_id))


def load(store: Store, run: Run) -> Outcome:
    """A finished run as it was stored; its plays are read where they are asked for."""
    scenario = scenario_of(run)
    read = partial(load_results, store, run, scenario.game.result)
    known = stored_tallies(store, run, layout(scenario))
    found = Outcome(scenario, read, run.digest or "", run.elapsed_s, run.id, run.code_hash, gathered=known)
    if known is None:
        save_tallies(store, found.tallies.to_bytes(), run)
    return found


def stored_tallies(store: Store, run: Run, wanted: Layout) -> Tallies | None:
    """The stored tallies of a run; None where there are none, or other code made them."""
    data = find_tallies(store, run)
    found = Tallies.from_bytes(wanted, data) if data else None
    return found if found and found.plays == run.done else None


def scenario_of(run: Run) -> Scenario:
    """What the run was asked to play, whatever has become of its scenario file."""
    game = game_named(run.game)
    return Scenario(
        game=game,
        revision=run.scenario,
        path=None,
        title=run.scenario,
        date=None,
        parent=None,
        reason="",
        hypothesis="",
        own_rules={},
        rules=restored_values(run.rules),
        bots=tuple(run.bots),
        plays=run.plays,
        seed=run.seed,
        goals=(),
        warnings=(),
        retake=run.retake,
    )


def revision_of(scenario: Scenario) -> Revision:
    """The revision as the store keeps it, with all its rules, so that an old run says what was played."""
    return Revision(
        rules_hash=scenario.rules_hash,
        game=scenario.game.name,
        name=scenario.revision,
        title=scenario.title,
        date=scenario.date,
        parent=scenario.parent,
        reason=scenario.reason,
        hypothesis=scenario.hypothesis,
        rules=whole_values(scenario.rules),
    )
