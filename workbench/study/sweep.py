"""Playing a sweep: every combination on the same shuffles, and plays where they decide most.

All intervals are confidence sequences of the confidence that keeps every figure of every combination together at 95 %,
whenever one looks. Plays go where they decide most (`stats.race`). What is best by then is confirmed on fresh seeds,
since the best of many looks better than it is: only then it is called best.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.scenario import Scenario
from workbench.scenario.model import PLAYS
from workbench.scenario.vary import Combination
from workbench.stats.evidence import RISK, simultaneous_confidence
from workbench.stats.race import Entrant, Place, Span, is_decided, leader, next_round, place_of
from workbench.store import (
    Gathered,
    Store,
    append_tallies,
    create_run,
    find_gathered,
    find_run,
    find_shorter,
    finish_run,
    save_revision,
)
from workbench.study.batch_player import LEAVE_S, RunOptions, stoppable
from workbench.study.grid import Cell, Confirmation, Ending, Plan, Sweep, figure_names, losses_of, read_cell
from workbench.study.outcome import fresh_seed, layout, make_batch
from workbench.study.simulate import request_of, revision_of, stored_tallies
from workbench.study.strength.contest import affordable, decisions_a_play, play_cost
from workbench.study.stretches import LocalPlays, Plays, Side
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Tallies

STUDY = "sweep"
"""The name of the study, as the store keeps it with its runs."""
WORK, QUICK_WORK = 240_000_000, 30_000_000
"""What a sweep may cost where nobody says how many plays it has; a quick look less."""
USUAL_PLAYS, QUICK_PLAYS = (500, 50_000), (150, 8_000)
"""Plays for each combination on the average, at least and at most, where nobody says how many."""
UNLIMITED = 1 << 62
"""More plays than anybody has."""


def usual_plays(scenario: Scenario, tables: int, quick: bool, decisions: float) -> int:
    """How many plays so many tables may have in all, where nobody says: a few minutes of them, less for a quick look.

    It follows from what the game declares of its costs, and from the number of decisions in a play, so that it is the
    same on every machine.
    """
    cost = play_cost(scenario, decisions) * scenario.game.cost(scenario.rules)
    low, high = QUICK_PLAYS if quick else USUAL_PLAYS
    return min(int(PLAYS.high), affordable(cost, tables * low, tables * high, QUICK_WORK if quick else WORK))


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: `done` of at most `plays` plays; what is known of each combination by now."""

    title: str
    done: int
    plays: int
    cells: tuple[Cell, ...]


FollowSweep = Callable[[SweepProgress], None]


def ignore(progress: SweepProgress) -> None:
    """No-op progress callback."""


class CellPlayer:
    """Plays one combination, a few plays at a time, and adds them up."""

    def __init__(self, combination: Combination) -> None:
        self.combination, self.scenario = combination, combination.scenario
        self.tallies = Tallies.empty(layout(self.scenario))
        self.digest = Digest(self.scenario.game.result)
        self.stored = 0
        self.seconds = 0.0

    @property
    def plays(self) -> int:
        """How many plays it has."""
        return self.tallies.plays

    def play(self, plays: int, options: RunOptions) -> None:
        """Have so many plays in all; fewer where it is stopped."""
        for (stretch,) in self._source(options).stretches(self.plays, plays, rows=False):
            self.tallies.add(stretch.tallies)
            self.digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
            self.seconds += stretch.seconds

    def _source(self, options: RunOptions) -> Plays:
        if options.cluster:
            return options.cluster.plays([self.scenario], options.stop)
        batch = make_batch(self.scenario)
        if not batch.kernel.is_warm:
            options.compiling()
            batch.warm_up(options.stop)
        return LocalPlays([Side(batch, self.tallies.layout)], options.jobs, options.stop)

    def take_up(self, store: Store, most: int) -> None:
        """Go on from the longest stored batch of it that has no more than `most` plays."""
        request = request_of(replace(self.scenario, plays=most), {})
        run = find_run(store, request) or find_shorter(store, request)
        gathered = find_gathered(store, run) if run else None
        known = stored_tallies(store, run, self.tallies.layout) if run else None
        if run and known and gathered and gathered.digest is not None:
            self.tallies, self.digest = known, Digest.from_bytes(self.digest.record, gathered.digest)
            self.stored, self.seconds = known.plays, run.elapsed_s

    def keep(self, store: Store, extra: Mapping[str, Any]) -> None:
        """Store what it has as a batch of so many plays, unless it is there."""
        if self.plays <= self.stored:
            return
        played = replace(self.scenario, plays=self.plays)
        save_revision(store, revision_of(played))
        run = create_run(store, request_of(played, dict(extra)), False)
        gathered = Gathered(self.tallies.to_bytes(), self.digest.to_bytes())
        append_tallies(store, run, 0, self.plays, gathered, self.seconds)
        finish_run(store, run.id, self.digest.hexdigest())
        self.stored = self.plays


