"""Sweeps as `workbench sweep --json` prints them, and as the dashboard downloads them."""

from typing import Any

from workbench.engine.card_lists.cards import brief_values
from workbench.report.json import contrast_json, estimate_json, number
from workbench.report.text import sweeps
from workbench.scenario import Scenario
from workbench.stats.race import Span
from workbench.study.grid import Cell, Reading, Sweep, Target
from workbench.study.sensitivity import Sensitivity

Json = dict[str, Any]


def sweep_json(found: Sweep) -> Json:
    """`sweep --json`. `loss` is in margins, below 0 where a goal has room to spare; null where nothing is best."""
    again = found.confirmation
    return {
        **_head(found.plan.scenario),
        "answer": sweeps.headline(found),
        "vary": {each.name: list(each.values) for each in found.plan.varied},
        "for": [_target_json(each) for each in found.plan.targets],
        "ending": found.ending.value,
        "plays": found.plays,
        "budget": found.budget,
        "rounds": found.rounds,
        "elapsed_s": round(found.elapsed_s, 3),
        "best": dict(found.best.combination.values) if found.best else None,
        "leader": dict(found.leader.combination.values) if found.leader else None,
        "confirmation": again and {"seed": again.seed, "holds": again.holds, **_cell_json(again.cell)},
        "cells": [_cell_json(each) for each in found.cells],
    }


def sensitivity_json(found: Sensitivity) -> Json:
    """`sweep --sensitivity --json`: what one step of each rule does to each measure."""
    return {
        **_head(found.plan.scenario),
        "answer": sweeps.steps_headline(found),
        "plays": found.plays,
        "refused": [
            {"step": dict(each.values), "problems": [str(problem) for problem in each.problems]}
            for each in found.plan.steps
            if not each.is_valid
        ],
        "effects": [
            {"rule": each.rule, "value": each.value, "measure": each.contrast.name, **contrast_json(each.contrast)}
            for each in found.effects
        ],
    }


def _head(scenario: Scenario) -> Json:
    return {
        "game": scenario.game.name,
        "scenario": scenario.revision,
        "rules": brief_values(scenario.rules),
        "rules_hash": scenario.rules_hash,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
    }


def _target_json(target: Target) -> Json:
    goal = {"min": target.goal.low, "max": target.goal.high} if target.goal else None
    return {"measure": target.measure, "goal": goal, "wish": target.wish.value}


def _cell_json(cell: Cell) -> Json:
    return {
        "values": dict(cell.combination.values),
        "valid": cell.combination.is_valid,
        "problems": [str(problem) for problem in cell.combination.problems],
        "plays": cell.plays,
        "measures": {each.name: _reading_json(each) for each in cell.readings},
        "loss": _span_json(cell.loss),
        "standing": cell.standing.value if cell.standing else None,
        "place": cell.place.value if cell.plays else None,
    }


def _reading_json(reading: Reading) -> Json:
    margin = {"margin": reading.measure.margin, "standing": reading.standing.value if reading.standing else None}
    return {**estimate_json(reading.estimate), **margin}


def _span_json(span: Span | None) -> Json | None:
    return None if span is None else {name: number(getattr(span, name)) for name in ("low", "mean", "high")}
