"""State as typed fields: whole numbers, yes or no, a number for each player, and zones of cards.

    class State(kit.State):
        score: PerPlayer
        turn: int
        hand: Cards = zone(FRENCH, per_player=True, seen_by=OWNER)
        busts: PerPlayer = measured("Turns that a 1 has ended.", 0.1, unit="turns")

Numbers have 64 bits, so that points do not wrap around. Every field is zero, and every zone empty, when a play begins.
"""

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import Annotated, Any, ClassVar, TypeAlias

from workbench.engine.measures import AtLeast, ScorePart
from workbench.engine.types import RESERVED, FieldSpec, Rules
from workbench.kit.packs import Pack
from workbench.kit.places import Places


class Holds(StrEnum):
    """The content of a field, or of an argument of a move."""

    NUMBER = "number"
    FLAG = "flag"
    PER_PLAYER = "per player"
    ROW = "row"
    PLAYER = "player"
    CARD = "card"
    CARDS = "cards"
    SPACES = "spaces"
    SUBSET = "subset"
    PILE = "pile"
    TABLE = "table"
    SCRATCH = "scratch"
    STOCK = "stock"
    RATIO = "ratio"


class Viewers(StrEnum):
    """Who sees the cards of a zone; how many there are all can see."""

    OWNER = "owner"
    ALL = "all"
    NOBODY = "nobody"


OWNER, ALL, NOBODY = Viewers
UNSEEN = -2
"""In the place of a secret number that a player does not know."""
PerPlayer: TypeAlias = Annotated[Any, Holds.PER_PLAYER]
"""A whole number for each player."""
Row: TypeAlias = Annotated[Any, Holds.ROW]
"""So many whole numbers in a row, as `row(5)` says."""
Player: TypeAlias = Annotated[Any, Holds.PLAYER]
"""A player, from 0."""
Card: TypeAlias = Annotated[Any, Holds.CARD]
"""A card, as its place in its pack."""
Cards: TypeAlias = Annotated[Any, Holds.CARDS]
"""A set of cards, or one for each player."""
Spaces: TypeAlias = Annotated[Any, Holds.SPACES]
"""A set of spaces of a board, or one for each player, as `pieces` says."""
Pile: TypeAlias = Annotated[Any, Holds.PILE]
"""Cards one upon the other, the top last, as `pile` says."""
Table: TypeAlias = Annotated[Any, Holds.TABLE]
"""A whole number for each member of an `IntEnum` and each player: `state.awarded[Award.TRICKS, player]`."""
Subset: TypeAlias = Annotated[Any, Holds.SUBSET]
"""Some of up to six numbers, at least one of them, as a set."""
Scratch: TypeAlias = Annotated[Any, Holds.SCRATCH]
"""Room in which an evaluation works something out, as `scratch` says."""
Stock: TypeAlias = Annotated[Any, Holds.STOCK]
"""A deck with its discard pile and the hands dealt from it, as `stock` says."""
Ratio: TypeAlias = Annotated[Any, Holds.RATIO]
"""A measure that is the quotient of two others, as `measured` says."""


