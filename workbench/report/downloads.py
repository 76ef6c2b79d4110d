"""Files to take away: plays, tables and reports."""

import json
import re
from typing import Any

import numpy as np
import pandas as pd

from workbench.engine.files import csv_text
from workbench.engine.measures import WIN_RATE, WINNERS, Measure, Results, Scope, counted_in, win_shares
from workbench.engine.registry import game_named
from workbench.play.simulate import load, scenario_of
from workbench.report.pages import page
from workbench.report.summary import Summary, TwoStrengths
from workbench.scenario import Scenario
from workbench.store import Run, Store, load_results
from workbench.store.history import decisions
from workbench.study.agreement import Agreement


def plays_csv(scenario: Scenario, results: Results) -> str:
    """One line a play: its number, every measure, and who played what.

    Measures by seat have one column each, seats counted from 1. A cell is empty where there is nothing to count.
    """
    game, seats = scenario.game, scenario.players
    columns: dict[str, Any] = {"play": range(len(results))}
    shares = win_shares(results[WINNERS], seats)
    seated: dict[str, Any] = {WIN_RATE.name: shares}
    for measure in game.all_measures:
        if measure.scope is Scope.PLAY:
            columns[measure.name] = _counted(results, measure, seats)
        else:
            seated[measure.name] = _counted(results, measure, seats)
    by_seat = {f"{name}_seat_{seat + 1}": values[:, seat] for name, values in seated.items() for seat in range(seats)}
    played = {"revision": scenario.revision, "bots": " ".join(scenario.bots), "seed": scenario.seed}
    return _csv(pd.DataFrame({**columns, **by_seat, **played}))


def _counted(results: Results, measure: Measure, seats: int) -> Any:
    """A measure of every play, shape (plays,) or (plays, seats); None where there is nothing to count."""
    values, held = results[measure.name], counted_in(results, measure, seats)
    if held is None:
        return values
    return np.where(held, values if values.ndim == 1 else values[:, :seats], np.full(1, None))


def run_csv(store: Store, run: Run) -> str:
    """The plays of a stored run; without rows, they are played again. Raises BadInput for more than fit in memory."""
    if run.has_rows:
        return plays_csv(scenario_of(run), load_results(store, run, game_named(run.game).result))
    return plays_csv(scenario_of(run), load(store, run).results)


def comparison_csv(summary: Summary) -> str:
    """Every measure of a comparison, in full precision."""
    return _csv(pd.DataFrame(_rows(summary)))


def two_strengths_csv(two_strengths: TwoStrengths) -> str:
    """Every measure, a line for the bots of each strength, and whether both agree."""
    agreed = {agreement.name: agreement for agreement in two_strengths.agreements}
    rows = [
        {**line, **agreement_columns(agreed[line["measure"]])}
        for summary in two_strengths.summaries
        for line in _rows(summary)
        if line["measure"] in agreed
    ]
    return _csv(pd.DataFrame(rows))


def agreement_columns(agreed: Agreement) -> dict[str, Any]:
    """The columns of both strengths together; `gap` is the second's difference minus the first's."""
    gap = agreed.gap
    return {
        "together": agreed.accord.value,
        "gap": gap.mean,
        "gap_low": gap.low,
        "gap_high": gap.high,
        "gap_verdict": agreed.gap_verdict.value,
    }


def _rows(summary: Summary) -> list[dict[str, Any]]:
    base, other = summary.base.scenario, summary.other.scenario
    return [
        {
            "measure": contrast.name,
            "unit": contrast.measure.unit,
            "base": contrast.difference.base,
            "other": contrast.difference.other,
            "difference": contrast.difference.mean,
            "low": contrast.difference.low,
            "high": contrast.difference.high,
            "margin": contrast.margin,
            "verdict": contrast.verdict.value,
            "plays_to_decide": contrast.plays_to_decide,
            "plays_to_decide_80": contrast.ahead.likely if contrast.ahead else contrast.plays_to_decide,
            "correlation": contrast.difference.correlation,
            "variance_ratio": contrast.difference.variance_ratio,
            "plays": contrast.difference.n,
            "base_revision": base.revision,
            "other_revision": other.revision,
            "base_bots": " ".join(base.bots),
            "bots": " ".join(other.bots),
            "seed": other.seed,
        }
        for contrast in summary.contrasts
    ]


def comparison_page(summary: Summary, second: Summary | None = None, store: Store | None = None) -> str:
    """The comparison as one HTML file, with the decision that the store has."""
    decided = decisions(store, summary.other.scenario.game.name) if store and store.path.exists() else {}
    return page([summary], [second] if second else [], decided=decided)


def file_stem(*parts: str) -> str:
    """A file's name from its parts, without what a file system may refuse."""
    return re.sub(r"[^A-Za-z0-9._~-]+", "-", "-".join(parts))


def _csv(frame: pd.DataFrame) -> str:
    cells = frame.astype(object).where(frame.notna(), None)
    return csv_text(list(frame.columns), cells.itertuples(index=False, name=None))


# Studies of strength


def as_json(document: dict[str, Any]) -> str:
    """The text of a JSON file, as a command prints it with `--json`."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
