"""The cards of a list as one value that never changes, and which of them each seat had and played in a play.

A scenario, a run and a report hold a card list as `Cards`. What a designer balances cards by is their use: for each
list two sets of cards a seat, as words of bits by numbers of cards: `<rule>_drawn`, those that came into the seat's
hand, and `<rule>_played`, those that it played. These rows are large beside the measures, and few people ask for them,
so they are not stored with a run: a play's are made again when they are wanted (`Batch.card_uses`), which gives the
same plays, since a play depends on its seed and its index alone.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from workbench.engine.bit_sets import WORD
from workbench.engine.files import JsonValue
from workbench.engine.measures import WINNERS, Results
from workbench.engine.problems import Problem
from workbench.engine.types import FieldSpec, as_record
from workbench.engine.wording import counted

Cell: TypeAlias = str | int | bool | tuple[str, ...] | None
"""A cell's value; None where an optional cell is empty. A set is a tuple of names in the enumeration's order."""
Row = dict[str, Cell]


@dataclass(frozen=True, eq=False)
class Cards:
    """A card list: its file's name, its columns, and its rows in the order of the file.

    Lists are equal when they have the same cards, whatever their files are called and in whatever order:
    cards are *numbered* by their keys in ascending order, so that sorting a file changes no play.
    """

    file: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(repr=False)
    warnings: tuple[Problem, ...] = field(default=(), repr=False)
    """Warnings about a file that was read in spite of its form."""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        """The rows by column, in the order of the file."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __str__(self) -> str:
        return f"{self.file} ({counted(len(self), 'card')}, {self.sha256[:8]})"

    def key_of(self, row: Mapping[str, Cell]) -> str:
        """The key of a row: its id, or the values of the key's columns with spaces between them."""
        return key_text(self.key, row)

    @cached_property
    def numbered(self) -> tuple[Row, ...]:
        """The rows by their number, from 0, as the compiled rules have them."""
        return tuple(sorted(self, key=lambda row: [(row[name] is None, row[name]) for name in self.key]))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The cards' keys by their number."""
        return tuple(map(self.key_of, self.numbered))

    def keys_by_copy(self, column: str) -> list[str]:
        """The key of the card behind each copy, where a column says how many copies there are of a card."""
        copies = (int(row[column] or 0) for row in self.numbered)  # type: ignore[arg-type]
        return [key for key, number in zip(self.keys, copies, strict=True) for _ in range(number)]

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of what the list says, in hexadecimal; order of rows and columns, quotes, line ends do not count."""
        content = [sorted(row.items()) for row in self.numbered]
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()

    @property
    def brief(self) -> dict[str, object]:
        """The list as commands print it: its file, its hash, and how many rows it has."""
        return {"file": self.file, "sha256": self.sha256, "cards": len(self)}

    @property
    def whole(self) -> dict[str, object]:
        """The list with all it says, as JSON can hold it; `from_whole` gives it back."""
        rows = [[list(cell) if isinstance(cell, tuple) else cell for cell in row] for row in self.rows]
        return {**self.brief, "key": list(self.key), "columns": list(self.columns), "rows": rows}

    @classmethod
    def from_whole(cls, stored: Mapping[str, JsonValue]) -> "Cards":
        """The list behind `whole`."""
        rows = tuple(tuple(tuple(cell) if isinstance(cell, list) else cell for cell in row) for row in stored["rows"])
        return cls(stored["file"], tuple(stored["columns"]), tuple(stored["key"]), rows)


def with_renamed(value: object) -> tuple[Cards, Cards]:
    """A list, and the same cards under other keys, a number each, so that they are numbered the other way around."""
    cards = cast(Cards, value)
    (column,) = cards.key
    at, last = cards.columns.index(column), len(cards) - 1
    names = {key: f"{last - number:03}" for number, key in enumerate(cards.keys)}
    rows = tuple((*row[:at], names[str(row[at])], *row[at + 1 :]) for row in cards.rows)
    return cards, replace(cards, rows=rows)


def key_text(key: tuple[str, ...], row: Mapping[str, Cell]) -> str:
    """The values of the key's columns with spaces between them."""
    return " ".join(str(row[name]) for name in key)


