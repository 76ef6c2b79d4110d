"""Collecting problems, so that a person hears all of them at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from workbench.engine.problems import BadInput, Problem, on_one_line

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Report:
    """The problems found so far."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, problems: Iterable[Problem]) -> None:
        """Note further problems, each once."""
        self.problems += [tidy for tidy in map(on_one_line, problems) if tidy not in self.problems]

    def attempt(self, action: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The result of `action`, or None, its problems noted."""
        try:
            return action(*args, **kwargs)
        except BadInput as bad:
            self.add(bad.problems)
            return None

    def warnings(self) -> tuple[Problem, ...]:
        """What stops nothing. Raises BadInput when something does."""
        if not all(problem.warning for problem in self.problems):
            raise BadInput(self.problems)
        return tuple(self.problems)
