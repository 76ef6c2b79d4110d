"""A made-up game for the store's tests: its measures, its results, and other processes that use the same file."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from workbench.engine.measures import Measure, Results, Scope, result_type
from workbench.store import Store
from workbench.store.runs import Run, RunRequest, create_run

ROOT = Path(__file__).parents[2]
MEASURES = (
    Measure("decisions", "Decisions that the bots made.", margin=0.5, type="u4"),
    Measure("tie", "Whether seats share the win; the 'tie'.", margin=0.01, type="?"),
    Measure("points", "Points at the end.", margin=0.5, scope=Scope.SEAT),
    Measure("order", "Named as an SQL keyword is.", margin=0.5, type="i2", scope=Scope.DEAL_SEAT),
)
MAX_SEATS = 4
DTYPE = result_type(MEASURES, MAX_SEATS)


def request(plays: int = 100, seats: int = 3, **changes: object) -> RunRequest:
    """A request for a run of the made-up game."""
    values = {
        "game": "pebbles",
        "scenario": "2020-03-04",
        "rules": {"hand_size": 7, "open": True, "order": ["red", "blue"], "scoring": "größte"},
        "rules_hash": "r1",
        "code_hash": "c1",
        "bots": ("random", "greedy~scout", "ismcts:200")[:seats],
        "seed": 2**64 - 1,
        "plays": plays,
        "seats": seats,
    }
    return RunRequest(**(values | changes))


def results(plays: int, seats: int = 3, seed: int = 0, dtype: np.dtype = DTYPE) -> Results:
    """Random records: any bits in the seats at the table, zero in the others; one NaN alone."""
    raw = np.random.default_rng(seed).integers(0, 256, plays * dtype.itemsize, dtype=np.uint8)
    records = raw.view(np.dtype((np.void, dtype.itemsize))).view(dtype).copy()
    for name in dtype.names:
        if dtype[name].base == np.dtype("?"):
            records[name] = records[name].view(np.uint8) & 1
        elif dtype[name].base.kind == "f":
            records[name][np.isnan(records[name])] = np.nan
        if dtype[name].shape:
            records[name][:, seats:] = 0
    return records


def started(store: Store, **changes: object) -> Run:
    """A new run of the made-up game."""
    return create_run(store, request(**changes))


def python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Another process that runs `code`, with this project and these samples to import."""
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
