"""Figures: one series of numbers for each name that reports have, from the results of a batch.

The names are those of reports, goals and comparisons: every measure once a play; seat measures as the mean over the
seats; `win_rate_seat_0` … and, for measures by seat of the deal, `deal_points_seat_0` …

A game with teams has more, over the plays in which somebody is on the side: `win_rate_side_patriots`; within the side
`win_rate_side_patriots_seat_0` …, over those in which seat 0 is; and for each seat measure the mean over the seats of
the side, `cards_added_side_patriots`.

JSON and CSV have every figure; `Prominence` says for which of them there is room where people read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from workbench.engine.game import Game
from workbench.engine.measures import (
    CUT_SHORT,
    SIDE_WIN_RATE,
    WIN_RATE,
    WINNERS,
    Measure,
    Results,
    Scope,
    Sides,
    by_scope,
    counted_in,
    seats_on,
    side_shares,
    win_shares,
)
from workbench.stats import Estimate, agresti_coull, mean_estimate, rate_estimate, win_rate_spread

SPREAD = "seat_win_rate_spread"
SPREAD_MARGIN = 0.02
Series = np.ndarray[Any, np.dtype[Any]]
WIN_RATES = (WIN_RATE, SIDE_WIN_RATE)


class Prominence(StrEnum):
    """Where people see a figure: among the main ones, below as a detail, or nowhere since it says nothing new."""

    MAIN = "main"
    DETAIL = "detail"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Figure:
    """One reported series: `values` has one number a play. `seat` and `side` are set where it belongs to one.

    `counted` says which plays it is about, where these are not all: those in which the seat was on the side, or there
    was anything to count. `repeated`: another figure says the same in every play of these results.
    """

    name: str
    measure: Measure
    values: Series
    seat: int | None = None
    side: str = ""
    counted: Series | None = None
    repeated: bool = False

    @property
    def prominence(self) -> Prominence:
        """Where people see it."""
        if self.measure.nominal or self.repeated:
            return Prominence.HIDDEN
        within_side = self.side and (self.seat is not None or self.measure is not SIDE_WIN_RATE)
        return Prominence.DETAIL if within_side or self.measure.detail else Prominence.MAIN

    @property
    def label(self) -> str:
        """The name in words."""
        return ", ".join(filter(None, (self.measure.label, self.place)))

    @property
    def place(self) -> str:
        """The side and the seat that it is about, in words, seats counted from 1 as at a table."""
        at = "" if self.seat is None else f"seat {self.seat + 1}"
        return ", ".join(filter(None, (self.side.replace("_", " "), at)))

    @property
    def known(self) -> Series:
        """The values of the plays that it is about."""
        return self.values if self.counted is None else self.values[self.counted]

    @property
    def least(self) -> float:
        """The least value that there can be: 0 for counts."""
        return 0.0 if self.measure.type.startswith("u") else -np.inf

    def pairs(self, other: "Figure") -> tuple[Series, Series]:
        """The values of both in the plays that both are about."""
        if self.counted is None or other.counted is None:
            return self.values, other.values
        both = self.counted & other.counted
        return self.values[both], other.values[both]

    def estimate(self) -> Estimate:
        """Mean with its 95 % interval: that of a rate for rates and wins, of a mean for all else."""
        if self.measure.is_rate and not self.side:
            return rate_estimate(self.known)
        if self.measure in WIN_RATES:
            return agresti_coull(float(self.known.sum(dtype=np.float64)), len(self.known))
        return mean_estimate(self.known, jump=self.measure.jump, least=self.least)


def shares_of(results: Results, seats: int) -> Series:
    """Each seat's share of each win, shape (plays, seats)."""
    return win_shares(results[WINNERS], seats)


def figures(game: Game, results: Results, seats: int) -> dict[str, Figure]:
    """Every reported series of a batch, by name: a play's own, means over seats, of single seats, and by side."""
    found = [
        *_of_plays(game, results, seats),
        *_of_all_seats(game, results, seats),
        *_of_single_seats(game, results, seats),
    ]
    if game.sides:
        found += _of_sides(game, game.sides, results, seats)
    by_name = {figure.name: figure for figure in found}
    return {name: replace(each, repeated=_is_repeated(each, by_name)) for name, each in by_name.items()}


def _of_plays(game: Game, results: Results, seats: int) -> Iterator[Figure]:
    for measure in by_scope(game.all_measures, Scope.PLAY):
        counted = counted_in(results, measure, seats)
        yield Figure(measure.name, measure, results[measure.name], counted=counted)


