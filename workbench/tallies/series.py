"""Series: the numbers that a play yields, one a play each, as reports name them.

A measure once a play is one series. A measure by seat is several: the mean over the seats, each seat's own, and in a
game with sides the mean over the seats of each side. Every seat has its share of the win, and so has every side.

Tallies add whole numbers only, so a series counts in parts of its `unit`: the mean of points over 3 seats in thirds, a
share of a win in 720720ths, which holds a win shared by any number of up to 16 seats exactly.
"""

from collections.abc import Iterator
from enum import IntEnum
from math import lcm
from typing import NamedTuple

import numpy as np

from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import SIDE_WIN_RATE, WIN_RATE, Measure, Scope, by_scope
from workbench.engine.types import Int

WHOLE_WIN = 720_720
"""Parts of a win: the least common multiple of 1 to 16."""
FRACTION = 5_040
"""Parts of one in measures that are fractions (`f4`): the least common multiple of 1 to 10."""
EXACT_BINS, BINS_AN_OCTAVE = 1_024, 512
"""Numbers below the first have a bin each; above it, 512 share each doubling: a bin is at most 0.2 % wide."""


class SeriesKind(IntEnum):
    """How a series follows from a play's record."""

    VALUE = 0  # one place of the record
    MEAN = 1  # the mean over the places of a measure by seat that count
    SHARE = 2  # a seat's share of the win
    SIDE_SHARE = 3  # a side's share of the win; with a seat, in the plays in which it is on that side


class Series(NamedTuple):
    """One number a play. `of_one_seat`: a seat's, of a measure that reports show as a mean over seats."""

    name: str
    measure: Measure
    kind: SeriesKind
    unit: int = 1
    seat: int | None = None
    side: str = ""
    of_one_seat: bool = False
    shape: bool = False  # whether its distribution is kept


def parts(measure: Measure) -> int:
    """Parts of one in which a measure's values are counted."""
    return FRACTION if measure.type.startswith("f") else 1


def series_of(game: Game, seats: int) -> tuple[Series, ...]:
    """Every series of a game at a table of so many seats, in the order of reports; seats' own at the end."""
    every = game.all_measures
    of_plays, of_seats, of_deals = (by_scope(every, scope) for scope in (Scope.PLAY, Scope.SEAT, Scope.DEAL_SEAT))
    name, value = "{}_seat_{}".format, SeriesKind.VALUE
    series = [Series(of.name, of, value, parts(of), shape=True) for of in of_plays]
    for of in of_seats:  # any number of seats may count where the measure says so
        unit = parts(of) * (seats if of.counted is None else lcm(*range(1, seats + 1)))
        series.append(Series(of.name, of, SeriesKind.MEAN, unit, shape=of.counted is None))
    series += [Series(name(WIN_RATE.name, at), WIN_RATE, SeriesKind.SHARE, WHOLE_WIN, at) for at in range(seats)]
    series += [Series(name(of.name, at), of, value, parts(of), at) for of in of_deals for at in range(seats)]
    series += _of_sides(game, seats)
    for of in of_seats:
        for at in range(seats):
            series.append(Series(f"{of.name}_own_{at}", of, value, parts(of), at, of_one_seat=True, shape=True))
    return tuple(series)


def _of_sides(game: Game, seats: int) -> Iterator[Series]:
    """By side: its win rate, within it that of each seat, then every seat measure but the one that tells the side."""
    for side in game.sides.names if game.sides else ():
        name = f"{WIN_RATE.name}_side_{side}"
        yield Series(name, SIDE_WIN_RATE, SeriesKind.SIDE_SHARE, WHOLE_WIN, side=side)
        for seat in range(seats):
            yield Series(f"{name}_seat_{seat}", SIDE_WIN_RATE, SeriesKind.SIDE_SHARE, WHOLE_WIN, seat, side)
        for measure in by_scope(game.all_measures, Scope.SEAT):
            if game.sides and measure.name != game.sides.measure:
                unit = parts(measure) * lcm(*range(1, seats + 1))
                yield Series(f"{measure.name}_side_{side}", measure, SeriesKind.MEAN, unit, side=side)


def room_for_shape(series: Series) -> tuple[int, int]:
    """Bins for the distribution of a series, none where it is not kept; how many of them stand for numbers below 0."""
    if not series.shape:
        return 0, 0
    low, high = _range(series.measure)
    times = series.unit if series.kind is SeriesKind.MEAN else parts(series.measure)
    lowest = bin_of(-low * times) + 1 if low < 0 else 0
    return lowest + bin_of(high * times) + 1, lowest


def _range(measure: Measure) -> tuple[int, int]:
    """The least and the largest whole number that the measure's type holds; fractions up to 2^16."""
    if measure.is_rate:
        return 0, 1
    if measure.type.startswith("f"):
        return -(1 << 16), 1 << 16
    limits = np.iinfo(np.dtype(measure.type))
    return int(limits.min), int(limits.max)


@compiled
def bin_of(number: Int) -> Int:
    """The bin of a number that is not negative."""
    if number < EXACT_BINS:
        return number
    octave = 0
    while number >> octave >= 2 * EXACT_BINS:
        octave += 1
    return EXACT_BINS + octave * BINS_AN_OCTAVE + (number >> (octave + 1)) - BINS_AN_OCTAVE
