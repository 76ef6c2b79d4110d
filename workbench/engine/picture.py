"""The picture of a position: what lies where, as a game declares it, for whoever draws a table.

`zones` reads a position. For one seat it gets the position that `conceal` has left of it, so nothing that the seat does
not know can come into the picture; what lies face down is None.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from workbench.engine.parameters import Values
from workbench.engine.playing_cards import card_name
from workbench.engine.types import Rules, State


class Look(StrEnum):
    """How a zone is drawn."""

    ROW = "row"
    """Cards side by side."""
    PILE = "pile"
    """The last card on top, and how many there are."""
    DICE = "dice"
    TOKENS = "tokens"
    NUMBER = "number"
    TRACK = "track"
    """Spaces from 0 to the first number; the others are the spaces of the players' markers, or of a single one."""
    TEXT = "text"
    BOARD = "board"
    """The `Plan`, then the spaces row by row, each a `Spot`, or None where there is none."""


class Suit(StrEnum):
    """The suits of the French pack, in the order of the engine's cards."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


class Icon(StrEnum):
    """The drawings that a card of a game's own may have."""

    STAR = "star"
    CAMERA = "camera"
    MEGAPHONE = "megaphone"
    MASK = "mask"
    BOLT = "bolt"
    COIN = "coin"
    REEL = "reel"
    FLAG = "flag"
    HAMMER = "hammer"
    EYE = "eye"
    CARD = "card"


@dataclass(frozen=True)
class Face:
    """The print on a card.

    title   the name on the card, and what is read aloud
    suit    of a French card, with its `rank`; other cards have an icon, on a band of color number `tone`
    points  a number in the corner, and in `unit` the words for what it counts
    kind    a line below the title
    tags    short words at the foot
    text    a sentence about what the card does
    copies  how many of this card the revision deals from
    deck    the deck that it belongs to, where a game has several with backs of their own
    """

    title: str
    rank: str = ""
    suit: Suit | None = None
    icon: Icon = Icon.CARD
    tone: int = 0
    points: str = ""
    unit: str = "points"
    kind: str = ""
    tags: Sequence[str] = ()
    text: str = ""
    copies: int = 1
    deck: str = ""


class Spot(NamedTuple):
    """A space of a board with the pieces there: each with its player, or -1, and its text; or a number of them."""

    name: str
    pieces: tuple[tuple[int, str], ...] = ()

    @property
    def spoken(self) -> str:
        """The space in words."""
        there = [" ".join(filter(None, [f"player {player + 1}" * (player >= 0), text])) for player, text in self.pieces]
        return f"{self.name}: {', '.join(there) or 'empty'}"


class Plan(NamedTuple):
    """How many columns a board has, and the links that are drawn, by the places of their ends."""

    columns: int
    links: tuple[tuple[int, int], ...] = ()


Thing = str | int | Spot | Plan | None


class Zone(NamedTuple):
    """A place on the table: the keys of the cards that lie there (None: face down), faces of dice, or a number.

    `player` is whose it is; None for what lies in the middle.
    """

    name: str
    things: Sequence[Thing] = ()
    player: int | None = None
    look: Look = Look.ROW


def number(name: str, value: int, player: int | None = None) -> Zone:
    """A number that stands on the table."""
    return Zone(name, (int(value),), player, Look.NUMBER)


def face_down(cards: int) -> list[Thing]:
    """So many cards of which only the backs are seen."""
    return [None] * int(cards)


RANKS = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
SUITS = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}


def french_face(name: str) -> Face:
    """The face of a French card, from its name: `10H`."""
    rank, suit = name[:-1], SUITS[name[-1]]
    return Face(f"{RANKS.get(rank, rank)} of {suit}", rank, suit)


def french_faces(values: Values) -> dict[str, Face]:
    """The faces of the 52 French cards."""
    return {name: french_face(name) for name in map(card_name, range(52))}


class Offer(NamedTuple):
    """A legal action as somebody at the table reads it: a sentence, the card that it is about, and what it leads to.

    `space` is that of a board which it is about.
    """

    says: str
    card: Thing = None
    leads_to: str = ""
    space: str = ""


Zones = Callable[[State, Rules, Values], Iterable[Zone]]
Faces = Callable[[Values], Mapping[str, Face]]
Offers = Callable[[State, Rules, Values, int], Offer]


def nothing(state: State, rules: Rules, values: Values) -> Iterable[Zone]:
    """The zones of a game that declares none."""
    return ()


@dataclass(frozen=True)
class Picture:
    """How a game's positions are drawn.

    zones   what lies where, from a position, the rules as the compiled functions take them, and as they are written
    faces   what is printed on each card, by its key
    choice  a legal action of the actor in words, from the position as the actor knows it; None: by the kind of action
    """

    zones: Zones = field(default=nothing)
    faces: Faces = field(default=french_faces)
    choice: Offers | None = None
