"""Plays of which a study notes more than a batch does: timelines, uses of cards. Nothing of them is stored.

They have compiled loops of their own, so they come in chunks rather than stretches; the one loop (`play.loop`) plays
them, from the threads of this process or from a cluster.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from workbench.play.batches import play
from workbench.play.local import Source
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.scenario import Scenario
from workbench.studies.progress import Follow, Meter

CHUNK_PLAYS = 1_000

C = TypeVar("C")


@dataclass(frozen=True)
class _LocalChunks(Generic[C]):
    """The chunks that `play` makes of so many plays from a first one on; ends early where it is stopped."""

    play: Callable[[int, int], C]
    options: RunOptions

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[C]:
        """See `Source`."""
        for begin in range(first, end, CHUNK_PLAYS):
            if self.options.stop.is_set():
                return
            yield self.play(begin, min(CHUNK_PLAYS, end - begin))


@dataclass
class _ChunkSink(Generic[C]):
    """Adds chunks up by `add`, which returns how many plays one has, and tells how far that is."""

    title: str
    add: Callable[[C], int]
    meter: Meter
    done: int = 0
    wants_rows: bool = True

    def take(self, group: C) -> None:
        """See `Sink`."""
        self.done += self.add(group)
        self.meter.tell(self.title, self.done)


def note_plays(
    scenario: Scenario,
    options: RunOptions,
    follow: Follow,
    title: str,
    here: Callable[[int, int], C],
    there: Source[C] | None,
    add: Callable[[C], int],
) -> None:
    """Play a batch `here`, or by workers `there`, and `add` its chunks, which returns how many plays one has.

    Tells `follow` how far it is. Raises `Stopped` once `options.stop` is set.
    """
    sink = _ChunkSink(title, add, Meter(scenario.plays, follow))
    try:
        play(there or _LocalChunks(here, options), [sink], scenario.plays)
    except Stopped:
        raise Stopped(stopped_without_storing()) from None
    if options.stop.is_set():
        raise Stopped(stopped_without_storing())
