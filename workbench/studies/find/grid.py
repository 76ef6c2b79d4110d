"""A sweep, its question and its answer: a grid of rule values, the targets of each, and which is best.

What is asked is one or more `Target`s: the goals of the revision, a goal by its name, or a measure that is to be as low
or as high as can be. A combination's *loss* is how far it is from its goal, in margins, below 0 where it has room to
spare. Of several goals it is that of the one it does worst at, and 0 where all are met: then the combination that
changes the fewest rules comes first. Measures without a direction are shown, and nothing is best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from math import inf, isnan
from typing import Protocol

from workbench.engine.problems import FEWEST_PLAYS, BadInput, together
from workbench.engine.wording import counted, did_you_mean
from workbench.play.figures import figures_together, names_of
from workbench.play.forms import layout, with_settings
from workbench.play.goals import Standing, standing
from workbench.scenario import Goal, Scenario, goal_measures
from workbench.scenario.goals import BOUNDS
from workbench.scenario.vary import Combination, Varied, combination, combinations, with_present
from workbench.stats import Direction, Estimate, Figure
from workbench.stats.evidence import RISK, simultaneous_confidence
from workbench.stats.race import LossInterval, RaceStanding, leader, worst_of
from workbench.tallies.tallies import Tallies

MOST_VARIED = 3
"""Parameters of a grid: lines or columns, rows, and small multiples."""
MOST_CELLS = 1_000
"""Combinations of a grid."""
LEAST_MARGIN = 1e-9
"""In the place of a smallest change that counts of 0."""
WISHES = {"lowest": Direction.DOWN, "highest": Direction.UP}
"""Wishes about a measure without a goal: `tie_rate:lowest`."""
BEST_OR_AS_GOOD = (RaceStanding.BEST, RaceStanding.AS_GOOD)
LEADS = "leads"
"""The word for the combination that did best so far, where others may be as good."""


# What is asked


@dataclass(frozen=True)
class Target:
    """A question about one measure, under the name that goals give it: a goal, or a wish, or only its value.

    `is_aim`: the goal is what the revision's goals and aims ask for, by what its parent comes to.
    """

    measure: str
    goal: Goal | None = None
    wish: Direction = Direction.NONE
    is_aim: bool = False

    @property
    def name(self) -> str:
        """The name on the command line: `tie_rate`, `tie_rate:lowest`."""
        wished = next((word for word, wish in WISHES.items() if wish is self.wish), "")
        return f"{self.measure}:{wished}" if wished else self.measure

    @property
    def is_judged(self) -> bool:
        """True if one value of it is better than another."""
        return self.goal is not None or self.wish is not Direction.NONE

    def loss(self, estimate: Estimate, margin: float) -> LossInterval:
        """How far a figure is from the target, in margins; unknown where there was nothing to count."""
        if isnan(estimate.mean):
            return LossInterval(-inf, inf, inf)
        margin = max(margin, LEAST_MARGIN)
        ends = [self.distance(end) / margin for end in (estimate.low, estimate.mean, estimate.high)]
        inside = [] if self._middle is None else [min(max(self._middle, estimate.low), estimate.high)]
        return LossInterval(min(*ends, *(self.distance(at) / margin for at in inside)), ends[1], max(ends))

    def change(self, base: Estimate, moved: tuple[float, float], margin: float) -> tuple[float, float]:
        """Between which ends the loss moves, in margins, where a figure moves by so much from that of the base.

        The loss is straight but for the middle of a goal with two ends, so its extremes are at the ends and there.
        """
        ends, points = (base.low, base.high), [(value, by) for value in (base.low, base.high) for by in moved]
        if (middle := self._middle) is not None:
            bends = [(middle, 0.0), *((middle, by) for by in moved), *((middle - by, by) for by in moved)]
            bends += [(value, middle - value) for value in ends]
            points += [(value, by) for value, by in bends if ends[0] <= value <= ends[1] and moved[0] <= by <= moved[1]]
        changes = [
            (self.distance(value + by) - self.distance(value)) / max(margin, LEAST_MARGIN) for value, by in points
        ]
        return min(changes), max(changes)

    @property
    def _middle(self) -> float | None:
        """The middle of a goal with two ends."""
        if self.goal is None or self.goal.low is None or self.goal.high is None:
            return None
        return (self.goal.low + self.goal.high) / 2

    def distance(self, value: float) -> float:
        """How far a value is outside the goal, below 0 inside; for a wish the value itself, where low is good."""
        if self.goal is None:
            return value if self.wish is Direction.DOWN else -value
        ends = [] if self.goal.low is None else [self.goal.low - value]
        return max(ends if self.goal.high is None else [*ends, value - self.goal.high])


def ask(scenario: Scenario, named: Sequence[str] = ()) -> tuple[Target, ...]:
    """The targets of a sweep, measures and goals by name; unnamed, all goals, the only aim, or the primary measures.

    Raises BadInput with every name that says nothing, and the one that comes nearest.
    """
    if not named:
        goals = tuple(Target(goal.measure, goal) for goal in scenario.goals)
        wishes = [Target(aim.measure, wish=aim.direction) for aim in scenario.aims if aim.wish not in BOUNDS]
        return goals or (*wishes,) * (len(wishes) == 1) or tuple(Target(name) for name in scenario.game.primary)
    targets = together(*(partial(_target, scenario, name) for name in dict.fromkeys(named)))
    if len(targets) > 1 and any(target.wish is not Direction.NONE for target in targets):
        message = "asks for the lowest or the highest of one measure; leave the others out, or write them as goals"
        raise BadInput.one("--for", message, " ".join(named))
    return tuple(targets)


def named_targets(scenario: Scenario, targets: Sequence[Target]) -> list[str]:
    """The targets as the command names them; none where they follow from the revision."""
    is_default = targets == ask(scenario) or any(target.is_aim for target in targets)
    return [] if is_default else [target.name for target in targets]


def _target(scenario: Scenario, name: str) -> Target:
    """The target of one name. Raises BadInput."""
    measure, colon, wished = name.partition(":")
    goals = {goal.measure: goal for goal in scenario.goals}
    names = list(dict.fromkeys([*goal_measures(scenario.game), *layout(scenario).names]))
    if measure not in names:
        message = f"must be a goal or a measure of {scenario.game.name}{did_you_mean(measure, names)}"
        raise BadInput.one("--for", message, name)
    if colon and wished not in WISHES:
        raise BadInput.one("--for", f"behind the colon must be lowest or highest, as in {measure}:lowest", name)
    return Target(measure, None, WISHES[wished]) if colon else Target(measure, goals.get(measure))


@dataclass(frozen=True)
class SweepPlan:
    """Every combination of a sweep, and its targets; `plays` are all that may be played.

    `quick`: a quick look, of which nothing is stored.
    """

    scenario: Scenario
    varied: tuple[Varied, ...]
    combinations: tuple[Combination, ...]
    targets: tuple[Target, ...]
    plays: int | None = None
    quick: bool = False

    @property
    def valid(self) -> list[int]:
        """The places of the combinations that can be played."""
        return [place for place, combination in enumerate(self.combinations) if combination.is_valid]

    @property
    def tables(self) -> int:
        """How many batches there are: one for each combination that can be played, and one to confirm the best."""
        return len(self.valid) + 1

    @property
    def confidence(self) -> float:
        """The confidence of each figure's interval: a quarter of the risk for all, where pairs need the rest."""
        return simultaneous_confidence(1 - (RISK / 4 if self.has_best else RISK), self.figures)

    @property
    def pair_confidences(self) -> tuple[float, float]:
        """The confidence of each difference to the leader, of the lower ends and of the upper ones (`stats.race`)."""
        best = simultaneous_confidence(1 - RISK / 2, self.figures)
        return best, simultaneous_confidence(1 - RISK / 4, self.figures * max(1, len(self.valid) - 1) // 2)

    @property
    def figures(self) -> int:
        """The figures of all combinations that can be played."""
        return sum(len(figure_names(self.combinations[place].scenario, self.targets)) for place in self.valid)

    @property
    def request(self) -> dict[str, object]:
        """The options, as the command line takes them and JSON holds them; `for` is empty where nothing is named."""
        parameters = self.scenario.game.parameters
        vary = {
            rule.name: ",".join(parameters[rule.name].show(value).strip('"') for value in rule.values)
            for rule in self.varied
        }
        named = named_targets(self.scenario, self.targets)
        request = {"vary": vary, "for": named, "bots": list(self.scenario.bots), "plays": self.plays}
        return with_settings(request, self.scenario)

    @property
    def has_best(self) -> bool:
        """True if one combination can be better than another."""
        return any(target.is_judged for target in self.targets)


def plan_sweep(
    scenario: Scenario,
    varied: Sequence[Varied],
    targets: Sequence[Target],
    plays: int | None = None,
    quick: bool = False,
) -> SweepPlan:
    """The plan of a sweep, which always plays the revision as it is too.

    Raises BadInput with all that keeps it from being played.
    """
    cells = 1
    for rule in varied:
        cells *= len(rule.values)
    if not 1 <= len(varied) <= MOST_VARIED:
        raise BadInput.one("--vary", f"must be given once for each of 1 to {MOST_VARIED} parameters", len(varied))
    if cells > MOST_CELLS:
        raise BadInput.one("--vary", f"makes more than {MOST_CELLS:,} combinations; a step helps, as in 1..13:3", cells)
    varied = [with_present(scenario, rule) for rule in varied] if len(varied) == 1 else varied
    every = [*combinations(scenario, varied)]
    if not any(one.is_valid and (one.changed or len(every) == 1) for one in every):
        raise BadInput([problem.within("--vary") for combination in every for problem in combination.problems])
    if all(one.changed for one in every):
        every.append(combination(scenario, {rule.name: scenario.rules[rule.name] for rule in varied}))
    plan = SweepPlan(scenario, tuple(varied), tuple(every), tuple(targets), plays, quick)
    least = plan.tables * FEWEST_PLAYS
    if plays is not None and plays < least:
        share = f"{FEWEST_PLAYS} for each of {counted(len(plan.valid), 'combination')}"
        message = f"at least {least}: {share}, and to confirm one"
        raise BadInput.one("--plays", message, plays)
    return plan


# What is found


@dataclass(frozen=True)
class CellReading:
    """One figure of one combination, with an interval that holds together with all others, and how its goal stands.

    `plays` are all of the combination: more than those of the figure, where it exists in some only.
    """

    figure: Figure
    target: Target
    standing: Standing | None
    plays: int = 0

    @property
    def loss(self) -> LossInterval:
        """How far it is from the target, in margins."""
        return self.target.loss(self.figure.estimate, self.figure.margin)

    @property
    def is_open(self) -> bool:
        """True where more plays would say something: it is neither decided nor known within the margin."""
        estimate = self.figure.estimate
        wide = (estimate.high - estimate.low) / 2 > self.figure.margin
        return wide and (self.standing is Standing.UNDECIDED or not self.target.is_judged)


@dataclass(frozen=True)
class SweepCell:
    """One combination: what is known of it, and how it stands beside the best. Invalid ones have no plays."""

    combination: Combination
    plays: int = 0
    readings: tuple[CellReading, ...] = ()
    place: RaceStanding = RaceStanding.UNDECIDED

    @cached_property
    def loss(self) -> LossInterval | None:
        """How far it is from what is asked, in margins: at the target that it does worst at; of several, at least 0."""
        judged = [reading.loss for reading in self.judged.values()]
        return worst_of([*judged, *([LossInterval(0.0, 0.0, 0.0)] if self.is_floored else [])]) if judged else None

    @property
    def judged(self) -> dict[tuple[str, Target], CellReading]:
        """The figures by which it can be better than another, by name and target."""
        return {(reading.figure.name, reading.target): reading for reading in self.readings if reading.target.is_judged}

    @property
    def is_floored(self) -> bool:
        """True with several targets, where meeting all of them is a loss of 0."""
        return len({reading.target for reading in self.judged.values()}) > 1

    @property
    def changed(self) -> int:
        """How many rules differ from the revision."""
        return len(self.combination.changed)

    @property
    def standing(self) -> Standing | None:
        """How its goals stand, all together; None where there are none."""
        standings = {reading.standing for reading in self.readings if reading.standing}
        return next(
            (standing for standing in (Standing.MISSED, Standing.UNDECIDED, Standing.MET) if standing in standings),
            None,
        )

    @property
    def is_open(self) -> bool:
        """True if anything but who is best asks for more plays; a goal that is missed closes all others."""
        return self.standing is not Standing.MISSED and any(reading.is_open for reading in self.readings)

    def reading(self, name: str) -> CellReading | None:
        """One figure of it."""
        return next((reading for reading in self.readings if reading.figure.name == name), None)


class Ending(StrEnum):
    """Why the plays ended: nothing is open, none are left, fresh shuffles say otherwise, or somebody stopped them."""

    DECIDED = "decided"
    BUDGET = "budget"
    REFUTED = "refuted"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Confirmation:
    """The best combination on fresh shuffles.

    `holds`: there too no other is better by more than the margin, and the goals are met that are said to be. `refuted`:
    there another one is. Neither: there are not enough plays to tell. `as_good` are the places of those that are shown
    there to be as good.
    """

    seed: int
    cell: SweepCell
    holds: bool
    refuted: bool = False
    as_good: frozenset[int] = frozenset()


class PlanOfRevision(Protocol):
    """A plan about a revision."""

    @property
    def scenario(self) -> Scenario:
        """The revision."""


class OfPlan:
    """An answer about the revision of its plan, and by its bots."""

    plan: PlanOfRevision

    @property
    def scenario(self) -> Scenario:
        """The revision."""
        return self.plan.scenario


@dataclass(frozen=True)
class Sweep(OfPlan):
    """A sweep that was played. `plays` are all plays of it, those of the confirmation and stored ones included.

    `state` is what the store keeps of it, to go on from.
    """

    plan: SweepPlan
    cells: tuple[SweepCell, ...]
    budget: int
    plays: int
    rounds: int
    ending: Ending
    confirmation: Confirmation | None = None
    elapsed_s: float = 0.0
    state: bytes = field(default=b"", repr=False, compare=False)

    @property
    def unfinished(self) -> bool:
        """True if it was stopped, and goes on where it is asked again."""
        return self.ending is Ending.STOPPED

    @property
    def leader(self) -> SweepCell | None:
        """The combination that did best so far; None where nothing can be best, or nothing was played."""
        losses = losses_of(self.cells)
        return self.cells[leader(losses)] if losses else None

    @property
    def best(self) -> SweepCell | None:
        """The best combination, if it is decided and confirmed."""
        return next((cell for cell in self.cells if cell.place is RaceStanding.BEST), None)

    @property
    def played(self) -> list[SweepCell]:
        """The combinations that were played."""
        return [cell for cell in self.cells if cell.plays]

    @property
    def now(self) -> SweepCell | None:
        """The revision as it is; None where that was not played yet."""
        return next((cell for cell in self.played if not cell.changed), None)

    @property
    def rivals(self) -> list[SweepCell]:
        """The other combinations that may be as good as the one that leads."""
        return [cell for cell in self.played if cell is not self.leader and cell.place is not RaceStanding.WORSE]

    @property
    def result(self) -> str:
        """The answer in a word: which sentence its headline is."""
        again, now = self.confirmation, self.now
        if not self.played:
            return "empty"
        if not self.plan.has_best:
            return "unjudged"
        if again and not again.holds:
            return "refuted" if again.refuted else "unconfirmed"
        best_meets = self.best is not None and self.best.standing is Standing.MET
        if now and now.place in BEST_OR_AS_GOOD and not (best_meets and now.standing is not Standing.MET):
            return "as it is"
        if self.best is None and not self.is_flat:
            return "undecided"
        return "best" if now and now.place is RaceStanding.WORSE else "perhaps"

    def word(self, cell: SweepCell) -> str:
        """How a combination stands beside the best, which is called that only where every other is worse."""
        if cell is not self.leader:
            return cell.place.value
        if cell.place in BEST_OR_AS_GOOD and all(
            other.place is RaceStanding.WORSE for other in self.played if other is not cell
        ):
            return RaceStanding.BEST.value
        return RaceStanding.AS_GOOD.value if cell in self.alike else LEADS

    @property
    def alike(self) -> list[SweepCell]:
        """Those that are shown to be as good as the best one, itself among them; none where nothing is decided."""
        cells = [cell for cell in self.played if cell.place in BEST_OR_AS_GOOD]
        return cells if len(cells) > 1 and self.leader in cells else []

    @property
    def is_flat(self) -> bool:
        """True if no other is better than the leader by more than the margin, and none is shown to be worse."""
        return self.leader is not None and self.leader.place is RaceStanding.AS_GOOD

    @property
    def goals(self) -> list[Goal]:
        """The goals that it is judged by."""
        return [target.goal for target in self.plan.targets if target.goal]

    @property
    def standings(self) -> dict[str, int]:
        """How many combinations stand how to the goals; empty without goals."""
        stands = [cell.standing for cell in self.cells if cell.standing]
        return {standing.value: stands.count(standing) for standing in Standing if stands}


def losses_of(cells: Sequence[SweepCell]) -> dict[int, LossInterval]:
    """The losses by the places of the cells that have one.

    Those that are shown to meet their goals come first, and of these the ones that change the fewest rules.
    """

    def order(place: int) -> tuple[bool, int]:
        return cells[place].standing is not Standing.MET, cells[place].changed

    losses = {place: cells[place].loss for place in sorted(range(len(cells)), key=order)}
    return {place: loss for place, loss in losses.items() if loss is not None}


Moved = Mapping[str, tuple[float, float]]
"""Between which ends each figure of one combination differs from that of another."""


def paired_gap(cell: SweepCell, best: SweepCell, moved: Moved) -> LossInterval | None:
    """How much more a combination loses than the best one, from paired differences; None where these do not say it.

    The loss is the largest of several. So it rises by no less than the least rise of those that may be the largest of
    the best one, and by no more than the most of those that may be the largest of this one.
    """
    readings, best_readings = cell.judged, best.judged
    if (
        cell.loss is None
        or best.loss is None
        or readings.keys() != best_readings.keys()
        or {name for name, _ in readings} - moved.keys()
    ):
        return None
    if any(isnan(reading.figure.estimate.mean) for reading in (*readings.values(), *best_readings.values())):
        return None
    rises = {
        key: reading.target.change(
            best_readings[key].figure.estimate, moved[reading.figure.name], reading.figure.measure.margin
        )
        for key, reading in readings.items()
    }
    least = [rises[key][0] for key in best_readings if best_readings[key].loss.high >= best.loss.low]
    most = [rises[key][1] for key in readings if readings[key].loss.high >= cell.loss.low]
    if cell.is_floored:
        least += [0.0] if best.loss.low <= 0 else []
        most += [0.0] if cell.loss.low <= 0 else []
    return LossInterval(min(least), cell.loss.mean - best.loss.mean, max(most))


def figure_names(scenario: Scenario, targets: Sequence[Target]) -> list[tuple[str, Target]]:
    """The figures that the targets are about: one a seat where the measure is one by seat."""
    return [
        (name, target)
        for target in targets
        for name in names_of(scenario.game, Goal(target.measure).counted(scenario.game), scenario.players)
    ]


def read_cell(combination: Combination, tallies: Tallies, targets: Sequence[Target], confidence: float) -> SweepCell:
    """A combination with its figures; intervals hold at every look, each with this confidence."""
    names, plays = figure_names(combination.scenario, targets), tallies.plays
    read = figures_together(tallies, [name for name, _ in names], confidence, watched=True)
    readings = [
        CellReading(figure, target, standing(target.goal, figure.estimate) if target.goal else None, plays)
        for (_, target), figure in zip(names, read, strict=True)
    ]
    return SweepCell(combination, plays, tuple(readings))
