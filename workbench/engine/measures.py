"""Measures: what a game counts in each play, declared once.

From a declaration come the typed field of the result record, the typed column of the store, the
row of a report and the margin inside which two revisions count as the same.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from workbench.engine.types import FieldSpec, as_record

Results: TypeAlias = NDArray[np.void]
"""One record a play, in play order, of the game's `result_type`."""


class Scope(StrEnum):
    """The unit that a measure is counted for."""

    PLAY = "play"  # once a play
    SEAT = "seat"  # for each seat of the first deal, that is, for each player
    DEAL_SEAT = "deal_seat"  # for each seat of the deal, whoever sits there


class ScorePart(StrEnum):
    """The effect of a seat measure on the seat's score, the measure `points`: the declared parts add up to it."""

    NONE = "none"
    ADDS = "adds"
    DEDUCTS = "deducts"


class AtLeast(NamedTuple):
    """That another measure of the play, or of the same seat, is `least` or more."""

    measure: str
    least: int


class Measure(NamedTuple):
    """One number that a play yields, or one for each seat.

    `type` is a NumPy type code: `?`, `u1`, `u2`, `i2`, `u4`, `i4`, `f4`. `margin` is the half-width of the region of
    practical equivalence, in the measure's own unit: a mean that moved by less counts as the same.
    `help` is one sentence that a designer understands.

    part       what it does to the seat's score
    counted    when there is anything to count; plays, or seats, in which it does not hold are left out of every figure
    each       what a value is about, where that is not the play, the seat or the deal: `a movie`
    nominal    whether its numbers only name kinds, so that a mean says nothing
    detail     whether it is one of many that split another measure up, shown only where there is room
    jump       by how much a play's value may differ where something rare happens: a rare prize of 5 points has 5.
               Intervals leave room for one that has not been seen yet
    repeats    the figure that says the same in most games of it, `win_rate_side_heroes`; `win_rate` in a seat measure
               is that of the seat's side. Where the two are equal in every play, people see only the other
    below_zero whether it may be below 0, so that a percentage of it says nothing
    lower, higher   what a table is called by which it is lower or higher: `shorter` and `longer`
    words      words beside its title and those two by which somebody may name it in a sentence
    """

    name: str
    help: str
    margin: float
    type: str = "u2"
    scope: Scope = Scope.PLAY
    unit: str = ""
    title: str = ""
    part: ScorePart = ScorePart.NONE
    counted: AtLeast | None = None
    per: str = ""
    nominal: bool = False
    detail: bool = False
    jump: float = 1.0
    repeats: str = ""
    below_zero: bool = False
    lower: str = ""
    higher: str = ""
    words: Sequence[str] = ()

    @property
    def label(self) -> str:
        """The title, as a sentence begins with it; without one, the name in words."""
        return self.title or self.name.replace("_", " ").capitalize()

    @property
    def is_rate(self) -> bool:
        """True if each play answers it with yes or no."""
        return self.type == "?"


class Sides(NamedTuple):
    """The sides of a game with teams, which every play may deal anew.

    `measure` is the seat measure that says on which side each seat was, as the place of its name in `names`; the names
    are plural, and of lower case: `patriots`.
    """

    measure: str
    names: tuple[str, ...]

    def label(self, side: int) -> str:
        """A side's name in words."""
        return self.names[side].replace("_", " ")


WINNERS = "winners"
TOTAL = "points"
"""The seat measure that is a player's score, where a game has one of this name."""
WON = "won"
"""The measure of whether all have won, in a game that all win or lose together."""
LEAD = "margin"
"""The measure of how far the winner is ahead of the next, where a game has one of this name."""
CUT_SHORT = "capped"
"""The measure of a game whose plays may be ended by a limit: whether this one was."""
DECISIONS = Measure("decisions", "Decisions that the bots made in the play.", margin=0.5, type="u4", unit="decisions")
TIE = Measure(
    "tie",
    "Whether two or more seats share the win, or two sides where there are teams.",
    margin=0.01,
    type="?",
    title="Ties",
    words=("tie", "draws", "shared wins"),
)
WIN_RATE = Measure(
    "win_rate",
    "Share of the wins; a win shared by k seats counts 1/k for each.",
    margin=0.01,
    type="f4",
    scope=Scope.SEAT,
)
SPREAD = "seat_win_rate_spread"
SIDE_WIN_RATE = Measure(
    "side_win_rate",
    "Share of the plays that a side wins, of those in which somebody is on it; a win shared by k sides counts 1/k.",
    margin=0.01,
    type="f4",
    scope=Scope.SEAT,
    title="Win rate",
)
COMMON = (DECISIONS, TIE)
"""Measures that every game has; the play loop fills them in."""


def result_type(measures: Iterable[Measure], seats: int) -> np.dtype[np.void]:
    """The record of one play: `winners` (a bit a seat), then every measure; seat measures have `seats` places."""
    fields: list[FieldSpec] = [(WINNERS, "u2")]
    for measure in measures:
        shape = () if measure.scope is Scope.PLAY else (seats,)
        fields.append((measure.name, measure.type, shape))
    return as_record(fields)


def win_shares(winners: NDArray[np.uint16], seats: int) -> NDArray[np.float32]:
    """Each seat's share of each play's win, shape (plays, seats), from the bits of `winners`."""
    won = (winners[:, None] >> np.arange(seats, dtype=np.uint16)) & 1
    shares: NDArray[np.float32] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return shares.astype(np.float32)


def by_scope(measures: Sequence[Measure], scope: Scope) -> list[Measure]:
    """The measures of one scope, in order."""
    return [measure for measure in measures if measure.scope is scope]


def counted_in(results: Results, measure: Measure, seats: int) -> NDArray[np.bool_] | None:
    """Where there is anything to count, shape (plays,), or (plays, seats) for measures by seat; None: everywhere."""
    if measure.counted is None:
        return None
    held: NDArray[np.bool_] = results[measure.counted.measure] >= measure.counted.least
    if measure.scope is Scope.PLAY:
        return held
    return held[:, :seats] if held.ndim > 1 else np.broadcast_to(held[:, None], (len(held), seats))


def seats_on(results: Results, sides: Sides, side: int, seats: int) -> NDArray[np.bool_]:
    """True where a seat was on a side in a play, shape (plays, seats)."""
    on: NDArray[np.bool_] = results[sides.measure][:, :seats] == side
    return on


def side_shares(results: Results, sides: Sides, seats: int) -> NDArray[np.float64]:
    """Each side's share of each play's win, shape (plays, sides): a side wins with anybody on it."""
    won = ((results[WINNERS][:, None] >> np.arange(seats, dtype=np.uint16)) & 1).astype(bool)
    winning = [(won & seats_on(results, sides, side, seats)).any(axis=1) for side in range(len(sides.names))]
    shares: NDArray[np.float64] = np.stack(winning, axis=1) / np.maximum(1, sum(winning))[:, None]
    return shares
