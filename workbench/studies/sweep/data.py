"""A sweep, or one step of every rule, as data: JSON, and the records of its CSV."""

import shlex
from collections.abc import Sequence

from workbench.engine.wording import in_one
from workbench.report.json import Json, contrast_json, estimate_columns, estimate_json, number, revision_json
from workbench.scenario import Scenario
from workbench.stats.race import LossInterval
from workbench.studies.sweep import words
from workbench.studies.sweep.grid import CellReading, Sweep, SweepCell, SweepPlan, Target
from workbench.studies.sweep.steps import Sensitivity

QUOTE = '"'


def sweep_json(sweep: Sweep) -> Json:
    """`sweep --json`. `loss` is in margins, below 0 where a goal has room to spare; null where nothing is best.

    `flat`: no other is better than the leader by more than the margin, and none is worse. `confirmation` is `refuted`
    where fresh shuffles contradict it; where it neither `holds` nor is refuted, more plays would tell.
    """
    again = sweep.confirmation
    return {
        **_head(sweep.plan.scenario),
        "answer": words.headline(sweep),
        "vary": {varied.name: list(varied.values) for varied in sweep.plan.varied},
        "for": [_target_json(target) for target in sweep.plan.targets],
        "ending": sweep.ending.value,
        "plays": sweep.plays,
        "budget": sweep.budget,
        "rounds": sweep.rounds,
        "elapsed_s": round(sweep.elapsed_s, 3),
        "best": dict(sweep.best.combination.values) if sweep.best else None,
        "leader": dict(sweep.leader.combination.values) if sweep.leader else None,
        "flat": sweep.is_flat,
        "confirmation": again
        and {"seed": again.seed, "holds": again.holds, "refuted": again.refuted, **_cell_json(again.cell)},
        "cells": [
            {**_cell_json(cell), "command": command_of_cell(sweep.plan, cell, sweep.plan.scenario.settings)}
            if cell.plays
            else _cell_json(cell)
            for cell in sweep.cells
        ],
    }


def sensitivity_json(answer: Sensitivity) -> Json:
    """`sweep --sensitivity --json`: what one step of each rule does to each measure."""
    return {
        **_head(answer.plan.scenario),
        "answer": words.steps_headline(answer),
        "plays": answer.plays,
        "dead": list(answer.dead),
        "refused": [
            {"step": dict(step.values), "problems": [str(problem) for problem in step.problems]}
            for step in answer.plan.steps
            if not step.is_valid
        ],
        "effects": [
            {
                "rule": effect.rule,
                "value": effect.value,
                "measure": effect.contrast.name,
                **contrast_json(effect.contrast),
            }
            for effect in answer.effects
        ],
    }


def _head(scenario: Scenario) -> Json:
    return {
        **revision_json(scenario),
        "bots": list(scenario.bots),
        "seed": scenario.seed,
    }


def _target_json(target: Target) -> Json:
    goal = {"min": target.goal.low, "max": target.goal.high} if target.goal else None
    return {"measure": target.measure, "goal": goal, "wish": target.wish.value}


def _cell_json(cell: SweepCell) -> Json:
    return {
        "values": dict(cell.combination.values),
        "valid": cell.combination.is_valid,
        "problems": [str(problem) for problem in cell.combination.problems],
        "plays": cell.plays,
        "measures": {reading.figure.name: _reading_json(reading) for reading in cell.readings},
        "loss": _span_json(cell.loss),
        "standing": cell.standing.value if cell.standing else None,
        "place": cell.place.value if cell.plays else None,
    }


def _reading_json(reading: CellReading) -> Json:
    margin = {"margin": reading.figure.measure.margin, "standing": reading.standing.value if reading.standing else None}
    return {**estimate_json(reading.figure.estimate), **margin}


def _span_json(span: LossInterval | None) -> Json | None:
    return None if span is None else {"low": number(span.low), "mean": number(span.mean), "high": number(span.high)}


def command_of_cell(plan: SweepPlan, cell: SweepCell, settings: Sequence[str] = ()) -> str:
    """The command that plays one combination by itself, as often as the sweep did.

    `settings` are rules that a command set.
    """
    scenario, values = plan.scenario, dict(cell.combination.values)
    texts = [(name, scenario.game.parameters[name].show(values[name])) for name in cell.combination.changed]
    rules = [*settings, *(f"{name}={text.strip(QUOTE)}" for name, text in texts)]
    parts = ["workbench", "simulate", scenario.name, *(part for rule in rules for part in ("--set", rule))]
    parts += ["--bots", in_one(scenario.bots), "--seed", str(scenario.seed), "--plays", str(cell.plays)]
    return shlex.join(parts)


def cell_records(sweep: Sweep) -> list[dict[str, object]]:
    """A record for each combination, in full precision."""
    return [
        {
            **dict(cell.combination.values),
            **{
                name: value
                for reading in cell.readings
                for name, value in estimate_columns(reading.figure.name, reading.figure.estimate).items()
            },
            "plays": cell.plays,
            "place": cell.place.value if cell.plays else "",
            "problems": "; ".join(map(str, cell.combination.problems)),
            "command": command_of_cell(sweep.plan, cell, sweep.plan.scenario.settings) if cell.plays else "",
        }
        for cell in sweep.cells
    ]


def step_records(answer: Sensitivity) -> list[dict[str, object]]:
    """A record for each step and measure, in full precision."""
    return [
        {
            "measure": effect.contrast.name,
            "rule": effect.rule,
            "value": effect.value,
            "difference": effect.contrast.difference.mean,
            "low": effect.contrast.difference.low,
            "high": effect.contrast.difference.high,
            "verdict": effect.contrast.verdict.value,
            "plays": effect.contrast.difference.n,
        }
        for effect in answer.effects
    ]
