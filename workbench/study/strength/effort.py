"""What plays cost, so that a study can choose how many to make and say how long they will take.

The unit is one iteration of search. The ratios were measured on Hitmakers; they shape defaults and the time that is
left, never a result. Where a unit takes far longer (`slowness`), as with bots that weigh what others may hold, fewer
plays are affordable.
"""

import time
from contextlib import suppress
from math import floor, log, log10
from pathlib import Path

from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEARCH
from workbench.bots.spec import seat_bots
from workbench.engine.batch import game_code_hash
from workbench.engine.compiling import cache_root, plain_mode
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
STEP = 2
"""Slowness is told in powers of this, so that it is the same whenever it is measured, or nearly."""


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


def slowness(scenario: Scenario, decisions: float) -> int:
    """How many times the usual time a unit of work takes in this game at such a table: 1, 2, 4 …

    Measured once in plays of greedy bots and kept beside the compiled rules, since the plays that a study makes by
    default depend on it, and a study is found again by them; 1 while the rules are not compiled.
    """
    kept = _kept(scenario)
    with suppress(OSError, ValueError):
        return int(kept.read_text())
    greedy = with_bots(scenario, ["greedy"] * scenario.players)
    batch = batch_of(greedy)
    if plain_mode() or not batch.kernel.is_warm:
        return 1
    batch.play(0, 1)  # loads what is compiled
    began = time.thread_time()
    batch.play(0, PROBED, 1)
    found = in_steps(USUAL_SPEED * (time.thread_time() - began) / (PROBED * play_cost(greedy, decisions)))
    with suppress(OSError):  # without it, it is measured anew
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f"{found}\n")
    return found


def _kept(scenario: Scenario) -> Path:
    """The file that keeps how slow a game is, with this code, for so many players."""
    game = scenario.game
    return cache_root() / "slowness" / f"{game.name}-{scenario.players}-{game_code_hash(game)[:12]}.txt"


def in_steps(times: float) -> int:
    """The nearest power of `STEP`, at least 1."""
    return int(STEP ** max(0, round(log(max(times, 1.0), STEP))))


def affordable(cost: float, fewest: int, most: int, work: float = WORK) -> int:
    """How many plays of that cost the work buys, to two figures, from `fewest` to `most`."""
    return max(fewest, min(most, to_two_figures(work / cost)))


def to_two_figures(number: float) -> int:
    """The number rounded down to two figures."""
    step: int = 10 ** max(0, floor(log10(max(1.0, number))) - 1)
    return int(number / step) * step
