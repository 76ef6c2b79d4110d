"""The state of a game: one NumPy record with named fields and nested arrays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

HEADER = frozenset({"actor", "over", "stage"})
"""Fields that loops read: the player to decide, whether the play has ended, and how many stages (deals) have."""
RESERVED = frozenset(name for name in dir(np.record) if not name.startswith("_"))
"""Names of NumPy's own record attributes: in plain mode `state.round` would be a method."""


def refuse_reserved_names(what: str, names: Iterable[str]) -> None:
    """Raises TypeError for names of record fields that NumPy's own attributes would hide."""
    if hidden := sorted(RESERVED.intersection(names)):
        raise TypeError(f"NumPy's record hides the {what} {', '.join(hidden)}; give them other names")


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record of one position, from NumPy field descriptions, aligned for compiled code.

    Raises TypeError for a field that NumPy's own attributes would hide, and for a lack of `actor` or `over`.
    """
    names = {name for name, *_ in fields}
    refuse_reserved_names("state fields", names)
    if missing := sorted(HEADER - names):
        raise TypeError(f"the state needs the fields {', '.join(missing)}")
    return record_type(fields)


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
