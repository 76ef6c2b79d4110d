"""Design goals as tests: does a batch meet the targets of its scenario?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.engine.measures import WIN_RATE
from workbench.stats import Estimate
from workbench.study.figures import SPREAD, figures, spread_estimate
from workbench.study.scenario import Goal, Scenario
from workbench.study.simulate import Outcome


class Standing(StrEnum):
    """How a goal stands."""

    MET = "met"
    MISSED = "missed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Checked:
    """A goal, what the batch says of its figure `name`, and how it stands."""

    name: str
    goal: Goal
    estimate: Estimate
    standing: Standing


def check(outcome: Outcome) -> list[Checked]:
    """Every goal of the scenario: met or missed when the whole interval is, else undecided."""
    found = []
    for goal in outcome.scenario.goals:
        for name in _names(goal, outcome.scenario):
            estimate = _estimate(outcome, name)
            found.append(Checked(name, goal, estimate, standing(goal, estimate)))
    return found


def _names(goal: Goal, scenario: Scenario) -> list[str]:
    """The figures that a goal is about: a target for the win rate holds for every seat."""
    name = goal.counted(scenario.game)
    return [f"{name}_seat_{seat}" for seat in range(scenario.players)] if name == WIN_RATE.name else [name]


def all_met(checks: Sequence[Checked]) -> bool:
    """Whether every goal is met; none at all are."""
    return all(checked.standing is Standing.MET for checked in checks)


def standing(goal: Goal, estimate: Estimate) -> Standing:
    """Met: the interval lies inside the target. Missed: it lies wholly outside. Else undecided."""
    low = float("-inf") if goal.low is None else goal.low
    high = float("inf") if goal.high is None else goal.high
    if low <= estimate.low and estimate.high <= high:
        return Standing.MET
    return Standing.MISSED if estimate.high < low or estimate.low > high else Standing.UNDECIDED


def _estimate(outcome: Outcome, name: str) -> Estimate:
    seats = outcome.scenario.players
    if name == SPREAD:
        return spread_estimate(outcome.results, seats)
    return figures(outcome.scenario.game, outcome.results, seats)[name].estimate()
