"""Stretches: consecutive plays of a batch, or of several batches on the same shuffles, played and added up.

A `Stretch` is all that a batch needs to know of some of its plays. It may be made anywhere: `LocalPlays` plays on the
threads of this process, and another machine may fill one as well. Stretches are joined in play order, and however the
plays are cut, they come to the same tallies and the same digest.

    for group in LocalPlays([BatchToPlay(batch, layout)], threads, stop).stretches(0, plays, rows=False):
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
from typing import Protocol, TypeAlias

import numpy as np

from workbench.bots.seats import searches
from workbench.engine.batch import Batch, pieces_of, play_pieces
from workbench.engine.measures import Results
from workbench.store import CHUNK_PLAYS
from workbench.store.results import RowsFolder
from workbench.tallies.digest import BLOCK, leaf
from workbench.tallies.tallies import Block, Layout, PairLayout, PairTallies, Tallies, check_size, pair_layout

FIRST_STRETCH = 1_024
FIRST_SLOW_STRETCH = 4
"""Plays of the first stretch, and of the first one where somebody searches; later ones follow the clock."""
BLOCKS_AT_ONCE = 4
"""Blocks that are played in one go: calls cost less, and the records still fit the cache. Pairs come one by one."""
STRETCH_SECONDS = 0.7
"""About how long a stretch plays: short enough to watch, long enough that storing it costs little."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Plays `first` to `first + plays - 1` of a batch. Another machine may have played them.

    tallies  what they add up to
    head     the records, as bytes, of the plays before the first multiple of `BLOCK`, where it begins between two
    leaves   the hash of every whole block (`digest.leaf`), in play order
    rest     the records, as bytes, of the plays after the last whole block
    rows     the records of all plays, where they were asked for
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
        hashed = _join(self, following, BLOCK * self.tallies.layout.game.result.itemsize)
        seconds = self.seconds + following.seconds
        joined = replace(self, plays=self.plays + following.plays, rows=None, seconds=seconds)
        return replace(joined, head=hashed[0], leaves=hashed[1], rest=hashed[2])


Hashed: TypeAlias = tuple[bytes, tuple[bytes, ...], bytes]


def _join(one: Stretch, two: Stretch, size: int) -> Hashed:
    """Head, leaves and rest of two stretches together; a whole block has `size` bytes."""
    if one.first % BLOCK and not one.leaves and not one.rest:
        return one.head + two.head, two.leaves, two.rest
    between = one.rest + two.head
    if len(between) == size:
        return one.head, (*one.leaves, leaf(between), *two.leaves), two.rest
    return one.head, (*one.leaves, *two.leaves), between or two.rest


Group: TypeAlias = tuple[Stretch, ...]
"""The same plays of each batch of a group."""


class Plays(Protocol):
    """Where plays come from: the threads of this process, or other machines."""

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[Group]:
        """The plays from `first` to before `end`, in play order, with their rows or without.

        It ends early where it is stopped.
        """

    def write_to(self, folders: Sequence[RowsFolder | None], begin: Sequence[int]) -> bool:
        """Have the rows of each batch written where they are made, from play `begin` on; False where they are not."""


@dataclass(frozen=True)
class BatchToPlay:
    """One batch of a group, and what is added up of it. Its first `known` plays are read instead of played."""

    batch: Batch
    layout: Layout
    known: int = 0
    read: Callable[[int, int], Results] | None = None


class _Memory:
    """What a thread needs to play one batch of a group: a block of records, and the series of its plays."""

    def __init__(self, side: BatchToPlay) -> None:
        self.batch = side.batch
        self.block = Block(side.layout)
        self.records = np.zeros(BLOCKS_AT_ONCE * BLOCK, side.batch.game.result)

    def play(self, first: int, plays: int, rows: Results | None, known: bool) -> Results:
        """Play a few blocks at most, into `rows` or into memory that is used again; or take what is `known`."""
        if rows is not None and known:
            return rows
        if rows is None:
            rows = self.records[:plays]
            rows.view(np.uint8)[:] = 0
        self.batch.fill(rows, first)
        return rows


