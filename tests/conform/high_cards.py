"""High cards, written by hand against the engine: for mistakes that the kit makes impossible."""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

from workbench.engine.bit_sets import EMPTY, add, count, lowest, only, remove, without_lowest
from workbench.engine.chance import player_below, table_below
from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import Measure, Scope
from workbench.engine.parameters import Whole
from workbench.engine.trace import note
from workbench.engine.types import state_type

CARDS = 12


class Kind(IntEnum):
    PLAY = 0


class Event(IntEnum):
    PLAY = 0


class Rules(NamedTuple):
    players: Annotated[int, Whole(3, 4, section="Table", help="Players.")] = 3
    cards: Annotated[int, Whole(1, 3, section="Table", help="Cards for each player.")] = 3
    worth: Annotated[int, Whole(1, 90, section="Table", help="Points of a card.")] = 60


@compiled
def draw(cards: Any, chance: Any) -> Any:
    for _ in range(table_below(chance, count(cards))):
        cards = without_lowest(cards)
    return lowest(cards)


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    state.stock = only(CARDS) - only(0)
    for player in range(rules.players):
        for _ in range(rules.cards):
            card = draw(state.stock, chance)
            state.stock = remove(state.stock, card)
            state.hand[player] = add(state.hand[player], card)


@compiled
def legal_actions(state: Any, rules: Any) -> Any:
    return state.hand[state.actor]


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    note(Event.PLAY, state.actor, action)
    state.hand[state.actor] = remove(state.hand[state.actor], action)
    state.table = add(state.table, action)
    state.points[state.actor] += rules.worth
    state.points[state.actor] += action
    state.actor = (state.actor + 1) % rules.players
    state.over = state.hand[state.actor] == EMPTY


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    best = 0
    for player in range(rules.players):
        best = max(best, state.points[player])
        result.points[player] = state.points[player]
    winners = EMPTY
    for player in range(rules.players):
        if state.points[player] == best:
            winners = add(winners, player)
    result.winners = winners


@compiled
def conceal(state: Any, rules: Any, player: Any) -> None:
    state.stock = EMPTY
    for other in range(rules.players):
        if other != player:
            state.hidden[other] = count(state.hand[other])
            state.hand[other] = EMPTY


@compiled
def determinize(state: Any, rules: Any, player: Any, chance: Any) -> None:
    unseen = (only(CARDS) - only(0)) & ~state.table & ~state.hand[player]
    for other in range(rules.players):
        for _ in range(state.hidden[other]):
            card = draw_unseen(unseen, chance, player)
            unseen = remove(unseen, card)
            state.hand[other] = add(state.hand[other], card)
        state.hidden[other] = 0
    state.stock = unseen


@compiled
def draw_unseen(cards: Any, chance: Any, player: Any) -> Any:
    for _ in range(player_below(chance, player, count(cards))):
        cards = without_lowest(cards)
    return lowest(cards)


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:
    return 0


@compiled
def situation(state: Any, rules: Any) -> Any:
    return 0


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    return state.points[player] / 100.0


@compiled
def playout_action(state: Any, rules: Any, legal: Any) -> Any:
    return lowest(legal)


@compiled
def appraise(state: Any, rules: Any, legal: Any, worths: Any) -> None:
    rest = legal
    while rest != EMPTY:
        worths[lowest(rest)] = lowest(rest)
        rest = without_lowest(rest)


@compiled
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    return lowest(legal)


FIELDS = [("actor", "i8"), ("over", "?"), ("stage", "i8"), ("stock", "u8"), ("table", "u8")]
SEATED = [("hand", "u8", (4,)), ("hidden", "i8", (4,)), ("points", "i4", (4,))]
FUNCTIONS = (begin, legal_actions, apply, report, conceal, determinize, action_kind, situation, payoff, playout_action)
GAME = Game(
    name="high_cards",
    title="High cards",
    summary="The highest cards win.",
    rules=Rules,
    state=state_type([*FIELDS, *SEATED]),
    functions={function.__name__: function for function in (*FUNCTIONS, appraise, play_style)},
    measures=(Measure("points", "Points at the end.", 0.5, "i4", Scope.SEAT, "points"),),
    action_kinds=Kind,
    events={Event.PLAY: "play"},
    seats=4,
    event_fields=lambda event, values: {"player": int(values[0]), "card": int(values[1])},
    redact=lambda event, fields, player: fields,
    rulebook="# High cards\n\nThe highest of {{ cards }} cards win.\n",
)
