"""Cells of tables that spreadsheets open: safe against formulas, and read back as they were."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

BOM = "\ufeff"
"""At the head of a file, so that Excel reads it as UTF-8 rather than as what the country's computers used to write."""
FORMULA = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would run; such texts get a `'` in front when written, and lose it when read."""


def written(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """A table; what a row does not have is left empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\r\n")
    out.write(BOM)
    writer.writeheader()
    for row in rows:
        writer.writerow({name: cell(value) for name, value in row.items()})
    return out.getvalue()


def cell(value: Any) -> Any:
    """A value as a cell has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and value.startswith((*FORMULA, "'")) else value


def plain(text: str) -> str:
    """What `cell` was given, where that was a text."""
    return text[1:] if text.startswith("'") and text[1:].startswith((*FORMULA, "'")) else text
