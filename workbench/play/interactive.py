"""A play that goes on decision by decision: people decide at some of its seats, bots at the others.

It has the chance of a batch's play: with bots at all seats it is that very play. What makes it again is its decisions,
and with each of them where the actor's own chance then stood, since that is what bots draw from.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from threading import Thread

import numpy as np

from workbench.engine.batch import ACTION, Batch, Film, visible_events
from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply, begin, conceal, determinize, legal_actions, picks
from workbench.engine.loop import STATES, WORLD, decide_next, measure
from workbench.engine.measures import WINNERS, Results
from workbench.engine.parameters import Values, complete
from workbench.engine.picture import Look, Offer, Thing, Zone
from workbench.engine.problems import WorkbenchError
from workbench.engine.score_sheet import Points, ScoreSheet
from workbench.engine.trace import NotedEvent, recording
from workbench.engine.types import Chances, Fields, Rules, Seats, State, States, blank_states
from workbench.play.films import RANDOM, Scene, is_fast, offers, scene_at
from workbench.play.forms import make_batch
from workbench.scenario import Scenario

WORLDS = 5
"""Worlds in which a decision is tried, to see whether it has shown a seat something that it could not know."""


class NotLegal(WorkbenchError):
    """An action that may not be taken in the position."""


@dataclass(frozen=True)
class TakenAction:
    """An action that was taken.

    word    where the actor's own chance stood when it was taken
    shows   whether it showed something hidden to a seat where a person sits
    id      of the message that asked for it; empty for a bot's
    """

    actor: int
    action: int
    word: int
    shows: bool = True
    id: str = ""

    @property
    def is_persons(self) -> bool:
        """True if a person took it."""
        return bool(self.id)


def decided(batch: Batch, bots: Sequence[str], seats: Seats, states: States, chances: Chances) -> int:
    """The action of the bot at the actor's place in `states[WORLD]`; as plain Python where that is quicker to have."""
    actions = np.zeros(1, ACTION)
    is_plain = not batch.decision_kernel.is_warm and is_fast(batch, bots)
    loop = plainly(decide_next) if is_plain else batch.decision_kernel
    loop(seats, states, batch.compiled_rules, chances, actions)
    return int(actions[0])


