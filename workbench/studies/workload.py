"""How much a study has to play, and how long that takes on this machine."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import floor, log10, sqrt
from typing import NamedTuple

from workbench.bots.quick import BY_WORTH
from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEARCH, STYLE, THINKER
from workbench.bots.spec import seat_bots, usual_bot
from workbench.engine.batch import cores
from workbench.play.forms import is_searched, make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario

BatchKey = tuple[object, ...]


class Length(NamedTuple):
    """The decisions of a play, and of one of its stages, to whose end bots play on in their thoughts."""

    decisions: float
    of_stage: float


@dataclass(frozen=True)
class StudyBatch:
    """One batch of a study: what it is called, what is played, and what a play of it costs (see `play_cost`)."""

    title: str
    scenario: Scenario
    cost: float

    @property
    def key(self) -> BatchKey:
        """Batches with equal keys play the very same."""
        return self.scenario.bots, self.scenario.plays, self.scenario.seed, self.scenario.retake

    @property
    def work(self) -> float:
        """The cost of the whole batch."""
        return self.cost * self.scenario.plays


def with_bots(scenario: Scenario, bots: Sequence[str], plays: int | None = None, retake: int = 0) -> Scenario:
    """The scenario played by these bots, one a seat."""
    plays = scenario.plays if plays is None else plays
    return replace(scenario, bots=tuple(bots), plays=plays, retake=retake, goals=(), warnings=())


WORK = 60_000_000
"""About how much each batch of a study may cost: half a minute on two cores that make a million iterations a second."""
COSTS = {RANDOM: 0.03, GREEDY: 0.5}
"""A decision without search; a style's as greedy's, less where that tries its choices in continuations."""
FALLS_BACK = 0.25
"""The share of its decisions at which a style that leaves something out decides as greedy. Set by hand."""
TRIED, BY_EVALUATION, WORLD_COST, MOVE_COST = 3.5, 9.0, 0.4, 0.15
"""Of thinkers: playouts of a decision, times the root of how many there may be, as differences become clear; and what a
playout costs, in iterations where its moves are evaluated, else in those of Hitmakers for its world and each move."""
PROBED = 32
"""Plays from which the number of decisions in a play is known well enough."""
USUAL_SPEED = 1_000_000.0
"""Iterations a second on one core."""


def play_cost(scenario: Scenario, length: Length) -> float:
    """The cost of a play of the scenario's table that is so long, its decisions shared evenly among the seats."""
    game, players = scenario.game, scenario.players
    tries = 1 if game.has_evaluation else game.cost(scenario.rules)
    costs = {**COSTS, RANDOM: COSTS[RANDOM] / tries, STYLE: COSTS[GREEDY] / tries}
    seats = seat_bots(game, scenario.bots, players)
    if seats.dtype == RANDOM_SEATS:
        return length.decisions * costs[RANDOM]
    of_seats = (seats.kind, seats.number, seats.forbidden)
    at_seats = zip(*(numbers[:players].tolist() for numbers in of_seats), strict=True)
    iteration, played_on = game.search_cost(scenario.rules), WORLD_COST + MOVE_COST * length.of_stage / 2
    playout, first = BY_EVALUATION if game.has_evaluation else played_on / iteration, COSTS[GREEDY] * tries / iteration
    total = 0.0
    for seat, (kind, number, forbidden) in enumerate(at_seats):
        if kind == THINKER:
            total += min(TRIED * sqrt(number), number) * playout + (first if seats.base[seat] == BY_WORTH else 0.0)
        else:
            total += number if kind == SEARCH else costs.get(kind, costs[GREEDY])
        total += FALLS_BACK * costs[GREEDY] if kind == STYLE and forbidden and tries > 1 else 0.0
    return length.decisions * total / players


def declared_cost(scenario: Scenario, length: Length) -> float:
    """The same, times how much slower the game declares itself to be: iterations as a search in Hitmakers has them."""
    return play_cost(scenario, length) * slowness(scenario)


def slowness(scenario: Scenario) -> int:
    """How much slower the scenario's bots decide than those of Hitmakers, as the game declares."""
    game = scenario.game
    return game.search_cost(scenario.rules) if is_searched(scenario) else game.cost(scenario.rules)


def length_of(scenario: Scenario, options: RunOptions) -> Length:
    """How long a play is, from a few plays of quick bots, which compiles the rules if need be."""
    batch = make_batch(with_bots(scenario, [usual_bot(scenario.game)] * scenario.players))
    if not batch.kernel.is_warm:
        options.progress.compiling()
    plays, stages = batch.play(0, PROBED), f"{scenario.game.stage_word}s"
    decisions = float(plays["decisions"].mean())
    of_stage = decisions / max(1.0, plays[stages].mean()) if stages in (plays.dtype.names or ()) else decisions
    return Length(decisions, of_stage)


def affordable(cost: float, fewest: int, most: int, work: float = WORK) -> int:
    """How many plays of that cost the work buys, to two figures, from `fewest` to `most`."""
    return max(fewest, min(most, to_two_figures(work / cost)))


def to_two_figures(number: float) -> int:
    """The number rounded down to two figures."""
    step: int = 10 ** max(0, floor(log10(max(1.0, number))) - 1)
    return int(number / step) * step


USUAL_LENGTH, LONG = Length(100.0, 50.0), Length(300.0, 60.0)
"""The length of a play, where nothing has been played; and one than which no game here has much longer ones."""
BATCH_S = 0.4
"""Seconds that a batch takes besides its plays: it is entered into the store, chunk by chunk."""
QUICK_WORK, FEWEST = 38_000_000, 100
"""About how much a quick look may cost; and fewest plays."""


@dataclass(frozen=True)
class Pace:
    """How long a play is, and how much work (`declared_cost`) one thread of this machine does in a second."""

    length: Length
    speed: float


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
    return affordable(declared_cost(scenario, LONG), FEWEST, scenario.plays, QUICK_WORK)


def pace_of(scenario: Scenario) -> Pace:
    """The pace of this machine at this game, from the plays of quick bots that a study begins with."""
    table = with_bots(scenario, [usual_bot(scenario.game)] * scenario.players)
    batch = make_batch(table)
    if not batch.kernel.is_warm:
        return Pace(USUAL_LENGTH, USUAL_SPEED)
    batch.warm_up()
    began = time.thread_time()  # the clock also tells what else the machine does in these few milliseconds
    length = length_of(scenario, RunOptions(jobs=1))
    work = PROBED * declared_cost(table, length)
    return Pace(length, work / (time.thread_time() - began))


def workload_of(batches: Collection[StudyBatch], pace: Pace, stores: bool = False) -> Workload:
    """The workload of so many batches, of which nothing is stored yet; `stores` says that each is to be."""
    work = sum(batch.work * slowness(batch.scenario) for batch in batches)
    plays = sum(batch.scenario.plays for batch in batches)
    kernels = {make_batch(batch.scenario).kernel for batch in batches}
    seconds = work / (pace.speed * cores()) + (BATCH_S if stores else 0.0) * len(batches)
    return Workload(plays, seconds, stored=False, compiles=not all(kernel.is_warm for kernel in kernels))


def batches_workload(revisions: Sequence[Scenario], model: Scenario, pace: Pace) -> Workload:
    """The workload of a batch of each revision, with the plays and the seed of the model; nothing of it is stored."""
    played = [replace(revision, plays=model.plays, seed=model.seed) for revision in revisions]
    batches = [StudyBatch(revision.name, revision, play_cost(revision, pace.length)) for revision in played]
    return workload_of(batches, pace)
