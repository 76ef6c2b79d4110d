"""Results as the commands print them with `--json`, and as the dashboard downloads them."""

import math
from collections.abc import Sequence
from typing import Any

from workbench.engine.card_rows import brief_value, brief_values
from workbench.engine.measures import WIN_RATE, Scope
from workbench.stats import Estimate, wilson
from workbench.store import Run
from workbench.study.compare import Comparison, Contrast
from workbench.study.figures import SPREAD, figures, seat_figures, shares_of, spread_estimate
from workbench.study.goals import Checked, all_met
from workbench.study.simulate import Outcome

Json = dict[str, Any]


def number(value: float | None) -> float | None:
    """A float that JSON can hold: null for what is not finite."""
    return None if value is None or not math.isfinite(value) else float(value)


def estimate_json(estimate: Estimate) -> Json:
    """Mean, standard deviation, 95 % interval and number of plays."""
    fields = {name: number(getattr(estimate, name)) for name in ("mean", "sd", "low", "high")}
    return {**fields, "n": estimate.n}


def outcome_json(outcome: Outcome) -> Json:
    """`simulate --json`."""
    scenario, results = outcome.scenario, outcome.results
    found = figures(scenario.game, results, scenario.players)
    measures = {name: estimate_json(figure.estimate()) for name, figure in found.items() if figure.seat is None}
    return {
        "run": outcome.run,
        "game": scenario.game.name,
        "scenario": scenario.revision,
        "rules": brief_values(scenario.rules),
        "rules_hash": scenario.rules_hash,
        "code_hash": outcome.code_hash,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
        "plays": len(results),
        "elapsed_s": round(outcome.elapsed_s, 4),
        "plays_per_s": round(outcome.plays_per_s, 1),
        "digest": outcome.digest,
        "measures": {**measures, SPREAD: estimate_json(spread_estimate(results, scenario.players))},
        "seats": [_seat_json(outcome, seat) for seat in range(scenario.players)],
        "deal_seats": [_deal_seat_json(outcome, seat) for seat in range(scenario.players)],
    }


def _seat_json(outcome: Outcome, seat: int) -> Json:
    scenario, results = outcome.scenario, outcome.results
    shares = shares_of(results, scenario.players)[:, seat]
    measures = seat_figures(scenario.game, results, seat, Scope.SEAT)
    return {
        "seat": seat,
        WIN_RATE.name: estimate_json(wilson(float(shares.sum(dtype="f8")), len(shares))),
        "measures": {figure.measure.name: estimate_json(figure.estimate()) for figure in measures},
    }


def _deal_seat_json(outcome: Outcome, seat: int) -> Json:
    measures = seat_figures(outcome.scenario.game, outcome.results, seat, Scope.DEAL_SEAT)
    return {"seat": seat, "measures": {f.measure.name: estimate_json(f.estimate()) for f in measures}}


def comparison_json(comparisons: list[Comparison]) -> Json:
    """`compare --json`."""
    base = comparisons[0].base
    return {
        "base": base.scenario.revision,
        "game": base.scenario.game.name,
        "others": [_other_json(comparison) for comparison in comparisons],
        "plays": len(base.results),
        "seed": base.scenario.seed,
        "bots": list(base.scenario.bots),
        "runs": [base.run, *(comparison.other.run for comparison in comparisons)],
    }


def _other_json(comparison: Comparison) -> Json:
    return {
        "scenario": comparison.other.scenario.revision,
        "differences": {name: list(map(brief_value, values)) for name, values in comparison.changed.items()},
        "measures": {name: contrast_json(contrast) for name, contrast in comparison.contrasts.items()},
    }


def contrast_json(contrast: Contrast) -> Json:
    """One measure of a comparison."""
    names = ("base", "other", "difference", "low", "high", "correlation", "variance_ratio")
    fields = {name: number(getattr(contrast.difference, name)) for name in names}
    words = {"verdict": contrast.verdict.value, "plays_to_decide": contrast.plays_to_decide}
    return {**fields, **words, "margin": contrast.margin}


def checked_json(checked: Checked) -> Json:
    """One goal of `check --json`."""
    target = {"min": checked.goal.low, "max": checked.goal.high}
    return {"measure": checked.name, **target, **estimate_json(checked.estimate), "standing": checked.standing.value}


def checks_json(checked: Sequence[tuple[Outcome, Sequence[Checked]]]) -> Json:
    """`check --json`."""
    return {"scenarios": [_goals_json(outcome, checks) for outcome, checks in checked]}


def _goals_json(outcome: Outcome, checks: Sequence[Checked]) -> Json:
    return {
        "game": outcome.scenario.game.name,
        "scenario": outcome.scenario.revision,
        "run": outcome.run,
        "plays": len(outcome.results),
        "bots": list(outcome.scenario.bots),
        "met": all_met(checks),
        "goals": [checked_json(checked) for checked in checks],
    }


def run_json(run: Run) -> Json:
    """One run of `runs --json`."""
    return {
        "run": run.id,
        "game": run.game,
        "scenario": run.scenario,
        "status": run.status.value,
        "plays": run.plays,
        "done": run.done,
        "bots": list(run.bots),
        "seed": run.seed,
        "rules_hash": run.rules_hash,
        "code_hash": run.code_hash,
        "digest": run.digest,
        "elapsed_s": round(run.elapsed_s, 4),
        "created_at": run.created_at.isoformat(),
        "note": run.note,
    }
