"""Figures: what the results of a batch say, one series of numbers a reported name.

The names are those of reports, goals and comparisons: every measure once a play; seat measures as the mean over the
seats; `win_rate_seat_0` … and, for measures by seat of the deal, `deal_points_seat_0` …
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, WINNERS, Measure, Results, Scope, by_scope, win_shares
from workbench.stats import Estimate, mean_estimate, rate_estimate, wilson, win_rate_spread

SPREAD = "seat_win_rate_spread"
SPREAD_MARGIN = 0.02
Series = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Figure:
    """One reported series: `values` has one number a play. `seat` is set where it belongs to one seat."""

    name: str
    measure: Measure
    values: Series
    seat: int | None = None

    @property
    def label(self) -> str:
        """The name in words, seats counted from 1 as at a table."""
        at = "" if self.seat is None else f", seat {self.seat + 1}"
        return f"{self.measure.label}{at}"

    def estimate(self) -> Estimate:
        """Mean with its 95 % interval: Wilson's for rates and wins, Student's for all else."""
        if self.measure.is_rate:
            return rate_estimate(self.values)
        if self.measure is WIN_RATE:
            return wilson(float(self.values.sum(dtype=np.float64)), len(self.values))
        return mean_estimate(self.values)


def shares_of(results: Results, seats: int) -> Series:
    """Each seat's share of each win, shape (plays, seats)."""
    return win_shares(results[WINNERS], seats)


def figures(game: Game, results: Results, seats: int) -> dict[str, Figure]:
    """Every reported series of a batch, by name: a play's own, means over seats, then those of single seats."""
    found = [*_of_plays(game, results), *_of_all_seats(game, results, seats), *_of_single_seats(game, results, seats)]
    return {figure.name: figure for figure in found}


def _of_plays(game: Game, results: Results) -> Iterator[Figure]:
    for measure in by_scope(game.all_measures, Scope.PLAY):
        yield Figure(measure.name, measure, results[measure.name])


def _of_all_seats(game: Game, results: Results, seats: int) -> Iterator[Figure]:
    for measure in by_scope(game.all_measures, Scope.SEAT):
        yield Figure(measure.name, measure, results[measure.name][:, :seats].mean(axis=1, dtype=np.float64))


def _of_single_seats(game: Game, results: Results, seats: int) -> Iterator[Figure]:
    shares = shares_of(results, seats)
    for seat in range(seats):
        yield Figure(f"{WIN_RATE.name}_seat_{seat}", WIN_RATE, shares[:, seat], seat)
    for measure in by_scope(game.all_measures, Scope.DEAL_SEAT):
        for seat in range(seats):
            yield Figure(f"{measure.name}_seat_{seat}", measure, results[measure.name][:, seat], seat)


def seat_figures(game: Game, results: Results, seat: int, scope: Scope) -> list[Figure]:
    """The series of one seat, for every measure of a scope."""
    return [Figure(m.name, m, results[m.name][:, seat], seat) for m in by_scope(game.all_measures, scope)]


def spread_estimate(results: Results, seats: int) -> Estimate:
    """How far the best seat's win rate is above the worst's, with its interval."""
    return win_rate_spread(shares_of(results, seats))


def names_of(game: Game, measure: str, seats: int) -> list[str]:
    """The figures behind a measure's name: one for each seat where it is reported by seat alone."""
    by_seat = {WIN_RATE.name, *(m.name for m in by_scope(game.all_measures, Scope.DEAL_SEAT))}
    return [f"{measure}_seat_{seat}" for seat in range(seats)] if measure in by_seat else [measure]


def figure_names(game: Game, seats: int) -> list[str]:
    """Every name that `figures` reports for a table of `seats`, and the spread."""
    return [*figures(game, np.zeros(1, game.result), seats), SPREAD]
