"""The score sheet of a game: what people write down at the table, and who wins by it.

Declared once a game, as a function of the rules in force. From it come the score table of a live session, the printed
sheet, the sums and the winner, and what of a session is held against a simulation.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeVar

from workbench.engine.parameters import Values

Points: TypeAlias = int | float
Who = TypeVar("Who")
Bounds: TypeAlias = tuple[Points | None, Points | None]
"""The least and the most; None where there is none."""


class Wins(StrEnum):
    """Who wins by the totals."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    NAMED = "named"  # no total says; the players name the winners


@dataclass(frozen=True)
class Criterion:
    """One line of the sheet within a row: what points are written down for.

    Where the game measures the same thing, `name` is that measure's. `low` and `high` bound its points in a row, where
    the rules do.
    """

    name: str
    title: str
    help: str = ""
    low: Points | None = None
    high: Points | None = None


@dataclass(frozen=True)
class ScoreSheet:
    """What is written down.

    row         what a row is called, in lower case: `deal`, `round`, `game`
    criteria    the lines of each row; none where a row has one number a player
    wins        who wins by the totals
    rows        how many rows there are, where the rules say so
    target      the total at which the game ends, where the rules say so
    total       the seat measure that counts a player's total, if there is one
    length      the play measure that counts the rows of a play, if there is one
    low, high   the bounds of a row's points, where the rules have some and the criteria do not say so already
    """

    row: str = "round"
    criteria: tuple[Criterion, ...] = ()
    wins: Wins = Wins.HIGHEST
    rows: int | None = None
    target: int | None = None
    total: str = ""
    length: str = ""
    low: Points | None = None
    high: Points | None = None

    @property
    def criterion_names(self) -> tuple[str, ...]:
        """The names of the criteria, in the order of the sheet."""
        return tuple(criterion.name for criterion in self.criteria)

    def bounds(self, criterion: str | None = None) -> Bounds:
        """The least and the most points of a criterion, or of a whole row; None where the rules do not say."""
        if criterion is not None:
            found = next((each for each in self.criteria if each.name == criterion), None)
            return (found.low, found.high) if found else (None, None)
        low = _sum_of([each.low for each in self.criteria]) if self.low is None else self.low
        high = _sum_of([each.high for each in self.criteria]) if self.high is None else self.high
        return low, high

    @property
    def total_bounds(self) -> Bounds:
        """The least and the most points of all rows together; None where the rules do not say."""
        low, high = self.bounds()
        if self.rows is None:
            return (low if low == 0 else None), None
        return (None if low is None else low * self.rows), (None if high is None else high * self.rows)

    def winners(self, totals: Mapping[Who, Points]) -> tuple[Who, ...]:
        """Who has the winning total; several share it. Nobody where there are no totals, or winners are named."""
        if not totals or self.wins is Wins.NAMED:
            return ()
        best = self.best(totals.values())
        return tuple(who for who, total in totals.items() if total == best)

    def best(self, totals: Iterable[Points]) -> Points:
        """The winning one of at least one total."""
        return min(totals) if self.wins is Wins.LOWEST else max(totals)

    def margin(self, totals: Iterable[Points]) -> Points | None:
        """By how much the winner is ahead of the runner-up, 0 when they share; None for fewer than two totals."""
        ranked = sorted(totals, reverse=self.wins is not Wins.LOWEST)
        return abs(ranked[0] - ranked[1]) if len(ranked) > 1 and self.wins is not Wins.NAMED else None

    def is_reached(self, totals: Iterable[Points]) -> bool:
        """Whether somebody has the total at which the game ends."""
        return self.target is not None and any(total >= self.target for total in totals)


def _sum_of(bounds: list[Points | None]) -> Points | None:
    """The sum of the bounds; None where there are none, or one is missing."""
    known = [each for each in bounds if each is not None]
    return sum(known) if known and len(known) == len(bounds) else None


def totals_only(values: Values) -> ScoreSheet:
    """The sheet of a game that declares none: one number a round and player, the highest total wins."""
    return ScoreSheet()
