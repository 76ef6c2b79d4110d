"""The table of a kit game, drawn from the fields of its state: zones of cards, numbers, dice.

A zone whose cards somebody does not see is a row; one that nobody sees is a deck, face down for whoever looks, since
which card is drawn next is chance. One that all see is a row, and for each player a pile. A number called `die`, and a
row of numbers called `dice`, are dice.
"""

import inspect
import typing
from collections.abc import Iterator, Sequence
from functools import lru_cache

from jinja2 import Template

from workbench.engine.bit_sets import members
from workbench.engine.card_lists.cards import Row, cards_of
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
from workbench.engine.types import CardSet, Rules
from workbench.engine.types import State as Position
from workbench.kit.fields import NOBODY, OWNER, Holds, StateField, words_of
from workbench.kit.moves import DeclaredMove
from workbench.kit.packs import FRENCH, Pack
from workbench.kit.sentences import DICE, NO_WORD
from workbench.kit.source import Design

DIE = "die"
COPIES = "copies"
"""The column of a card list that says how many there are of a card."""


def picture(design: Design) -> Picture:
    """The picture of a game of this design."""

    def zones(state: Position, rules: Rules, values: Values) -> Iterator[Zone]:
        for field in design.state.fields.values():
            if field.name not in design.state.undrawn and design.is_drawn(field.name, values):
                title = design.state.titles.get(field.name) or _title(field.name)
                yield from _zones(field, title, state, int(rules.players), names_of(field.pack, values))

    def faces(values: Values) -> dict[str, Face]:
        if design.pack and design.pack.rule:
            cards = cards_of(values, design.pack.rule)
            return {cards.key_of(row): _face_of(cards.key_of(row), row) for row in cards}
        return {name: _face(name) for name in names_of(design.pack, values)}

    def choice(state: Position, rules: Rules, values: Values, action: int) -> Offer:
        move = design.moves[int(action_kind(state, rules, action))]
        return _choice(design, move, values, action - design.first[move.name])

    return Picture(zones, faces, choice)


def _choice(design: Design, move: DeclaredMove, values: Values, number: int) -> Offer:
    """A move that may be made, with the card, player or number that it is made with, and the paragraph of the rules."""
    verb = move.name.rstrip("_").replace("_", " ").capitalize()
    text = (inspect.getdoc(move.function) or "").partition("\n\n")[0].replace("\n", " ")
    paragraph = _paragraph(text).render(values)
    if not move.argument:
        return Offer(verb, None, paragraph)
    if move.holds is Holds.CARD and design.pack:
        card = names_of(design.pack, values)[number]
        return Offer(f"{verb} {card}", card, paragraph)
    words = words_of(typing.get_type_hints(move.function, include_extras=True)[move.argument])
    name = words[number] if words else number
    return Offer(f"{verb} {f'player {number + 1}' if move.holds is Holds.PLAYER else name}", None, paragraph)


@lru_cache(maxsize=64)
def _paragraph(text: str) -> Template:
    """A paragraph of the rules as a template, as it is one in the rulebook."""
    template: Template = Template(text)
    return template


def names_of(pack: Pack | None, values: Values) -> Sequence[str]:
    """The names of the cards of a pack under these written rules, by their numbers."""
    if pack and pack.rule:
        return cards_of(values, pack.rule).keys_by_copy(COPIES)
    return pack.names if pack else ()


def _face_of(key: str, row: Row) -> Face:
    """The print on a card of a list: its name, its suit and points, and what it does."""
    tags = row.get("effects") or ()
    words = [str(row[name]) for name in ("suit", "rank") if row.get(name) is not None]
    points = str(row["points"]) if row.get("points") else ""
    return Face(
        str(row.get("name") or _title(key)),
        tone=sum(map(ord, str(row.get("suit") or key))),
        points=points,
        kind=" ".join(words),
        tags=[tag.replace("_", " ") for tag in tags] if isinstance(tags, tuple) else (),
        copies=int(str(row.get(COPIES) or 1)),
    )


def _face(name: str) -> Face:
    is_french = name in FRENCH.names and name[-1] in SUITS
    return french_face(name) if is_french else Face(_title(name), tone=sum(map(ord, name)))


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _zones(field: StateField, name: str, state: Position, players: int, names: Sequence[str]) -> Iterator[Zone]:
    value = state[field.name]
    if field.is_set and field.per_player:
        for player in range(players):
            look = Look.ROW if field.seen_by is OWNER else Look.PILE
            yield Zone(name, _cards(field, state, value[player], player, names), player, look)
    elif field.is_set:
        cards = _cards(field, state, value, None, names)
        is_deck = field.seen_by is NOBODY
        yield Zone(name, face_down(len(cards)), None, Look.PILE) if is_deck else Zone(name, cards)
    elif field.holds is Holds.PER_PLAYER:
        yield from (number(name, value[player], player) for player in range(players))
    elif field.holds is Holds.ROW:
        is_dice = field.name == DICE
        numbers = [int(item) for item in value if item or not is_dice]
        yield Zone(name, numbers, None, Look.DICE if is_dice else Look.TOKENS)
    elif field.words:
        yield Zone(name, (field.words[value] if 0 <= value < len(field.words) else NO_WORD,), None, Look.NUMBER)
    elif field.holds is Holds.FLAG:
        yield Zone(name, ("yes" if value else "no",), None, Look.NUMBER)
    else:
        yield Zone(name, (int(value),), None, Look.DICE if field.name == DIE else Look.NUMBER)


def _cards(field: StateField, state: Position, cards: CardSet, player: int | None, names: Sequence[str]) -> list[Thing]:
    """The cards of a zone by name; after `conceal` also those of which one knows only that they lie there."""
    things: list[Thing] = [names[card] for card in members(cards)]
    if not field.is_hidden:
        return things
    unseen = state[f"unseen_{field.name}"]
    return [*things, *face_down(unseen if player is None else unseen[player])]
