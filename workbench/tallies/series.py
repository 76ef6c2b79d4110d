"""Series: the numbers that a play yields, one a play each, as reports name them.

A measure once a play is one series. A measure by seat is several: the mean over the seats, each seat's own, and in a
game with sides the mean over the seats of each side. Every seat has its share of the win, and so has every side.

Tallies add whole numbers only, so a series counts in parts of its `unit`: the mean of points over 3 seats in thirds, a
share of a win in 720720ths, which holds a win shared by any number of up to 16 seats exactly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import lcm
from typing import Any

import numpy as np

from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import SIDE_WIN_RATE, WIN_RATE, WINNERS, Measure, Results, Scope, by_scope
from workbench.engine.parameters import Values
from workbench.engine.score_sheet import Wins
from workbench.engine.types import Int

WHOLE_WIN = 720_720
"""Parts of a win: the least common multiple of 1 to 16."""
FRACTION = 5_040
"""Parts of one in measures that are fractions (`f4`): the least common multiple of 1 to 10."""
LEAD = "margin"
"""How far the winner's score is ahead of the next, which no measure says."""
EXACT_BINS, BINS_AN_OCTAVE = 1_024, 512
"""Numbers below the first have a bin each; above it, 512 share each doubling: a bin is at most 0.2 % wide."""


class Kind(IntEnum):
    """How a series follows from a play's record."""

    VALUE = 0  # one place of the record
    MEAN = 1  # the mean over the places of a measure by seat that count
    SHARE = 2  # a seat's share of the win
    SIDE_SHARE = 3  # a side's share of the win; with a seat, in the plays in which it is on that side
    LEAD = 4  # the best place of a measure by seat, less the second best
    LEAD_BY_FEWEST = 5  # the same where the fewest points win


SERIES = np.dtype(
    (
        np.record,
        [
            ("kind", "i8"),
            ("column", "i8"),  # first column of the measure
            ("places", "i8"),  # how many columns it has
            ("counted", "i8"),  # first column of the measure that says whether there is anything to count; -1: always
            ("counted_step", "i8"),  # 1 where that is one by seat too
            ("least", "i8"),  # what that column has to be at least
            ("seat", "i8"),  # -1: none
            ("side", "i8"),  # -1: none
            ("sides", "i8"),  # first column of the measure that tells the side of each seat
            ("side_count", "i8"),
            ("first_bin", "i8"),
            ("bins", "i8"),  # 0: no distribution is kept
            ("lowest", "i8"),  # the number of bins that stand for numbers below 0
        ],
    )
)


@dataclass(frozen=True)
class Series:
    """One number a play. `own`: a seat's own, of a measure that reports show as a mean over seats."""

    name: str
    measure: Measure
    kind: Kind
    unit: int = 1
    seat: int | None = None
    side: str = ""
    own: bool = False
    shape: bool = False  # whether its distribution is kept


@dataclass(frozen=True)
class Columns:
    """Where each place of each measure stands in the table of columns, shape (columns, plays)."""

    first: dict[str, int]
    places: dict[str, int]
    count: int


def columns_of(game: Game, seats: int) -> Columns:
    """The columns of a game at a table of so many seats."""
    first, places, count = {}, {}, 0
    for measure in game.all_measures:
        first[measure.name] = count
        places[measure.name] = 1 if measure.scope is Scope.PLAY else seats
        count += places[measure.name]
    return Columns(first, places, count)


def parts(measure: Measure) -> int:
    """Parts of one in which a measure's values are counted."""
    return FRACTION if measure.type.startswith("f") else 1


def fill_columns(game: Game, results: Results, seats: int, table: "np.ndarray[Any, np.dtype[np.int64]]") -> None:
    """Write the plays' values into the table, shape (columns, plays), in parts of each measure's one."""
    place = 0
    for measure in game.all_measures:
        values = results[measure.name]
        values = values[None] if values.ndim == 1 else values[:, :seats].T
        rows = slice(place, place + len(values))
        table[rows] = np.rint(values * np.float64(FRACTION)) if parts(measure) > 1 else values
        place += len(values)


def series_of(game: Game, rules: Values, seats: int) -> tuple[Series, ...]:
    """Every series of a game at a table of so many seats, in the order of reports; seats' own at the end."""
    found = [*_of_plays(game), *_of_all_seats(game, seats), *_of_single_seats(game, seats), *_of_sides(game, seats)]
    return (*found, *_of_own_seats(game, seats), *_of_leads(game, rules, seats))


def _of_plays(game: Game) -> Iterator[Series]:
    for measure in by_scope(game.all_measures, Scope.PLAY):
        yield Series(measure.name, measure, Kind.VALUE, parts(measure), shape=True)


def _of_all_seats(game: Game, seats: int) -> Iterator[Series]:
    for measure in by_scope(game.all_measures, Scope.SEAT):
        yield Series(measure.name, measure, Kind.MEAN, _mean_unit(measure, seats), shape=measure.counted is None)


