"""The batches of a study: what is played, what a play costs, and so how many plays a study can afford."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor, log10
from typing import Any

import numpy as np

from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEARCH
from workbench.bots.spec import seat_bots
from workbench.scenario import Scenario
from workbench.study.batch_player import RunOptions, make_batch

Winners = np.ndarray[Any, np.dtype[np.uint16]]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Leg:
    """One batch of a study: what it is called, what is played, and what a play of it costs (see `play_cost`)."""

    title: str
    scenario: Scenario
    cost: float

    @property
    def key(self) -> Key:
        """Legs with equal keys play the very same."""
        return self.scenario.bots, self.scenario.plays, self.scenario.seed, self.scenario.retake

    @property
    def work(self) -> float:
        """What the whole batch costs."""
        return self.cost * self.scenario.plays


@dataclass(frozen=True)
class Played:
    """A batch that is played: who won each play, a bit a seat, shape (plays,), and its run in the store."""

    winners: Winners
    run: str | None


def with_bots(scenario: Scenario, bots: Sequence[str], plays: int | None = None, retake: int = 0) -> Scenario:
    """The scenario played by these bots, one a seat."""
    plays = scenario.plays if plays is None else plays
    return replace(scenario, bots=tuple(bots), plays=plays, retake=retake, goals=(), warnings=())


WORK = 60_000_000
"""About how much each batch of a study may cost: half a minute on two cores that make a million iterations a second."""
COSTS = {RANDOM: 0.03, GREEDY: 0.5}
"""A decision without search; of a style, as of greedy."""
PROBED = 32
"""Plays from which the number of decisions in a play is known well enough."""
USUAL_SPEED = 1_000_000.0
"""Iterations a second on one core."""


def play_cost(scenario: Scenario, decisions: float) -> float:
    """What a play of the scenario's table costs, if it has so many decisions, shared evenly among the seats."""
    seats = seat_bots(scenario.game, scenario.bots, scenario.players)
    if seats.dtype == RANDOM_SEATS:
        return decisions * COSTS[RANDOM]
    there = slice(scenario.players)
    costs = map(_decision_cost, seats.kind[there].tolist(), seats.number[there].tolist())
    return decisions * sum(costs) / scenario.players


def _decision_cost(kind: int, number: int) -> float:
    return float(number) if kind == SEARCH else COSTS.get(kind, COSTS[GREEDY])


def decisions_a_play(scenario: Scenario, options: RunOptions) -> float:
    """How many decisions a play has, from a few plays of greedy bots, which compiles the rules if need be."""
    batch = make_batch(with_bots(scenario, ["greedy"] * scenario.players))
    if not batch.kernel.is_warm:
        options.compiling()
    return float(batch.play(0, PROBED)["decisions"].mean())


def affordable(cost: float, fewest: int, most: int, work: float = WORK) -> int:
    """How many plays of that cost the work buys, to two figures, from `fewest` to `most`."""
    return max(fewest, min(most, to_two_figures(work / cost)))


def to_two_figures(number: float) -> int:
    """The number rounded down to two figures."""
    step: int = 10 ** max(0, floor(log10(max(1.0, number))) - 1)
    return int(number / step) * step
