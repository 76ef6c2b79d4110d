"""A sweep as it is asked and as it is found: a grid of rule values, what is asked of each, and which is best.

What is asked is one or more `Target`s: the goals of the revision, a goal by its name, or a measure that is to be as low
or as high as can be. A combination's *loss* is how far it is from its goal, in margins, below 0 where it has room to
spare. Of several goals it is that of the one it does worst at, and 0 where all are met: then the combination that
changes the fewest rules comes first. Measures without a direction are shown, and nothing is best.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from math import inf, isnan
from typing import Any

from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput, together
from workbench.engine.wording import counted, nearest
from workbench.play.outcome import layout, with_settings
from workbench.scenario import Goal, Scenario, goal_measures
from workbench.scenario.vary import Combination, Varied, combinations
from workbench.stats import Direction, Estimate
from workbench.stats.evidence import FEWEST_PLAYS, RISK, simultaneous_confidence
from workbench.stats.race import Place, Span, leader, worst_of
from workbench.study.figures import SPREAD, SPREAD_MEASURE, figures, names_of, spread_estimate
from workbench.study.goals import Standing, standing
from workbench.tallies.tallies import Tallies

MOST_VARIED = 3
"""Parameters of a grid: lines or columns, rows, and small multiples."""
MOST_CELLS = 1_000
"""Combinations of a grid."""
LEAST_MARGIN = 1e-9
"""In the place of a smallest change that counts of 0."""
WISHES = {"lowest": Direction.DOWN, "highest": Direction.UP}
"""What may be wished of a measure without a goal: `tie_rate:lowest`."""


# What is asked


@dataclass(frozen=True)
class Target:
    """What is asked of one measure, under the name that goals give it: a goal, or a wish, or only its value."""

    measure: str
    goal: Goal | None = None
    wish: Direction = Direction.NONE

    @property
    def name(self) -> str:
        """What asks for it: `tie_rate`, `tie_rate:lowest`."""
        wished = next((word for word, wish in WISHES.items() if wish is self.wish), "")
        return f"{self.measure}:{wished}" if wished else self.measure

    @property
    def is_judged(self) -> bool:
        """Whether one value of it is better than another."""
        return self.goal is not None or self.wish is not Direction.NONE

    def loss(self, estimate: Estimate, margin: float) -> Span:
        """How far a figure is from the target, in margins; unknown where there was nothing to count."""
        if isnan(estimate.mean):
            return Span(-inf, inf, inf)
        margin = max(margin, LEAST_MARGIN)
        ends = [self._distance(end) / margin for end in (estimate.low, estimate.mean, estimate.high)]
        inside = self._deepest(estimate.low, estimate.high) / margin
        return Span(min(*ends, inside), ends[1], max(ends))

    def change(self, base: Estimate, moved: tuple[float, float], margin: float) -> tuple[float, float]:
        """Between which ends the loss moves, in margins, where a figure moves by so much from that of the base.

        The loss is straight but for the middle of a goal with two ends, so its extremes are at the ends and there.
        """
        ends, points = (base.low, base.high), [(value, by) for value in (base.low, base.high) for by in moved]
        if (middle := self._middle) is not None:
            bends = [(middle, 0.0), *((middle, by) for by in moved), *((middle - by, by) for by in moved)]
            bends += [(value, middle - value) for value in ends]
            points += [(value, by) for value, by in bends if ends[0] <= value <= ends[1] and moved[0] <= by <= moved[1]]
        found = [
            (self._distance(value + by) - self._distance(value)) / max(margin, LEAST_MARGIN) for value, by in points
        ]
        return min(found), max(found)

    @property
    def _middle(self) -> float | None:
        """The middle of a goal with two ends."""
        if self.goal is None or self.goal.low is None or self.goal.high is None:
            return None
        return (self.goal.low + self.goal.high) / 2

    def _distance(self, value: float) -> float:
        """How far a value is outside the goal, below 0 inside; for a wish the value itself, where low is good."""
        if self.goal is None:
            return value if self.wish is Direction.DOWN else -value
        ends = [] if self.goal.low is None else [self.goal.low - value]
        return max(ends if self.goal.high is None else [*ends, value - self.goal.high])

    def _deepest(self, low: float, high: float) -> float:
        """The least distance of any value between these."""
        if self._middle is None:
            return min(self._distance(low), self._distance(high))
        return self._distance(min(max(self._middle, low), high))


def ask(scenario: Scenario, named: Sequence[str] = ()) -> tuple[Target, ...]:
    """What a sweep is about: measures and goals by name; unnamed, all goals, or the primary measures of the game.

    Raises BadInput with every name that says nothing, and the one that comes nearest.
    """
    if not named:
        goals = tuple(Target(goal.measure, goal) for goal in scenario.goals)
        return goals or tuple(Target(name) for name in scenario.game.primary)
    found = together(*(partial(_target, scenario, name) for name in dict.fromkeys(named)))
    if len(found) > 1 and any(each.wish is not Direction.NONE for each in found):
        message = "asks for the lowest or the highest of one measure; leave the others out, or write them as goals"
        raise BadInput.one("--for", message, " ".join(named))
    return tuple(found)


def _target(scenario: Scenario, name: str) -> Target:
    """What one name asks for. Raises BadInput."""
    measure, colon, wished = name.partition(":")
    goals = {goal.measure: goal for goal in scenario.goals}
    known = list(dict.fromkeys([*goal_measures(scenario.game), *layout(scenario).names]))
    if measure not in known:
        near = nearest(measure, known)
        hint = f"; did you mean {near}?" if near else ""
        raise BadInput.one("--for", f"must be a goal or a measure of {scenario.game.name}{hint}", name)
    if colon and wished not in WISHES:
        raise BadInput.one("--for", f"behind the colon must be lowest or highest, as in {measure}:lowest", name)
    return Target(measure, None, WISHES[wished]) if colon else Target(measure, goals.get(measure))


@dataclass(frozen=True)
class Plan:
    """What is swept: every combination, and what is asked of each; `plays` are all that may be played.

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
    def asked(self) -> dict[str, Any]:
        """What is asked, as the command line takes it and JSON holds it; `for` is empty where nothing is named."""
        parameters, own = self.scenario.game.parameters, self.targets == ask(self.scenario)
        vary = {
            rule.name: ",".join(parameters[rule.name].show(value).strip('"') for value in rule.values)
            for rule in self.varied
        }
        named = [] if own else [target.name for target in self.targets]
        asked = {"vary": vary, "for": named, "bots": list(self.scenario.bots), "plays": self.plays}
        return with_settings(asked, self.scenario)

    @property
    def has_best(self) -> bool:
        """Whether one combination can be better than another."""
        return any(target.is_judged for target in self.targets)


