"""The search among combinations of rule values, toward goals, with noisy figures and a budget of plays.

A *combination* is one value of each rule that may change, by its place among the values to try. What a combination
comes to is read from plays (`Read`); all play the same shuffles, so that two combinations differ by little but their
rules.

1. Each new combination gets few plays. Those that lie among the best quarter of their level get four times as many,
   and so on (asynchronous successive halving, Li et al. 2018), where there are plays enough. First come changes of one
   rule. Then two in three trials are what response surfaces make of the trials (`predicted`); the others are neighbours
   of the best. Where there are fewer combinations than trials, all are tried.
2. The best get as many plays as the budget has for a few of them, until the best of all has as many; where goals
   conflict, so do those that no other beats on every goal.
3. Each changed rule of the best is put back, and stays back where the goals hold as well without the change.

The same budget and seed give the same answer, on any number of threads: nothing here depends on time.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import hypot, inf, isnan, prod, sqrt
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from workbench.play.goals import Standing, worst_standing
from workbench.stats import Figure

Floats: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]
"""Combinations, shape (n, rules): the place of each rule's value."""

SMALL = 0.3
"""How large the part of a single value of a rule with numbers, or of a product, may be beside that of a line."""
MISFIT = 0.05
"""The part of a figure's spread that no such sum has."""


def predicted(tried: Floats, values: Floats, errors: Floats, untried: Floats) -> Floats:
    """The figure of every untried combination, from the values of those tried and their standard errors.

    `tried` and `untried` are the `parts` of the combinations.
    """
    finite = np.isfinite(values) & np.isfinite(errors)
    if not finite.any() or not (spread := float(values[finite].std())):
        return np.full(len(untried), values[finite].mean() if finite.any() else 0.0)
    mean, rows = float(values[finite].mean()), tried[finite]
    noise = np.diag((errors[finite] / spread) ** 2 + MISFIT**2)
    weights = np.linalg.solve(rows @ rows.T + noise, (values[finite] - mean) / spread)
    return np.asarray(mean + spread * (untried @ (rows.T @ weights)), np.float64)


def parts(sizes: Sequence[int], ordered: Sequence[bool], places: Places) -> Floats:
    """A row for each combination: everything that its figure is a sum of, as large as it may be."""
    lines = [2.0 * places[:, at] / (size - 1) - 1.0 for at, size in enumerate(sizes) if ordered[at] and size > 1]
    curves = [line**2 for line in lines]
    products = [SMALL * one * two for one, two in combinations(lines, 2)]
    alone = [
        (SMALL if ordered[at] else 1.0) * (places[:, at] == value)
        for at, size in enumerate(sizes)
        for value in range(size)
    ]
    return np.stack([np.ones(len(places)), *lines, *curves, *products, *alone]).T


Point: TypeAlias = tuple[int, ...]
"""A combination: the place of each rule's value among those that it may take."""

STEP = 4
"""Times the plays that each further level has; one combination in so many reaches it."""
LEAST, MOST = 64, 2_048
"""Plays of a new combination, at least and at most."""
ENOUGH_TRIALS = 200
"""New combinations that a budget should allow, before each of them gets more plays."""
SEARCHED, PROVED = 0.5, 0.3
"""The parts of the budget for the search, and for evidence on fresh shuffles; the rest goes to the best."""
FEWEST_TRIALS = 60
"""New combinations that a budget should allow, before the best of them get more plays during the search."""
TOO_FEW_TRIALS = 30
"""Fewer find hardly more than as many combinations at random (measured on planted landscapes)."""
FINALISTS = 6
"""So many combinations can have full plays."""
A_CHANGE = 0.25
"""The loss of a changed rule, in margins; where goals are missed anyhow, one change less is worth as much."""
ALONE = 1 / 3
"""The part of the trials that may go to changes of a single rule."""
STANDARD = 1.96
"""Standard errors in half an interval of 95 %."""
PAIR = 0.6
"""The part of the evidence that goes to the draft against the revision; the rest shows what each change does."""
CANDIDATES = 20_000
"""Combinations that the response surfaces are asked about at a time."""
INVALID = 1e9
"""The loss of a combination that the game does not allow; it is not played."""


