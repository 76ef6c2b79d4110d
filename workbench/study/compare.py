"""Comparing revisions: the same shuffles, different rules, and what changed beyond doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput, Problem, together
from workbench.scenario import Scenario, differences
from workbench.stats import (
    Direction,
    PairedDifference,
    Verdict,
    claim_p,
    holm,
    judge,
    paired_difference,
    paired_spread_difference,
    sequence_at,
)
from workbench.stats.estimate import normal_quantile
from workbench.stats.evidence import RISK, Forecast, enough, forecast, middle
from workbench.study.batch_player import Outcome
from workbench.study.figures import SPREAD, SPREAD_MARGIN, Prominence, Series, figures, names_of, shares_of

SPREAD_MEASURE = Measure(
    SPREAD, "How far the best seat's win rate is above the worst seat's.", SPREAD_MARGIN, "f4", unit="of the wins"
)


@dataclass(frozen=True)
class Contrast:
    """One measure under two revisions. `ahead`: what further plays promise, None where that has no sensible number.

    `alone` is the verdict that its interval alone would give, without the other measures and the fewest plays.
    """

    name: str
    label: str
    measure: Measure
    difference: PairedDifference
    verdict: Verdict
    ahead: Forecast | None = None
    alone: Verdict = Verdict.UNDECIDED
    seat: int | None = None
    side: str = ""
    prominence: Prominence = Prominence.MAIN

    @property
    def margin(self) -> float:
        """Half-width of the region of practical equivalence."""
        return self.measure.margin

    @property
    def plays_to_decide(self) -> int | None:
        """Further plays that decide it with a chance of 50 %; 0 where it is decided, None without a sensible number."""
        if self.verdict is not Verdict.UNDECIDED:
            return 0
        return self.ahead.even if self.ahead else None


@dataclass(frozen=True)
class Comparison:
    """Two revisions, played on the same seeds, measure by measure."""

    base: Outcome
    other: Outcome
    changed: dict[str, list[Any]]
    contrasts: dict[str, Contrast]


def pair_scenarios(base: Scenario, others: Sequence[Scenario]) -> list[Scenario]:
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


def compare(base: Outcome, other: Outcome, watched: bool = False) -> Comparison:
    """Hold `other` against `base`: paired differences, other minus base, over plays with the same shuffles.

    The chance that any of the verdicts is wrong is at most `RISK`: Holm's method over the claims that the estimates
    speak for (`stats.verdict`), each about its margin. `watched`: intervals and verdicts hold at every look together,
    for batches that still run. Raises BadInput where the plays do not pair: another game, seed, or number of plays.
    """
    _check_pairs(base, other)
    wanted = directions(other.scenario) or directions(base.scenario)
    contrasts = judge_contrasts(list(_differences(base, other)), wanted, watched, len(base.results))
    return Comparison(base, other, differences(base.scenario, other.scenario), contrasts)


def judge_contrasts(
    found: Sequence["PairedMeasure"], wanted: dict[str, Direction], watched: bool, plays: int
) -> dict[str, Contrast]:
    """Every measure with its verdict, all of them together; each of the `plays` may be about some of them only."""
    families = _families(found)
    p_values = adjust_p_values([claim_p(each.difference, each.measure.margin, watched) for each in found], families)
    contrasts = {each.name: _contrast(each, p, wanted, watched) for each, p in zip(found, p_values, strict=True)}
    if watched:
        return contrasts
    decided = {family for family, p in zip(families, p_values, strict=True) if p <= RISK}
    reach = one_sided_reach(len(set(families) - decided))
    return {name: _looking_ahead(each, reach, plays) for name, each in contrasts.items()}


def adjust_p_values(p_values: Sequence[float], families: Sequence[int]) -> list[float]:
    """The p-values adjusted by Holm's method, those of one family counted once: the smallest stands for all."""
    least: dict[int, float] = {}
    for family, p in zip(families, p_values, strict=True):
        least[family] = np.fmin(least.get(family, np.nan), p)
    by_family = dict(zip(least, holm([*least.values()]), strict=True))
    return [float(by_family[family]) if not np.isnan(p) else p for family, p in zip(families, p_values, strict=True)]


def one_sided_reach(undecided: int) -> float:
    """Standard errors that an edge has to be away for the next of so many undecided measures, by one-sided claims.

    Never less than the 95 % interval has (1.96), since verdicts need that as well.
    """
    return max(-normal_quantile(0.025), -normal_quantile(RISK / max(1, undecided)))


