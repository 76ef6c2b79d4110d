"""A stored batch once more: with the rules, cards, bots and seed of then, whatever has become of its files."""

import time
from dataclasses import dataclass, replace
from typing import Any

from workbench.engine.batch import game_code_hash, rows_digest
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.store import CHUNK_PLAYS, ResultsDiffer, Run, Status, Store, get_run, load_results
from workbench.study.scenario import Scenario
from workbench.study.simulate import Session, check_memory, scenario_of, simulate

AT_ONCE = 4 * CHUNK_PLAYS
"""Stored plays that are held in memory at a time."""


@dataclass(frozen=True)
class Repeat:
    """What a finished run gave, what its stored rows say now, and what it gives when it is played again.

    `rows_digest` is None for a run that was stored before the game counted what it counts now. `elapsed_s` are the
    seconds of playing again.
    """

    run: Run
    digest: str
    rows_digest: str | None
    same_code: bool
    elapsed_s: float

    @property
    def same(self) -> bool:
        """Whether every play went as before, to the last bit, and is stored so."""
        return self.digest == self.run.digest == self.rows_digest

    @property
    def sentence(self) -> str:
        """What came out, and where it differs, why that may be."""
        if self.same:
            return f"the same {self.run.plays:,} plays, to the last bit"
        if self.digest == self.run.digest:
            return "the same plays as then, but the rows in the store are others: it is damaged; see `workbench doctor`"
        if self.same_code:
            return "other plays than those stored, though the game's code is the same: the store or this machine errs"
        return "other plays than those stored: the game's code has changed since"


def stored_scenario(store: Store, run_id: str) -> Scenario:
    """What a stored run was asked to play, its very cards included. Raises RunRefused where there is no such run."""
    with store.session():
        return scenario_of(get_run(store, run_id))


def repeat(store: Store, run_id: str, session: Session) -> Repeat:
    """Play a finished run again; nothing is stored.

    Raises RunRefused where there is no such run, BadInput for one that is not finished, StoreDamaged where rows of it
    are lost, and `Stopped`.
    """
    with store.session():
        run = get_run(store, run_id)
    if run.status is not Status.DONE:
        raise BadInput.one(
            "repeat", f"must be a finished run; go on with this one by: workbench resume {run_id}", run_id
        )
    scenario = scenario_of(run)
    check_memory(scenario, "repeat")
    rows = _known_digest(store, run)
    began = time.perf_counter()
    outcome = simulate(scenario, replace(session, store=None))
    same_code = run.code_hash == game_code_hash(scenario.game)
    return Repeat(run, outcome.digest, rows, same_code, time.perf_counter() - began)


def stored_digest(store: Store, run: Run) -> str:
    """The digest of a run's plays as they are stored now. Raises ResultsDiffer, StoreDamaged."""
    digest, result = rows_digest(), game_named(run.game).result
    for first in range(0, run.done, AT_ONCE):
        digest.update(load_results(store, run, result, first, AT_ONCE).tobytes())
    return str(digest.hexdigest())


def _known_digest(store: Store, run: Run) -> str | None:
    """The same; None where the rows lack what the game counts by now."""
    try:
        return stored_digest(store, run)
    except ResultsDiffer:
        return None


def repeat_json(found: Repeat) -> dict[str, Any]:
    """A repeat as `repeat --json` prints it."""
    return {
        "run": found.run.id,
        "plays": found.run.plays,
        "digest": found.run.digest,
        "rows_digest": found.rows_digest,
        "repeated_digest": found.digest,
        "same": found.same,
        "same_code": found.same_code,
        "elapsed_s": found.elapsed_s,
    }