class LocalPlays:
    """Plays batches on the threads of this process; of several, the others are paired with the first."""

    def __init__(self, sides: Sequence[BatchToPlay], threads: int = 1, stop: Event | None = None) -> None:
        self.sides, self.threads, self.stop = tuple(sides), threads, stop
        base, *others = self.sides
        self.pairs: list[PairLayout] = [pair_layout(base.layout, other.layout) for other in others]
        self.smallest = min(side.batch.smallest_piece for side in self.sides)
        slow = any(searches(side.batch.seats) for side in self.sides)
        self.least = FIRST_SLOW_STRETCH if slow else FIRST_STRETCH
        self._free: SimpleQueue[list[_Memory]] = SimpleQueue()

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[Group]:
        """See `Plays`; each takes about `STRETCH_SECONDS`."""
        wanted = self.least
        while first < end and not (self.stop and self.stop.is_set()):
            edge = min([end, *(side.known for side in self.sides if side.read and side.known > first)])
            in_memory = rows or any(side.read and side.known > first for side in self.sides)
            group = self.stretch(first, min(whole_blocks(wanted, first, in_memory), edge - first), rows)
            if not group:
                return
            yield group
            first += group[0].plays
            wanted = next_plays(group[0].plays, group[0].seconds, self.least)

    def write_to(self, folders: Sequence[RowsFolder | None], begin: Sequence[int]) -> bool:
        """See `Plays`; here whoever keeps the rows writes them."""
        return False

    def stretch(self, first: int, plays: int, rows: bool) -> Group:
        """One stretch; where it is stopped on the way a shorter one, or none at all."""
        began = time.perf_counter()
        kept = [_room(side, first, plays, rows) for side in self.sides]
        task = self._task(first, kept)
        can_stop = self.stop is not None
        pieces = pieces_of(first, plays, self.threads, self.smallest, can_stop=can_stop, align=BLOCK)
        played = play_pieces(task, pieces, self.threads, self.stop)
        if not played:  # stopped before the first piece
            return ()
        group = [reduce(Stretch.then, parts) for parts in zip(*played, strict=True)]
        seconds = time.perf_counter() - began
        return tuple(
            replace(each, seconds=seconds, rows=_first(own, each.plays, plays))
            for each, own in zip(group, kept, strict=True)
        )

    def _task(self, start: int, kept: Sequence[Results | None]) -> Callable[[int, int], Group]:
        known = [_reads(side, start) for side in self.sides]
        at_once = 1 if self.pairs else BLOCKS_AT_ONCE

        def play(first: int, plays: int) -> Group:
            rows = [None if own is None else own[first - start : first - start + plays] for own in kept]
            try:
                memory = self._free.get_nowait()
            except Empty:
                memory = [_Memory(side) for side in self.sides]
            piece = _Piece(memory, self.pairs, first)
            for at, count in blocks_of(first, plays, at_once):
                part = [None if own is None else own[at - first : at - first + count] for own in rows]
                piece.play(at, count, part, known)
            self._free.put(memory)
            return piece.stretches(plays)

        return play


def _reads(side: BatchToPlay, first: int) -> bool:
    return side.read is not None and first < side.known


def _room(side: BatchToPlay, first: int, plays: int, rows: bool) -> Results | None:
    """Where the records of a stretch go, or those that are known; None where they are not kept."""
    if side.read is not None and _reads(side, first):
        return side.read(first, plays)
    return np.zeros(plays, side.batch.game.result) if rows else None


def _first(rows: Results | None, played: int, asked: int) -> Results | None:
    """The rows that were played; copied where others may still be written to."""
    if rows is None or played == asked:
        return rows
    return rows[:played].copy()


class _Piece:
    """What comes together of a piece, on one thread: for each batch of the group."""

    def __init__(self, memory: Sequence[_Memory], pairs: Sequence[PairLayout], first: int) -> None:
        self.memory, self.first = memory, first
        self.tallies = [Tallies.empty(each.block.layout) for each in memory]
        self.pairs = [PairTallies.empty(layout) for layout in pairs]
        self.heads, self.rests = [b"" for _ in memory], [b"" for _ in memory]
        self.leaves: list[list[bytes]] = [[] for _ in memory]

    def play(self, first: int, plays: int, rows: Sequence[Results | None], known: Sequence[bool]) -> None:
        """Play a few blocks at most, for each batch, and add them up; rows that are known are not played."""
        played = []
        for place, (memory, own) in enumerate(zip(self.memory, rows, strict=True)):
            played.append(memory.play(first, plays, own, known[place]))
            self._hash(place, played[place], first)
        blocks = [memory.block for memory in self.memory]
        if self.pairs:
            gather_together(blocks, self.tallies, self.pairs, played, first)
        else:
            blocks[0].add(self.tallies[0], played[0], first)

    def _hash(self, place: int, records: Results, first: int) -> None:
        if first % BLOCK:
            self.heads[place] = records.tobytes()
            return
        whole = len(records) - len(records) % BLOCK
        for at in range(0, whole, BLOCK):
            self.leaves[place].append(leaf(records[at : at + BLOCK].view(np.uint8)))
        if whole < len(records):
            self.rests[place] = records[whole:].tobytes()

    def stretches(self, plays: int) -> Group:
        """All that was played, as one stretch of each batch."""
        for pairs in self.pairs:
            check_size(pairs.rows, pairs.layout.names)
        paired = [None, *self.pairs]
        return tuple(
            Stretch(
                self.first,
                plays,
                self.tallies[place],
                self.heads[place],
                tuple(self.leaves[place]),
                self.rests[place],
                pairs=paired[place],
            )
            for place in range(len(self.memory))
        )


def gather_together(
    blocks: Sequence[Block],
    tallies: Sequence[Tallies],
    pairs: Sequence[PairTallies],
    played: Sequence[Results],
    first: int,
) -> None:
    """Add the same plays, a block at most, of several batches, and the pairs of each but the first with the first."""
    for block, records in zip(blocks, played, strict=True):
        block.measure(records)
    for block, own in zip(blocks, tallies, strict=True):
        block.gather(own, first)
    for pair, other in zip(pairs, blocks[1:], strict=True):
        pair.gather(blocks[0], other, first)


def blocks_of(first: int, plays: int, at_once: int = 1) -> Iterator[tuple[int, int]]:
    """The plays cut at multiples of `BLOCK`, some blocks together: the first of each part, and how many there are."""
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
    wanted = int(plays * STRETCH_SECONDS / max(seconds, 1e-6))
    return max(least, min(wanted, 4 * plays))
