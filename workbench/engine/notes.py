"""Word of what goes on by itself, and costs time: to whoever it is handed down from, else a line on standard error."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

_noted: set[str] = set()


def note(trouble: str, line: str) -> None:
    """Say something on standard error, once in a process for each kind of trouble."""
    if trouble not in _noted:
        _noted.add(trouble)
        with suppress(OSError, ValueError):  # nobody may listen
            sys.stderr.write(f"{line}\n")


class BatchProgress(NamedTuple):
    """How far the batch at `place` is, of those that are played side by side, and what all its plays so far add up to.

    `fresh` plays were played, in `elapsed_s` seconds, since it was started or resumed.
    """

    done: int
    plays: int
    fresh: int
    elapsed_s: float
    place: int = 0
    tallies: object = None

    @property
    def plays_per_s(self) -> float:
        """Plays a second since then; 0 before the first chunk."""
        return self.fresh / self.elapsed_s if self.elapsed_s > 0 else 0.0

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate, or None when there is none yet."""
        return (self.plays - self.done) / self.plays_per_s if self.fresh else None


class Waited(NamedTuple):
    """Who has the store, how many others come before us, and for how many seconds we have waited."""

    holder: str
    others: int
    seconds: float


@dataclass(eq=False)
class Progress:
    """Hears of long work, to which it is handed down, and may end it by an exception.

    Whoever wants to hear of something overrides its method. All else goes on to `outer`, which heard of it so far.
    """

    outer: "Progress | None" = None

    def compiling(self) -> None:
        """The rules have to be compiled first."""
        if self.outer:
            self.outer.compiling()

    def learning(self, game: str, line: str, share: float) -> None:
        """Bots learn a game before they play; how much of that is done, from 0 to 1. Noted where nobody hears it."""
        if self.outer:
            self.outer.learning(game, line, share)
        else:
            note(f"learning {game}", f"learning to play {game}: some seconds, once for each set of rules")

    def waiting(self, waited: Waited | None) -> None:
        """The store has to be waited for; called again and again, and with None at the end."""
        if self.outer:
            self.outer.waiting(waited)

    def playing(self, batch: BatchProgress) -> None:
        """A batch has come so far; called after each stretch of it."""
        if self.outer:
            self.outer.playing(batch)


UNHEARD = Progress()
