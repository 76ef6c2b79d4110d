"""Numbers as people give them: what is one, the range that it must lie in, and the wording of that."""

import re
from dataclasses import dataclass
from math import inf, isfinite
from typing import TypeGuard

from workbench.engine.problems import BadInput

DIGITS = re.compile(r"\s*[+-]?[0-9]{1,4000}\s*")
"""A whole number; Python refuses to read more than 4300 digits."""


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a finite number; true and false are none."""
    return is_whole(value) or (isinstance(value, float) and isfinite(value))


def simplest(value: float) -> int | float:
    """A finite number, a whole one as an int: 3 for 3.0."""
    return int(value) if value == int(value) else value


def read_whole(text: str) -> int | None:
    """The whole number that a text says in decimal digits; None for any other text."""
    return int(text) if DIGITS.fullmatch(text) else None


def read_number(text: str) -> float | None:
    """The finite number that a text says; None for any other text."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


@dataclass(frozen=True)
class WholeRange:
    """The whole numbers from `low` to `high`, both allowed; without an upper end where `high` is None."""

    low: int
    high: int | None = None

    def __str__(self) -> str:
        return f"a whole number from {self.low}" + ("" if self.high is None else f" to {self.high}")

    def __contains__(self, value: object) -> bool:
        return is_whole(value) and self.low <= value and (self.high is None or value <= self.high)

    def read(self, given: object) -> int | None:
        """The number behind a value or its text, as a command line has it; None where it is not in the range."""
        number = read_whole(given) if isinstance(given, str) else given
        return number if is_whole(number) and number in self else None

    def asked(self, place: str, given: object) -> int:
        """The number behind a value or its text. Raises BadInput, its problem at `place`, outside the range."""
        number = self.read(given)
        if number is None:
            raise BadInput.one(place, f"must be {self}", given)
        return number


@dataclass(frozen=True)
class NumberRange:
    """The finite numbers from `low` to `high`, both allowed; any number where neither is given."""

    low: float = -inf
    high: float = inf

    def __str__(self) -> str:
        return "a number" if (self.low, self.high) == (-inf, inf) else f"a number from {self.low} to {self.high}"

    def __contains__(self, value: object) -> bool:
        return is_number(value) and self.low <= value <= self.high
