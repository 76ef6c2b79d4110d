"""Scenarios: a revision of a game's rules, who plays it, how often, and what it should achieve."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.scenario.files import list_scenarios
    from workbench.scenario.load import load_scenario
    from workbench.scenario.model import Goal, Scenario, differences, goal_measures

__all__ = [
    "Goal",
    "Scenario",
    "differences",
    "goal_measures",
    "list_scenarios",
    "load_scenario",
]


def __getattr__(name: str) -> object:
    """The name from its module, which loads slowly: a command that lists batches needs `files` alone."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = {"list_scenarios": "files", "load_scenario": "load"}.get(name, "model")
    return getattr(import_module(f"{__name__}.{module}"), name)
