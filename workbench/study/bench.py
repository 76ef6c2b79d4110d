"""How fast this machine plays: each game by each bot, beside a naive reference and plain C where these are there.

All figures of one call are taken in turn in the same minute, since machines are noisy; quote the ratios. The
references are files of the workspace's tests, `tests/naive/<game>.py` and `tests/limit/<game>.c`, each printing its
plays a second.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from workbench.bots.seats import search_first_decisions
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, cores, game_code_hash
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import Kernel
from workbench.engine.game import Game
from workbench.engine.loop import STATES
from workbench.engine.numbers import NumberRange, read_number
from workbench.engine.parameters import Values
from workbench.engine.problems import BadInput
from workbench.scenario.files import Workspace

ROUND_PLAYS = 20_000
"""Plays of one measured call; results fit the processor's caches, as the chunks of a batch roughly do."""
SEARCH = "ismcts:200"
SEARCH_PLAYS = 8
OPENING_ITERATIONS = 1000
OPENINGS = 20
THREADS = 2
"""The threads that one thread is compared with; more would say as much, and fewer machines have them."""
TURNS = 2
FEWEST_THREADED = 32
MEASURED_S = 1.0
LONGEST_S = 60.0
LONGEST_REFERENCE_S = 120


def read_seconds(text: object) -> float:
    """How long each is measured, behind `--seconds`. Raises BadInput."""
    if text is None:
        return MEASURED_S
    seconds = read_number(str(text))
    if not seconds or seconds not in NumberRange(0, LONGEST_S):
        raise BadInput.one("--seconds", f"must be a number above 0, at most {LONGEST_S:g}", text)
    return seconds


def bench(games: list[Game], workspace: Workspace, measured_s: float = MEASURED_S) -> Iterator[dict[str, Any]]:
    """One row for each game and generic bot, on one thread, with all measures recorded; of search, on two as well."""
    for game in games:
        naive = naive_rate(game, workspace)
        limit = limit_rate(game, workspace)
        yield _row(game, "random", rates(game, "random", measured_s), naive=naive, limit=limit)
        yield _row(game, "greedy", rates(game, "greedy", measured_s))
        iterations, searching = search_rate(game, measured_s), rates(game, SEARCH, measured_s, SEARCH_PLAYS)
        plays = max(FEWEST_THREADED, round(searching[0] * measured_s))
        yield _row(game, SEARCH, searching, iterations=iterations, threaded=threaded_rates(game, plays))


def threaded_rates(game: Game, plays: int) -> tuple[int, float, float] | None:
    """So many plays of search on one thread and on `THREADS`, in turn: their number, and both rates in plays a second.

    The best of `TURNS` each. None on a machine that has only one processor for us.
    """
    if cores() < THREADS:
        return None
    batch = replace(_bench_batch(game, SEARCH, dict(game.bench_rules)), smallest_piece=1)
    batch.warm_up()
    turns = [(_round(batch, 0, plays), _round(batch, 0, plays, THREADS)) for _ in range(TURNS)]
    one, several = (max(rate for rate, _ in rounds) for rounds in zip(*turns, strict=True))
    return plays, one, several


def search_rate(game: Game, measured_s: float) -> float:
    """Iterations a second of search at the opening decision, on one thread: the best of several short rounds.

    What is counted are the iterations that search says it has made.
    """
    batch = _bench_batch(game, f"ismcts:{OPENING_ITERATIONS}", {})  # at the default rules, that offer a choice
    states, chances = np.zeros(STATES, game.state), np.zeros(1, CHANCE)
    kernel = Kernel(search_first_decisions, game_code_hash(game), "openings")
    call = partial(kernel, batch.seats, states, batch.compiled_rules, chances)
    call(1, np.uint64(0))
    best, until, seed = 0.0, time.perf_counter() + measured_s, 1
    while time.perf_counter() < until or seed == 1:
        started, before = time.perf_counter(), int(batch.seats.iterations)
        call(OPENINGS, np.uint64(seed))
        best = max(best, (int(batch.seats.iterations) - before) / (time.perf_counter() - started))
        seed += 1
    return best


def rates(game: Game, bot: str, measured_s: float, plays: int = ROUND_PLAYS) -> tuple[float, float]:
    """Plays and decisions a second: the best of several short rounds, since a noisy machine only ever slows down."""
    batch = _bench_batch(game, bot, dict(game.bench_rules))
    batch.warm_up()
    rounds, until = [_round(batch, 0, plays)], time.perf_counter() + measured_s
    while time.perf_counter() < until:
        rounds.append(_round(batch, len(rounds) * plays, plays))
    return max(rounds)


def _bench_batch(game: Game, bot: str, rules: Values) -> Batch:
    players = int(game.compile_rules(rules).players)
    return Batch(game, rules, seat_bots(game, [bot], players), seed=1)


def _round(batch: Batch, first: int, plays: int, threads: int = 1) -> tuple[float, float]:
    started = time.perf_counter()
    results = batch.play(first, plays, threads)
    took = time.perf_counter() - started
    return plays / took, float(results["decisions"].sum()) / took


def _row(
    game: Game,
    bot: str,
    speed: tuple[float, float],
    naive: float | None = None,
    limit: float | None = None,
    iterations: float | None = None,
    threaded: tuple[int, float, float] | None = None,
) -> dict[str, Any]:
    plays, one, several = threaded or (None, None, None)
    return {
        "game": game.name,
        "bots": bot,
        "plays_per_s": round(speed[0]),
        "decisions_per_s": round(speed[1]),
        "iterations_per_s": iterations and round(iterations),
        "naive_plays_per_s": naive and round(naive),
        "ratio": naive and round(speed[0] / naive, 1),
        "c_plays_per_s": limit and round(limit),
        "ratio_to_c": limit and round(speed[0] / limit, 3),
        "threads": plays and THREADS,
        "threaded_plays": plays,
        "threaded_plays_per_s": several and round(several, 1),
        "threads_ratio": one and several and round(several / one, 2),
    }


def naive_rate(game: Game, workspace: Workspace) -> float | None:
    """Plays a second of the naive reference in `tests/naive`, or None where there is none."""
    source = workspace.root / "tests" / "naive" / f"{game.name}.py"
    return _measured([sys.executable, str(source), "4000"]) if source.is_file() else None


def limit_rate(game: Game, workspace: Workspace) -> float | None:
    """Plays a second of the same work in straight C, or None without source or compiler that can make it."""
    source, compiler = workspace.root / "tests" / "limit" / f"{game.name}.c", shutil.which("cc")
    if not (source.is_file() and compiler):
        return None
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / game.name
        command = [compiler, "-O3", "-march=native", "-o", str(binary), str(source)]
        made = subprocess.run(command, capture_output=True, check=False)
        return _measured([str(binary), "2000000"]) if made.returncode == 0 else None


def _measured(command: list[str]) -> float | None:
    """The figure `plays_per_s` of the last line, JSON, that the command prints; None where it fails to."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LONGEST_REFERENCE_S)
        return float(json.loads(done.stdout.splitlines()[-1])["plays_per_s"])
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError):
        return None
