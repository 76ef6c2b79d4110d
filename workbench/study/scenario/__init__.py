"""Scenarios: a revision of a game's rules, who plays it, how often, and what it should achieve."""

from workbench.study.scenario.files import list_scenarios
from workbench.study.scenario.goals import Goal, goal_measures
from workbench.study.scenario.load import load_scenario
from workbench.study.scenario.model import Scenario, differences
from workbench.study.scenario.save import save_revision

__all__ = [
    "Goal",
    "Scenario",
    "differences",
    "goal_measures",
    "list_scenarios",
    "load_scenario",
    "save_revision",
]
