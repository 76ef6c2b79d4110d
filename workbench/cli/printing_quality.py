"""How the command `quality` prints on standard output."""

from rich.table import Table as RichTable

from workbench.cli.printing import output_console, plain_table
from workbench.report import tables
from workbench.report.tables import Table
from workbench.report.text import quality as words
from workbench.study.quality import Quality, QualityComparison


def print_quality(found: Quality) -> None:
    """Print the headline, every figure, how early the winner is known, and the use of actions."""
    console = output_console()
    console.print(f"{words.headline(found)}\n", style="bold")
    for line in words.further(found):
        console.print(line)
    console.print(_printed("Every figure", tables.quality_table(found)))
    for title, table in (
        ("How early the winner is known", tables.stage_table(found)),
        ("Which actions are used", tables.action_table(found)),
    ):
        if table:
            console.print(_printed(title, table))
    texts = [words.known_sentence(found), words.length_sentence(found), words.left_out_sentence(found)]
    texts += [words.obvious_sentence(found), words.minutes_sentence(found), words.HELP]
    for text in [*texts, words.how_quality_was_played(found)]:
        if text:
            console.print(f"\n{text}")


def print_quality_changes(found: QualityComparison) -> None:
    """Print what the other revision changes."""
    console = output_console()
    console.print(f"\n{words.comparison_headline(found)}\n", style="bold")
    console.print(_printed("What it changes", tables.change_table(found)))
    console.print(f"\n{words.PAIRED}")


def _printed(title: str, lines: Table) -> RichTable:
    table = plain_table(f"\n{title}", *lines[0], left=1)
    for line in lines:
        table.add_row(*line.values())
    return table
