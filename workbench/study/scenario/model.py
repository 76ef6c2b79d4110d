"""What a scenario is, once it is complete and checked."""

import datetime as dt
import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from workbench.engine.card_rows import hashed_values
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written
from workbench.engine.problems import Problem
from workbench.study.scenario.goals import Goal


@dataclass(frozen=True)
class Scenario:
    """One revision of a game's rules, complete and checked.

    own_rules    the differences from the parent (or from the game's defaults), as the file has them
    rules        every rule's written value: defaults, then the parents', then its own, then those of `--set`
    bots         one a seat
    warnings     what is odd about it and stops nothing
    retake       which retake of its plays: the same shuffles, other chance of the bots; 0 for the plays themselves
    """

    game: Game
    revision: str
    path: Path | None
    title: str
    date: dt.date | None
    parent: str | None
    reason: str
    hypothesis: str
    own_rules: Values
    rules: Values
    bots: tuple[str, ...]
    plays: int
    seed: int
    goals: tuple[Goal, ...] = ()
    warnings: tuple[Problem, ...] = ()
    retake: int = 0

    @property
    def name(self) -> str:
        """`hitmakers/2021-04-08`, as commands take it."""
        return f"{self.game.name}/{self.revision}"

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.bots)

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 of the game's name and the complete rules, in hexadecimal: equal for equal rules, however written.

        Of a card list it takes what the list says, not the name of its file.
        """
        content = {"game": self.game.name, "rules": hashed_values(self.rules)}
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def differences(base: Scenario, other: Scenario) -> dict[str, list[Written]]:
    """The rules that differ, `{rule: [base's value, other's value]}`, in the order of the game's parameters."""
    return {name: [value, other.rules[name]] for name, value in base.rules.items() if other.rules.get(name) != value}
