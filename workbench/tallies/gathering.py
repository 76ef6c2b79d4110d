"""Adding up series over a block of plays: the loops, compiled once for all games.

Of each series a row of `ROW` whole numbers is kept. Sums of squares have two parts, since they outgrow 64 bits; a
*print* is the sum, modulo 2^64, of each play's number times a random word of that play: two series of equal prints say
the same in every play, and where the prints add up to that of a constant, they are complements. All of them are added
in any order to the same bits.

The loops over plays have no branches, so that the compiler turns them into vector instructions.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from workbench.engine import chance
from workbench.engine.bit_sets import ONE
from workbench.engine.chance import STEP, mix
from workbench.engine.code_hash import Sources, files_hash
from workbench.engine.compiling import Kernel, compiled
from workbench.engine.types import Array, Int, as_record
from workbench.tallies.series import EXACT_BINS, bin_of
from workbench.tallies.steps import ALWAYS, SUMS, WORDS, take_steps

COUNT, TOTAL, HIGH, LOW, LEAST, MOST, PRINT, COUNT_PRINT = range(8)
ROW = 8
"""Plays counted; their sum; sum of squares, in 2^32 and in 1; least and largest; prints of values and of plays."""
SQUARES = HIGH
"""Of the sums of one block: the sum of squares, where 64 bits hold it."""
LEAST_OF_ALL, MOST_OF_ALL = int(np.iinfo(np.int64).min), int(np.iinfo(np.int64).max)
NOTHING_YET = (0, 0, 0, 0, MOST_OF_ALL, LEAST_OF_ALL, 0, 0)
LARGEST = 1 << 32
"""Numbers from here on have squares that 64 bits do not hold."""
AT_ONCE, IN_CACHE = 1_024, 256
"""Plays whose columns are kept, at most; plays that are added up together, where nobody needs their columns again."""
BITS_OF_PLAYS, AT_A_TIME = 12, 5
"""Bits that hold a number of plays, and how many such numbers there are in a word."""
FEW = 4 * AT_A_TIME
"""Numbers that are quicker counted a few at a time than one by one."""
SMALL = 1 << 26
"""Of numbers below this, 64 bits hold the sum of `AT_ONCE` squares, and of as many products."""
LOW_HALF = 0xFFFFFFFF
REACHED = ("bit_sets", "chance", "compiling", "linking", "measures")
"""Modules of the engine that decide what tallies are."""
SERIES = as_record([(name, "i8") for name in ("column", "counts", "first_bin", "bins", "lowest")])
"""A series: its column, the one that says where it counts, the place of its bins, and how many are for less than 0."""
PAIR = as_record([(name, "i8") for name in ("one", "one_counts", "one_times", "two", "two_counts", "two_times")])
"""A pair of series: for each side its columns, and what its numbers are multiplied by to be in the same parts."""


@compiled
def draw_words(words: Array, first: Int) -> None:
    """A random word for each play, by its number; odd, so that no difference of a single play is lost."""
    for place in range(words.shape[0]):
        words[place] = np.int64(mix(np.uint64(first + place + 1) * STEP) | ONE)


@compiled
def sum_up(sums: Array, values: Array, words: Array, words_sum: Int) -> None:
    """The sums of a column that counts in every play; `words_sum` is the sum of the words."""
    total, squares, seen, least, most = 0, 0, 0, values[0], values[0]
    for play in range(values.shape[0]):
        value = values[play]
        total += value
        squares += value * value
        seen += words[play] * value
        least = min(least, value)
        most = max(most, value)
    sums[COUNT], sums[TOTAL], sums[SQUARES] = values.shape[0], total, squares
    sums[LEAST], sums[MOST], sums[PRINT], sums[COUNT_PRINT] = least, most, seen, words_sum


@compiled
def sum_up_counted(sums: Array, values: Array, counts: Array, words: Array) -> None:
    """The sums of a column where another says that it counts; elsewhere it is 0."""
    plays, total, squares, seen, words_sum, least, most = 0, 0, 0, 0, 0, MOST_OF_ALL, LEAST_OF_ALL
    for play in range(values.shape[0]):
        value, there = values[play], counts[play]
        plays -= there
        total += value
        squares += value * value
        seen += words[play] * value
        words_sum += words[play] & there
        least = min(least, value if there else MOST_OF_ALL)
        most = max(most, value if there else LEAST_OF_ALL)
    sums[COUNT], sums[TOTAL], sums[SQUARES] = plays, total, squares
    sums[LEAST], sums[MOST], sums[PRINT], sums[COUNT_PRINT] = least, most, seen, words_sum


@compiled
def add_sums(row: Array, sums: Array, values: Array) -> None:
    """Add the sums of a column to its row."""
    if sums[COUNT] == 0:
        return
    high, low = sums[SQUARES] >> 32, sums[SQUARES] & LOW_HALF
    if sums[LEAST] <= -SMALL or sums[MOST] >= SMALL:
        high, low = 0, 0
        for play in range(values.shape[0]):
            square = np.uint64(values[play] * values[play])
            high += np.int64(square >> np.uint64(32))
            low += np.int64(square & np.uint64(LOW_HALF))
    low += row[LOW]
    row[HIGH] += high + (low >> 32)
    row[LOW] = low & LOW_HALF
    row[COUNT] += sums[COUNT]
    row[TOTAL] += sums[TOTAL]
    row[LEAST], row[MOST] = min(row[LEAST], sums[LEAST]), max(row[MOST], sums[MOST])
    row[PRINT] += sums[PRINT]
    row[COUNT_PRINT] += sums[COUNT_PRINT]


@compiled
def add_bins(bins: Array, lowest: Int, sums: Array, values: Array, counts: Array) -> None:
    """Count each number of a column in its bin, where another says that it counts; elsewhere it is 0."""
    least, most, plays = sums[LEAST], sums[MOST], sums[COUNT]
    if plays == 0:
        return
    if lowest + least < 0 or least <= -EXACT_BINS or most >= min(EXACT_BINS, bins.shape[0] - lowest):
        add_wide_bins(bins, lowest, values, counts)
    elif most - least <= 1:
        above = sums[TOTAL] - plays * least
        bins[lowest + least] += plays - above
        bins[lowest + most] += above
    elif most - least < FEW:
        for start in range(least, most + 1, AT_A_TIME):
            add_few_bins(bins[lowest + start : lowest + most + 1], start, values, counts)
    else:
        for play in range(values.shape[0]):
            bins[lowest + values[play]] -= counts[play]


@compiled
def add_few_bins(bins: Array, least: Int, values: Array, counts: Array) -> None:
    """Count the `AT_A_TIME` numbers from `least` on, each in some bits of one word."""
    word = 0
    for play in range(values.shape[0]):
        place = values[play] - least
        word += (
            (1 << (BITS_OF_PLAYS * max(0, min(place, AT_A_TIME - 1)))) & counts[play] if 0 <= place < AT_A_TIME else 0
        )
    for place in range(min(AT_A_TIME, bins.shape[0])):
        bins[place] += (word >> (BITS_OF_PLAYS * place)) & (2 * AT_ONCE - 1)


@compiled
def add_wide_bins(bins: Array, lowest: Int, values: Array, counts: Array) -> None:
    """The same for numbers of any size; those beyond the last bin stay in it."""
    for play in range(values.shape[0]):
        value = values[play]
        place = lowest + bin_of(value) if value >= 0 else lowest - bin_of(-value)
        bins[max(0, min(place, bins.shape[0] - 1))] -= counts[play]


@compiled
def add_products(products: Array, one: Array, other: Array) -> None:
    """Add the products of two columns of shares to a pair of numbers, in 2^32 and in 1."""
    total = 0
    for play in range(one.shape[0]):
        total += one[play] * other[play]
    low = products[1] + (total & LOW_HALF)
    products[0] += (total >> 32) + (low >> 32)
    products[1] = low & LOW_HALF


@compiled
def add_all_products(products: Array, before: Array, after: Array, ours: Int, theirs: Int, plays: Int) -> None:
    """Add the products of the seats' shares of the win, one of each side, from the first column of each on."""
    for one in range(products.shape[0]):
        for other in range(products.shape[1]):
            add_products(products[one, other], before[ours + one, :plays], after[theirs + other, :plays])


