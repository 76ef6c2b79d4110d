"""The trace of a kit game: what an event notes, its fields by name, as one player sees them, and as a sentence.

An author writes the sentence: `"Player {player} plays {card}."` Its names are arguments of the function, fields of the
state, or `player`, the one who acts. Of a field with a number or a zone for each player, the sentence has that of
`player`; where there is none, those of all. A move's sentence is told first, with the table as the move found it; an
event's once its function is done, with the table as it is then.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter

import numpy as np

from workbench.engine.bit_sets import members
from workbench.engine.trace import CopyOf, EventHelp
from workbench.engine.types import Fields, Noted
from workbench.engine.wording import counted, listed
from workbench.kit.fields import OWNER, Holds, StateField
from workbench.kit.packs import Pack

PLAYER, TAKER = "player", "taker"
END = "end"
NO_WORD, SECRET = "none", "a secret number"
NUMBERS = Holds.NUMBER, Holds.PER_PLAYER
SHORT = 3
"""Letters of a card's name, such as `10H`, that needs no comma before the next."""
DICE = "dice"
"""A row of this name has dice; 0 is none."""


def names_in(sentence: str) -> tuple[str, ...]:
    """The names that a sentence has in braces, in order, the first time that they come."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name))


@dataclass(frozen=True)
class Told:
    """One name of a sentence: what it holds, and who sees it. `by_player` says that the event has that of `player`."""

    field: StateField
    is_secret: bool
    by_player: bool
    number: int

    def value(self, values: Sequence[Noted], player: int, players: int, pack: Pack | None) -> Noted:
        """The value as JSON takes it."""
        noted = values[self.number]
        if self.field.per_player or self.field.holds is Holds.PER_PLAYER:
            if not self.by_player or player < 0:
                return [self._plain(noted[other], pack) for other in range(players)]
            noted = noted[player]
        return self._plain(noted, pack)

    def _plain(self, value: Noted, pack: Pack | None) -> Noted:
        holds, pack = self.field.holds, self.field.pack or pack
        if words := self.field.words:
            return words[int(value)] if 0 <= value < len(words) else NO_WORD
        if holds is Holds.CARDS and pack:
            return [CopyOf(pack.rule, card) for card in members(value)] if pack.rule else pack.named(value)
        if holds is Holds.CARD and pack:
            if not 0 <= value < len(pack.names):
                return NO_WORD
            return CopyOf(pack.rule, int(value)) if pack.rule else pack.names[int(value)]
        if self.field.board and holds is Holds.SPACES:
            return [self.field.board.words[space] for space in members(value)]
        if holds is Holds.SUBSET:
            return members(value)
        if holds is Holds.ROW:
            return [int(number) for number in value if number or self.field.name != DICE]
        return bool(value) if holds is Holds.FLAG else value.item() if isinstance(value, np.generic) else value

    def seen(self, value: Noted, viewer: int, player: int, taker: int) -> Noted:
        """The value as a player sees it, the `taker` of the event for one: null for each card that lies face down."""
        if not self.is_secret or viewer == taker or (self.by_player and viewer == player and self.is_owners):
            return value
        if isinstance(value, list) and not self.by_player and (self.field.per_player or self.field.secrets):
            reader = viewer if self.is_owners else -1
            unseen = [[None] * len(cards) if isinstance(cards, list) else None for cards in value]
            return [cards if owner == reader else unseen[owner] for owner, cards in enumerate(value)]
        return [None] * len(value) if isinstance(value, list) else None

    @property
    def is_owners(self) -> bool:
        """True if the owner sees it."""
        return not self.field.is_zone or self.field.seen_by is OWNER


@dataclass(frozen=True)
class Sentence:
    """An event of the trace: its name, the sentence, and what stands behind each name in it.

    told     None where the author tells the fields
    words    makes the sentence of the fields, where `text` is none
    helps    help for fields, where it is more than the name says
    seen     makes of the fields those that a player sees
    hides    the field of which others than the player see how many cards it has
    """

    name: str
    text: str
    help: str
    told: Mapping[str, Told] | None
    pack: Pack | None
    has_player: bool
    words: Callable[[Fields], str] | None = None
    helps: Mapping[str, str] = field(default_factory=dict)
    seen: Callable[[Fields, int], Fields] | None = None
    hides: str = ""

    def fields(self, values: tuple[Noted, ...]) -> Fields:
        """The fields by name, from what was noted: the number of players, who acts, then the values."""
        if self.told is None:
            return dict(values[0])
        players, player = int(values[0]), int(values[1])
        told = {name: told.value(values[2:], player, players, self.pack) for name, told in self.told.items()}
        return {PLAYER: player, **told} if player >= 0 else told

    def redacted(self, fields: Fields, viewer: int) -> Fields:
        """The fields as a player sees them."""
        if self.seen:
            return self.seen(fields, viewer)
        player, taker, told = fields.get(PLAYER, -1), fields.get(TAKER, -1), self.told or {}
        visible = {
            name: told[name].seen(value, viewer, player, taker) if name in told else value
            for name, value in fields.items()
        }
        return {**visible, self.hides: len(fields[self.hides])} if self.hides and viewer != player else visible

    def describe(self, fields: Fields) -> str:
        """The event in words."""
        if self.words:
            return self.words(fields)
        numbers = [name for name, told in (self.told or {}).items() if told.field.holds in NUMBERS]
        return filled_in(self.text, fields | {name: SECRET for name in numbers if fields[name] is None}, self.hides)

    @property
    def event_help(self) -> EventHelp:
        """The help of the event and of each field."""
        told = {name: told.field.help or f"{_label(name)}." for name, told in (self.told or {}).items()}
        who = {PLAYER: "Who acts."} if self.has_player else {}
        return EventHelp(self.help, {**who, **told, **self.helps})


def filled_in(text: str, fields: Fields, hides: str = "") -> str:
    """A sentence with the fields in words; of several without those about no card at all: `Turned up: nothing.`

    Of the field that an event `hides` there may be only how many cards it has.
    """
    first, *others = re.split(r"(?<=\.) ", text)
    told = [other for other in others if any(fields[name] != [] for name in names_in(other)) or "{" not in other]
    words = {PLAYER: "nobody"} | {name: in_words(value) for name, value in fields.items()}
    if isinstance(fields.get(hides), int):
        words[hides] = counted(fields[hides], "card")
    return " ".join([first, *told]).format(**words)


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def in_words(value: Noted) -> str:
    """A field's value in a sentence; cards that are null lie face down."""
    if not isinstance(value, list):
        plain = {None: "a card face down", True: "yes", False: "no"}
        return plain[value] if value is None or isinstance(value, bool) else str(value)
    if any(isinstance(item, list) for item in value):
        return "; ".join(f"player {number}: {in_words(item)}" for number, item in enumerate(value))
    if value and None in value:
        return f"{counted(len(value), 'card')} face down"
    if all(isinstance(item, str) for item in value):
        return (" " if all(len(name) <= SHORT for name in value) else ", ").join(value) or "nothing"
    return listed(map(str, value))


def end_fields(values: tuple[Noted, ...]) -> Fields:
    """The fields of the end of a play."""
    return {"winners": [player for player in range(int(values[0])) if int(values[2]) >> player & 1]}


def end_words(fields: Fields, together: bool = False) -> str:
    """The end of a play in words."""
    winners = fields["winners"]
    if together:
        return f"The play is over: all have {'won' if winners else 'lost'}."
    if not winners:
        return "The play is over, and nobody wins."
    return f"The play is over: {listed([f'player {player}' for player in winners])} win{'s' * (len(winners) == 1)}."


END_HELP = EventHelp("The play is over.", {"winners": "Who wins."})
