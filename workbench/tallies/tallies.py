"""Tallies of a batch, and of the pairs of two batches: kept, merged, written down and read again."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from typing import NamedTuple, Self, TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from workbench.engine.files import JsonValue
from workbench.engine.game import Game
from workbench.engine.measures import Results
from workbench.engine.problems import WorkbenchError
from workbench.engine.types import Array
from workbench.tallies import gathering
from workbench.tallies.gathering import (
    AT_ONCE,
    COUNT,
    COUNT_PRINT,
    HIGH,
    LARGEST,
    LEAST,
    LOW,
    MOST,
    PAIR,
    PRINT,
    ROW,
    SERIES,
    TOTAL,
)
from workbench.tallies.series import BINS_AN_OCTAVE, EXACT_BINS, Series, SeriesKind, room_for_shape, series_of
from workbench.tallies.steps import ALWAYS, ColumnPlan, words_of

Numbers: TypeAlias = NDArray[np.int64]


class TooLarge(WorkbenchError):
    """A measure's values are larger than tallies hold."""


class TallyLayout(NamedTuple):
    """The series that are added up in a game at a table of so many seats.

    steps        how the series are worked out of a record
    columns      how many columns they take
    table        the series as compiled code reads them
    first_share  the first column of the seats' shares of the win
    """

    game: Game
    seats: int
    series: tuple[Series, ...]
    steps: Array
    columns: int
    table: Array
    first_share: int
    bins: int

    @property
    def names(self) -> list[str]:
        """The names of the series."""
        return [entry.name for entry in self.series]

    @property
    def shares(self) -> list[int]:
        """Where the seats' shares of the win are among the series."""
        return [place for place, entry in enumerate(self.series) if entry.kind is SeriesKind.SHARE]


_layouts: dict[tuple[int, int], TallyLayout] = {}
"""Those of games that are still there, since each keeps its game."""


def layout_of(game: Game, seats: int) -> TallyLayout:
    """The layout of a game's tallies."""
    if layout := _layouts.get((id(game), seats)):
        return layout
    series, plan = series_of(game, seats), ColumnPlan(game, seats)
    table, bins = np.zeros(len(series), SERIES), 0
    for row, entry in zip(table, series, strict=True):
        row["column"], row["counts"] = plan.of(entry)
        row["first_bin"], (row["bins"], row["lowest"]) = bins, room_for_shape(entry)
        bins += int(row["bins"])
    layout = TallyLayout(game, seats, series, plan.table(), plan.columns, table, plan.shares(), bins)
    return _layouts.setdefault((id(game), seats), layout)


def no_rows(*shape: int) -> Numbers:
    """Rows of sums before the first play."""
    rows = np.empty((*shape, ROW), np.int64)
    rows[...] = gathering.NOTHING_YET
    return rows


def add_rows(rows: Numbers, others: Numbers) -> None:
    """Add rows of sums to others, in place."""
    with np.errstate(over="ignore"):  # prints wrap around
        for place in (COUNT, TOTAL, HIGH, LOW, PRINT, COUNT_PRINT):
            rows[..., place] += others[..., place]
    rows[..., LEAST] = np.minimum(rows[..., LEAST], others[..., LEAST])
    rows[..., MOST] = np.maximum(rows[..., MOST], others[..., MOST])
    _carry(rows[..., HIGH], rows[..., LOW])


def add_products(products: Numbers, others: Numbers) -> None:
    """Add sums of products to others, in place."""
    products += others
    _carry(products[..., 0], products[..., 1])


def _carry(high: Numbers, low: Numbers) -> None:
    high += low >> 32
    low &= 0xFFFFFFFF


@dataclass(frozen=True)
class Sums:
    """Sums of one series: whole numbers, in parts of its unit. `least` and `most`: None without plays."""

    count: int
    total: int
    squares: int
    least: int | None
    most: int | None
    print: int
    count_print: int


def sums_of(row: Numbers) -> Sums:
    """One row of sums as numbers of any size."""
    count, total, high, low, least, most, seen, words_sum = map(int, row)
    squares, prints = (high << 32) + low, (seen % (1 << 64), words_sum % (1 << 64))
    return Sums(count, total, squares, least if count else None, most if count else None, *prints)


