"""The one loop: plays come from a source, group after group, and every sink that lacks them takes them."""

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from workbench.play.options import Stopped
from workbench.play.stretches import Source

GroupT = TypeVar("GroupT")
GroupT_contra = TypeVar("GroupT_contra", contravariant=True)


class Sink(Protocol[GroupT_contra]):
    """A taker of plays: tallies of a batch, pairs, a watcher."""

    @property
    def done(self) -> int:
        """How many plays it has: it takes the next ones from there on."""

    @property
    def wants_rows(self) -> bool:
        """True if it reads the records of single plays."""

    def take(self, group: GroupT_contra) -> None:
        """Take the next plays of every batch."""


def play(
    source: Source[GroupT],
    sinks: Sequence[Sink[GroupT]],
    plays: int,
    looks: Collection[int] = (),
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Play until all sinks have `plays`, or one of `looks` after which there is `enough`; how many plays they have.

    Sinks that are ahead wait for the others. Raises `Stopped` where the source ends early.
    """
    begin = min((sink.done for sink in sinks), default=plays)
    stops = *(sink.done for sink in sinks), *looks
    edges = sorted({begin, plays, *(edge for edge in stops if begin <= edge <= plays)})
    for first, end in pairwise(edges):
        takers = [sink for sink in sinks if sink.done <= first]
        for group in source.stretches(first, end, any(sink.wants_rows for sink in takers)):
            for sink in takers:
                sink.take(group)
        if min(sink.done for sink in takers) < end:
            raise Stopped("stopped")
        if end in looks and enough():
            return end
    return plays
