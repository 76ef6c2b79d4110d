"""Checking scenarios without playing them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workbench.engine.problems import BadInput, Problem
from workbench.study.scenario import load_scenario
from workbench.study.workspace import Workspace


@dataclass(frozen=True)
class Check:
    """A scenario as it was asked for, and all that is wrong or odd about it."""

    reference: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether it can be played; warnings do not hinder that."""
        return all(problem.warning for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """The check as `validate --json` prints it."""
        return {"scenario": self.reference, "ok": self.ok, "problems": [_as_json(problem) for problem in self.problems]}


def validated(workspace: Workspace, references: Iterable[str], **overrides: Any) -> list[Check]:
    """Every problem of every scenario, under overrides as `load_scenario` takes them."""
    return [Check(reference, _problems(workspace, reference, overrides)) for reference in references]


def _problems(workspace: Workspace, reference: str, overrides: dict[str, Any]) -> tuple[Problem, ...]:
    try:
        return load_scenario(workspace, reference, **overrides).warnings
    except BadInput as bad:
        return bad.problems


def _as_json(problem: Problem) -> dict[str, Any]:
    return {
        "file": problem.source,
        "place": problem.place,
        "value": problem.value,
        "message": problem.message,
        "warning": problem.warning,
    }
