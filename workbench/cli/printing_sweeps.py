"""How the command `sweep` prints what it found on standard output."""

from collections.abc import Sequence

from rich.console import Console

from workbench.cli.printing import describe_bots, output_console, plain_table, without_thin_spaces
from workbench.report.tables import Table
from workbench.report.text import sweeps
from workbench.report.text.scenarios import caution
from workbench.study.grid import Sweep
from workbench.study.sensitivity import Sensitivity


def print_sweep(found: Sweep) -> None:
    """Print the answer, its evidence, and every combination."""
    console, plan = output_console(), found.plan
    console.print(f"{without_thin_spaces(sweeps.headline(found))}\n", style="bold")
    _print_lines(console, sweeps.sentences(found))
    title = f"\n{plan.scenario.name}: {sweeps.asked_words(plan)}"
    _print_table(console, title, sweeps.sweep_table(found), len(plan.varied))
    _print_lines(console, ["", sweeps.how_played(found), *sweeps.definitions(plan), describe_bots(plan.scenario)])
    console.print(f"{found.elapsed_s:.1f} s")


def print_sensitivity(found: Sensitivity) -> None:
    """Print which rule matters most for what, and every step."""
    console, scenario = output_console(), found.plan.scenario
    console.print(f"{without_thin_spaces(sweeps.steps_headline(found))}\n", style="bold")
    _print_lines(console, sweeps.steps_sentences(found))
    table, every = sweeps.steps_table(found, moved=True), len(found.effects)
    _print_table(console, f"\n{scenario.name}: what one step of a rule moves", table, 4)
    _print_lines(console, [f"\nThe other {every - len(table)} are undecided or the same; --json and --html list all."])
    _print_lines(console, ["", sweeps.steps_played(found), sweeps.STEPS_METHOD, caution(scenario.game)])


def _print_lines(console: Console, lines: Sequence[str]) -> None:
    for each in lines:
        console.print(without_thin_spaces(each))


def _print_table(console: Console, title: str, lines: Table, left: int) -> None:
    if not lines:
        return
    table = plain_table(without_thin_spaces(title), *lines[0], left=left)
    for each in lines:
        table.add_row(*map(without_thin_spaces, each.values()))
    console.print(table)
