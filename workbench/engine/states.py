"""The state of a game: one NumPy record with named fields and nested arrays."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from workbench.engine.types import States

HEADER = frozenset({"actor", "over", "stage"})
"""Fields that loops read: the player to decide, whether the play has ended, and how many stages (deals) have."""
RESERVED = frozenset(name for name in dir(np.record) if not name.startswith("_"))
"""Names of NumPy's own record attributes: in plain mode `state.round` would be a method."""
LINE: Final = 64
"""Bytes that a processor fetches at once. What it works on several numbers at a time is slow where that lies across the
end of a line, and ten times slower at the end of a page: a play of Hitmakers takes an eighth longer."""


def refuse_reserved_names(what: str, names: Iterable[str]) -> None:
    """Raises TypeError for names of record fields that NumPy's own attributes would hide."""
    if hidden := sorted(RESERVED.intersection(names)):
        raise TypeError(f"NumPy's record hides the {what} {', '.join(hidden)}; give them other names")


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record of one position, from NumPy field descriptions, aligned for compiled code; it fills whole lines.

    Fields that fill halves of lines come first, the others behind them.
    Raises TypeError for a field that NumPy's own attributes would hide, and for a lack of `actor` or `over`.
    """
    names = {name for name, *_ in fields}
    refuse_reserved_names("state fields", names)
    if missing := sorted(HEADER - names):
        raise TypeError(f"the state needs the fields {', '.join(missing)}")
    ordered = sorted(fields, key=_splits_lines)
    filling = -record_type(ordered).itemsize % LINE
    return record_type([*ordered, ("filling", "u1", (filling,))] if filling else ordered)


def _splits_lines(field: tuple[Any, ...]) -> bool:
    """Whether what comes behind this field would lie across the ends of lines, where the field is a whole number."""
    return record_type([field]).itemsize % (LINE // 2) != 0


def blank_states(kind: np.dtype[np.void], number: int) -> States:
    """So many positions with every field zero, each of which begins with a line."""
    memory = np.zeros(number * kind.itemsize + LINE, np.uint8)
    first = -memory.ctypes.data % LINE
    return memory[first : first + number * kind.itemsize].view(kind)


def record_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record of these fields, from NumPy field descriptions, aligned for compiled code.

    Fields may be records themselves. NumPy would place those at any byte, since `np.record` hides how they are aligned,
    and compiled code refuses such a record; so the places are those of the same fields as plain structures.
    """
    bare = np.dtype([(name, _bare(kind), *shape) for name, kind, *shape in fields], align=True)
    placed = {
        "names": [name for name, *_ in fields],
        "formats": [np.dtype((kind, *shape)) if shape else np.dtype(kind) for _, kind, *shape in fields],
        "offsets": [bare.fields[name][1] for name, *_ in fields] if bare.fields else [],
        "itemsize": bare.itemsize,
    }
    return np.dtype((np.record, np.dtype(placed, align=True)))  # type: ignore[call-overload]


def _bare(kind: Any) -> Any:
    """A record as a plain structure, whose alignment NumPy knows; other types as they are."""
    fields = kind.fields if isinstance(kind, np.dtype) else None
    return np.dtype([(name, _bare(fields[name][0])) for name in kind.names], align=True) if fields else kind
