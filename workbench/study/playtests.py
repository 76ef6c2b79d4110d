"""What a live session takes from a scenario, and what it is held against."""

from typing import Any

from workbench.playtest.reality import Simulated
from workbench.study.scenario import Scenario
from workbench.study.simulate import Outcome


def header_of(scenario: Scenario) -> dict[str, Any]:
    """What a session of this revision says of what is played, for `workbench.playtest.log.begin`."""
    return {
        "game": scenario.game.name,
        "revision": scenario.revision,
        "rules_hash": scenario.rules_hash,
        "rules": dict(scenario.rules),
    }


def simulated(outcome: Outcome) -> Simulated:
    """A batch, to hold sessions of the same rules and as many players against."""
    scenario = outcome.scenario
    return Simulated(scenario.game, scenario.rules, scenario.rules_hash, scenario.bots, outcome.results)
