"""The plan of a tuning: the rules that may change with their values, and the goals that must hold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.engine.parameters import Values
from workbench.engine.problems import BadInput
from workbench.engine.wording import listed
from workbench.report.text.scenarios import step_words
from workbench.scenario import Scenario
from workbench.scenario.goals import read_goal_texts
from workbench.scenario.vary import Varied, read_varied, with_present
from workbench.studies.tune.search import Point, Space

AROUND = 2
"""Values below and above the present one that a rule may take where nobody says which."""


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

    def in_words(self, combination: Point) -> str:
        """The changes of a combination: `hand size 7 → 6`, or `as it is`."""
        rules, values = self.scenario.rules, self.values(combination)
        parts = [step_words(self.scenario, name, value) for name, value in values.items() if value != rules[name]]
        return listed(parts, none="as it is")

    def values(self, combination: Point) -> Values:
        """The values of the rules that may change."""
        return {rule.name: rule.values[at] for rule, at in zip(self.varied, combination, strict=True)}


def begun_with(plan: TuningPlan, rules: Sequence[str]) -> TuningPlan:
    """The plan in which these rules take a few values around their present ones."""
    parameters, present = plan.scenario.game.parameters, plan.scenario.rules
    values = {
        name: parameters[name].near(present[name], AROUND)
        if parameters[name].kind == "int"
        else parameters[name].values()
        for name in rules
    }
    return replace(plan, varied=tuple(with_present(plan.scenario, Varied(name, tuple(values[name]))) for name in rules))


def plan_tuning(
    scenario: Scenario, vary: Sequence[str], goals: Sequence[str], plays: int | None, quick: bool
) -> TuningPlan:
    """The plan behind these texts; without goals, those of the revision must hold. Raises BadInput.

    Without rules, those may change of which one step moves the goals that are missed (`begun_with`).
    """
    varied = tuple(with_present(scenario, rule) for rule in read_varied(scenario.game, vary))
    if vary and all(len(rule.values) < 2 for rule in varied):
        raise BadInput.one("--vary", "must give at least one rule another value than it has", ", ".join(vary))
    wishes = read_goal_texts(scenario.game, goals) if goals else scenario.goals
    return TuningPlan(replace(scenario, goals=wishes), varied, plays, quick)
