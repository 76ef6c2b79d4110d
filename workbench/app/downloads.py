"""What can be taken away: plays, tables and reports as files."""

from io import StringIO
from typing import Any

import pandas as pd

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, WINNERS, Results, Scope, win_shares
from workbench.store import Run, Store, load_results
from workbench.study.report.page import page
from workbench.study.report.summary import Summary


def plays_csv(game: Game, results: Results, seats: int) -> str:
    """One line a play: its number, then every measure; of those by seat one column each, seats counted from 1."""
    columns: dict[str, Any] = {"play": range(len(results))}
    shares = win_shares(results[WINNERS], seats)
    seated: dict[str, Any] = {WIN_RATE.name: shares}
    for measure in game.all_measures:
        if measure.scope is Scope.PLAY:
            columns[measure.name] = results[measure.name]
        else:
            seated[measure.name] = results[measure.name]
    by_seat = {f"{name}_seat_{seat + 1}": values[:, seat] for name, values in seated.items() for seat in range(seats)}
    return _csv(pd.DataFrame({**columns, **by_seat}))


def run_csv(store: Store, run: Run, game: Game) -> str:
    """The plays of a stored run."""
    return plays_csv(game, load_results(store, run, game.result), run.seats)


def comparison_csv(summary: Summary) -> str:
    """Every measure of a comparison, in full precision."""
    rows = [
        {
            "measure": contrast.name,
            "unit": contrast.measure.unit,
            "base": contrast.difference.base,
            "other": contrast.difference.other,
            "difference": contrast.difference.difference,
            "low": contrast.difference.low,
            "high": contrast.difference.high,
            "margin": contrast.margin,
            "verdict": contrast.verdict.value,
            "plays_to_decide": contrast.plays_to_decide,
            "correlation": contrast.difference.correlation,
            "variance_ratio": contrast.difference.variance_ratio,
            "plays": contrast.difference.n,
            "base_revision": summary.base.scenario.revision,
            "other_revision": summary.other.scenario.revision,
            "bots": " ".join(summary.other.scenario.bots),
            "seed": summary.other.scenario.seed,
        }
        for contrast in summary.contrasts
    ]
    return _csv(pd.DataFrame(rows))


def comparison_page(summary: Summary) -> str:
    """The comparison as one HTML file."""
    return page([summary])


def _csv(frame: pd.DataFrame) -> str:
    out = StringIO()
    frame.to_csv(out, index=False, lineterminator="\n")
    return out.getvalue()
