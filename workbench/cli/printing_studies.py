"""How the commands `quality`, `sweep`, `tune` and `playtests bots` print on standard output.

Each imports only the words that it prints: those of other studies take time to load.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from workbench.cli.printing import output_console, plain_table

if TYPE_CHECKING:
    from workbench.report.tables import Table
    from workbench.study.said import Said
    from workbench.study.testers import Testers


def print_testers(found: "Testers", said: "Sequence[Said]" = ()) -> None:
    """Print the answer, a row for each bot, the figures of the mixture, and what people said beside the log."""
    from workbench.report.text import testers as words

    console = output_console()
    console.print(words.headline(found), style="bold")
    _print_lines(console, words.notes(found))
    _print_table(console, "\nThe bots", words.bot_table(found))
    _print_table(console, f"\n{words.APART}", words.pair_table(found))
    _print_table(console, "\nTheir mixture", words.mixture_table(found))
    if said:
        console.print("\nWhat people said, beside the log", style="bold")
    _print_lines(console, [f"- {words.said_sentence(each)}" for each in said])
    _print_lines(
        console,
        [f"\n{words.METHOD} {words.MIXTURE}", f"{words.how_played(found)} {found.scenario.game.caveat}".rstrip()],
    )


def _print_lines(console: Console, lines: Sequence[str]) -> None:
    for each in lines:
        console.print(each)


def _print_table(console: Console, title: str, lines: "Table", left: int = 1) -> None:
    """Print a table; nothing where it has no lines."""
    if not lines:
        return
    table = plain_table(title, *lines[0], left=left)
    for each in lines:
        table.add_row(*each.values())
    console.print(table)
