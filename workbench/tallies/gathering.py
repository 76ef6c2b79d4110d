"""Adding up series over a block of plays: the loops, compiled once for all games.

Of each series a row of `ROW` whole numbers is kept. Sums of squares have two parts, since they outgrow 64 bits; a
*print* is the sum, modulo 2^64, of each play's number times a random word of that play: two series of equal prints say
the same in every play, and where the prints add up to that of a constant, they are complements. All of them are added
in any order to the same bits.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from workbench.engine import chance
from workbench.engine.bit_sets import ONE
from workbench.engine.bit_sets import count as count_bits
from workbench.engine.chance import STEP, mix
from workbench.engine.code_hash import Sources, files_hash
from workbench.engine.compiling import Kernel, compiled
from workbench.engine.types import Array, Bool, Int
from workbench.tallies.series import WHOLE_WIN, Kind, bin_of

COUNT, TOTAL, HIGH, LOW, LEAST, MOST, PRINT, COUNT_PRINT = range(8)
ROW = 8
"""Plays counted; their sum; sum of squares, in 2^32 and in 1; least and largest; prints of values and of plays."""
NOTHING_YET = (0, 0, 0, 0, np.iinfo(np.int64).max, np.iinfo(np.int64).min, 0, 0)
LARGEST = 1 << 32
"""Numbers from here on have squares that 64 bits do not hold."""
REACHED = ("bit_sets", "chance", "compiling", "linking", "measures")
"""Modules of the engine that decide what tallies are."""
HALF, LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)

VALUE, MEAN, SHARE, SIDE_SHARE, LEAD, BY_FEWEST = (
    int(kind) for kind in (Kind.VALUE, Kind.MEAN, Kind.SHARE, Kind.SIDE_SHARE, Kind.LEAD, Kind.LEAD_BY_FEWEST)
)


@compiled
def counts_at(series: Array, columns: Array, place: Int, play: Int) -> Bool:
    """Whether there is anything to count at a place of a measure, and the seat there is on the side."""
    if series.counted >= 0 and columns[series.counted + place * series.counted_step, play] < series.least:
        return False
    return series.side < 0 or columns[series.sides + place, play] == series.side


@compiled
def means_of(series: Array, columns: Array, parts: Int, values: Array, counted: Array) -> None:
    """The mean over the places that count, in parts of which there are `parts` in one."""
    for play in range(values.shape[0]):
        total, places = 0, 0
        for place in range(series.places):
            if counts_at(series, columns, place, play):
                total += columns[series.column + place, play]
                places += 1
        values[play] = total * (parts // places) if places else 0
        counted[play] = places > 0


@compiled
def values_of(series: Array, columns: Array, values: Array, counted: Array) -> None:
    """The numbers of one place."""
    for play in range(values.shape[0]):
        values[play] = columns[series.column, play]
        counted[play] = series.counted < 0 or columns[series.counted, play] >= series.least


@compiled
def shares_of(series: Array, winners: Array, values: Array, counted: Array) -> None:
    """A seat's share of each win."""
    for play in range(values.shape[0]):
        won = (winners[play] >> series.seat) & 1
        values[play] = WHOLE_WIN // count_bits(np.uint64(winners[play])) if won else 0
        counted[play] = True


@compiled
def sides_that_won(series: Array, columns: Array, winners: Array, seats: Int, play: Int) -> Array:
    """How many sides won a play, and whether this one did: a side wins with anybody on it."""
    sides, ours = 0, False
    for side in range(series.side_count):
        for seat in range(seats):
            if (winners[play] >> seat) & 1 and columns[series.sides + seat, play] == side:
                sides += 1
                ours = ours or side == series.side
                break
    return sides, ours


@compiled
def side_shares_of(series: Array, columns: Array, winners: Array, seats: Int, values: Array, counted: Array) -> None:
    """A side's share of each win, in the plays in which anybody, or the seat, is on it."""
    for play in range(values.shape[0]):
        sides, ours = sides_that_won(series, columns, winners, seats, play)
        values[play] = WHOLE_WIN // sides if ours else 0
        there = False
        for seat in range(seats):
            on = columns[series.sides + seat, play] == series.side
            there = there or (on and (series.seat < 0 or series.seat == seat))
        counted[play] = there


@compiled
def leads_of(series: Array, columns: Array, values: Array, counted: Array) -> None:
    """How far the best place is ahead of the second."""
    sign = -1 if series.kind == BY_FEWEST else 1
    for play in range(values.shape[0]):
        first, second = sign * columns[series.column, play], sign * columns[series.column + 1, play]
        if second > first:
            first, second = second, first
        for place in range(2, series.places):
            points = sign * columns[series.column + place, play]
            if points > first:
                first, second = points, first
            elif points > second:
                second = points
        values[play] = first - second
        counted[play] = True


