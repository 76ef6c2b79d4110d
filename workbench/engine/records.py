"""Records whose fields are attributes: what a game's functions read and write, in plain Python as compiled.

NumPy's own `np.record` raises and catches an error for each attribute that is read: ten times as long as here (measured
in a record of 43 fields), and reading attributes was most of the time that plain code took.
"""

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
