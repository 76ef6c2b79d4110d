"""Steps: how the series of some plays are worked out of their records, one column of a block of plays after another.

A game's layout is turned into a list of steps, once (`Plan`). Each step fills columns from the records or from columns
that are filled already, by a loop over the plays that the compiler turns into vector instructions; what several series
need is worked out once. A column of -1 and 0 says in which plays something holds.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import WINNERS, Measure, Results, Scope
from workbench.engine.types import Array, Int, as_record
from workbench.tallies.series import FRACTION, WHOLE_WIN, Series, SeriesKind, parts

ALWAYS, NOTHING, WORDS, SUMS, FIRST_FREE = range(5)
"""Columns with a use of their own: yes in every play, 0 in every play, a random word a play, and a scratch for sums."""
STEP = as_record([(name, "i8") for name in ("kind", "out", "places", "first", "second", "period", "number")])
"""A step: what it does, the first column that it fills, and what it needs."""


class TallyStep(IntEnum):
    """An operation on the columns from `first` on, one after the other, `places` of them.

    Where it needs more columns, place n has the one at `second` + n modulo `period`.
    """

    READ = 0  # the field of the record at `first`, of the type `second`, `number` bytes a place
    AT_LEAST = 1  # whether each is at least the number
    IS = 2  # whether each is 0, then whether it is 1, and so on: the number says how many
    BITS = 3  # whether each of the lowest bits of the first column is set
    BOTH = 4  # what each has in common with its second column
    ANY = 5  # whether any of them holds; the number says in how many groups
    PART = 6  # the number, divided by how many of them hold; 0 where none does
    SUM = 7  # their sum, times the number
    MEAN = 8  # the sum of those that their second columns pick, times the column of this number


READ, AT_LEAST, IS, BITS, BOTH, ANY, PART, SUM, MEAN = map(int, TallyStep)
TYPES = ("u1", "u2", "u4", "i1", "i2", "i4", "f4")
"""Types of the record's fields; `?` reads as the first."""
READ_AT_ONCE = 128
"""Records that are read together, field by field: they fit the fastest cache."""
SIGNED, FLOAT = TYPES.index("i1"), TYPES.index("f4")


