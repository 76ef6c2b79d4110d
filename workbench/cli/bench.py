"""How fast this machine plays: each game by each bot, the whole command, a naive reference and plain C.

All figures of one call are taken in turn in the same minute, since machines are noisy; quote the ratios. What one
thread does is measured in its processor time. The references are the program's own, `tests/naive/<game>.py` and
`tests/limit/<game>.c` of its checkout, each printing its plays a second; a workspace's are a stranger's code.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import tomlkit

from workbench.bots.seats import search_first_decisions
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, cores
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import Kernel
from workbench.engine.files import JsonValue, python_command, temporary_folder
from workbench.engine.game import Game
from workbench.engine.loop import STATES
from workbench.engine.parameters import Values
from workbench.engine.problems import BadInput, NumberRange, read_number
from workbench.engine.types import blank_states
from workbench.play.ahead import is_compiled
from workbench.report.document import Block, Passage, Table

FIRST_PLAYS, ROUND_PLAYS = 64, 20_000
"""Plays of the first call, and the most of a measured one: results roughly fit the processor's caches."""
ROUNDS = 5
"""About how many measured calls there are."""
SEARCH, THINKER = "ismcts:200", "thinker:200"
SEARCH_PLAYS = 8
OPENING_ITERATIONS = 1000
OPENINGS = 20
THREADS = 2
"""The threads that one thread is compared with; more would say as much, and fewer machines have them."""
TURNS = 1
FEWEST_THREADED = 8
MEASURED_S = 0.4
LONGEST_S = 60.0
LONGEST_REFERENCE_S = 20
BEGUN_WITHIN_S = 120.0
"""A game takes up to a minute where all of it is compiled, and the whole is to end within three."""
FEW = 10
"""Plays of a command that mostly starts."""
MOST_STORED = 80_000
"""Most plays of a command that stores them: rows take several times as long as fast plays."""
NAIVE_PLAYS, LIMIT_PLAYS = 3_000, 1_000_000
"""Plays of the references in Python and in C: about a second each."""
REFERENCES = Path(__file__).parents[2] / "tests"
COMMAND = """
import json, sys, time
from pathlib import Path
from workbench.cli import main
main(sys.argv[1:], standalone_mode=False)
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peak = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), None)
print(json.dumps({"cpu_s": time.process_time(), "peak": peak}))
"""
"""Runs a command as the console script does; the last line says what it took: processor time, most bytes of memory."""


def read_seconds(text: object) -> float:
    """How long each is measured, behind `--seconds`. Raises BadInput."""
    if text is None:
        return MEASURED_S
    seconds = read_number(str(text))
    if not seconds or seconds not in NumberRange(0, LONGEST_S):
        raise BadInput.one("--seconds", f"must be a number above 0, at most {LONGEST_S:g}", text)
    return seconds


BenchRow = dict[str, JsonValue]
"""The rates of a game and bot, as JSON has them. None where one was not measured."""


def bench(
    games: list[Game], measured_s: float = MEASURED_S, show: Callable[[str], None] = lambda words: None
) -> Iterator[BenchRow]:
    """One row for each game and generic bot, on one thread, with all measures recorded; of search, on two as well.

    Each figure is shown as soon as it is there. No game, and no search, is begun after `BEGUN_WITHIN_S`.
    """
    began = time.monotonic()

    def is_late(what: str) -> bool:
        late = time.monotonic() - began > BEGUN_WITHIN_S
        if late:
            show(f"{what} left out, as {BEGUN_WITHIN_S:g} s are over; a second call compiles nothing")
        return late

    for game in games:
        if is_late(f"{game.name}:"):
            continue
        naive, limit = naive_rate(game), limit_rate(game)
        for name, rate in (("naive Python", naive), ("straight C", limit)):
            if rate:
                show(f"{game.name}: {name}, {_short(rate)} plays/s")
        measured = []
        for bot in ("random", "greedy"):
            measured.append(rates(game, bot, measured_s))
            show(f"{game.name}: {bot}, {_short(measured[-1][0])} plays/s")
        random, greedy = measured
        with CommandTimer(game) as commands:
            whole = [commands.measure(*speed, measured_s) for speed in (("random", random[0]), ("greedy", greedy[0]))]
        show(f"{game.name}: the whole command, {_short(whole[0].plays_per_s)} plays/s by random")
        yield _row(game, "random", random, naive=naive, limit=limit, command=whole[0])
        yield _row(game, "greedy", greedy, command=whole[1], beside=random[0])
        if is_late(f"{game.name}: {SEARCH},"):
            continue
        searching = rates(game, SEARCH, measured_s, SEARCH_PLAYS, SEARCH_PLAYS)
        show(f"{game.name}: {SEARCH}, {_short(searching[0])} plays/s")
        iterations = search_rate(game, measured_s)
        show(f"{game.name}: search, {_short(iterations)} iterations/s")
        plays = max(FEWEST_THREADED, round(searching[0] * measured_s))
        yield _row(game, SEARCH, searching, iterations=iterations, threaded=threaded_rates(game, plays))
        thinking = rates(game, THINKER, measured_s, SEARCH_PLAYS, SEARCH_PLAYS)
        show(f"{game.name}: {THINKER}, {_short(thinking[0])} plays/s")
        yield _row(game, THINKER, thinking)