@dataclass(frozen=True)
class SearchGoal:
    """A goal: a figure from `low` to `high`; misses are counted in `margin`s."""

    low: float
    high: float
    margin: float

    def miss(self, value: float, room: float = 0.0) -> float:
        """How far a value is outside, in margins; `room`: so far inside it has to be."""
        return float(self.misses(np.array([value]), room)[0])

    def misses(self, values: Floats, room: float) -> Floats:
        """The same of each value."""
        low, high = self.low + room, self.high - room
        if low > high:
            low = high = (self.low + self.high) / 2
        outside = np.maximum(np.maximum(low - values, values - high), 0.0)
        return np.where(np.isfinite(outside), outside / self.margin, INVALID)


@dataclass(frozen=True)
class TrialReading:
    """The figure of a goal, as the plays showed it, and how the goal stands by that.

    `value` is what the search goes by: a spread is less than the plays show.
    """

    figure: Figure
    value: float
    standing: Standing = Standing.UNDECIDED

    @property
    def half(self) -> float:
        """Half the width of the figure's interval; infinite where it has none."""
        estimate = self.figure.estimate
        half = (estimate.high - estimate.low) / 2
        return inf if isnan(half) else half

    @property
    def plays(self) -> int:
        return self.figure.estimate.n


@dataclass(frozen=True)
class Space:
    """The combinations: `sizes` is the number of values of each rule, `start` has the values that are no change.

    `ordered`: whether the values of a rule are numbers in rising order.
    """

    sizes: tuple[int, ...]
    start: Point
    ordered: tuple[bool, ...]

    @property
    def count(self) -> int:
        """How many combinations there are."""
        return prod(self.sizes)

    def changed(self, combination: Point) -> tuple[int, ...]:
        """The places of the rules that are changed."""
        return tuple(at for at, place in enumerate(combination) if place != self.start[at])

    def steps(self, combination: Point) -> int:
        """How many steps away from the start."""
        return sum(abs(combination[at] - self.start[at]) if self.ordered[at] else 1 for at in self.changed(combination))

    def put_back(self, combination: Point, at: int) -> Point:
        """The same with one rule as it was."""
        return (*combination[:at], self.start[at], *combination[at + 1 :])

    def neighbours(self, combination: Point) -> list[Point]:
        """Every combination that differs in one rule, the nearest values first."""
        neighbours = [
            (abs(place - here) if self.ordered[at] else 1, (*combination[:at], place, *combination[at + 1 :]))
            for at, (size, here) in enumerate(zip(self.sizes, combination, strict=True))
            for place in range(size)
            if place != here
        ]
        return [neighbour for _, neighbour in sorted(neighbours, key=lambda pair: pair[0])]


