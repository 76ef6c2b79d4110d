"""A document on a terminal: the headline, what to look at, the tables and sentences; without charts."""

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from workbench.cli.printing import output_console, plain_table
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Definition,
    Figures,
    JudgedLines,
    Matrix,
    Picker,
    Points,
    Prose,
    Report,
    Section,
    Table,
)

if TYPE_CHECKING:
    from rich.console import Console


def print_report(report: Report) -> None:
    """Print the whole document on standard output."""
    console = output_console()
    console.print(f"{report.headline}\n", style="bold")
    for line in (*report.evidence, *report.advice):
        console.print(line)
    _print_blocks(console, report.blocks)
    console.print(f"\n{report.how_played}")
    if report.command:
        console.print("\nMake it again:", style="bold")
        console.print(report.command, soft_wrap=True)


def _print_blocks(console: "Console", blocks: Iterable[Block]) -> None:
    for block in blocks:
        match block:
            case Prose(text) | Definition(text) if text:
                console.print(f"\n{text}")
            case Figures():
                texts = *block.sentences, *(figure.about for figure in block.figures)
                console.print("\n" + "\n\n".join(texts))
            case JudgedLines():
                console.print("\n" + "\n".join(f"- {line.text}" for line in block.lines))
            case Points():
                console.print("\n" + "\n".join(f"- {line}" for line in block.lines))
            case Picker() if block.options:
                _print_blocks(console, block.view(next(iter(block.options))))
            case Table() if block.rows:
                _print_table(console, block)
            case Matrix() if block.rows:
                _print_table(console, block.table)
            case Section():
                console.print(f"\n{block.title}", style="bold")
                _print_blocks(console, block.blocks)
                for text in block.about:
                    console.print(text)
            case Beside():
                _print_blocks(console, chain(*block.columns))
            case Command():
                console.print(f"\n{block.label}: {block.command}", soft_wrap=True)


def _print_table(console: "Console", block: Table) -> None:
    rows = block.rows if block.brief is None else block.brief
    if rows:
        table = plain_table(f"\n{block.title}" if block.title else "", *rows[0], left=block.text_columns)
        for row in rows:
            table.add_row(*row.values())
        console.print(table)
    if block.rest:
        console.print(f"\n{block.rest}")
