"""Plays to be watched: every event with the position at it, whole or as one seat sees it."""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Thread
from typing import NamedTuple
from weakref import WeakKeyDictionary

from workbench.engine.batch import Batch, Film, cores, film, replays, visible_events
from workbench.engine.cards import Cards, brief_values
from workbench.engine.compiling import Kernel, plainly
from workbench.engine.dispatch import action_kind, conceal, stages_ended
from workbench.engine.game import Game
from workbench.engine.notes import UNHEARD, Progress
from workbench.engine.parameters import Values, complete
from workbench.engine.picture import Offer, Zone
from workbench.engine.problems import BadInput, WholeRange, WorkbenchError
from workbench.engine.trace import EventHelp
from workbench.engine.types import Fields, Rules, State
from workbench.play.forms import make_batch, scenario_of
from workbench.play.local import may_be_slow
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.runs import get_run

RANDOM = "random"
MOST_FILMS = 8
"""Plays that are held, so that another seat's view of one needs no bots again."""


class Scene(NamedTuple):
    """A moment of a play: the event, what lies on the table, who is to decide (None at the end), stages that ended."""

    event: Fields
    zones: tuple[Zone, ...]
    actor: int | None
    stages: int
    is_over: bool


@dataclass(frozen=True, eq=False)
class Watched:
    """One play of a scenario's batch, as it went."""

    scenario: Scenario
    play: int
    batch: Batch
    film: Film

    @cached_property
    def values(self) -> Values:
        """Every rule as it is written."""
        return complete(self.scenario.game.parameters, self.scenario.rules)

    def scenes(self, seat: int | None = None) -> Iterator[Scene]:
        """The scenes in order; with `seat`, from what that seat knows alone."""
        events = visible_events(self.batch, self.film, seat)
        for event, position in zip(events, self.film.positions, strict=True):
            yield plainly(self._scene)(event, position, seat)

    def _scene(self, event: Fields, position: State, seat: int | None) -> Scene:
        rules, view = self.batch.compiled_rules, position.copy()
        if seat is not None:
            conceal(view, rules, seat)
        zones = tuple(self.scenario.game.picture.zones(view, rules, self.values))
        return scene_at(self.scenario, rules, position, event, zones)


def scene_at(scenario: Scenario, rules: Rules, position: State, event: Fields, zones: tuple[Zone, ...]) -> Scene:
    """The scene of an event, after which this is the true position and `zones` are seen."""
    actor, is_over = int(position.actor), bool(position.over)
    decides = actor < scenario.players and not is_over
    return Scene(event, zones, actor if decides else None, int(plainly(stages_ended)(position, rules)), is_over)


def offers(game: Game, view: State, rules: Rules, values: Values, legal: Sequence[int]) -> dict[int, Offer]:
    """Legal actions in words, from what the actor knows: `view`."""

    def offer(action: int) -> Offer:
        if game.picture.choice:
            return game.picture.choice(view, rules, values, action)
        kind = game.action_kinds(int(action_kind(view, rules, action))).name
        return Offer(f"{kind.replace('_', ' ').capitalize()} ({action})")

    return {action: plainly(offer)(action) for action in legal}


def watch(scenario: Scenario, play: int) -> Watched:
    """Play number `play` of the scenario's batch. Raises ReplayDiffers.

    Bots that decide at a glance do so as plain Python while their loop is not compiled, which goes on meanwhile.
    """
    identity = scenario.rules_hash, scenario.bots, scenario.seed, scenario.retake, scenario.game.code_hash
    return _watch(identity, play, Later(scenario))


