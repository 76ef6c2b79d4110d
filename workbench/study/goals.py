"""Design goals as tests: does a batch meet the targets of its scenario?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.scenario import Goal
from workbench.stats import Estimate
from workbench.stats.evidence import enough
from workbench.study.figures import SPREAD, Figure, figures, names_of, spread_estimate
from workbench.study.outcome import Outcome


class Standing(StrEnum):
    """How a goal stands."""

    MET = "met"
    MISSED = "missed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class CheckedGoal:
    """A goal, what the batch says of its figure `name`, and how it stands."""

    name: str
    goal: Goal
    estimate: Estimate
    standing: Standing


def check_goals(outcome: Outcome, watched: bool = False) -> list[CheckedGoal]:
    """Every goal of the scenario, for each seat where the measure is one by seat.

    `watched`: the intervals hold at every look together, for a batch that still runs.
    """
    scenario, found = outcome.scenario, []
    known = figures(outcome.tallies)
    read = Figure.sequence if watched else Figure.estimate
    for goal in scenario.goals:
        for name in names_of(scenario.game, goal.counted(scenario.game), scenario.players):
            estimate = spread_estimate(outcome.tallies, watched) if name == SPREAD else read(known[name])
            found.append(CheckedGoal(name, goal, estimate, standing(goal, estimate)))
    return found


def all_met(checks: Sequence[CheckedGoal]) -> bool:
    """Whether every goal is met; none at all are."""
    return all(checked.standing is Standing.MET for checked in checks)


def standing(goal: Goal, estimate: Estimate) -> Standing:
    """Met: the interval lies inside the target. Missed: wholly outside. Else, and with too few plays, undecided.

    Each goal is judged by itself: where there are many, one in twenty may be judged wrongly at worst.
    """
    if not enough(estimate.n):
        return Standing.UNDECIDED
    low = float("-inf") if goal.low is None else goal.low
    high = float("inf") if goal.high is None else goal.high
    if low <= estimate.low and estimate.high <= high:
        return Standing.MET
    return Standing.MISSED if estimate.high < low or estimate.low > high else Standing.UNDECIDED
