"""Tallies of a batch, and of the pairs of two batches: kept, merged, written down and read again."""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import lcm
from queue import Empty, SimpleQueue
from typing import Any, Self, TypeAlias
from zipfile import BadZipFile

import numpy as np

from workbench.engine.game import Game
from workbench.engine.measures import Results
from workbench.engine.parameters import Values
from workbench.engine.problems import WorkbenchError
from workbench.tallies import gathering
from workbench.tallies.gathering import COUNT, COUNT_PRINT, HIGH, LARGEST, LEAST, LOW, MOST, PRINT, ROW, TOTAL
from workbench.tallies.series import (
    BINS_AN_OCTAVE,
    EXACT_BINS,
    Kind,
    Series,
    columns_of,
    compiled_series,
    fill_columns,
    parts,
    series_of,
    winners_of,
)

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

AT_ONCE = 1_024
"""Plays that are added up together: their columns fit the cache."""


class TooLarge(WorkbenchError):
    """A measure's values are larger than tallies hold."""


@dataclass(frozen=True)
class Layout:
    """What is added up in a game at a table of so many seats.

    table    the series as compiled code reads them
    parts    of a mean over seats: parts of a value of the measure
    shares   where the seats' shares of the win are among the series
    """

    game: Game
    seats: int
    series: tuple[Series, ...]
    table: Any
    parts: Numbers
    shares: Numbers
    bins: int

    @property
    def names(self) -> list[str]:
        """The names of the series."""
        return [each.name for each in self.series]


