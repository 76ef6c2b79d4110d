"""Which combinations of the changes of a revision are played, all on the same shuffles, and how each is weighed.

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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import factorial
from typing import TypeAlias

from workbench.engine.problems import BadInput
from workbench.engine.wording import listed
from workbench.play.comparisons import pair_scenarios
from workbench.scenario import Scenario, differences

MOST_CROSSED = 4
"""Changes that are played in every combination: 16 tables."""

Changes: TypeAlias = frozenset[str]
"""Names of rules that are changed."""
Weights: TypeAlias = Mapping[Changes, Fraction]
"""How much each combination counts; they add up to 0."""


class PartKind(StrEnum):
    """A question about a change, or about two."""

    TOTAL = "total"
    ALONE = "alone"
    LAST = "last"
    SHARE = "share"
    TOGETHER = "together"


@dataclass(frozen=True)
class ChangePart:
    """One question about changes, and how the combinations answer it."""

    kind: PartKind
    changes: tuple[str, ...]
    weights: Weights


@dataclass(frozen=True)
class ChangePlan:
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
        """True if every combination is played."""
        return len(self.scenarios) == 1 << len(self.changes)

    @property
    def parts(self) -> list[ChangePart]:
        """All that is to be said of the changes."""
        return list(_parts(self))


def plan_combinations(base: Scenario, other: Scenario) -> ChangePlan:
    """The combinations of what `other` changes. Raises BadInput where the two do not differ, or are of two games."""
    (other,) = pair_scenarios(base, [other])
    changed = tuple(differences(base, other))
    if not changed:
        raise BadInput.one("by change", f"must differ in its rules from {base.name}, and does not", other.name)
    count, allowed, refused = len(changed), dict[Changes, Scenario](), dict[Changes, str]()
    sizes = range(count + 1) if count <= MOST_CROSSED else (0, 1, count - 1, count)
    for changes in (frozenset(some) for size in sizes for some in combinations(changed, size)):
        rules = {name: other.rules[name] if name in changes else value for name, value in base.rules.items()}
        title = f"with {listed(sorted(changes))}" if changes else base.title
        bots = (other if "players" in changes else base).bots
        if wrong := [problem for problem in base.game.problems(rules) if not problem.warning]:
            refused[changes] = "; ".join(f"{problem.place}: {problem.message}" for problem in wrong)
        else:
            allowed[changes] = replace(base, rules=rules, title=title, bots=bots, goals=other.goals)
    if whole := refused.get(frozenset(changed)):
        raise BadInput.one("by change", f"must have rules that the game allows ({whole})", other.name)
    return ChangePlan(base, other, changed, allowed, refused)


# What is asked


def _parts(plan: ChangePlan) -> Iterator[ChangePart]:
    everything, nothing = frozenset(plan.changes), frozenset[str]()
    yield ChangePart(PartKind.TOTAL, (), _minus(everything, nothing))
    if len(plan.changes) == 1:
        return
    for change in plan.changes:
        one, rest = frozenset([change]), everything - {change}
        for kind, weights in ((PartKind.ALONE, _minus(one, nothing)), (PartKind.LAST, _minus(everything, rest))):
            if set(weights) <= set(plan.scenarios):
                yield ChangePart(kind, (change,), weights)
    if plan.is_crossed:
        yield from (ChangePart(PartKind.SHARE, (change,), _shapley(change, everything)) for change in plan.changes)
        yield from (
            ChangePart(PartKind.TOGETHER, pair, _together(pair, everything)) for pair in combinations(plan.changes, 2)
        )


def _minus(one: Changes, two: Changes) -> Weights:
    return {one: Fraction(1), two: Fraction(-1)}


def _shapley(change: str, everything: Changes) -> Weights:
    """The mean of what a change adds, over all orders (Shapley 1953)."""
    count, weights = len(everything), {}
    for before in _subsets(everything - {change}):
        orders = factorial(len(before)) * factorial(count - len(before) - 1)
        weights[before | {change}] = Fraction(orders, factorial(count))
        weights[before] = -Fraction(orders, factorial(count))
    return weights


def _together(pair: tuple[str, ...], everything: Changes) -> Weights:
    """The effect of two changes beyond the sum of both, the mean over all others being made or not."""
    one, two = pair
    weights: dict[Changes, Fraction] = {}
    subsets = list(_subsets(everything - set(pair)))
    weight = Fraction(1, len(subsets))
    for rest in subsets:
        weights |= {rest | {one, two}: weight, rest: weight, rest | {one}: -weight, rest | {two}: -weight}
    return weights


def _subsets(of: Changes) -> Iterator[Changes]:
    for size in range(len(of) + 1):
        yield from map(frozenset, combinations(sorted(of), size))