def _of_all_seats(game: Game, results: Results, seats: int) -> Iterator[Figure]:
    for measure in by_scope(game.all_measures, Scope.SEAT):
        values, on = results[measure.name][:, :seats], counted_in(results, measure, seats)
        if on is None:
            yield Figure(measure.name, measure, values.mean(axis=1, dtype=np.float64))
        else:
            yield Figure(measure.name, measure, _mean_over(values, on), counted=np.asarray(on.any(axis=1)))


def _of_single_seats(game: Game, results: Results, seats: int) -> Iterator[Figure]:
    shares = shares_of(results, seats)
    for seat in range(seats):
        yield Figure(f"{WIN_RATE.name}_seat_{seat}", WIN_RATE, shares[:, seat], seat)
    for measure in by_scope(game.all_measures, Scope.DEAL_SEAT):
        for seat in range(seats):
            yield _of_seat(f"{measure.name}_seat_{seat}", measure, results, seat)


def _of_sides(game: Game, sides: Sides, results: Results, seats: int) -> Iterator[Figure]:
    """By side: its win rate, within it that of each seat, then every seat measure but the one that tells the side."""
    shares = side_shares(results, sides, seats)
    for place, side in enumerate(sides.names):
        on = seats_on(results, sides, place, seats)
        name, won, met = f"{WIN_RATE.name}_side_{side}", shares[:, place], np.asarray(on.any(axis=1))
        yield Figure(name, SIDE_WIN_RATE, won, side=side, counted=met)
        for seat in range(seats):
            yield Figure(f"{name}_seat_{seat}", SIDE_WIN_RATE, won, seat, side, on[:, seat])
        for measure in by_scope(game.all_measures, Scope.SEAT):
            if measure.name != sides.measure:
                there = counted_in(results, measure, seats)
                counted = on if there is None else on & there
                mean = _mean_over(results[measure.name][:, :seats], counted)
                yield Figure(
                    f"{measure.name}_side_{side}", measure, mean, side=side, counted=np.asarray(counted.any(axis=1))
                )


def _mean_over(values: Series, on: Series) -> Series:
    """The mean of each row over the places that are `on`; 0 where none is."""
    mean: Series = np.where(on, values, 0).sum(axis=1, dtype=np.float64) / np.maximum(1, on.sum(axis=1))
    return mean


def seat_figures(game: Game, results: Results, seat: int, scope: Scope) -> list[Figure]:
    """The series of one seat, for every measure of a scope."""
    return [_of_seat(measure.name, measure, results, seat) for measure in by_scope(game.all_measures, scope)]


def _of_seat(name: str, measure: Measure, results: Results, seat: int) -> Figure:
    on = counted_in(results, measure, seat + 1)
    return Figure(name, measure, results[measure.name][:, seat], seat, counted=None if on is None else on[:, seat])


def _is_repeated(figure: Figure, found: dict[str, Figure]) -> bool:
    """Whether the figure that its measure repeats equals it in every play; a mean over all seats: on every side."""
    name = figure.measure.repeats
    if not name:
        return False
    if name in found:
        return _are_equal(figure, found[name])
    of_sides = [each for each in found.values() if each.side and each.measure is figure.measure]
    checked = [figure] if figure.side else of_sides
    pairs = [(each, found.get(f"{name}_side_{each.side}")) for each in checked]
    return bool(pairs) and all(other is not None and _are_equal(each, other) for each, other in pairs)


def _are_equal(one: Figure, other: Figure) -> bool:
    """Whether both are about the same plays and say the same of each."""
    every = np.ones(len(one.values), bool)
    ours, theirs = (every if each.counted is None else each.counted for each in (one, other))
    return np.array_equal(ours, theirs) and np.array_equal(one.known, other.known)


def spread_estimate(results: Results, seats: int) -> Estimate:
    """How far the best seat's win rate is above the worst's, with its interval."""
    return win_rate_spread(shares_of(results, seats))


def share_cut_short(results: Results) -> float:
    """The share of plays that a limit ended; 0 in a game without one."""
    known = CUT_SHORT in (results.dtype.names or ()) and len(results) > 0
    return float(results[CUT_SHORT].mean()) if known else 0.0


def names_of(game: Game, measure: str, seats: int) -> list[str]:
    """The figures behind a measure's name: one for each seat where it is reported by seat alone."""
    by_seat = {WIN_RATE.name, *(m.name for m in by_scope(game.all_measures, Scope.DEAL_SEAT))}
    return [f"{measure}_seat_{seat}" for seat in range(seats)] if measure in by_seat else [measure]
