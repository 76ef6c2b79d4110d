"""The race of a sweep: who plays next, what is known by now, and what is kept of it.

All play the same shuffles. The values of what is judged are kept play by play, so that whoever leads is held against
all others by paired differences (`stats.race`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

import numpy as np

from workbench.scenario import Scenario
from workbench.scenario.vary import Combination
from workbench.stats import sequence_at
from workbench.stats.evidence import RISK, enough, simultaneous_confidence
from workbench.stats.paired import PairedDifference, paired_difference
from workbench.stats.race import Entrant, Place, Span, gaps, is_decided, leader, next_round, place_of
from workbench.store.answers import Answer
from workbench.study.batch_player import RunOptions, plays_of
from workbench.study.figures import figures
from workbench.study.grid import (
    Cell,
    Confirmation,
    Ending,
    Moved,
    Plan,
    Target,
    figure_names,
    losses_of,
    paired_gap,
    read_cell,
)
from workbench.study.outcome import fresh_seed, layout
from workbench.study.sweep_store import Keeper
from workbench.tallies.tallies import Tallies, pack, unpack, values_by_play

MOST_VALUES = 16_000_000
"""Values of plays that are held in memory for all combinations together, to pair them."""
UNLIMITED = 1 << 62
"""More plays than anybody has."""


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: `done` of at most `plays` plays; what is known of each combination by now.

    `fresh` of those that are done were played now, the others before: they say how long the rest takes.
    """

    title: str
    done: int
    plays: int
    cells: tuple[Cell, ...]
    fresh: int


FollowSweep = Callable[[SweepProgress], None]


def ignore(progress: SweepProgress) -> None:
    """No-op progress callback."""


class CellPlayer:
    """Adds up the plays of one combination, and keeps the values of some figures for the first `most` plays."""

    def __init__(self, combination: Combination, figures: Sequence[str] = (), most: int = 0) -> None:
        self.combination, self.scenario = combination, combination.scenario
        self.tallies = Tallies.empty(layout(self.scenario))
        self.parts: dict[str, list[Any]] = {name: [] for name in figures if name in self.tallies.layout.names}
        self.rounds: dict[int, Any] = {}  # what it had added up after so many plays
        self.most = most
        self.fresh = 0

    @property
    def plays(self) -> int:
        """How many plays it has; `fresh` of them were played here, the others are taken up."""
        return self.tallies.plays

    def play(self, plays: int, options: RunOptions) -> Iterator[None]:
        """Have so many plays in all, stretch by stretch; fewer where it is stopped."""
        for (stretch,) in plays_of([self.scenario], options).stretches(self.plays, plays, rows=bool(self.parts)):
            self.tallies.add(stretch.tallies)
            self.fresh += stretch.plays
            if stretch.rows is not None and stretch.first < self.most:
                new = values_by_play(self.tallies.layout, stretch.rows[: self.most - stretch.first])
                for name, parts in self.parts.items():
                    parts.append(new[name])
            if self.plays == plays:
                self.rounds[plays] = self._added()
            yield

    def values(self, name: str) -> Any:
        """A figure of the first plays, one by one."""
        if len(self.parts[name]) != 1:
            self.parts[name] = [np.concatenate([np.zeros(0), *self.parts[name]])]
        return self.parts[name][0]

    def difference(self, base: "CellPlayer", name: str) -> PairedDifference | None:
        """A figure less that of the base, over the plays that both have; None where some plays have none."""
        ours, theirs = self.values(name), base.values(name)
        plays = min(ours.size, theirs.size)
        ours, theirs = ours[:plays], theirs[:plays]
        if not enough(plays) or np.isnan(ours).any() or np.isnan(theirs).any():
            return None
        step = figures(self.tallies)[name].measure.jump
        return paired_difference(theirs, ours, step=step)

    def to_arrays(self, key: str) -> dict[str, Any]:
        """What is kept of it: all that it added up, what that was after each round, and the values."""
        values = {f"{key} {name}": _short(self.values(name)) for name in self.parts}
        rounds = {f"{key}@{plays}": added for plays, added in self.rounds.items()}
        return {key: self._added(), **rounds, **values} if self.plays else {}

    def _added(self) -> Any:
        return np.frombuffer(self.tallies.to_bytes(), np.uint8)

    def take_up(self, arrays: Mapping[str, Any], key: str) -> None:
        """Go on from what was kept, if the same code added it up."""
        self._set(arrays, key, key)
        rounds = {int(name.removeprefix(f"{key}@")): each for name, each in arrays.items() if _is_round(name, key)}
        self.rounds = {plays: added for plays, added in rounds.items() if plays <= self.plays}

    def take(self, arrays: Mapping[str, Any], key: str, most: int) -> None:
        """Go on from the last round that another sweep kept of the same table, of at most so many plays."""
        rounds = [int(name.removeprefix(f"{key}@")) for name in arrays if _is_round(name, key)]
        if fitting := [plays for plays in rounds if self.plays < plays <= most]:
            self._set(arrays, key, f"{key}@{max(fitting)}")
        if self.plays == most:
            self.rounds[most] = self._added()

    def _set(self, arrays: Mapping[str, Any], key: str, added: str) -> None:
        known = Tallies.from_bytes(self.tallies.layout, arrays[added].tobytes()) if added in arrays else None
        values = {name: arrays[f"{key} {name}"] for name in self.parts if f"{key} {name}" in arrays}
        singly = min(known.plays, self.most) if known else 0
        if known and all(name in values and values[name].size >= singly for name in self.parts):
            self.tallies = known
            self.parts = {name: [each[:singly].astype(np.float64)] for name, each in values.items()}


