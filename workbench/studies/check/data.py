"""The goals of each revision as JSON."""

from collections.abc import Sequence

from workbench.play.goals import CheckedGoal, all_met, overall_standing
from workbench.play.outcome import Outcome
from workbench.report.json import Json, checked_json
from workbench.studies.check.measure import CheckAnswer


def data(answer: CheckAnswer) -> Json:
    """`check --json`."""
    return {"scenarios": [_goals_json(batch.outcome, goals) for batch, goals in answer.checks]}


def _goals_json(outcome: Outcome, goals: Sequence[CheckedGoal]) -> Json:
    return {
        "game": outcome.scenario.game.name,
        "scenario": outcome.scenario.name,
        "run": outcome.run,
        "plays": outcome.plays,
        "stored_before": outcome.before,
        "seed": outcome.scenario.seed,
        "bots": list(outcome.scenario.bots),
        "met": all_met(goals),
        "standing": overall_standing(goals).value,
        "goals": [checked_json(goal) for goal in goals],
    }