def threaded_rates(game: Game, plays: int) -> tuple[int, float, float] | None:
    """So many plays of search on one thread and on `THREADS`, in turn: their number, and both rates in plays a second.

    The best of `TURNS` of each. None on a machine that has only one processor for us.
    """
    if cores() < THREADS:
        return None
    batch = replace(_bench_batch(game, SEARCH, dict(game.bench_rules)), smallest_piece=1)
    batch.warm_up()
    clock = time.perf_counter
    turns = [[_round(batch, 0, plays, threads, clock) for threads in (1, THREADS)] for _ in range(TURNS)]
    one, several = (max(rate for rate, _ in rounds) for rounds in zip(*turns, strict=True))
    return plays, one, several


def search_rate(game: Game, measured_s: float) -> float:
    """Iterations a second of search at the opening decision, on one thread: the best of several short rounds.

    What is counted are the iterations that search says it has made.
    """
    batch = _bench_batch(game, f"ismcts:{OPENING_ITERATIONS}", {})  # at the default rules, that offer a choice
    states, chances = blank_states(game.state, STATES), np.zeros(1, CHANCE)
    kernel = Kernel(search_first_decisions, game.code_hash, "openings")
    call = partial(kernel, batch.seats, states, batch.compiled_rules, chances)
    call(1, np.uint64(0))
    best, until, seed = 0.0, time.perf_counter() + measured_s, 1
    while time.perf_counter() < until or seed == 1:
        started, before = time.thread_time(), int(batch.seats.iterations)
        call(OPENINGS, np.uint64(seed))
        best = max(best, (int(batch.seats.iterations) - before) / (time.thread_time() - started))
        seed += 1
    return best


def rates(
    game: Game, bot: str, measured_s: float, most: int = ROUND_PLAYS, least: int = FIRST_PLAYS
) -> tuple[float, float]:
    """Plays and decisions a second: the best of several short rounds, since a noisy machine only ever slows down."""
    batch = _bench_batch(game, bot, dict(game.bench_rules))
    batch.warm_up()
    first, until = _round(batch, 0, least), time.perf_counter() + measured_s
    if least > first[0] * measured_s:
        return first  # plays so slow that the first round has measured enough of them
    plays = max(least, min(most, int(first[0] * measured_s / ROUNDS)))
    rounds: list[tuple[float, float]] = []
    while not rounds or time.perf_counter() < until:
        rounds.append(_round(batch, len(rounds) * plays, plays))
    return max(rounds)


def _bench_batch(game: Game, bot: str, rules: Values) -> Batch:
    players = int(game.compile_rules(rules).players)
    return Batch(game, rules, seat_bots(game, [bot], players), seed=1)


def _round(
    batch: Batch, first: int, plays: int, threads: int = 1, clock: Callable[[], float] = time.thread_time
) -> tuple[float, float]:
    started = clock()
    results = batch.play(first, plays, threads)
    took = max(clock() - started, 1e-9)
    return plays / took, float(results["decisions"].sum()) / took


def _row(
    game: Game,
    bot: str,
    speed: tuple[float, float],
    naive: float | None = None,
    limit: float | None = None,
    iterations: float | None = None,
    command: "CommandRates | None" = None,
    beside: float | None = None,
    threaded: tuple[int, float, float] | None = None,
) -> BenchRow:
    plays, one, several = threaded or (None, None, None)
    whole = command or CommandRates()
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
        "ratio_to_random": beside and round(speed[0] / beside, 3),
        "command_plays_per_s": whole.plays_per_s and round(whole.plays_per_s),
        "command_ratio": whole.plays_per_s and round(whole.plays_per_s / speed[0], 2),
        "command_ratio_to_c": whole.plays_per_s and limit and round(whole.plays_per_s / limit, 3),
        "stored_plays_per_s": whole.stored_plays_per_s and round(whole.stored_plays_per_s),
        "startup_s": whole.startup_s and round(whole.startup_s, 2),
        "memory_a_play": None if whole.memory_a_play is None else round(whole.memory_a_play),
    }


class CommandRates(NamedTuple):
    """`simulate` as a whole, on one thread: plays a second of processor time, of a batch that is not stored and of one
    that is; seconds to start; and bytes of memory a play. None where it could not be measured.

    Plays a second and memory are those of the plays by which a longer batch exceeds a short one.
    """

    plays_per_s: float | None = None
    stored_plays_per_s: float | None = None
    startup_s: float | None = None
    memory_a_play: float | None = None


