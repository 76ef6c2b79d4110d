"""The search among combinations of rule values, toward goals, with noisy figures and a budget of plays.

A *combination* is one value of each rule that may change, by its place among the values asked for. What a combination
comes to is read from plays (`Read`); all play the same shuffles, so that two combinations differ by little but their
rules.

1. Each new combination gets few plays. Those that lie among the best quarter of their level get four times as many,
   and so on (asynchronous successive halving, Li et al. 2018), where there are plays enough. First come changes of one
   rule. Then every other trial is what response surfaces make of the trials (`surface`); the others are in turn what
   Optuna's tree-structured Parzen estimator proposes (Bergstra et al. 2011), and neighbours of the best. Where there
   are fewer combinations than trials, all are tried.
2. The best get as many plays as the budget has for a few of them, until the best of all has as many; where goals
   conflict, so do those that no other beats on every goal.
3. Each changed rule of the best is put back, and stays back where the goals hold as well without the change.

The same budget and seed give the same answer, on any number of threads: nothing here depends on time.
"""

import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import hypot, prod, sqrt
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from workbench.stats import Estimate
from workbench.study.goals import Standing, worst_standing
from workbench.study.tuning.surface import Numbers, Places, parts, predicted

if TYPE_CHECKING:
    from optuna.study import Study
    from optuna.trial import Trial as Asked

Point: TypeAlias = tuple[int, ...]
"""A combination: the place of each rule's value among those that it may take."""

STEP = 4
"""Times the plays that each further level has; one combination in so many reaches it."""
LEAST, MOST = 64, 2_048
"""Plays of a new combination, at least and at most."""
WANTED_TRIALS = 200
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
"""What a changed rule adds to the loss, in margins; where goals are missed anyhow, one change less is worth as much."""
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
class Aim:
    """A goal: a figure from `low` to `high`; misses are counted in `margin`s."""

    low: float
    high: float
    margin: float

    def miss(self, value: float, room: float = 0.0) -> float:
        """How far a value is outside, in margins; `room`: so far inside it has to be."""
        return float(self.misses(np.array([value]), room)[0])

    def misses(self, values: Numbers, room: float) -> Numbers:
        """The same of each value."""
        low, high = self.low + room, self.high - room
        if low > high:
            low = high = (self.low + self.high) / 2
        outside = np.maximum(np.maximum(low - values, values - high), 0.0)
        return np.where(np.isfinite(outside), outside / self.margin, INVALID)


@dataclass(frozen=True)
class Reading:
    """A figure after `plays` plays, and half the width of its interval.

    `value` is what the search goes by; `seen` is what the plays showed and every other page says, and `standing` how
    the goal stands by that: None where only the value is known.
    """

    value: float
    half: float
    plays: int
    seen: Estimate | None = None
    standing: Standing | None = None

    @property
    def shown(self) -> float:
        """The figure as tables and charts show it."""
        return self.value if self.seen is None else self.seen.mean


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
        found = [
            (abs(place - here) if self.ordered[at] else 1, (*combination[:at], place, *combination[at + 1 :]))
            for at, (size, here) in enumerate(zip(self.sizes, combination, strict=True))
            for place in range(size)
            if place != here
        ]
        return [each for _, each in sorted(found, key=lambda pair: pair[0])]