def layout_of(game: Game, rules: Values, seats: int) -> Layout:
    """The layout of a game's tallies under such rules."""
    series = series_of(game, rules, seats)
    table = compiled_series(game, seats, series)
    shares = [place for place, each in enumerate(series) if each.kind is Kind.SHARE]
    of_one = [max(1, each.unit // parts(each.measure)) for each in series]
    bins = int(table["bins"].sum())
    return Layout(game, seats, series, table, np.array(of_one, np.int64), np.array(shares, np.int64), bins)


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
    """What was added up of one series: whole numbers, in parts of its unit. `least` and `most`: None without plays."""

    count: int
    total: int
    squares: int
    least: int | None
    most: int | None
    print: int
    count_print: int


def sums_of(row: Numbers) -> Sums:
    """One row of sums as numbers of any size."""
    count, total, high, low, least, most, seen, known = map(int, row)
    squares, prints = (high << 32) + low, (seen % (1 << 64), known % (1 << 64))
    return Sums(count, total, squares, least if count else None, most if count else None, *prints)


@dataclass(eq=False)
class Tallies:
    """The tallies of the plays of a batch: merge them in any order.

    rows      shape (series, ROW)
    bins      how many plays fell in each bin of the series whose shape is kept, one after the other
    products  of the seats' shares of the win, shape (seats, seats, 2): in 2^32 and in 1
    """

    layout: Layout
    plays: int
    rows: Numbers
    bins: Numbers
    products: Numbers

    @classmethod
    def empty(cls, layout: Layout) -> Self:
        """Before the first play."""
        seats = len(layout.shares)
        products = np.zeros((seats, seats, 2), np.int64)
        return cls(layout, 0, no_rows(len(layout.series)), np.zeros(layout.bins, np.int64), products)

    def copy(self) -> "Tallies":
        """The same, to keep while this grows."""
        return replace(self, rows=self.rows.copy(), bins=self.bins.copy(), products=self.products.copy())

    def add(self, other: "Tallies") -> None:
        """Add those of other plays."""
        self.plays += other.plays
        add_rows(self.rows, other.rows)
        self.bins += other.bins
        add_products(self.products, other.products)
        check_size(self.rows, self.layout.names)

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
        return pack(
            {"rows": self.rows, "products": self.products, **_sparse(self.bins)},
            {"plays": self.plays, "series": self.layout.names},
        )

    @classmethod
    def from_bytes(cls, layout: Layout, data: bytes) -> "Tallies | None":
        """Those that were stored; None where they were made by other code, or of other series."""
        found = unpack(data)
        if found is None or found[1]["series"] != layout.names:
            return None
        arrays, about = found
        made = cls.empty(layout)
        made.bins[arrays["at"]] = arrays["counts"]
        return cls(layout, about["plays"], arrays["rows"], made.bins, arrays["products"])


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
    found = np.where(size < EXACT_BINS, size, start + (1 << octave))
    return np.asarray(np.sign(bins) * found, np.int64)


def _sparse(bins: Numbers) -> dict[str, Numbers]:
    at = np.flatnonzero(bins)
    return {"at": at, "counts": bins[at]}


def pack(arrays: dict[str, Any], about: dict[str, Any]) -> bytes:
    """Arrays and what is to be known of them, with the code that made them."""
    text = json.dumps({**about, "sources": gathering.sources()})
    file = io.BytesIO()
    np.savez_compressed(file, about=np.frombuffer(text.encode(), np.uint8), **arrays)
    return file.getvalue()


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """What `pack` wrote; None where other code made it."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
    except (BadZipFile, OSError, ValueError, KeyError):
        return None
    return (arrays, about) if about["sources"] == gathering.sources() else None


class Block:
    """The series of some plays of one batch, in the memory of one thread."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.columns = np.zeros((columns_of(layout.game, layout.seats).count, AT_ONCE), np.int64)
        self.all_values = np.zeros((len(layout.series), AT_ONCE), np.int64)
        self.all_counted = np.zeros((len(layout.series), AT_ONCE), np.bool_)
        self.words = np.zeros(AT_ONCE, np.uint64)
        self.plays = 0

    def measure(self, records: Results) -> None:
        """Work out every series of at most `AT_ONCE` plays."""
        self.plays = len(records)
        columns = self.columns[:, : self.plays]
        fill_columns(self.layout.game, records, self.layout.seats, columns)
        measure = gathering.kernel(gathering.measure_block)
        layout = self.layout
        measure(layout.table, layout.parts, columns, winners_of(records), layout.seats, self.values, self.counted)

    @property
    def values(self) -> Numbers:
        """Shape (series, plays), in parts."""
        return self.all_values[:, : self.plays]

    @property
    def counted(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Which of them count, shape (series, plays)."""
        return self.all_counted[:, : self.plays]

    def add(self, tallies: Tallies, records: Results, first: int) -> None:
        """Work out any number of plays, and add them to a batch's tallies; `first` is the number of the first play."""
        for piece, at in pieces(records, first):
            self.measure(piece)
            self.gather(tallies, at)

    def gather(self, tallies: Tallies, first: int) -> None:
        """Add them to a batch's tallies; `first` is the number of the first play."""
        words, layout = self.words[: self.plays], self.layout
        gather = gathering.kernel(gathering.gather_block)
        places = layout.table, layout.shares
        gather(*places, self.values, self.counted, words, first, tallies.rows, tallies.bins, tallies.products)
        tallies.plays += self.plays


def pieces(records: Results, first: int) -> Iterator[tuple[Results, int]]:
    """The plays in pieces of `AT_ONCE`, each with the number of its first play."""
    for start in range(0, len(records), AT_ONCE):
        yield records[start : start + AT_ONCE], first + start


def tallies_of(layout: Layout, records: Results, first: int = 0) -> Tallies:
    """The tallies of some plays; `first` is the number of the first of them."""
    made = Tallies.empty(layout)
    Block(layout).add(made, records, first)
    check_size(made.rows, layout.names)
    return made


def values_by_play(layout: Layout, records: Results) -> dict[str, Any]:
    """Every series of some plays by its name, play by play, shape (plays,); NaN where there is nothing to count."""
    block, units = Block(layout), np.array([[each.unit] for each in layout.series])
    found = []
    for piece, _ in pieces(records, 0):
        block.measure(piece)
        found.append(np.where(block.counted, block.values / units, np.nan))
    return dict(zip(layout.names, np.hstack(found) if found else np.zeros((len(units), 0)), strict=True))


class Gatherers:
    """Adds up plays that several threads play; `take` gives what came together since it was last called."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._free: SimpleQueue[tuple[Block, Tallies]] = SimpleQueue()

    def add(self, records: Results, first: int) -> None:
        """Add some plays, from any thread."""
        try:
            block, tallies = self._free.get_nowait()
        except Empty:
            block, tallies = Block(self.layout), Tallies.empty(self.layout)
        block.add(tallies, records, first)
        self._free.put((block, tallies))

    def take(self) -> Tallies:
        """All that was added, when nobody adds any more."""
        found = Tallies.empty(self.layout)
        for _ in range(self._free.qsize()):
            block, tallies = self._free.get()
            found.add(tallies)
            self._free.put((block, Tallies.empty(self.layout)))
        return found


# Pairs


@dataclass(frozen=True)
class PairLayout:
    """The series that two batches have in common, by name. `pairs`: their places, and what makes their parts equal."""

    base: Layout
    other: Layout
    names: tuple[str, ...]
    units: tuple[int, ...]
    pairs: Numbers


def pair_layout(base: Layout, other: Layout) -> PairLayout:
    """What is compared of two batches: every series that reports list, seats only at tables of equal size."""
    theirs = {each.name: place for place, each in enumerate(other.series)}
    alike, names, units, pairs = base.seats == other.seats, [], [], []
    for place, each in enumerate(base.series):
        if not each.own and each.name in theirs and (each.seat is None or alike):
            second = other.series[theirs[each.name]]
            unit = lcm(each.unit, second.unit)
            names.append(each.name)
            units.append(unit)
            pairs.append((place, theirs[each.name], unit // each.unit, unit // second.unit))
    return PairLayout(base, other, tuple(names), tuple(units), np.array(pairs, np.int64).reshape(-1, 4))


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
        pairs, ours, theirs = len(layout.names), len(layout.base.shares), len(layout.other.shares)
        products = np.zeros((ours, theirs, 2), np.int64)
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

    def gather(self, base: Block, other: Block, first: int) -> None:
        """Add the pairs of two blocks of the same plays."""
        words, scratch = base.words[: base.plays], np.empty((3, base.plays), np.int64)
        both = np.empty(base.plays, np.bool_)
        pairs = gathering.kernel(gathering.gather_pairs)
        sides = base.values, base.counted, other.values, other.counted
        pairs(self.layout.pairs, *sides, words, first, scratch, both, self.rows, self.unlike)
        products = gathering.kernel(gathering.gather_products)
        products(base.values, other.values, base.layout.shares, other.layout.shares, self.products)
        self.plays += base.plays

    def to_bytes(self) -> bytes:
        """As they are stored."""
        arrays = {"rows": self.rows, "unlike": self.unlike, "products": self.products}
        return pack(arrays, {"plays": self.plays, "series": self.layout.names})

    @classmethod
    def from_bytes(cls, layout: PairLayout, data: bytes) -> "PairTallies | None":
        """Those that were stored; None where they were made by other code, or of other series."""
        found = unpack(data)
        if found is None or tuple(found[1]["series"]) != layout.names:
            return None
        arrays, about = found
        return cls(layout, about["plays"], arrays["rows"], arrays["unlike"], arrays["products"])


def pairs_of(layout: PairLayout, base: Results, other: Results, first: int = 0) -> PairTallies:
    """The tallies of pairs of plays, in play order on both sides."""
    made, blocks = PairTallies.empty(layout), (Block(layout.base), Block(layout.other))
    for (ours, at), (theirs, _) in zip(pieces(base, first), pieces(other, first), strict=True):
        blocks[0].measure(ours)
        blocks[1].measure(theirs)
        made.gather(*blocks, at)
    check_size(made.rows, layout.names)
    return made