def plan_sweep(
    scenario: Scenario,
    varied: Sequence[Varied],
    targets: Sequence[Target],
    plays: int | None = None,
    quick: bool = False,
) -> Plan:
    """The plan of a sweep. Raises BadInput with all that keeps it from being played."""
    cells = 1
    for rule in varied:
        cells *= len(rule.values)
    if not 1 <= len(varied) <= MOST_VARIED:
        raise BadInput.one("--vary", f"must be given once for each of 1 to {MOST_VARIED} parameters", len(varied))
    if cells > MOST_CELLS:
        raise BadInput.one("--vary", f"makes more than {MOST_CELLS:,} combinations; a step helps, as in 1..13:3", cells)
    plan = Plan(scenario, tuple(varied), tuple(combinations(scenario, varied)), tuple(targets), plays, quick)
    if not plan.valid:
        raise BadInput(
            [problem.within("--vary") for combination in plan.combinations for problem in combination.problems]
        )
    least = plan.tables * FEWEST_PLAYS
    if plays is not None and plays < least:
        for_each = f"{FEWEST_PLAYS} for each of {counted(len(plan.valid), 'combination')}"
        message = f"at least {least}: {for_each}, and to confirm one"
        raise BadInput.one("--plays", message, plays)
    return plan


# What is found


@dataclass(frozen=True)
class Reading:
    """One figure of one combination, with an interval that holds together with all others, and how its goal stands.

    `plays` are all of the combination: more than the figure's own, where it exists in some only.
    """

    name: str
    label: str
    measure: Measure
    target: Target
    estimate: Estimate
    standing: Standing | None
    plays: int = 0

    @property
    def loss(self) -> Span:
        """How far it is from the target, in margins."""
        return self.target.loss(self.estimate, self.measure.margin)

    @property
    def is_open(self) -> bool:
        """Whether more plays would say something: it is neither decided nor known within the margin."""
        wide = (self.estimate.high - self.estimate.low) / 2 > self.measure.margin
        return wide and (self.standing is Standing.UNDECIDED or not self.target.is_judged)