@dataclass(frozen=True)
class Budget:
    """How many plays go where: `plays` in all, `first` for each new combination, `full` for the best."""

    plays: int
    first: int
    full: int

    @classmethod
    def of(cls, plays: int, combinations: int = ENOUGH_TRIALS) -> "Budget":
        """The usual division of so many plays, among so many combinations."""
        full = int(plays * (1 - SEARCHED - PROVED) / FINALISTS)
        first, trials = LEAST, min(ENOUGH_TRIALS, combinations)
        while 2 * first <= min(MOST, plays * SEARCHED / (4 * trials), full):
            first *= 2
        return cls(plays, min(first, full), full)

    @property
    def search(self) -> int:
        """Plays of the search."""
        return int(self.plays * SEARCHED)

    @property
    def best(self) -> int:
        """Plays after which the search and the best have had theirs; the rest is for the evidence."""
        return self.plays - self.proof

    @property
    def proof(self) -> int:
        """Plays of the evidence, at all tables."""
        return int(self.plays * PROVED)

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of plays that a combination gets, one after the other: one level only, where plays are few."""
        levels = [self.first]
        while levels[-1] * STEP <= self.full and self._affordable(len(levels) + 1) >= FEWEST_TRIALS:
            levels.append(levels[-1] * STEP)
        return tuple(levels)

    @property
    def trials(self) -> int:
        """New combinations that the search affords."""
        return max(1, self._affordable(len(self.levels)))

    def guesses(self, combinations: int) -> bool:
        """True if so many combinations are tried little better than at random."""
        return self.trials < min(TOO_FEW_TRIALS, combinations)

    def _affordable(self, levels: int) -> int:
        """New combinations for so many levels: each level costs about as many plays as the one before."""
        return int(self.search / (self.first * (1 + (levels - 1) * (STEP - 1) / STEP)))


@dataclass(frozen=True)
class Trial:
    """A combination that was tried: for each goal, how far it is missed, in margins.

    `misses` are those of the figures as they are, `seen_misses` those of the figures that are shown. `short` leaves
    room for the interval that the evidence will have: 0 where the goal should be met for sure. `safe` leaves room for
    the figure's own standard error as well.
    """

    combination: Point
    plays: int
    readings: tuple[TrialReading, ...]
    misses: tuple[float, ...]
    short: tuple[float, ...]
    safe: tuple[float, ...]
    changes: int
    steps: int
    seen_misses: tuple[float, ...]

    @property
    def standing(self) -> Standing:
        """How all goals stand by these plays, their intervals taken together."""
        return worst_standing(reading.standing for reading in self.readings)

    @property
    def excess(self) -> float:
        """All that the goals lack to be met for sure."""
        return sum(self.short)

    @property
    def loss(self) -> float:
        """The number that the search makes small."""
        return self.excess + A_CHANGE * self.changes

    @property
    def lack(self) -> float:
        """The same, if the figures are a standard error worse than they seem."""
        return sum(self.safe)

    @property
    def order(self) -> tuple[float, int, int]:
        """The most promising first: goals, then fewer changes, then smaller ones."""
        return self.excess, self.changes, self.steps

    @property
    def safe_order(self) -> tuple[float, float, int]:
        """The best to rely on first: that goals should be met, then how surely, where each change has its price."""
        return self.excess, self.lack + A_CHANGE * self.changes, self.steps


ReadTrial: TypeAlias = Callable[[Point, int], tuple[TrialReading, ...] | None]
"""The figures of a combination after so many plays, one an aim.

