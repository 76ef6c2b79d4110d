"""The table of a kit game, drawn from the fields of its state: zones of cards, numbers, dice.

A zone whose cards somebody does not see is a row; one that all see is a row too, and for each player a pile beyond
`LONG` cards. A number called `die`, and a row of numbers called `dice`, are dice.
"""

import inspect
import re
from collections.abc import Iterator

from workbench.engine.dispatch import action_kind
from workbench.engine.parameters import Values
from workbench.engine.picture import (
    SUITS,
    Face,
    Look,
    Offer,
    Picture,
    Thing,
    Zone,
    face_down,
    french_face,
    number,
)
from workbench.engine.types import Rules
from workbench.engine.types import State as Position
from workbench.kit.fields import OWNER, Holds, StateField
from workbench.kit.moves import DeclaredMove
from workbench.kit.packs import FRENCH
from workbench.kit.sentences import DICE
from workbench.kit.source import Design

VALUE = re.compile(r"{{ (\w+) }}")
"""Where a paragraph of the rules has the value of a rule."""
DIE = "die"


def picture(design: Design) -> Picture:
    """The picture of a game of this design."""

    def zones(state: Position, rules: Rules, values: Values) -> Iterator[Zone]:
        for field in design.state.fields.values():
            if field.name not in design.state.undrawn and design.is_drawn(field.name, values):
                yield from _zones(field, state, int(rules.players))

    def faces(values: Values) -> dict[str, Face]:
        names = design.pack.names if design.pack else ()
        return {name: _face(name) for name in names}

    def choice(state: Position, rules: Rules, values: Values, action: int) -> Offer:
        move = design.moves[int(action_kind(state, rules, action))]
        return _choice(design, move, values, action - design.first[move.name])

    return Picture(zones, faces, choice)


def _choice(design: Design, move: DeclaredMove, values: Values, number: int) -> Offer:
    """A move that may be made, with the card, player or number that it is made with, and the paragraph of the rules."""
    verb = move.name.rstrip("_").replace("_", " ").capitalize()
    text = (inspect.getdoc(move.function) or "").partition("\n\n")[0].replace("\n", " ")
    paragraph = VALUE.sub(lambda match: str(values.get(match[1], match[1])), text)
    if not move.argument:
        return Offer(verb, None, paragraph)
    if move.holds is Holds.CARD and design.pack:
        card = design.pack.names[number]
        return Offer(f"{verb} {card}", card, paragraph)
    return Offer(f"{verb} {f'player {number + 1}' if move.holds is Holds.PLAYER else number}", None, paragraph)


def _face(name: str) -> Face:
    is_french = name in FRENCH.names and name[-1] in SUITS
    return french_face(name) if is_french else Face(_title(name), tone=sum(map(ord, name)))


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _zones(field: StateField, state: Position, players: int) -> Iterator[Zone]:
    value, name = state[field.name], _title(field.name)
    if field.is_set and field.per_player:
        for player in range(players):
            look = Look.ROW if field.seen_by is OWNER else Look.PILE
            yield Zone(name, _cards(field, state, value[player], player), player, look)
    elif field.is_set:
        yield Zone(name, _cards(field, state, value, None))
    elif field.holds is Holds.PER_PLAYER:
        yield from (number(name, value[player], player) for player in range(players))
    elif field.holds is Holds.ROW:
        is_dice = field.name == DICE
        numbers = [int(item) for item in value if item or not is_dice]
        yield Zone(name, numbers, None, Look.DICE if is_dice else Look.TOKENS)
    elif field.holds is Holds.FLAG:
        yield Zone(name, ("yes" if value else "no",), None, Look.NUMBER)
    else:
        yield Zone(name, (int(value),), None, Look.DICE if field.name == DIE else Look.NUMBER)


def _cards(field: StateField, state: Position, cards: object, player: int | None) -> list[Thing]:
    """The cards of a zone by name; after `conceal` also those of which one knows only that they lie there."""
    names = field.pack.named(cards) if field.pack else []
    if not field.is_hidden:
        return [*names]
    unseen = state[f"unseen_{field.name}"]
    return [*names, *face_down(unseen if player is None else unseen[player])]
