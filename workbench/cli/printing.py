"""How the commands print results on standard output: batches, goals, stored runs and this machine."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rich.console import Console, RenderableType
from rich.table import Table

from workbench.bots.spec import in_one
from workbench.cli.terminal import printable
from workbench.engine.measures import Measure
from workbench.engine.wording import counted, time_words
from workbench.play.goals import goal_measure
from workbench.report.text import phrases, scenarios

if TYPE_CHECKING:
    from workbench.cli.bench import BenchRow
    from workbench.play.checks import Repeat
    from workbench.play.goals import CheckedGoal
    from workbench.play.outcome import Outcome
    from workbench.scenario import Scenario
    from workbench.stats import Estimate
    from workbench.store import Run
    from workbench.studies.calibrate import Calibration

WIDTH_WITHOUT_TERMINAL = 120
T = TypeVar("T")


class Terminal(Console):
    """A console that prints words for a page as a terminal shows them."""

    def print(self, *objects: object, **how: Any) -> None:
        """As rich does."""
        super().print(*map(for_terminal, objects), **how)


class TerminalTable(Table):
    """A table whose cells are words for a page, as a terminal shows them."""

    def add_row(self, *cells: RenderableType | None, **how: Any) -> None:
        """As rich does."""
        super().add_row(*map(for_terminal, cells), **how)


def for_terminal(cell: T) -> T | str:
    """Words for a page as a terminal shows them, without control characters; anything else as it is."""
    return printable(without_thin_spaces(cell)) if isinstance(cell, str) else cell


def output_console() -> Console:
    """Standard output, with room for wide tables where it is no terminal."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Terminal(width=width, highlight=False, markup=False, emoji=False)


def plain_table(title: str, *columns: str, left: int = 1) -> Table:
    """A table without lines; the first `left` columns are text."""
    table = TerminalTable(
        title=for_terminal(title) or None, title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    for place, column in enumerate(columns):
        table.add_column(for_terminal(column), justify="left" if place < left else "right")
    return table


def short_number(value: float | None, digits: int = 4) -> str:
    """A number to about `digits` figures."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"


MOST_DECIMALS = 6


def with_interval(low: float, high: float, *values: float | None, signed: bool = False) -> tuple[str, ...]:
    """Values and their interval, all with as many decimals as leave two digits of the interval's half-width."""
    half = (high - low) / 2
    if not (math.isfinite(half) and half > 0):
        texts = ["–" if value is None or math.isnan(value) else short_number(value) for value in (*values, low, high)]
    else:
        decimals = min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(half))))
        texts = [_decimal(value, decimals, signed) for value in (*values, low, high)]
    return *texts[:-2], f"{texts[-2]} … {texts[-1]}"


def _decimal(value: float | None, decimals: int, signed: bool) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    return f"{round(value, decimals) + 0.0:{'+' if signed else ''},.{decimals}f}"  # never -0.0


def estimate_cells(estimate: Estimate, measure: Measure) -> tuple[str, str]:
    """Its mean and its interval."""
    if phrases.is_constant(measure, estimate.mean, estimate):
        return short_number(estimate.mean), phrases.in_all(estimate.n)
    mean, interval = with_interval(estimate.low, estimate.high, estimate.mean)
    return mean, interval


def describe_bots(*played: Scenario) -> str:
    """Who played, with the strength of each in words."""
    game = played[0].game
    names = dict.fromkeys(name for scenario in played for name in scenario.bots)
    return "\n".join(f"{name}: {scenarios.bot_strength(game, name)}." for name in names)


def without_thin_spaces(text: str) -> str:
    """Words for a page as a terminal shows them, which may not know a thin space; thousands as in its tables."""
    return re.sub(f"(?<=\\d){phrases.THIN}(?=\\d)", ",", text).replace(phrases.THIN, " ")


def print_stored(console: Console, *outcomes: Outcome) -> None:
    """A line for each batch of which plays were taken from the store."""
    for outcome in outcomes:
        if outcome.before:
            plays = f"{outcome.before:,} of {counted(outcome.plays, 'play', separator=',')}"
            console.print(f"{outcome.scenario.name}: {plays} as stored in run {outcome.run}")


def print_repeat(repeat: Repeat) -> None:
    """Print whether a repeated batch gave the same plays."""
    from workbench.report.text.machine import repeat_sentence

    console = output_console()
    console.print(
        f"{repeat.run.scenario} · {' '.join(repeat.run.bots)} · seed {repeat.run.seed}: {repeat_sentence(repeat)}"
    )
    none = "cannot be compared: the game counts other things now" if repeat.run.has_rows else "none are kept"
    rows = repeat.rows_digest or none
    console.print(f"stored   {repeat.run.digest}\nrows     {rows}\nrepeated {repeat.digest}")