def measure_block(
    series: Array, parts: Array, columns: Array, winners: Array, seats: Int, values: Array, counted: Array
) -> None:
    """Every series of a block, shape (series, plays), from its columns, shape (columns, plays)."""
    for number in range(series.shape[0]):
        each, found, known = series[number], values[number], counted[number]
        if each.kind == VALUE:
            values_of(each, columns, found, known)
        elif each.kind == MEAN:
            means_of(each, columns, parts[number], found, known)
        elif each.kind == SHARE:
            shares_of(each, winners, found, known)
        elif each.kind == SIDE_SHARE:
            side_shares_of(each, columns, winners, seats, found, known)
        else:
            leads_of(each, columns, found, known)


@compiled
def add_row(row: Array, values: Array, counted: Array, words: Array) -> None:
    """Add the numbers of a series, those that count, to its row."""
    plays, total, high, low, least, most = 0, 0, 0, row[LOW], row[LEAST], row[MOST]
    seen, known = np.uint64(0), np.uint64(0)
    for play in range(values.shape[0]):
        if counted[play]:
            value = values[play]
            square = np.uint64(value * value)
            plays += 1
            total += value
            high += np.int64(square >> HALF)  # type: ignore[assignment]
            low += np.int64(square & LOW_HALF)
            least = min(least, value)
            most = max(most, value)
            seen += words[play] * np.uint64(value)
            known += words[play]
    row[COUNT] += plays
    row[TOTAL] += total
    row[HIGH] += high + (low >> 32)
    row[LOW] = low & 0xFFFFFFFF
    row[LEAST], row[MOST] = least, most
    row[PRINT] += np.int64(seen)
    row[COUNT_PRINT] += np.int64(known)


@compiled
def add_bins(bins: Array, lowest: Int, values: Array, counted: Array) -> None:
    """Count each number in its bin; those beyond the last bin stay in it."""
    for play in range(values.shape[0]):
        if counted[play]:
            value = values[play]
            place = lowest + bin_of(value) if value >= 0 else lowest - bin_of(-value)
            bins[max(0, min(place, bins.shape[0] - 1))] += 1


@compiled
def add_products(products: Array, one: Array, other: Array) -> None:
    """Add the products of two series to a pair of numbers, in 2^32 and in 1."""
    high, low = products[0], products[1]
    for play in range(one.shape[0]):
        product = one[play] * other[play]
        high += product >> 32
        low += product & 0xFFFFFFFF
    products[0] = high + (low >> 32)
    products[1] = low & 0xFFFFFFFF


@compiled
def draw_words(words: Array, first: Int) -> None:
    """A random word for each play, by its number; odd, so that no difference of a single play is lost."""
    for place in range(words.shape[0]):
        words[place] = mix(np.uint64(first + place + 1) * STEP) | ONE


def gather_block(
    series: Array,
    shares: Array,
    values: Array,
    counted: Array,
    words: Array,
    first: Int,
    rows: Array,
    bins: Array,
    products: Array,
) -> None:
    """Add a block's series to a batch's tallies; `shares` are the places of the seats' shares of the win."""
    draw_words(words, first)
    for number in range(series.shape[0]):
        each = series[number]
        add_row(rows[number], values[number], counted[number], words)
        if each.bins:
            add_bins(bins[each.first_bin : each.first_bin + each.bins], each.lowest, values[number], counted[number])
    for one in range(shares.shape[0]):
        for other in range(shares.shape[0]):
            add_products(products[one, other], values[shares[one]], values[shares[other]])


def gather_pairs(
    pairs: Array,
    before: Array,
    was_counted: Array,
    after: Array,
    is_counted: Array,
    words: Array,
    first: Int,
    scratch: Array,
    both: Array,
    rows: Array,
    unlike: Array,
) -> None:
    """Add the pairs of two blocks of the same plays: each side's numbers and their difference, where both count.

    `pairs`: for each, the two series and what their numbers are multiplied by to be in the same parts.
    """
    draw_words(words, first)
    for number in range(pairs.shape[0]):
        one, two, one_times, two_times = pairs[number]
        differing = 0
        for play in range(both.shape[0]):
            both[play] = was_counted[one, play] and is_counted[two, play]
            scratch[0, play] = before[one, play] * one_times
            scratch[1, play] = after[two, play] * two_times
            scratch[2, play] = scratch[1, play] - scratch[0, play]
            differing += both[play] and scratch[2, play] != 0
        for side in range(3):
            add_row(rows[number, side], scratch[side], both, words)
        unlike[number] += differing


def gather_products(before: Array, after: Array, ours: Array, theirs: Array, products: Array) -> None:
    """Add the products of the seats' shares of the win, one of each side."""
    for one in range(ours.shape[0]):
        for other in range(theirs.shape[0]):
            add_products(products[one, other], before[ours[one]], after[theirs[other]])


@lru_cache(maxsize=8)
def kernel(function: object) -> Kernel:
    """The compiled loop."""
    return Kernel(function, sources(), "tallies")  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def sources() -> str:
    """SHA-256 over the code that decides what tallies are: stored ones of other code are counted anew."""
    engine = Path(chance.__file__).parent
    files = [*Path(__file__).parent.glob("*.py"), *(engine / f"{name}.py" for name in REACHED)]
    return files_hash(files, Sources.of_this_python())
