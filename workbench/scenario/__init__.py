"""Scenarios: a revision of a game's rules, who plays it, how often, and what it should achieve."""

from workbench.scenario.files import list_scenarios
from workbench.scenario.load import load_scenario
from workbench.scenario.model import Goal, Scenario, differences, goal_measures
from workbench.scenario.save import RevisionDraft, save_revision

__all__ = [
    "Goal",
    "RevisionDraft",
    "Scenario",
    "differences",
    "goal_measures",
    "list_scenarios",
    "load_scenario",
    "save_revision",
]
