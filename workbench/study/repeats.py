"""A stored batch once more: with the rules, cards, bots and seed of then, whatever has become of its files."""

import time
from dataclasses import dataclass, replace
from typing import Any

from workbench.engine.batch import game_code_hash
from workbench.engine.problems import BadInput
from workbench.store import Run, Status, Store, get_run
from workbench.study.scenario import Scenario
from workbench.study.simulate import Session, check_memory, scenario_of, simulate


@dataclass(frozen=True)
class Repeat:
    """What a finished run gave, and what it gives now. `elapsed_s` are the seconds of playing again."""

    run: Run
    digest: str
    same_code: bool
    elapsed_s: float

    @property
    def same(self) -> bool:
        """Whether every play went as before, to the last bit."""
        return self.digest == self.run.digest

    @property
    def sentence(self) -> str:
        """What came out, and where it differs, why that may be."""
        if self.same:
            return f"the same {self.run.plays:,} plays, to the last bit"
        if self.same_code:
            return "other plays than those stored, though the game's code is the same: the store or this machine errs"
        return "other plays than those stored: the game's code has changed since"


def stored_scenario(store: Store, run_id: str) -> Scenario:
    """What a stored run was asked to play, its very cards included. Raises RunRefused where there is no such run."""
    with store.session():
        return scenario_of(get_run(store, run_id))


def repeat(store: Store, run_id: str, session: Session) -> Repeat:
    """Play a finished run again; nothing is stored.

    Raises RunRefused where there is no such run, BadInput for one that is not finished, and `Stopped`.
    """
    with store.session():
        run = get_run(store, run_id)
    if run.status is not Status.DONE:
        raise BadInput.one(
            "repeat", f"must be a finished run; go on with this one by: workbench resume {run_id}", run_id
        )
    scenario = scenario_of(run)
    check_memory(scenario, "repeat")
    began = time.perf_counter()
    outcome = simulate(scenario, replace(session, store=None))
    same_code = run.code_hash == game_code_hash(scenario.game)
    return Repeat(run, outcome.digest, same_code, time.perf_counter() - began)


def repeat_json(found: Repeat) -> dict[str, Any]:
    """A repeat as `repeat --json` prints it."""
    return {
        "run": found.run.id,
        "plays": found.run.plays,
        "digest": found.run.digest,
        "repeated_digest": found.digest,
        "same": found.same,
        "same_code": found.same_code,
        "elapsed_s": found.elapsed_s,
    }