class InteractivePlay:
    """Play number `play` of a scenario's batch, in which people sit at some seats."""

    def __init__(
        self, scenario: Scenario, play: int, people: Collection[int] = (), decisions: Iterable[TakenAction] = ()
    ) -> None:
        self.scenario, self.play, self.people = scenario, play, frozenset(people)
        self.batch = make_batch(scenario)
        self._restart(decisions)

    def _restart(self, decisions: Iterable[TakenAction]) -> None:
        """Make the play again from its start. Raises NotLegal."""
        self.states = blank_states(self.batch.game.state, STATES)
        self.seats = self.batch.seats.copy()
        self.chances = np.zeros(1, CHANCE)
        self.chances["retake"] = self.batch.retake
        self.film = Film(self.world)
        self.decisions: list[TakenAction] = []
        self.begins: list[bool] = []
        plainly(start_play)(self.chances[0], np.uint64(self.batch.seed), self.play)
        with recording(self.film):
            plainly(begin)(self.world, self.rules, self.chances[0])
        self.film.settle()
        for decision in decisions:
            self.chances[0]["players"][self.actor] = np.uint64(decision.word)
            self._carry_out(decision)

    @property
    def world(self) -> State:
        """The true position."""
        return self.states[WORLD]

    @cached_property
    def rules(self) -> Rules:
        """The rules as compiled functions take them."""
        return self.batch.compiled_rules

    @cached_property
    def values(self) -> Values:
        """Every rule as it is written."""
        return complete(self.scenario.game.parameters, self.scenario.rules)

    @property
    def actor(self) -> int:
        """Who is to decide."""
        return int(self.world.actor)

    @property
    def is_midway(self) -> bool:
        """True if a part of the actor's decision is picked, and a part of it left."""
        return not self.is_over and bool(plainly(picks)(self.world, self.rules) > 0)

    @property
    def is_over(self) -> bool:
        """True at the end."""
        return bool(self.world.over)

    @property
    def waits_for_person(self) -> bool:
        """True if a person is to decide."""
        return not self.is_over and self.actor in self.people

    def legal(self) -> list[int]:
        """The legal actions of the actor."""
        return [] if self.is_over else members(plainly(legal_actions)(self.world, self.rules))

    def result(self) -> Results:
        """The result of the play at its end, as one record."""
        results = np.zeros(1, self.batch.game.result)
        plainly(measure)(self.world, self.rules, sum(self.begins), results[0])
        return results

    # Deciding

    def decide(self, action: int, id: str) -> None:
        """Take a person's action. Raises NotLegal."""
        self._take(action, id)

    def take_bots(self, action: int) -> None:
        """Take an action that `bots_action` has answered with."""
        self._take(action, "")

    def bots_action(self) -> int:
        """The action of the bot at the actor's place, whose chance goes on; the position stays."""
        return decided(self.batch, self.scenario.bots, self.seats, self.states, self.chances)

    @property
    def waits_for_compiler(self) -> bool:
        """True while bots cannot decide, since they search and their code is not compiled yet."""
        return not self.batch.decision_kernel.is_warm and not is_fast(self.batch, self.scenario.bots)

    def warm_up(self) -> None:
        """Have a bot's decision compiled meanwhile, where no compiled code is there and one is of use."""
        kernel = self.batch.decision_kernel
        if set(self.scenario.bots) != {RANDOM} and not kernel.is_warm and not kernel.is_being_compiled:
            Thread(target=self._compile, name="workbench-compile", daemon=True).start()

    def _compile(self) -> None:
        states = blank_states(self.batch.game.state, STATES)
        states[:] = self.states
        actions = np.zeros(1, ACTION)
        self.batch.decision_kernel(self.seats.copy(), states, self.rules, self.chances.copy(), actions)

    def _take(self, action: int, id: str) -> None:
        before, events, chance = self.world.copy(), len(self.film), self.chances[0].copy()
        actor, is_open = self.actor, bool(id) or self.last_to_take_back(self.people) is not None
        self._carry_out(TakenAction(actor, action, int(chance["players"][actor]), id=id))
        if is_open:  # else nothing could be taken back anyway
            drew = any(self.chances[0][name] != chance[name] for name in ("table", "deal_key"))
            is_told = not self.is_midway or len(self.film) > events  # a part of a choice is nobody else's to see
            shows = drew or (is_told and any(self._shows(seat, before, events, action) for seat in sorted(self.people)))
            self.decisions[-1] = replace(self.decisions[-1], shows=shows)

    def _carry_out(self, decision: TakenAction) -> None:
        legal = self.legal()
        if decision.action not in legal:
            raise NotLegal(f"decision {len(self.decisions)} is action {decision.action}, and {legal} are legal")
        self.begins.append(not self.is_midway)
        with recording(self.film):
            plainly(apply)(self.world, self.rules, self.chances[0], decision.action)
        self.film.settle()
        self.decisions.append(decision)

    # What is seen

    def view(self, seat: int) -> State:
        """The position as a seat knows it."""
        return self._as_seen(seat, self.world)

    def _as_seen(self, seat: int, world: State) -> State:
        view = world.copy()
        plainly(conceal)(view, self.rules, seat)
        return view

    def _zones(self, view: State) -> tuple[Zone, ...]:
        return tuple(plainly(lambda: list(self.scenario.game.picture.zones(view, self.rules, self.values)))())

    def _zones_at(self, seat: int | None, position: State) -> tuple[Zone, ...]:
        if seat is not None:
            return self._zones(self._as_seen(seat, position))
        views = [self._zones(self._as_seen(seat, position)) for seat in range(self.scenario.players)]
        # the zones that are in all views; what lies face down in one of them does so here
        by_name = [{(zone.name, zone.player): zone.things for zone in view} for view in views]
        return tuple(
            Zone(zone.name, _public_things(zone.look, [view[name] for view in by_name]), zone.player, zone.look)
            for zone in views[0]
            if all((name := (zone.name, zone.player)) in view for view in by_name)
        )

    def _events(self, seat: int | None) -> list[Fields]:
        if seat is not None:
            return visible_events(self.batch, self.film, seat)
        views = (visible_events(self.batch, self.film, seat) for seat in range(self.scenario.players))
        return [public_fields(fields) for fields in zip(*views, strict=True)]

    def zones_now(self, seat: int | None) -> tuple[Zone, ...]:
        """The zones of the table as a seat sees them now; None for an onlooker."""
        return self._zones_at(seat, self.world)

    def scenes(self, seat: int | None, first: int = 0) -> Iterator[Scene]:
        """The scenes from number `first` on, as a seat sees them; None for an onlooker."""
        events = self._events(seat)[first:]
        for event, position in zip(events, self.film.positions[first:], strict=True):
            yield scene_at(self.scenario, self.rules, position, event, self._zones_at(seat, position))

    def choices(self) -> dict[int, Offer]:
        """The legal actions in words, from what the actor knows."""
        return offers(self.scenario.game, self.view(self.actor), self.rules, self.values, self.legal())

    def _shows(self, seat: int, before: State, first: int, action: int) -> bool:
        """True if a seat could not foretell what it saw of a decision: in other worlds it would have seen another."""
        seen = self._seen(seat, self.world, self.film[first:])
        return any(self._seen_in_world(seat, before, action, number) != seen for number in range(WORLDS))

    def _seen_in_world(self, seat: int, before: State, action: int, number: int) -> object:
        """All that a seat sees of a decision in a world that it cannot tell apart; None if it is not legal there."""
        chance = np.zeros(1, CHANCE)[0]
        plainly(start_play)(chance, np.uint64(number), self.play)
        world, events = self._as_seen(seat, before), list[NotedEvent]()
        plainly(determinize)(world, self.rules, seat, chance)
        if action not in members(plainly(legal_actions)(world, self.rules)):
            return None
        with recording(events):
            plainly(apply)(world, self.rules, chance, action)
        return self._seen(seat, world, events)

    def _seen(self, seat: int, world: State, events: list[NotedEvent]) -> object:
        return visible_events(self.batch, events, seat), self._zones(self._as_seen(seat, world))

    # Taking back

    def last_to_take_back(self, seats: Collection[int]) -> int | None:
        """Where the last decision of these seats that can be taken back begins; None where it has shown something."""
        for number in range(len(self.decisions) - 1, -1, -1):
            decision = self.decisions[number]
            if decision.shows:
                return None
            if decision.is_persons and decision.actor in seats and self.begins[number]:
                return number
        return None

    def take_back(self, to: int) -> None:
        """Take back all that was picked from number `to` on."""
        self._restart(self.decisions[:to])