@dataclass(eq=False)
class Tallies:
    """The tallies of the plays of a batch: merge them in any order.

    rows      shape (series, ROW)
    bins      how many plays fell in each bin of the series whose shape is kept, one after the other
    products  of the seats' shares of the win, shape (seats, seats, 2): in 2^32 and in 1
    """

    layout: TallyLayout
    plays: int
    rows: Numbers
    bins: Numbers
    products: Numbers

    @classmethod
    def empty(cls, layout: TallyLayout) -> Self:
        """Before the first play."""
        products = np.zeros((layout.seats, layout.seats, 2), np.int64)
        # most bins are never used, and take no memory so, unless it is shared: NumPy would clear them all
        size = max(1, layout.bins) * np.dtype(np.int64).itemsize
        memory = mmap(-1, size, MAP_PRIVATE | MAP_ANONYMOUS)
        return cls(layout, 0, no_rows(len(layout.series)), np.frombuffer(memory, np.int64, layout.bins), products)

    def copy(self) -> "Tallies":
        """The same, to keep while this grows; a copy of all bins would be 10 to 30 MB, and most are empty."""
        copy = self.empty(self.layout)
        copy.add(self)
        return copy

    def add(self, other: "Tallies") -> None:
        """Add those of other plays."""
        self.plays += other.plays
        add_rows(self.rows, other.rows)
        for bins in other._used():
            self.bins[bins] += other.bins[bins]
        add_products(self.products, other.products)
        check_size(self.rows, self.layout.names)

    def _used(self) -> list[slice]:
        """The bins between the extremes of each series: most others are empty, and no memory until written to."""
        there = np.flatnonzero((self.rows[:, COUNT] > 0) & (self.layout.table["bins"] > 0))
        series, rows = self.layout.table[there], self.rows[there]
        zero, start = series["first_bin"] + series["lowest"], series["first_bin"]
        first = np.maximum(start, zero + bins_of(rows[:, LEAST]))
        last = np.minimum(start + series["bins"] - 1, zero + bins_of(rows[:, MOST]))
        return [slice(*ends) for ends in zip(first.tolist(), (last + 1).tolist(), strict=True)]

    def sums(self, place: int) -> Sums:
        """The sums of one series, by its place in the layout."""
        return sums_of(self.rows[place])

    def shape(self, place: int) -> tuple[Numbers, Numbers]:
        """The distribution of one series: the numbers that occur, ascending, in parts, and in how many plays."""
        row = self.layout.table[place]
        counts = self.bins[row["first_bin"] : row["first_bin"] + row["bins"]]
        at = np.flatnonzero(counts)
        return middle_of(at - int(row["lowest"])), counts[at]

    def to_bytes(self) -> bytes:
        """As they are stored."""
        used = [bins.start + np.flatnonzero(self.bins[bins]) for bins in self._used()]
        at = np.concatenate([np.zeros(0, np.int64), *used])
        return pack(
            {"rows": self.rows, "products": self.products, "at": at, "counts": self.bins[at]},
            {"plays": self.plays, "series": self.layout.names},
        )

    @classmethod
    def from_bytes(cls, layout: TallyLayout, data: bytes) -> "Tallies | None":
        """Those that were stored; None where they were made by other code, or of other series."""
        content = unpack(data)
        if content is None or content[1]["series"] != layout.names:
            return None
        arrays, about = content
        tallies = cls.empty(layout)
        tallies.bins[arrays["at"]] = arrays["counts"]
        return cls(layout, about["plays"], arrays["rows"], tallies.bins, arrays["products"])


def check_size(rows: Numbers, names: Sequence[str]) -> None:
    """Raise TooLarge where a number's square was not held."""
    counted = rows[..., COUNT] > 0
    wide = counted & ((rows[..., LEAST] <= -LARGEST) | (rows[..., MOST] >= LARGEST))
    if wide.any():
        place = int(np.flatnonzero(wide.reshape(len(names), -1).any(axis=1))[0])
        raise TooLarge(f"{names[place]}: values beyond {LARGEST:,} parts of its unit cannot be added up")


