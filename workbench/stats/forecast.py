"""How many further plays would settle a question, told as a range with a chance instead of one number.

What is known after n plays is an estimate d with standard error e. After N plays in all, the estimate will be about
Normal(d, e² (1 - n / N)): it keeps what it has, and moves by what is new (the predictive distribution under a flat
prior). It decides the question if it then lies more than `reach` of its errors, e sqrt(n / N) each, from both edges of
the margin. The chance of that grows with N; the forecast names the N at which it is 50 % and 80 %.
"""

from dataclasses import dataclass
from math import ceil, isfinite, sqrt

import numpy as np

from workbench.stats.evidence import FEWEST_PLAYS
from workbench.stats.rare import half_width
from workbench.stats.samples import Floats, special

EVEN, LIKELY = 0.5, 0.8
"""The chances that a forecast is about."""
MOST_TIMES = 30.0
"""Where it takes more than so many times the plays that are there, the estimate sits at the edge: no number is told."""
STEPS = 2_000
"""How finely the number of plays is searched: steps of less than one per cent."""


@dataclass(frozen=True)
class Forecast:
    """Further plays after which a question is decided with a chance of 50 % (`even`) and of 80 % (`likely`)."""

    even: int
    likely: int

    def times(self, factor: float) -> "Forecast":
        """The forecast in plays of which only one in `factor` is about the question."""
        return Forecast(ceil(self.even * factor), ceil(self.likely * factor))


def forecast(
    difference: float, error: float, n: int, margin: float, reach: float, jump: float = 0.0
) -> Forecast | None:
    """Further plays until `difference` is told from both -margin and margin, from its standard error after n plays.

    `reach` is how many standard errors away an edge has to be: 1.96 for a 95 % interval, more where many questions
    share the risk. `jump` is the room for what is rare, as in `rare`. Never fewer than `FEWEST_PLAYS` in all, and at
    least 1. None where there is no sensible number: the estimate sits at the edge of the margin.
    """
    least = max(1, FEWEST_PLAYS - n)
    if n < 1 or not (isfinite(difference) and isfinite(error)):
        return Forecast(least, least) if n < FEWEST_PLAYS else None
    times = np.geomspace(1 + 1 / STEPS, MOST_TIMES, STEPS)
    moves = np.sqrt((error**2 + (jump / n) ** 2) * (1 - 1 / times))
    needed: Floats = half_width(np.full(STEPS, error * sqrt(n)), n * times, reach, jump)
    chance = np.maximum.accumulate(_chances(difference, margin, np.maximum(moves, np.finfo(float).tiny), needed))
    if chance[-1] < LIKELY:
        return None
    even, likely = (max(least, ceil(n * (times[np.searchsorted(chance, wanted)] - 1))) for wanted in (EVEN, LIKELY))
    return Forecast(even, likely)


def _chances(now: float, margin: float, moves: Floats, needed: Floats) -> Floats:
    """The chance of a decision, shape (k,): the estimate moves from `now`, and decides `needed` from both edges."""
    ndtr = special().ndtr
    beyond = ndtr((now - margin - needed) / moves) + ndtr((-now - margin - needed) / moves)
    inside = ndtr((margin - needed - now) / moves) - ndtr((needed - margin - now) / moves)
    return np.asarray(beyond + np.maximum(inside, 0))