def _public_things(look: Look, views: Sequence[Sequence[Thing]]) -> list[Thing]:
    """Cards that all views have, in the order of the first; dice, tokens and numbers that are alike in all of them."""
    if look not in (Look.ROW, Look.PILE):
        return [
            thing if all(thing == other for other in others) else "" for thing, *others in zip(*views, strict=False)
        ]
    common = reduce(lambda one, other: one & other, map(Counter, views))
    things: list[Thing] = []
    for thing in views[0]:
        things.append(thing if common[thing] > 0 else None)
        common[thing] -= 1
    return things


def public_fields(views: Sequence[Fields]) -> Fields:
    """The fields of an event as all seats see them; where views differ, as those see it from whom it is hidden."""
    return {name: reduce(_as_both_see, [fields.get(name) for fields in views]) for name in views[0]}


def _as_both_see(one: object, other: object) -> object:
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: _as_both_see(value, other.get(name)) for name, value in one.items()}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_as_both_see(*both) for both in zip(one, other, strict=True)]
    counts = [value for value in (one, other) if isinstance(value, int)]
    return counts[0] if len(counts) == 1 and isinstance(one, list) != isinstance(other, list) else None


@dataclass
class FilledSheet:
    """The sheet with all that is written on it, by seat; `cells` also by row and criterion, `outcomes` by row."""

    sheet: ScoreSheet
    winners: list[int]
    cells: dict[tuple[int, int, str | None], Points] = field(default_factory=dict)
    totals: dict[int, Points] = field(default_factory=dict)
    sides: dict[int, str] = field(default_factory=dict)
    outcomes: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many rows have an entry."""
        return max((row + 1 for row in (*(row for _, row, _ in self.cells), *self.outcomes)), default=0)

    def row_total(self, seat: int, row: int) -> Points | None:
        """The points of a seat in a row, without what is written once a game; None where there are none."""
        once = {criterion.name for criterion in self.sheet.criteria if criterion.once}
        cells = [
            points for (who, at, name), points in self.cells.items() if (who, at) == (seat, row) and name not in once
        ]
        return sum(cells) if cells else None


def filled_sheet(play: InteractivePlay) -> FilledSheet:
    """The sheet of a play that is over."""
    game, players, result = play.scenario.game, play.scenario.players, play.result()[0]
    sheet = game.sheet(play.values)
    filled = FilledSheet(sheet, members(result[WINNERS]))
    rows = Counter[tuple[int | None, str | None]]()
    for event in visible_events(play.batch, play.film):
        for entry in play.scenario.game.write_down(event["event"], event):
            if entry.criterion not in (None, *filled.sheet.criterion_names):
                continue
            row = rows[entry.player, entry.criterion]
            rows[entry.player, entry.criterion] += 1
            if entry.player is None:
                filled.outcomes[row] = entry.sides
            else:
                filled.cells[entry.player, row, entry.criterion] = entry.points
    if sheet.total:
        filled.totals = {seat: result[sheet.total][seat].item() for seat in range(players)}
    if game.sides and sheet.sides:
        filled.sides = {seat: game.sides.names[int(result[game.sides.measure][seat])] for seat in range(players)}
    return filled
