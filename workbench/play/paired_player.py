"""Playing batches on the same shuffles block by block together, so that their pairs are added up on the way.

What they add up to so far is kept in the store. After a kill a comparison goes on from there: the plays before are
neither played nor read again. What is kept is whole in itself, since the batches are stored one by one: it holds the
tallies of both batches with those of their pairs.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from workbench.engine.batch import cores
from workbench.play.batch_player import LEAVE_S, WRITING_PAUSE, BatchPlayer, Stopped
from workbench.play.outcome import Outcome, Read, layout, make_batch
from workbench.play.stretches import BatchToPlay, Group, LocalPlays, Plays
from workbench.store import Run, Store, StoreError, find_tallies, get_run, save_tallies
from workbench.tallies.tallies import Layout, PairTallies, Tallies, pack, pair_layout, unpack


@dataclass(frozen=True)
class Together:
    """What the first plays of several batches add up to: each, and the pairs of each but the first with the first."""

    tallies: tuple[Tallies, ...]
    pairs: tuple[PairTallies, ...]

    @property
    def plays(self) -> int:
        """How many plays of each."""
        return self.tallies[0].plays

    def copy(self) -> "Together":
        """The same, to keep while this grows."""
        return Together(tuple(tally.copy() for tally in self.tallies), tuple(pair.copy() for pair in self.pairs))


Member = BatchPlayer | Outcome
"""A batch that is to be played, and has begun; or one that is finished."""
WatchTogether = Callable[[Together], None]


@dataclass(frozen=True)
class Early:
    """Where plays may end before the last one: after these numbers of plays, if `enough` says so.

    `question` names what `enough` answers. It is kept with the pairs, so that looks before a kill need no second one.
    """

    looks: tuple[int, ...] = ()
    enough: Callable[[Together], bool] = lambda together: False
    question: str = ""


class PairedPlayer:
    """Plays what is missing of each batch; what is there is read from the store, or played again without a word.

    The pairs are the same to the last bit, whatever was there before. `known` is what the first plays add up to, if an
    earlier comparison says so: these are not read again.
    """

    def __init__(
        self,
        members: Sequence[Member],
        threads: int | None = None,
        stop: threading.Event | None = None,
        early: Early | None = None,
        known: Together | None = None,
    ) -> None:
        self.members, self.early = tuple(members), early or Early()
        self.threads, self.stop = threads or cores(), stop
        layouts = [layout(member.scenario) for member in members]
        self.sides = [_side(member) for member in members]
        pairs = [PairTallies.empty(pair_layout(layouts[0], other)) for other in layouts[1:]]
        self.together = known or Together(tuple(map(Tallies.empty, layouts)), tuple(pairs))

    def play(self, watch: WatchTogether = lambda together: None, source: Plays | None = None) -> Together:
        """All pairs. Raises `Stopped`, also where `source`, the threads of this process by default, ends early.

        `watch` sees what is kept: all but the latest stretch.
        """
        source = source or LocalPlays(self.sides, self.threads, self.stop)
        for group in self._groups(source):
            for member, stretch in zip(self.members, group, strict=True):
                if isinstance(member, BatchPlayer) and stretch.first == member.done:
                    member.take(stretch)
            if self.together.plays:
                watch(self.together)
            for one, stretch in zip(self.together.tallies, group, strict=True):
                one.add(stretch.tallies)
            for pair, stretch in zip(self.together.pairs, group[1:], strict=True):
                assert stretch.pairs is not None
                pair.add(stretch.pairs)
            if self._is_enough():
                return self.together
        if self.together.plays < self.members[0].scenario.plays:
            raise Stopped(self._stopped_lines())
        return self.together

    def _is_enough(self) -> bool:
        return self.together.plays in self.early.looks and self.early.enough(self.together)

    def _groups(self, source: Plays) -> Iterator[Group]:
        """Every stretch; none of them is partly known."""
        plays = self.members[0].scenario.plays
        begin, known = self.together.plays, [_known(member) for member in self.members]
        edges = sorted({begin, plays, *(each for each in (*known, *self.early.looks) if begin <= each <= plays)})
        for first, end in pairwise(edges):
            fresh = [member for member in self.members if isinstance(member, BatchPlayer) and member.done <= first]
            yield from source.stretches(first, end, any(member.wants_rows for member in fresh))
            if self.stop and self.stop.is_set():
                return

    def _stopped_lines(self) -> str:
        """What is kept of each batch, and how to go on."""
        lines = [member.resume_line() for member in self.members if isinstance(member, BatchPlayer)]
        return "\n".join(dict.fromkeys(lines)) or "stopped"


def _known(member: Member) -> int:
    """How many plays of a batch need not be played."""
    return member.done if isinstance(member, BatchPlayer) else member.plays


def _side(member: Member) -> BatchToPlay:
    read: Read | None
    if isinstance(member, BatchPlayer):
        read = member.known()
        return BatchToPlay(member.batch, member.layout, member.done if read else 0, read)
    read = None if member.rows is None else partial(member.read)
    return BatchToPlay(make_batch(member.scenario), layout(member.scenario), member.plays if read else 0, read)


PAUSE_S = 5.0
"""Seconds between two writes, at least: what is lost by a kill is counted again about as fast."""
KIND = "batches and pairs"
"""Stands for the series: nobody takes it for the pairs of finished batches."""
OPEN = "open question"


class PairKeeper:
    """Keeps what batches and their pairs add up to, now and then, once the plays themselves are stored."""

    def __init__(self, members: Sequence[Member], store: Store | None, open_question: str = "") -> None:
        self.members, self.open_question = members, open_question
        self.store = replace(store, wait_s=LEAVE_S) if store and all(member.run for member in members) else None
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="workbench-pairs")
        self.writing: Future[None] | None = None
        self.waiting: Together | None = None
        self.due = time.perf_counter() + PAUSE_S

    def watch(self, together: Together) -> None:
        """Have it kept, if it is time: at once, or as soon as all its plays are stored."""
        if self.store is None or (self.writing and not self.writing.done()):
            return
        if self.waiting is None and time.perf_counter() >= self.due:
            self.waiting = together.copy()
        if self.waiting and all(self.waiting.plays <= _stored_plays(member) for member in self.members):
            self.writing, self.waiting = self.writer.submit(self._keep, self.waiting), None

    def finish(self, last: Together | None = None) -> None:
        """Wait for what is being written, and keep the `last`, if there is one."""
        self.writer.shutdown(wait=True)
        if last and last.plays:
            self._keep(last)

    def _keep(self, together: Together) -> None:
        """Store it. Where the store cannot be used now, only time is lost."""
        began = time.perf_counter()
        if self.store:
            with suppress(StoreError), self.store.session():
                runs = [run_of(self.store, member) for member in self.members]
                keep_together(self.store, runs, together, self.open_question)
        now = time.perf_counter()
        self.due = now + max(PAUSE_S, WRITING_PAUSE * (now - began))


def _stored_plays(member: Member) -> int:
    """How many plays of a batch are stored by now."""
    if isinstance(member, BatchPlayer):
        return member.run.done if member.run else 0
    return member.plays if member.run else 0


def run_of(store: Store, member: Member) -> Run | None:
    """The stored run of a batch."""
    if isinstance(member, BatchPlayer):
        return member.run
    return get_run(store, member.run) if member.run else None


def keep_together(store: Store, runs: Sequence[Run | None], together: Together, open_question: str = "") -> None:
    """Store what the first plays of these runs add up to, with their pairs; and what they leave open, if asked."""
    base, *others = runs
    for place, other in enumerate(others):
        tallies = together.tallies[0].to_bytes(), together.tallies[place + 1].to_bytes()
        parts = *tallies, together.pairs[place].to_bytes()
        arrays = {str(number): np.frombuffer(part, np.uint8) for number, part in enumerate(parts)}
        if base and other:
            save_tallies(store, pack(arrays, {"series": KIND, OPEN: open_question}), base, other)


def kept_together(store: Store, runs: Sequence[Run], layouts: Sequence[Layout], question: str = "") -> Together | None:
    """What `keep_together` stored of these runs; None where nothing was, or by other code, or for other plays each.

    Where there is a question, only what left that one open.
    """
    found = [
        _parts(find_tallies(store, runs[0], run), layouts[0], own, question)
        for run, own in zip(runs[1:], layouts[1:], strict=True)
    ]
    parts = [each for each in found if each]
    if len(parts) < len(found) or len({each.plays for part in parts for each in part}) != 1:
        return None
    return Together((parts[0][0], *(other for _, other, _ in parts)), tuple(pairs for _, _, pairs in parts))


def _parts(
    data: bytes | None, base: Layout, other: Layout, question: str
) -> tuple[Tallies, Tallies, PairTallies] | None:
    """The tallies of both batches and of their pairs; None where the data is none, or something else."""
    found = unpack(data) if data else None
    if found is None or found[1]["series"] != KIND or (question and found[1].get(OPEN) != question):
        return None
    ours, theirs, both = (found[0][str(number)].tobytes() for number in range(3))
    made = Tallies.from_bytes(base, ours), Tallies.from_bytes(other, theirs)
    pairs = PairTallies.from_bytes(pair_layout(base, other), both)
    return (made[0], made[1], pairs) if made[0] and made[1] and pairs else None
