"""The plan of a tuning: the rules that may change with their values, and the goals that must hold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.engine.parameters import Values
from workbench.engine.problems import BadInput
from workbench.scenario import Scenario
from workbench.scenario.model import read_goal_texts
from workbench.scenario.vary import Varied, read_varied, with_present
from workbench.studies.tune.search import Point, Space


@dataclass(frozen=True)
class TuningPlan:
    """A revision with the goals that must hold, and the rules that may change.

    `varied` has the values of each rule, the present one among them. `plays` in all; None for as many as are
    affordable. A `quick` look affords few.
    """

    scenario: Scenario
    varied: tuple[Varied, ...]
    plays: int | None = None
    quick: bool = False

    @property
    def space(self) -> Space:
        """The combinations of values."""
        start = tuple(rule.values.index(self.scenario.rules[rule.name]) for rule in self.varied)
        parameters = self.scenario.game.parameters
        ordered = tuple(parameters[rule.name].kind == "int" for rule in self.varied)
        return Space(tuple(len(rule.values) for rule in self.varied), start, ordered)

    def values(self, combination: Point) -> Values:
        """The values of the rules that may change."""
        return {rule.name: rule.values[at] for rule, at in zip(self.varied, combination, strict=True)}


def plan_tuning(
    scenario: Scenario, vary: Sequence[str], goals: Sequence[str], plays: int | None, quick: bool
) -> TuningPlan:
    """The plan behind these texts; without goals, those of the revision must hold. Raises BadInput."""
    varied = tuple(with_present(scenario, rule) for rule in read_varied(scenario.game, vary))
    if all(len(rule.values) < 2 for rule in varied):
        raise BadInput.one("--vary", "must give at least one rule another value than it has", ", ".join(vary))
    wishes = read_goal_texts(scenario.game, goals) if goals else scenario.goals
    return TuningPlan(replace(scenario, goals=wishes), varied, plays, quick)
