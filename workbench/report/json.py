"""Results as the commands print them with `--json`, and as the dashboard downloads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.engine.cards import brief_values
from workbench.engine.measures import SIDE_WIN_RATE, SPREAD, WIN_RATE, Scope
from workbench.play.figures import figures, seat_figures, spread_figure
from workbench.play.goals import CheckedGoal
from workbench.play.hole import Hole
from workbench.play.holes import holes_of
from workbench.scenario import Scenario
from workbench.stats import Estimate, Figure, PairedDifference
from workbench.store.runs import Run

if TYPE_CHECKING:
    from workbench.play.aims import CheckedAim
    from workbench.play.checks import Checkup, Repeat
    from workbench.play.comparisons import Contrast
    from workbench.play.outcome import Outcome

Json = dict[str, object]


def number(value: float | None) -> float | None:
    """A float that JSON can hold: null for what is not finite."""
    return None if value is None or not math.isfinite(value) else float(value)


def estimate_json(estimate: Estimate) -> Json:
    """Mean, standard deviation, 95 % interval and number of plays."""
    return {
        "mean": number(estimate.mean),
        "sd": number(estimate.sd),
        "low": number(estimate.low),
        "high": number(estimate.high),
        "n": estimate.n,
    }


def interval_json(estimate: Estimate) -> Json:
    """Mean and 95 % interval."""
    return {"mean": number(estimate.mean), "low": number(estimate.low), "high": number(estimate.high)}


def difference_json(difference: PairedDifference) -> Json:
    """Both means, other minus base with its 95 % interval, and what pairing saved."""
    return {
        "base": number(difference.base),
        "other": number(difference.other),
        "difference": number(difference.mean),
        "low": number(difference.low),
        "high": number(difference.high),
        "correlation": number(difference.correlation),
        "variance_ratio": number(difference.variance_ratio),
    }


def holes_json(holes: Sequence[Hole]) -> list[Json]:
    """Every kind of rule hole: in how many of how many plays, the share with its 95 % interval, and where it shows.

    `of` is 0, and the share null, where nobody has counted it.
    """
    return [{**asdict(hole), "share": interval_json(hole.share)} for hole in holes]


def outcome_json(outcome: Outcome) -> Json:
    """`simulate --json`."""
    scenario, by_name = outcome.scenario, figures(outcome.tallies)
    seats, sides = range(scenario.players), scenario.game.sides
    whole = {name: figure for name, figure in by_name.items() if figure.seat is None and not figure.side}
    measures = {name: estimate_json(figure.estimate) for name, figure in whole.items()}
    return {
        "run": outcome.run,
        **revision_json(scenario),
        "code_hash": outcome.code_hash,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
        "plays": outcome.tallies.plays,
        "stored_before": outcome.before,
        "elapsed_s": round(outcome.elapsed_s, 4),
        "plays_per_s": round(outcome.plays_per_s, 1),
        "digest": outcome.digest,
        "rows": outcome.rows is not None,
        "measures": {**measures, SPREAD: estimate_json(spread_figure(outcome.tallies).estimate)},
        "seats": [
            {"seat": seat}
            | _win_rate_json(by_name[f"{WIN_RATE.name}_seat_{seat}"])
            | {"measures": _of_seat_json(outcome, seat, Scope.SEAT)}
            for seat in seats
        ],
        "deal_seats": [{"seat": seat, "measures": _of_seat_json(outcome, seat, Scope.DEAL_SEAT)} for seat in seats],
        **({"sides": [_side_json(name, by_name) for name in sides.names]} if sides else {}),
        "holes": holes_json(holes_of(outcome)),
    }


def _side_json(side: str, by_name: dict[str, Figure]) -> Json:
    """The win rate of a side, the same by seat within it, and its measures."""
    side_figures = [figure for figure in by_name.values() if figure.side == side]
    wins = {figure.seat: _win_rate_json(figure) for figure in side_figures if figure.measure is SIDE_WIN_RATE}
    whole = wins.pop(None)
    return {
        "side": side,
        **whole,
        "seats": [{"seat": seat, **rate} for seat, rate in wins.items()],
        "measures": {f.measure.name: estimate_json(f.estimate) for f in side_figures if f.measure is not SIDE_WIN_RATE},
    }


def _win_rate_json(figure: Figure) -> Json:
    return {WIN_RATE.name: estimate_json(figure.estimate)}


def _of_seat_json(outcome: Outcome, seat: int, scope: Scope) -> Json:
    return {f.measure.name: estimate_json(f.estimate) for f in seat_figures(outcome.tallies, seat, scope)}


def contrast_json(contrast: Contrast) -> Json:
    """One measure of a comparison."""
    fields = {**difference_json(contrast.difference), "n": contrast.difference.n}
    words = {
        "verdict": contrast.verdict.value,
        "plays_to_decide": contrast.plays_to_decide,
        "plays_to_decide_80": contrast.likely_to_decide,
    }
    of = {"side": contrast.side, "seat": contrast.seat} if contrast.side else {}
    return {**fields, **words, "margin": contrast.margin, **of}


def checked_json(checked: CheckedGoal) -> Json:
    """One goal of `check --json`."""
    target = {"min": checked.goal.low, "max": checked.goal.high}
    return {
        "measure": checked.figure.name,
        **target,
        **estimate_json(checked.figure.estimate),
        "standing": checked.standing.value,
    }


def aim_json(checked: CheckedAim) -> Json:
    """One aim of `compare --json` and `check --json`; its interval holds together with those of the other aims."""
    written = checked.aim.written
    aim = {"wish": checked.aim.wish.value, "by": None, **(written if isinstance(written, dict) else {})}
    return {**aim, "standing": checked.standing.value, **difference_json(checked.contrast.difference)}


def run_json(run: Run) -> Json:
    return {
        "run": run.id,
        "game": run.game,
        "scenario": f"{run.game}/{run.scenario}",
        "status": run.status.value,
        "plays": run.plays,
        "done": run.done,
        "rows": run.has_rows,
        "bots": list(run.bots),
        "seed": run.seed,
        "rules_hash": run.rules_hash,
        "code_hash": run.code_hash,
        "digest": run.digest,
        "elapsed_s": round(run.elapsed_s, 4),
        "created_at": run.created_at.isoformat(),
        "note": run.note,
    }


def revision_json(scenario: Scenario) -> Json:
    """A revision and its rules."""
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "rules": brief_values(scenario.rules),
        "rules_hash": scenario.rules_hash,
    }


def scenario_json(scenario: Scenario) -> Json:
    """A revision, with the seed, the players, and the share of wins that each would have if all were even."""
    return {**revision_json(scenario), "seed": scenario.seed, "players": scenario.players, "even": 1 / scenario.players}


def repeat_json(repeat: Repeat) -> dict[str, object]:
    """A repeat as `repeat --json` prints it."""
    return {
        "run": repeat.run.id,
        "plays": repeat.run.plays,
        "digest": repeat.run.digest,
        "rows_digest": repeat.rows_digest,
        "repeated_digest": repeat.digest,
        "same": repeat.same,
        "same_code": repeat.same_code,
        "elapsed_s": repeat.elapsed_s,
    }


def checkup_json(checkup: Checkup, lost: Sequence[str], aside: Path | None = None) -> dict[str, object]:
    """A check-up as `doctor --json` prints it, with all that is `lost`; a repair left the damaged store `aside`."""
    return {
        "store": str(checkup.path),
        "whole": checkup.whole,
        "lost": [*lost],
        "tables": [{"name": table.name, "rows": table.rows, "readable": table.readable} for table in checkup.tables],
        "runs": [
            {
                "run": run.run.id,
                "done": run.run.done,
                "digest": run.run.digest,
                "rows_digest": run.digest,
                "rows": run.rows.value,
            }
            for run in checkup.runs
        ],
        "copies": [str(copy) for copy in checkup.copies],
        "backups": [{"file": str(file), "whole": whole} for file, whole in checkup.backups.items()],
        "unreadable_lines": checkup.texts,
        "unreadable_files": checkup.files,
        "not_in_the_ledger": checkup.lacking,
        "receive": None if checkup.remedy is None else str(checkup.remedy),
        "played": checkup.held,
        "repaired": aside is not None,
        "kept": None if aside is None else str(aside),
    }
