"""A document on a terminal: the headline, what to look at, the tables and sentences; without charts."""

from collections.abc import Iterable
from itertools import chain

from rich.table import Table as RichTable

from workbench.cli.console import Terminal, fit, output_console, plain_table, print_rows
from workbench.engine.wording import listed, lower_first
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Drawing,
    Figures,
    Passage,
    Picker,
    Points,
    Proposal,
    Report,
    Section,
    Table,
    VerdictLine,
    VerdictRow,
    VerdictRows,
    refuse,
    without_controls,
)
from workbench.report.escape import plain_text
from workbench.report.text.phrases import in_brackets

WIDE = 110
"""Columns of a terminal with room for numbers on one line."""


def print_report(report: Report, details: bool = False) -> None:
    """Print the document on standard output; how it was measured, and what its figures mean, with `details`."""
    console = output_console(details)
    console.print(report.headline, style="bold")
    if report.strength:
        console.print(report.strength)
    _print_blocks(console, report.blocks)
    console.print(f"\n{report.how_played}")
    if details and report.details:
        _print_words(console, report.details)
    if report.command:
        console.print("\nMake it again:", style="bold")
        console.print(report.command, soft_wrap=True)


def print_blocks(*blocks: Block) -> None:
    """Print blocks that stand alone."""
    _print_blocks(output_console(), blocks)


def _print_blocks(console: Terminal, blocks: Iterable[Block]) -> None:
    for block in without_controls(blocks, console.details):
        match block:
            case Passage(markdown):
                _print_words(console, markdown)
            case Figures():
                if block.sentences is None:
                    console.print()
                    _print_table(console, block.table)
                elif block.sentences:
                    texts = *block.sentences, *(figure.about for figure in block.figures if console.details)
                    console.print("\n" + "\n\n".join(texts))
            case VerdictRows():
                _print_verdict_rows(console, block)
            case Points():
                if block.words:
                    console.print("\n" + "\n".join(f"- {line}" for line in block.words))
            case Table():
                if block.rows:
                    _print_table(console, block)
            case Section():
                console.print(f"\n{block.title}", style="bold")
                _print_blocks(console, block.blocks)
                for text in block.about if console.details else ():
                    console.print(text)
            case Beside():
                _print_blocks(console, chain(*block.columns))
            case Command():
                console.print(f"\n{block.label}: {block.command}", soft_wrap=True)
            case Drawing() | Picker() | Proposal():
                pass
            case _:
                refuse(block, "line of a terminal")


def _print_words(console: Terminal, markdown: str) -> None:
    """Paragraphs and lists in Markdown, of which templates have no more; Rich's own loads slowly."""
    for paragraph in markdown.split("\n\n"):
        console.print("\n" + "\n".join(map(plain_text, paragraph.splitlines())))


def _print_verdict_rows(console: Terminal, block: VerdictRows) -> None:
    """One table of all groups, each below its name; seats and parts stand below what they belong to, with `details`.

    Rows that a page folds away are named below it.
    """
    if block.answers:
        console.print("\n" + "\n".join(f"- {title}: {answer}" for title, answer in block.answers))
    several = block.has_several
    heads = ("change, 95 % interval", "verdict", "more plays") if block.changes else ("95 % interval", "goal")
    table = plain_table("", "", *([""] if several else []), "value", *heads, left=len(heads) + 2 + several)
    for column in table.columns[1:3] if console.width >= WIDE and not several else ():
        column.no_wrap = True
    folds = dict[str, list[str]]()
    for group in block.groups:
        if rows := group.every if console.details else group.rows:
            table.add_row()
            table.add_row(group.title, style="bold")
        for row in rows:
            _add_lines(table, row, block, console.details)
        for fold in () if console.details else group.folds:
            folds.setdefault(fold.title.partition(";")[0].lstrip("0123456789 "), []).extend(
                row.label for row in fold.rows
            )
    if table.row_count:
        console.print(fit(table, console.width))
    for what, labels in folds.items():
        console.print(f"\n{len(labels)} {what}: {listed(map(lower_first, labels))}.")
    for group in block.groups:
        if group.about and console.details:
            console.print(f"\n{group.about}")


def _add_lines(table: RichTable, row: VerdictRow, block: VerdictRows, details: bool, indent: str = "") -> None:
    """A measure with a line for each revision, then its seats or parts."""
    for place, line in enumerate(row.lines):
        label = "" if place else f"{indent}{row.label_with_goal}"
        titles = [line.title] if block.has_several else []
        table.add_row(label, *titles, *_cells(line, block))
    for below in row.below if details else ():
        _add_lines(table, below, block, details, f"{indent}  ")


def _cells(line: VerdictLine, block: VerdictRows) -> tuple[str, ...]:
    interval = "\n".join(filter(None, (line.interval, in_brackets(line.part).strip())))
    lacks = [line.lacks.removesuffix(" plays")] if block.changes else []
    return line.values, interval, line.verdict, *lacks


def _print_table(console: Terminal, block: Table) -> None:
    is_whole = block.brief is None or (console.details and (block.matrix or not block.brief))
    rows = block.rows if is_whole else block.brief
    if rows:
        title = f"\n{block.title}" if block.title else ""
        heads = [head for head in rows[0] if head not in block.repeated]
        print_rows(heads, ([row[head] for head in heads] for row in rows), title, block.text_columns)
    if block.rest:
        console.print(f"\n{block.rest}")
