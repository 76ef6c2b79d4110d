"""Sweeps: a grid of rule values, all on the same shuffles, and which of them is best.

What is asked is one or more `Target`s: the goals of the revision, a goal by its name, or a measure that is to be as low
or as high as can be. A combination's *loss* is how far it is from its goal, in margins, below 0 where it has room to
spare. Of several goals it is that of the one it does worst at, and 0 where all are met: then the combination that
changes the fewest rules comes first. Measures without a direction are shown, and nothing is best.

All intervals are confidence sequences of the confidence that keeps every figure of every combination together at 95 %,
whenever one looks. Plays go where they decide most (`stats.race`). What is best by then is confirmed on fresh seeds,
since the best of many looks better than it is: only then it is called best.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from math import inf, isnan
from typing import Any

from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput, together
from workbench.engine.wording import nearest
from workbench.scenario import Goal, Scenario, goal_measures
from workbench.scenario.model import PLAYS
from workbench.scenario.vary import Combination, Varied, combinations
from workbench.stats import Direction, Estimate
from workbench.stats.evidence import FEWEST_PLAYS, RISK, simultaneous_confidence
from workbench.stats.race import Entrant, Place, Span, is_decided, leader, next_round, place_of, worst_of
from workbench.store import (
    Gathered,
    Store,
    append_tallies,
    create_run,
    find_gathered,
    find_run,
    find_shorter,
    finish_run,
    save_revision,
)
from workbench.study.batch_player import LEAVE_S, RunOptions, stoppable
from workbench.study.figures import SPREAD, SPREAD_MEASURE, figures, names_of, spread_estimate
from workbench.study.goals import Standing, standing
from workbench.study.outcome import layout, make_batch
from workbench.study.simulate import request_of, revision_of, stored_tallies
from workbench.study.strength.contest import affordable, decisions_a_play, play_cost
from workbench.study.stretches import LocalPlays, Plays, Side
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Tallies

MOST_VARIED = 3
"""Parameters of a grid: lines or columns, rows, and small multiples."""
MOST_CELLS = 1_000
"""Combinations of a grid."""
STUDY = "sweep"
"""The name of the study, as the store keeps it with its runs."""
WISHES = {"lowest": Direction.DOWN, "highest": Direction.UP}
"""What may be wished of a measure without a goal: `tie_rate:lowest`."""
WORK, QUICK_WORK = 240_000_000, 30_000_000
"""What a sweep may cost where nobody says how many plays it has; a quick look less."""
USUAL_PLAYS, QUICK_PLAYS = (500, 50_000), (150, 8_000)
"""Plays for each combination on the average, at least and at most, where nobody says how many."""
UNLIMITED = 1 << 62
"""More plays than anybody has."""


# What is asked


@dataclass(frozen=True)
class Target:
    """What is asked of one measure, under the name that goals give it: a goal, or a wish, or only its value."""

    measure: str
    goal: Goal | None = None
    wish: Direction = Direction.NONE

    @property
    def is_judged(self) -> bool:
        """Whether one value of it is better than another."""
        return self.goal is not None or self.wish is not Direction.NONE

    def loss(self, estimate: Estimate, margin: float) -> Span:
        """How far a figure is from the target, in margins; unknown where there was nothing to count."""
        if isnan(estimate.mean):
            return Span(-inf, inf, inf)
        ends = [self._distance(end) / margin for end in (estimate.low, estimate.mean, estimate.high)]
        inside = self._deepest(estimate.low, estimate.high) / margin
        return Span(min(*ends, inside), ends[1], max(ends))

    def _distance(self, value: float) -> float:
        """How far a value is outside the goal, below 0 inside; for a wish the value itself, where low is good."""
        if self.goal is None:
            return value if self.wish is Direction.DOWN else -value
        ends = [] if self.goal.low is None else [self.goal.low - value]
        return max(ends if self.goal.high is None else [*ends, value - self.goal.high])

    def _deepest(self, low: float, high: float) -> float:
        """The least distance of any value between these."""
        if self.goal is None or self.goal.low is None or self.goal.high is None:
            return min(self._distance(low), self._distance(high))
        return self._distance(min(max((self.goal.low + self.goal.high) / 2, low), high))


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
        return [place for place, each in enumerate(self.combinations) if each.is_valid]

    @property
    def tables(self) -> int:
        """How many batches there are: one for each combination that can be played, and one to confirm the best."""
        return len(self.valid) + 1

    @property
    def confidence(self) -> float:
        """The confidence of each interval that keeps all of them together at 95 %."""
        asked = sum(len(figure_names(self.combinations[place].scenario, self.targets)) for place in self.valid)
        return simultaneous_confidence(1 - RISK, asked)

    @property
    def has_best(self) -> bool:
        """Whether one combination can be better than another."""
        return any(each.is_judged for each in self.targets)


def plan_sweep(
    scenario: Scenario,
    varied: Sequence[Varied],
    targets: Sequence[Target],
    plays: int | None = None,
    quick: bool = False,
) -> Plan:
    """The plan of a sweep. Raises BadInput with all that keeps it from being played."""
    cells = 1
    for each in varied:
        cells *= len(each.values)
    if not 1 <= len(varied) <= MOST_VARIED:
        raise BadInput.one("--vary", f"must be given once for each of 1 to {MOST_VARIED} parameters", len(varied))
    if cells > MOST_CELLS:
        raise BadInput.one("--vary", f"makes more than {MOST_CELLS:,} combinations; a step helps, as in 1..13:3", cells)
    found = Plan(scenario, tuple(varied), tuple(combinations(scenario, varied)), tuple(targets), plays, quick)
    if not found.valid:
        raise BadInput([problem.within("--vary") for each in found.combinations for problem in each.problems])
    least = found.tables * FEWEST_PLAYS
    if plays is not None and plays < least:
        message = f"at least {least}: {FEWEST_PLAYS} for each of {len(found.valid)} combinations, and to confirm one"
        raise BadInput.one("--plays", message, plays)
    return found


def usual_plays(scenario: Scenario, tables: int, quick: bool, decisions: float) -> int:
    """How many plays so many tables may have in all, where nobody says: a few minutes of them, less for a quick look.

    It follows from what the game declares of its costs, and from the number of decisions in a play, so that it is the
    same on every machine.
    """
    cost = play_cost(scenario, decisions) * scenario.game.cost(scenario.rules)
    low, high = QUICK_PLAYS if quick else USUAL_PLAYS
    return min(int(PLAYS.high), affordable(cost, tables * low, tables * high, QUICK_WORK if quick else WORK))


def fresh_seed(seed: int) -> int:
    """A seed that has nothing to do with this one, always the same: what was found by this one is checked by it."""
    return int.from_bytes(hashlib.sha256(f"fresh {seed}".encode()).digest()[:4], "big")


# What is found


@dataclass(frozen=True)
class Reading:
    """One figure of one combination, with an interval that holds together with all others, and how its goal stands."""

    name: str
    label: str
    measure: Measure
    target: Target
    estimate: Estimate
    standing: Standing | None

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

    @property
    def loss(self) -> Span | None:
        """How far it is from what is asked, in margins: at the target that it does worst at; of several, at least 0."""
        judged = [each.loss for each in self.readings if each.target.is_judged]
        if len({each.target for each in self.readings if each.target.is_judged}) > 1:
            judged.append(Span(0.0, 0.0, 0.0))
        return worst_of(judged) if judged else None

    @property
    def changed(self) -> int:
        """How many rules differ from the revision."""
        return len(self.combination.changed)

    @property
    def standing(self) -> Standing | None:
        """How its goals stand, all together; None where there are none."""
        found = {each.standing for each in self.readings if each.standing}
        return next((each for each in (Standing.MISSED, Standing.UNDECIDED, Standing.MET) if each in found), None)

    @property
    def is_open(self) -> bool:
        """Whether anything but who is best asks for more plays; a goal that is missed closes all others."""
        return self.standing is not Standing.MISSED and any(each.is_open for each in self.readings)

    def reading(self, name: str) -> Reading | None:
        """One figure of it."""
        return next((each for each in self.readings if each.name == name), None)


class Ending(StrEnum):
    """Why the plays ended: nothing is open, or no plays are left, or somebody stopped them."""

    DECIDED = "decided"
    BUDGET = "budget"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Confirmation:
    """The best combination on fresh seeds. `holds`: there too no other is better by more than the margin."""

    seed: int
    cell: Cell
    holds: bool


@dataclass(frozen=True)
class Sweep:
    """A sweep that was played. `plays` are all plays of it, those of the confirmation and stored ones included."""

    plan: Plan
    cells: tuple[Cell, ...]
    budget: int
    plays: int
    rounds: int
    ending: Ending
    confirmation: Confirmation | None = None
    elapsed_s: float = 0.0

    @property
    def leader(self) -> Cell | None:
        """The combination that did best so far; None where nothing can be best, or nothing was played."""
        losses = losses_of(self.cells)
        return self.cells[leader(losses)] if losses else None

    @property
    def best(self) -> Cell | None:
        """The best combination, if it is decided and confirmed."""
        return next((each for each in self.cells if each.place is Place.BEST), None)

    @property
    def as_good(self) -> list[Cell]:
        """Those that are shown to be within the margin of the best."""
        return [each for each in self.cells if each.place is Place.AS_GOOD and each.plays]

    @property
    def shown(self) -> list[str]:
        """The names of the figures of its combinations, each once."""
        return list(dict.fromkeys(reading.name for cell in self.cells for reading in cell.readings))


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: `done` of at most `plays` plays; what is known of each combination by now."""

    title: str
    done: int
    plays: int
    cells: tuple[Cell, ...]


