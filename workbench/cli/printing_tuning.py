"""How the command prints a tuning on standard output."""

from rich.console import Console

from workbench.cli.printing import output_console, plain_table, without_thin_spaces
from workbench.report.tables import Table
from workbench.report.text import tuning as words
from workbench.report.tuning import goal_table, listed_trials
from workbench.study.tuning import Tuning


def print_tuning(found: Tuning) -> None:
    """Print the suggestion, the evidence for it, what each change does, the best trials, and the command."""
    console = output_console()
    console.print(without_thin_spaces(words.headline(found)), style="bold")
    _print_table(console, "\nThe evidence", goal_table(found))
    for line in words.change_sentences(found):
        console.print(f"- {without_thin_spaces(line)}")
    title = "\nThe frontier" if found.conflict else "\nThe best combinations"
    _print_table(console, title, words.trial_table(found.plan, listed_trials(found)))
    if found.conflict:
        console.print(words.frontier_sentence(found))
    console.print(f"\n{without_thin_spaces(words.how_tuned(found))}")
    console.print(f"{words.FRESH} {found.scenario.game.caveat}".rstrip())
    console.print("\nMake it again:", style="bold")
    console.print(words.command(found), soft_wrap=True)


def _print_table(console: Console, title: str, lines: Table) -> None:
    if not lines:
        return
    table = plain_table(title, *lines[0])
    for line in lines:
        table.add_row(*map(without_thin_spaces, line.values()))
    console.print(table)
