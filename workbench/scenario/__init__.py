"""Scenarios: a revision of a game's rules, who plays it, how often, and what it should achieve."""

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