class ColumnPlan:
    """The steps of a game at a table of so many seats, as they are asked for."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.steps: list[tuple[int, ...]] = []
        self.columns = FIRST_FREE
        self._columns_of: dict[tuple[int, ...], int] = {}
        self._measures = {measure.name: measure for measure in game.all_measures}

    def table(self) -> Array:
        """The steps as compiled code reads them."""
        return np.array(self.steps, STEP)

    def of(self, series: Series) -> tuple[int, int]:
        """The column of a series, in parts of its unit, and the one that says where it counts; 0 where it does not."""
        if series.kind is SeriesKind.SHARE:
            return self.shares() + (series.seat or 0), ALWAYS
        if series.kind is SeriesKind.SIDE_SHARE:
            return self._side_share(series)
        if series.kind is SeriesKind.VALUE:
            return self._value(series)
        return self._mean(series)

    def _step(
        self, kind: int, out: int, places: int, first: int, *, second: int = 0, period: int = 1, number: int = 0
    ) -> int:
        """The first of the `out` columns that a step fills; each step is made once."""
        key = (kind, places, first, second, period, number)
        if key not in self._columns_of:
            self._columns_of[key] = self.columns
            self.steps.append((kind, self.columns, places, first, second, period, number))
            self.columns += out
        return self._columns_of[key]

    def _measure(self, measure: Measure) -> tuple[int, int]:
        """The first column of a measure, and how many it has."""
        places = 1 if measure.scope is Scope.PLAY else self.seats
        return self._field(measure.name, places), places

    def _field(self, name: str, places: int) -> int:
        fields = self.game.result.fields
        assert fields is not None
        kind, offset = fields[name][:2]
        code = TYPES.index(kind.base.str[1:].replace("b1", "u1"))
        return self._step(READ, places, places, offset, second=code, number=kind.base.itemsize)

    def _value(self, series: Series) -> tuple[int, int]:
        first, _ = self._measure(series.measure)
        place, (counts, period) = series.seat or 0, self._counts(series.measure)
        if counts == ALWAYS:
            return first + place, ALWAYS
        counts += place % period
        return self._step(BOTH, 1, 1, first + place, second=counts), counts

    def _counts(self, measure: Measure) -> tuple[int, int]:
        """Where a measure counts: the first column that says so, and how many of them there are."""
        if measure.counted is None:
            return ALWAYS, 1
        told = self._measures[measure.counted.measure]
        first, places = self._measure(told)
        least = int(np.ceil(measure.counted.least * parts(told)))
        return self._step(AT_LEAST, places, places, first, number=least), places

    def _mean(self, series: Series) -> tuple[int, int]:
        first, places = self._measure(series.measure)
        of_one = series.unit // parts(series.measure)
        counts, period = self._counts(series.measure)
        if not series.side and period == 1:
            mean = self._step(SUM, 1, places, first, number=of_one // places)
            return (mean if counts == ALWAYS else self._step(BOTH, 1, 1, mean, second=counts)), counts
        there = self._places(series, counts, period, places)
        share = self._step(PART, 1, places, there, number=of_one)
        mean = self._step(MEAN, 1, places, first, second=there, period=places, number=share)
        return mean, self._step(ANY, 1, places, there, number=1)

    def _places(self, series: Series, counts: int, period: int, places: int) -> int:
        """At which places there is anything to count, on the side of a series if it has one: a column each."""
        if not series.side:
            return counts
        on = self._on(series.side)
        return on if counts == ALWAYS else self._step(BOTH, places, places, on, second=counts, period=period)

    def _sides(self) -> tuple[int, list[str]]:
        """Which seats are on each side, a column a seat, side after side; the names of the sides."""
        assert self.game.sides
        names = list(self.game.sides.names)
        first = self._field(self.game.sides.measure, self.seats)
        return self._step(IS, len(names) * self.seats, self.seats, first, number=len(names)), names

    def _on(self, side: str) -> int:
        first, names = self._sides()
        return first + names.index(side) * self.seats

    def _won(self) -> int:
        """Who won, a column a seat."""
        return self._step(BITS, self.seats, self.seats, self._field(WINNERS, 1))

    def shares(self) -> int:
        """The seats' shares of the win: the first of their columns."""
        won = self._won()
        part = self._step(PART, 1, self.seats, won, number=WHOLE_WIN)
        return self._step(BOTH, self.seats, self.seats, won, second=part)

    def _side_share(self, series: Series) -> tuple[int, int]:
        """A side's share of each win, in the plays in which anybody, or the seat, is on it."""
        on, names = self._sides()
        places, sides = len(names) * self.seats, len(names)
        on_and_won = self._step(BOTH, places, places, on, second=self._won(), period=self.seats)
        won = self._step(ANY, sides, self.seats, on_and_won, number=sides)
        part = self._step(PART, 1, sides, won, number=WHOLE_WIN)
        share = self._step(BOTH, 1, 1, part, second=won + names.index(series.side))
        on = self._on(series.side)
        there = self._step(ANY, 1, self.seats, on, number=1) if series.seat is None else on + series.seat
        return self._step(BOTH, 1, 1, share, second=there), there


def words_of(records: Results) -> NDArray[np.uint32]:
    """The 4 bytes from each byte of each record on, as one number: shape (plays, bytes)."""
    rows = np.require(records, requirements=("C", "W"))
    size = rows.itemsize
    return np.ndarray((len(rows), size - 3), "<u4", rows.view(np.uint8), 0, (size, 1))


@compiled
def take_steps(steps: Array, records: Array, columns: Array) -> None:
    """Fill the columns from the records, as `words_of` has them."""
    for start in range(0, records.shape[0], READ_AT_ONCE):
        read_fields(steps, records[start : start + READ_AT_ONCE], columns, start)
    for number in range(steps.shape[0]):
        if steps[number].kind != READ:
            take_step(steps[number], columns, records.shape[0])


@compiled
def read_fields(steps: Array, records: Array, columns: Array, start: Int) -> None:
    """Read some records, the first of which is play number `start` of the block."""
    end = start + records.shape[0]
    for number in range(steps.shape[0]):
        step = steps[number]
        if step.kind == READ:
            for place in range(step.places):
                read(columns[step.out + place, start:end], records, step.first + place * step.number, step)


@compiled
def take_step(step: Array, columns: Array, plays: Int) -> None:
    """Fill the columns of a step from others, for so many plays."""
    first, places = step.first, step.places
    if step.kind in (AT_LEAST, IS, BITS):
        ask(step, columns, plays)
    elif step.kind == BOTH:
        for place in range(places):
            other = columns[step.second + place % step.period]
            both(columns[step.out + place, :plays], columns[first + place], other)
    elif step.kind == ANY:
        for group in range(step.number):
            out = columns[step.out + group, :plays]
            add_up(out, columns, first + group * places, places)
            hold(out)
    else:
        mean(step, columns[step.out, :plays], columns)


