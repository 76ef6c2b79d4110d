"""Plays of a batch that are worth watching: the strangest of them, and those that a change of the rules turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.bots.seats import searches
from workbench.engine.batch import cores
from workbench.engine.measures import DECISIONS, TIE, TOTAL, WINNERS, Results
from workbench.play.films import Scene
from workbench.play.forms import make_batch
from workbench.scenario import Scenario

LOOKED_AT, LOOKED_AT_SLOWLY = 2_000, 20
"""How many plays are looked at, and how many of bots that search."""

NotableWeights = NDArray[np.float64]


@dataclass(frozen=True)
class Notability:
    """A way in which a play is notable: how much so each play is, 0 for not at all, from its results and the base's."""

    label: str
    weigh: Callable[[Results, Results], NotableWeights]
    needs_base: bool = False


def _length(results: Results) -> NotableWeights:
    return np.asarray(results[DECISIONS.name], float)


def _spread(results: Results) -> NotableWeights:
    """The points between the first and the last, where the game has points."""
    if TOTAL not in (results.dtype.names or ()):
        return np.zeros(len(results))
    return np.asarray(np.ptp(results[TOTAL], axis=1), float)


KINDS = {
    "longest": Notability("The longest", lambda here, there: _length(here)),
    "shortest": Notability("The shortest", lambda here, there: 1 / _length(here)),
    "widest": Notability("The widest spread of points", lambda here, there: _spread(here)),
    "tie": Notability("The first tie", lambda here, there: np.asarray(here[TIE.name], float)),
    "winner": Notability(
        "The first with another winner", lambda here, there: (here[WINNERS] != there[WINNERS]).astype(float), True
    ),
    "difference": Notability(
        "The largest difference in length", lambda here, there: np.abs(_length(here) - _length(there)), True
    ),
}


def find_play(scenario: Scenario, kind: str, base: Scenario | None = None) -> tuple[int | None, int]:
    """The most notable play of a kind, None where there is none; and how many plays were looked at."""
    plays = min(scenario.plays, LOOKED_AT_SLOWLY if searches(make_batch(scenario).seats) else LOOKED_AT)
    here = _results(scenario, plays)
    weights = np.asarray(KINDS[kind].weigh(here, _results(base, plays) if base else here), float)
    best = int(np.argmax(weights))
    return (best if weights[best] > 0 else None), plays


def _results(scenario: Scenario, plays: int) -> Results:
    results = make_batch(scenario).play(0, plays, cores())
    if TOTAL in (results.dtype.names or ()):
        results[TOTAL][:, scenario.players :] = results[TOTAL][:, :1]  # a seat where nobody sits is no extreme
    return results


def parting(here: Sequence[Scene], there: Sequence[Scene]) -> int | None:
    """The first step at which two plays differ, in what happens or in what lies on the table; None for the same."""
    for step, (one, other) in enumerate(zip(here, there, strict=False)):
        if one != other:
            return step
    return None if len(here) == len(there) else min(len(here), len(there))
