"""The types of arguments and results of compiled functions, by name; and the layout of a state's record.

Compiled functions run in two ways, so no Python type fits both: a set is a `np.uint64` when plain and a machine word
when compiled, a record is a `GameRecord` or a pointer. Each alias is therefore `Any` to the type checker, and says to
the reader what a value is, its shape and its unit. Numba ignores annotations.

Records have their fields as attributes: what a game's functions read and write, in plain Python as compiled. NumPy's
own `np.record` raises and catches an error for each attribute that is read: ten times as long as here (measured in a
record of 43 fields), and reading attributes was most of the time that plain code took.
"""

from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike


class GameRecord(np.void):  # type: ignore[misc]
    """A position, rules or results, of any type that `as_record` returned; like `np.record` it stands in an array."""

    __slots__ = ()


def as_record(fields: DTypeLike) -> np.dtype[np.void]:
    """The record type of these fields, which are described as NumPy describes them."""
    kind = np.dtype((GameRecord, fields))
    for name in kind.names or ():
        if name not in vars(GameRecord):
            setattr(GameRecord, name, _attribute(name))
    return kind


def _attribute(name: str) -> property:
    """The field of that name in records that have one; others have no such attribute."""

    def read(record: GameRecord) -> object:
        try:
            return record[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name}") from None

    def write(record: GameRecord, value: ArrayLike) -> None:
        try:
            record[name] = value
        except ValueError:
            if name in (record.dtype.names or ()):
                raise
            raise AttributeError(f"the record has no field {name}") from None

    return property(read, write)


# Records (`GameRecord`)

State: TypeAlias = Any
"""One position: a record of the game's `state` dtype. Functions change it in place."""
States: TypeAlias = Any
"""`loop.STATES` positions, shape (STATES,): the true state first, then the scratch space of the bots."""
Rules: TypeAlias = Any
"""The rules in force: a record of the game's `rules_type`, one field a parameter. Nobody changes it."""
Chance: TypeAlias = Any
"""The random streams of one play: a `chance.CHANCE` record."""
Chances: TypeAlias = Any
"""A `chance.CHANCE` record, shape (1,): each thread has its own."""
Seats: TypeAlias = Any
"""The bots at the table: a record of one of the kinds in `bots.seats`."""
Result: TypeAlias = Any
"""The measures of one play: a record of the game's `result` dtype."""
Timeline: TypeAlias = Any
"""How the standings of one play went, and what there was to choose: a record of the game's `timeline` dtype."""
CardUse: TypeAlias = Any
"""The cards that each seat drew and played in one play: a record of the game's `card_use` dtype."""

# Sets, as one unsigned 64-bit word: bit n stands for number n

BitSet: TypeAlias = Any
"""A set of numbers from 0 to 63."""
CardSet: TypeAlias = Any
"""A set of cards."""
ActionSet: TypeAlias = Any
"""A set of actions."""
PlayerSet: TypeAlias = Any
"""A set of players."""
Bag: TypeAlias = Any
"""How many there are of each of up to 16 kinds, 4 bits a kind (`bit_sets.py`)."""
Word: TypeAlias = Any
"""64 bits that are no set: random bits, or a key."""

# Numbers

Player: TypeAlias = Any
"""A player, from 0, by the seat in the first deal."""
Action: TypeAlias = Any
"""An action, from 0 to 63; what it means depends on the phase of the state."""
Card: TypeAlias = Any
"""A card, from 0. In the French deck: 13 x suit + rank - 1."""
Suit: TypeAlias = Any
"""A suit, from 0 to 3."""
Int: TypeAlias = Any
"""Any other whole number: a count, points, a place in an array. The name of the argument says which."""
Float: TypeAlias = Any
"""A real number: an estimate in points, a share or a probability from 0 to 1."""
Bool: TypeAlias = Any
"""Yes or no."""

# Arrays

Array: TypeAlias = Any
"""A NumPy array of numbers; the docstring says of what."""
Noted: TypeAlias = Any
"""A value of a trace event as it was noted: a number, a set or a copy of an array."""

# Functions and records

GameFunction: TypeAlias = Callable[..., Any]
"""A function that runs compiled or as plain Python: one of a game's, or a loop over them."""
FieldSpec: TypeAlias = tuple[Any, ...]
"""A field of a record as NumPy describes one: its name, its type, and its shape where it is an array."""

# Traces

Fields: TypeAlias = dict[str, Any]
"""The fields of a trace event, by name."""


