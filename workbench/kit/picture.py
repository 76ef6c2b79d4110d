"""The table of a kit game, drawn from the fields of its state: zones of cards, numbers, dice.

A zone whose cards somebody does not see is a row; one that nobody sees is a deck, face down for whoever looks, since
which card is drawn next is chance. One that all see is a row, and for each player a pile, unless its author says
otherwise. The cards of a list lie in the order of suits and ranks. A number called `die`, and a row of numbers called
`dice`, are dice.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from workbench.engine.bit_sets import members
from workbench.engine.cards import Cards, Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import (
    RANKS,
    SUITS,
    Face,
    Look,
    Offer,
    Picture,
    Plan,
    Spot,
    Suit,
    Thing,
    Zone,
    face_down,
    french_face,
)
from workbench.engine.types import CardSet, Fields, GameFunction, Rules
from workbench.engine.types import State as Position
from workbench.engine.wording import listed, upper_first
from workbench.kit.fields import NOBODY, OWNER, UNSEEN, Holds, StateField, board_of, label_of, last_space, words_of
from workbench.kit.moves import PART, Argument, DeclaredMove, parameters
from workbench.kit.packs import FRENCH, Pack
from workbench.kit.sentences import DICE, NO_WORD
from workbench.kit.source import Design, names_reached

if TYPE_CHECKING:
    from jinja2 import Template

DIE = "die"
UNSET = "none yet"
COPIES = "copies"
"""The column of a card list that says how many there are of a card."""
KIND = "color", "suit", "rank", "symbol"
"""The columns of a card list that are printed below the name; those of `IN_PLACE` have places of their own."""
IN_PLACE = *KIND, "points", COPIES
RANK_LETTERS = {word.lower(): letter for letter, word in RANKS.items()}
FRENCH_KEY = re.compile(rf"([2-9]|10|{'|'.join(RANK_LETTERS)})-of-({'|'.join(Suit)})")
"""Ids of French cards in a list: `10-of-hearts`, `queen-of-spades`."""
GRAY = 7
"""The band of a card that has no suit where others have."""
TONE_OF = {"green": 3, "red": 4, "blue": 5, "yellow": 6, "gold": 6, "orange": 1, "brown": 1, "purple": 2, "violet": 2}
TONE_OF |= {"black": GRAY, "gray": GRAY, "grey": GRAY, "white": GRAY}
"""The bands of suits that are colors."""


def picture(design: Design, move_of: GameFunction) -> Picture:
    """The picture of a game of this design."""

    def prefix(pack: Pack | None) -> str:
        return f"{pack.rule} " if pack and len(design.packs) > 1 else ""

    def is_drawn(name: str) -> bool:
        on_table = design.state.on_table
        return name not in design.state.undrawn if on_table is None else name in on_table

    is_counted = design.has_points and not design.is_cooperative and "score" not in design.state.fields
    score = design.functions.get("score") if is_counted and is_drawn("score") else None
    read = names_reached(score) if score else set()

    def zones(state: Position, rules: Rules, values: Values) -> Iterator[Zone]:
        if "zones" in design.functions:
            yield from design.functions["zones"](state, rules, values)
        keys = {pack: _names(pack, values, prefix(pack)) for pack in (None, *design.packs)}
        for field in design.state.fields.values():
            is_on_table = is_drawn(field.name) and field.holds not in (Holds.TABLE, Holds.RATIO) and not field.by
            if is_on_table and design.is_drawn(field.name, values):
                title = design.state.titles.get(field.name) or _title(field.name)
                is_unset, names = field.name in design.state.unset, keys[field.pack or design.pack]
                if drawn := design.state.pictured.get(field.name):
                    yield Zone(title, drawn(state))
                elif field.holds is Holds.PILE:
                    lying = [names[card] for card in state[field.name][: int(state[field.length])]]
                    yield Zone(title, lying, look=Look.ROW if field.is_spread else Look.PILE)
                elif field.holds is Holds.STOCK:
                    yield from _stock(title, state[field.name], int(rules.players), names)
                elif field.board:
                    yield from _boards(field, state, int(rules.players), design)
                elif field.spaces:
                    yield _track(field, title, state, rules)
                else:
                    yield from _zones(field, title, state, int(rules.players), names, is_unset)
        if score:
            unseen = [state[f"unseen_{field.name}"] > 0 for field in design.hidden if field.name in read]
            unseen += [state[field.name] == UNSEEN for field in design.secrets if field.name in read]
            yield from _scores(score, state, rules, not any(map(np.any, unseen)))

    def faces(values: Values) -> dict[str, Face]:
        if face := design.functions.get("face"):
            lists = [(pack, cards_of(values, pack.rule)) for pack in design.packs if pack.rule]
            return {
                prefix(pack) + cards.key_of(row): face(values, pack.rule, row) for pack, cards in lists for row in cards
            }
        if design.pack and design.pack.rule:
            cards = cards_of(values, design.pack.rule)
            told = design.functions.get("card_text")
            rows = {cards.key_of(row): row for row in cards}
            tones = _tones({key: str(_suit(key, row)) for key, row in rows.items()})
            return {key: _face_of(key, row, tones[key], told) for key, row in rows.items()}
        names = _Names(name for pack in design.packs if not pack.rule for name in pack.names)
        there = design.functions["printed"](values) if "printed" in design.functions else dict.fromkeys(names, 1)
        tones = _tones({name: name for name in names})
        return {name: replace(_face(name, tones[name]), copies=there.get(name, 0)) for name in names}

    def choice(state: Position, rules: Rules, values: Values, action: int) -> Offer:
        move, table = design.moves[int(move_of(state, rules, action))], {"state": state, "rules": rules}
        return _offer(design, move, table | {"values": values}, picks_so_far(design, move, state, rules, action))

    return Picture(zones, design.functions.get("faces", faces), choice)


def picks_so_far(design: Design, move: DeclaredMove, state: Position, rules: Rules, action: int) -> list[int]:
    """The picks of a move once the action is taken; nothing where that is the move itself."""
    part = int(state.part) if design.picked_moves else 0
    if part:
        return [*(int(state[f"picked_{step}"]) for step in range(part - 1)), action]
    group, values = design.group_of(move), {"state": state, "rules": rules, "player": int(state.actor)}
    may = [other.when is None or other.when(*map(values.get, parameters(other.when))) for other in group.sharing]
    is_name = group.names(move) and (group.is_named or sum(map(bool, may)) > 1)
    return [] if is_name or not move.steps else [action - design.first[move.name]]


def _offer(design: Design, move: DeclaredMove, table: Fields, picks: Sequence[int]) -> Offer:
    """A pick in words: the move with the cards, players and numbers that are chosen, and the paragraph of the rules."""
    words, card, step, space = dict[str, str](), None, None, ""
    for place, (step, pick) in enumerate(zip(move.steps, picks, strict=False)):
        name, (low, high) = step.argument.name, step.argument.numbers
        if step.is_part:
            low += PART * pick
            words[name] = f"a number from {low} to {min(low + PART - 1, high)}"
        elif step.is_rest:
            words[name] = str(low + PART * picks[place - 1] + pick)
        else:
            words[name], card = _named(design, step.argument, table, pick)
            space = words[name] if board_of(step.argument.hint) else space
    is_whole = len(picks) == len(move.steps)
    if callable(move.offer) and is_whole:
        offer: Offer = move.offer(*map((table | dict(zip(words, picks, strict=False))).get, parameters(move.offer)))
        return offer
    text = (inspect.getdoc(move.function) or "").partition("\n\n")[0].replace("\n", " ")
    paragraph = "" if step and step.is_part else _paragraph(text).render(table["values"])
    says = " ".join([move.name.rstrip("_").replace("_", " ").capitalize(), ", ".join(words.values())]).strip()
    if isinstance(move.offer, str) and move.offer and is_whole:
        says = upper_first(move.offer.format(**words))
    return Offer(says if is_whole or (step and step.is_part) else f"{says} …", card, paragraph, space)


def _named(design: Design, argument: Argument, table: Fields, number: int) -> tuple[str, Thing]:
    """An argument in words, by the number of its choice; and the card that it is."""
    if label := label_of(argument.hint):
        named = label.name(*map((table | {"number": number}).get, parameters(label.name)))
        return (named, None) if isinstance(named, str) else named
    if argument.holds is Holds.CARD and design.pack:
        card = _names(design.pack, table["values"])[number]
        return card, card
    if argument.holds is Holds.SUBSET:
        return listed(map(str, members(np.uint64(number + 1) << np.uint64(argument.numbers[0])))), None
    words = words_of(argument.hint)
    return f"player {number + 1}" if argument.holds is Holds.PLAYER else words[number] if words else str(number), None


@lru_cache(maxsize=64)
def _paragraph(text: str) -> "Template":
    """A paragraph of the rules as a template, as it is one in the rulebook."""
    from jinja2 import Template  # takes a tenth of a second, and most commands need none

    template: Template = Template(text)
    return template


class _Names(tuple[str, ...]):
    """The names of the cards of a pack, by their numbers, and the order in which they lie side by side."""

    order: Sequence[int] = ()

    def of(self, cards: CardSet) -> list[Thing]:
        """The cards of a set, in order."""
        return [self[card] for card in sorted(members(cards), key=self.order.__getitem__ if self.order else None)]


def _names(pack: Pack | None, values: Values, prefix: str = "") -> _Names:
    """The names of the cards of a pack under these written rules; of one of several, with the name of its rule."""
    if pack and pack.rule:
        return _listed_names(cards_of(values, pack.rule), prefix)
    return _Names(pack.names if pack else ())


@lru_cache(maxsize=64)
def _listed_names(cards: Cards, prefix: str) -> _Names:
    """The names of the cards of a list, copy by copy, in the order of suits and ranks where it says them."""
    rows = {cards.key_of(row): row for row in cards}

    def place(key: str) -> tuple[bool, str, float, str]:
        suit, rank = rows[key].get("suit"), rows[key].get("rank")
        return suit is None, str(suit), float(str(rank or 0)), key

    keys = cards.keys_by_copy(COPIES) if COPIES in cards.columns else cards.keys
    names = _Names(prefix + key for key in keys)
    places = {key: number for number, key in enumerate(sorted(rows, key=place))}
    names.order = [places[key] for key in keys]
    return names


def _suit(key: str, row: Row) -> object:
    """The suit of a card of a list; where there are none, what else tells it apart."""
    band = next((name for name in ("color", "suit") if name in row), "")
    return row[band] or "" if band else row.get("group") or key


def _tones(suits: Mapping[str, str]) -> dict[str, int]:
    """The color of each card's band, from its suit or name: the color that this names, else one that none names.

    Cards whose names differ in numbers alone have one color.
    """
    kinds = {card: " ".join(re.findall(r"[^\W\d_]+", suit)).lower() or suit[:1] for card, suit in suits.items()}
    kinds |= {card: "number" for card, kind in kinds.items() if kind.isdigit()}
    tones = {kind: TONE_OF[word] for kind in kinds.values() for word in kind.split() if word in TONE_OF}
    free = [tone for tone in range(GRAY) if tone not in tones.values()]
    others = dict.fromkeys(kind for kind in kinds.values() if kind and kind not in tones)
    tones |= {"": GRAY, **{kind: free[place % len(free)] for place, kind in enumerate(others)}}
    return {card: tones[kind] for card, kind in kinds.items()}


def _face_of(key: str, row: Row, tone: int, told: Callable[[Row], str] | None) -> Face:
    """The print on a card of a list: name, suit, numbers, and what it does; a French card is drawn as one.

    Where a function tells what a card does, its numbers are told there.
    """
    effects, french = row.get("effects") or row.get("effect") or (), FRENCH_KEY.fullmatch(key)
    words = [str(row[name]) for name in KIND if row.get(name) is not None]
    numbers = [name for name, cell in row.items() if type(cell) is int and cell and name not in IN_PLACE]
    kind = [" ".join(word for word in words if word not in key.split("-"))]
    kind += [] if told else [f"{name.replace('_', ' ')} {row[name]}" for name in numbers]
    return Face(
        str(row.get("name") or _title(key)),
        rank=RANK_LETTERS.get(french[1], french[1]) if french else "",
        suit=Suit(french[2]) if french else None,
        tone=tone,
        points=str(row["points"]) if row.get("points") else "",
        kind="" if french else ", ".join(filter(None, kind)),
        tags=[tag.replace("_", " ") for tag in (effects if isinstance(effects, tuple) else (str(effects),))],
        text=told(row) if told else str(row.get("text") or ""),
        copies=int(str(row.get(COPIES) or 1)),
    )


def _face(name: str, tone: int) -> Face:
    is_french = name in FRENCH.names and name[-1] in SUITS
    return french_face(name) if is_french else Face(_title(name), tone=tone)


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _zones(
    field: StateField, name: str, state: Position, players: int, names: _Names, may_be_unset: bool
) -> Iterator[Zone]:
    value = state[field.name]

    def in_numbers(number: int) -> Thing:
        if number == UNSEEN and field.secrets:
            return "?"
        named = field.words[number] if field.words and number >= 0 else int(number)
        return UNSET if (may_be_unset or field.secrets) and number < 0 else named

    if field.is_set and field.per_player:
        for player in range(players):
            look = Look.ROW if field.seen_by is OWNER or field.is_spread else Look.PILE
            yield Zone(name, _cards(field, state, value[player], player, names), player, look)
    elif field.is_set:
        cards = _cards(field, state, value, None, names)
        if field.seen_by is NOBODY:
            yield Zone(name, face_down(len(cards)), None, Look.PILE)
        elif field.top:
            top = names[int(state[field.top])]
            yield Zone(name, sorted(cards, key=top.__eq__), None, Look.PILE)
        else:
            yield Zone(name, cards)
    elif field.holds is Holds.PER_PLAYER:
        look = Look.TOKENS if field.kind else Look.NUMBER
        yield from (Zone(name, (in_numbers(value[player]),), player, look) for player in range(players))
    elif field.holds is Holds.ROW:
        is_dice = field.name == DICE
        numbers = [int(item) for item in value if item or not is_dice]
        yield Zone(name, numbers, None, Look.DICE if is_dice else Look.TOKENS)
    elif field.words:
        yield Zone(name, (field.words[value] if 0 <= value < len(field.words) else NO_WORD,), None, Look.NUMBER)
    elif field.holds is Holds.CARD and names:
        yield Zone(name, names[value : value + 1] if value >= 0 else ())
    elif field.holds is Holds.FLAG:
        yield Zone(name, ("yes" if value else "no",), None, Look.NUMBER)
    else:
        look = Look.TOKENS if field.kind else Look.DICE if field.name == DIE else Look.NUMBER
        yield Zone(name, (in_numbers(value),), None, look)


def _scores(score: GameFunction, state: Position, rules: Rules, is_open: bool) -> Iterator[Zone]:
    """The points that a function works out; `?` where it reads what is not seen."""
    for player in range(int(rules.players)):
        values = {"state": state, "rules": rules, "player": player}
        yield Zone("Score", (int(score(*map(values.get, parameters(score)))) if is_open else "?",), player, Look.NUMBER)


def _stock(title: str, stock: Position, players: int, names: _Names) -> Iterator[Zone]:
    """A stock: its deck, its discard pile, and before each player the hand, with unknown cards face down."""
    yield Zone(f"Deck of {title}", face_down(stock["deck_size"]), look=Look.PILE)
    yield Zone(
        f"Discarded {title}", [names[card] for card in stock["discards"][: stock["discard_size"]]], None, Look.PILE
    )
    for player in range(players):
        hand = [names[card] for card in stock["hand"][player, : stock["hand_size"][player]]]
        yield Zone(f"{title} in hand", [*hand, *face_down(stock["hidden"][player])], player)


def _boards(field: StateField, state: Position, players: int, design: Design) -> Iterator[Zone]:
    """The board, or each player's own, with all that stands there; by the first of its fields."""
    standing = [other for other in design.state.fields.values() if other.board is field.board]
    if field.board is None or field is not standing[0]:
        return
    words, drawn = field.board.words, field.board.drawn
    title = upper_first(listed(other.name.replace("_", " ") for other in standing))
    for player in range(players) if field.sheets else (None,):
        there = [() if space is None else tuple(_pieces(standing, state, players, player, space)) for space in drawn]
        spots = [
            None if space is None else Spot(words[space], pieces) for space, pieces in zip(drawn, there, strict=True)
        ]
        yield Zone(title, (Plan(field.board.width, field.board.ways), *spots), player, Look.BOARD)