def _of_single_seats(game: Game, seats: int) -> Iterator[Series]:
    for seat in range(seats):
        yield Series(f"{WIN_RATE.name}_seat_{seat}", WIN_RATE, Kind.SHARE, WHOLE_WIN, seat)
    for measure in by_scope(game.all_measures, Scope.DEAL_SEAT):
        for seat in range(seats):
            yield Series(f"{measure.name}_seat_{seat}", measure, Kind.VALUE, parts(measure), seat)


def _of_own_seats(game: Game, seats: int) -> Iterator[Series]:
    for measure in by_scope(game.all_measures, Scope.SEAT):
        for seat in range(seats):
            name = f"{measure.name}_own_{seat}"
            yield Series(name, measure, Kind.VALUE, parts(measure), seat, own=True, shape=True)


def _of_sides(game: Game, seats: int) -> Iterator[Series]:
    """By side: its win rate, within it that of each seat, then every seat measure but the one that tells the side."""
    for side in game.sides.names if game.sides else ():
        name = f"{WIN_RATE.name}_side_{side}"
        yield Series(name, SIDE_WIN_RATE, Kind.SIDE_SHARE, WHOLE_WIN, side=side)
        for seat in range(seats):
            yield Series(f"{name}_seat_{seat}", SIDE_WIN_RATE, Kind.SIDE_SHARE, WHOLE_WIN, seat, side)
        for measure in by_scope(game.all_measures, Scope.SEAT):
            if game.sides and measure.name != game.sides.measure:
                unit = parts(measure) * lcm(*range(1, seats + 1))
                yield Series(f"{measure.name}_side_{side}", measure, Kind.MEAN, unit, side=side)


def _of_leads(game: Game, rules: Values, seats: int) -> Iterator[Series]:
    """The winner's lead, where the score sheet has a total that says who wins."""
    sheet = game.sheet(rules)
    by_name = {measure.name: measure for measure in by_scope(game.all_measures, Scope.SEAT)}
    if sheet.total in by_name and sheet.wins is not Wins.NAMED and seats > 1:
        kind = Kind.LEAD_BY_FEWEST if sheet.wins is Wins.LOWEST else Kind.LEAD
        measure = by_name[sheet.total]
        yield Series(LEAD, measure, kind, parts(measure), own=True, shape=True)


def _mean_unit(measure: Measure, seats: int) -> int:
    """Parts in which a mean over seats is whole: any number of them may count where the measure says so."""
    return parts(measure) * (seats if measure.counted is None else lcm(*range(1, seats + 1)))


def compiled_series(game: Game, seats: int, series: Sequence[Series]) -> Any:
    """The series as compiled code reads them: an array of `SERIES`."""
    columns, by_name = columns_of(game, seats), {measure.name: measure for measure in game.all_measures}
    table, bin_at = np.zeros(len(series), SERIES), 0
    for row, each in zip(table, series, strict=True):
        _place(row, each, columns, by_name)
        if game.sides:
            row["sides"], row["side_count"] = columns.first[game.sides.measure], len(game.sides.names)
            row["side"] = game.sides.names.index(each.side) if each.side else -1
        bin_at = _give_bins(row, each, seats, bin_at)
    return table


def _place(row: Any, each: Series, columns: Columns, by_name: dict[str, Measure]) -> None:
    measure = each.measure
    row["kind"], row["seat"], row["side"], row["counted"] = each.kind, -1 if each.seat is None else each.seat, -1, -1
    if each.kind in (Kind.SHARE, Kind.SIDE_SHARE):
        return
    own = each.kind is Kind.VALUE and each.seat is not None
    row["column"] = columns.first[measure.name] + (each.seat or 0)
    row["places"] = 1 if own else columns.places[measure.name]
    if measure.counted is not None:
        told = by_name[measure.counted.measure]
        by_seat = columns.places[told.name] > 1 or told.scope is not Scope.PLAY
        row["counted"] = columns.first[told.name] + (each.seat or 0 if own and by_seat else 0)
        row["counted_step"] = int(by_seat)
        row["least"] = int(np.ceil(measure.counted.least * parts(told)))


def _give_bins(row: Any, each: Series, seats: int, bin_at: int) -> int:
    """Room for the distribution of a series; the place of the next one's first bin."""
    if not each.shape:
        return bin_at
    low, high = _range(each.measure)
    times = each.unit if each.kind is Kind.MEAN else parts(each.measure)
    row["first_bin"], row["lowest"] = bin_at, bin_of(-low * times) + 1 if low < 0 else 0
    row["bins"] = row["lowest"] + bin_of(high * times) + 1
    return bin_at + int(row["bins"])


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


def winners_of(results: Results) -> "np.ndarray[Any, np.dtype[np.uint16]]":
    """Who won each play, a bit a seat."""
    won: np.ndarray[Any, np.dtype[np.uint16]] = np.ascontiguousarray(results[WINNERS])
    return won
