"""The score sheet of a game: what people write down at the table, and who wins by it.

Declared once a game, as a function of the rules in force. From it come the score table of a live session, the printed
sheet, the sums and the winner, and what of a session is held against a simulation.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar

from workbench.engine.wording import listed

Points: TypeAlias = int | float
Who = TypeVar("Who")
Bounds: TypeAlias = tuple[Points | None, Points | None]
"""The least and the most; None where there is none."""


class Wins(StrEnum):
    """Who wins by the totals."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    NAMED = "named"  # no total says; the players name the winners


class Criterion(NamedTuple):
    """One line of the sheet within a row: what points are written down for.

    Where the game measures the same thing, `name` is that measure's.

    once        it is written down once a game, not in every row
    deducts     its points are taken off, whether they are written with a minus or without
    low, high   the bounds of its points in a row, where the rules have some
    """

    name: str
    title: str
    help: str = ""
    once: bool = False
    deducts: bool = False
    low: Points | None = None
    high: Points | None = None

    def counted(self, points: Points) -> Points:
        """The part of the total that points written down for it make."""
        return -abs(points) if self.deducts else points

    @property
    def counted_bounds(self) -> Bounds:
        """The least and the most that it adds to a total."""
        if not self.deducts:
            return self.low, self.high
        return (None if self.high is None else -self.high), (None if self.low is None else -self.low)


class Side(NamedTuple):
    """A side that players are on, by the name that the game's `Sides` has for it.

    `title` names the side and `member` one of its players: `Patriots`, `Patriot`. `target` is the number of rows that
    win the game for it; None for a side that wins otherwise, which the table then says.
    """

    name: str
    title: str
    member: str
    target: int | None = None

    @property
    def called(self) -> tuple[str, str, str]:
        return self.name, self.title, self.member


class SheetEntry(NamedTuple):
    """A thing that is written down when something happens: a player's points, or the sides that a row goes to.

    Points go into the first row in which the player has none for that criterion.
    """

    player: int | None = None
    points: Points = 0
    criterion: str | None = None
    sides: tuple[str, ...] = ()


class ScoreSheet(NamedTuple):
    """The sheet on which points are written down.

    row         what a row is called, in lower case: `deal`, `round`, `game`
    criteria    the lines of each row; none where a row has one number a player
    wins        who wins by the totals
    rows        how many rows there are, where the rules say so
    target      the total at which the game ends, where the rules say so
    ends        what else ends the game, which no points show, after "whether": `the last card was drawn`
    total       the seat measure that counts a player's total, if there is one
    length      the play measure that counts the rows of a play, if there is one
    sides       the sides that players are on, where the game has any: a side wins, and all its players with it
    outcomes    where rows go to sides: what a row can go to, one side, several, or none
    low, high   the bounds of a row's points, where the rules have some and the criteria do not say so already
    whole       points are whole numbers
    together    all win or lose together
    """

    row: str = "round"
    criteria: tuple[Criterion, ...] = ()
    wins: Wins = Wins.HIGHEST
    rows: int | None = None
    target: int | None = None
    ends: str = ""
    total: str = ""
    length: str = ""
    sides: tuple[Side, ...] = ()
    outcomes: tuple[tuple[str, ...], ...] = ()
    low: Points | None = None
    high: Points | None = None
    whole: bool = True
    together: bool = False

    @property
    def criterion_names(self) -> tuple[str, ...]:
        """The names of the criteria, in the order of the sheet."""
        return tuple(criterion.name for criterion in self.criteria)

    def bounds(self, criterion: str | None = None) -> Bounds:
        """The least and the most points of a criterion, or of a whole row; None where the rules do not say."""
        if criterion is not None:
            entry = next((entry for entry in self.criteria if entry.name == criterion), None)
            return (entry.low, entry.high) if entry else (None, None)
        in_rows = [entry.counted_bounds for entry in self.criteria if not entry.once]
        low = _sum_of([low for low, _ in in_rows]) if self.low is None else self.low
        high = _sum_of([high for _, high in in_rows]) if self.high is None else self.high
        return low, high

    @property
    def total_bounds(self) -> Bounds:
        """The least and the most points of all rows together; None where the rules do not say."""
        low, high = self.bounds()
        if any(criterion.once for criterion in self.criteria):
            return None, None
        if self.rows is None:
            return (low if low == 0 else None), None
        return (None if low is None else low * self.rows), (None if high is None else high * self.rows)

    def doubt(self, points: Points, bounds: Bounds) -> str:
        """Why the rules cannot give these points, in words; empty where they can."""
        low, high = bounds
        if (low is None or points >= low) and (high is None or points <= high):
            return "by these rules points are whole" if self.whole and points != int(points) else ""
        if low is None or high is None:
            return f"by these rules it is {f'at most {high:g}' if low is None else f'at least {low:g}'}"
        return f"by these rules it is {low:g} to {high:g}"

    def winners(self, totals: Mapping[Who, Points]) -> tuple[Who, ...]:
        """Who has the winning total; several share it. Nobody where there are no totals, or winners are named."""
        if not totals or self.wins is Wins.NAMED:
            return ()
        best = self.best(totals.values())
        return tuple(who for who, total in totals.items() if total == best)

    def winning_sides(self, rows: Collection[tuple[str, ...]], on: Collection[str]) -> tuple[str, ...]:
        """The sides that have won, by what each row went to; none while that is open.

        `on` has the sides that players are on. With one among them that wins otherwise, the last row leaves it open:
        the table says who won.
        """
        full = self.rows is not None and len(rows) >= self.rows
        if full and any(side.target is None and side.name in on for side in self.sides):
            return ()
        taken = {side.name: sum(side.name in row for row in rows) for side in self.sides if side.target is not None}
        reached = tuple(side.name for side in self.sides if side.target and taken[side.name] >= side.target)
        if reached or not full:
            return reached
        return tuple(name for name, count in taken.items() if count == max(taken.values()))

    def side_named(self, text: str) -> str | None:
        """The name of the side that a text means, whether by its name or by one of its titles; None for no side."""
        spoken = text.strip().casefold().replace("_", " ")
        called = {word.casefold().replace("_", " "): side.name for side in self.sides for word in side.called}
        return called.get(spoken)

    def sides_in_words(self, names: Collection[str]) -> str:
        """Sides in words: `Patriots and Communists`; `nobody` for none."""
        titles = {side.name: side.title for side in self.sides}
        return listed((titles.get(name, name) for name in names), none="nobody")

    def best(self, totals: Iterable[Points]) -> Points:
        """The winning one of at least one total."""
        return min(totals) if self.wins is Wins.LOWEST else max(totals)

    def margin(self, totals: Iterable[Points]) -> Points | None:
        """By how much the winner is ahead of the runner-up, 0 when they share; None for fewer than two totals."""
        ranked = sorted(totals, reverse=self.wins is not Wins.LOWEST)
        return abs(ranked[0] - ranked[1]) if len(ranked) > 1 and self.wins is not Wins.NAMED else None

    def is_reached(self, totals: Iterable[Points]) -> bool:
        """True if somebody has the total at which the game ends."""
        return self.target is not None and any(total >= self.target for total in totals)


def _sum_of(bounds: list[Points | None]) -> Points | None:
    """The sum of the bounds; None where there are none, or one is missing."""
    numbers = [bound for bound in bounds if bound is not None]
    return sum(numbers) if numbers and len(numbers) == len(bounds) else None
