"""The columns that a card list may have: what a cell accepts, says, and becomes in the compiled rules.

A cell knows three shapes of its value: the text of a CSV file; the value that reports and rulebooks read (`Cell`); and
the numbers that the compiled rules carry, in fields of the row's record (`fields`).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias, cast

from workbench.engine.problems import WholeRange

Cell: TypeAlias = str | int | bool | tuple[str, ...] | None
"""A cell's value; None where an optional cell is empty. A set is a tuple of names in the enumeration's order."""
RecordField: TypeAlias = tuple[str, str]
"""A field of the compiled row; all numbers are of one type, so that a function that takes any is compiled once."""
NOTHING = -1
"""The value of an empty cell, where that is no number of its own."""
SEPARATORS = str.maketrans(";|,", "   ")


def without_fraction(text: str) -> str:
    """The whole number of a text as `3.0`, which pandas writes for 3; any other text as it is."""
    return re.sub(r"(?<=\d)[.,]0+$", "", text)


class BadCell(ValueError):
    """Why a text is no value of its column."""


@dataclass(frozen=True)
class CardColumn(ABC):
    """One column. `help` is a sentence for who edits the list; `optional` cells may be empty."""

    name: str
    help: str = field(kw_only=True)
    optional: bool = field(default=False, kw_only=True)

    @property
    @abstractmethod
    def kind(self) -> str:
        """The type's name, as `workbench games --json` prints it."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The allowed values in words: `a whole number from 1 to 8`."""

    @abstractmethod
    def value_of(self, text: str) -> Cell:
        """The value of a text that is not empty. Raises BadCell."""

    @property
    def fields(self) -> list[RecordField]:
        """The fields of the compiled row; none for a column that play does not need."""
        return []

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        """The values of `fields`; `numbers` are those of the list's cards by their keys."""
        return ()

    def read(self, text: str) -> Cell:
        """The value behind the text of a cell. Raises BadCell with a message that says what is allowed."""
        text = text.strip()
        if text:
            return self.value_of(text)
        if self.optional:
            return None
        raise BadCell(f"empty; must be {self.allowed}")

    def write(self, cell: Cell) -> str:
        """The text of a cell in a CSV file; `read` gives the value back."""
        if isinstance(cell, bool):
            return "1" if cell else "0"
        if isinstance(cell, tuple):
            return " ".join(cell)
        return "" if cell is None else str(cell)

    def refused(self) -> BadCell:
        """The message about a text that is no value of this column."""
        return BadCell(f"must be {self.allowed}{', or empty' if self.optional else ''}")


@dataclass(frozen=True)
class TextColumn(CardColumn):
    """A name or another text, for people; it is not compiled."""

    longest: int = 80
    kind: str = field(default="text", init=False)

    @property
    def allowed(self) -> str:
        return f"a text of at most {self.longest} characters"

    def value_of(self, text: str) -> Cell:
        if "\n" in text or "\r" in text:
            raise BadCell(f"has a line break; must be {self.allowed}, on one line")
        if len(text) > self.longest or not text.isprintable():
            raise self.refused()
        return text


@dataclass(frozen=True)
class ExtraColumn(TextColumn):
    """A column of somebody's own, which the game does not have: text for the printed card."""

    longest: int = 1000
    help: str = field(default="A column of your own: text for the printed card.", kw_only=True)
    optional: bool = field(default=True, kw_only=True)

    def value_of(self, text: str) -> Cell:
        super().value_of(" ".join(text.split()))
        return text


@dataclass(frozen=True)
class NumberColumn(CardColumn):
    """A whole number from `low` to `high`, both allowed; compiled, an empty cell is -1.

    `counts` names the column of a choice of which a card shows so many: its symbols, rather than cards, are counted.
    """

    low: int
    high: int
    counts: str = ""
    kind: str = field(default="int", init=False)

    @property
    def allowed(self) -> str:
        return str(WholeRange(self.low, self.high))

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "i8")]

    def value_of(self, text: str) -> Cell:
        number = WholeRange(self.low, self.high).read(without_fraction(text))
        if number is None:
            raise self.refused()
        return number

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (NOTHING if cell is None else int(cast(int, cell)),)


@dataclass(frozen=True)
class FlagColumn(CardColumn):
    """Yes or no, written 1 or 0; true, false, yes and no are understood. An optional empty cell is no."""

    kind: str = field(default="bool", init=False)
    allowed: str = field(default="1 or 0", init=False)

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "?")]

    def value_of(self, text: str) -> Cell:
        flag = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(
            without_fraction(text.lower())
        )
        if flag is None:
            raise self.refused()
        return flag

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (int(bool(cell)),)


@dataclass(frozen=True)
class MarkColumn(FlagColumn):
    """A flag that is one member of a set: compiled, the columns with the same `word` share one field of bits."""

    word: str
    member: IntEnum

    @property
    def fields(self) -> list[RecordField]:
        return [(self.word, "u8")]

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (int(bool(cell)) << int(self.member),)


@dataclass(frozen=True)
class ChoiceColumn(CardColumn):
    """One of the members of an `IntEnum`, written as its name in lower case; compiled, an empty cell is -1.

    With `as_set` the compiled row has a second field by that name: the set of the member, of all where it is empty.
    """

    options: type[IntEnum]
    as_set: str = ""
    kind: str = field(default="choice", init=False)

    @property
    def names(self) -> list[str]:
        """The members' names as they are written."""
        return [member.name.lower() for member in self.options]

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.names)}"

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "i8"), *([(self.as_set, "u8")] if self.as_set else [])]

    def value_of(self, text: str) -> Cell:
        if text.lower() not in self.names:
            raise self.refused()
        return text.lower()

    def number_of(self, cell: Cell) -> int:
        """The member's number, or -1 for an empty cell."""
        return NOTHING if cell is None else int(self.options[str(cell).upper()])

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        members = [member for member in self.options if cell is None or member == self.number_of(cell)]
        return (self.number_of(cell), *([sum(1 << member for member in members)] if self.as_set else []))


@dataclass(frozen=True)
class SetColumn(ChoiceColumn):
    """Members of an `IntEnum`, written with spaces between them; compiled, a word with a bit for each."""

    kind: str = field(default="set", init=False)

    @property
    def allowed(self) -> str:
        return f"some of {', '.join(self.names)}, with spaces between them"

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "u8")]

    def value_of(self, text: str) -> Cell:
        words = text.translate(SEPARATORS).lower().split()
        if len(set(words)) != len(words) or not set(words) <= set(self.names):
            raise self.refused()
        return tuple(name for name in self.names if name in words)

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (sum(1 << int(self.options[name.upper()]) for name in cast(tuple[str, ...], cell or ())),)


@dataclass(frozen=True)
class ReferenceColumn(ChoiceColumn):
    """A card of the same list by its key, or a member of an `IntEnum` that stands for a kind of card.

    Compiled it is two fields, `<name>_kind` and `<name>_card` (the card's number); the one that is not meant is -1.
    """

    kind: str = field(default="reference", init=False)

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.names)}, or a card of the list"

    @property
    def fields(self) -> list[RecordField]:
        return [(f"{self.name}_kind", "i8"), (f"{self.name}_card", "i8")]

    def value_of(self, text: str) -> Cell:
        return text.lower() if text.lower() in self.names else text

    def card(self, cell: Cell) -> str | None:
        """The key of the card that is meant, or None."""
        return cell if isinstance(cell, str) and cell not in self.names else None

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        card = self.card(cell)
        if card is not None:
            return NOTHING, numbers[card]
        return self.number_of(cell), NOTHING