def _pieces(
    standing: Sequence[StateField], state: Position, players: int, owner: int | None, space: int
) -> Iterator[tuple[int, str]]:
    """The pieces on a space, each with its player."""
    for field in standing:
        for player in (owner,) if owner is not None else range(players) if field.per_player else (None,):
            held = state[field.name] if player is None else state[field.name][..., player]
            number = int(held[space]) if field.shape else int(held) >> space & 1
            counted = field.words[number - 1] if field.words else str(number)
            if number:
                of_player = player if player is not None and owner is None else -1
                yield of_player, counted if field.shape else field.mark or "✕" * (of_player < 0)


def _track(field: StateField, name: str, state: Position, rules: Rules) -> Zone:
    """A track: its last space, then the spaces on which markers stand."""
    markers = map(int, np.atleast_1d(state[field.name])[: int(rules.players)])
    return Zone(name, (last_space(field, rules), *markers), None, Look.TRACK)


def _cards(field: StateField, state: Position, cards: CardSet, player: int | None, names: _Names) -> list[Thing]:
    """The cards of a zone by name; after `conceal` also those of which one knows only that they lie there."""
    things = names.of(cards)
    if not field.is_hidden:
        return things
    unseen = state[f"unseen_{field.name}"]
    return [*things, *face_down(unseen if player is None else unseen[player])]
