"""Goals and how they stand, in sentences."""

import math

from workbench.engine.measures import Measure
from workbench.report.summary import BatchSummary
from workbench.report.text.numbers import THIN, is_share, reading
from workbench.report.text.verdicts import SUBJECTS
from workbench.scenario import Goal
from workbench.study.compare import SPREAD_MEASURE
from workbench.study.figures import SPREAD
from workbench.study.goals import CheckedGoal, Standing


def target(goal: Goal, measure: Measure) -> str:
    """A goal's target as its measure is shown: `at most 10 %`, `at least 6 deals a play`."""
    if goal.low is None:
        return f"at most {_bound(measure, goal.high)}"
    if goal.high is None:
        return f"at least {_bound(measure, goal.low)}"
    return f"{_bound(measure, goal.low, unit=False)} to {_bound(measure, goal.high)}"


def _bound(measure: Measure, bound: float | None, unit: bool = True) -> str:
    number = math.nan if bound is None else bound
    if is_share(measure):
        return f"{100 * number:g}{THIN}%"
    return f"{number:g} {measure.unit if unit else ''}".strip()


def goal_sentences(side: BatchSummary) -> list[str]:
    """How every goal of a batch stands."""
    return [goal_sentence(checked, *measure_and_label(side, checked.name)) for checked in side.goals]


def measure_and_label(side: BatchSummary, name: str) -> tuple[Measure, str]:
    """The measure behind the name of a figure, and its label."""
    if name == SPREAD:
        return SPREAD_MEASURE, SPREAD_MEASURE.label
    found = side.readings[name]
    return found.measure, found.label


def goal_sentence(checked: CheckedGoal, measure: Measure, label: str) -> str:
    """How a goal stands, in a sentence."""
    is_now = f"{SUBJECTS.get(checked.name, label)}: {reading(measure, checked.estimate)}"
    word = {
        Standing.MET: "Met",
        Standing.MISSED: "Missed",
        Standing.UNDECIDED: "Undecided: more plays are needed",
    }[checked.standing]
    return f"{is_now}; the goal is {target(checked.goal, measure)}. {word}."
