"""Design goals as tests: does a batch meet the targets of its scenario?"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import inf
from typing import NamedTuple

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, Measure
from workbench.play.figures import SPREAD_MEASURE, figures_together, names_of
from workbench.play.outcome import Outcome
from workbench.scenario import Aim, Goal, Scenario
from workbench.stats import Estimate, Figure
from workbench.stats.evidence import RISK, Forecast, enough, forecast, simultaneous_confidence, two_sided_reach
from workbench.tallies.tallies import Tallies


class Standing(StrEnum):
    """How a goal stands."""

    MET = "met"
    MISSED = "missed"
    UNDECIDED = "undecided"


class AimStanding(StrEnum):
    REACHED = "reached"
    MISSED = "missed"
    UNDECIDED = "undecided"


CONTRADICTION = {Standing.MET, Standing.MISSED}
"""How bots of two strengths disagree on a goal."""


class CheckedGoal(NamedTuple):
    """A goal, the figure of the batch that it is about, and how it stands.

    `plays` are all of the batch: more than those of the figure, where it exists in some only. The ends of the interval
    are `reach` standard errors away.
    """

    goal: Goal
    figure: Figure
    standing: Standing
    plays: int = 0
    reach: float = 1.96

    @property
    def ahead(self) -> Forecast | None:
        """Further plays that decide it, were this figure the truth; None without a sensible number.

        None also for a spread of seats, whose interval does not shrink as a mean's does.
        """
        estimate = self.figure.estimate
        if self.figure.measure is SPREAD_MEASURE:
            return None
        bounds = [bound for bound in (self.goal.low, self.goal.high) if bound is not None]
        gap = min((abs(estimate.mean - bound) for bound in bounds), default=inf)
        error = (estimate.high - estimate.low) / (2 * self.reach)
        forecast_ = forecast(gap, error, estimate.n, 0.0, self.reach)
        return forecast_ and forecast_.times(self.plays / estimate.n if estimate.n else 1.0)


def check_goals(outcome: Outcome, watched: bool = False) -> list[CheckedGoal]:
    """Every goal of the scenario, for each seat where the measure is one by seat.

    The intervals of all of them hold together with 95 %, so the chance that any goal is called met or missed wrongly is
    at most `RISK`. `watched`: they do so at every look, for a batch that still runs.
    """
    return check_against(outcome.scenario.goals, outcome.scenario, outcome.tallies, watched)


def check_against(
    goals: Sequence[Goal], scenario: Scenario, tallies: Tallies, watched: bool = False
) -> list[CheckedGoal]:
    """The same of any goals, by what the plays of a scenario add up to."""
    names = [(name, goal) for goal in goals for name in wish_figures(scenario, goal)]
    confidence = simultaneous_confidence(1 - RISK, len(names))
    read = figures_together(tallies, [name for name, _ in names], confidence, watched)
    return [
        CheckedGoal(goal, figure, standing(goal, figure.estimate), tallies.plays, two_sided_reach(len(names)))
        for (_, goal), figure in zip(names, read, strict=True)
    ]


def judged_goals(base: Sequence[Goal], other: Sequence[Goal]) -> Sequence[Goal]:
    """The goals that judge a change: those of the base, so that no revision is better by goals of its own making.

    Those of `other`, where the base has none.
    """
    return base or other


def aims_against(base: Scenario, other: Scenario) -> tuple[Aim, ...]:
    """The aims that these two answer: those of `other`, where `base` is its parent."""
    return other.aims if other.parent == base.revision else ()


def goal_measure(game: Game, name: str) -> Measure:
    """The measure behind a goal's name."""
    every = {measure.name: measure for measure in (*game.all_measures, WIN_RATE, SPREAD_MEASURE)}
    return every[Goal(name).counted(game)]


def wish_figures(scenario: Scenario, wish: Goal | Aim) -> list[str]:
    """The figures that a goal or an aim is about: one for each seat where the measure is one by seat."""
    return names_of(scenario.game, wish.counted(scenario.game), scenario.players)


def all_met(checks: Sequence[CheckedGoal]) -> bool:
    """True if every goal is met; also without goals."""
    return overall_standing(checks) is Standing.MET


def overall_standing(checks: Sequence[CheckedGoal]) -> Standing:
    """How all goals stand: missed where one is, met where all are or there are none."""
    return worst_standing(checked.standing for checked in checks)


def worst_standing(standings: Iterable[Standing]) -> Standing:
    """Missed where any is, undecided where any is, else met."""
    there = set(standings)
    return next((standing for standing in (Standing.MISSED, Standing.UNDECIDED) if standing in there), Standing.MET)


def standing(goal: Goal, estimate: Estimate) -> Standing:
    """Met: the interval lies inside the target. Missed: wholly outside. Else, and with too few plays, undecided.

    Where there are several goals, the intervals of all have to hold together (`check_goals`).
    """
    if not enough(estimate.n):
        return Standing.UNDECIDED
    low = float("-inf") if goal.low is None else goal.low
    high = float("inf") if goal.high is None else goal.high
    if low <= estimate.low and estimate.high <= high:
        return Standing.MET
    return Standing.MISSED if estimate.high < low or estimate.low > high else Standing.UNDECIDED
