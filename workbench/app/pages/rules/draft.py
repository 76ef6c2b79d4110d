"""A draft of a revision: the rules in the form, their problems, and what they change."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from workbench.engine.game import Game
from workbench.engine.parameters import Parameter, Values
from workbench.engine.problems import Problem
from workbench.report.text import scenarios
from workbench.scenario import Scenario
from workbench.scenario.card_lists import written_rules
from workbench.scenario.save import name_problem, slug


@dataclass(frozen=True)
class Draft:
    """The rules in the form, compared with the revision they start from.

    `unread` is what is wrong with files of cards that the form names; those rules are missing among the values.
    """

    parent: Scenario
    values: Mapping[str, Any]
    unread: tuple[Problem, ...] = ()

    @property
    def game(self) -> Game:
        """The game whose rules these are."""
        return self.parent.game

    @cached_property
    def told(self) -> list[Problem]:
        """Every problem and warning of the values, alone and together."""
        return [*self.unread, *self.game.problems(self.values)]

    @property
    def problems(self) -> list[Problem]:
        """What keeps it from being saved."""
        return [problem for problem in self.told if not problem.warning]

    def at(self, name: str) -> list[Problem]:
        """Problems and warnings that belong beside one field."""
        return [problem for problem in self.told if problem.place == name and not problem.source]

    @property
    def elsewhere(self) -> list[Problem]:
        """Problems that belong to no single field."""
        return [problem for problem in self.told if problem.source or problem.place not in self.game.parameters]

    @cached_property
    def changed(self) -> list[str]:
        """The rules that differ from the parent's, in the order of the form."""
        return differing(self.game, self.parent.rules, self.values)

    @property
    def rules(self) -> Values:
        """The values as a scenario takes them."""
        return dict(self.values)


def differing(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The rules whose values differ, in the order in which the game declares them."""
    old, new = written_rules(before), written_rules(after)
    return [name for name in game.parameters if new.get(name) != old.get(name) or after.get(name) != before.get(name)]


def sections(game: Game) -> dict[str, list[Parameter]]:
    """The parameters of a game by their section, in the order in which they are declared."""
    found: dict[str, list[Parameter]] = {}
    for parameter in game.parameters.values():
        found.setdefault(parameter.section, []).append(parameter)
    return found


def complaint(problem: Problem) -> str:
    """A problem as it stands beside its field, which says the name already."""
    given = f"{problem.value}: " if problem.value not in (None, "None") else ""
    return f"{given}{problem.message}"


def suggested_name(taken: Iterable[str], today: dt.date, title: str = "") -> str:
    """A name for a new revision that is not taken: of its title, or of today's date; with a number where needed."""
    used, name = set(taken), slug(title) or today.isoformat()
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in used else next(each for each in numbered if each not in used)


def name_complaint(name: str, taken: Sequence[str]) -> str:
    """What is wrong with a revision's name, in a sentence; empty where nothing is."""
    if not name.strip():
        return "The revision needs a name."
    problem = name_problem(name.strip(), taken)
    if problem is None:
        return ""
    if name.strip() in taken:
        return f"There is already a revision {name.strip()}. Choose another name; nothing is overwritten."
    return f"The name {problem.message}."


def obstacles(draft: Draft, name: str, reason: str, taken: Sequence[str]) -> list[str]:
    """Why the draft cannot be saved yet, in sentences; none when it can."""
    found = [f"{_label(draft.game, problem)} is {complaint(problem)}" for problem in draft.problems]
    if not draft.changed:
        found.append(f"Nothing differs from {draft.parent.revision} yet.")
    if wrong := name_complaint(name, taken):
        found.append(wrong)
    if not reason.strip():
        found.append("Give the reason for this change.")
    return found


def _label(game: Game, problem: Problem) -> str:
    parameter = game.parameters.get(problem.place)
    return parameter.label if parameter else problem.place


def was(game: Game, name: str, value: Any) -> str:
    """What a changed rule was before."""
    return scenarios.rule_value(game, name, value)
