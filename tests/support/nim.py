"""A tiny game for tests of the engine and the bots, in plain mode: who takes the last of the counters wins.

A move takes 1 to `most` counters. Player 0 secretly knows `secret`, a number from the table's chance.
"""

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from workbench.engine.bit_sets import members, only
from workbench.engine.chance import table_below
from workbench.engine.game import Game, Limit, Style
from workbench.engine.measures import Measure, Scope
from workbench.engine.parameters import Choice, Flag, Ordering, Parameter, Values, Whole
from workbench.engine.problems import Problem
from workbench.engine.trace import note
from workbench.engine.types import state_type


class Color(IntEnum):
    """Something to choose, and to put in an order."""

    RED = 0
    DARK_BLUE = 1


class Take(IntEnum):
    """Kinds of action."""

    FEW = 0
    MANY = 1


class Event(IntEnum):
    """Events of the trace."""

    TAKE = 0


class Rules(NamedTuple):
    """One parameter of each sort."""

    players: Annotated[int, Whole(2, 4, section="Table", help="Players.")] = 2
    counters: Annotated[int, Whole(1, 30, section="Table", unit="counters", help="Counters at the start.")] = 10
    most: Annotated[int, Whole(1, 9, section="Play", help="Most counters a move.")] = 3
    endless: Annotated[bool, Flag(section="Play", help="Whether counters come back.")] = False
    level: Annotated[bool, Flag(section="Play", help="Whether all moves appraise the same.")] = False
    color: Annotated[Color, Choice(options=Color, section="Look", help="The color.")] = Color.DARK_BLUE
    colors: Annotated[tuple[int, ...], Ordering(options=Color, section="Look", help="The order.")] = (1, 0)


def begin(state: Any, rules: Any, chance: Any) -> None:
    """Lay out the counters."""
    state.left = rules.counters
    state.secret = table_below(chance, 100)


def legal_actions(state: Any, rules: Any) -> Any:
    """Take 1 to `most`: action a takes a + 1."""
    return only(min(int(rules.most), int(state.left))) - only(0)


def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Take the counters; the last one wins."""
    note(Event.TAKE, state.actor, action + 1)
    state.left -= 0 if rules.endless else action + 1
    if state.left == 0:
        state.over = True
    else:
        state.actor = (state.actor + 1) % rules.players


def report(state: Any, rules: Any, result: Any) -> None:
    """Who took the last counter."""
    result.winners = 1 << int(state.actor)
    result.won[state.actor] = True


def conceal(state: Any, rules: Any, player: Any) -> None:
    if player != 0:
        state.secret = 0


def determinize(state: Any, rules: Any, player: Any, chance: Any) -> None:
    """Any secret is possible."""


def action_kind(state: Any, rules: Any, action: Any) -> Any:
    return Take.FEW if action == 0 else Take.MANY


def situation(state: Any, rules: Any) -> Any:
    """There is only one thing to be asked."""
    return 0


def payoff(state: Any, rules: Any, player: Any) -> Any:
    """The last to take has won."""
    return 1.0 if state.over and state.actor == player else 0.0


def playout_action(state: Any, rules: Any, legal: Any) -> Any:
    """Takes one."""
    return 0


def appraise(state: Any, rules: Any, legal: Any, worths: Any) -> None:
    """Leave a multiple of most + 1; a cheat would look at the secret."""
    for action in members(legal):
        is_left = (state.left - action - 1) % (rules.most + 1) == 0
        worths[action] = 0.0 if rules.level else float(is_left) + state.secret


def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    """Takes one, or as many as the style's number says."""
    return min(int(style), int(legal).bit_count() - 1)


def limits(values: Values) -> dict[str, Limit]:
    """No move takes more than there are."""
    counters = values["counters"]
    assert isinstance(counters, int)
    return {"most": Limit(counters, f"there are {counters} counters")}


def check(values: Values) -> list[Problem]:
    if values["most"] == values["counters"]:
        return [Problem("most", "the first player wins at once", str(values["most"]), warning=True)]
    return []


STATE = state_type([("actor", "u1"), ("over", "?"), ("left", "i4"), ("secret", "i4"), ("stage", "u1")])
FUNCTIONS = {
    "begin": begin,
    "legal_actions": legal_actions,
    "apply": apply,
    "report": report,
    "conceal": conceal,
    "determinize": determinize,
    "action_kind": action_kind,
    "situation": situation,
    "payoff": payoff,
    "playout_action": playout_action,
    "appraise": appraise,
    "play_style": play_style,
}


def declare(**changes: Any) -> Game:
    """The game, or a changed one."""
    declaration: dict[str, Any] = {
        "name": "nim",
        "title": "Nim",
        "summary": "Take the last counter.",
        "rules": Rules,
        "state": STATE,
        "functions": FUNCTIONS,
        "measures": (Measure("won", "Whether the player won.", 0.01, "?", Scope.SEAT),),
        "action_kinds": Take,
        "events": {Event.TAKE: "take"},
        "seats": 4,
        "event_fields": lambda event, values: {"player": int(values[0]), "counters": int(values[1])},
        "redact": lambda event, fields, player: fields,
        "rulebook": Path(__file__),
        "styles": (Style("single", "Takes one.", 0), Style("pair", "Takes two.", 1)),
        "limits": limits,
        "check": check,
    }
    return Game(**{**declaration, **changes})


NIM = declare()
PARAMETERS: dict[str, Parameter] = NIM.parameters
