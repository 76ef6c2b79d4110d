"""Playing a sweep: every combination on the same shuffles, and plays where they decide most.

All intervals are confidence sequences of the confidence that keeps every figure of every combination together at 95 %,
whenever one looks. Plays go where they decide most (`stats.race`): the leader and those that may be better play side by
side, so that their differences are paired. What is best by then is confirmed on fresh shuffles, since the best of many
looks better than it is: only then it is called best (`confirmation`).

What was played is kept in the store as the answer to the question that the sweep asks, now and then and at the end. The
same sweep goes on from there, whether it was stopped or killed, and ends as it would have without that.

The values of what is judged are kept play by play, so that whoever leads is held against all others by paired
differences (`stats.race`).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from workbench.engine.files import JsonValue
from workbench.engine.problems import FEWEST_PLAYS
from workbench.play.forms import fresh_seed
from workbench.play.goals import Standing
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.scenario.model import PLAYS
from workbench.stats.evidence import RISK, simultaneous_confidence
from workbench.stats.race import (
    FIRST_ROUND,
    LEAST_GAIN,
    Entrant,
    LossInterval,
    RaceStanding,
    gaps,
    is_decided,
    leader,
    next_round,
    place_of,
)
from workbench.stats.sequence import TUNED_TO
from workbench.store.answers import StoredAnswer
from workbench.studies.find.grid import (
    Confirmation,
    Ending,
    Sweep,
    SweepCell,
    SweepPlan,
    figure_names,
    losses_of,
    read_cell,
)
from workbench.studies.find.players import Arrays, CellPlayer, Keeper, gap_between, key_of, question_of
from workbench.studies.progress import Follow, Meter, ignore_progress
from workbench.studies.workload import Length, affordable, declared_cost, length_of
from workbench.tallies.tallies import pack, unpack

LONGEST = 4
"""Those that may be as good play so many times as often as the best did in the race; longer only to confirm it."""


@dataclass(frozen=True)
class Confirming:
    """The leader of a race and its rivals on fresh shuffles, as far as they have played.

    `cells` are what the race says of each place, `player` has what plays a place on fresh shuffles.
    """

    plan: SweepPlan
    cells: Sequence[SweepCell]
    first: int
    player: Callable[[int], CellPlayer]

    @property
    def rivals(self) -> list[int]:
        """Combinations that may be as good as the leader: none where it meets all of several goals."""
        leader = self.cells[self.first]
        if leader.is_floored and leader.standing is Standing.MET:
            return []
        return [
            place
            for place in self.plan.valid
            if place != self.first and self.cells[place].place is not RaceStanding.WORSE and self.cells[place].loss
        ]

    def next_round(self, left: int) -> dict[int, int]:
        """How many plays in all each gets next, of which so many are left; empty where nothing more can be shown."""
        gaps = self.gaps()
        if self._is_refuted(gaps):
            return {}
        playing = [place for place in self.rivals if self._is_open(place, gaps.get(place))]
        least = min(self.player(place).plays for place in [self.first, *playing])
        level = 2 * least or max(FEWEST_PLAYS, min(FIRST_ROUND, self._in_race.plays))
        if not playing:
            if self._meets_goals() and least >= self._in_race.plays:
                return {}
            level = max(level, self._in_race.plays)
        playing = [self.first, *playing]
        level = min(level, (left + sum(self.player(place).plays for place in playing)) // len(playing))
        is_worth_it = level >= max(FEWEST_PLAYS, LEAST_GAIN * least)
        return {place: level for place in playing if self.player(place).plays < level} if is_worth_it else {}

    def gaps(self) -> dict[int, LossInterval]:
        """How much more each rival loses than the leader on fresh shuffles, of those that have played."""
        if not self.player(self.first).plays:
            return {}
        return {place: self._gap(place) for place in self.rivals if self.player(place).plays}

    def result(self, seed: int) -> Confirmation | None:
        """The outcome of the fresh plays; None where there are none."""
        if not self.player(self.first).plays:
            return None
        gaps = self.gaps()
        refuted = self._is_refuted(gaps)
        settled = all(place in gaps and gaps[place].low >= -1 for place in self.rivals)
        holds = settled and not refuted and self._meets_goals()
        as_good = [place for place, gap in gaps.items() if place_of(gap) is RaceStanding.AS_GOOD] if holds else []
        return Confirmation(seed, self._again(), holds, refuted, frozenset(as_good))

    @property
    def _in_race(self) -> SweepCell:
        return self.cells[self.first]

    def _is_open(self, place: int, gap: LossInterval | None) -> bool:
        """True for a rival that plays on: it may be better by more than a margin, or is not known to be as good."""
        if gap is None or gap.low < -1:
            return True
        is_placed = self.cells[place].place is RaceStanding.AS_GOOD or place_of(gap) is not RaceStanding.UNDECIDED
        return not is_placed and self.player(place).plays < LONGEST * self._in_race.plays

    def _is_refuted(self, gaps: Mapping[int, LossInterval]) -> bool:
        """True if the fresh plays show that another is better by more than a margin, or that the leader is worse."""
        if not self.player(self.first).plays:
            return False
        again, in_race = self._read(self.first), self._in_race
        assert again.loss is not None and in_race.loss is not None
        misses = self._needs_goals() and self._again().standing is Standing.MISSED
        return misses or again.loss.low > in_race.loss.high or any(gap.high < -1 for gap in gaps.values())

    def _needs_goals(self) -> bool:
        """True if the best has to meet the goals: it was shown to, or another one was."""
        return any(cell.standing is Standing.MET for cell in self.cells)

    def _meets_goals(self) -> bool:
        return not self._needs_goals() or self._again().standing is Standing.MET

    def _again(self) -> SweepCell:
        """The leader on fresh shuffles, its figures together at 95 %."""
        player = self.player(self.first)
        alone = simultaneous_confidence(1 - RISK, len(figure_names(player.scenario, self.plan.targets)))
        return read_cell(player.combination, player.tallies, self.plan.targets, alone)

    def _read(self, place: int) -> SweepCell:
        """The figures of a place by the fresh plays, together with all that play: a quarter of the risk."""
        player = self.player(place)
        confidence = simultaneous_confidence(1 - RISK / 4, self._figures * (len(self.rivals) + 1))
        return read_cell(player.combination, player.tallies, self.plan.targets, confidence)

    def _gap(self, place: int) -> LossInterval:
        """The gap to the leader, from pairs, or from the losses of both where these say more.

        The lower ends hold together at 95 %, since the race has shown the same before. The upper ones say who is as
        good, and have an eighth of the risk.
        """
        pairs = self._figures * max(1, len(self.rivals))
        confidences = simultaneous_confidence(1 - 2 * RISK, pairs), simultaneous_confidence(1 - RISK / 4, pairs)
        cell, best = self._read(place), self._read(self.first)
        assert cell.loss is not None and best.loss is not None
        apart = cell.loss.minus(best.loss)
        ours, theirs = self.player(place), self.player(self.first)
        paired = gap_between(ours, theirs, (cell, best), confidences, max(TUNED_TO, self._in_race.plays))
        return apart.common(paired) if paired else apart

    @property
    def _figures(self) -> int:
        return len(figure_names(self.player(self.first).scenario, self.plan.targets))


WORK, QUICK_WORK = 240_000_000, 30_000_000
"""The cost of a sweep where nobody says how many plays it has; a quick look less."""
USUAL_PLAYS, QUICK_PLAYS = (500, 50_000), (100, 8_000)
"""Plays for each combination on the average, at least and at most, where nobody says how many."""

MOST_VALUES = 16_000_000
"""Values of plays that are held in memory for all combinations together, to pair them."""
UNLIMITED = 1 << 62
"""More plays than anybody has."""


@dataclass
class Race:
    """A sweep while it is played. `targets`: how many plays in all some get in this round.

    `fresh` play on fresh shuffles, to confirm the best; `fresh_targets` are how many plays some of them get next.
    """

    plan: SweepPlan
    budget: int
    options: RunOptions
    keeper: Keeper
    meter: Meter
    players: dict[int, CellPlayer] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    rounds: int = 0
    fresh: dict[int, CellPlayer] = field(default_factory=dict)
    fresh_targets: dict[int, int] = field(default_factory=dict)
    paired: dict[int, dict[int, LossInterval]] = field(default_factory=dict)
    earlier: list[tuple[Arrays, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        scenarios = [self.plan.combinations[place].scenario for place in self.plan.valid]
        names = [name for scenario in scenarios for name in figure_names(scenario, self.plan.targets)]
        self.judged = sorted({name for name, target in names if target.is_judged})
        self.most = MOST_VALUES // max(1, len(self.plan.valid) * len(self.judged))
        self.players = {
            place: CellPlayer(self.plan.combinations[place], self.judged, self.most) for place in self.plan.valid
        }
        self.confidence = self.plan.confidence
        self.cells = [SweepCell(combination) for combination in self.plan.combinations]

    @property
    def everyone(self) -> list[CellPlayer]:
        """All that play: every combination, and those on fresh shuffles."""
        return [*self.players.values(), *self.fresh.values()]

    @property
    def plays(self) -> int:
        """All plays so far."""
        return sum(player.plays for player in self.everyone)

    @property
    def is_stopped(self) -> bool:
        """True once somebody stopped it."""
        return self.options.stop.is_set()

    def run(self) -> None:
        """Play round after round, until nothing is open or no plays are left."""
        for place in self.players:
            self._read(place)
        while not self.is_stopped:
            if not self._missing:
                self._pair()
                self.targets = self._next_round(self.budget - self.plays)
                if not self.targets:
                    break
                self.rounds += 1
            for place in self._missing:
                self._take(place)
                if not self.is_stopped and place in self._missing:
                    self.players[place].play(self.targets[place], self.options, partial(self._watch, place))
        self._pair()

    @property
    def _missing(self) -> list[int]:
        """The combinations that lack plays of the round."""
        return [place for place, plays in self.targets.items() if self.players[place].plays < plays]

    def _next_round(self, left: int) -> dict[int, int]:
        cells = {place: self.cells[place] for place in self.players}
        entrants = {place: Entrant(cell.plays, cell.loss, cell.is_open) for place, cell in cells.items()}
        return next_round(entrants, left, self._paired())

    def _watch(self, place: int) -> None:
        self._read(place)
        self._tell(f"round {self.rounds}")

    def _take(self, place: int) -> None:
        """Take what other sweeps played of it, unless that is more than it is to play: the answer stays the same."""
        player = self.players[place]
        for arrays, keys in self.earlier:
            if key := keys.get(_table(player.scenario)):
                player.take_round(arrays, key, self.targets[place])
        self._read(place)

    def _shared(self, arrays: Arrays, about: dict[str, JsonValue]) -> tuple[Arrays, dict[str, str]]:
        """The arrays of another sweep's tables that play here as well, and its key for each of them."""
        here, tables = {_table(player.scenario) for player in self.players.values()}, about.get("tables", {})
        keys = {table: key for table, key in tables.items() if table in here}
        return {name: array for name, array in arrays.items() if key_of(name) in keys.values()}, keys

    def _read(self, place: int) -> None:
        player = self.players[place]
        if player.plays:
            self.cells[place] = read_cell(player.combination, player.tallies, self.plan.targets, self.confidence)

    def _pair(self) -> None:
        """Work out how much more the others lose than the leader, from the plays of the same shuffles."""
        losses = losses_of(self.cells)
        if losses:
            first = leader(losses)
            by_place = {place: self._gap(place, first) for place in losses if place != first}
            self.paired = {first: {place: gap for place, gap in by_place.items() if gap}}

    def _gap(self, place: int, first: int) -> LossInterval | None:
        cells = self.cells[place], self.cells[first]
        return gap_between(self.players[place], self.players[first], cells, self.plan.pair_confidences)

    def _paired(self) -> dict[int, LossInterval]:
        """How much more the others lose than the present leader, by place, as far as pairs show it."""
        losses = losses_of(self.cells)
        return self.paired.get(leader(losses), {}) if losses else {}

    def _tell(self, title: str) -> None:
        fresh = sum(player.fresh for player in self.everyone)
        self.meter.tell(title, self.plays, fresh, (self.plan, *self.placed()))
        self.keeper.watch(self.partial_answer)

    def placed(self, confirmation: Confirmation | None = None) -> list[SweepCell]:
        """The cells, with how each stands beside the leader."""
        return placed(self.cells, self._paired(), confirmation)

    def confirm(self) -> Confirmation | None:
        """The leader and those that may be as good on fresh shuffles, if it is decided who leads."""
        losses = losses_of(self.cells)
        if not losses or not is_decided(losses, self._paired()) or self.is_stopped:
            return None
        confirming = Confirming(self.plan, self.placed(), leader(losses), self._fresh)
        watch = partial(self._tell, "confirming the best")
        while not self.is_stopped:
            self.fresh_targets = (
                self.fresh_targets if self._missing_fresh else confirming.next_round(self.budget - self.plays)
            )
            if not self.fresh_targets:
                return confirming.result(fresh_seed(self.plan.scenario.seed))
            for place in self._missing_fresh:
                self._fresh(place).play(self.fresh_targets[place], self.options, watch)
        return None

    @property
    def _missing_fresh(self) -> list[int]:
        return [place for place, plays in self.fresh_targets.items() if self._fresh(place).plays < plays]

    def _fresh(self, place: int) -> CellPlayer:
        """The player of a combination on fresh shuffles, from where it was left."""
        if place not in self.fresh:
            combination = self.plan.combinations[place]
            again = combination._replace(
                scenario=replace(combination.scenario, seed=fresh_seed(self.plan.scenario.seed))
            )
            self.fresh[place] = CellPlayer(again, self.judged, self.most)
        return self.fresh[place]

    def ending(self, confirmation: Confirmation | None) -> Ending:
        """Why it ended."""
        if self.is_stopped:
            return Ending.STOPPED
        if self._next_round(UNLIMITED):
            return Ending.BUDGET
        if confirmation and confirmation.refuted:
            return Ending.REFUTED
        is_confirmed = confirmation is not None and confirmation.holds
        return Ending.DECIDED if is_confirmed or not self.plan.has_best else Ending.BUDGET

    def partial_answer(self) -> StoredAnswer:
        """All that is known by now, without a sentence: it may not be the end."""
        return replace(self.keeper.question, options=self.plan.request, plays=self.plays, data=self.to_bytes())

    def to_bytes(self) -> bytes:
        """The plays so far and the next targets, packed for the store."""
        arrays: Arrays = {}
        for place, player in self.players.items():
            arrays |= player.to_arrays(str(place))
        tables = {_table(player.scenario): str(place) for place, player in self.players.items()}
        about: dict[str, JsonValue] = {"rounds": self.rounds, "targets": self.targets, "tables": tables}
        for place, player in self.fresh.items():
            arrays |= player.to_arrays(f"fresh{place}")
        return pack(arrays, {**about, "fresh_targets": self.fresh_targets})

    def take_up(self) -> None:
        """Go on from what was kept, if the same code added it up; else make use of what other sweeps played."""
        data = self.keeper.find()
        state = unpack(data) if data else None
        if state is None:
            self.earlier = [self._shared(*state) for state in map(unpack, self.keeper.find_others()) if state]
            return
        arrays, about = state
        for place, player in self.players.items():
            player.take_up(arrays, str(place))
            if f"fresh{place}" in arrays:
                self._fresh(place).take_up(arrays, f"fresh{place}")
        self.rounds = about["rounds"]
        self.targets = {int(place): plays for place, plays in about["targets"].items()}
        self.fresh_targets = {int(place): plays for place, plays in about.get("fresh_targets", {}).items()}
        lacking = sum(self.targets[place] - self.players[place].plays for place in self._missing)
        fresh = sum(self.fresh_targets[place] - self._fresh(place).plays for place in self._missing_fresh)
        if lacking + fresh > self.budget - self.plays:
            self.targets, self.fresh_targets = {}, {}


