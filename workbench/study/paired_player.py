"""Playing batches on the same shuffles block by block together, so that their pairs are added up on the way."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from workbench.engine.batch import cores
from workbench.study.batch_player import (
    BatchPlayer,
    Stopped,
)
from workbench.study.outcome import Outcome, Read, layout, make_batch
from workbench.study.stretches import Group, LocalPlays, Plays, Side
from workbench.tallies.tallies import PairTallies, Tallies, pair_layout


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
        return Together(tuple(each.copy() for each in self.tallies), tuple(each.copy() for each in self.pairs))


Member = BatchPlayer | Outcome
"""A batch that is to be played, and has begun; or one that is finished."""
WatchTogether = Callable[[Together], None]


@dataclass(frozen=True)
class Early:
    """Where plays may end before the last one: after these numbers of plays, if `enough` says so."""

    looks: tuple[int, ...] = ()
    enough: Callable[[Together], bool] = lambda together: False


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
        layouts = [layout(each.scenario) for each in members]
        self.sides = [_side(each) for each in members]
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
            fresh = [each for each in self.members if isinstance(each, BatchPlayer) and each.done <= first]
            yield from source.stretches(first, end, any(each.wants_rows for each in fresh))
            if self.stop and self.stop.is_set():
                return

    def _stopped_lines(self) -> str:
        """What is kept of each batch, and how to go on."""
        lines = [each.resume_line() for each in self.members if isinstance(each, BatchPlayer)]
        return "\n".join(dict.fromkeys(lines)) or "stopped"


def _known(member: Member) -> int:
    """How many plays of a batch need not be played."""
    return member.done if isinstance(member, BatchPlayer) else member.plays


def _side(member: Member) -> Side:
    read: Read | None
    if isinstance(member, BatchPlayer):
        read = member.known()
        return Side(member.batch, member.layout, member.done if read else 0, read)
    read = None if member.rows is None else partial(member.read)
    return Side(make_batch(member.scenario), layout(member.scenario), member.plays if read else 0, read)
