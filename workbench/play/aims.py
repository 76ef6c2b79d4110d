"""The aims of a revision against its parent: reached, missed or undecided, on the same shuffles."""

from dataclasses import replace
from typing import NamedTuple, TypeVar

from workbench.play.comparisons import Comparison, Contrast
from workbench.play.figures import figures_together
from workbench.play.goals import AimStanding, aims_against, goal_measure
from workbench.play.outcome import Outcome
from workbench.scenario import Aim, Goal, Scenario
from workbench.scenario.goals import BOUNDS
from workbench.stats import Direction, Estimate
from workbench.stats.evidence import Forecast, enough, forecast, together_interval, two_sided_reach
from workbench.stats.paired import difference_apart

EstimateT = TypeVar("EstimateT", bound=Estimate)


class CheckedAim(NamedTuple):
    """An aim, the change that it is about, and how it stands; the intervals of all aims hold together with 95 %.

    `room` is how far the change, or the figure, is beyond what the aim asks: below 0, it falls short. Its ends are
    `reach` standard errors away. `least` is the change that the aim asks for, or allows.
    """

    aim: Aim
    contrast: Contrast
    room: Estimate
    least: float
    reach: float

    @property
    def standing(self) -> AimStanding:
        """Reached: the whole interval is beyond what the aim asks; missed: short of it; else undecided."""
        if not enough(self.room.n) or self.room.low < 0 <= self.room.high:
            return AimStanding.UNDECIDED
        return AimStanding.REACHED if self.room.low >= 0 else AimStanding.MISSED

    @property
    def is_on_its_way(self) -> bool:
        """True if the measure moved in the direction of the aim, however far."""
        return (self.contrast.difference.mean > 0) is (self.aim.direction is Direction.UP)

    @property
    def is_guard(self) -> bool:
        """True if it asks that something does not get worse."""
        return self.aim.wish in BOUNDS

    @property
    def ahead(self) -> Forecast | None:
        """Further plays that decide it; None without a sensible number, or where it is decided."""
        if self.standing is not AimStanding.UNDECIDED:
            return None
        error = (self.room.high - self.room.low) / (2 * self.reach)
        return forecast(abs(self.room.mean), error, self.room.n, 0.0, self.reach)


def goals_of_aims(parent: Outcome, revision: Scenario) -> tuple[Goal, ...]:
    """Goals that say what the aims of a revision ask for where its parent comes to this, with its own, one a measure.

    An aim that a goal contradicts comes first.
    """
    goals, game = {goal.counted(revision.game): goal for goal in revision.goals}, revision.game
    for aim in revision.aims:
        name, is_up = aim.counted(game), aim.direction is Direction.UP
        mean = figures_together(parent.tallies, [name])[0].estimate.mean
        least = goal_measure(game, aim.measure).margin if aim.by is None else aim.by * (abs(mean) if aim.percent else 1)
        away = least if is_up is (aim.wish not in BOUNDS) else -least
        edge = float(f"{mean + away:.4g}") if aim.bound is None else aim.bound
        goal = goals.get(name) or Goal(aim.measure)
        low, high = (edge, goal.high) if is_up else (goal.low, edge)
        if is_up and goal.low is not None:
            low = max(edge, goal.low)
        elif not is_up and goal.high is not None:
            high = min(edge, goal.high)
        if low is None or high is None or low <= high:
            goals[name] = Goal(goal.measure, low, high)
        else:
            goals[name] = Goal(aim.measure, edge if is_up else None, None if is_up else edge)
    return tuple(goals.values())


def check_aims(comparison: Comparison) -> tuple[CheckedAim, ...]:
    """The aims of the revision that is held against its parent; none against any other."""
    aims = aims_against(comparison.base.scenario, comparison.other.scenario)
    return tuple(_checked(comparison, aim, len(aims)) for aim in aims)


def _checked(comparison: Comparison, aim: Aim, among: int) -> CheckedAim:
    game, sides = comparison.other.scenario.game, (comparison.base, comparison.other)
    name = aim.counted(game)
    base, other = (figures_together(side.tallies, [name], watched=comparison.watched)[0].estimate for side in sides)
    contrast = comparison.contrasts.get(name)
    if contrast is None:  # tables of two sizes leave no pairs of a spread
        contrast = Contrast(name, goal_measure(game, aim.measure), difference_apart(base, other))
    base, other = _together(base, among), _together(other, among)
    difference = _together(contrast.difference, among)
    least, doubt = contrast.margin if aim.by is None else aim.by, 0.0
    if aim.percent:  # of a figure that has an interval too; the sum of both widths is wide enough, however they vary
        least, doubt = least * abs(difference.base), least * (base.high - base.low) / 2
    sign, needed = (1 if aim.direction is Direction.UP else -1), (-least if aim.wish in BOUNDS else least)
    room = _room(difference, sign, sign * needed, doubt) if aim.bound is None else _room(other, sign, aim.bound)
    return CheckedAim(aim, replace(contrast, estimate=difference), room, least, two_sided_reach(among))


def _together(estimate: EstimateT, among: int) -> EstimateT:
    """The estimate with an interval that holds together with those of so many aims."""
    low, high = together_interval(estimate, among)
    return replace(estimate, low=low, high=high)


def _room(estimate: Estimate, sign: int, edge: float, doubt: float = 0.0) -> Estimate:
    """How far the estimate is beyond an edge, in the direction of the sign."""
    low, high = sorted((sign * (estimate.low - edge), sign * (estimate.high - edge)))
    return Estimate(sign * (estimate.mean - edge), estimate.sd, low - doubt, high + doubt, estimate.n)
