"""Problems of an input, worded so that a designer can fix them.

Every check collects `Problem`s and raises them together in one `BadInput`: one report for all of a file.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 300
"""Most characters of a value in a message; a path may be long."""


@dataclass(frozen=True)
class Problem:
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
        given = f" = {self.value}" if self.value is not None else ""
        where = ": ".join(part for part in (self.source, self.place) if part)
        return f"{where}{given}: {self.message}"

    def within(self, source: str, prefix: str = "") -> "Problem":
        """The same problem with its file and the table that it stands in."""
        return replace(self, source=source, place=f"{prefix}{self.place}")


def on_one_line(problem: Problem, longest: int = 100) -> Problem:
    """The problem without line breaks and terminal codes, and with values and names longer than `longest` cut short."""
    value = None if problem.value is None else _short(_printable(problem.value), longest)
    return replace(
        problem,
        source=_printable(problem.source),
        place=_short(_printable(problem.place), longest),
        message=_printable(problem.message),
        value=value,
    )


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

    found: list[Problem] = field(default_factory=list)

    def wrong(self, place: str, message: str, value: object = None) -> None:
        """Note something that must be fixed."""
        self.add([Problem(place, message, None if value is None else str(value))])

    def warn(self, place: str, message: str, value: object = None) -> None:
        """Note something that stops nothing."""
        self.add([Problem(place, message, None if value is None else str(value), warning=True)])

    def missing(self, given: Mapping[str, Any], names: Iterable[str], place: str) -> None:
        """Note each of the names that is not among the given ones."""
        self.add(Problem(f"{place}.{name}", "is missing") for name in names if name not in given)

    def add(self, problems: Iterable[Problem]) -> None:
        """Note what another check found."""
        self.found += map(on_one_line, problems)

    def attempt(self, action: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The result of `action`; None where it raises BadInput, whose problems are noted."""
        try:
            return action(*args, **kwargs)
        except BadInput as bad:
            self.found += bad.problems
            return None

    def refuse(self, source: str = "") -> None:
        """Raise BadInput with every problem unless all are warnings; `source` is that of those without."""
        if not all(problem.warning for problem in self.found):
            raise BadInput(replace(problem, source=problem.source or source) for problem in self.found)

    def warnings(self) -> tuple[Problem, ...]:
        """The warnings, each once. Raises BadInput where there is more."""
        self.refuse()
        return tuple(dict.fromkeys(self.found))


def together(*calls: Callable[[], Any]) -> tuple[Any, ...]:
    """What each of the calls returns. Raises one BadInput with the problems of all."""
    problems = Problems()
    results = tuple([problems.attempt(call) for call in calls])
    problems.refuse()
    return results
