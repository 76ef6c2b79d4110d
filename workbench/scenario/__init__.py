"""Scenarios: a revision of a game's rules, who plays it, how often, and what it should achieve."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.scenario.files import list_scenarios
    from workbench.scenario.goals import Aim, Goal, goal_measures
    from workbench.scenario.load import load_scenario
    from workbench.scenario.model import Scenario, differences

__all__ = ["Aim", "Goal", "Scenario", "differences", "goal_measures", "list_scenarios", "load_scenario"]
MODULES = {"list_scenarios": "files", "load_scenario": "load", "Scenario": "model", "differences": "model"}


def __getattr__(name: str) -> object:
    """The name from its module, which loads slowly: a command that lists batches needs `files` alone."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = MODULES.get(name, "goals")
    return getattr(import_module(f"{__name__}.{module}"), name)
