"""Which change did it: the changes of a revision, alone and together, all on the same shuffles.

With the changes a and b, four tables play each shuffle: without both, with a, with b, with both. What a measure says of
each table is combined play by play:

    alone         with a alone, minus without any
    last          with all, minus with all but a
    share         the mean of what a adds, over every order in which the changes can be made: the Shapley value. The
                  shares of all changes add up to what the revision does as a whole
    together      what a and b do together beyond the sum of what each does: (ab - a) - (b - none); where there are more
                  changes, its mean over the others being made or not

Up to `MOST_CROSSED` changes are played in every combination, 16 tables at most. Of more, each alone and all but each;
then there are no shares, and nothing is said of pairs.

A measure that exists in some plays only is looked at where it exists with every combination that is played: the same
plays for the whole, and for each part.

Each combination is a mean of differences within a shuffle, with the interval and the verdict of a paired difference
(`stats.paired`); Holm's method covers all that is asked of all changes together.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from io import BytesIO
from itertools import combinations
from math import factorial, sqrt
from typing import Any, TypeAlias

import numpy as np

from workbench.engine.problems import BadInput
from workbench.engine.wording import listed
from workbench.play.batch_player import RunOptions, Stopped, plays_of, stopped_without_storing
from workbench.play.outcome import answer_of, layout
from workbench.play.stretches import Group
from workbench.scenario import Scenario, differences
from workbench.stats.estimate import Moments
from workbench.stats.paired import PairedMoments, difference_of
from workbench.store import Store
from workbench.store.answers import StoredAnswer, answer_data
from workbench.study.compare import Contrast, PairedMeasure, directions, judge_contrasts, pair_scenarios
from workbench.study.figures import Figure, Prominence, figures
from workbench.tallies.digest import BLOCK
from workbench.tallies.tallies import Tallies, values_by_play

STUDY = "by_change"
"""The name of the study, as the store keeps it."""
MOST_CROSSED = 4
"""Changes that are played in every combination: 16 tables."""

Changes: TypeAlias = frozenset[str]
"""Names of rules that are changed."""
Weights: TypeAlias = Mapping[Changes, Fraction]
"""How much each combination counts; they add up to 0."""


class Kind(StrEnum):
    """What is asked of a change, or of two."""

    TOTAL = "total"
    ALONE = "alone"
    LAST = "last"
    SHARE = "share"
    TOGETHER = "together"


@dataclass(frozen=True)
class Ask:
    """One question about changes, and how the combinations answer it."""

    kind: Kind
    changes: tuple[str, ...]
    weights: Weights


@dataclass(frozen=True)
class Plan:
    """The combinations that are played: `scenarios` by the rules that are changed, none of them first.

    `refused` are combinations that the game's rules do not allow, with the reason.
    """

    base: Scenario
    other: Scenario
    changes: tuple[str, ...]
    scenarios: Mapping[Changes, Scenario]
    refused: Mapping[Changes, str]

    @property
    def is_crossed(self) -> bool:
        """Whether every combination is played."""
        return len(self.scenarios) == 1 << len(self.changes)

    @property
    def asked(self) -> list[Ask]:
        """All that is asked."""
        return list(_asked(self))


@dataclass(frozen=True)
class Effect:
    """The answer to one question for one measure."""

    kind: Kind
    changes: tuple[str, ...]
    contrast: Contrast


@dataclass(frozen=True)
class Attribution:
    """What each change does to each measure.

    `unlike`: in how many plays each combination differs from that without any change. `last_unlike`: in how many all
    changes differ from all but this one. `sums` are what all of it is worked out from, as the store keeps them.
    """

    plan: Plan
    plays: int
    effects: tuple[Effect, ...]
    unlike: Mapping[Changes, int]
    last_unlike: Mapping[str, int]
    sums: bytes = field(default=b"", repr=False, compare=False)

    def of(self, kind: Kind, *changes: str) -> dict[str, Contrast]:
        """The answers to one question, by measure."""
        asked = kind, changes
        return {
            effect.contrast.name: effect.contrast for effect in self.effects if (effect.kind, effect.changes) == asked
        }

    @property
    def idle(self) -> list[str]:
        """The changes that changed no play, neither alone nor last.

        Up to `evidence.largest_unseen_rate` of all plays may change and none of these have shown it.
        """
        counts = {
            change: (self.unlike.get(frozenset([change])), self.last_unlike.get(change)) for change in self.plan.changes
        }
        return [change for change, found in counts.items() if found == (0, 0)]


def plan(base: Scenario, other: Scenario) -> Plan:
    """The combinations of what `other` changes. Raises BadInput where the two do not differ, or are of two games."""
    (other,) = pair_scenarios(base, [other])
    changed = tuple(differences(base, other))
    if not changed:
        raise BadInput.one("by change", f"must differ in its rules from {base.name}, and does not", other.name)
    made = {combination: _with_changes(base, other, combination) for combination in _combinations(changed)}
    refused = {each: reason for each, scenario in made.items() if (reason := _refusal(scenario))}
    if whole := refused.get(frozenset(changed)):
        raise BadInput.one("by change", f"must have rules that the game allows ({whole})", other.name)
    return Plan(base, other, changed, {each: made[each] for each in made if each not in refused}, refused)


def attribute(wanted: Plan, options: RunOptions, watch: Callable[[int], None] = lambda plays: None) -> Attribution:
    """Play every combination on the same shuffles, and say what each change does; what is stored is read again.

    `watch` is told how many plays of each are done. Raises `Stopped` when `options.stop` is set.
    """
    if options.store and (attribution := stored_attribution(options.store, wanted)):
        return attribution
    sums = _Sums(wanted)
    for group in plays_of(list(wanted.scenarios.values()), options).stretches(0, wanted.base.plays, rows=True):
        sums.add(group)
        watch(sums.plays)
    if sums.plays < wanted.base.plays:
        raise Stopped(stopped_without_storing())
    return sums.attribution()


def question_of(wanted: Plan) -> StoredAnswer:
    """The question as the store keeps it, without its answer."""
    return answer_of(STUDY, replace(wanted.other, plays=wanted.base.plays, seed=wanted.base.seed), {}, wanted.base)


def stored_attribution(store: Store, wanted: Plan) -> Attribution | None:
    """The answer that was stored; None where there is none, or other code added it up."""
    data = answer_data(store, question_of(wanted))
    sums = _Sums(wanted) if data else None
    return sums.attribution() if sums and data and sums.read(data) else None


def _combinations(changed: Sequence[str]) -> Iterator[Changes]:
    """Which combinations are played: none first, all last."""
    count = len(changed)
    sizes = range(count + 1) if count <= MOST_CROSSED else (0, 1, count - 1, count)
    for size in sizes:
        yield from map(frozenset, combinations(changed, size))


def _with_changes(base: Scenario, other: Scenario, changes: Changes) -> Scenario:
    rules = {name: other.rules[name] if name in changes else value for name, value in base.rules.items()}
    title = f"with {listed(sorted(changes))}" if changes else base.title
    players = other if "players" in changes else base
    return replace(base, rules=rules, title=title, bots=players.bots, goals=other.goals)


def _refusal(scenario: Scenario) -> str:
    """Why the game does not allow these rules; empty if it does."""
    wrong = [problem for problem in scenario.game.problems(scenario.rules) if not problem.warning]
    return "; ".join(f"{problem.place}: {problem.message}" for problem in wrong)


# What is asked


def _asked(wanted: Plan) -> Iterator[Ask]:
    everything, nothing = frozenset(wanted.changes), frozenset[str]()
    yield Ask(Kind.TOTAL, (), _minus(everything, nothing))
    if len(wanted.changes) == 1:
        return
    for change in wanted.changes:
        one, rest = frozenset([change]), everything - {change}
        for kind, weights in ((Kind.ALONE, _minus(one, nothing)), (Kind.LAST, _minus(everything, rest))):
            if set(weights) <= set(wanted.scenarios):
                yield Ask(kind, (change,), weights)
    if wanted.is_crossed:
        yield from (Ask(Kind.SHARE, (change,), _shapley(change, everything)) for change in wanted.changes)
        yield from (Ask(Kind.TOGETHER, pair, _together(pair, everything)) for pair in combinations(wanted.changes, 2))


def _minus(one: Changes, two: Changes) -> Weights:
    return {one: Fraction(1), two: Fraction(-1)}


def _shapley(change: str, everything: Changes) -> Weights:
    """The mean of what a change adds, over all orders (Shapley 1953)."""
    count, found = len(everything), {}
    for before in _subsets(everything - {change}):
        orders = factorial(len(before)) * factorial(count - len(before) - 1)
        found[before | {change}] = Fraction(orders, factorial(count))
        found[before] = -Fraction(orders, factorial(count))
    return found


def _together(pair: tuple[str, ...], everything: Changes) -> Weights:
    """What two changes do beyond the sum of both, the mean over all others being made or not."""
    one, two = pair
    found: dict[Changes, Fraction] = {}
    others = list(_subsets(everything - set(pair)))
    for made in others:
        weight = Fraction(1, len(others))
        found |= {made | {one, two}: weight, made: weight, made | {one}: -weight, made | {two}: -weight}
    return found


def _subsets(of: Changes) -> Iterator[Changes]:
    for size in range(len(of) + 1):
        yield from map(frozenset, combinations(sorted(of), size))


# Adding up


ARRAYS = ("count", "unlike", "total", "squares", "least", "most")
"""The sums, by the names that they have below."""
NOT_PLAYED = -1


class _Sums:
    """What the plays of all combinations add up to: for each question and measure the sums of both sides and of the
    difference. Blocks are added in play order, so that the sums are the same however the plays were cut."""

    def __init__(self, wanted: Plan) -> None:
        self.plan, self.asked = wanted, wanted.asked
        self.layouts = [layout(scenario) for scenario in wanted.scenarios.values()]
        self.tallies = [Tallies.empty(each) for each in self.layouts]
        self.names = [name for name in self.layouts[0].names if all(name in each.names for each in self.layouts)]
        table = np.array([[float(each.weights.get(key, 0)) for key in wanted.scenarios] for each in self.asked])
        self.sides = np.stack([np.maximum(-table, 0), np.maximum(table, 0)])
        self.used = table != 0
        shape = (3, len(self.asked), len(self.names))
        self.count, self.unlike = np.zeros(len(self.names)), np.zeros(shape[1:])
        self.total, self.squares = np.zeros(shape), np.zeros(shape)
        self.least, self.most = np.full(shape, np.inf), np.full(shape, -np.inf)
        self.unlike_none: Counter[Changes] = Counter()
        self.unlike_all: Counter[str] = Counter()
        self.plays = 0
        self._rest: list[Any] = [np.zeros(0, each.game.result) for each in self.layouts]

    def add(self, group: Group) -> None:
        """Add a stretch of every combination."""
        for own, stretch in zip(self.tallies, group, strict=True):
            own.add(stretch.tallies)
        self._rest = [np.concatenate([rest, each.rows]) for rest, each in zip(self._rest, group, strict=True)]
        self.plays += group[0].plays
        self._add_blocks()

    def _add_blocks(self, everything: bool = False) -> None:
        """Add all whole blocks, and what is left at the end."""
        size = len(self._rest[0])
        whole = size if everything else size - size % BLOCK
        for first in range(0, whole, BLOCK):
            self._add_block([rows[first : first + BLOCK][: whole - first] for rows in self._rest])
        self._rest = [rows[whole:] for rows in self._rest]

    def _add_block(self, rows: Sequence[Any]) -> None:
        found = [values_by_play(each, own) for each, own in zip(self.layouts, rows, strict=True)]
        values = np.array([[own[name] for name in self.names] for own in found])
        missing = np.isnan(values).any(axis=0)
        self.count += (~missing).sum(axis=1)
        values[:, missing] = np.nan
        for question in range(len(self.asked)):
            self._add_question(question, values)
        raw = {key: _bytes(own) for key, own in zip(self.plan.scenarios, rows, strict=True)}
        everything, nothing = frozenset(self.plan.changes), frozenset[str]()
        self.unlike_none.update({key: _unlike(own, raw[nothing]) for key, own in raw.items()})
        lasts = {change: raw.get(everything - {change}) for change in self.plan.changes}
        last = {change: _unlike(raw[everything], own) for change, own in lasts.items() if own is not None}
        self.unlike_all.update(last)

    def _add_question(self, question: int, values: Any) -> None:
        """Add one block to what one question asks; NaN where not every combination has something to count."""
        used = self.used[question]
        base, other = (np.tensordot(side[question][used], values[used], 1) for side in self.sides)
        for place, numbers in enumerate((base, other, other - base)):
            known = np.where(np.isnan(numbers), 0.0, numbers)
            self.total[place, question] += known.sum(axis=1)
            self.squares[place, question] += (known**2).sum(axis=1)
            self.least[place, question] = np.fmin(self.least[place, question], np.fmin.reduce(numbers, axis=1))
            self.most[place, question] = np.fmax(self.most[place, question], np.fmax.reduce(numbers, axis=1))
        self.unlike[question] += (known != 0).sum(axis=1)

    def attribution(self) -> Attribution:
        """What it comes to."""
        self._add_blocks(everything=True)
        sums = self._to_bytes()
        return Attribution(self.plan, self.plays, tuple(self._effects()), self.unlike_none, self.unlike_all, sums)

    def _to_bytes(self) -> bytes:
        """All of it, as `read` reads it again."""
        out, plan = BytesIO(), self.plan
        np.savez_compressed(
            out,
            **{name: getattr(self, name) for name in ARRAYS},
            names=np.array(self.names),
            plays=np.array(self.plays),
            tallies=np.frombuffer(self.tallies[0].to_bytes(), np.uint8),
            none=np.array([self.unlike_none[key] for key in plan.scenarios]),
            last=np.array([self.unlike_all.get(change, NOT_PLAYED) for change in plan.changes]),
        )
        return out.getvalue()

    def read(self, data: bytes) -> bool:
        """Take what was added up before; False where other code did, or of other measures."""
        with np.load(BytesIO(data), allow_pickle=False) as found:
            stored = {name: found[name] for name in found.files}
        tallies = Tallies.from_bytes(self.layouts[0], stored["tallies"].tobytes())
        alike = stored["names"].tolist() == self.names
        if tallies is None or not alike or any(stored[name].shape != getattr(self, name).shape for name in ARRAYS):
            return False
        for name in ARRAYS:
            setattr(self, name, stored[name])
        self.tallies[0], self.plays = tallies, int(stored["plays"])
        self.unlike_none = Counter(dict(zip(self.plan.scenarios, stored["none"].tolist(), strict=True)))
        last = zip(self.plan.changes, stored["last"].tolist(), strict=True)
        self.unlike_all = Counter({change: plays for change, plays in last if plays != NOT_PLAYED})
        return True

    def _effects(self) -> Iterator[Effect]:
        known = figures(self.tallies[0])
        shown = [at for at, name in enumerate(self.names) if _is_asked(known.get(name), self.plan.other)]
        found = [
            (question, self._measured(at, place, known[self.names[place]]))
            for at, question in enumerate(self.asked)
            for place in shown
            if self.count[place]
        ]
        keyed = [replace(each, name=f"{at}:{each.name}") for at, (_, each) in enumerate(found)]
        judged = judge_contrasts(keyed, {}, False, self.plays)
        for (question, measured), contrast in zip(found, judged.values(), strict=True):
            yield Effect(question.kind, question.changes, replace(contrast, name=measured.name))

    def _measured(self, question: int, place: int, figure: Figure) -> PairedMeasure:
        base, other, moved = (self._moments(side, question, place) for side in range(3))
        pairs = PairedMoments(base, other, moved, int(self.unlike[question, place]))
        difference = difference_of(pairs, step=figure.measure.jump)
        return PairedMeasure(figure.name, figure.label, figure.measure, difference, figure.seat, figure.side)

    def _moments(self, side: int, question: int, place: int) -> Moments:
        at = side, question, place
        n = int(self.count[place])
        mean = self.total[at] / n
        variance = max(0.0, self.squares[at] - n * mean**2) / (n - 1) if n > 1 else float("nan")
        return Moments(n, float(mean), sqrt(variance), float(self.least[at]), float(self.most[at]))


def _bytes(rows: Any) -> Any:
    """The records as bytes, shape (plays, size)."""
    return np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)


def _unlike(one: Any, two: Any) -> int:
    """How many plays differ in anything that is counted."""
    return int((one != two).any(axis=1).sum())


def _is_asked(figure: Figure | None, other: Scenario) -> bool:
    """Whether a figure is among those that are told: the main ones, and those that goals are about."""
    if figure is None:
        return False
    return figure.prominence is Prominence.MAIN or figure.name in directions(other)
