"""Estimates of how many plays a study needs, and how long they take on this computer."""

import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from workbench.app.jobs.batch_job import stored
from workbench.engine.batch import cores
from workbench.scenario import Scenario
from workbench.store import Status, Store
from workbench.study.batch_player import RunOptions, make_batch
from workbench.study.strength import LadderPlan, StrategiesPlan, Usage
from workbench.study.strength.contest import PROBED, USUAL_SPEED, Leg, decisions_a_play, legs_of, play_cost, with_bots
from workbench.study.strength.ladder import pairings
from workbench.study.strength.luck import retake_legs
from workbench.study.strength.robin import meetings
from workbench.study.strength.strategies import restrictions

USUAL_DECISIONS = 100.0
"""Decisions in a play, where nothing has been played."""


LEG_S = 0.4
"""Seconds that a batch takes besides its plays: it is entered into the store, chunk by chunk."""


@dataclass(frozen=True)
class Pace:
    """Decisions of a play, and how much work (`study.strength.batches`) one thread of this machine does in a second.

    `measured` is False while the rules are not compiled.
    """

    decisions: float
    speed: float
    measured: bool


@dataclass(frozen=True)
class Workload:
    """What a study has to play: plays, seconds on all cores, and whether all of it is stored already.

    `compiles` says that the rules have to be compiled first for some of the tables.
    """

    plays: int
    seconds: float
    stored: bool
    compiles: bool


def pace_of(scenario: Scenario) -> Pace:
    """The pace of this machine at this game, from the plays of greedy bots that a study begins with."""
    greedy = with_bots(scenario, ["greedy"] * scenario.players)
    batch = make_batch(greedy)
    if not batch.kernel.is_warm:
        return Pace(USUAL_DECISIONS, USUAL_SPEED, False)
    batch.warm_up()
    began = time.perf_counter()
    decisions = decisions_a_play(scenario, RunOptions(jobs=1))
    work = PROBED * play_cost(greedy, decisions)
    return Pace(decisions, work / (time.perf_counter() - began), True)


def ladder_workload(scenario: Scenario, plan: LadderPlan, pace: Pace, store: Store) -> Workload:
    """The workload of a ladder."""
    steps = [legs_of(scenario, pairing, pace.decisions) for pairing in pairings(scenario, plan, pace.decisions)]
    legs = [*_flat(steps), *retake_legs(scenario, plan, pace.decisions)]
    with _open(store):
        return _prospect(legs, pace, pace.measured and all(_is_done(store, leg) for leg in legs))


def strategies_workload(scenario: Scenario, plan: StrategiesPlan, pace: Pace, store: Store) -> Workload:
    """The workload of a study of strategies in which every kind of action can be left out."""
    names = [kind.name.lower() for kind in scenario.game.action_kinds]
    everywhere = dict.fromkeys(names, Usage(plays=1, offered=1.0, chosen=0.0, forced=0.0))
    kinds = [legs for _, legs in restrictions(scenario, plan.mechanisms, everywhere, pace.decisions).values()]
    pairs = _flat(legs for _, legs in meetings(scenario, plan.robin, pace.decisions))
    with _open(store):
        done = pace.measured and all(_is_done(store, leg) for leg in pairs) and _are_played(store, kinds)
    return _prospect([*_flat(kinds), *pairs], pace, done)


def _open(store: Store) -> AbstractContextManager[None]:
    """Keep the store open for many queries; none is made where there is none."""
    return store.session() if store.path.exists() else nullcontext()


def _are_played(store: Store, kinds: Sequence[Sequence[Leg]]) -> bool:
    """Whether the kinds that can be left out have been: some are finished, and none was begun and broken off.

    Which kinds can be left out is known only by playing, and kinds are played one after the other.
    """
    whole = [all(_is_done(store, leg) for leg in legs) for legs in kinds]
    begun = [leg for legs, done in zip(kinds, whole, strict=True) if not done for leg in legs]
    return any(whole) and not any(_is_begun(store, leg) for leg in begun)


def _is_done(store: Store, leg: Leg) -> bool:
    return stored(store, leg.scenario) is not None


def _is_begun(store: Store, leg: Leg) -> bool:
    return any(stored(store, leg.scenario, status) for status in Status)


def _flat(legs: Iterable[Iterable[Leg]]) -> list[Leg]:
    return [leg for few in legs for leg in few]


def _prospect(legs: Sequence[Leg], pace: Pace, is_stored: bool) -> Workload:
    different = {leg.key: leg for leg in legs}.values()
    work = sum(leg.work for leg in different)
    plays = sum(leg.scenario.plays for leg in different)
    kernels = {make_batch(leg.scenario).kernel for leg in different}
    compiles = not all(kernel.is_warm for kernel in kernels)
    seconds = work / (pace.speed * cores()) + LEG_S * len(different)
    return Workload(plays, seconds, is_stored, compiles)