FollowSweep = Callable[[SweepProgress], None]


def ignore(progress: SweepProgress) -> None:
    """No-op progress callback."""


def losses_of(cells: Sequence[Cell]) -> dict[int, Span]:
    """The losses by the places of the cells that have one; those that change the fewest rules first."""
    found = {place: cells[place].loss for place in sorted(range(len(cells)), key=lambda place: cells[place].changed)}
    return {place: loss for place, loss in found.items() if loss is not None}


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
        yield Reading(name, label, measure, target, estimate, stands)


# Playing


class CellPlayer:
    """Plays one combination, a few plays at a time, and adds them up."""

    def __init__(self, combination: Combination) -> None:
        self.combination, self.scenario = combination, combination.scenario
        self.tallies = Tallies.empty(layout(self.scenario))
        self.digest = Digest(self.scenario.game.result)
        self.stored = 0
        self.seconds = 0.0

    @property
    def plays(self) -> int:
        """How many plays it has."""
        return self.tallies.plays

    def play(self, plays: int, options: RunOptions) -> None:
        """Have so many plays in all; fewer where it is stopped."""
        for (stretch,) in self._source(options).stretches(self.plays, plays, rows=False):
            self.tallies.add(stretch.tallies)
            self.digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
            self.seconds += stretch.seconds

    def _source(self, options: RunOptions) -> Plays:
        if options.cluster:
            return options.cluster.plays([self.scenario], options.stop)
        batch = make_batch(self.scenario)
        if not batch.kernel.is_warm:
            options.compiling()
        batch.warm_up(options.stop)
        return LocalPlays([Side(batch, self.tallies.layout)], options.jobs, options.stop)

    def take_up(self, store: Store, most: int) -> None:
        """Go on from the longest stored batch of it that has no more than `most` plays."""
        request = request_of(replace(self.scenario, plays=most), {})
        run = find_run(store, request) or find_shorter(store, request)
        gathered = find_gathered(store, run) if run else None
        known = stored_tallies(store, run, self.tallies.layout) if run else None
        if run and known and gathered and gathered.digest is not None:
            self.tallies, self.digest = known, Digest.from_bytes(self.digest.record, gathered.digest)
            self.stored, self.seconds = known.plays, run.elapsed_s

    def keep(self, store: Store, extra: Mapping[str, Any]) -> None:
        """Store what it has as a batch of so many plays, unless it is there."""
        if self.plays <= self.stored:
            return
        played = replace(self.scenario, plays=self.plays)
        save_revision(store, revision_of(played))
        run = create_run(store, request_of(played, dict(extra)), False)
        gathered = Gathered(self.tallies.to_bytes(), self.digest.to_bytes())
        append_tallies(store, run, 0, self.plays, gathered, self.seconds)
        finish_run(store, run.id, self.digest.hexdigest())
        self.stored = self.plays