def _table(scenario: Scenario) -> str:
    """Equal for tables that play alike."""
    return " ".join([scenario.rules_hash, *scenario.bots])


def placed(
    cells: Sequence[SweepCell], paired: Mapping[int, LossInterval], confirmation: Confirmation | None = None
) -> list[SweepCell]:
    """The cells with how each stands beside the leader, which is best where that is decided and confirmed.

    Where no other is shown to be worse, it is only as good as any, unless it meets all goals with the fewest changes.
    """
    losses = losses_of(cells)
    if not losses:
        return list(cells)
    first = leader(losses)
    decided = is_decided(losses, paired)
    places = {place: place_of(gap) for place, gap in gaps(losses, paired).items()}
    as_good = confirmation.as_good if confirmation else frozenset()
    for place, where in places.items():
        if where is RaceStanding.UNDECIDED and place in as_good:
            places[place] = RaceStanding.AS_GOOD
        elif not decided and where is not RaceStanding.WORSE:
            places[place] = RaceStanding.UNDECIDED
    meets_all = cells[first].is_floored and cells[first].standing is Standing.MET
    best = (
        RaceStanding.BEST if meets_all or RaceStanding.WORSE in places.values() or not places else RaceStanding.AS_GOOD
    )
    places[first] = best if confirmation and confirmation.holds else RaceStanding.UNDECIDED
    return [replace(cell, place=places.get(place, cell.place)) for place, cell in enumerate(cells)]