def middle_of(bins: Numbers) -> Numbers:
    """The number, or the middle of the numbers, that each bin stands for; negative ones stand for those below 0."""
    size, half = np.abs(bins), BINS_AN_OCTAVE
    octave = np.maximum(0, (size - EXACT_BINS) // half)
    start = (half + (size - EXACT_BINS) % half) << (octave + 1)
    sizes = np.where(size < EXACT_BINS, size, start + (1 << octave))
    return np.asarray(np.sign(bins) * sizes, np.int64)


def bins_of(numbers: Numbers) -> Numbers:
    """The bin of each number; of those below 0, minus that of the number without its sign."""
    size, half = np.abs(numbers), BINS_AN_OCTAVE
    octave = np.maximum(0, np.frexp(size)[1] - EXACT_BINS.bit_length())
    wide = EXACT_BINS + octave * half + (size >> (octave + 1)) - half
    return np.asarray(np.sign(numbers) * np.where(size < EXACT_BINS, size, wide), np.int64)


def pack(arrays: Mapping[str, Array], about: Mapping[str, object]) -> bytes:
    """Arrays and what is to be known of them, with the code that made them."""
    text = json.dumps({**about, "sources": gathering.sources()})
    file = io.BytesIO()
    np.savez_compressed(file, about=np.frombuffer(text.encode(), np.uint8), **arrays)
    return file.getvalue()


def unpack(data: bytes) -> tuple[dict[str, Array], dict[str, JsonValue]] | None:
    """The arrays and texts that `pack` wrote; None where other code made them."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
    except (BadZipFile, OSError, ValueError, KeyError):
        return None
    return (arrays, about) if about["sources"] == gathering.sources() else None


class SeriesBlock:
    """The series of some plays of one batch, in the memory of one thread."""

    def __init__(self, layout: TallyLayout) -> None:
        self.layout = layout
        self.columns = np.zeros((layout.columns, AT_ONCE), np.int64)
        self.columns[ALWAYS] = -1
        self.plays = 0

    def measure(self, records: Results) -> None:
        """Work out every series of at most `AT_ONCE` plays."""
        self.plays = len(records)
        gathering.kernel(gathering.measure_block)(self.layout.steps, words_of(records), self.columns)

    @property
    def values(self) -> Numbers:
        """Shape (series, plays), in parts."""
        return self.columns[self.layout.table["column"], : self.plays]

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Which of them count, shape (series, plays)."""
        counts: Numbers = self.columns[self.layout.table["counts"], : self.plays]
        return np.asarray(counts != 0)

    def add(self, tallies: Tallies, records: Results, first: int) -> None:
        """Work out any number of plays, and add them to a batch's tallies; `first` is the number of the first play."""
        layout, sums = self.layout, (tallies.rows, tallies.bins, tallies.products)
        add = gathering.kernel(gathering.add_plays)
        add(layout.steps, layout.table, self.columns, layout.first_share, words_of(records), first, *sums)
        tallies.plays += len(records)

    def gather(self, tallies: Tallies, first: int) -> None:
        """Add them to a batch's tallies; `first` is the number of the first play."""
        plays = self.columns, self.layout.first_share, self.plays, first
        gather = gathering.kernel(gathering.gather_block)
        gather(self.layout.table, *plays, tallies.rows, tallies.bins, tallies.products)
        tallies.plays += self.plays


def pieces(records: Results, first: int) -> Iterator[tuple[Results, int]]:
    """The plays in pieces of `AT_ONCE`, each with the number of its first play."""
    for start in range(0, len(records), AT_ONCE):
        yield records[start : start + AT_ONCE], first + start


def tallies_of(layout: TallyLayout, records: Results, first: int = 0) -> Tallies:
    """The tallies of some plays; `first` is the number of the first of them."""
    tallies = Tallies.empty(layout)
    SeriesBlock(layout).add(tallies, records, first)
    check_size(tallies.rows, layout.names)
    return tallies


def values_by_play(layout: TallyLayout, records: Results) -> dict[str, NDArray[np.float64]]:
    """Every series of some plays by its name, play by play, shape (plays,); NaN where there is nothing to count."""
    block, units = SeriesBlock(layout), np.array([[entry.unit] for entry in layout.series])
    columns = []
    for piece, _ in pieces(records, 0):
        block.measure(piece)
        columns.append(np.where(block.counted, block.values / units, np.nan))
    return dict(zip(layout.names, np.hstack(columns) if columns else np.zeros((len(units), 0)), strict=True))


# Pairs


class PairLayout(NamedTuple):
    """The series that two batches have in common, by name. `pairs`: their columns, and what makes their parts equal."""

    base: TallyLayout
    other: TallyLayout
    names: tuple[str, ...]
    units: tuple[int, ...]
    pairs: Array


def pair_layout(base: TallyLayout, other: TallyLayout) -> PairLayout:
    """The series compared of two batches: all that reports list, seats only at tables of equal size."""
    theirs = {entry.name: place for place, entry in enumerate(other.series)}
    alike, names, units, pairs = base.seats == other.seats, [], [], []
    for place, entry in enumerate(base.series):
        if not entry.of_one_seat and entry.name in theirs and (entry.seat is None or alike):
            its_place = theirs[entry.name]
            second = other.series[its_place]
            unit = lcm(entry.unit, second.unit)
            names.append(entry.name)
            units.append(unit)
            one, two = ((entry["column"], entry["counts"]) for entry in (base.table[place], other.table[its_place]))
            pairs.append((*one, unit // entry.unit, *two, unit // second.unit))
    return PairLayout(base, other, tuple(names), tuple(units), np.array(pairs, PAIR))


@dataclass(eq=False)
class PairTallies:
    """The tallies of pairs of plays: merge them in any order.

    rows      of base, other and their difference, over the plays that both are about: shape (pairs, 3, ROW)
    unlike    in how many of these they differ, shape (pairs,)
    products  of the seats' shares of the win, one of base and one of other, shape (seats, seats, 2)
    """

    layout: PairLayout
    plays: int
    rows: Numbers
    unlike: Numbers
    products: Numbers

    @classmethod
    def empty(cls, layout: PairLayout) -> Self:
        """Before the first pair."""
        pairs = len(layout.names)
        products = np.zeros((layout.base.seats, layout.other.seats, 2), np.int64)
        return cls(layout, 0, no_rows(pairs, 3), np.zeros(pairs, np.int64), products)

    def copy(self) -> "PairTallies":
        """The same, to keep while this grows."""
        return replace(self, rows=self.rows.copy(), unlike=self.unlike.copy(), products=self.products.copy())

    def add(self, other: "PairTallies") -> None:
        """Add those of other pairs."""
        self.plays += other.plays
        add_rows(self.rows, other.rows)
        self.unlike += other.unlike
        add_products(self.products, other.products)
        check_size(self.rows, self.layout.names)

    def gather(self, base: SeriesBlock, other: SeriesBlock, first: int) -> None:
        """Add the pairs of two blocks of the same plays."""
        memory = base.columns, other.columns, np.empty((4, AT_ONCE), np.int64)
        plays = self.layout.base.first_share, self.layout.other.first_share, base.plays, first
        gather = gathering.kernel(gathering.gather_pairs)
        gather(self.layout.pairs, *memory, *plays, self.rows, self.unlike, self.products)
        self.plays += base.plays

    def to_bytes(self) -> bytes:
        """As they are stored."""
        arrays = {"rows": self.rows, "unlike": self.unlike, "products": self.products}
        return pack(arrays, {"plays": self.plays, "series": self.layout.names})

    @classmethod
    def from_bytes(cls, layout: PairLayout, data: bytes) -> "PairTallies | None":
        """Those that were stored; None where they were made by other code, or of other series."""
        content = unpack(data)
        if content is None or tuple(content[1]["series"]) != layout.names:
            return None
        arrays, about = content
        return cls(layout, about["plays"], arrays["rows"], arrays["unlike"], arrays["products"])


def pairs_of(layout: PairLayout, base: Results, other: Results, first: int = 0) -> PairTallies:
    """The tallies of pairs of plays, in play order on both sides."""
    tallies, blocks = PairTallies.empty(layout), (SeriesBlock(layout.base), SeriesBlock(layout.other))
    for (ours, at), (theirs, _) in zip(pieces(base, first), pieces(other, first), strict=True):
        blocks[0].measure(ours)
        blocks[1].measure(theirs)
        tallies.gather(*blocks, at)
    check_size(tallies.rows, layout.names)
    return tallies