@dataclass(frozen=True)
class PairedMeasure:
    """One measure of both revisions, before it is judged."""

    name: str
    label: str
    measure: Measure
    difference: PairedDifference
    seat: int | None = None
    side: str = ""
    prominence: Prominence = Prominence.MAIN
    pairs: tuple[Series, Series] | None = None


def _differences(base: Outcome, other: Outcome) -> Iterator[PairedMeasure]:
    """Every figure that both revisions have, over the plays that it is about in both."""
    seats = base.scenario.players, other.scenario.players
    ours = figures(base.scenario.game, base.results, seats[0])
    theirs = figures(other.scenario.game, other.results, seats[1])
    for name, figure in ours.items():
        if name in theirs and (figure.seat is None or seats[0] == seats[1]):
            before, after = figure.pairs(theirs[name])
            if len(before):
                difference = paired_difference(before, after, step=figure.measure.jump)
                prominence = theirs[name].prominence if figure.repeated else figure.prominence
                place = figure.seat, figure.side, prominence
                yield PairedMeasure(name, figure.label, figure.measure, difference, *place, (before, after))
    if seats[0] == seats[1]:
        spread = paired_spread_difference(shares_of(base.results, seats[0]), shares_of(other.results, seats[1]))
        yield PairedMeasure(SPREAD, SPREAD_MEASURE.label, SPREAD_MEASURE, spread)


def _families(found: Sequence[PairedMeasure]) -> list[int]:
    """Which measures repeat each other, by the place of the first: equal, or complements, in every play of both."""
    firsts: dict[tuple[float, ...], list[int]] = {}
    return [_first_like(found, place, firsts) for place in range(len(found))]


def _first_like(found: Sequence[PairedMeasure], place: int, firsts: dict[tuple[float, ...], list[int]]) -> int:
    each = found[place].difference
    key = (each.n, round(abs(each.difference), 9), round(each.sd, 9), found[place].measure.margin)
    like = firsts.setdefault(key, [])
    for first in like:
        if _repeat(found[first].pairs, found[place].pairs):
            return first
    like.append(place)
    return place


def _repeat(one: tuple[Series, Series] | None, two: tuple[Series, Series] | None) -> bool:
    """Whether two measures vary, and say the same of every play under both revisions, or the opposite."""
    if one is None or two is None or all(side.max() == side.min() for side in one):
        return False
    if all(np.array_equal(*sides) for sides in zip(one, two, strict=True)):
        return True
    sums = [np.add(*sides, dtype=np.float64) for sides in zip(one, two, strict=True)]
    return bool(max(map(np.max, sums)) - min(map(np.min, sums)) < 1e-9)


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


def _contrast(found: PairedMeasure, p_value: float, wanted: dict[str, Direction], watched: bool = False) -> Contrast:
    """A measure with its verdict: by its interval, among all measures (the adjusted p), and with enough plays."""
    difference = _watched(found.difference) if watched else found.difference
    alone = judge(difference, found.measure.margin, wanted.get(found.name, Direction.NONE))
    verdict = alone if p_value <= RISK and enough(difference.n) else Verdict.UNDECIDED
    place = found.seat, found.side, found.prominence
    return Contrast(found.name, found.label, found.measure, difference, verdict, None, alone, *place)


def _watched(plain: PairedDifference) -> PairedDifference:
    """The difference with an interval that holds at every look; at least as wide as the plain one, as for a spread."""
    seen = sequence_at(plain.difference, plain.sd, plain.n, jump=plain.jump)
    return replace(plain, low=min(plain.low, seen.low), high=max(plain.high, seen.high))


def _looking_ahead(contrast: Contrast, reach: float, plays: int) -> Contrast:
    """The contrast, if undecided with what further plays promise; a figure not about every play takes more of them."""
    if contrast.verdict is not Verdict.UNDECIDED:
        return contrast
    difference = contrast.difference
    n, error = difference.n, difference.sd / sqrt(difference.n)
    found = forecast(middle(difference), error, n, contrast.margin, reach, difference.jump)
    return replace(contrast, ahead=found and found.times(plays / n))


def directions(scenario: Scenario) -> dict[str, Direction]:
    """Where the scenario's goals want each measure to go: one-sided goals give a direction."""
    return {
        name: goal.direction
        for goal in scenario.goals
        for name in names_of(scenario.game, goal.counted(scenario.game), scenario.players)
    }