@dataclass
class _Race:
    """A sweep while it is played."""

    plan: Plan
    budget: int
    options: RunOptions
    follow: FollowSweep
    players: dict[int, CellPlayer] = field(default_factory=dict)
    confirming: CellPlayer | None = None
    rounds: int = 0

    def __post_init__(self) -> None:
        self.players = {place: CellPlayer(self.plan.combinations[place]) for place in self.plan.valid}
        self.confidence = self.plan.confidence
        self.cells = [Cell(each) for each in self.plan.combinations]

    @property
    def plays(self) -> int:
        """All plays so far."""
        confirming = self.confirming.plays if self.confirming else 0
        return sum(player.plays for player in self.players.values()) + confirming

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self.options.stop.is_set()

    def take_up(self) -> None:
        """Begin with the plays that are stored."""
        self._take_up(self.players.values(), self.budget)

    def _take_up(self, players: Iterable[CellPlayer], most: int) -> None:
        store = stoppable(self.options)
        if store and store.exists:
            with store.session():
                for player in players:
                    player.take_up(store, most)

    def keep(self) -> None:
        """Store what was played, the plays that confirm the best one too."""
        store = stoppable(self.options, grace_s=LEAVE_S)
        if store:
            about = self.plan.scenario
            extra = {"study": STUDY, "of": about.rules_hash, "seed": about.seed, "asked": self.plan.asked}
            with store.session():
                for player in [*self.players.values(), *([self.confirming] if self.confirming else [])]:
                    player.keep(store, extra)

    def run(self) -> None:
        """Play round after round, until nothing is open or no plays are left."""
        for place in self.players:
            self._read(place)
        while (targets := next_round(self._entrants(), self.budget - self.plays)) and not self.is_stopped:
            self.rounds += 1
            for place, plays in targets.items():
                self._play(place, plays)

    def _play(self, place: int, plays: int) -> None:
        if not self.is_stopped:
            player = self.players[place]
            player.play(plays, self.options)
            self._read(place)
            self._tell(f"round {self.rounds}")

    def _read(self, place: int) -> None:
        player = self.players[place]
        if player.plays:
            self.cells[place] = read_cell(player.combination, player.tallies, self.plan.targets, self.confidence)

    def _tell(self, title: str) -> None:
        self.follow(SweepProgress(title, self.plays, self.budget, tuple(placed(self.cells))))

    def _entrants(self) -> dict[int, Entrant]:
        cells = {place: self.cells[place] for place in self.players}
        return {place: Entrant(cell.plays, cell.loss, cell.is_open) for place, cell in cells.items()}

    def confirmed(self) -> Confirmation | None:
        """The leader on fresh seeds, if it is decided who that is."""
        losses = losses_of(self.cells)
        if not losses or not is_decided(losses) or self.is_stopped:
            return None
        first = leader(losses)
        known, seed = self.cells[first], fresh_seed(self.plan.scenario.seed)
        fresh = replace(known.combination, scenario=replace(known.combination.scenario, seed=seed))
        self.confirming = player = CellPlayer(fresh)
        self._take_up([player], known.plays)
        player.play(known.plays, self.options)
        if player.plays < known.plays:
            return None
        self._tell("confirming the best")
        names = figure_names(fresh.scenario, self.plan.targets)
        cell = read_cell(fresh, player.tallies, self.plan.targets, simultaneous_confidence(1 - RISK, len(names)))
        return Confirmation(seed, cell, holds_again(cell.loss, losses, first))

    def ending(self) -> Ending:
        """Why it ended."""
        if self.is_stopped:
            return Ending.STOPPED
        return Ending.BUDGET if next_round(self._entrants(), UNLIMITED) else Ending.DECIDED


def holds_again(again: Span | None, losses: Mapping[int, Span], first: int) -> bool:
    """Whether the leader does as well on fresh seeds: no other is better by more than the margin."""
    others = [span.low for place, span in losses.items() if place != first]
    if again is None or again.low > losses[first].high:
        return False
    return all(again.high - 1 <= low for low in others)


def placed(cells: Sequence[Cell], confirmed: bool = False) -> list[Cell]:
    """The cells with how each stands beside the leader, which is best where that is decided and confirmed."""
    losses = losses_of(cells)
    if not losses:
        return list(cells)
    first = leader(losses)
    decided = is_decided(losses)
    found = list(cells)
    for place, loss in losses.items():
        if place == first:
            where = Place.BEST if confirmed else Place.UNDECIDED
        else:
            where = place_of(loss, losses[first])
            where = where if decided or where is Place.WORSE else Place.UNDECIDED
        found[place] = replace(cells[place], place=where)
    return found


def sweep(plan: Plan, options: RunOptions, follow: FollowSweep = ignore) -> Sweep:
    """Play the plan. Where it is stopped, what was played is kept, and the sweep says that it is incomplete.

    The same plan takes up what is stored. Equal plans find the same on any number of threads.
    """
    began = time.perf_counter()
    options = replace(options, store=None) if plan.quick else options
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, decisions_a_play(plan.scenario, options))
    race = _Race(plan, budget, options, follow)
    race.take_up()
    race.run()
    confirmation = race.confirmed()
    ending = race.ending()
    race.keep()
    cells = tuple(placed(race.cells, confirmation is not None and confirmation.holds))
    found = Sweep(plan, cells, race.budget, race.plays, race.rounds, ending, confirmation)
    return replace(found, elapsed_s=time.perf_counter() - began)
