"""Texts and tables on standard output, by rich: what a page's words become on a terminal."""

import re
import sys
from collections.abc import Iterable, Sequence
from operator import gt
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table as RichTable

from workbench.cli.outputs import printable
from workbench.engine.wording import THIN

WIDTH_WITHOUT_TERMINAL = 120
T = TypeVar("T")


class Terminal(Console):
    """A console that prints words for a page as a terminal shows them; with `details`, how all was measured too."""

    details = False

    def print(self, *objects: object, **how: Any) -> None:
        """As rich does."""
        super().print(*map(for_terminal, objects), **how)


class TerminalTable(RichTable):
    """A table whose cells are words for a page, as a terminal shows them."""

    def add_row(self, *cells: RenderableType | None, **how: Any) -> None:
        """As rich does."""
        super().add_row(*map(for_terminal, cells), **how)


def for_terminal(cell: T) -> T | str:
    """Words for a page as a terminal shows them, without control characters; anything else as it is.

    It may not know a thin space: thousands are as in its tables.
    """
    if not isinstance(cell, str):
        return cell
    return printable(re.sub(f"(?<=\\d){THIN}(?=\\d)", ",", cell).replace(THIN, " "))


def output_console(details: bool = True) -> Terminal:
    """Standard output, with room for wide tables where it is no terminal."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    console = Terminal(width=width, highlight=False, markup=False, emoji=False)
    console.details = details
    return console


def plain_table(title: str, *columns: str, left: int = 1) -> RichTable:
    """A table without lines; the first `left` columns are text."""
    table = TerminalTable(
        title=for_terminal(title) or None, title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    for place, column in enumerate(columns):
        table.add_column(for_terminal(column), justify="left" if place < left else "right")
    return table


def fit(table: RichTable, width: int) -> RichTable:
    """The table, its widest columns narrowed until it has so many columns of letters: never below their longest word.

    Rich knows no words: it would cut `1,300 to 17,000` off at `17,00`.
    """
    texts = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    widths = [max(cell_len(line) for text in column for line in (text.splitlines() or [""])) for column in texts]
    least = [max(map(cell_len, re.findall(r"(?:^[^\S\n]*)?\S+", "\n".join(column), re.M) or [""])) for column in texts]
    least = [
        whole if column.no_wrap else word for column, whole, word in zip(table.columns, widths, least, strict=True)
    ]
    while sum(widths) > width - 2 * (len(widths) - 1) and any(map(gt, widths, least)):
        widths[
            max((place for place in range(len(widths)) if widths[place] > least[place]), key=widths.__getitem__)
        ] -= 1
    for column, letters in zip(table.columns, widths, strict=True):
        column.width = letters
    return table


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", left: int | None = None) -> None:
    """Print rows of texts below their columns, whatever these are called; the first `left` are text, by default all."""
    table = plain_table(title, *columns, left=len(columns) if left is None else left)
    for row in rows:
        table.add_row(*row)
    console = output_console()
    console.print(fit(table, console.width))
