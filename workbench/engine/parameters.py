"""Rule parameters, declared once.

A game's rules are a `NamedTuple` whose fields carry a `Parameter` in their annotation:

    class Rules(NamedTuple):
        hand_size: Annotated[int, Whole(1, 13, unit="cards", section="Setup", help="…")] = 7

From that one line come the validation, the TOML, the form, `--set NAME=VALUE`, and the values
that a sweep may take. A parameter knows two shapes of its value: the *written* one, which stands
in TOML and in reports (int, bool, str or list of str), and the *compiled* one, which the rules
carry through Numba (int, bool, or a tuple of ints), as fields of one NumPy record.

`card_lists.py` has one parameter more, whose value is a file of cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import combinations, permutations
from typing import ClassVar, Literal, TypeAlias, cast, get_args, get_type_hints

from workbench.engine.cards import Cards
from workbench.engine.problems import Problem, WholeRange, is_whole, read_whole
from workbench.engine.types import FieldSpec, Rules
from workbench.engine.wording import did_you_mean, listed

Written: TypeAlias = int | bool | str | list[str] | Cards
Compiled: TypeAlias = int | bool | tuple[int, ...]
Values: TypeAlias = dict[str, Written]
ParameterKind: TypeAlias = Literal["int", "bool", "choice", "order", "set", "cards"]


@dataclass(frozen=True, kw_only=True)
class Parameter(ABC):
    """The base of every parameter. `help` is one sentence; `section` groups the form.

    `title` is what people call it where its name in words would not do, since a measure is called the same.
    `zero` says what the value 0 does, where it is no number like the others: `plays one deal`.
    """

    kind: ClassVar[ParameterKind]
    """The type's name, as `workbench games --json` prints it."""

    help: str
    section: str
    unit: str = ""
    zero: str = ""
    title: str = ""
    name: str = ""  # filled in by `declared`, as is the default
    default: Written = 0

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The allowed values in words: `a whole number from 1 to 13`."""

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """True if `value`, as written, is of the right type and in range."""

    @abstractmethod
    def read(self, text: str) -> Written:
        """The written value behind the text of `--set NAME=TEXT`; text that is none is returned as it is."""

    @abstractmethod
    def compile(self, value: Written) -> Compiled:
        """The value that the compiled rules carry."""

    @abstractmethod
    def values(self) -> Sequence[Written]:
        """Every value that a sweep may take, in order."""

    def near(self, value: Written, steps: int) -> Sequence[Written]:
        """The value and those that one would try first beside it, at most `steps` on either side, in order."""
        values = self.values()
        at = values.index(value)
        return values[max(0, at - steps) : at + steps + 1]

    @property
    def field(self) -> tuple[str, str, tuple[int, ...]]:
        """The parameter's field in the record of the compiled rules, as NumPy describes one."""
        return self.name, "i8", ()

    @property
    def fields(self) -> Sequence[FieldSpec]:
        """Every field that the parameter has there; most have one."""
        return [self.field]

    def put(self, record: Rules, value: Written) -> None:
        """Write the compiled value into the parameter's fields of a rules record."""
        record[self.name] = self.compile(value)

    def written(self, default: object) -> Written:
        """The written value behind the default of a declaration."""
        return cast(Written, default)

    def tidy(self, value: Written) -> Written:
        """One and the same value for all that are written differently and mean the same; others stay as they are."""
        return value

    @property
    def label(self) -> str:
        """The title, as a sentence begins with it; without one, the name in words: `Hand size`."""
        return self.title or self.name.replace("_", " ").capitalize()

    def complaint(self, value: object) -> str:
        """The message about a value that is not accepted."""
        return f"must be {self.allowed}"

    def show(self, value: object) -> str:
        """A written value as TOML shows it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.show, value)) + "]"
        return f'"{value}"' if isinstance(value, str) else str(value)

    def problem(self, value: object) -> Problem | None:
        if self.accepts(value):
            return None
        return Problem(self.name, self.complaint(value), self.show(value))


class Number(Parameter):
    """A whole number."""

    kind = "int"

    def read(self, text: str) -> Written:
        number = read_whole(text)
        return text if number is None else number

    def compile(self, value: Written) -> int:
        return int(cast(int, value))


@dataclass(frozen=True)
class Whole(Number):
    """A whole number from `low` to `high`, both allowed."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        return str(WholeRange(self.low, self.high))

    def accepts(self, value: object) -> bool:
        return value in WholeRange(self.low, self.high)

    def complaint(self, value: object) -> str:
        if not is_whole(value):
            return super().complaint(value)
        return f"at most {self.high}" if value > self.high else f"at least {self.low}"

    def values(self) -> Sequence[int]:
        return range(self.low, self.high + 1)

    def near(self, value: Written, steps: int) -> Sequence[int]:
        """See `Parameter.near`: steps of 1, from 100 on of about a tenth, which is 1, 2 or 5 before zeros."""
        now = self.compile(value)
        tenth = now // 10
        zeros = 10 ** (len(str(tenth)) - 1)
        step = max(first for first in (1, 2, 5) if first <= tenth // zeros) * zeros if tenth >= 10 else 1
        below, above = min(steps, (now - self.low) // step), min(steps, (self.high - now) // step)
        return range(now - below * step, now + above * step + 1, step)


@dataclass(frozen=True)
class OneOf(Number):
    """One of a few whole numbers, given in ascending order."""

    numbers: tuple[int, ...]

    @property
    def allowed(self) -> str:
        return listed(map(str, self.numbers), "or")

    def accepts(self, value: object) -> bool:
        return is_whole(value) and value in self.numbers

    def values(self) -> Sequence[int]:
        return self.numbers


class Flag(Parameter):
    """Yes or no."""

    kind = "bool"
    allowed = "true or false"

    @property
    def field(self) -> tuple[str, str, tuple[int, ...]]:
        return self.name, "?", ()

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)

    def read(self, text: str) -> Written:
        return {"true": True, "false": False}.get(text.strip().lower(), text)

    def compile(self, value: Written) -> bool:
        return bool(value)

    def values(self) -> Sequence[bool]:
        return (False, True)


@dataclass(frozen=True)
class Members(Parameter):
    """One or some of the members of an `IntEnum`, written as their names in lower case."""

    options: type[IntEnum]

    @property
    def names(self) -> list[str]:
        """The members' names, in the enumeration's own order."""
        return [member.name.lower() for member in self.options]

    @property
    def quoted(self) -> str:
        """The names as they stand in a file."""
        return ", ".join(f'"{name}"' for name in self.names)

    def read(self, text: str) -> Written:
        return [part.strip() for part in text.strip("[] ").replace('"', "").split(",")]

    def written(self, default: object) -> Written:
        return [self.options(member).name.lower() for member in cast(Sequence[int], default)]


class Choice(Members):
    """One member."""

    kind = "choice"

    @property
    def allowed(self) -> str:
        return f"one of {self.quoted}"

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and value in self.names

    def read(self, text: str) -> Written:
        return text.strip()

    def compile(self, value: Written) -> int:
        return int(self.options[str(value).upper()])

    def written(self, default: object) -> Written:
        return self.options(cast(int, default)).name.lower()

    def values(self) -> Sequence[str]:
        return self.names


class Ordering(Members):
    """All members, each once, in an order."""

    kind = "order"

    @property
    def field(self) -> tuple[str, str, tuple[int, ...]]:
        return self.name, "i8", (len(self.names),)

    @property
    def allowed(self) -> str:
        return f"each of {self.quoted} once, in an order"

    def accepts(self, value: object) -> bool:
        return (
            isinstance(value, list) and all(isinstance(v, str) for v in value) and sorted(value) == sorted(self.names)
        )

    def compile(self, value: Written) -> Compiled:
        return tuple(int(self.options[name.upper()]) for name in cast(list[str], value))

    def values(self) -> Sequence[list[str]]:
        return [list(order) for order in permutations(self.names)]


@dataclass(frozen=True)
class Subset(Members):
    """Some members, at least `least` of them, written as a list in any order; compiled, a word of bits."""

    least: int = 0
    kind = "set"

    @property
    def field(self) -> tuple[str, str, tuple[int, ...]]:
        return self.name, "u8", ()

    @property
    def allowed(self) -> str:
        return f"a list of {f'at least {self.least}' if self.least else 'any number'} of {self.quoted}"

    def accepts(self, value: object) -> bool:
        if not (isinstance(value, list) and all(isinstance(v, str) for v in value)):
            return False
        return len(value) >= self.least and len(set(value)) == len(value) and set(value) <= set(self.names)

    def read(self, text: str) -> Written:
        return [part for part in cast(list[str], super().read(text)) if part]

    def compile(self, value: Written) -> int:
        return sum(1 << int(self.options[name.upper()]) for name in cast(list[str], value))

    def tidy(self, value: Written) -> Written:
        return [name for name in self.names if name in cast(list[str], value)] if self.accepts(value) else value

    def values(self) -> Sequence[list[str]]:
        sizes = range(self.least, len(self.names) + 1)
        return [list(some) for size in sizes for some in combinations(self.names, size)]


def declared(rules: type) -> dict[str, Parameter]:
    """The parameters of a rules NamedTuple, by name, in the order in which they are declared.

    Raises TypeError for a field that has no default or no `Parameter` in its annotation.
    """
    hints = get_type_hints(rules, include_extras=True)
    defaults: Mapping[str, object] = getattr(rules, "_field_defaults", {})
    by_name = {}
    for name, hint in hints.items():
        notes = [note for note in get_args(hint)[1:] if isinstance(note, Parameter)]
        if len(notes) != 1 or name not in defaults:
            raise TypeError(f"{rules.__name__}.{name} needs one Parameter in its annotation, and a default")
        by_name[name] = replace(notes[0], name=name, default=notes[0].written(defaults[name]))
    return by_name


def complete(parameters: Mapping[str, Parameter], values: Mapping[str, object]) -> Values:
    """Every parameter's written value: that among `values`, else the default."""
    return {
        name: parameter.tidy(cast(Written, values.get(name, parameter.default)))
        for name, parameter in parameters.items()
    }


def problems_of(parameters: Mapping[str, Parameter], values: Mapping[str, object]) -> list[Problem]:
    """Every unknown name, wrong type and value out of range among `values`."""
    names = ", ".join(parameters)
    unknown = [
        Problem(name, f"no such rule{did_you_mean(name, parameters, f'; the rules are {names}')}", str(value))
        for name, value in values.items()
        if name not in parameters
    ]
    checked = (parameters[name].problem(value) for name, value in values.items() if name in parameters)
    return unknown + [problem for problem in checked if problem]


def split_settings(parameters: Mapping[str, Parameter], settings: Sequence[str]) -> tuple[Values, list[Problem]]:
    """The values behind `--set NAME=VALUE` texts, not yet checked, and a problem for each text that is none."""
    values: Values = {}
    problems = []
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if equals:
            values[name] = parameters[name].read(text) if name in parameters else text
        else:
            problems.append(Problem("--set", "must be NAME=VALUE, as in hand_size=6", setting))
    return values, problems
