"""Sinks beside a batch: the pairs of several batches, and whoever watches the rows of one."""

from collections.abc import Callable

from workbench.play.notes import Together
from workbench.play.stretches import Group, Stretch

WatchTogether = Callable[[Together], None]


class PairSink:
    """Adds up several batches together with their pairs; those who watch see all of it after each stretch."""

    wants_rows = False

    def __init__(self, together: Together, *watches: WatchTogether) -> None:
        self.together, self.watches = together, watches

    @property
    def done(self) -> int:
        """See `Sink`."""
        return self.together.plays

    def take(self, group: Group) -> None:
        """Add the next plays of all batches."""
        for tallies, stretch in zip(self.together.tallies, group, strict=True):
            tallies.add(stretch.tallies)
        for pairs, stretch in zip(self.together.pairs, group[1:], strict=True):
            assert stretch.pairs is not None
            pairs.add(stretch.pairs)
        for watch in self.watches:
            watch(self.together)


class RowWatcher:
    """Shows somebody every stretch of the first batch, with its rows, from play `done` on."""

    wants_rows = True

    def __init__(self, done: int, watch: Callable[[Stretch], None]) -> None:
        self.done, self.watch = done, watch

    def take(self, group: Group) -> None:
        """Show the next plays."""
        self.watch(group[0])
        self.done += group[0].plays