@dataclass
class _Race:
    """A sweep while it is played."""

    plan: Plan
    budget: int
    options: RunOptions
    follow: FollowSweep
    players: dict[int, CellPlayer] = field(default_factory=dict)
    confirming: CellPlayer | None = None
    rounds: int = 0

    def __post_init__(self) -> None:
        self.players = {place: CellPlayer(self.plan.combinations[place]) for place in self.plan.valid}
        self.confidence = self.plan.confidence
        self.cells = [Cell(each) for each in self.plan.combinations]

    @property
    def plays(self) -> int:
        """All plays so far."""
        confirming = self.confirming.plays if self.confirming else 0
        return sum(player.plays for player in self.players.values()) + confirming

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self.options.stop.is_set()

    def take_up(self) -> None:
        """Begin with the plays that are stored."""
        self._take_up(self.players.values(), self.budget)

    def _take_up(self, players: Iterable[CellPlayer], most: int) -> None:
        store = stoppable(self.options)
        if store and store.exists:
            with store.session():
                for player in players:
                    player.take_up(store, most)

    def keep(self) -> None:
        """Store what was played, the plays that confirm the best one too."""
        store = stoppable(self.options, grace_s=LEAVE_S)
        if store:
            about = self.plan.scenario
            extra = {"study": STUDY, "of": about.rules_hash, "seed": about.seed}
            with store.session():
                for player in [*self.players.values(), *([self.confirming] if self.confirming else [])]:
                    player.keep(store, extra)

    def run(self) -> None:
        """Play round after round, until nothing is open or no plays are left."""
        for place in self.players:
            self._read(place)
        while (targets := next_round(self._entrants(), self.budget - self.plays)) and not self.is_stopped:
            self.rounds += 1
            for place, plays in targets.items():
                self._play(place, plays)

    def _play(self, place: int, plays: int) -> None:
        if not self.is_stopped:
            player = self.players[place]
            player.play(plays, self.options)
            self._read(place)
            self._tell(f"round {self.rounds}")

    def _read(self, place: int) -> None:
        player = self.players[place]
        if player.plays:
            self.cells[place] = read_cell(player.combination, player.tallies, self.plan.targets, self.confidence)

    def _tell(self, title: str) -> None:
        self.follow(SweepProgress(title, self.plays, self.budget, tuple(placed(self.cells))))

    def _entrants(self) -> dict[int, Entrant]:
        cells = {place: self.cells[place] for place in self.players}
        return {place: Entrant(cell.plays, cell.loss, cell.is_open) for place, cell in cells.items()}

    def confirmed(self) -> Confirmation | None:
        """The leader on fresh seeds, if it is decided who that is."""
        losses = losses_of(self.cells)
        if not losses or not is_decided(losses) or self.is_stopped:
            return None
        first = leader(losses)
        known, seed = self.cells[first], fresh_seed(self.plan.scenario.seed)
        fresh = replace(known.combination, scenario=replace(known.combination.scenario, seed=seed))
        self.confirming = player = CellPlayer(fresh)
        self._take_up([player], known.plays)
        player.play(known.plays, self.options)
        if player.plays < known.plays:
            return None
        self._tell("confirming the best")
        names = figure_names(fresh.scenario, self.plan.targets)
        cell = read_cell(fresh, player.tallies, self.plan.targets, simultaneous_confidence(1 - RISK, len(names)))
        return Confirmation(seed, cell, holds_again(cell.loss, losses, first))

    def ending(self) -> Ending:
        """Why it ended."""
        if self.is_stopped:
            return Ending.STOPPED
        return Ending.BUDGET if next_round(self._entrants(), UNLIMITED) else Ending.DECIDED