@dataclass(frozen=True)
class Cell:
    """One combination: what is known of it, and how it stands beside the best. Invalid ones have no plays."""

    combination: Combination
    plays: int = 0
    readings: tuple[Reading, ...] = ()
    place: Place = Place.UNDECIDED

    @cached_property
    def loss(self) -> Span | None:
        """How far it is from what is asked, in margins: at the target that it does worst at; of several, at least 0."""
        judged = [reading.loss for reading in self.judged.values()]
        return worst_of([*judged, *([Span(0.0, 0.0, 0.0)] if self.is_floored else [])]) if judged else None

    @property
    def judged(self) -> dict[tuple[str, Target], Reading]:
        """The figures by which it can be better than another, by name and target."""
        return {(reading.name, reading.target): reading for reading in self.readings if reading.target.is_judged}

    @property
    def is_floored(self) -> bool:
        """Whether several targets are asked about, so that meeting all of them is a loss of 0."""
        return len({reading.target for reading in self.judged.values()}) > 1

    @property
    def changed(self) -> int:
        """How many rules differ from the revision."""
        return len(self.combination.changed)

    @property
    def standing(self) -> Standing | None:
        """How its goals stand, all together; None where there are none."""
        found = {reading.standing for reading in self.readings if reading.standing}
        return next((each for each in (Standing.MISSED, Standing.UNDECIDED, Standing.MET) if each in found), None)

    @property
    def is_open(self) -> bool:
        """Whether anything but who is best asks for more plays; a goal that is missed closes all others."""
        return self.standing is not Standing.MISSED and any(reading.is_open for reading in self.readings)

    def reading(self, name: str) -> Reading | None:
        """One figure of it."""
        return next((reading for reading in self.readings if reading.name == name), None)


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
    cell: Cell
    holds: bool
    refuted: bool = False
    as_good: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Sweep:
    """A sweep that was played. `plays` are all plays of it, those of the confirmation and stored ones included.

    `state` is what the store keeps of it, to go on from.
    """

    plan: Plan
    cells: tuple[Cell, ...]
    budget: int
    plays: int
    rounds: int
    ending: Ending
    confirmation: Confirmation | None = None
    elapsed_s: float = 0.0
    state: bytes = field(default=b"", repr=False, compare=False)

    @property
    def leader(self) -> Cell | None:
        """The combination that did best so far; None where nothing can be best, or nothing was played."""
        losses = losses_of(self.cells)
        return self.cells[leader(losses)] if losses else None

    @property
    def best(self) -> Cell | None:
        """The best combination, if it is decided and confirmed."""
        return next((cell for cell in self.cells if cell.place is Place.BEST), None)

    @property
    def as_good(self) -> list[Cell]:
        """Those that are shown to be within the margin of the best, or of each other."""
        return [cell for cell in self.cells if cell.place is Place.AS_GOOD and cell.plays]

    @property
    def is_flat(self) -> bool:
        """Whether no other is better than the leader by more than the margin, and none is shown to be worse."""
        return self.leader is not None and self.leader.place is Place.AS_GOOD

    @property
    def shown(self) -> list[str]:
        """The names of the figures of its combinations, each once."""
        return list(dict.fromkeys(reading.name for cell in self.cells for reading in cell.readings))


def losses_of(cells: Sequence[Cell]) -> dict[int, Span]:
    """The losses by the places of the cells that have one.

    Those that are shown to meet their goals come first, and of these the ones that change the fewest rules.
    """

    def order(place: int) -> tuple[bool, int]:
        return cells[place].standing is not Standing.MET, cells[place].changed

    losses = {place: cells[place].loss for place in sorted(range(len(cells)), key=order)}
    return {place: loss for place, loss in losses.items() if loss is not None}


Moved = Mapping[str, tuple[float, float]]
"""Between which ends each figure of one combination differs from that of another."""


def paired_gap(cell: Cell, best: Cell, moved: Moved) -> Span | None:
    """How much more a combination loses than the best one, from paired differences; None where these do not say it.

    The loss is the largest of several. So it rises by no less than the least rise of those that may be the largest of
    the best one, and by no more than the most of those that may be the largest of this one.
    """
    own, its = cell.judged, best.judged
    if cell.loss is None or best.loss is None or own.keys() != its.keys() or {name for name, _ in own} - moved.keys():
        return None
    if any(isnan(each.estimate.mean) for each in (*own.values(), *its.values())):
        return None
    rises = {
        key: each.target.change(its[key].estimate, moved[each.name], each.measure.margin) for key, each in own.items()
    }
    least = [rises[key][0] for key in its if its[key].loss.high >= best.loss.low]
    most = [rises[key][1] for key in own if own[key].loss.high >= cell.loss.low]
    if cell.is_floored:
        least += [0.0] if best.loss.low <= 0 else []
        most += [0.0] if cell.loss.low <= 0 else []
    return Span(min(least), cell.loss.mean - best.loss.mean, max(most))


def figure_names(scenario: Scenario, targets: Sequence[Target]) -> list[tuple[str, Target]]:
    """The figures that the targets are about: one a seat where the measure is one by seat."""
    return [
        (name, target)
        for target in targets
        for name in names_of(scenario.game, Goal(target.measure).counted(scenario.game), scenario.players)
    ]


def read_cell(combination: Combination, tallies: Tallies, targets: Sequence[Target], confidence: float) -> Cell:
    """What the plays of a combination say; intervals hold at every look, each with this confidence."""
    return Cell(combination, tallies.plays, tuple(_readings(combination.scenario, tallies, targets, confidence)))


def _readings(scenario: Scenario, tallies: Tallies, targets: Sequence[Target], confidence: float) -> Iterator[Reading]:
    known = figures(tallies)
    for name, target in figure_names(scenario, targets):
        if name == SPREAD:
            label, measure, estimate = SPREAD_MEASURE.label, SPREAD_MEASURE, spread_estimate(tallies, True, confidence)
        else:
            label, measure, estimate = known[name].label, known[name].measure, known[name].sequence(confidence)
        stands = standing(target.goal, estimate) if target.goal else None
        yield Reading(name, label, measure, target, estimate, stands, tallies.plays)
