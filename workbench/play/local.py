"""Plays on the threads of this process, in stretches that follow the clock.

    for group in LocalSource([GroupedBatch(batch, layout)], threads, stop).stretches(0, plays, rows=False):
        (stretch,) = group

Batches that are compared are played side by side, block by block: the pairs are added up while both blocks are in the
cache, and nobody has to read the plays again.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from queue import Empty, SimpleQueue
from threading import Event
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from workbench.bots.seats import searches
from workbench.engine.batch import Batch, pieces_of, play_pieces
from workbench.engine.loop import EndlessPlay
from workbench.engine.measures import Results
from workbench.engine.parameters import Values
from workbench.engine.problems import CHUNK_PLAYS
from workbench.tallies.digest import BLOCK, leaf
from workbench.tallies.tallies import PairTallies, SeriesBlock, Tallies, TallyLayout, check_size, pair_layout


@dataclass(frozen=True, eq=False)
class Stretch:
    """Plays `first` to `first + plays - 1` of a batch. Another machine may have played them.

    tallies  what they add up to
    head     the records, as bytes, of the plays before the first multiple of `BLOCK`, where it begins between two
    leaves   the hash of every whole block (`digest.leaf`), in play order
    rest     the records, as bytes, of the plays after the last whole block
    rows     the records of all plays, where a sink reads them
    pairs    what their pairs with the same plays of the first batch of the group add up to; None for that one
    seconds  how long they took to play
    written  where another machine wrote the rows into the folder for rows: how the files' names end until they are
             published (`store.results`)
    """

    first: int
    plays: int
    tallies: Tallies
    head: bytes = b""
    leaves: tuple[bytes, ...] = ()
    rest: bytes = b""
    rows: Results | None = None
    pairs: PairTallies | None = None
    seconds: float = 0.0
    written: str = ""

    def then(self, following: "Stretch") -> "Stretch":
        """This stretch and the one that begins where it ends, as one; without rows. Its tallies are added to."""
        self.tallies.add(following.tallies)
        if self.pairs is not None and following.pairs is not None:
            self.pairs.add(following.pairs)
        head, leaves, rest = self.head, (*self.leaves, *following.leaves), self.rest + following.head
        if self.first % BLOCK and not self.leaves and not self.rest:
            head, rest = self.head + following.head, following.rest
        elif len(rest) == BLOCK * self.tallies.layout.game.result.itemsize:
            leaves, rest = (*self.leaves, leaf(rest), *following.leaves), following.rest
        else:
            rest = rest or following.rest
        plays, seconds = self.plays + following.plays, self.seconds + following.seconds
        return replace(self, plays=plays, head=head, leaves=leaves, rest=rest, rows=None, seconds=seconds)


StretchGroup: TypeAlias = tuple[Stretch, ...]
"""The same plays of every batch on the same shuffles; all but the first with their pairs."""


GroupT_co = TypeVar("GroupT_co", covariant=True)


class Source(Protocol[GroupT_co]):
    """Where plays come from, group after group: the threads of this process, or other machines."""

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[GroupT_co]:
        """The plays from `first` to before `end`, in play order, with their rows or without.

        It ends early where it is stopped.
        """


FIRST_STRETCH = 1_024
FIRST_SLOW_STRETCH = 4
"""Plays of the first stretch, and of the first one where plays may be slow; later ones follow the clock."""
BLOCKS_AT_ONCE = 4
"""Blocks that are played in one go: calls cost less, and the records still fit the cache. Pairs come one by one."""
STRETCH_SECONDS = 0.7
"""About how long a stretch plays: short enough to watch, long enough that storing it costs little."""


class EndlessSide(EndlessPlay):
    """A play by these rules, beside others, did not end."""

    def __init__(self, message: str, rules: Values) -> None:
        super().__init__(message)
        self.rules = rules


class GroupedBatch(NamedTuple):
    """One batch of a group, and the layout of its tallies. Its first `stored` plays are read instead of played."""

    batch: Batch
    layout: TallyLayout
    stored: int = 0
    read: Callable[[int, int], Results] | None = None

    def is_read(self, first: int) -> bool:
        """True if the play with this number is read."""
        return self.read is not None and first < self.stored

    def room(self, first: int, plays: int, rows: bool) -> Results | None:
        """Where the records of a stretch go, or those that are read; None where nobody reads them afterwards."""
        if self.read is not None and first < self.stored:
            return self.read(first, plays)
        return np.zeros(plays, self.batch.game.result) if rows else None


class LocalSource:
    """Plays batches on the threads of this process; of several, the others are paired with the first.

    `least` plays make the first stretch, and the shortest that follows the clock.
    """

    def __init__(
        self, sides: Sequence[GroupedBatch], threads: int = 1, stop: Event | None = None, least: int | None = None
    ) -> None:
        self.sides, self.threads, self.stop = tuple(sides), threads, stop
        base, *others = self.sides
        self.pairs = [pair_layout(base.layout, other.layout) for other in others]
        self.smallest = min(side.batch.smallest_piece for side in self.sides)
        slow = any(may_be_slow(side.batch) for side in self.sides)
        self.least = least or (FIRST_SLOW_STRETCH if slow else FIRST_STRETCH)
        self._free: SimpleQueue[list[_Memory]] = SimpleQueue()

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[StretchGroup]:
        """See `Source`; a stretch takes about `STRETCH_SECONDS`, one that is only read has as many plays as it may."""
        plays = self.least
        while first < end and not (self.stop and self.stop.is_set()):
            edge = min([end, *(side.stored for side in self.sides if side.is_read(first))])
            reads = [side.is_read(first) for side in self.sides]
            fitting = whole_blocks(CHUNK_PLAYS if all(reads) else plays, first, rows or any(reads))
            group = self.stretch(first, min(fitting, edge - first), rows)
            if not group:
                return
            yield group
            first += group[0].plays
            plays = self.least if all(reads) else next_plays(group[0].plays, group[0].seconds, self.least)

    def stretch(self, first: int, plays: int, rows: bool) -> StretchGroup:
        """One stretch; where it is stopped on the way a shorter one, or none at all."""
        began = time.perf_counter()
        rooms = [side.room(first, plays, rows) for side in self.sides]
        task = self._task(first, rooms)
        can_stop = self.stop is not None
        pieces = pieces_of(first, plays, self.threads, self.smallest, can_stop=can_stop, align=BLOCK)
        played = play_pieces(task, pieces, self.threads, self.stop)
        if not played:  # stopped before the first piece
            return ()
        group = [reduce(Stretch.then, parts) for parts in zip(*played, strict=True)]
        seconds, is_whole = time.perf_counter() - began, group[0].plays == plays  # else others may still write to it
        return tuple(
            replace(stretch, seconds=seconds, rows=room if room is None or is_whole else room[: stretch.plays].copy())
            for stretch, room in zip(group, rooms, strict=True)
        )

    def _task(self, start: int, rooms: Sequence[Results | None]) -> Callable[[int, int], StretchGroup]:
        """Plays a piece of the stretch that begins at `start`, on any thread."""
        read = [side.is_read(start) for side in self.sides]
        at_once = 1 if self.pairs else BLOCKS_AT_ONCE

        def play(first: int, plays: int) -> StretchGroup:
            try:
                memory = self._free.get_nowait()
            except Empty:
                memory = [_Memory(side) for side in self.sides]
            piece = _Piece(memory, [PairTallies.empty(layout) for layout in self.pairs], first)
            for at, count in blocks_of(first, plays, at_once):
                part = [None if room is None else room[at - start : at - start + count] for room in rooms]
                piece.play(at, count, part, read)
            self._free.put(memory)
            return piece.stretches(plays)

        return play


class _Memory:
    """The memory of a thread for one batch of a group: a block of records, and the series of its plays."""

    def __init__(self, side: GroupedBatch) -> None:
        self.batch = side.batch
        self.block = SeriesBlock(side.layout)
        self.records = np.zeros(BLOCKS_AT_ONCE * BLOCK, side.batch.game.result)

    def play(self, first: int, plays: int, rows: Results | None) -> Results:
        """Play a few blocks at most, into `rows` or into memory that is used again."""
        if rows is None:
            rows = self.records[:plays]
            rows.view(np.uint8)[:] = 0
        try:
            self.batch.fill(rows, first)
        except EndlessPlay as error:
            raise EndlessSide(str(error), self.batch.rules) from None
        return rows


class _Piece:
    """Plays that one thread adds up and hashes, for every batch of the group."""

    def __init__(self, memory: Sequence[_Memory], pairs: Sequence[PairTallies], first: int) -> None:
        self.memory, self.pairs, self.first = memory, pairs, first
        self.tallies = [Tallies.empty(side.block.layout) for side in memory]
        self.heads, self.rests = [b"" for _ in memory], [b"" for _ in memory]
        self.leaves: list[list[bytes]] = [[] for _ in memory]

    def play(self, first: int, plays: int, rows: Sequence[Results | None], read: Sequence[bool]) -> None:
        """Play a few blocks at most, for every batch, and add them up; rows that were `read` are not played."""
        played = []
        for place, (memory, part) in enumerate(zip(self.memory, rows, strict=True)):
            records = part if part is not None and read[place] else memory.play(first, plays, part)
            played.append(records)
            self._hash(place, records, first)
        blocks = [memory.block for memory in self.memory]
        if self.pairs:
            for block, records in zip(blocks, played, strict=True):
                block.measure(records)
            for block, tallies in zip(blocks, self.tallies, strict=True):
                block.gather(tallies, first)
            for pair, other in zip(self.pairs, blocks[1:], strict=True):
                pair.gather(blocks[0], other, first)
        else:
            blocks[0].add(self.tallies[0], played[0], first)

    def _hash(self, place: int, records: Results, first: int) -> None:
        if first % BLOCK:
            self.heads[place] = records.tobytes()
            return
        whole = len(records) - len(records) % BLOCK
        for at in range(0, whole, BLOCK):
            self.leaves[place].append(leaf(records[at : at + BLOCK].view(np.uint8).data))
        if whole < len(records):
            self.rests[place] = records[whole:].tobytes()

    def stretches(self, plays: int) -> StretchGroup:
        """All that was played, as one stretch of every batch."""
        for pairs in self.pairs:
            check_size(pairs.rows, pairs.layout.names)
        hashes = zip(self.heads, map(tuple, self.leaves), self.rests, strict=True)
        return tuple(
            Stretch(self.first, plays, tallies, *hashed, pairs=pairs)
            for tallies, hashed, pairs in zip(self.tallies, hashes, [None, *self.pairs], strict=True)
        )


def may_be_slow(batch: Batch) -> bool:
    """True if a play may take seconds instead of microseconds: bots search, or try choices by playouts."""
    return searches(batch.seats) or not batch.game.has_evaluation


def blocks_of(first: int, plays: int, at_once: int = 1) -> Iterator[tuple[int, int]]:
    """The plays cut at multiples of `BLOCK`, some blocks together: the first of every part, and how many there are."""
    end = first + plays
    while first < end:
        edge = min(end, (first // BLOCK + (1 if first % BLOCK else at_once)) * BLOCK)
        yield first, edge - first
        first = edge


def whole_blocks(plays: int, first: int, in_memory: bool) -> int:
    """So many plays or a few fewer, so that they end with a block; where all are held in memory, a row group at most.

    Large ones end where the store's row groups do: others would be packed again by the next ones.
    """
    if in_memory and 2 * plays > CHUNK_PLAYS:
        return CHUNK_PLAYS - first % CHUNK_PLAYS
    return plays - (first + plays) % BLOCK if plays > BLOCK else plays


def next_plays(plays: int, seconds: float, least: int) -> int:
    """As many plays as take about `STRETCH_SECONDS`, at most four times the last."""
    fitting = int(plays * STRETCH_SECONDS / max(seconds, 1e-6))
    return max(least, min(fitting, 4 * plays))