class CommandTimer:
    """Runs `simulate` for one game, in a workspace of its own that is gone afterwards."""

    def __init__(self, game: Game) -> None:
        self._open = ExitStack()
        self.folder = self._open.enter_context(temporary_folder("bench"))
        self.scenario = self.folder / "scenarios" / game.name / "bench.toml"
        self.scenario.parent.mkdir(parents=True)
        self.scenario.write_text(tomlkit.dumps({"game": game.name, "rules": dict(game.bench_rules)}), encoding="utf-8")

    def __enter__(self) -> "CommandTimer":
        if not is_compiled():
            self._took("random", FEW, "--no-store")  # what is compiled once is not counted
        self.short = [self._took("random", FEW, *options) for options in (("--no-store",), ())]
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    def measure(self, bot: str, rate: float, measured_s: float) -> CommandRates:
        """The rates with a bot whose plays take the kernel about `measured_s`, at so many plays a second."""
        plays = max(100 * FEW, int(rate * measured_s))
        short, long = self.short[0], self._took(bot, plays, "--no-store")
        rows, more = min(plays, MOST_STORED), plays - FEW
        stored = self._took(bot, rows)
        if not (short and long):
            return CommandRates()
        before, after = short["peak"], long["peak"]
        grown = None if before is None or after is None else max(0, after - before) / more
        return CommandRates(_rate(more, short, long), _rate(rows - FEW, self.short[1], stored), short["cpu_s"], grown)

    def _took(self, bot: str, plays: int, *options: str) -> JsonValue:
        """The cost of a batch's command: processor time, and most bytes of memory; None where it failed."""
        batch = ["--bots", bot, "--plays", str(plays), "--seed", str(plays), "--jobs", "1", "--json"]
        place = [str(self.scenario), "--workspace", str(self.folder)]
        return _last_line(python_command("-c", COMMAND, "simulate", *place, *batch, *options))


def _rate(plays: int, short: JsonValue, long: JsonValue) -> float | None:
    """Plays a second of processor time, from two commands of which one has so many plays more."""
    return plays / max(long["cpu_s"] - short["cpu_s"], 1e-3) if short and long else None


def naive_rate(game: Game) -> float | None:
    """Plays a second of the naive reference in `tests/naive`, or None where there is none."""
    source = REFERENCES / "naive" / f"{game.name}.py"
    return _measured(python_command(str(source), str(NAIVE_PLAYS))) if source.is_file() else None


def limit_rate(game: Game) -> float | None:
    """Plays a second of the same work in straight C, or None without source or compiler that can make it."""
    source, compiler = REFERENCES / "limit" / f"{game.name}.c", shutil.which("cc")
    if not (source.is_file() and compiler):
        return None
    with temporary_folder("bench") as folder:
        binary = folder / game.name
        command = [compiler, "-O3", "-march=native", "-o", str(binary), str(source)]
        compiled = subprocess.run(command, capture_output=True, check=False)
        return _measured([str(binary), str(LIMIT_PLAYS)]) if compiled.returncode == 0 else None


def _measured(command: list[str]) -> float | None:
    """The figure `plays_per_s` that the command prints; None where it fails to."""
    try:
        return float((_last_line(command) or {})["plays_per_s"])
    except (ValueError, LookupError, TypeError):
        return None


def _last_line(command: list[str]) -> JsonValue:
    """The last line, JSON, that the command prints; None where it fails to."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LONGEST_REFERENCE_S)
        return json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, LookupError):
        return None


# As a document

RATES: Final = {
    "plays/s": "plays_per_s",
    "decisions/s": "decisions_per_s",
    "iterations/s": "iterations_per_s",
    "naive Python/s": "naive_plays_per_s",
    "times naive": "ratio",
    "straight C/s": "c_plays_per_s",
    "of C": "ratio_to_c",
}
"""The figures of the plays alone, by the heads of their columns."""
WHOLE: Final = {
    "plays/s": "command_plays_per_s",
    "of plays alone": "command_ratio",
    "of C": "command_ratio_to_c",
    "stored/s": "stored_plays_per_s",
    "start-up s": "startup_s",
    "bytes a play": "memory_a_play",
    "of random": "ratio_to_random",
}
"""Those of a whole command."""


def bench_blocks(rows: Sequence[BenchRow]) -> list[Block]:
    """Plays and decisions a second on one thread, those of the whole command, and search on several threads."""
    whole = [row for row in rows if row["command_plays_per_s"]]
    return [
        _rates("Rates on this machine, one thread, all measures recorded", RATES, rows),
        _rates("The whole command `simulate`, one thread", WHOLE, whole),
        *(
            Passage(
                f"{row['game']}, {row['threaded_plays']:,} plays of {row['bots']}: {_short(row['threads_ratio'])} times"
                f" as fast on {row['threads']} threads, {_short(row['threaded_plays_per_s'])} plays/s"
            )
            for row in rows
            if row["threads"]
        ),
    ]


def _rates(title: str, columns: Mapping[str, str], rows: Sequence[BenchRow]) -> Table:
    table = [
        {"game": row["game"], "bots": row["bots"], **{head: _short(row[name]) for head, name in columns.items()}}
        for row in rows
    ]
    return Table(title, table, text_columns=2)


def _short(rate: float | None) -> str:
    """A number to four figures."""
    if rate is None or not isfinite(rate):
        return "–"
    return f"{rate:,.4g}" if abs(rate) < 1000 else f"{rate:,.0f}"