None where the game does not allow it, or where it was stopped.
"""


@dataclass(frozen=True)
class Task:
    """The search for a combination that meets every aim. Half an interval is `reach` standard errors."""

    space: Space
    aims: tuple[SearchGoal, ...]
    budget: Budget
    seed: int = 0
    reach: float = STANDARD

    @property
    def is_grid(self) -> bool:
        """True if every combination is tried."""
        return self.space.count <= self.budget.trials


@dataclass(frozen=True)
class SearchResult:
    """Everything that was tried, and the best of it.

    `finalists` are the trials with the most plays, `spent` the plays, `refused` combinations the game does not allow.
    """

    trials: tuple[Trial, ...]
    best: Trial
    finalists: tuple[Trial, ...]
    spent: int
    refused: int


class Search:
    """One search. `run` does all; `trials` can be watched meanwhile."""

    def __init__(
        self,
        task: Task,
        read: ReadTrial,
        stop: threading.Event | None = None,
        watch: Callable[["Search"], None] = lambda search: None,
    ) -> None:
        self.task, self.read, self.watch = task, read, watch
        self.stop = stop or threading.Event()
        self.space, self.budget = task.space, task.budget
        self.trials: dict[Point, Trial] = {}
        self.refused: set[Point] = set()
        self.preferred: Trial | None = None
        self.full = task.budget.full
        self.spent = 0
        self.random = Random(task.seed)

    def run(self) -> SearchResult | None:
        """Search, give the best more plays, put changes back; None where nothing could be played."""
        self._search()
        if self.trials:
            self.full = max(self.full, (self.budget.best - self.spent) // FINALISTS)
            while needy := self._needy():
                if not self._play(needy[0].combination, self.full, self.budget.best):
                    break
            best = self._best()
            while better := self._without_one(best):
                best = better
            self.preferred = best
        return self.result()

    def result(self) -> SearchResult | None:
        """The result so far; None before the first trial."""
        if not self.trials:
            return None
        best = self.preferred or self._best()
        return SearchResult(tuple(self.trials.values()), best, tuple(self._finalists()), self.spent, len(self.refused))

    # 1. Search

    def _search(self) -> None:
        """First the revision as it is; then every combination, or changes of a single rule, and what these promise."""
        start, space = self.space.start, self.space
        if self.task.is_grid:
            rest = [combination for combination in product(*map(range, space.sizes)) if combination != start]
            self.random.shuffle(rest)
        else:
            rest = space.neighbours(start)[: int(self.budget.trials * ALONE)]
        queue, turn = deque([start, *rest]), 0
        while self._affords(self.budget.first, self.budget.search):
            if not self._promote() and len(self.trials) + len(self.refused) >= space.count:
                return
            turn += 1
            combination = queue.popleft() if queue else (self._likely() if turn % 3 else None) or self._untried()
            self._play(combination, self.budget.first, self.budget.search)

    def _promote(self) -> bool:
        """Give more plays to whatever lies among the best of its level, the highest level first."""
        levels = self.budget.levels
        for plays, more in reversed(list(pairwise(levels))):
            there = sorted((trial for trial in self.trials.values() if trial.plays >= plays), key=_loss)
            share = len(there) // STEP
            if sum(trial.plays >= more for trial in there) >= share:
                continue
            for trial in there[:share]:
                if trial.plays < more and self._play(trial.combination, more, self.budget.search):
                    return True
        return False

    def _likely(self) -> Point | None:
        """The untried one of all combinations, or of many at random, that should come to the least loss.

        The response surfaces say so.
        """
        space, tried = self.space, {*self.trials, *self.refused}
        if space.count <= CANDIDATES:
            candidates = np.stack(np.unravel_index(np.arange(space.count), space.sizes), axis=1)
        else:
            drawn = np.random.default_rng([self.task.seed, len(self.trials)])
            candidates = drawn.integers(space.sizes, size=(CANDIDATES, len(space.sizes)))
        ordered = (tuple(candidates[at].tolist()) for at in self._loss_ahead(candidates).argsort(kind="stable"))
        return next((combination for combination in ordered if combination not in tried), None)

    def _loss_ahead(self, candidates: Places) -> Floats:
        """The predicted loss of each combination."""
        space, trials = self.space, list(self.trials.values())
        tried = parts(space.sizes, space.ordered, np.array([trial.combination for trial in trials]))
        summed = parts(space.sizes, space.ordered, candidates)
        loss = A_CHANGE * (candidates != np.array(space.start)).sum(axis=1)
        for at, aim in enumerate(self.task.aims):
            readings = [trial.readings[at] for trial in trials]
            values = np.array([reading.value for reading in readings])
            errors = np.array([reading.half for reading in readings]) / self.task.reach
            figures = predicted(tried, values, errors, summed)
            loss = loss + aim.misses(figures, float(np.median(list(map(self._room, readings)))))
        return np.asarray(loss, np.float64)

    def _room(self, reading: TrialReading) -> float:
        """Half the interval that the evidence will have, of which half goes to the draft."""
        return reading.half * sqrt(reading.plays / (self.budget.proof * PAIR / 2))

    def _untried(self) -> Point:
        """The nearest neighbour of the best that has not been tried; else any other."""
        tried = {*self.trials, *self.refused}
        for trial in sorted(self.trials.values(), key=_loss):
            for combination in self.space.neighbours(trial.combination):
                if combination not in tried:
                    return combination
        return tuple(self.random.randrange(size) for size in self.space.sizes)

    # 2. More plays for the best

    def _needy(self) -> list[Trial]:
        """Trials that lack plays: the most promising, until one of them is sure; then those with fewer changes."""
        finalists = sorted(self._finalists(), key=lambda trial: trial.order)
        front = frontier(finalists) if finalists[0].excess else []
        needy = [*finalists[:1], *front, *finalists[1:]]
        sure = [trial.changes for trial in finalists if trial.plays >= self.full and not trial.lack]
        if sure:
            needy = [trial for trial in finalists if not trial.excess and trial.changes < min(sure)]
        return [trial for trial in needy if trial.plays < self.full]

    def _finalists(self) -> list[Trial]:
        """The trials with the most plays: those at the highest level that a few have reached."""
        plays = sorted((trial.plays for trial in self.trials.values()), reverse=True)
        least = plays[min(FINALISTS, len(plays)) - 1]
        return [trial for trial in self.trials.values() if trial.plays >= least]

    def _best(self) -> Trial:
        """The best of those with full plays; of all finalists, where none has them."""
        finalists = self._finalists()
        return min(
            [trial for trial in finalists if trial.plays >= self.full] or finalists, key=lambda trial: trial.safe_order
        )

    # 3. The fewest changes

    def _without_one(self, best: Trial) -> Trial | None:
        """The best with one change less, if goals are met as well within the price of one change, nearly as surely."""
        for at in self.space.changed(best.combination):
            combination = self.space.put_back(best.combination, at)
            self._play(combination, self.full, self.budget.best)
            trial = self.trials.get(combination)
            price = A_CHANGE if best.excess else 0.0
            if trial is None or trial.plays < best.plays or trial.excess > best.excess + price:
                continue
            if trial.lack <= best.lack + A_CHANGE:
                return trial
        return None

    # Plays

    def _affords(self, plays: int, limit: int) -> bool:
        return not self.stop.is_set() and self.spent + plays <= limit

    def _play(self, combination: Point, plays: int, limit: int) -> bool:
        """Have a combination played so often in all; whether it has been."""
        trial = self.trials.get(combination)
        more = plays - (trial.plays if trial else 0)
        if more <= 0:
            return True
        if combination in self.refused or not self._affords(more, limit):
            return False
        readings = self.read(combination, plays)
        if readings is None:
            if not self.stop.is_set():
                self.refused.add(combination)
            return False
        self.spent += more
        self.trials[combination] = self._judged(combination, plays, readings)
        self.watch(self)
        return True

    def _judged(self, combination: Point, plays: int, readings: Sequence[TrialReading]) -> Trial:
        pairs = list(zip(self.task.aims, readings, strict=True))
        rooms = list(map(self._room, readings))
        errors = [reading.half / self.task.reach for reading in readings]
        misses = tuple(aim.miss(reading.value) for aim, reading in pairs)
        short = tuple(aim.miss(reading.value, room) for (aim, reading), room in zip(pairs, rooms, strict=True))
        wider = map(hypot, rooms, errors)
        safe = tuple(aim.miss(reading.value, room) for (aim, reading), room in zip(pairs, wider, strict=True))
        space = self.space
        changes, steps = len(space.changed(combination)), space.steps(combination)
        seen = tuple(aim.miss(reading.figure.estimate.mean) for aim, reading in pairs)
        return Trial(combination, plays, tuple(readings), misses, short, safe, changes, steps, seen)


def frontier(trials: Iterable[Trial]) -> list[Trial]:
    """The trials that no other beats on every goal, in rising order of the first goal's miss."""
    front: list[Trial] = []
    for trial in sorted(trials, key=lambda trial: (trial.misses, trial.changes, trial.steps)):
        if not any(
            all(mine <= theirs for mine, theirs in zip(other.misses, trial.misses, strict=True)) for other in front
        ):
            front.append(trial)
    return front


def _loss(trial: Trial) -> tuple[float, int]:
    return trial.loss, trial.steps
