"""Figures: one number of an answer, what it counts and for whom, with its estimate and interval."""

from dataclasses import dataclass
from enum import StrEnum

from workbench.engine.measures import SIDE_WIN_RATE, Measure
from workbench.stats.estimate import Estimate


class Prominence(StrEnum):
    """Where people see a figure: among the main ones, below as a detail, or nowhere since it says nothing new."""

    MAIN = "main"
    DETAIL = "detail"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Figure:
    """The estimate of a measure. Answers that say more of it, such as a verdict, are kinds of it.

    name      what goals, commands and JSON call it
    measure   what it counts: its unit, and the smallest change that counts
    seat, side  set where it belongs to one
    repeated  another figure says the same in every play
    """

    name: str
    measure: Measure
    estimate: Estimate
    seat: int | None = None
    side: str = ""
    repeated: bool = False

    @property
    def label(self) -> str:
        """The name in words."""
        return ", ".join(filter(None, (self.measure.label, self.place)))

    @property
    def place(self) -> str:
        """The side and the seat that it is about, in words, seats counted from 1 as at a table."""
        at = "" if self.seat is None else f"seat {self.seat + 1}"
        return ", ".join(filter(None, (self.side.replace("_", " "), at)))

    @property
    def margin(self) -> float:
        """Half-width of the region of practical equivalence, in the measure's own unit."""
        return self.measure.margin

    @property
    def prominence(self) -> Prominence:
        """Where people see it."""
        if self.measure.nominal or self.repeated:
            return Prominence.HIDDEN
        within_side = self.side and (self.seat is not None or self.measure is not SIDE_WIN_RATE)
        return Prominence.DETAIL if within_side or self.measure.detail else Prominence.MAIN
