"""CSV as people and spreadsheets write it: commas, semicolons or tabs, blank rows, a first line `sep=;`."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.engine.problems import Problems

DELIMITERS = ",;\t"
"""Commas, and what spreadsheets write instead in other countries; the head decides."""
NAMED = re.compile(r'\s*"?sep=(?P<delimiter>[^"\r\n])"?[;,\t ]*(\r\n|\r|\n|$)', re.IGNORECASE)
"""The first line with which Excel is told what separates cells."""


@dataclass(frozen=True)
class CsvRow:
    """A row with something in it: its number among all rows from 1, the line on which it begins, and its cells."""

    number: int
    line: int
    cells: tuple[str, ...]


def csv_rows(text: str, problems: Problems) -> Iterator[CsvRow]:
    """The rows that are not blank, the head first; where the text is no CSV any more they end, and it is noted."""
    separator = delimiter(text)
    if separator not in DELIMITERS:
        problems.wrong("line 1", "the separator must be a comma, a semicolon or a tab", separator)
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = 1
    try:
        for number, cells in enumerate(reader, 1):
            is_content = number > 1 or not names_separator(separator.join(cells))
            if is_content and any(cell.strip() for cell in cells):
                yield CsvRow(number, begins, tuple(cells))
            begins = reader.line_num + 1
    except csv.Error as error:
        problems.wrong(f"line {begins}", f"no CSV: {error}")


def delimiter(text: str) -> str:
    """What separates cells: what the first line says, else what the head has most of."""
    if named := NAMED.match(text):
        return named["delimiter"]
    head = text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=head.count)


def names_separator(text: str) -> bool:
    """Whether the first line says what separates cells."""
    return NAMED.match(text) is not None


def doubled(names: Sequence[str]) -> list[str]:
    """The names that stand in a head more than once, in order."""
    return [name for name, count in Counter(names).items() if count > 1]