def _key(name: str) -> str:
    """The key behind the name of an array: `12` of `12@512` and of `12 points`."""
    return name.partition("@")[0].partition(" ")[0]


def _is_round(name: str, key: str) -> bool:
    return name.startswith(f"{key}@")


@dataclass
class Race:
    """A sweep while it is played. `targets`: how many plays in all some get in this round."""

    plan: Plan
    budget: int
    options: RunOptions
    keeper: Keeper
    follow: FollowSweep
    players: dict[int, CellPlayer] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    rounds: int = 0
    confirming: CellPlayer | None = None
    paired: dict[int, dict[int, Span]] = field(default_factory=dict)
    earlier: list[tuple[dict[str, Any], dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = sorted({name for name, target in self._names if target.is_judged})
        most = MOST_VALUES // max(1, len(self.plan.valid) * len(names))
        self.players = {place: CellPlayer(self.plan.combinations[place], names, most) for place in self.plan.valid}
        self.confidence = self.plan.confidence
        self.cells = [Cell(each) for each in self.plan.combinations]

    @property
    def _names(self) -> list[tuple[str, Target]]:
        scenarios = [self.plan.combinations[place].scenario for place in self.plan.valid]
        return [each for scenario in scenarios for each in figure_names(scenario, self.plan.targets)]

    @property
    def everyone(self) -> list[CellPlayer]:
        """All that play: every combination, and the one that is confirmed."""
        return [*self.players.values(), *([self.confirming] if self.confirming else [])]

    @property
    def plays(self) -> int:
        """All plays so far."""
        return sum(player.plays for player in self.everyone)

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self.options.stop.is_set()

    def run(self) -> None:
        """Play round after round, until nothing is open or no plays are left."""
        for place in self.players:
            self._read(place)
        while not self.is_stopped and (self._missing or self._begin_round()):
            for place in self._missing:
                self._play(place)
        self._pair()

    @property
    def _missing(self) -> list[int]:
        """Those that lack plays of the round."""
        return [place for place, plays in self.targets.items() if self.players[place].plays < plays]

    def _begin_round(self) -> bool:
        """Set out the next round; False where there is none."""
        self._pair()
        self.targets = self._next_round(self.budget - self.plays)
        self.rounds += bool(self.targets)
        return bool(self.targets)

    def _next_round(self, left: int) -> dict[int, int]:
        cells = {place: self.cells[place] for place in self.players}
        entrants = {place: Entrant(cell.plays, cell.loss, cell.is_open) for place, cell in cells.items()}
        return next_round(entrants, left, self._paired())

    def _play(self, place: int) -> None:
        self._take(place)
        if not self.is_stopped and place in self._missing:
            for _ in self.players[place].play(self.targets[place], self.options):
                self._read(place)
                self._tell(f"round {self.rounds}")
                self.keeper.watch(self.known)

    def _take(self, place: int) -> None:
        """Take what other sweeps played of it, unless that is more than it is to play: the answer stays the same."""
        player = self.players[place]
        for arrays, keys in self.earlier:
            if key := keys.get(_table(player.scenario)):
                player.take(arrays, key, self.targets[place])
        self._read(place)

    def _shared(self, arrays: dict[str, Any], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        """What another sweep kept of the tables that play here as well, and its key for each of them."""
        own, tables = {_table(player.scenario) for player in self.players.values()}, about.get("tables", {})
        keys = {table: key for table, key in tables.items() if table in own}
        return {name: each for name, each in arrays.items() if _key(name) in keys.values()}, keys

    def _read(self, place: int) -> None:
        player = self.players[place]
        if player.plays:
            self.cells[place] = read_cell(player.combination, player.tallies, self.plan.targets, self.confidence)

    def _pair(self) -> None:
        """Work out how much more the others lose than the leader, from the plays of the same shuffles."""
        losses = losses_of(self.cells)
        if losses:
            first = leader(losses)
            found = {place: self._gap(place, first) for place in losses if place != first}
            self.paired = {first: {place: gap for place, gap in found.items() if gap}}

    def _gap(self, place: int, first: int) -> Span | None:
        own, its = self.players[place], self.players[first]
        if own.parts.keys() != its.parts.keys():
            return None
        known = {name: own.difference(its, name) for name in own.parts}
        low, high = (
            paired_gap(self.cells[place], self.cells[first], _moved(known, each)) for each in self.plan.pair_confidences
        )
        return Span(low.low, low.mean, high.high) if low and high else None

    def _paired(self) -> dict[int, Span]:
        """What is known of the pairs with the present leader."""
        losses = losses_of(self.cells)
        return self.paired.get(leader(losses), {}) if losses else {}

    def _tell(self, title: str) -> None:
        fresh = sum(player.fresh for player in self.everyone)
        self.follow(SweepProgress(title, self.plays, self.budget, tuple(self.placed()), fresh))

    def placed(self, confirmed: bool = False) -> list[Cell]:
        """The cells, with how each stands beside the leader."""
        return placed(self.cells, self._paired(), confirmed)

    def confirmed(self) -> Confirmation | None:
        """The leader on fresh seeds, if it is decided who that is."""
        losses = losses_of(self.cells)
        if not losses or not is_decided(losses, self._paired()) or self.is_stopped:
            return None
        first = leader(losses)
        known, player = self.cells[first], self._fresh(first)
        for _ in player.play(known.plays, self.options):
            self._tell("confirming the best")
            self.keeper.watch(self.known)
        if player.plays < known.plays:
            return None
        alone = simultaneous_confidence(1 - RISK, len(figure_names(player.scenario, self.plan.targets)))
        cell, *others = (
            read_cell(each.combination, each.tallies, self.plan.targets, alone)
            for each in (player, *self.players.values())
        )
        return Confirmation(fresh_seed(self.plan.scenario.seed), cell, holds_again(cell, known, others))

    def _fresh(self, place: int) -> CellPlayer:
        """What plays a combination on fresh seeds, from where it was left."""
        own = self.plan.combinations[place]
        fresh = replace(own, scenario=replace(own.scenario, seed=fresh_seed(self.plan.scenario.seed)))
        if self.confirming is None or self.confirming.combination.values != fresh.values:
            self.confirming = CellPlayer(fresh)
        return self.confirming

    def ending(self) -> Ending:
        """Why it ended."""
        if self.is_stopped:
            return Ending.STOPPED
        return Ending.BUDGET if self._next_round(UNLIMITED) else Ending.DECIDED

    def known(self) -> Answer:
        """All that is known by now, without a sentence: it may not be the end."""
        return replace(self.keeper.question, asked=self.plan.asked, plays=self.plays, data=self.to_bytes())

    def to_bytes(self) -> bytes:
        """What was played, and what is to be played next."""
        arrays: dict[str, Any] = {}
        for place, player in self.players.items():
            arrays |= player.to_arrays(str(place))
        tables = {_table(player.scenario): str(place) for place, player in self.players.items()}
        about: dict[str, Any] = {"rounds": self.rounds, "targets": self.targets, "tables": tables}
        if fresh := self.confirming:
            arrays |= fresh.to_arrays("fresh")
            about["fresh"] = next(
                at for at, each in self.players.items() if each.combination.values == fresh.combination.values
            )
        return pack(arrays, about)

    def take_up(self) -> None:
        """Go on from what was kept, if the same code added it up; else make use of what other sweeps played."""
        data = self.keeper.find()
        found = unpack(data) if data else None
        if found is None:
            self.earlier = [self._shared(*kept) for kept in map(unpack, self.keeper.find_others()) if kept]
            return
        arrays, about = found
        for place, player in self.players.items():
            player.take_up(arrays, str(place))
        if "fresh" in about:
            self._fresh(about["fresh"]).take_up(arrays, "fresh")
        self.rounds = about["rounds"]
        self.targets = {int(place): plays for place, plays in about["targets"].items()}
        if sum(self.targets[place] - self.players[place].plays for place in self._missing) > self.budget - self.plays:
            self.targets = {}


def _table(scenario: Scenario) -> str:
    """Equal for tables that play alike."""
    return " ".join([scenario.rules_hash, *scenario.bots])


def _short(values: Any) -> Any:
    """The same values in half the room, where they fit."""
    short = values.astype(np.float32)
    return short if np.array_equal(short, values, equal_nan=True) else values


def _moved(known: Mapping[str, PairedDifference | None], confidence: float) -> Moved:
    """Between which ends each figure differs from the leader's, at every look."""
    found = {}
    for name, each in known.items():
        if each is not None:
            seen = sequence_at(each.difference, each.sd, each.n, confidence, jump=each.jump)
            found[name] = float(seen.low), float(seen.high)
    return found


def holds_again(again: Cell, known: Cell, others: Iterable[Cell]) -> bool:
    """Whether the leader does as well on fresh seeds: no worse than before, and no other better by over a margin.

    The fresh plays are independent of all others: what a difference may be off follows from both by the root of the sum
    of squares.
    """
    assert known.loss is not None and again.loss is not None
    if again.loss.low > known.loss.high:
        return False
    rivals = [each.loss for each in others if each.loss and each.combination.values != again.combination.values]
    above = again.loss.high - again.loss.mean
    return all(again.loss.mean - each.mean + hypot(above, each.mean - each.low) <= 1 for each in rivals)


def placed(cells: Sequence[Cell], paired: Mapping[int, Span], confirmed: bool = False) -> list[Cell]:
    """The cells with how each stands beside the leader, which is best where that is decided and confirmed."""
    losses = losses_of(cells)
    if not losses:
        return list(cells)
    first = leader(losses)
    decided = is_decided(losses, paired)
    found = list(cells)
    found[first] = replace(cells[first], place=Place.BEST if confirmed else Place.UNDECIDED)
    for place, gap in gaps(losses, paired).items():
        where = place_of(gap)
        found[place] = replace(cells[place], place=where if decided or where is Place.WORSE else Place.UNDECIDED)
    return found
