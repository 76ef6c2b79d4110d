"""Problems of an input, worded so that a designer can fix them; and checks of numbers as people give them.

Every check collects `Problem`s and raises them together in one `BadInput`: one report for all of a file.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any, NamedTuple, ParamSpec, TypeGuard, TypeVar

from workbench.engine.wording import first_of, listed

P = ParamSpec("P")
T = TypeVar("T")

NAMED = 3
"""Places of the same problem that one line names."""
LONGEST = 300
"""Most characters of a value in a message; a path may be long."""


class Problem(NamedTuple):
    """One problem: where it is, what was given, what would work.

    `place` is a dotted path inside the source (`rules.hand_size`); `value` is shown as the
    designer wrote it, or left out when None; `message` says what is allowed. A `warning` is shown but stops nothing.
    """

    place: str
    message: str
    value: str | None = None
    source: str = ""
    warning: bool = False

    def __str__(self) -> str:
        value = f" = {self.value}" if self.value is not None else ""
        where = ": ".join(part for part in (self.source, self.place) if part)
        return f"{where}{value}: {self.message}"

    def within(self, source: str, prefix: str = "") -> "Problem":
        """The same problem with its file and the table that it stands in."""
        return self._replace(source=source, place=f"{prefix}{self.place}")


def on_one_line(problem: Problem, longest: int = 100) -> Problem:
    """The problem without line breaks and terminal codes, and with values and names longer than `longest` cut short."""
    value = None if problem.value is None else _short(_printable(problem.value), longest)
    return problem._replace(
        source=_printable(problem.source),
        place=_short(_printable(problem.place), longest),
        message=_printable(problem.message),
        value=value,
    )


def by_cause(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in order, those with the same message as one: `row 2, row 3, row 4 and 8996 more`."""
    alike: dict[tuple[str, str, bool], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((problem.source, problem.message, problem.warning), []).append(problem)
    return [_as_one(same) if len(same) > 1 else same[0] for same in alike.values()]


def _as_one(same: list[Problem]) -> Problem:
    places = [*dict.fromkeys(problem.place for problem in same)]
    values = [*dict.fromkeys(problem.value for problem in same if problem.value is not None)]
    value = ", ".join([*values[:NAMED], *(["…"] if len(values) > NAMED else [])]) if values else None
    return same[0]._replace(place=listed(first_of(places, NAMED)), value=value)


def _printable(text: str) -> str:
    """`text` with whatever is no visible character escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


class WorkbenchError(Exception):
    """A failure with a message for people; `exit_code` is what a command exits with."""

    exit_code = 2


class BadInput(WorkbenchError):
    """All problems of one input, each once. `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(on_one_line(problem, LONGEST) for problem in problems))
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def one(cls, place: str, message: str, value: object = None) -> "BadInput":
        """A single problem at `place`."""
        return cls([Problem(place, message, None if value is None else str(value))])


@dataclass
class Problems:
    """Collects the problems that checks find, warnings among them, for one BadInput."""

    noted: list[Problem] = field(default_factory=list)

    def wrong(self, place: str, message: str, value: object = None) -> None:
        """Note something that must be fixed."""
        self.add([Problem(place, message, None if value is None else str(value))])

    def warn(self, place: str, message: str, value: object = None) -> None:
        """Note something that stops nothing."""
        self.add([Problem(place, message, None if value is None else str(value), warning=True)])

    def missing(self, fields: Mapping[str, object], names: Iterable[str], place: str) -> None:
        """Note the names that are not among the fields."""
        self.add(Problem(f"{place}.{name}", "is missing") for name in names if name not in fields)

    def add(self, problems: Iterable[Problem]) -> None:
        """Note the problems of another check."""
        self.noted += map(on_one_line, problems)

    def attempt(self, action: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The result of `action`; None where it raises BadInput, whose problems are noted."""
        try:
            return action(*args, **kwargs)
        except BadInput as bad:
            self.noted += bad.problems
            return None

    def refuse(self, source: str = "") -> None:
        """Raise BadInput with every problem unless all are warnings; `source` is that of those without."""
        if not all(problem.warning for problem in self.noted):
            raise BadInput(problem._replace(source=problem.source or source) for problem in self.noted)

    def warnings(self) -> tuple[Problem, ...]:
        """The warnings, each once. Raises BadInput where there is more."""
        self.refuse()
        return tuple(dict.fromkeys(self.noted))


def together(*calls: Callable[[], Any]) -> tuple[Any, ...]:
    """The results of all the calls. Raises one BadInput with the problems of all."""
    problems = Problems()
    results = tuple([problems.attempt(call) for call in calls])
    problems.refuse()
    return results


DIGITS = re.compile(r"[+-]?[0-9]{1,4000}")
"""A whole number; Python refuses to read more than 4300 digits."""
POWER = re.compile(r"([+-]?[0-9]{1,20})(?:[.]([0-9]{1,20}))?[eE][+]?([0-9]{1,2})")
"""A number with a power of ten."""


def is_whole(value: object) -> TypeGuard[int]:
    """True for a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_of(values: Mapping[str, object], name: str) -> int:
    """The whole number of that name; 0 for any other value, which a check of its own refuses."""
    value = values[name]
    return value if is_whole(value) else 0


def is_number(value: object) -> TypeGuard[int | float]:
    """True for a finite number; true and false are none."""
    return is_whole(value) or (isinstance(value, float) and isfinite(value))


def simplest(value: float) -> int | float:
    """A finite number, a whole one as an int: 3 for 3.0."""
    return int(value) if value == int(value) else value


def read_whole(text: str) -> int | None:
    """The whole number that a text says: `12000`, `12_000`, `1.2e4`; None for any other text."""
    digits = re.sub(r"(?<=[0-9])_(?=[0-9])", "", text.strip())
    if DIGITS.fullmatch(digits):
        return int(digits)
    if not (match := POWER.fullmatch(digits)):
        return None
    whole, part, power = match[1], (match[2] or "").rstrip("0"), int(match[3])
    return int(whole + part) * 10 ** (power - len(part)) if len(part) <= power else None


def read_number(text: str) -> float | None:
    """The finite number that a text says; None for any other text."""
    try:
        value = float(text.strip())
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

    def read(self, value: object) -> int | None:
        """The number behind a value or its text, as a command line has it; None where it is not in the range."""
        number = read_whole(value) if isinstance(value, str) else value
        return number if is_whole(number) and number in self else None

    def checked(self, place: str, value: object) -> int:
        """The number behind a value or its text. Raises BadInput, its problem at `place`, outside the range."""
        number = self.read(value)
        if number is None:
            raise BadInput.one(place, f"must be {self}", value)
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


MOST_PLAYS = 2_000_000_000
"""Of a batch: 64 bits hold the sum of 2^31 numbers below 2^32, and tallies refuse larger numbers."""
FEWEST_PLAYS = 100
"""With fewer plays (or pairs) no verdict: rare events may not have happened yet."""
CHUNK_PLAYS = 122_880
"""The cheapest number of plays to store at once: a row group of DuckDB. Other sizes leave parts that are repacked."""
MOST_ITERATIONS = 1_000_000
"""Of a search, for a decision."""
