"""What plays cost, so that a study can choose how many to make and say how long they will take.

The unit is one iteration of search in Hitmakers. All costs are declared, here and by each game (`Game.cost`), never
timed: the same command plans the same plays on every machine.
"""

from math import floor, log10

from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEARCH
from workbench.bots.spec import seat_bots
from workbench.study.scenario import Scenario
from workbench.study.simulate import Session, batch_of
from workbench.study.strength.course import with_bots

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


def decisions_a_play(scenario: Scenario, session: Session) -> float:
    """How many decisions a play has, from a few plays of greedy bots, which compiles the rules if need be."""
    batch = batch_of(with_bots(scenario, ["greedy"] * scenario.players))
    if not batch.kernel.is_warm:
        session.compiling()
    return float(batch.play(0, PROBED)["decisions"].mean())


def affordable(cost: float, fewest: int, most: int, work: float = WORK) -> int:
    """How many plays of that cost the work buys, to two figures, from `fewest` to `most`."""
    return max(fewest, min(most, to_two_figures(work / cost)))


def to_two_figures(number: float) -> int:
    """The number rounded down to two figures."""
    step: int = 10 ** max(0, floor(log10(max(1.0, number))) - 1)
    return int(number / step) * step
