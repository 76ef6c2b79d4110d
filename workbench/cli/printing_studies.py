"""How the commands `quality`, `sweep`, `tune` and `playtests bots` print on standard output.

Each imports only the words that it prints: those of other studies take time to load.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from workbench.cli.printing import output_console, plain_table

if TYPE_CHECKING:
    from workbench.report.tables import Table
    from workbench.study.feedback import FeedbackCorrelation
    from workbench.study.testers import Testers


def print_testers(testers: "Testers", feedback: "Sequence[FeedbackCorrelation]" = ()) -> None:
    """Print the answer, a row for each bot, the figures of the mixture, and what people said beside the log."""
    from workbench.report.text import testers as words

    console = output_console()
    console.print(words.headline(testers), style="bold")
    _print_lines(console, words.notes(testers))
    _print_table(console, "\nThe bots", words.bot_table(testers))
    _print_table(console, f"\n{words.APART}", words.pair_table(testers))
    _print_table(console, "\nTheir mixture", words.mixture_table(testers))
    if feedback:
        console.print("\nWhat people said, beside the log", style="bold")
    _print_lines(console, [f"- {words.feedback_sentence(correlation)}" for correlation in feedback])
    _print_lines(
        console,
        [f"\n{words.METHOD} {words.MIXTURE}", f"{words.how_played(testers)} {testers.scenario.game.caveat}".rstrip()],
    )


def _print_lines(console: Console, lines: Sequence[str]) -> None:
    for line in lines:
        console.print(line)


def _print_table(console: Console, title: str, lines: "Table", left: int = 1) -> None:
    """Print a table; nothing where it has no lines."""
    if not lines:
        return
    table = plain_table(title, *lines[0], left=left)
    for line in lines:
        table.add_row(*line.values())
    console.print(table)
