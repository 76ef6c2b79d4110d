"""Stretches: consecutive plays of batches on the same shuffles, played and added up.

A stretch is all that a sink needs to know of some plays of a batch. It may be made anywhere: by the threads of this
process (`local`), or by another machine (`cluster`). Stretches are joined in play order, and however the plays are cut,
they come to the same tallies and the same digest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias, TypeVar

from workbench.engine.measures import Results
from workbench.tallies.digest import BLOCK, leaf
from workbench.tallies.tallies import PairTallies, Tallies


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
        head, leaves, rest = self._hashes_then(following)
        return replace(
            self,
            plays=self.plays + following.plays,
            head=head,
            leaves=leaves,
            rest=rest,
            rows=None,
            seconds=self.seconds + following.seconds,
        )

    def _hashes_then(self, following: "Stretch") -> tuple[bytes, tuple[bytes, ...], bytes]:
        """Head, leaves and rest of both together."""
        if self.first % BLOCK and not self.leaves and not self.rest:
            return self.head + following.head, following.leaves, following.rest
        between = self.rest + following.head
        if len(between) == BLOCK * self.tallies.layout.game.result.itemsize:
            return self.head, (*self.leaves, leaf(between), *following.leaves), following.rest
        return self.head, (*self.leaves, *following.leaves), between or following.rest


StretchGroup: TypeAlias = tuple[Stretch, ...]
"""The same plays of every batch on the same shuffles; all but the first with their pairs."""


GroupT_co = TypeVar("GroupT_co", covariant=True)


class Source(Protocol[GroupT_co]):
    """Where plays come from, group after group: the threads of this process, or other machines."""

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[GroupT_co]:
        """The plays from `first` to before `end`, in play order, with their rows or without.

        It ends early where it is stopped.
        """
