"""Figures: what a batch says under each name that reports have, from its tallies.

The names are those of reports, goals and comparisons: every measure once a play; seat measures as the mean over the
seats; `win_rate_seat_0` … and, for measures by seat of the deal, `deal_points_seat_0` …

A game with teams has more, over the plays in which somebody is on the side: `win_rate_side_patriots`; within the side
`win_rate_side_patriots_seat_0` …, over those in which seat 0 is; and for each seat measure the mean over the seats of
the side, `cards_added_side_patriots`.

JSON and CSV have every figure; `stats.Prominence` says for which of them there is room where people read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.engine.game import Game
from workbench.engine.measures import SIDE_WIN_RATE, SPREAD, WIN_RATE, Measure, Scope, by_scope
from workbench.stats import (
    Estimate,
    Figure,
    agresti_coull,
    mean_estimate,
    rate_estimate,
    rate_sequence_at,
    sequence_at,
    widened,
    win_rate_spread,
)
from workbench.stats.estimate import Counted, Moments, pooled, summed
from workbench.stats.seats import ShareSums
from workbench.tallies.series import WHOLE_WIN, Series, SeriesKind, parts
from workbench.tallies.tallies import Numbers, PairTallies, Sums, Tallies

SPREAD_MARGIN = 0.02
SPREAD_MEASURE = Measure(
    SPREAD,
    "How far the best seat's win rate is above the worst seat's.",
    SPREAD_MARGIN,
    "f4",
    unit="of the wins",
    title="The gap between best and worst seat",
    lower="fairer",
    higher="less fair",
    words=("fairness", "balance", "seats", "first player"),
)
WIN_RATES = (WIN_RATE, SIDE_WIN_RATE)


@dataclass(frozen=True)
class FigureSums:
    """The sums that a figure is estimated from: those of its series over the plays that it is about.

    `repeated`: another figure says the same in every play.
    """

    series: Series
    sums: Sums
    repeated: bool = False

    @property
    def measure(self) -> Measure:
        """The measure that is counted."""
        return self.series.measure

    def figure(self, confidence: float = 0.95, watched: bool = False) -> Figure:
        """The figure; `watched`: with an interval that holds at every look while the batch still runs."""
        series, estimate = self.series, self.sequence(confidence) if watched else self.estimate(confidence)
        return Figure(series.name, series.measure, estimate, series.seat, series.side, self.repeated)

    @property
    def n(self) -> int:
        """In how many plays there was anything to count."""
        return self.sums.count

    @cached_property
    def moments(self) -> Moments:
        """The moments of its values."""
        return moments_of_sums(self.sums, self.series.unit)

    @property
    def least(self) -> float:
        """The least value that there can be: 0 for counts."""
        return 0.0 if self.measure.type.startswith("u") else -np.inf

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """Mean with its interval: that of a rate for rates and wins, of a mean for all else."""
        if self.measure.is_rate and not self.series.side:
            return rate_estimate(self.moments, confidence)
        if self.measure in WIN_RATES:
            return agresti_coull(self.successes, self.n, confidence)
        return mean_estimate(self.moments, confidence, self.measure.jump, self.least)

    def sequence(self, confidence: float = 0.95) -> Estimate:
        """Mean with an interval that holds at every look while the batch still runs."""
        n = self.n
        if self.measure.is_rate or self.measure in WIN_RATES:
            return rate_sequence_at(self.successes, n, confidence)
        plain = self.estimate()
        seen = sequence_at(plain.mean, plain.sd, n, confidence, jump=max(self.measure.jump, self.moments.farthest))
        return replace(seen, low=max(self.least, seen.low))

    @property
    def successes(self) -> float:
        """The sum of its values."""
        return self.sums.total / self.series.unit


def moments_of_sums(sums: Sums, unit: int) -> Moments:
    """The moments of numbers that were added up in parts."""
    limits = None if sums.least is None or sums.most is None else (sums.least, sums.most)
    return summed(sums.count, sums.total, sums.squares, limits, unit)


def figure_sums(tallies: Tallies) -> dict[str, FigureSums]:
    """The sums of every reported figure, by name: of whole plays, means over seats, of single seats, and by side."""
    by_name = {
        series.name: FigureSums(series, tallies.sums(place))
        for place, series in enumerate(tallies.layout.series)
        if not series.of_one_seat
    }
    return {name: replace(sums, repeated=_is_repeated(sums, by_name)) for name, sums in by_name.items()}


def figures(tallies: Tallies, watched: bool = False) -> dict[str, Figure]:
    """Every reported figure of a batch, by name; `watched`: with intervals that hold at every look."""
    return {name: sums.figure(watched=watched) for name, sums in figure_sums(tallies).items()}


def figures_together(
    tallies: Tallies, names: Sequence[str], confidence: float = 0.95, watched: bool = False
) -> list[Figure]:
    """The figures of these names, the gap between the seats among them, with intervals of one confidence."""
    by_name = figure_sums(tallies)
    return [
        spread_figure(tallies, watched, confidence) if name == SPREAD else by_name[name].figure(confidence, watched)
        for name in names
    ]


def seat_figures(tallies: Tallies, seat: int, scope: Scope) -> list[Figure]:
    """The figures of one seat, for every measure of a scope."""
    return [
        FigureSums(series._replace(name=series.measure.name), tallies.sums(place)).figure()
        for place, series in enumerate(tallies.layout.series)
        if series.seat == seat and series.measure.scope is scope and series.measure not in WIN_RATES
    ]


def _is_repeated(figure: FigureSums, by_name: dict[str, FigureSums]) -> bool:
    """True if the figure that its measure repeats equals it in every play; a mean over all seats: on every side."""
    name = figure.measure.repeats
    if not name:
        return False
    if name in by_name:
        return _are_equal(figure, by_name[name])
    of_sides = [side for side in by_name.values() if side.series.side and side.measure is figure.measure]
    checked = [figure] if figure.series.side else of_sides
    pairs = [(side, by_name.get(f"{name}_side_{side.series.side}")) for side in checked]
    return bool(pairs) and all(other is not None and _are_equal(pair, other) for pair, other in pairs)


def _are_equal(one: FigureSums, other: FigureSums) -> bool:
    """True if both are about the same plays and say the same of each."""
    return say_the_same(one.sums, one.series.unit, other.sums, other.series.unit)


WORD = 1 << 64


def say_the_same(one: Sums, one_unit: int, other: Sums, other_unit: int) -> bool:
    """True if two series are equal in every play, by their prints."""
    ours, theirs = one.print * other_unit, other.print * one_unit
    return one.count_print == other.count_print and (ours - theirs) % WORD == 0


def complement(one: Sums, one_unit: int, other: Sums, other_unit: int) -> tuple[int, int] | None:
    """The sum of two series, if it is the same in every play: a number of parts, and parts in one; else None."""
    if one.count_print != other.count_print or not one.count:
        return None
    total, rest = divmod(one.total * other_unit + other.total * one_unit, one.count)
    seen = one.print * other_unit + other.print * one_unit - total * one.count_print
    return None if rest or seen % WORD else (total, one_unit * other_unit)


def paired_share_sums(base: Tallies, other: Tallies, pairs: PairTallies) -> ShareSums:
    """The same of pairs of plays: base's seats, then other's."""
    across = _products(pairs.products)
    products = np.block([[_products(base.products), across], [across.T, _products(other.products)]])
    return ShareSums(np.concatenate([_share_totals(base), _share_totals(other)]), products, pairs.plays)


def _share_totals(tallies: Tallies) -> NDArray[np.float64]:
    return np.array([tallies.sums(place).total / WHOLE_WIN for place in tallies.layout.shares])


def _products(parts: Numbers) -> NDArray[np.float64]:
    return np.asarray((parts[..., 0] * 2.0**32 + parts[..., 1]) / float(WHOLE_WIN) ** 2, np.float64)


def distribution(tallies: Tallies, measure: Measure) -> Counted:
    """How often each value of a measure occurs, over the plays, or over the plays of every seat."""
    places = [
        place
        for place, entry in enumerate(tallies.layout.series)
        if entry.measure.name == measure.name and entry.shape and entry.kind is SeriesKind.VALUE
    ]
    shapes = [tallies.shape(place) for place in places]
    return pooled(*(Counted(numbers / parts(measure), counts) for numbers, counts in shapes))


def spread_figure(tallies: Tallies, watched: bool = False, confidence: float = 0.95) -> Figure:
    """How far the best seat's win rate is above the worst's, with its interval; `watched`: it holds at every look."""
    plain = win_rate_spread(ShareSums(_share_totals(tallies), _products(tallies.products), tallies.plays), confidence)
    return Figure(SPREAD, SPREAD_MEASURE, widened(plain, confidence) if watched else plain)


def names_of(game: Game, measure: str, seats: int) -> list[str]:
    """The figures behind a measure's name: one for each seat where it is reported by seat alone."""
    by_seat = {WIN_RATE.name, *(m.name for m in by_scope(game.all_measures, Scope.DEAL_SEAT))}
    return [f"{measure}_seat_{seat}" for seat in range(seats)] if measure in by_seat else [measure]
