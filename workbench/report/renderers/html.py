"""A document as one HTML file that works offline."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any, TypeAlias

from markupsafe import Markup

from workbench.report import pages
from workbench.report.document import (
    Beside,
    Block,
    Chooser,
    Command,
    Definition,
    Drawing,
    Figures,
    JudgedLines,
    Matrix,
    Picker,
    Points,
    Proposal,
    Prose,
    Report,
    Section,
    Table,
    VerdictRows,
)
from workbench.report.renderers.rows_html import rows_html

Part: TypeAlias = Mapping[str, Any]
"""A document as the templates take it."""


def as_html(report: Report, command: str) -> str:
    """The page; `command` makes it again."""
    return pages.render_page("document.html", report.title, part=as_part("", report, command))


def as_part(title: str, report: Report, command: str) -> Part:
    """A part of a page, below this title."""
    blocks = _notes_once([parts for block in report.blocks for parts in _parts(block)], set())
    return {"title": title, "report": report, "blocks": blocks, "command": command}


def _notes_once(blocks: list[dict[str, Any]], told: set[str]) -> list[dict[str, Any]]:
    """The blocks without notes that stand further up already, as charts of the same figures have the same."""
    lasting = []
    for parts in blocks:
        match parts["kind"]:
            case "section":
                lasting.append({**parts, "blocks": _notes_once(parts["blocks"], told)})
            case "note" if parts["text"] in told:
                pass
            case "note":
                told.add(parts["text"])
                lasting.append(parts)
            case _:
                lasting.append(parts)
    return lasting


@singledispatch
def _parts(block: Block) -> list[dict[str, Any]]:
    """A block as the template takes it: the name of a macro, and what that shows."""
    raise TypeError(f"no HTML for a block of type {type(block).__name__}")


@_parts.register
def _(block: Prose) -> list[dict[str, Any]]:
    return [{"kind": "prose", "text": block.text}] if block.text else []


@_parts.register
def _(block: Points) -> list[dict[str, Any]]:
    return [{"kind": "points", "lines": block.lines}]


@_parts.register
def _(block: JudgedLines) -> list[dict[str, Any]]:
    return [{"kind": "points", "lines": [line.text for line in block.lines]}]


@_parts.register
def _(block: Figures) -> list[dict[str, Any]]:
    if not block.sentences:
        return []
    notes = [{"kind": "note", "text": figure.about} for figure in block.figures]
    return [{"kind": "points", "lines": block.sentences}, *notes]


@_parts.register
def _(block: VerdictRows) -> list[dict[str, Any]]:
    notes = [block.about, *(group.about for group in block.groups)]
    rows = {"kind": "rows", "html": Markup(rows_html(block))}
    return [rows, *({"kind": "note", "text": note} for note in notes if note)]


@_parts.register
def _(block: Picker) -> list[dict[str, Any]]:
    return [{**parts, "folded": section.folded} for section in block.sections for parts in _parts(section)]


@_parts.register
def _(block: Proposal) -> list[dict[str, Any]]:
    return []  # a file changes no revision


@_parts.register
def _(block: Definition) -> list[dict[str, Any]]:
    return [{"kind": "note", "text": block.text}]


@_parts.register
def _(block: Table) -> list[dict[str, Any]]:
    folded = block.folded and block.brief == ()  # what stands above it says the same
    return [{"kind": "table", "title": block.title, "rows": block.rows, "folded": folded}] if block.rows else []


@_parts.register
def _(block: Matrix) -> list[dict[str, Any]]:
    return _parts(block.table)


@_parts.register
def _(block: Drawing) -> list[dict[str, Any]]:
    chart = block.draw()
    if chart is None:
        return []
    about = [{"kind": "note", "text": block.about}] if block.about else []
    return [{"kind": "chart", "chart": pages.chart_parts(chart)}, *about]


@_parts.register
def _(block: Section) -> list[dict[str, Any]]:
    blocks = [parts for inner in block.blocks for parts in _parts(inner)]
    notes = [{"kind": "note", "text": text} for text in block.about]
    return [{"kind": "section", "title": block.title, "blocks": [*blocks, *notes]}]


@_parts.register
def _(block: Beside) -> list[dict[str, Any]]:
    return [parts for column in block.columns for inner in column for parts in _parts(inner)]


@_parts.register
def _(block: Chooser) -> list[dict[str, Any]]:
    return [parts for inner in block.view(block.usual) for parts in _parts(inner)]


@_parts.register
def _(block: Command) -> list[dict[str, Any]]:
    return [{"kind": "command", "label": block.label, "command": block.command}]
