"""Design goals as tests: does a batch meet the targets of its scenario?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, Measure
from workbench.scenario import Goal, Scenario
from workbench.stats import Estimate
from workbench.stats.evidence import RISK, enough, simultaneous_confidence
from workbench.study.figures import SPREAD, SPREAD_MEASURE, Figure, figures, names_of, spread_estimate
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


def check_goals(outcome: Outcome, watched: bool = False, together: bool = False) -> list[CheckedGoal]:
    """Every goal of the scenario, for each seat where the measure is one by seat.

    `watched`: the intervals hold at every look together, for a batch that still runs. `together`: and so do those of
    all goals, with 95 % in all; watched ones only.
    """
    scenario = outcome.scenario
    asked = [(name, goal) for goal in scenario.goals for name in goal_figures(scenario, goal)]
    confidence = simultaneous_confidence(1 - RISK, len(asked)) if together else 1 - RISK
    known = figures(outcome.tallies)
    found = []
    for name, goal in asked:
        estimate = _estimate(outcome, known, name, confidence if watched else None)
        found.append(CheckedGoal(name, goal, estimate, standing(goal, estimate)))
    return found


def goal_measure(game: Game, name: str) -> Measure:
    """The measure behind a goal's name."""
    every = {measure.name: measure for measure in (*game.all_measures, WIN_RATE, SPREAD_MEASURE)}
    return every[Goal(name).counted(game)]


def goal_figures(scenario: Scenario, goal: Goal) -> list[str]:
    """The figures that a goal is about: one for each seat where the measure is one by seat."""
    return names_of(scenario.game, goal.counted(scenario.game), scenario.players)


def _estimate(outcome: Outcome, known: dict[str, Figure], name: str, watched: float | None) -> Estimate:
    """A figure with its interval; `watched`: the confidence of one that holds at every look."""
    if name == SPREAD:
        return spread_estimate(outcome.tallies, watched is not None, watched or 1 - RISK)
    return known[name].estimate() if watched is None else known[name].sequence(watched)


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
