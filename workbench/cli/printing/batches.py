"""Batches: their figures, goals and repetitions, and the list of those that are stored."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from workbench.cli.printing.tables import (
    describe_bots,
    estimate_cells,
    output_console,
    plain_table,
    print_cut_short,
    seat_note,
    short_number,
)
from workbench.engine.measures import SIDE_WIN_RATE
from workbench.engine.wording import time_words
from workbench.report.text import scenarios
from workbench.report.text.checks import repeat_sentence
from workbench.store import Run
from workbench.study.batch_player import Outcome
from workbench.study.figures import Figure, Prominence, figures, spread_estimate
from workbench.study.goals import CheckedGoal
from workbench.study.replays import Repeat

if TYPE_CHECKING:
    pass

NO_RUNS = "No batches are stored yet; `workbench simulate hitmakers/2021-04-08` makes one."


def print_outcome(outcome: Outcome) -> None:
    """Print every figure of a batch with its 95 % interval."""
    scenario = outcome.scenario
    rate = f"{len(outcome.results):,} plays in {outcome.elapsed_s:.1f} s, {outcome.plays_per_s:,.0f} a second"
    found = [each for each in figures(scenario.game, outcome.results, scenario.players).values() if _is_shown(each)]
    table = plain_table(
        f"{scenario.name} · {' '.join(scenario.bots)} · seed {scenario.seed}", "", "mean", "95 % interval", ""
    )
    parts = {
        Prominence.MAIN: table,
        Prominence.DETAIL: plain_table("\nIn detail", "", "mean", "95 % interval", "", "plays"),
    }
    for figure in found:
        if not figure.side:
            parts[figure.prominence].add_row(*_figure(figure))
    spread = spread_estimate(outcome.results, scenario.players)
    table.add_row("Seat win rate spread", *estimate_cells(spread), "")
    console = output_console()
    for part in parts.values():
        if part.row_count:
            console.print(part)
    if scenario.game.sides:
        print_sides(console, [figure for figure in found if figure.side])
    print_cut_short(console, outcome)
    console.print(
        f"\n{describe_bots(scenario)}\n{scenarios.caution(scenario.game)}\n{seat_note()}\n{rate}"
        + (f" · run {outcome.run}" if outcome.run else " · not stored")
    )
    console.print(f"digest {outcome.digest}")


def _is_shown(figure: Figure) -> bool:
    """Whether to print the figure: it has values, or is of a side, whose absence is worth knowing."""
    return figure.prominence is not Prominence.HIDDEN and bool(figure.side or len(figure.known))


def _figure(figure: Figure) -> tuple[str, ...]:
    """A row for a figure, with its number of plays where these are not all."""
    estimate = figure.estimate()
    row = (figure.label, *estimate_cells(estimate), figure.measure.unit)
    return row if figure.prominence is Prominence.MAIN else (*row, f"{estimate.n:,}")


def print_sides(console: Console, found: Sequence[Figure]) -> None:
    """In a game with teams: who wins, by side and then by seat within the side; then every measure by side."""
    wins = plain_table("\nWin rate by side, and by seat within it", "", "mean", "95 % interval", "plays")
    rows: dict[str, dict[str, str]] = {}
    for figure in found:
        estimate = figure.estimate()
        if figure.measure is SIDE_WIN_RATE:
            wins.add_row(
                f"{'  ' if figure.seat is not None else ''}{figure.place}", *estimate_cells(estimate), f"{estimate.n:,}"
            )
        else:
            rows.setdefault(figure.measure.label, {})[figure.side] = short_number(estimate.mean)
    sides = list(dict.fromkeys(figure.side for figure in found))
    table = plain_table("\nMean of the seats on each side", "", *(side.replace("_", " ") for side in sides))
    for label, means in rows.items():
        table.add_row(label, *(means.get(side, "–") for side in sides))
    console.print(wins)
    console.print(table)


def print_repeat(found: Repeat) -> None:
    """Print whether a repeated batch gave the same plays."""
    console = output_console()
    console.print(
        f"{found.run.scenario} · {' '.join(found.run.bots)} · seed {found.run.seed}: {repeat_sentence(found)}"
    )
    rows = found.rows_digest or "cannot be compared: the game counts other things now"
    console.print(f"stored   {found.run.digest}\nrows     {rows}\nrepeated {found.digest}")


def print_checks(outcome: Outcome, checks: Sequence[CheckedGoal]) -> None:
    """Print whether each goal of a scenario is met, and who played."""
    scenario = outcome.scenario
    played = f"{len(outcome.results):,} plays, seed {scenario.seed}, bots {' '.join(scenario.bots)}"
    table = plain_table(f"{scenario.name}: goals", "measure", "goal", "mean", "95 % interval", "")
    for checked in checks:
        table.add_row(checked.name, checked.goal.text, *estimate_cells(checked.estimate), checked.standing.value)
    console = output_console()
    console.print(table)
    console.print(f"\n{played}\n{describe_bots(scenario)}\n{scenarios.caution(scenario.game)}\n")


def print_runs(runs: Sequence[Run]) -> None:
    """Print the stored batches, newest first."""
    table = plain_table(
        "Stored runs, newest first", "run", "scenario", "status", "plays", "bots", "seed", "started", left=3
    )
    for run in runs:
        plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
        started = time_words(run.created_at)
        scenarios = " ".join(run.bots if len(set(run.bots)) > 1 else run.bots[:1])
        table.add_row(run.id, f"{run.game}/{run.scenario}", run.status.value, plays, scenarios, str(run.seed), started)
    output_console().print(
        table if runs else "No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one."
    )
