"""A tuning as data: as JSON, as records for CSV, and its question as the store has it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.engine.cards import brief_value
from workbench.play.comparisons import Contrast
from workbench.play.forms import answer_of
from workbench.report.findings import bots_query
from workbench.report.json import Json, checked_json, contrast_json, estimate_columns, number
from workbench.scenario.model import goal_text
from workbench.store.answers import StoredAnswer
from workbench.studies.tune import words
from workbench.studies.tune.measure import PutBack, Tuning
from workbench.studies.tune.question import TuneQuestion
from workbench.studies.tune.search import Trial


def tuning_json(tuning: Tuning) -> Json:
    """`tune --json`."""
    scenario, proof = tuning.scenario, tuning.evidence
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
        "plays": tuning.budget.plays,
        "spent": tuning.result.spent,
        "vary": {rule.name: list(rule.values) for rule in tuning.plan.varied},
        "goals": {goal.measure: goal.written for goal in tuning.goals},
        "combinations": tuning.plan.space.count,
        "tried": len(tuning.result.trials),
        "refused": tuning.result.refused,
        "grid": tuning.is_grid,
        "differences": {name: list(map(brief_value, values)) for name, values in tuning.changed.items()},
        "met": None if proof is None else proof.holds,
        "conflict": tuning.conflict,
        "evidence": None if proof is None else _evidence_json(tuning),
        "frontier": [_trial_json(tuning, trial) for trial in tuning.frontier],
        "trials": [_trial_json(tuning, trial) for trial in tuning.result.trials],
        "command": words.command(tuning),
    }


def _evidence_json(tuning: Tuning) -> Json:
    proof = tuning.evidence
    assert proof is not None
    return {
        "seed": proof.seed,
        "plays": proof.plays,
        "goals": list(map(checked_json, proof.checks)),
        "before": list(map(checked_json, proof.before)),
        "measures": _contrasts_json(words.about_goals(tuning, proof.comparison)),
        "put_back": [_put_back_json(tuning, change) for change in proof.put_back],
    }


def _put_back_json(tuning: Tuning, change: PutBack) -> Json:
    about = words.about_goals(tuning, change.comparison) if change.comparison else []
    return {
        "rule": change.rule,
        "before": brief_value(change.before),
        "after": brief_value(change.after),
        "refused": change.refused or None,
        "goals": list(map(checked_json, change.checks)),
        "measures": _contrasts_json(about),
    }


def _contrasts_json(contrasts: Sequence[Contrast]) -> Json:
    return {contrast.name: contrast_json(contrast) for contrast in contrasts}


def _trial_json(tuning: Tuning, trial: Trial) -> Json:
    readings = dict(zip([goal.measure for goal in tuning.goals], trial.readings, strict=True))
    return {
        "values": tuning.values(trial),
        "plays": trial.plays,
        "figures": {measure: number(reading.figure.estimate.mean) for measure, reading in readings.items()},
        "intervals": {
            measure: [number(reading.figure.estimate.low), number(reading.figure.estimate.high)]
            for measure, reading in readings.items()
        },
        "standing": trial.standing.value,
        "missed": list(map(number, trial.seen_misses)),
        "changes": trial.changes,
    }


def trial_records(tuning: Tuning) -> Iterator[Json]:
    """A record for each trial, in full precision."""
    for trial in tuning.result.trials:
        figures = {
            name: value
            for goal, reading in zip(tuning.goals, trial.readings, strict=True)
            for name, value in estimate_columns(f"goal_{goal.measure}", reading.figure.estimate).items()
        }
        yield {
            **{f"rule_{name}": value for name, value in tuning.values(trial).items()},
            **figures,
            "standing": trial.standing.value,
            "missed": sum(trial.seen_misses),
            "changes": trial.changes,
            "plays": trial.plays,
            "bots": " ".join(tuning.scenario.bots),
        }


def as_stored(question: TuneQuestion) -> StoredAnswer:
    """The question as the store keeps it, with what the controls of its page hold."""
    scenario, values = question.scenario, dict(text.split("=", 1) for text in question.vary)
    goals = question.goals or [goal_text(goal) for goal in scenario.goals]
    controls: dict[str, object] = {
        "move": list(values),
        **{f"values_{name}": text for name, text in values.items()},
        "goals": "; ".join(goals),
        **bots_query(scenario.bots),
        "seed": scenario.seed,
        "length": "quick" if question.quick and question.budget is None else "long",
        **({} if question.budget is None else {"plays": question.budget}),
    }
    return answer_of("tune", replace(scenario, plays=question.budget or 0), controls)