@dataclass(frozen=True)
class Budget:
    """How many plays go where: `plays` in all, `first` for each new combination, `full` for the best."""

    plays: int
    first: int
    full: int

    @classmethod
    def of(cls, plays: int, combinations: int = WANTED_TRIALS) -> "Budget":
        """The usual division of so many plays, among so many combinations."""
        full = int(plays * (1 - SEARCHED - PROVED) / FINALISTS)
        first, wanted = LEAST, min(WANTED_TRIALS, combinations)
        while 2 * first <= min(MOST, plays * SEARCHED / (4 * wanted), full):
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
    def each_proof(self) -> float:
        """Plays of the draft in the evidence."""
        return self.proof * PAIR / 2

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of plays that a combination gets, one after the other: one level only, where plays are few."""
        found = [self.first]
        while found[-1] * STEP <= self.full and self._affordable(len(found) + 1) >= FEWEST_TRIALS:
            found.append(found[-1] * STEP)
        return tuple(found)

    @property
    def trials(self) -> int:
        """New combinations that the search affords."""
        return max(1, self._affordable(len(self.levels)))

    def guesses(self, combinations: int) -> bool:
        """Whether so many combinations are tried little better than at random."""
        return self.trials < min(TOO_FEW_TRIALS, combinations)

    def _affordable(self, levels: int) -> int:
        """New combinations for so many levels: each level costs about as many plays as the one before."""
        return int(self.search / (self.first * (1 + (levels - 1) * (STEP - 1) / STEP)))


@dataclass(frozen=True)
class Trial:
    """What is known of a combination: for each goal, how far it is missed, in margins.

    `misses` are those of the figures as they are, `seen_misses` those of the figures that are shown. `short` leaves
    room for the interval that the evidence will have: 0 where the goal should be met for sure. `safe` leaves room for
    the figure's own standard error as well.
    """

    combination: Point
    plays: int
    readings: tuple[Reading, ...]
    misses: tuple[float, ...]
    short: tuple[float, ...]
    safe: tuple[float, ...]
    changes: int
    steps: int
    seen_misses: tuple[float, ...]

    @property
    def standing(self) -> Standing:
        """How all goals stand by these plays, their intervals taken together."""
        return worst_standing(each.standing or Standing.UNDECIDED for each in self.readings)

    @property
    def excess(self) -> float:
        """All that the goals lack to be met for sure."""
        return sum(self.short)

    @property
    def loss(self) -> float:
        """What the search makes small."""
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


Read: TypeAlias = Callable[[Point, int], tuple[Reading, ...] | None]
"""The figures of a combination after so many plays, one an aim.