class Later:
    """A scenario that does not take part in what a play is known by."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Later)

    def __hash__(self) -> int:
        return 0


def is_fast(batch: Batch, bots: Sequence[str]) -> bool:
    """True if a play takes a few seconds at most as plain Python: no bot of the batch plays anything out in thought."""
    if set(bots) == {RANDOM}:
        return True
    return not may_be_slow(batch)


def begin_to_prepare(scenario: Scenario) -> bool:
    """True if a play can be watched at once; else what its bots lack compiled is being compiled from now on.

    Raises WorkbenchError where that has failed.
    """
    batch = make_batch(scenario)
    if failure := _failures.get(batch.kernel):
        raise failure
    if batch.kernel.is_warm or is_fast(batch, scenario.bots):
        return True
    if not batch.kernel.is_being_compiled:
        _compile_beside(batch)
    return False


_failures: WeakKeyDictionary[Kernel, WorkbenchError] = WeakKeyDictionary()
"""Why code that was compiled beside could not be."""


def _compile_beside(batch: Batch) -> None:
    def warm_up() -> None:
        try:
            batch.warm_up()
        except WorkbenchError as error:
            _failures[batch.kernel] = error

    Thread(target=warm_up, name="workbench-compile", daemon=True).start()


@lru_cache(maxsize=MOST_FILMS)
def _watch(identity: tuple[Hashable, ...], play: int, later: Later) -> Watched:
    scenario = later.scenario
    batch = make_batch(scenario)
    is_plain = not batch.kernel.is_warm and is_fast(batch, scenario.bots)
    if is_plain:
        _compile_beside(batch)
    watched_film, _ = film(batch, play, is_plain=is_plain)
    return Watched(scenario, play, batch, watched_film)


MOST_PLAYS = 10_000
RULES = "rules"
CARD_LISTS = "card_lists"
RULES_HELP = EventHelp(
    "What is played: the first line of every play.",
    {
        "game": "The game's name.",
        "rules": "Every rule by its name; of a card list its length and digest.",
        "seed": "The seed of the batch; null in the view of one seat, since every hidden card follows from it.",
        "play": "Which play of the batch, from 0.",
        "bots": "The bots, by player.",
        CARD_LISTS: "Every card of the rules' card lists; only in games that have some.",
    },
)


def read_plays(text: str) -> range:
    """The plays behind `K` or `K..L`, both included. Raises BadInput."""
    match = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", text.strip())
    first = int(match[1]) if match else 0
    last = int(match[2] or first) if match else -1
    if not first <= last < first + MOST_PLAYS:
        allowed = f"must be a play's number from 0, or K..L with K at most L and at most {MOST_PLAYS} plays"
        raise BadInput.one("--play", allowed, text)
    return range(first, last + 1)


def read_seat(text: str | None, scenario: Callable[[], Scenario]) -> int | None:
    """The seat behind `--seat`, or None. Raises BadInput, that of the scenario too."""
    if text is None:
        return None
    try:
        last = scenario().players - 1
    except BadInput:
        WholeRange(0).checked("--seat", text)
        raise
    return WholeRange(0, last).checked("--seat", text)


def trace(
    scenario: Scenario, plays: range, seat: int | None = None, progress: Progress = UNHEARD
) -> Iterator[dict[str, object]]:
    """The events of each play, numbered from 0 within it, after a line with its rules; as `seat` sees them."""
    batch = make_batch(scenario, progress)
    if not batch.kernel.is_warm:
        progress.compiling()
    for play, (events, _) in zip(plays, replays(batch, plays, cores()), strict=True):
        for number, event in enumerate([_rules_line(scenario, play, seat), *visible_events(batch, events, seat)]):
            yield {"n": number, **event}


def _rules_line(scenario: Scenario, play: int, seat: int | None) -> dict[str, object]:
    lists = {name: list(value) for name, value in scenario.rules.items() if isinstance(value, Cards)}
    return {
        "event": RULES,
        "game": scenario.game.name,
        "rules": brief_values(scenario.rules),
        "seed": scenario.seed if seat is None else None,
        "play": play,
        "bots": list(scenario.bots),
        **({CARD_LISTS: lists} if lists else {}),  # a trace alone suffices to referee a play
    }


def stored_scenario(store: Store, run_id: str) -> Scenario:
    """The scenario of a stored run, its very cards included. Raises RunRefused where there is no such run."""
    with store.session():
        return scenario_of(get_run(store, run_id))
