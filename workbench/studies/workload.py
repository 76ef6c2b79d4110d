"""How much a study has to play, and how long that takes on this machine."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.engine.batch import cores
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.study.strength.contest import (
    PROBED,
    USUAL_SPEED,
    StudyBatch,
    affordable,
    decisions_a_play,
    declared_cost,
    play_cost,
    with_bots,
)

USUAL_DECISIONS = 100.0
"""Decisions in a play, where nothing has been played."""
BATCH_S = 0.4
"""Seconds that a batch takes besides its plays: it is entered into the store, chunk by chunk."""


QUICK_WORK, DECISIONS, FEWEST = 38_000_000, 300, 100
"""About how much a quick look may cost; decisions of a play, of which no game here has many more; and fewest plays."""


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
    """The work of a study: plays, seconds on all cores, and whether all of it is stored already.

    `compiles` says that the rules have to be compiled first for some of the tables.
    """

    plays: int
    seconds: float
    stored: bool
    compiles: bool


def quick_plays(scenario: Scenario) -> int:
    """The plays of a quick look, by declared costs alone: the scenario's own, fewer where its bots are slow."""
    return affordable(declared_cost(scenario, DECISIONS), FEWEST, scenario.plays, QUICK_WORK)


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


def workload_of(batches: Sequence[StudyBatch], pace: Pace, is_stored: bool, stores: bool) -> Workload:
    """The workload of so many batches; `is_stored` says that all are there, `stores` that each is stored."""
    different = {batch.key: batch for batch in batches}.values()
    work = sum(batch.work for batch in different)
    plays = sum(batch.scenario.plays for batch in different)
    kernels = {make_batch(batch.scenario).kernel for batch in different}
    compiles = not all(kernel.is_warm for kernel in kernels)
    seconds = work / (pace.speed * cores()) + (BATCH_S if stores else 0.0) * len(different)
    return Workload(plays, seconds, is_stored, compiles)


def batches_workload(revisions: Sequence[Scenario], model: Scenario, pace: Pace) -> Workload:
    """The workload of a batch of each revision, with the plays and the seed of the model; nothing of it is stored."""
    played = [replace(revision, plays=model.plays, seed=model.seed) for revision in revisions]
    batches = [StudyBatch(revision.name, revision, play_cost(revision, pace.decisions)) for revision in played]
    seconds = sum(batch.work for batch in batches) / (pace.speed * cores())
    compiles = not all(make_batch(revision).kernel.is_warm for revision in played)
    return Workload(model.plays * len(batches), seconds, False, compiles)
