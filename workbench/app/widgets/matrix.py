"""A matrix on a page: a table that sorts by any column, fits a phone, and leads to what is behind a cell."""

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import urlencode

import streamlit as st

from workbench.app import address, navigation
from workbench.app.widgets import scripts
from workbench.report.document import Matrix, MatrixCell, MatrixRow

TREE = "tree"


def show(block: Matrix) -> None:
    """The table, sorted as its address says."""
    column, is_down = _chosen(block)
    rows = sorted_rows(block, column, is_down)
    head = "".join(_headings(block, column, is_down))
    body = "".join(_line(row, column is None) for row in rows)
    about = f"{block.head}: {len(rows)}. Choose a heading to sort by it, a cell to open what is behind it."
    st.html(
        f'<div class="wb-matrix" role="region" tabindex="0" aria-label="{escape(about)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
    scripts.hold_place()
    st.caption(
        "A heading sorts by its column, *Revision* by the tree. A cell opens its answer, and shows its interval."
    )


def _chosen(block: Matrix) -> tuple[str | None, bool]:
    """The column to sort by, the largest first where the address has a minus before it; None for the tree."""
    text = address.now().held(
        block.name, TREE, lambda text: text if text.lstrip("-") in (TREE, *block.columns) else None
    )
    column = text.removeprefix("-")
    return (None if column == TREE else column), text.startswith("-")


def sorted_rows(block: Matrix, column: str | None, is_down: bool) -> Sequence[MatrixRow]:
    """The rows by a column, those without it last; by the tree without one."""
    if column is None:
        return block.rows
    at = list(block.columns).index(column)
    there = [row for row in block.rows if row.cells[at]]
    rest = [row for row in block.rows if not row.cells[at]]
    return [*sorted(there, key=lambda row: _key(row.cells[at]), reverse=is_down), *rest]


def _key(cell: MatrixCell | None) -> tuple[float, str]:
    assert cell
    return (0.0, cell.value) if cell.number is None else (cell.number, "")


def _headings(block: Matrix, column: str | None, is_down: bool) -> Iterator[str]:
    yield f'<th scope="col">{_sort_link(block, TREE, block.head)}</th>'
    for name, about in block.columns.items():
        is_sorted = name == column
        order = ("descending" if is_down else "ascending") if is_sorted else "none"
        mark = (" ↓" if is_down else " ↑") if is_sorted else ""
        wish = name if is_sorted and is_down else f"-{name}"
        link = _sort_link(block, wish, f"{name}{mark}")
        yield f'<th scope="col" aria-sort="{order}" title="{escape(about)}">{link}</th>'


def _sort_link(block: Matrix, wish: str, label: str) -> str:
    query = {**address.now().choices, block.name: [wish]}
    return f'<a class="wb-link" href="/{address.now().page}?{escape(urlencode(query, doseq=True))}">{escape(label)}</a>'


def _line(row: MatrixRow, is_tree: bool) -> str:
    href = ""
    if row.page:
        href = f"/{row.page}?{urlencode(navigation.query_to(row.page, row.choices), doseq=True)}"
    indent = f' style="padding-left: {0.6 + 1.1 * row.depth * is_tree:.2f}rem"'
    cells = "".join(f"<td>{_linked(href, _cell(cell))}</td>" for cell in row.cells)
    return f'<tr><th scope="row"{indent}>{_linked(href, escape(row.label))}</th>{cells}</tr>'


def _linked(href: str, content: str) -> str:
    return f'<a class="wb-link" href="{escape(href)}">{content}</a>' if href and content else content


def _cell(cell: MatrixCell | None) -> str:
    if cell is None:
        return "–"
    if not cell.value:  # a link with no text says nothing
        return ""
    mark = f'<span class="wb-{cell.tone}">{cell.mark}</span> ' if cell.mark else ""
    about = escape(", ".join(filter(None, [cell.interval, cell.word, cell.change])))
    change = f" <small>{escape(cell.change)}</small>" if cell.change and cell.change != "same" else ""
    return f'<span title="{about}">{mark}{escape(cell.value)}{change}</span>'
