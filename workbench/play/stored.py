"""Batches in the store: found again, begun, continued with new plays, and loaded."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.engine.measures import Results
from workbench.engine.problems import BadInput
from workbench.play.forms import layout, request_of, scenario_of
from workbench.play.hole import stored_holes
from workbench.play.options import Keep, RunOptions, Start, session_of, stoppable
from workbench.play.outcome import Outcome, ReadPlays, read_parts
from workbench.scenario import Scenario
from workbench.scenario.model import revision_of
from workbench.store import Store
from workbench.store.results import (
    Chunk,
    Gathered,
    append_chunk,
    append_tallies,
    find_gathered,
    find_tallies,
    load_results,
    save_tallies,
)
from workbench.store.runs import (
    Run,
    Status,
    create_run,
    find_longer,
    find_run,
    find_shorter,
    get_run,
    resume_run,
    save_revision,
)
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import PairTallies, Tallies, TallyLayout, pair_layout, tallies_of

RESUMABLE = (Status.CANCELLED, Status.INTERRUPTED, Status.FAILED)
"""The states of a run that another process may resume."""


def find_starts(scenarios: Sequence[Scenario], options: RunOptions) -> list[Start]:
    """Where playing these batches starts, as the store has them: finished, broken off, or not at all.

    A stored batch without rows is not used where `options.keep` asks for them.
    """
    starts: list[Start] = []
    with session_of(options.store if options.store and options.store.exists else None):
        for scenario in scenarios:
            taken = {start.run_id for start in starts if not start.outcome}
            broken_off = (_find(scenario, options, status) for status in RESUMABLE)
            starts.append(
                _finished(scenario, options)
                or Start(scenario, next((run.id for run in broken_off if run and run.id not in taken), None))
            )
    return starts


def _finished(scenario: Scenario, options: RunOptions) -> Start | None:
    run = _find(scenario, options, Status.DONE)
    if run is None or options.store is None:
        return None
    outcome = replace(
        load(options.store, run), scenario=scenario, before=run.plays, elapsed_s=0.0, before_s=run.elapsed_s
    )
    return Start(scenario, run.id, outcome)


def _find(scenario: Scenario, options: RunOptions, status: Status) -> Run | None:
    """The newest stored run of this batch with that status, if it keeps what the options ask for."""
    store = stoppable(options)
    if store is None or not store.exists:
        return None
    run = find_run(store, request_of(scenario, options.extra), status)
    return run if run and (run.has_rows or options.keep is not Keep.ALL) else None


def stored_plays(scenario: Scenario, options: RunOptions) -> int:
    """How many plays the longest finished batch of this kind has, up to those of the scenario; 0 without any."""
    store = stoppable(options)
    if store is None or not store.exists:
        return 0
    request = request_of(scenario, options.extra)
    run = find_run(store, request) or find_shorter(store, request)
    return run.plays if run else 0


def find_stored(store: Store, scenario: Scenario) -> Run | None:
    """The newest finished run of this batch; None without one."""
    return find_run(store, request_of(scenario, {})) if store.exists else None


def read_at_once(store: Store, scenario: Scenario) -> Outcome | None:
    """The finished batch, with the goals of now, where its tallies are stored; None else."""
    run = find_stored(store, scenario)
    if run is None or stored_tallies(store, run, layout(scenario)) is None:
        return None
    return replace(load(store, run), scenario=scenario)


# Beginning


def open_run(start: Start, options: RunOptions) -> Run | None:
    """The run of a batch, new or taken over for this process; None where nothing is stored."""
    if start.outcome:
        return get_run(options.store, start.run_id) if options.store and start.run_id else None
    store = stoppable(options)
    if store is None:
        return None
    if start.run_id:
        return resume_run(store, start.run_id)
    scenario = start.scenario
    save_revision(store, revision_of(scenario))
    request = request_of(scenario, options.extra)
    other = (find_longer(store, request) or find_shorter(store, request)) if options.goes_on else None
    if other and other.study and not other.has_rows:
        other = None  # a study keeps no rows; it does not follow that this batch shall keep none
    usual = Keep.usual(scenario.plays) if other is None or other.has_rows else Keep.TALLIES
    run = create_run(store, request, (options.keep or usual) is Keep.ALL)
    if other and (other.has_rows or not run.has_rows):
        return _take_over(store, run, other, scenario)
    return run


def _take_over(store: Store, run: Run, other: Run, scenario: Scenario) -> Run:
    """Begin a run with the plays of a shorter or a longer one: play k is the same in both."""
    read, gathered = reader(store, other, scenario), find_gathered(store, other)
    if read is None:
        is_sound = gathered is not None and gathered.digest is not None
        return append_tallies(store, run, 0, other.done, gathered, other.elapsed_s) if gathered and is_sound else run
    tallies, digest = Tallies.empty(layout(scenario)), Digest(scenario.game.result)
    for first, records in read_parts(read, min(other.done, run.plays)):
        tallies.add(tallies_of(tallies.layout, records, first))
        digest.add(records)
        gathered = Gathered(tallies.to_bytes(), digest.to_bytes())
        seconds = other.elapsed_s * len(records) / other.done
        run = append(store, run, scenario, first, len(records), records, gathered, seconds)
    return run


def append(
    store: Store,
    run: Run,
    scenario: Scenario,
    first: int,
    plays: int,
    rows: Results | None,
    gathered: Gathered,
    seconds: float,
) -> Run:
    """Store the next plays of a run, with their rows if it has them; the run after that."""
    if run.has_rows and rows is not None:
        return append_chunk(store, run, Chunk(first, rows, scenario.game.all_measures, seconds, gathered))
    return append_tallies(store, run, first, plays, gathered, seconds)


def check_resumable(run: Run) -> None:
    """Raise BadInput where the game's code is no longer the one that the run was started with."""
    if run.status is not Status.DONE and run.code_hash != scenario_of(run).game.code_hash:
        older = "or an older workbench started it, to which comments were code too"
        message = f"the game's code has changed since it was started ({older}); play it anew, or check out that version"
        raise BadInput.one("resume", message, run.id)


# Reading


def load(store: Store, run: Run) -> Outcome:
    """A finished run as it was stored; its plays are read, or played again, where they are asked for.

    Raises BadInput where another version added up all that the store has of it, and other code played it.
    """
    scenario = scenario_of(run)
    tallies, rows = stored_tallies(store, run, layout(scenario)), reader(store, run, scenario)
    outcome = Outcome(scenario, rows, run.digest or "", run.elapsed_s, run.id, run.code_hash, gathered=tallies)
    outcome = replace(outcome, looked_at=stored_holes(store, scenario))
    if tallies is None:
        save_tallies(store, outcome.tallies.to_bytes(), run)
    return outcome


def reader(store: Store, run: Run, scenario: Scenario) -> ReadPlays | None:
    """Reads the stored plays of a run; None where it has no rows."""
    if not run.has_rows:
        return None
    return lambda first, plays: load_results(store, run, scenario.game.result, first, plays)


def stored_tallies(store: Store, run: Run, layout: TallyLayout) -> Tallies | None:
    """The stored tallies of a run; None where there are none, or other code added them up."""
    data = find_tallies(store, run)
    tallies = Tallies.from_bytes(layout, data) if data else None
    return tallies if tallies and tallies.plays == run.done else None


def stored_pairs(store: Store, runs: tuple[Run, Run], layouts: tuple[TallyLayout, TallyLayout]) -> PairTallies | None:
    """The stored tallies of the pairs of two runs; None where there are none, or other code added them up."""
    data = find_tallies(store, *runs)
    return PairTallies.from_bytes(pair_layout(*layouts), data) if data else None
