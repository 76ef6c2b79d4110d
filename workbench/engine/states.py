"""The state of a game: one NumPy record with named fields and nested arrays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

HEADER = frozenset({"actor", "over", "stage"})
"""Fields that loops read: the player to decide, whether the play has ended, and how many stages (deals) have."""
HIDDEN = frozenset(name for name in dir(np.record) if not name.startswith("_"))
"""Names that NumPy's record keeps for itself: in plain mode `state.round` would be a method."""


def refuse_hidden(what: str, names: Iterable[str]) -> None:
    """Raises TypeError for names of record fields that NumPy's own attributes would hide."""
    if hidden := sorted(HIDDEN.intersection(names)):
        raise TypeError(f"NumPy's record hides the {what} {', '.join(hidden)}; give them other names")


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record of one position, from NumPy field descriptions, aligned for compiled code.

    Raises TypeError for a field that NumPy's own attributes would hide, and for a lack of `actor` or `over`.
    """
    names = {name for name, *_ in fields}
    refuse_hidden("state fields", names)
    if missing := sorted(HEADER - names):
        raise TypeError(f"the state needs the fields {', '.join(missing)}")
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