@dataclass(frozen=True)
class StateField:
    """A field of the state, as its author declares it.

    help        a sentence, for the trace and for the measure
    margin      where the field is a measure: the smallest change that counts
    size        of a row, how many numbers it has, or in each of how many rows how many; of a stock, cards in a hand
    jump        of a measure, by how much one play may differ where something rare happens
    part        of a measure, what it does to the score: `measures.ScorePart`
    repeats     of a measure, the other that says the same
    by          of a measure, whose it is where that is not a player: `deal_seat`
    members     of a table, the names of its rows; `entries` are those that are measures
    of          of a ratio, the two fields: what is divided by what
    per         as in `measures.Measure`, and so are `counted`, `nominal`, `below_zero` and `detail`
    is_deck     whether cards are drawn from it: in the order in which they lie, as `decks` says, or by each player
    length      of a pile, the field that says how many cards lie there
    read        of a measure, how the report reads it
    words       of a number that stands for a word, these words
    is_spread   whether the cards of an open zone lie side by side on the table where they would be a pile
    top         of an open pile, the field with the card on top
    kind        of a pool, what its tokens are called; of scratch, its numbers as NumPy calls them
    numbers     of a row, the same
    start       of a pool, how many lie there when a play begins: a number, or the name of a rule
    spaces      of a track, its last space, counted from 0: a number, or the name of a rule
    board       of pieces and counters, where they stand; on `sheets`, each player's own
    mark        of pieces, what is drawn where one stands
    secrets     of secret numbers, how many there are to be; `knows` says who else sees one, `is_dealt` whether they
                change places in a drawn world
    """

    name: str = ""
    holds: Holds = Holds.NUMBER
    help: str = ""
    margin: float = 0.0
    unit: str = ""
    title: str = ""
    size: int | tuple[int, ...] = 0
    pack: Pack | None = None
    per_player: bool = False
    seen_by: Viewers = ALL
    put: Callable[..., None] | None = None
    are_kinds: bool = False
    words: tuple[str, ...] = ()
    is_spread: bool = False
    top: str = ""
    kind: str = ""
    numbers: str = "i8"
    start: int | str = 0
    spaces: int | str = 0
    board: Places | None = None
    sheets: bool = False
    mark: str = ""
    secrets: int = 0
    knows: Callable[..., Any] | None = None
    is_dealt: bool = False
    jump: float = 1.0
    part: ScorePart = ScorePart.NONE
    repeats: str = ""
    by: str = ""
    members: tuple[str, ...] = ()
    of: tuple[str, str] = ("", "")
    per: str = ""
    counted: AtLeast | None = None
    nominal: bool = False
    below_zero: bool = False
    detail: bool = False
    entries: Mapping[int, "StateField"] = field(default_factory=dict)
    is_deck: bool = False
    length: str = ""
    read: str = ""

    @property
    def measures(self) -> "list[StateField]":
        """The measures that come of it, each with how it is read."""
        if self.holds is Holds.TABLE:
            holds, of = (Holds.PER_PLAYER, ", player") if self.per_player else (Holds.NUMBER, "")
            return [
                replace(entry, name=self.members[row], holds=holds, read=f"state.{self.name}[{row}{of}]")
                for row, entry in self.entries.items()
            ]
        if self.holds is Holds.RATIO:
            holds, of = (Holds.PER_PLAYER, "[player]") if self.per_player else (Holds.NUMBER, "")
            whole, number = (f"state.{name}{of}" for name in self.of)
            read = f"{whole} / {number} if {number} > 0 else 0.0"
            return [replace(self, holds=holds, read=read, counted=AtLeast(self.of[1], 1))]
        place = "[player]" if self.holds is Holds.PER_PLAYER else ""
        return [replace(self, read=f"state.{self.name}{place}")] if self.margin else []

    @property
    def is_set(self) -> bool:
        """True for a set of cards, or of kinds of cards."""
        return self.pack is not None and self.holds is Holds.CARDS

    @property
    def is_zone(self) -> bool:
        """True where cards lie."""
        return self.is_set and not self.are_kinds

    @property
    def is_hidden(self) -> bool:
        """True for a zone whose cards, or for numbers that, not everybody sees."""
        return self.secrets > 0 or (self.is_zone and self.seen_by is not ALL)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a row; empty for a single number."""
        return self.size if isinstance(self.size, tuple) else (self.size,) if self.size else ()

    def in_record(self, seats: int) -> FieldSpec:
        """The field as NumPy describes it."""
        if self.holds is Holds.SCRATCH:
            size = (seats,) if self.per_player else self.shape
            return (self.name, self.kind, size) if size else (self.name, self.kind)
        if self.is_set:
            return (self.name, "u8", (seats,)) if self.per_player else (self.name, "u8")
        if self.holds is Holds.CARDS:
            return self.name, "u8"
        if self.board:
            shape = self.shape + ((seats,) if self.per_player else ())
            return (self.name, "i8" if self.shape else "u8", shape) if shape else (self.name, "u8")
        if self.holds is Holds.PILE:
            return self.name, "u1", self.shape
        if self.holds is Holds.TABLE:
            return self.name, "i8", (len(self.members), seats) if self.per_player else (len(self.members),)
        if self.holds is Holds.PER_PLAYER:
            return self.name, "f8" if self.by else "i8", (seats,)
        if self.holds is Holds.ROW:
            return self.name, self.numbers, self.shape
        return self.name, "?" if self.holds is Holds.FLAG else "i8"


def zone(
    pack: Pack,
    *,
    per_player: bool = False,
    seen_by: Viewers = ALL,
    put: Callable[..., None] | None = None,
    spread: bool = False,
    top: str = "",
) -> Any:
    """A place for cards of a pack.

    `seen_by` is `kit.ALL`, `kit.OWNER`, or `kit.NOBODY` (face down); how many lie there all see.
    `put(state, player, card)` lays a card there, where that is more than adding it. On the table, open cards before a
    player are a pile, or `spread`; others lie side by side, or under the card `top`.
    """
    return StateField(
        holds=Holds.CARDS, pack=pack, per_player=per_player, seen_by=seen_by, put=put, is_spread=spread, top=top
    )


def kinds(pack: Pack, *, per_player: bool = False, spread: bool = False) -> Any:
    """A set of kinds of cards, of which there are several each."""
    return StateField(holds=Holds.CARDS, pack=pack, per_player=per_player, are_kinds=True, is_spread=spread)


def deck(pack: Pack, *, per_player: bool = False) -> Any:
    """The stock of a game, face down and in order: `stock: kit.Cards = kit.deck(CARDS)`; or each player's own deck.

    All know which cards are in one's own deck or hand.
    """
    return StateField(holds=Holds.CARDS, pack=pack, per_player=per_player, seen_by=NOBODY, is_deck=True)


def pile(pack: Pack, length: str, most: int | tuple[int, int] = 0, *, spread: bool = False) -> Any:
    """Open cards in order, the top last, as many as the field `length` says; a move may lay its card there.

    There is room for the pack, or for `most` cards; `(4, 9)` are four piles, whose `length` is a row.
    """
    return StateField(pack=pack, length=length, size=most or len(pack.names), is_spread=spread)


def measured(
    help: str,
    margin: float,
    *,
    unit: str = "",
    title: str = "",
    jump: float = 1.0,
    part: ScorePart = ScorePart.NONE,
    repeats: str = "",
    by: str = "",
    of: tuple[str, str] = ("", ""),
    per: str = "",
    nominal: bool = False,
    below_zero: bool = False,
) -> Any:
    """A number that every play yields, its smallest change that counts, and how far a rare event makes it `jump`.

    `part` is `kit.ScorePart.ADDS` or `DEDUCTS` for a part of the score, `repeats` a measure that says the same;
    `by="deal_seat"` is the mean by seat of each stage. A `kit.Ratio` is `of` one field divided by another.
    """
    return StateField(
        help=help,
        margin=margin,
        unit=unit,
        title=title,
        jump=jump,
        part=part,
        repeats=repeats,
        by=by,
        of=of,
        per=per,
        nominal=nominal,
        below_zero=below_zero,
    )


def table(
    rows: type[IntEnum] | int, measured: Any = None, *, per_player: bool = True, name: str = "{}", counted: str = ""
) -> Any:
    """A number for each member of an enumeration and each player; what is `measured` of it are measures by `name`.

    Of so many rows one measure stands for all: `{}` is the row, from 1, in plays with as many `counted`.
    """
    if isinstance(rows, int):
        places = range(1, rows + 1)
        members = tuple(map(name.format, places))
        entries = {
            place - 1: replace(
                measured,
                help=measured.help.format(place),
                title=measured.title.format(place),
                counted=AtLeast(counted, place) if counted else None,
                detail=True,
            )
            for place in places
        }
    else:
        members = tuple(name.format(member.name.lower()) for member in rows)
        entries = {int(row): entry for row, entry in (measured or {}).items()}
    return StateField(members=members, entries=entries, per_player=per_player)


def row(size: int | tuple[int, ...], help: str = "", kind: str = "i8") -> Any:
    """So many numbers in a row, such as dice; `(4, 3)` are three in each of four rows."""
    return StateField(size=size, help=help, numbers=kind)


def stock(pack: Pack, hand: int) -> Any:
    """A deck of a pack of its own, a discard pile, and hands of so many cards at most.

    `state.NAME.hand[player, place]` is a card; `hand_size`, `deck_size`, `discards`, `discard_size` stand beside it.
    """
    return StateField(pack=pack, size=hand)


def scratch(kind: str = "f8", *, size: int | tuple[int, ...] = 0, per_player: bool = False) -> Any:
    """Room for `appraise` and `worlds` to work in: so many `f8`, `i8` or `u8`. No move reads it."""
    return StateField(kind=kind, size=size, per_player=per_player)


def pool(kind: str, start: int | str = 0, help: str = "") -> Any:
    """Tokens of a kind, together or before each player: at first a number, or a rule."""
    return StateField(kind=kind, start=start, help=help)


def track(spaces: int | str, help: str = "") -> Any:
    """The space of a marker, or of each player's: from 0 to a number, or a rule."""
    return StateField(spaces=spaces, help=help)