def print_checks(outcome: Outcome, checks: Sequence[CheckedGoal]) -> None:
    """Print whether each goal of a scenario is met, and who played."""
    scenario = outcome.scenario
    played = f"{counted(outcome.plays, 'play', separator=',')}, seed {scenario.seed}, bots {' '.join(scenario.bots)}"
    table = plain_table(f"{scenario.name}: goals", "measure", "goal", "mean", "interval", "")
    for checked in checks:
        some = phrases.in_brackets(phrases.part_of(checked.figure.estimate.n, checked.plays))
        measure = goal_measure(scenario.game, checked.goal.measure)
        name = f"{measure.label}{some}"
        table.add_row(
            name, checked.goal.text, *estimate_cells(checked.figure.estimate, measure), checked.standing.value
        )
    console = output_console()
    console.print(table if checks else f"{scenario.name}: no goals, so there is nothing to meet")
    if checks:
        console.print(f"\n{scenarios.goals_controlled(len(checks))}")
    print_stored(console, outcome)
    console.print(f"\n{played}\n{describe_bots(scenario)}\n{scenarios.caution(scenario.game)}\n")


def print_runs(runs: Sequence[Run]) -> None:
    """Print the stored batches, newest first."""
    table = plain_table(
        "Stored runs, newest first", "run", "scenario", "status", "plays", "bots", "seed", "started", left=3
    )
    for run in runs:
        plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
        plays += "" if run.has_rows else ", tallies only"
        started = time_words(run.created_at)
        played = f"{run.game}/{run.scenario}", run.status.value, plays, in_one(run.bots), str(run.seed), started
        table.add_row(run.id, *played)
    output_console().print(
        table if runs else "No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one."
    )


CALIBRATED = ("", "promised", "found", "worst", "answers", "worth", "off", "")


def print_calibration(answer: Calibration) -> None:
    """Print how well each promise of the statistics is kept, and what has no effect as the rules say."""
    from workbench.studies.calibrate.promises import FALSE_ALARM

    table = plain_table("Promises, and what came of them", *CALIBRATED)
    for line in answer.lines:
        shares = (f"{100 * share:.1f} %" for share in (line.share, line.worst))
        counts = (f"{line.pooled:,}", f"{line.effective:,.0f}", str(line.off))
        table.add_row(line.check, line.promise, *shares, *counts, "kept" if line.holds else "BROKEN")
    console = output_console()
    console.print(table)
    console.print("\nWorst, where, and how often it was tried:")
    for line in answer.lines:
        console.print(f"  {line.check}: {line.where} ({line.tries:,}, ± {100 * line.error:.1f} %)")
    console.print("\nWithout effect:")
    for subject in answer.subjects:
        how = f"{subject.base.name}, {subject.neutral.rule}, by {subject.neutral.bots}"
        console.print(f"  {how}: {subject.neutral.because}")
    console.print(
        "\nAll answers of a line are tested together, as so many independent ones as they are worth; and each kind of"
        f" them alone (off). Where every promise is kept to the letter, one run in {1 / FALSE_ALARM:,.0f} at most finds"
        f" fault.\nSeed {answer.seed}, {answer.elapsed_s:.0f} s. "
        + (f"Broken: {'; '.join(answer.broken)}." if answer.broken else "All promises are kept, as far as this tells.")
    )


WHOLE: Final = (
    *("command_plays_per_s", "command_ratio", "command_ratio_to_c", "stored_plays_per_s", "startup_s"),
    *("memory_a_play", "ratio_to_random"),
)
"""The figures of a whole command, in the order of their columns."""


def _whole_commands(rows: Sequence[BenchRow]) -> Table:
    """`simulate` as a whole beside the plays alone."""
    columns = ("plays/s", "of plays alone", "of C", "stored/s", "start-up s", "bytes a play", "of random")
    table = plain_table("\nThe whole command `simulate`, one thread", "game", "bots", *columns, left=2)
    for row in rows:
        if row["command_plays_per_s"]:
            table.add_row(row["game"], row["bots"], *(short_number(row[name]) for name in WHOLE))
    return table


def print_bench(rows: Sequence[BenchRow]) -> None:
    """Print plays and decisions a second on one thread, those of the whole command, and search on several threads."""
    rates = ("plays/s", "decisions/s", "iterations/s", "naive Python/s", "times naive", "straight C/s", "of C")
    table = plain_table("Rates on this machine, one thread, all measures recorded", "game", "bots", *rates, left=2)
    for row in rows:
        figures = (row[name] for name in ("plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s"))
        limits = (short_number(row["ratio"]), short_number(row["c_plays_per_s"]), short_number(row["ratio_to_c"]))
        table.add_row(row["game"], row["bots"], *(short_number(figure) for figure in figures), *limits)
    output_console().print(table)
    output_console().print(_whole_commands(rows))
    for row in rows:
        if row["threads"]:
            plays, ratio = f"{row['threaded_plays']:,} plays of {row['bots']}", short_number(row["threads_ratio"])
            rate = f"{short_number(row['threaded_plays_per_s'])} plays/s"
            output_console().print(
                f"\n{row['game']}, {plays}: {ratio} times as fast on {row['threads']} threads, {rate}"
            )
