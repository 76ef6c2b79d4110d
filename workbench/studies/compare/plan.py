"""The plan of a comparison before it is played: how many plays show a change, by the variance that is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, hypot, nan

from workbench.engine.problems import FEWEST_PLAYS
from workbench.play.batches import simulate_together
from workbench.play.comparisons import Contrast, families_of, one_sided_reach, paired_measures, wishes_of
from workbench.play.figures import FigureSums, figure_sums, names_of
from workbench.play.forms import layout, request_of
from workbench.play.options import RunOptions
from workbench.play.outcome import Outcome
from workbench.play.stored import load, stored_pairs
from workbench.scenario import Scenario
from workbench.stats import PairedDifference
from workbench.stats.evidence import change_seen, plays_to_decide
from workbench.store import Store
from workbench.store.runs import Run, done_at_any_seed
from workbench.studies.workload import LONG, affordable, declared_cost
from workbench.tallies.tallies import PairTallies, pair_layout

MOST_LOOKED_AT = 20
"""Stored batches of a revision that are looked through for pairs, the largest first."""
PILOT_PLAYS = 200
PILOT_WORK = 2_000_000
"""About how much a pilot may cost, a second at most."""
TIMES_MARGIN = 2
"""The change that is planned for, in smallest changes that count: a change of just one is never decided."""


class VarianceSource(StrEnum):
    """Where the variance comes from."""

    PAIRS = "pairs"
    SEPARATE = "separate"
    PILOT = "pilot"


@dataclass(frozen=True)
class PlannedMeasure:
    """The spread between pairs of plays, and the plays that decide a measure with a chance of 80 %.

    `to_see` are those that show a `change`, `to_call_same` those that show that there is none; None where no number of
    plays does. `seen` is the smallest change that the plays of the plan show. `primary`: the game says that comparisons
    are about it.
    """

    contrast: Contrast
    change: float
    to_see: int | None
    to_call_same: int | None
    seen: float
    primary: bool

    @property
    def plays(self) -> int | None:
        """Plays that decide it either way."""
        return None if self.to_see is None or self.to_call_same is None else max(self.to_see, self.to_call_same)


@dataclass(frozen=True)
class ComparisonPlan:
    """Two revisions that may be compared with the plays of `other`, and what that would decide.

    `stored_plays` are the plays, of each revision, that the variance comes from; `seconds_a_pair` is None where nobody
    timed any. `measures` are the game's own and those of goals.
    """

    base: Scenario
    other: Scenario
    source: VarianceSource
    stored_plays: tuple[int, int]
    seconds_a_pair: float | None
    measures: tuple[PlannedMeasure, ...]

    @property
    def plays(self) -> int:
        """The plays that the comparison would have."""
        return self.other.plays

    @property
    def stored_sides(self) -> list[tuple[Scenario, int]]:
        """The revisions of which plays are stored, with how many."""
        sides = zip((self.base, self.other), self.stored_plays, strict=True)
        return [(side, plays) for side, plays in sides if plays]

    def seconds(self, plays: int) -> float | None:
        """How long so many pairs take here."""
        return None if self.seconds_a_pair is None else self.seconds_a_pair * plays

    @property
    def hardest(self) -> PlannedMeasure | None:
        """The primary measure that takes the most plays; None where there is none with a number."""
        numbered = [measure for measure in self.measures if measure.primary and measure.plays is not None]
        return max(numbered, key=lambda measure: measure.plays or 0, default=None)


def plan_comparison(base: Scenario, other: Scenario, store: Store | None) -> ComparisonPlan | None:
    """The plan from what is stored: pairs of the two by these bots, else plays of each; None where nothing is."""
    if store is None or not store.exists:
        return None
    with store.session():
        ours, theirs = (done_at_any_seed(store, request_of(side, {}))[:MOST_LOOKED_AT] for side in (base, other))
        return _plan_by_pairs(base, other, store, ours, theirs) or _plan_by_sides(base, other, store, ours, theirs)


def is_pilot_cheap(base: Scenario, other: Scenario) -> bool:
    """True if a pilot takes about a second at most."""
    return min(map(_affordable_pilot, (base, other))) >= FEWEST_PLAYS


def plan_by_pilot(base: Scenario, other: Scenario, options: RunOptions) -> ComparisonPlan:
    """The plan from a few plays of both, of which nothing is stored."""
    plays = max(FEWEST_PLAYS, min(map(_affordable_pilot, (base, other))))
    sides = [replace(side, plays=plays) for side in (base, other)]
    outcomes, together = simulate_together(sides, replace(options, store=None))
    seconds = max(outcome.elapsed_s for outcome in outcomes) / plays
    contrasts, families = _paired(outcomes[0], outcomes[1], together.pairs[0])
    return _plan(base, other, VarianceSource.PILOT, (plays, plays), seconds, contrasts, families)


def _affordable_pilot(scenario: Scenario) -> int:
    return affordable(declared_cost(scenario, LONG), 0, PILOT_PLAYS, PILOT_WORK)


def _plan_by_pairs(
    base: Scenario, other: Scenario, store: Store, ours: Sequence[Run], theirs: Sequence[Run]
) -> ComparisonPlan | None:
    """The plan from the largest two batches on the same shuffles whose pairs are stored."""
    for run in ours:
        for match in theirs:
            if (run.seed, run.plays) != (match.seed, match.plays) or run.plays < FEWEST_PLAYS:
                continue
            pairs = stored_pairs(store, (run, match), (layout(base), layout(other)))
            if pairs is None:
                continue
            contrasts, families = _paired(load(store, run), load(store, match), pairs)
            seconds = _seconds_a_pair(run, match, together=True)
            return _plan(base, other, VarianceSource.PAIRS, (run.plays, match.plays), seconds, contrasts, families)
    return None


def _plan_by_sides(
    base: Scenario, other: Scenario, store: Store, ours: Sequence[Run], theirs: Sequence[Run]
) -> ComparisonPlan | None:
    """The plan from the largest batch of each; where only one has any, the other is taken to vary as much."""
    runs = [next((run for run in side if run.plays >= FEWEST_PLAYS), None) for side in (ours, theirs)]
    outcomes = [load(store, run) if run else None for run in runs]
    first = next((outcome for outcome in outcomes if outcome), None)
    if first is None or (None in runs and base.players != other.players):
        return None
    sides = ours_by_name, theirs_by_name = [figure_sums((outcome or first).tallies) for outcome in outcomes]
    names = [name for name in pair_layout(layout(base), layout(other)).names if all(name in side for side in sides)]
    pairs = [(ours_by_name[name], theirs_by_name[name]) for name in names]
    contrasts = [_unpaired(*pair, first.plays) for pair in pairs if all(sums.n for sums in pair)]
    plays = [run.plays if run else 0 for run in runs]
    timed = [run for run in runs if run] * 2
    seconds = _seconds_a_pair(timed[0], timed[1], together=False)
    return _plan(base, other, VarianceSource.SEPARATE, (plays[0], plays[1]), seconds, contrasts, len(contrasts))


def _seconds_a_pair(run: Run, other: Run, together: bool) -> float | None:
    """Seconds that a play of each takes; the clock of two that were played together ran for both."""
    times = [side.elapsed_s / side.done for side in (run, other) if side.done and side.elapsed_s > 0]
    if len(times) < 2:
        return None
    return max(times) if together else sum(times)


def _paired(base: Outcome, other: Outcome, pairs: PairTallies) -> tuple[list[Contrast], int]:
    """The variation of every figure, and how many of them say something that no other does."""
    measures = list(paired_measures(base, other, pairs))
    return [replace(measure.contrast, plays=base.plays) for measure in measures], len(set(families_of(measures)))


def _unpaired(ours: FigureSums, theirs: FigureSums, plays: int) -> Contrast:
    """A figure's difference as if the plays of the two did not pair; it needs no interval."""
    base, other = ours.moments, theirs.moments
    jump = max(ours.measure.jump, base.farthest, other.farthest)
    sd, gap = hypot(base.sd, other.sd), other.mean - base.mean
    difference = PairedDifference(gap, sd, nan, nan, ours.n, base.mean, other.mean, jump=jump)
    figure = ours.figure()
    return Contrast(figure.name, figure.measure, difference, figure.seat, figure.side, plays=plays)