def pieces(board: Places, *, per_player: bool = False, sheets: bool = False, mark: str = "") -> Any:
    """The spaces where pieces stand; on `sheets`, each player has a board. A move takes `Annotated[int, BOARD]`."""
    return StateField(board=board, per_player=per_player or sheets, sheets=sheets, mark=mark)


def counters(board: Places, *, per_player: bool = False, sheets: bool = False, words: tuple[str, ...] = ()) -> Any:
    """A number for each space, `[space]` or `[space, player]`: how many stand there, or one of `words`, from 1."""
    size = len(board.words)
    return StateField(board=board, per_player=per_player or sheets, sheets=sheets, size=size, words=words)


def secret(
    numbers: int | type[IntEnum],
    help: str = "",
    *,
    seen_by: Callable[..., Any] | None = None,
    dealt: bool = False,
) -> Any:
    """A number for each player that the owner alone sees, one of so many: a bid, a role; below 0, none yet.

    `seen_by(state, player, other)` says who sees another's. In drawn worlds it is any; what was `dealt` changes places.
    """
    words = () if isinstance(numbers, int) else words_of(numbers)
    size = numbers if isinstance(numbers, int) else len(words)
    return StateField(secrets=size, help=help, knows=seen_by, is_dealt=dealt, words=words)


