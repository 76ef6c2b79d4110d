"""Games with wrong rules, a kind of rule hole each, in plain mode: how a play goes follows from the table's chance."""

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from workbench.engine.bit_sets import only
from workbench.engine.chance import table_below
from workbench.engine.game import Game
from workbench.engine.measures import CUT_SHORT, Measure
from workbench.engine.parameters import Whole
from workbench.engine.picture import Look, Picture, Zone
from workbench.engine.trace import note
from workbench.engine.types import state_type

TURNS = 12
PASSED = range(4, 8)
"""The turns at which all can only pass, twice each."""


class Wrong(IntEnum):
    """What is wrong in half of the plays, by chance."""

    CAPPED = 0
    NO_WINNER = 1
    REPEATS = 2
    ALL_PASS = 3
    FORCED = 4
    DECK_OUT = 5


class Move(IntEnum):
    """Kinds of action; the first of them, of the same number, is the only one of its kind."""

    PLAY = 0
    PASS = 1
    OTHER = 2


class Event(IntEnum):
    """Events of the trace."""

    MOVE = 0


class Rules(NamedTuple):
    """What is wrong."""

    players: Annotated[int, Whole(2, 2, section="Table", help="Players.")] = 2
    wrong: Annotated[int, Whole(0, 5, section="Play", help="The hole.")] = 0


def begin(state: Any, rules: Any, chance: Any) -> None:
    """Half of the plays go wrong."""
    state.goes_wrong = table_below(chance, 2)
    state.deck = 3 if goes(state, rules, Wrong.DECK_OUT) else 2 * TURNS


def goes(state: Any, rules: Any, wrong: Wrong) -> bool:
    """True in a play with this hole."""
    return bool(rules.wrong == wrong and state.goes_wrong)


def legal_actions(state: Any, rules: Any) -> Any:
    """Always two moves, but where there is a single one, or all can only pass."""
    if goes(state, rules, Wrong.ALL_PASS) and state.turn in PASSED:
        return only(Move.PASS)
    if goes(state, rules, Wrong.FORCED):
        return only(Move.PLAY)
    return only(Move.PLAY) | only(Move.OTHER)


def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """A card is drawn; the next player decides."""
    note(Event.MOVE, state.actor)
    state.turn += 1
    if action != Move.PASS:
        state.deck -= min(1, int(state.deck))
        state.moves += 1
    state.over = state.turn == TURNS
    state.actor = 1 - state.actor


def report(state: Any, rules: Any, result: Any) -> None:
    """Player 0 wins, but where nobody does."""
    result.winners = 0 if goes(state, rules, Wrong.NO_WINNER) else 1
    result.capped = goes(state, rules, Wrong.CAPPED)


def zones(state: Any, rules: Any, values: Any) -> Any:
    """The deck, and how many moves there were; a table that stands still shows neither."""
    still = goes(state, rules, Wrong.REPEATS)
    deck = Zone("Deck", (None,) * (1 if still else int(state.deck)), None, Look.PILE)
    return [deck, Zone("Moves", (0 if still else int(state.moves),), None, Look.NUMBER)]


FUNCTIONS = {
    "begin": begin,
    "legal_actions": legal_actions,
    "apply": apply,
    "report": report,
    "conceal": lambda state, rules, player: None,
    "determinize": lambda state, rules, player, chance: None,
    "action_kind": lambda state, rules, action: action,
    "situation": lambda state, rules: 0,
    "payoff": lambda state, rules, player: 0.0,
    "playout_action": lambda state, rules, legal: 0,
    "appraise": lambda state, rules, legal, worths: None,
    "play_style": lambda state, rules, legal, style: 0,
}
STATE = state_type(
    [
        ("actor", "u1"),
        ("over", "?"),
        ("turn", "u1"),
        ("moves", "u1"),
        ("deck", "u1"),
        ("goes_wrong", "u1"),
        ("stage", "u1"),
    ]
)
WRONG = Game(
    name="wrong",
    title="Wrong",
    summary="Wrong rules.",
    rules=Rules,
    state=STATE,
    functions=FUNCTIONS,
    measures=[Measure(CUT_SHORT, "Whether a limit ended it.", margin=0.01, type="?")],
    action_kinds=Move,
    events={Event.MOVE: "move"},
    seats=2,
    event_fields=lambda event, values: {"player": values[0]},
    redact=lambda event, fields, player: fields,
    rulebook=Path("wrong.md"),
    picture=Picture(zones=zones),
)