def _plan(
    base: Scenario,
    other: Scenario,
    source: VarianceSource,
    stored_plays: tuple[int, int],
    seconds_a_pair: float | None,
    contrasts: Sequence[Contrast],
    families: int,
) -> ComparisonPlan:
    """The plan for the figures that the game or a goal names; all that say something of their own share the risk."""
    named = [*other.game.primary, *(name.removesuffix("_rate") for name in other.game.primary)]
    primary = {figure for name in named for figure in names_of(other.game, name, other.players)}
    names = {*primary, *wishes_of(base, other)}
    reach = one_sided_reach(families)
    planned = [
        _planned(contrast, reach, other.plays, contrast.name in primary)
        for contrast in contrasts
        if contrast.name in names and contrast.difference.n
    ]
    return ComparisonPlan(base, other, source, stored_plays, seconds_a_pair, tuple(planned))


def _planned(contrast: Contrast, reach: float, plays: int, primary: bool) -> PlannedMeasure:
    margin, sd, jump = contrast.margin, contrast.difference.sd, contrast.difference.jump
    share = contrast.difference.n / contrast.plays
    change = TIMES_MARGIN * margin
    to_see, same = (plays_to_decide(size, sd, margin, reach, jump) for size in (change, 0.0))
    to_see, same = (None if needed is None else ceil(needed / share) for needed in (to_see, same))
    seen = change_seen(max(1, int(plays * share)), sd, margin, reach, jump)
    return PlannedMeasure(contrast, change, to_see, same, seen, primary)