def measure_block(steps: Array, records: Array, columns: Array) -> None:
    """Work out every series of some plays; see `words_of` for their records."""
    take_steps(steps, records, columns)


def add_plays(
    steps: Array,
    series: Array,
    columns: Array,
    shares: Int,
    records: Array,
    first: Int,
    rows: Array,
    bins: Array,
    products: Array,
) -> None:
    """Work out any number of plays, and add them to a batch's tallies: some at a time, whose columns fit the cache."""
    for start in range(0, records.shape[0], IN_CACHE):
        some = records[start : start + IN_CACHE]
        take_steps(steps, some, columns)
        gather(series, columns, shares, some.shape[0], first + start, rows, bins, products)


def gather_block(
    series: Array, columns: Array, shares: Int, plays: Int, first: Int, rows: Array, bins: Array, products: Array
) -> None:
    """Add a block's series to a batch's tallies."""
    gather(series, columns, shares, plays, first, rows, bins, products)


@compiled
def gather(
    series: Array, columns: Array, shares: Int, plays: Int, first: Int, rows: Array, bins: Array, products: Array
) -> None:
    """Add the series of some plays; `shares` is the first column of the seats' shares of the win."""
    words, sums = columns[WORDS, :plays], columns[SUMS, :ROW]
    draw_words(words, first)
    words_sum = 0
    for play in range(plays):
        words_sum += words[play]
    for number in range(series.shape[0]):
        entry = series[number]
        values, counts = columns[entry.column, :plays], columns[entry.counts, :plays]
        if entry.counts == ALWAYS:
            sum_up(sums, values, words, words_sum)
        else:
            sum_up_counted(sums, values, counts, words)
        add_sums(rows[number], sums, values)
        if entry.bins:
            add_bins(bins[entry.first_bin : entry.first_bin + entry.bins], entry.lowest, sums, values, counts)
    add_all_products(products, columns, columns, shares, shares, plays)