@compiled
def ask(step: Array, columns: Array, plays: Int) -> None:
    """Fill the columns of a step that asks the same of each place."""
    for place in range(step.places):
        if step.kind == AT_LEAST:
            is_at_least(columns[step.out + place, :plays], columns[step.first + place], step.number)
        elif step.kind == BITS:
            has_bit(columns[step.out + place, :plays], columns[step.first], place)
        else:
            for number in range(step.number):
                out = columns[step.out + number * step.places + place, :plays]
                equals(out, columns[step.first + place], number)


@compiled
def mean(step: Array, out: Array, columns: Array) -> None:
    """Fill the column of a step that adds up or divides."""
    if step.kind == MEAN:
        add_up_picked(out, columns, step.first, step.second, step.places)
        times_column(out, columns[step.number])
        return
    add_up(out, columns, step.first, step.places)
    if step.kind == PART:
        divide(out, step.places, step.number)
    elif step.number != 1:
        times(out, step.number)


@compiled
def read(out: Array, records: Array, at: Int, step: Array) -> None:
    """The numbers that stand at a place of each record; fractions in parts."""
    bits = 8 * step.number
    place = min(at, records.shape[1] - 1)
    beside, mask = 8 * (at - place), (1 << bits) - 1
    for play in range(out.shape[0]):
        out[play] = (np.int64(records[play, place]) >> beside) & mask
    if step.second == FLOAT:
        in_parts(out)
    elif step.second >= SIGNED:
        with_sign(out, 1 << (bits - 1))


@compiled
def with_sign(out: Array, sign: Int) -> None:
    """Numbers below 0, from the bits that stand for them; `sign` is the highest of these."""
    for play in range(out.shape[0]):
        out[play] = (out[play] ^ sign) - sign


@compiled
def in_parts(out: Array) -> None:
    """Fractions in parts of one, from the bits that stand for them."""
    for play in range(out.shape[0]):
        out[play] = np.int64(np.rint(np.float64(np.uint32(out[play]).view(np.float32)) * FRACTION))


@compiled
def is_at_least(out: Array, values: Array, least: Int) -> None:
    """-1 where a number is at least so much, else 0."""
    for play in range(out.shape[0]):
        out[play] = -1 if values[play] >= least else 0


@compiled
def equals(out: Array, values: Array, number: Int) -> None:
    """-1 where a number is this one, else 0."""
    for play in range(out.shape[0]):
        out[play] = -1 if values[play] == number else 0


@compiled
def has_bit(out: Array, values: Array, place: Int) -> None:
    """-1 where a number has this bit, else 0."""
    for play in range(out.shape[0]):
        out[play] = -((values[play] >> place) & 1)


@compiled
def both(out: Array, one: Array, other: Array) -> None:
    """The bits that two columns share."""
    for play in range(out.shape[0]):
        out[play] = one[play] & other[play]


@compiled
def add_up(out: Array, columns: Array, first: Int, places: Int) -> None:
    """The sum of some columns."""
    one, other = columns[first], columns[first + 1 if places > 1 else NOTHING]
    for play in range(out.shape[0]):
        out[play] = one[play] + other[play]
    for place in range(2, places):
        column = columns[first + place]
        for play in range(out.shape[0]):
            out[play] += column[play]


@compiled
def add_up_picked(out: Array, columns: Array, first: Int, picked: Int, places: Int) -> None:
    """The sum of some columns, of each where another says so."""
    both(out, columns[first], columns[picked])
    for place in range(1, places):
        column, there = columns[first + place], columns[picked + place]
        for play in range(out.shape[0]):
            out[play] += column[play] & there[play]


@compiled
def hold(out: Array) -> None:
    """-1 where there is any, from minus their number; else 0."""
    for play in range(out.shape[0]):
        out[play] = -1 if out[play] else 0


@compiled
def times(out: Array, number: Int) -> None:
    """So many times as much."""
    for play in range(out.shape[0]):
        out[play] *= number


@compiled
def times_column(out: Array, numbers: Array) -> None:
    """Each so many times as much."""
    for play in range(out.shape[0]):
        out[play] *= numbers[play]


@compiled
def divide(out: Array, most: Int, whole: Int) -> None:
    """The parts of a whole, from minus how many have one each; at most so many, and 0 where nobody has."""
    for count in range(1, most + 1):
        part = whole // count
        for play in range(out.shape[0]):
            if out[play] == -count:
                out[play] = part