HEADER = frozenset({"actor", "over", "stage"})
"""Fields that loops read: the player to decide, whether the play has ended, and how many stages (deals) have."""
RESERVED = frozenset(name for name in dir(np.void) if not name.startswith("_"))
"""Names of NumPy's own record attributes: in plain mode `state.round` would be a method."""
LINE: Final = 64
"""Bytes that a processor fetches at once. What it works on several numbers at a time is slow where that lies across the
end of a line, and ten times slower at the end of a page: a play of Hitmakers takes an eighth longer."""

RUNS_PLAIN: Final = "runs_plain"
"""The field of a `seats` record at whose table somebody decides by code that cannot be compiled."""
FILLING: Final = "filling"
"""The field of a state that nobody reads: it ends what `copy_front` copies."""


def refuse_reserved_names(what: str, names: Iterable[str]) -> None:
    """Raises TypeError for names of record fields that NumPy's own attributes would hide."""
    if hidden := sorted(RESERVED.intersection(names)):
        raise TypeError(f"NumPy's record hides the {what} {', '.join(hidden)}; give them other names")


def state_type(fields: Sequence[FieldSpec], behind: Sequence[FieldSpec] = ()) -> np.dtype[np.void]:
    """The record of one position, from NumPy field descriptions, aligned for compiled code; it fills whole lines.

    Fields that fill halves of lines come first, the others behind them. After them all, in lines of their own, come
    those of `behind`: what bots work out before they search. No move reads or writes it, and search copies it once a
    decision, not with each world that it tries (`compiling.copy_front`).
    Raises TypeError for a field that NumPy's own attributes would hide, and for a lack of `actor` or `over`.
    """
    names = {name for name, *_ in (*fields, *behind)}
    refuse_reserved_names("state fields", names)
    if missing := sorted(HEADER - names):
        raise TypeError(f"the state needs the fields {', '.join(missing)}")
    front = _filled(sorted(fields, key=_splits_lines), FILLING, LINE if behind else 0)
    return record_type(_filled([*front, *sorted(behind, key=_splits_lines)], f"{FILLING}_behind", 0))


def _filled(fields: Sequence[FieldSpec], name: str, least: int) -> list[FieldSpec]:
    """The fields with a last one that fills the line they end in; of `least` bytes where they end with a line."""
    filling = -record_type(fields).itemsize % LINE or least
    return [*fields, (name, "u1", (filling,))] if filling else [*fields]


def _splits_lines(field: FieldSpec) -> bool:
    """True if what comes behind this field would lie across the ends of lines, where the field is a whole number."""
    return record_type([field]).itemsize % (LINE // 2) != 0


def blank_states(kind: np.dtype[np.void], number: int) -> States:
    """So many positions with every field zero, each of which begins with a line."""
    memory = np.zeros(number * kind.itemsize + LINE, np.uint8)
    first = -memory.ctypes.data % LINE
    return memory[first : first + number * kind.itemsize].view(kind)


def record_type(fields: Sequence[FieldSpec]) -> np.dtype[np.void]:
    """The record of these fields, from NumPy field descriptions, aligned for compiled code.

    Fields may be records themselves. NumPy would place those at any byte, since their class hides how they are aligned,
    and compiled code refuses such a record; so the places are those of the same fields as plain structures.
    """
    structure = np.dtype([(name, _bare(kind), *shape) for name, kind, *shape in fields], align=True)
    placed = {
        "names": [name for name, *_ in fields],
        "formats": [np.dtype((kind, *shape)) if shape else np.dtype(kind) for _, kind, *shape in fields],
        "offsets": [structure.fields[name][1] for name, *_ in fields] if structure.fields else [],
        "itemsize": structure.itemsize,
    }
    return as_record(np.dtype(placed, align=True))  # type: ignore[call-overload]


def _bare(kind: Any) -> Any:
    """A record as a plain structure, whose alignment NumPy knows; other types as they are."""
    fields = kind.fields if isinstance(kind, np.dtype) else None
    return np.dtype([(name, _bare(fields[name][0])) for name in kind.names], align=True) if fields else kind


F = TypeVar("F", bound=GameFunction)


def bare(function: F) -> F:
    """A copy of the function without annotations, which Numba would compare with those of its overloads."""
    copy: Any = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    return copy  # type: ignore[no-any-return]


def wherever_it_stands(function: F) -> F:
    """A copy of the function in line 1 of its file: Numba names cached code by the line."""
    copy: Any = FunctionType(function.__code__.replace(co_firstlineno=1), function.__globals__, function.__name__)
    return copy  # type: ignore[no-any-return]