def gather_pairs(
    pairs: Array,
    before: Array,
    after: Array,
    scratch: Array,
    shares: Int,
    their_shares: Int,
    plays: Int,
    first: Int,
    rows: Array,
    unlike: Array,
    products: Array,
) -> None:
    """Add the pairs of two blocks of the same plays: each side's numbers and their difference, where both count."""
    words, sums = before[WORDS, :plays], before[SUMS, :ROW]
    draw_words(words, first)
    both, one, two, moved = scratch[0, :plays], scratch[1, :plays], scratch[2, :plays], scratch[3, :plays]
    for number in range(pairs.shape[0]):
        pair = pairs[number]
        pick_both(both, before[pair.one_counts, :plays], after[pair.two_counts, :plays])
        pick(one, before[pair.one, :plays], pair.one_times, both)
        pick(two, after[pair.two, :plays], pair.two_times, both)
        unlike[number] += difference(moved, one, two)
        for side in range(3):
            sum_up_counted(sums, scratch[1 + side, :plays], both, words)
            add_sums(rows[number, side], sums, scratch[1 + side, :plays])
    add_all_products(products, before, after, shares, their_shares, plays)


@compiled
def pick_both(both: Array, one: Array, other: Array) -> None:
    """Where both count."""
    for play in range(both.shape[0]):
        both[play] = one[play] & other[play]


@compiled
def pick(out: Array, values: Array, times: Int, counts: Array) -> None:
    """So many times each number, where it counts; elsewhere 0."""
    for play in range(out.shape[0]):
        out[play] = (values[play] * times) & counts[play]


@compiled
def difference(moved: Array, one: Array, other: Array) -> Int:
    """How much larger the other of two columns is, play by play; in how many plays they differ."""
    differing = 0
    for play in range(moved.shape[0]):
        moved[play] = other[play] - one[play]
        differing += 1 if moved[play] else 0
    return differing


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