def last_space(field: StateField, rules: Rules) -> int:
    """The last space of a track under these rules, as compiled functions take them."""
    return int(getattr(rules, field.spaces) if isinstance(field.spaces, str) else field.spaces)


class Words:
    """Marks a number that stands for one of some words, from 0: a suit, a color; others stand for none. An enumeration
    says its members."""

    def __init__(self, *words: str) -> None:
        self.words = words


@dataclass(frozen=True)
class Label:
    """Marks one of so many numbers, from 0, `Annotated[int, Label(6, name_of_die)]`: the function makes of it a name,
    or a name and the card that it is. It may take the `number`, and `state`, `rules` and the written `values`."""

    size: int
    name: Callable[..., Any]


def label_of(hint: object) -> Label | None:
    """The label of an argument's choices, by its annotation; none."""
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Label)), None)


def numbers_of(hint: object) -> tuple[int, int]:
    """The lowest and the highest number that an argument may be, where its annotation says that."""
    label = label_of(hint)
    return 0, max(0, (label.size if label else len(words_of(hint))) - 1)


def held_by(hint: object) -> Holds:
    """The content of a field or an argument, by its annotation."""
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Holds)]
    return marks[0] if marks else Holds.FLAG if hint is bool else Holds.NUMBER


def words_of(hint: object) -> tuple[str, ...]:
    """The words that a number stands for, by its annotation `Annotated[int, Words("clubs", "hearts")]`; none."""
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return tuple(member.name.lower() for member in hint)
    marks = [mark.words for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Words | Places)]
    return marks[0] if marks else ()


