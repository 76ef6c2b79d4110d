"""Comparing revisions: the same shuffles, different rules, and what changed beyond doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.engine.measures import SPREAD, Measure, Scope
from workbench.engine.parameters import Written
from workbench.engine.problems import BadInput, Problem, together
from workbench.play.figures import (
    SPREAD_MEASURE,
    WIN_RATES,
    complement,
    figure_sums,
    moments_of_sums,
    paired_share_sums,
    say_the_same,
)
from workbench.play.goals import aims_against, judged_goals, wish_figures
from workbench.play.outcome import Outcome
from workbench.play.stored import stored_pairs
from workbench.scenario import Aim, Goal, Scenario, differences
from workbench.stats import Direction, Figure, PairedDifference, Verdict, claim_p, holm, judge, sequence_at
from workbench.stats.estimate import errors_between, normal_quantile
from workbench.stats.evidence import RISK, Forecast, enough, forecast, middle, two_sided_reach
from workbench.stats.paired import PairedMoments, difference_of
from workbench.stats.seats import paired_spread_difference
from workbench.store import Store
from workbench.store.results import save_tallies
from workbench.store.runs import get_run
from workbench.tallies.tallies import PairTallies, Sums, pair_layout, pairs_of, sums_of

if TYPE_CHECKING:
    from workbench.store.history import Stop


@dataclass(frozen=True)
class Contrast(Figure):
    """The difference of a measure between two revisions, with its verdict.

    `ahead`: what further plays promise, None where that has no sensible number. `alone` is the verdict that its
    interval alone would give, without the other measures and the fewest plays. `plays` are all that were compared: more
    than those of the difference, where the measure exists in some only.
    """

    estimate: PairedDifference
    verdict: Verdict = Verdict.UNDECIDED
    ahead: Forecast | None = None
    alone: Verdict = Verdict.UNDECIDED
    plays: int = 0

    @property
    def difference(self) -> PairedDifference:
        """The estimate: other minus base."""
        return self.estimate

    @property
    def plays_to_decide(self) -> int | None:
        """Further plays that decide it with a chance of 50 %; 0 where it is decided, None without a sensible number."""
        if self.verdict is not Verdict.UNDECIDED:
            return 0
        return self.ahead.even if self.ahead else None

    @property
    def likely_to_decide(self) -> int | None:
        """The same with a chance of 80 %."""
        return self.ahead.likely if self.ahead else self.plays_to_decide


class Comparison(NamedTuple):
    """Two revisions, played on the same seeds, measure by measure.

    `watched`: intervals and verdicts hold at every look together; what was seen may have said when to end. `stop`: that
    it did, and why.
    """

    base: Outcome
    other: Outcome
    changed: dict[str, list[Written]]
    contrasts: dict[str, Contrast]
    watched: bool = False
    stop: "Stop | None" = None


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


def compare(
    base: Outcome,
    other: Outcome,
    watched: bool = False,
    store: Store | None = None,
    pairs: PairTallies | None = None,
    among: Sequence[str] = (),
) -> Comparison:
    """Hold `other` against `base`: paired differences, other minus base, over plays with the same shuffles.

    `pairs` are the tallies of the pairs, if at hand; else they are taken from the store, or the plays are read. `among`
    are the figures of a question; the others are left out, and share no risk. All where it is empty.

    The chance that any of the verdicts is wrong is at most `RISK`: Holm's method over the claims that the estimates
    speak for (`stats.verdict`), each about its margin. `watched`: intervals and verdicts hold at every look together,
    for batches that still run. Raises BadInput where the plays do not pair: another game, seed, or number of plays.
    """
    _check_pairs(base, other)
    ways = directions(base.scenario, other.scenario)
    measures = list(paired_measures(base, other, pairs_between(base, other, store, pairs), among))
    contrasts = {contrast.name: contrast for contrast in judged_together(measures, ways, watched, base.plays)}
    return Comparison(base, other, differences(base.scenario, other.scenario), contrasts, watched)


def judged_together(
    measures: Sequence["PairedMeasure"], ways: dict[str, Direction], watched: bool, plays: int
) -> list[Contrast]:
    """The contrasts with their verdicts, all of them together; each of the `plays` may be about some of them only."""
    families = families_of(measures)
    p_values = adjust_p_values(
        [claim_p(measure.contrast.difference, measure.contrast.margin, watched) for measure in measures], families
    )
    contrasts = [
        replace(_judged(measure.contrast, p, ways, watched), plays=plays)
        for measure, p in zip(measures, p_values, strict=True)
    ]
    if watched:
        return contrasts
    decided = {family for family, p in zip(families, p_values, strict=True) if p <= RISK}
    reach = one_sided_reach(len(set(families) - decided))
    return [looking_ahead(contrast, reach, plays) for contrast in contrasts]


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


class PairedMeasure(NamedTuple):
    """A contrast before it is judged, with the sums of both sides and the parts of one that they count."""

    contrast: Contrast
    sides: tuple[Sums, Sums, int] | None = None


def paired_measures(
    base: Outcome, other: Outcome, pairs: PairTallies, among: Sequence[str] = ()
) -> Iterator[PairedMeasure]:
    """Every figure that both revisions have, over the plays that it is about in both; those `among` alone, if any."""
    ours, theirs = figure_sums(base.tallies), figure_sums(other.tallies)
    for place, name in enumerate(pairs.layout.names):
        if among and name not in among:
            continue
        before, after, moved = (sums_of(row) for row in pairs.rows[place])
        if moved.count:
            series, unit = ours[name].series, pairs.layout.units[place]
            difference = _difference(series.measure, (before, after, moved), int(pairs.unlike[place]), unit)
            repeated = ours[name].repeated and theirs[name].repeated
            contrast = Contrast(name, series.measure, difference, series.seat, series.side, repeated)
            yield PairedMeasure(contrast, (before, after, unit))
    if base.scenario.players == other.scenario.players and (not among or SPREAD in among):
        spread = paired_spread_difference(paired_share_sums(base.tallies, other.tallies, pairs))
        yield PairedMeasure(Contrast(SPREAD, SPREAD_MEASURE, spread))


def _difference(measure: Measure, sums: tuple[Sums, Sums, Sums], unlike: int, unit: int) -> PairedDifference:
    """The paired difference from sums over base, other and other minus base."""
    before, after, moved = (moments_of_sums(side, unit) for side in sums)
    is_yes_or_no = measure.is_rate and measure.scope is not Scope.SEAT
    return difference_of(PairedMoments(before, after, moved, unlike, is_yes_or_no), step=measure.jump)


def pairs_between(
    base: Outcome, other: Outcome, store: Store | None, gathered: PairTallies | None = None
) -> PairTallies:
    """The tallies of the pairs of two batches: as gathered, as stored, or from their plays; stored from then on."""
    if store is None or base.run is None or other.run is None:
        return gathered or _pairs_of(base, other)
    with store.session():
        runs = get_run(store, base.run), get_run(store, other.run)
        stored = stored_pairs(store, runs, (base.tallies.layout, other.tallies.layout))
    if stored and stored.plays == base.plays:
        return stored
    pair_tallies = gathered or _pairs_of(base, other)
    save_tallies(store, pair_tallies.to_bytes(), *runs)
    return pair_tallies


def _pairs_of(base: Outcome, other: Outcome) -> PairTallies:
    """The same from the plays, in parts: of each batch they are read where rows are kept, else played again."""
    tallies = PairTallies.empty(pair_layout(base.tallies.layout, other.tallies.layout))
    for (first, ours), (_, theirs) in zip(base.parts(), other.parts(), strict=True):
        tallies.add(pairs_of(tallies.layout, ours, theirs, first))
    return tallies


def families_of(measures: Sequence[PairedMeasure]) -> list[int]:
    """Which measures repeat each other, by the place of the first: equal, or complements, in every play of both."""
    firsts: dict[tuple[float, ...], list[int]] = {}
    return [_first_like(measures, place, firsts) for place in range(len(measures))]


def _first_like(measures: Sequence[PairedMeasure], place: int, firsts: dict[tuple[float, ...], list[int]]) -> int:
    difference, margin = measures[place].contrast.difference, measures[place].contrast.margin
    key = (difference.n, round(abs(difference.mean), 9), round(difference.sd, 9), margin)
    like = firsts.setdefault(key, [])
    for first in like:
        if _repeat(measures[first].sides, measures[place].sides):
            return first
    like.append(place)
    return place


def _repeat(one: tuple[Sums, Sums, int] | None, two: tuple[Sums, Sums, int] | None) -> bool:
    """True if two measures vary, and say the same of every play under both revisions, or the opposite."""
    if one is None or two is None or all(side.least == side.most for side in one[:2]):
        return False
    sides = [(ours, one[2], theirs, two[2]) for ours, theirs in zip(one[:2], two[:2], strict=True)]
    if all(say_the_same(*side) for side in sides):
        return True
    sums = {complement(*side) for side in sides}
    return None not in sums and len(sums) == 1


def _check_pairs(base: Outcome, other: Outcome) -> None:
    """Raise BadInput with all that keeps the plays of two batches from being pairs on the same shuffles."""
    both = {
        "game": (base.scenario.game.name, other.scenario.game.name),
        "seed": (base.scenario.seed, other.scenario.seed),
        "plays": (base.plays, other.plays),
    }
    message = f"must be that of {base.scenario.name}, {{}}, or there are no pairs"
    wrong = [
        Problem(f"{other.scenario.name}: {name}", message.format(before), str(after))
        for name, (before, after) in both.items()
        if before != after
    ]
    if wrong:
        raise BadInput(wrong)


def _judged(contrast: Contrast, p_value: float, ways: dict[str, Direction], watched: bool = False) -> Contrast:
    """The contrast with its verdict: by its interval, among all measures (the adjusted p), and with enough plays."""
    difference = _watched(contrast) if watched else contrast.difference
    alone = judge(difference, contrast.margin, ways.get(contrast.name, Direction.NONE))
    verdict = alone if p_value <= RISK and enough(difference.n) else Verdict.UNDECIDED
    return replace(contrast, estimate=difference, verdict=verdict, alone=alone)


def _watched(contrast: Contrast) -> PairedDifference:
    """The difference with an interval that holds at every look; at least as wide as the plain one, as for a spread.

    No share moves by more than all there is.
    """
    plain, measure = contrast.difference, contrast.measure
    most = 1.0 if measure.is_rate or measure in (*WIN_RATES, SPREAD_MEASURE) else inf
    seen = sequence_at(plain.mean, plain.sd, plain.n, jump=plain.jump)
    return replace(plain, low=max(min(plain.low, seen.low), -most), high=min(max(plain.high, seen.high), most))


def looking_ahead(contrast: Contrast, reach: float, plays: int) -> Contrast:
    """The contrast, if undecided with what more than these `plays` promise, an edge being `reach` errors away.

    A figure that is not about every play takes more of them.
    """
    if contrast.verdict is not Verdict.UNDECIDED:
        return contrast
    difference = contrast.difference
    n, error = difference.n, difference.sd / sqrt(difference.n)
    ahead = forecast(middle(difference), error, n, contrast.margin, reach, difference.jump)
    return replace(contrast, ahead=ahead and ahead.times(plays / n))


def compared_as_played(
    base: Outcome, other: Outcome, store: Store | None, pairs: PairTallies | None = None
) -> Comparison:
    """Two batches compared as they were played: until something was decided, or to a number fixed beforehand."""
    stop = None
    if store and base.run and other.run:
        from workbench.store.history import find_stop  # brings DuckDB

        stop = find_stop(store, base.run, other.run, base.plays)
    if stop is None:
        return compare(base, other, store=store, pairs=pairs)
    return ended_early(base, other, stop, store, pairs)


def ended_early(
    base: Outcome, other: Outcome, stop: "Stop", store: Store | None, pairs: PairTallies | None
) -> Comparison:
    """All measures: what was named as it was asked, the others among all.

    What was seen said when to end. So all intervals hold at every look, and so do the verdicts.
    """
    seen = compare(base, other, watched=True, store=store, pairs=pairs)
    named = compare(base, other, True, store, pairs, stop.measures).contrasts if stop.measures else {}
    contrasts = {**seen.contrasts, **named}
    reach = one_sided_reach(sum(contrast.verdict is Verdict.UNDECIDED for contrast in contrasts.values()) or 1)
    ahead = {
        name: looking_ahead(contrast, reach * _wider(contrast), base.plays) for name, contrast in contrasts.items()
    }
    return seen._replace(contrasts=ahead, stop=stop)


def _wider(contrast: Contrast) -> float:
    """How many times as many standard errors as a plain interval one spans that holds at every look."""
    change = contrast.difference
    half = (change.high - change.low) / 2
    return max(1.0, errors_between(half, change.sd, change.n, change.jump) / two_sided_reach(1))


def directions(base: Scenario, other: Scenario) -> dict[str, Direction]:
    """Where each figure is to go: by the goals that judge a change, one-sided ones, and by aims against a parent."""
    wishes: list[Goal | Aim] = [*judged_goals(base.goals, other.goals), *aims_against(base, other)]
    return {name: wish.direction for wish in wishes for name in wish_figures(other, wish)}


def wishes_of(*scenarios: Scenario) -> set[str]:
    """The figures that goals and aims of any of these are about."""
    wishes: list[tuple[Scenario, Goal | Aim]] = [(side, wish) for side in scenarios for wish in side.goals]
    wishes += [(side, wish) for side in scenarios for wish in side.aims]
    return {name for side, wish in wishes for name in wish_figures(side, wish)}