def holds_again(again: Span | None, losses: Mapping[int, Span], first: int) -> bool:
    """Whether the leader does as well on fresh seeds: no other is better by more than the margin."""
    others = [span.low for place, span in losses.items() if place != first]
    if again is None or again.low > losses[first].high:
        return False
    return all(again.high - 1 <= low for low in others)


def placed(cells: Sequence[Cell], confirmed: bool = False) -> list[Cell]:
    """The cells with how each stands beside the leader, which is best where that is decided and confirmed."""
    losses = losses_of(cells)
    if not losses:
        return list(cells)
    first = leader(losses)
    decided = is_decided(losses)
    found = list(cells)
    for place, loss in losses.items():
        if place == first:
            where = Place.BEST if confirmed else Place.UNDECIDED
        else:
            where = place_of(loss, losses[first])
            where = where if decided or where is Place.WORSE else Place.UNDECIDED
        found[place] = replace(cells[place], place=where)
    return found


def sweep(plan: Plan, options: RunOptions, follow: FollowSweep = ignore) -> Sweep:
    """Play the plan. Where it is stopped, what was played is kept, and the sweep says that it is incomplete.

    The same plan takes up what is stored. Equal plans find the same on any number of threads.
    """
    began = time.perf_counter()
    options = replace(options, store=None) if plan.quick else options
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, decisions_a_play(plan.scenario, options))
    race = _Race(plan, budget, options, follow)
    race.take_up()
    race.run()
    confirmation = race.confirmed()
    ending = race.ending()
    race.keep()
    cells = tuple(placed(race.cells, confirmation is not None and confirmation.holds))
    found = Sweep(plan, cells, race.budget, race.plays, race.rounds, ending, confirmation)
    return replace(found, elapsed_s=time.perf_counter() - began)