def usual_plays(scenario: Scenario, tables: int, quick: bool, length: Length) -> int:
    """How many plays so many tables may have in all, where nobody says: a few minutes of them, less for a quick look.

    It follows from what the game declares of its costs, and from the number of decisions in a play, so that it is the
    same on every machine.
    """
    cost = declared_cost(scenario, length)
    low, high = QUICK_PLAYS if quick else USUAL_PLAYS
    return min(int(PLAYS.high), affordable(cost, tables * low, tables * high, QUICK_WORK if quick else WORK))


def sweep(plan: SweepPlan, options: RunOptions, follow: Follow = ignore_progress) -> Sweep:
    """Play the plan. Where it is stopped, what was played is kept, and the sweep says that it is incomplete.

    The same plan goes on from what is kept. Equal plans find the same on any number of threads.
    """
    options = replace(options, store=None) if plan.quick else options
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, length_of(plan.scenario, options))
    race = Race(plan, budget, options, Keeper(question_of(plan), options), Meter(budget, follow))
    race.take_up()
    race.run()
    confirmation = race.confirm()
    ending, last = race.ending(confirmation), race.partial_answer()
    race.keeper.keep(last)
    cells = tuple(race.placed(confirmation))
    elapsed_s = time.perf_counter() - race.meter.began
    return Sweep(plan, cells, budget, race.plays, race.rounds, ending, confirmation, elapsed_s, last.data)
