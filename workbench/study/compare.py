"""Comparing revisions: the same shuffles, different rules, and what changed beyond doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any

from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput, Problem, together
from workbench.stats import (
    Direction,
    PairedDifference,
    Verdict,
    holm,
    holm_growth,
    judge,
    paired_difference,
    paired_spread_difference,
    plays_to_decide,
)
from workbench.stats.evidence import FEWEST_PLAYS, RISK, enough
from workbench.stats.verdict import MOST_PLAYS
from workbench.study.figures import SPREAD, SPREAD_MARGIN, Telling, figures, names_of, shares_of
from workbench.study.scenario import Scenario, differences
from workbench.study.simulate import Outcome

SPREAD_MEASURE = Measure(
    SPREAD, "How far the best seat's win rate is above the worst seat's.", SPREAD_MARGIN, "f4", unit="of the wins"
)


@dataclass(frozen=True)
class Contrast:
    """One measure under two revisions. `plays_to_decide` are further plays; None where too many to name."""

    name: str
    label: str
    measure: Measure
    difference: PairedDifference
    verdict: Verdict
    plays_to_decide: int | None
    seat: int | None = None
    side: str = ""
    telling: Telling = Telling.FIRST

    @property
    def margin(self) -> float:
        """Half-width of the region of practical equivalence."""
        return self.measure.margin


@dataclass(frozen=True)
class Comparison:
    """Two revisions, played on the same seeds, measure by measure."""

    base: Outcome
    other: Outcome
    changed: dict[str, list[Any]]
    contrasts: dict[str, Contrast]


def paired(base: Scenario, others: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios to hold against `base`: with its plays, seed and bots.

    At a table of another size its bots can sit only if all are alike; else the other's own do. Raises BadInput with
    every scenario of another game.
    """
    return list(together(*(partial(_paired, base, other) for other in others)))


def _paired(base: Scenario, other: Scenario) -> Scenario:
    if other.game.name != base.game.name:
        raise BadInput.one("compare", f"must be a revision of {base.game.name}, as {base.name} is", other.name)
    bots = base.bots
    if other.players != base.players:
        bots = base.bots[:1] * other.players if len(set(base.bots)) == 1 else other.bots
    return replace(other, bots=bots, plays=base.plays, seed=base.seed)


def compare(base: Outcome, other: Outcome) -> Comparison:
    """Hold `other` against `base`: paired differences, other minus base, over plays with the same shuffles.

    Raises BadInput where the plays do not pair: another game, another seed, another number of plays.
    """
    _check_pairs(base, other)
    found = list(_differences(base, other))
    p_values = [each.difference.p_value for each in found]
    by_luck = zip(holm(p_values), holm_growth(p_values, RISK), strict=True)
    wanted = directions(other.scenario) or directions(base.scenario)
    contrasts = {
        each.name: _placed(_judged(each, Luck(*luck), wanted), each, len(base.results))
        for each, luck in zip(found, by_luck, strict=True)
    }
    return Comparison(base, other, differences(base.scenario, other.scenario), contrasts)


@dataclass(frozen=True)
class _Found:
    """One measure of both revisions, before it is judged."""

    name: str
    label: str
    measure: Measure
    difference: PairedDifference
    seat: int | None = None
    side: str = ""
    telling: Telling = Telling.FIRST


def _differences(base: Outcome, other: Outcome) -> Iterator[_Found]:
    """Every figure that both revisions have, over the plays that it is about in both."""
    seats = base.scenario.players, other.scenario.players
    ours = figures(base.scenario.game, base.results, seats[0])
    theirs = figures(other.scenario.game, other.results, seats[1])
    for name, figure in ours.items():
        if name in theirs and (figure.seat is None or seats[0] == seats[1]):
            before, after = figure.pairs(theirs[name])
            if len(before):
                difference = paired_difference(before, after)
                told = theirs[name].telling if figure.repeated else figure.telling
                yield _Found(name, figure.label, figure.measure, difference, figure.seat, figure.side, told)
    if seats[0] == seats[1]:
        spread = paired_spread_difference(shares_of(base.results, seats[0]), shares_of(other.results, seats[1]))
        yield _Found(SPREAD, SPREAD_MEASURE.label, SPREAD_MEASURE, spread)


def _check_pairs(base: Outcome, other: Outcome) -> None:
    """Raise BadInput with all that keeps the plays of two batches from being pairs on the same shuffles."""
    asked = {
        "game": (base.scenario.game.name, other.scenario.game.name),
        "seed": (base.scenario.seed, other.scenario.seed),
        "plays": (len(base.results), len(other.results)),
    }
    message = f"must be that of {base.scenario.name}, {{}}, or there are no pairs"
    wrong = [
        Problem(f"{other.scenario.name}: {name}", message.format(before), str(after))
        for name, (before, after) in asked.items()
        if before != after
    ]
    if wrong:
        raise BadInput(wrong)


@dataclass(frozen=True)
class Luck:
    """What Holm's method says of a measure: p adjusted for all, and how many times the plays it takes to reject."""

    p_value: float
    growth: float


def _judged(found: _Found, luck: Luck, wanted: dict[str, Direction]) -> Contrast:
    direction = wanted.get(found.name, Direction.NONE)
    return _contrast(found.name, found.label, found.measure, found.difference, luck, direction)


def _contrast(
    name: str, label: str, measure: Measure, difference: PairedDifference, luck: Luck, direction: Direction
) -> Contrast:
    verdict = judge(difference, measure.margin, direction)
    moved = verdict not in (Verdict.SAME, Verdict.UNDECIDED)
    if (moved and luck.p_value >= RISK) or not enough(difference.n):
        verdict = Verdict.UNDECIDED  # clear of the margin alone, but not among so many measures, or by luck
    further = _further(difference, measure.margin, luck) if verdict is Verdict.UNDECIDED else 0
    return Contrast(name, label, measure, difference, verdict, further)


def _placed(contrast: Contrast, found: _Found, plays: int) -> Contrast:
    """The contrast with its seat and side. A figure that is not about every play takes more of them to be decided."""
    further = contrast.plays_to_decide
    if further is not None:
        further = ceil(further * plays / contrast.difference.n)
    return replace(contrast, plays_to_decide=further, seat=found.seat, side=found.side, telling=found.telling)


def _further(difference: PairedDifference, margin: float, luck: Luck) -> int | None:
    """Further plays until an undecided measure is due: by its interval, by Holm if it moves, and `FEWEST_PLAYS`."""
    n = difference.n
    lacking = max(1, FEWEST_PLAYS - n)
    if n < 2:
        return lacking
    by_interval = plays_to_decide(difference, margin)
    by_holm = n * (luck.growth - 1) if abs(difference.difference) > margin else 0.0
    if by_interval is None or not by_holm <= MOST_PLAYS:
        return None
    return max(lacking, by_interval, ceil(by_holm))


def directions(scenario: Scenario) -> dict[str, Direction]:
    """Where the scenario's goals want each measure to go: one-sided goals give a direction."""
    return {
        name: goal.direction
        for goal in scenario.goals
        for name in names_of(scenario.game, goal.counted(scenario.game), scenario.players)
    }