# Values among which there may be card lists


def cards_of(values: Mapping[str, object], name: str) -> Cards:
    """The card list that is the value of a rule."""
    return cast(Cards, values[name])


def brief_values(values: Mapping[str, object]) -> dict[str, object]:
    """Written rule values as commands print them: of a card list its file, hash and size."""
    return {name: brief_value(value) for name, value in values.items()}


def brief_value(value: object) -> object:
    """One written value as commands print it."""
    return value.brief if isinstance(value, Cards) else value


def whole_values(values: Mapping[str, object]) -> dict[str, object]:
    """Written rule values as a store keeps them, every card included."""
    return {name: value.whole if isinstance(value, Cards) else value for name, value in values.items()}


def restored_values(stored: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The written values behind `whole_values`."""
    return {name: Cards.from_whole(value) if isinstance(value, dict) else value for name, value in stored.items()}


def hashed_values(values: Mapping[str, object]) -> dict[str, object]:
    """Written values as a hash takes them: of a card list what it says, not what its file is called."""
    return {name: value.sha256 if isinstance(value, Cards) else value for name, value in values.items()}


# Differences


class ChangedCard(NamedTuple):
    """A card of both lists that differs: its key, the columns that differ, and both rows."""

    key: str
    columns: tuple[str, ...]
    before: Row
    after: Row


@dataclass(frozen=True)
class CardChanges:
    """The differences between two card lists: rows by column, in the order of their list."""

    added: tuple[Row, ...]
    removed: tuple[Row, ...]
    changed: tuple[ChangedCard, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def card_changes(base: Cards, other: Cards) -> CardChanges:
    """The cards that `other` has and `base` has not, those it lacks, and those that it changed; matched by key.

    While it is edited a list may have a key twice: the row that differs from the base's is then the one added.
    """
    before = {base.key_of(row): row for row in base}
    after: dict[str, Row] = {}
    doubled: list[Row] = []
    for row in other:
        key = other.key_of(row)
        if key in after and row == before.get(key):
            doubled.append(after[key])
            after[key] = row
        elif key in after:
            doubled.append(row)
        else:
            after[key] = row
    both = [(key, before[key], row) for key, row in after.items() if key in before]
    names = {key: tuple(name for name in {**new, **old} if old.get(name) != new.get(name)) for key, old, new in both}
    return CardChanges(
        added=(*(row for key, row in after.items() if key not in before), *doubled),
        removed=tuple(row for key, row in before.items() if key not in after),
        changed=tuple(ChangedCard(key, names[key], old, new) for key, old, new in both if old != new),
    )


DRAWN, PLAYED = "drawn", "played"
PACK = "pack"
"""Names the standard pack of a game where others have card lists."""


def words_for(cards: int) -> int:
    """Words of bits that a set of so many cards takes."""
    return -(-cards // WORD)


def use_type(sizes: Mapping[str, int], seats: int) -> np.dtype[np.void]:
    """The record of one play: `winners`, then the sets of each list; `sizes` are the most cards of each."""
    fields: list[FieldSpec] = [(WINNERS, "u2")]
    for rule, cards in sizes.items():
        fields += [(field_of(rule, what), "u8", (seats, words_for(cards))) for what in (DRAWN, PLAYED)]
    return as_record(np.dtype(fields, align=True))


def field_of(rule: str, what: str) -> str:
    """The field of what was DRAWN or PLAYED of a list."""
    return f"{rule}_{what}"


def used_by_seat(uses: Results, rule: str, what: str, cards: int, seats: int) -> NDArray[np.bool_]:
    """True where a seat drew, or played, a card: shape (plays, seats, cards)."""
    words = np.ascontiguousarray(uses[field_of(rule, what)][:, :seats]).astype("<u8", copy=False)
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    is_used: NDArray[np.bool_] = bits[..., :cards].astype(bool)
    return is_used
