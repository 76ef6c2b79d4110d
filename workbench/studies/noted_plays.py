"""Plays of which a study notes more than a batch does: timelines, uses of cards. Nothing of them is stored.

The one loop (`play.loop`) takes stretches, which come with the tallies of the game's measures and with the leaves of a
digest. What is noted here is neither, and has compiled loops of its own; so it comes in chunks, in play order, from the
threads of this process or from a cluster.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Protocol, TypeVar

from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.scenario import Scenario
from workbench.studies.progress import Follow, StudyProgress

CHUNK_PLAYS = 1_000

C_co = TypeVar("C_co", covariant=True)


class RemotePlays(Protocol[C_co]):
    """The workers of a cluster, which note the same."""

    def blocks(self, first: int, end: int, rows: bool) -> Iterable[C_co]:
        """The chunks in play order."""


C = TypeVar("C")


def noted_plays(
    scenario: Scenario,
    options: RunOptions,
    follow: Follow,
    title: str,
    here: Callable[[int, int], C],
    there: RemotePlays[C] | None,
    noted: Callable[[C], Sized],
) -> Iterator[C]:
    """The chunks of a batch, by workers `there` or played `here`; `noted` is the part with a record for each play.

    Tells `follow` how far it is. Raises `Stopped` once `options.stop` is set.
    """
    began, done, plays = time.perf_counter(), 0, scenario.plays
    for chunk in there.blocks(0, plays, rows=True) if there and plays else _chunks(plays, options, here):
        yield chunk
        if done := done + len(noted(chunk)):
            elapsed_s, share = time.perf_counter() - began, done / plays
            left_s = elapsed_s * (1 / share - 1)
            follow(StudyProgress(title, 1, 1, done, plays, share, elapsed_s, left_s))
    if done < plays or options.stop.is_set():
        raise Stopped(stopped_without_storing())


def _chunks(plays: int, options: RunOptions, here: Callable[[int, int], C]) -> Iterator[C]:
    for first in range(0, max(plays, 1), CHUNK_PLAYS):
        if options.stop.is_set():
            return
        yield here(first, min(CHUNK_PLAYS, plays - first))