None where the game does not allow it, or where it was stopped.
"""


@dataclass(frozen=True)
class Wanted:
    """What is searched: a combination that meets every aim. Half an interval is `reach` standard errors."""

    space: Space
    aims: tuple[Aim, ...]
    budget: Budget
    seed: int = 0
    reach: float = STANDARD

    @property
    def is_grid(self) -> bool:
        """Whether every combination is tried."""
        return self.space.count <= self.budget.trials


@dataclass(frozen=True)
class Found:
    """Everything that was tried, and the best of it.

    `known` are the trials that are known best, `spent` the plays, `refused` combinations the game does not allow.
    """

    trials: tuple[Trial, ...]
    best: Trial
    known: tuple[Trial, ...]
    spent: int
    refused: int


class Search:
    """One search. `run` does all; `trials` can be watched meanwhile."""

    def __init__(
        self,
        wanted: Wanted,
        read: Read,
        stop: threading.Event | None = None,
        watch: Callable[["Search"], None] = lambda search: None,
    ) -> None:
        self.wanted, self.read, self.watch = wanted, read, watch
        self.stop = stop or threading.Event()
        self.space, self.budget = wanted.space, wanted.budget
        self.trials: dict[Point, Trial] = {}
        self.refused: set[Point] = set()
        self.preferred: Trial | None = None
        self.full = wanted.budget.full
        self.spent = 0
        self.random = Random(wanted.seed)

    def run(self) -> Found | None:
        """Search, give the best more plays, put changes back; None where nothing could be played."""
        self._search()
        if self.trials:
            self._play_best()
            self._put_back()
        return self.found()

    def found(self) -> Found | None:
        """What is known by now."""
        if not self.trials:
            return None
        best = self.preferred or self._best()
        return Found(tuple(self.trials.values()), best, tuple(self._known()), self.spent, len(self.refused))

    # 1. Search

    def _search(self) -> None:
        study = _study(self.wanted.seed)
        first = self._first()
        for combination in first:
            self._propose(study, combination)
        turn = 0
        while self._affords(self.budget.first, self.budget.search) and (self._promote(study) or self._is_open()):
            turn += 1
            if turn > len(first):
                self._guide(study, turn)
            self._try(study)

    def _guide(self, study: "Study", turn: int) -> None:
        """Propose what the response surfaces or the best trials suggest; every fourth turn is the estimator's."""
        if turn % 4 != 2 and (combination := self._likely() if turn % 2 else self._untried()):
            self._propose(study, combination)

    def _first(self) -> list[Point]:
        """What is tried first: what is there; then every combination, or changes of a single rule."""
        start, space = self.space.start, self.space
        if self.wanted.is_grid:
            every = [each for each in product(*map(range, space.sizes)) if each != start]
            self.random.shuffle(every)
            return [start, *every]
        alone = space.neighbours(start)
        return [start, *alone[: int(self.budget.trials * ALONE)]]

    def _is_open(self) -> bool:
        """Whether any combination has not been tried."""
        return len(self.trials) + len(self.refused) < self.space.count

    def _propose(self, study: "Study", combination: Point) -> None:
        study.enqueue_trial({_name(at): place for at, place in enumerate(combination)})

    def _try(self, study: "Study") -> None:
        """Try what is proposed next, unless it is known."""
        from optuna.trial import TrialState

        asked = study.ask()
        combination = self._asked(asked)
        if combination in self.trials:
            study.tell(asked, state=TrialState.FAIL)
        elif self._play(combination, self.budget.first, self.budget.search):
            asked.report(self.trials[combination].loss, self.budget.first)
            study.tell(asked, state=TrialState.PRUNED)
        else:
            study.tell(asked, INVALID)

    def _promote(self, study: "Study") -> bool:
        """Give more plays to whatever lies among the best of its level, the highest level first."""
        levels = self.budget.levels
        for plays, more in reversed(list(pairwise(levels))):
            there = sorted((each for each in self.trials.values() if each.plays >= plays), key=_loss)
            share = len(there) // STEP
            if sum(each.plays >= more for each in there) >= share:
                continue
            for trial in there[:share]:
                if trial.plays < more and self._play(trial.combination, more, self.budget.search):
                    self._tell(study, trial.combination)
                    return True
        return False

    def _tell(self, study: "Study", combination: Point) -> None:
        """Tell the estimator what more plays say of a combination; it prefers what has more plays."""
        from optuna.trial import TrialState, create_trial

        known, some = self.trials[combination], study.get_trials(deepcopy=False)[0]
        values = {_name(at): place for at, place in enumerate(combination)}
        seen = {known.plays: known.loss}
        made = create_trial(
            state=TrialState.PRUNED, params=values, distributions=some.distributions, intermediate_values=seen
        )
        study.add_trial(made)

    def _asked(self, asked: "Asked") -> Point:
        return tuple(
            asked.suggest_int(_name(at), 0, size - 1)
            if self.space.ordered[at]
            else asked.suggest_categorical(_name(at), tuple(range(size)))
            for at, size in enumerate(self.space.sizes)
        )

    def _likely(self) -> Point | None:
        """The untried combination that should come to the least loss, as the response surfaces have it."""
        asked = self._candidates()
        ahead = self._loss_ahead(asked)
        known = {*self.trials, *self.refused}
        ordered = (tuple(asked[at].tolist()) for at in ahead.argsort(kind="stable"))
        return next((each for each in ordered if each not in known), None)

    def _candidates(self) -> Places:
        """Every combination, or so many of them at random."""
        space = self.space
        if space.count <= CANDIDATES:
            return np.stack(np.unravel_index(np.arange(space.count), space.sizes), axis=1)
        drawn = np.random.default_rng([self.wanted.seed, len(self.trials)])
        return drawn.integers(space.sizes, size=(CANDIDATES, len(space.sizes)))

    def _loss_ahead(self, asked: Places) -> Numbers:
        """What each combination should come to."""
        space, trials = self.space, list(self.trials.values())
        tried = parts(space.sizes, space.ordered, np.array([each.combination for each in trials]))
        summed = parts(space.sizes, space.ordered, asked)
        loss = A_CHANGE * (asked != np.array(space.start)).sum(axis=1)
        for at, aim in enumerate(self.wanted.aims):
            readings = [each.readings[at] for each in trials]
            values = np.array([each.value for each in readings])
            errors = np.array([each.half for each in readings]) / self.wanted.reach
            figures = predicted(tried, values, errors, summed)
            loss = loss + aim.misses(figures, float(np.median([self._room(each) for each in readings])))
        return np.asarray(loss, np.float64)

    def _room(self, reading: Reading) -> float:
        """Half the interval that the evidence will have."""
        return reading.half * sqrt(reading.plays / self.budget.each_proof)

    def _untried(self) -> Point:
        """The nearest neighbour of the best that has not been tried; else any other."""
        known = {*self.trials, *self.refused}
        for trial in sorted(self.trials.values(), key=_loss):
            for combination in self.space.neighbours(trial.combination):
                if combination not in known:
                    return combination
        return tuple(self.random.randrange(size) for size in self.space.sizes)

    # 2. More plays for the best

    def _play_best(self) -> None:
        self.full = max(self.full, (self.budget.best - self.spent) // FINALISTS)
        while needy := self._needy():
            if not self._play(needy[0].combination, self.full, self.budget.best):
                return

    def _needy(self) -> list[Trial]:
        """Trials that lack plays: the most promising, until one of them is sure; then those with fewer changes."""
        known = sorted(self._known(), key=_order)
        front = frontier(known) if known[0].excess else []
        wanted = [*known[:1], *front, *known[1:]]
        sure = [each.changes for each in known if each.plays >= self.full and not each.lack]
        if sure:
            wanted = [each for each in known if not each.excess and each.changes < min(sure)]
        return [each for each in wanted if each.plays < self.full]

    def _known(self) -> list[Trial]:
        """The trials that are known best: those at the highest level that a few have reached."""
        plays = sorted((each.plays for each in self.trials.values()), reverse=True)
        least = plays[min(FINALISTS, len(plays)) - 1]
        return [each for each in self.trials.values() if each.plays >= least]

    def _best(self) -> Trial:
        """The best of those with full plays; of all that are known well, where none has them."""
        known = self._known()
        return min([each for each in known if each.plays >= self.full] or known, key=_safe_order)

    # 3. The fewest changes

    def _put_back(self) -> None:
        """Put changed rules back, one at a time, as long as that costs nothing."""
        best = self._best()
        while better := self._without_one(best):
            best = better
        self.preferred = best

    def _without_one(self, best: Trial) -> Trial | None:
        for at in self.space.changed(best.combination):
            combination = self.space.put_back(best.combination, at)
            self._play(combination, self.full, self.budget.best)
            known = self.trials.get(combination)
            if known and known.plays >= best.plays and _is_as_good(known, best):
                return known
        return None

    # Plays

    def _affords(self, plays: int, limit: int) -> bool:
        return not self.stop.is_set() and self.spent + plays <= limit

    def _play(self, combination: Point, plays: int, limit: int) -> bool:
        """Have a combination played so often in all; whether it has been."""
        known = self.trials.get(combination)
        more = plays - (known.plays if known else 0)
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

    def _judged(self, combination: Point, plays: int, readings: Sequence[Reading]) -> Trial:
        pairs = list(zip(self.wanted.aims, readings, strict=True))
        rooms = [self._room(each) for each in readings]
        errors = [each.half / self.wanted.reach for each in readings]
        misses = tuple(aim.miss(each.value) for aim, each in pairs)
        short = tuple(aim.miss(each.value, room) for (aim, each), room in zip(pairs, rooms, strict=True))
        wider = map(hypot, rooms, errors)
        safe = tuple(aim.miss(each.value, room) for (aim, each), room in zip(pairs, wider, strict=True))
        space = self.space
        changes, steps = len(space.changed(combination)), space.steps(combination)
        seen = tuple(aim.miss(each.shown) for aim, each in pairs)
        return Trial(combination, plays, tuple(readings), misses, short, safe, changes, steps, seen)


def frontier(trials: Iterable[Trial]) -> list[Trial]:
    """The trials that no other beats on every goal, in rising order of the first goal's miss."""
    rest = sorted(trials, key=lambda each: (each.misses, each.changes, each.steps))
    found: list[Trial] = []
    for trial in rest:
        if not any(_dominates(other.misses, trial.misses) for other in found):
            found.append(trial)
    return found


def _dominates(one: Sequence[float], two: Sequence[float]) -> bool:
    """Whether one misses no goal farther than two does; equals count, so that one of them is kept."""
    return all(mine <= theirs for mine, theirs in zip(one, two, strict=True))


def _is_as_good(fewer: Trial, best: Trial) -> bool:
    """Whether a trial with a change less than the best need not fear it: goals as well met, and nearly as surely."""
    price = A_CHANGE if best.excess else 0.0
    return fewer.excess <= best.excess + price and fewer.lack <= best.lack + A_CHANGE


def _loss(trial: Trial) -> tuple[float, int]:
    return trial.loss, trial.steps


def _order(trial: Trial) -> tuple[float, int, int]:
    return trial.order


def _safe_order(trial: Trial) -> tuple[float, float, int]:
    return trial.safe_order


def _name(at: int) -> str:
    return f"rule_{at}"


def _study(seed: int) -> "Study":
    """A study of Optuna that says nothing and keeps nothing on disk."""
    import optuna  # takes half a second to load, and only tuning needs it

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32, multivariate=True)
    return optuna.create_study(sampler=sampler)
