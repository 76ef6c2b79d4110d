"""A batch that was played: what its plays add up to, and what reads single plays where somebody asks for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from workbench.engine.batch import cores
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput
from workbench.play.forms import layout, make_batch
from workbench.play.hole import Hole
from workbench.scenario import Scenario
from workbench.tallies.tallies import Tallies, TallyLayout, tallies_of

AT_ONCE = 122_880
"""Plays that are read together."""
MOST_READ = 2_000_000
"""The most plays that are held in memory; more are read in parts."""

ReadPlays: TypeAlias = Callable[[int, int], Results]
"""The records of some plays of a batch, from the number of the first on."""


@dataclass(frozen=True)
class Outcome:
    """A finished batch. Its first `before` plays were stored earlier; the others took `elapsed_s` seconds.

    `before_s` is how long the first ones took, where they are all.
    `rows` are the records of its plays, or what reads some of them; None, and they are played again from the seed.
    `run` is its id in the store, or None when nothing was stored. `gathered` are its tallies where they are at hand,
    `looked_at` what its first plays show that were read move by move.
    """

    scenario: Scenario
    rows: Results | ReadPlays | None
    digest: str
    elapsed_s: float
    run: str | None = None
    code_hash: str = ""
    before: int = 0
    gathered: Tallies | None = None
    looked_at: tuple[Hole, ...] = ()
    before_s: float = 0.0

    def read(self, first: int, plays: int) -> Results:
        """The records of some plays: from the store where it has them, else played again.

        Raises BadInput where it has not, and the game's code is no longer the one that played them.
        """
        if self.rows is None:
            check_code(self.scenario, self.code_hash, self.run)
            return make_batch(self.scenario).play(first, plays, cores())
        return self.rows(first, plays) if callable(self.rows) else self.rows[first : first + plays]

    def parts(self) -> Iterator[tuple[int, Results]]:
        """All plays in parts with the number of their first."""
        return read_parts(self.read, self.plays)

    @cached_property
    def results(self) -> Results:
        """The records of all plays. Raises BadInput for more than `MOST_READ`: `parts` reads any number."""
        if self.plays > MOST_READ:
            raise BadInput.one("plays", f"at most {MOST_READ:,} can be read into memory at once", f"{self.plays:,}")
        return self.read(0, self.plays)

    @cached_property
    def tallies(self) -> Tallies:
        """The tallies of its plays."""
        return self.gathered or tallies_in_parts(layout(self.scenario), self.read, self.plays)

    @property
    def plays(self) -> int:
        if self.gathered:
            return self.gathered.plays
        return self.scenario.plays if self.rows is None or callable(self.rows) else len(self.rows)

    def first(self, plays: int) -> "Outcome":
        """Its first plays alone, without a digest."""
        if plays >= self.plays:
            return self
        tallies = tallies_in_parts(layout(self.scenario), self.read, plays)
        return replace(self, scenario=replace(self.scenario, plays=plays), gathered=tallies, digest="")

    @property
    def plays_per_s(self) -> float:
        """Plays a second, storing included."""
        return (self.plays - self.before) / self.elapsed_s if self.elapsed_s > 0 else 0.0

    @property
    def seconds_a_play(self) -> float:
        """Seconds a play took here, those that were stored before too; 0 where nobody knows."""
        return (self.elapsed_s + self.before_s) / self.plays if self.plays else 0.0


def check_code(scenario: Scenario, code_hash: str, run: str | None) -> None:
    """Raise BadInput where plays of a batch would not go as they went: other code played it."""
    if code_hash and code_hash != scenario.game.code_hash:
        message = (
            "keeps what its plays add up to and no rows, and the game's code has changed since: its plays cannot be"
            " made again; play it anew, or check out that version"
        )
        raise BadInput.one("run", message, run or scenario.name)


def read_parts(read: ReadPlays, end: int, start: int = 0) -> Iterator[tuple[int, Results]]:
    """The plays from `start` to before `end`, in parts with the number of their first."""
    for first in range(start, end, AT_ONCE):
        yield first, read(first, min(AT_ONCE, end - first))


def tallies_in_parts(layout: TallyLayout, read: ReadPlays, plays: int) -> Tallies:
    """The tallies of the first plays, which are read in parts."""
    tallies = Tallies.empty(layout)
    for first, records in read_parts(read, plays):
        tallies.add(tallies_of(layout, records, first))
    return tallies
