"""Results in the terminal: tables on standard output, progress on standard error and only to a terminal."""

import math
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from workbench.engine.measures import Results
from workbench.stats import Estimate
from workbench.store import Run
from workbench.study.compare import Comparison, Contrast
from workbench.study.figures import figures, spread_estimate
from workbench.study.goals import Checked
from workbench.study.simulate import Outcome, Watch
from workbench.study.simulate import Progress as Done

WIDTH_WITHOUT_TERMINAL = 120


def _console() -> Console:
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(width=width, highlight=False, markup=False, emoji=False)


@contextmanager
def watching(title: str) -> Iterator[Watch]:
    """A progress bar with plays done, plays a second and time left, where standard error is a terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(title, total=None, rate="")

        def watch(done: Done, results: Results) -> None:
            bar.update(task, total=done.plays, completed=done.done, rate=f"{done.plays_per_s:,.0f} plays/s")

        yield watch


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that batches end between two chunks; a second Ctrl-C breaks in at once.

    Breaking in anywhere may fail inside DuckDB, and may go unnoticed while LLVM compiles.
    """
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        sys.stderr.write("stopping after this chunk; Ctrl-C again stops at once\n")

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # whoever started us wants it otherwise
        yield stop
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _table(title: str, *columns: str, left: int = 1) -> Table:
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < left else "right")
    return table


def shown(value: float | None, digits: int = 4) -> str:
    """A number to about `digits` figures."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"


def _estimate(estimate: Estimate) -> tuple[str, str]:
    return shown(estimate.mean), f"{shown(estimate.low)} … {shown(estimate.high)}"


def print_outcome(outcome: Outcome) -> None:
    """A batch: every figure with its 95 % interval."""
    scenario = outcome.scenario
    rate = f"{len(outcome.results):,} plays in {outcome.elapsed_s:.1f} s, {outcome.plays_per_s:,.0f} a second"
    table = _table(
        f"{scenario.name} · {' '.join(scenario.bots)} · seed {scenario.seed}", "", "mean", "95 % interval", ""
    )
    for figure in figures(scenario.game, outcome.results, scenario.players).values():
        table.add_row(figure.label, *_estimate(figure.estimate()), figure.measure.unit)
    spread = spread_estimate(outcome.results, scenario.players)
    table.add_row("Seat win rate spread", *_estimate(spread), "")
    console = _console()
    console.print(table)
    console.print(f"\n{rate}" + (f" · run {outcome.run}" if outcome.run else " · not stored"))
    console.print(f"digest {outcome.digest}")


def print_comparison(comparison: Comparison) -> None:
    """A comparison: the changed rules, then every measure with its verdict."""
    base, other = comparison.base.scenario, comparison.other.scenario
    console = _console()
    rules = _table("", "rule", base.revision, other.revision, left=3)
    for name, values in comparison.changed.items():
        rules.add_row(name, *map(base.game.parameters[name].show, values))
    console.print(f"{other.name} against {base.name}: what changed", style="bold")
    console.print(rules if comparison.changed else "no rule")
    pairs = f"{len(comparison.base.results):,} paired plays, seed {base.seed}, bots {' '.join(base.bots)}"
    columns = ("", base.revision, other.revision, "difference", "95 % interval", "verdict", "plays to decide")
    table = _table(f"\nWhat it did: {pairs}", *columns)
    for contrast in comparison.contrasts.values():
        table.add_row(*_contrast(contrast))
    console.print(table)
    console.print("\nBots are not people: hold this against a playtest before you trust it.")


def _contrast(contrast: Contrast) -> tuple[str, ...]:
    found = contrast.difference
    interval = f"{found.low:+.3g} … {found.high:+.3g}"
    more = {0: "", None: "too many"}.get(contrast.plays_to_decide, f"{contrast.plays_to_decide or 0:,}")
    return (contrast.label, shown(found.base), shown(found.other), f"{found.difference:+.3g}", interval,
            contrast.verdict.value, more)  # fmt: skip


def print_checks(outcome: Outcome, checks: Sequence[Checked]) -> None:
    """The goals of a scenario, each with how it stands."""
    table = _table(f"{outcome.scenario.name}: goals", "measure", "goal", "mean", "95 % interval", "")
    for checked in checks:
        table.add_row(checked.name, checked.goal.text, *_estimate(checked.estimate), checked.standing.value)
    _console().print(table)


def print_runs(runs: Sequence[Run]) -> None:
    """Stored batches, newest first."""
    table = _table("Stored runs, newest first", "run", "scenario", "status", "plays", "bots", "seed", "started", left=3)
    for run in runs:
        plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
        started = run.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
        bots = " ".join(run.bots if len(set(run.bots)) > 1 else run.bots[:1])
        table.add_row(run.id, f"{run.game}/{run.scenario}", run.status.value, plays, bots, str(run.seed), started)
    _console().print(table if runs else "No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one.")


def print_bench(rows: Sequence[dict[str, Any]]) -> None:
    """Rates on this machine, one thread, all measures recorded."""
    rates = ("plays/s", "decisions/s", "iterations/s", "naive Python/s", "times naive", "straight C/s", "of C")
    table = _table("Rates on this machine, one thread, all measures recorded", "game", "bots", *rates, left=2)
    for row in rows:
        figures = (row[name] for name in ("plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s"))
        limits = (shown(row["ratio"]), shown(row["c_plays_per_s"]), shown(row["ratio_to_c"]))
        table.add_row(row["game"], row["bots"], *(shown(figure) for figure in figures), *limits)
    _console().print(table)