def board_of(hint: object) -> Places | None:
    """The board of a space, by its annotation `Annotated[int, FRAME]`."""
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Places)), None)


def pack_of(hint: object) -> Pack | None:
    """The pack of a card, by its annotation `Annotated[kit.Card, BODS]`, where there are several."""
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Pack)), None)


class State:
    """The base of a game's state, with `actor`, `stage` and `over`."""

    actor: int
    stage: int
    over: bool
    pack: Any
    looked: Any
    lacks: Any
    fields: ClassVar[Mapping[str, StateField]] = {}
    scratch: ClassVar[Sequence[StateField]] = ()
    events: ClassVar[Sequence[object]] = ()
    """The events that a component of the kit brings."""
    on_table: ClassVar[Sequence[str] | None] = None
    """The fields that are drawn on the table, where they are fewer than those that are not."""
    undrawn: ClassVar[Sequence[str]] = ()
    """Fields that are not drawn on the table, since what they say is seen there anyway; `score` may be a function."""
    unset: ClassVar[Sequence[str]] = ()
    """Numbers that are below 0 until somebody decides on them, such as a bid: on the table, none yet."""
    titles: ClassVar[Mapping[str, str]] = {}
    """Names on the table of fields whose own say too little to a player."""
    pictured: ClassVar[Mapping[str, Callable[[Any], Sequence[str | None]]]] = {}
    """Fields that functions draw: the names of the cards that lie there in a state, None for the back of one."""
    used_if: ClassVar[Mapping[str, Callable[[Mapping[str, Any]], bool]]] = {}
    """Fields that only some rules need: under which written values they are drawn, and measured."""

    def __init_subclass__(cls) -> None:
        hints = typing.get_type_hints(cls, include_extras=True)
        engine = {*typing.get_type_hints(State)}
        names = [name for name in hints if name not in engine]
        if hidden := sorted(RESERVED.intersection(names)):
            raise TypeError(f"{cls.__name__}: NumPy's record hides the fields {', '.join(hidden)}; call them otherwise")
        declared = {name: cls._field(name, hints[name]) for name in names}
        for name, ratio in declared.items():
            if ratio.holds is Holds.RATIO:
                declared[name] = replace(ratio, per_player=held_by(hints[ratio.of[0]]) is Holds.PER_PLAYER)
        cls.scratch = tuple(field for field in declared.values() if field.holds is Holds.SCRATCH)
        cls.fields = {name: field for name, field in declared.items() if field not in cls.scratch}

    @classmethod
    def _field(cls, name: str, hint: object) -> StateField:
        inherited = cls.fields.get(name)
        declared = vars(cls).get(name, inherited or StateField())
        if not isinstance(declared, StateField):
            raise TypeError(f"{cls.__name__}.{name}: a field has no value; it is 0 when a play begins")
        pack = declared.pack or pack_of(hint)
        return replace(declared, name=name, holds=held_by(hint), words=words_of(hint) or declared.words, pack=pack)

    @classmethod
    def zones(cls) -> list[StateField]:
        """The fields where cards lie."""
        return [field for field in cls.fields.values() if field.is_zone]
