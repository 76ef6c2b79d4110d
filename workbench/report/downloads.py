"""Files to take away: the plays of a batch, and names of files."""

import json
import re

import numpy as np
import pandas as pd

from workbench.engine.files import csv_text
from workbench.engine.measures import WIN_RATE, WINNERS, Measure, Results, Scope, counted_in, win_shares
from workbench.engine.registry import game_named
from workbench.play.forms import scenario_of
from workbench.play.stored import load
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.results import ColumnValues, load_results
from workbench.store.runs import Run


def plays_csv(scenario: Scenario, results: Results) -> str:
    """One line a play: its number, every measure, and who played what.

    Measures by seat have one column each, seats counted from 1. A cell is empty where there is nothing to count.
    """
    game, seats = scenario.game, scenario.players
    columns: dict[str, object] = {"play": range(len(results))}
    shares = win_shares(results[WINNERS], seats)
    seated: dict[str, ColumnValues] = {WIN_RATE.name: shares}
    for measure in game.all_measures:
        if measure.scope is Scope.PLAY:
            columns[measure.name] = _counted(results, measure, seats)
        else:
            seated[measure.name] = _counted(results, measure, seats)
    by_seat = {f"{name}_seat_{seat + 1}": values[:, seat] for name, values in seated.items() for seat in range(seats)}
    played = {"revision": scenario.revision, "bots": " ".join(scenario.bots), "seed": scenario.seed}
    frame = pd.DataFrame({**columns, **by_seat, **played})
    cells = frame.astype(object).where(frame.notna(), None)
    return csv_text(list(frame.columns), cells.itertuples(index=False, name=None))


def _counted(results: Results, measure: Measure, seats: int) -> ColumnValues:
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


def file_stem(*parts: str) -> str:
    """A file's name from its parts, without what a file system may refuse."""
    return re.sub(r"[^A-Za-z0-9._~-]+", "-", "-".join(parts))


def as_json(document: dict[str, object]) -> str:
    """The text of a JSON file, as a command prints it with `--json`."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
