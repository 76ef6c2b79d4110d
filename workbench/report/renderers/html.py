"""A document as one HTML file that works offline."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Required, TypeAlias, TypedDict

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from plotly import io as plotly_io

from workbench.report.charts.base import CONFIG, Chart
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
    Rows,
    Section,
    Table,
    VerdictRows,
)
from workbench.report.renderers.rows_html import rows_html

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

TEMPLATES = Path(__file__).parents[1] / "templates"
LIBRARY = "plotly-cartesian-4.1.1.min.js.gz"
"""Plotly's own bundle of the charts with two axes, packed: a tenth of the whole library, of the same version."""
CHART = 'class="chart"'
TAG = re.compile(r"<(?!/?(?:br|b|i|extra|span)>|span style='font-size: ?\d+px'>)")
"""A tag in a text of a chart, other than those that our charts write: Plotly would make a link of one."""


def render_page(template: str, title: str, **context: object) -> str:
    """A page whose body is made by a template; where it has charts, with what draws them."""
    environment = Environment(autoescape=True, loader=FileSystemLoader(TEMPLATES))
    body = Markup(environment.get_template(template).render(**context))
    drawing = {"library": chart_library(), "drawing": (TEMPLATES / "charts.js").read_text("utf-8")}
    return environment.get_template("frame.html").render(title=title, body=body, **(drawing if CHART in body else {}))


def chart_library() -> str:
    """The packed chart library as text."""
    return b64encode((TEMPLATES / LIBRARY).read_bytes()).decode()


def chart_parts(chart: Chart) -> dict[str, object]:
    """A chart as the templates take it; `charts.js` adds the colors of the reader's theme."""
    figure = json.loads(plotly_io.to_json(chart.figure, validate=False))
    height = figure["layout"].get("height", 0)
    del figure["layout"]["template"]
    text = TAG.sub("&lt;", json.dumps({**figure, "config": CONFIG}, separators=(",", ":")))
    return {
        "title": chart.title,
        "sentence": chart.sentence,
        "height": int(height),
        "json": text.replace("<", "\\u003c"),
    }


class Macro(TypedDict, total=False):
    """A macro of the templates, its `kind`, and what that shows."""

    kind: Required[str]
    title: str
    text: str
    lines: Sequence[str]
    html: Markup
    rows: Rows
    folded: bool
    chart: Mapping[str, object]
    blocks: list["Macro"]
    label: str
    command: str


ReportPart: TypeAlias = Mapping[str, object]
"""A document as the templates take it."""


def as_html(report: Report, command: str) -> str:
    """The page; `command` makes it again."""
    notes = dict[str, None]()  # once each, though several charts have the same
    blocks = _without_notes([parts for block in report.blocks for parts in _parts(block)], notes)
    part = {"report": report, "blocks": blocks, "details": words_html(report.details), "notes": [*notes]}
    return render_page("document.html", report.title, part={**part, "command": command})


def words_html(markdown: str) -> Markup:
    """Words in Markdown as HTML; a link to the help of the dashboard is only its text."""
    return Markup(f'<div class="words">{_markdown().render(markdown)}</div>') if markdown else Markup()


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 50 ms, for which the first page need not wait

    return MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink"])


def _without_notes(blocks: list[Macro], notes: dict[str, None]) -> list[Macro]:
    """The blocks without the notes, which are gathered: they are folded away at the end."""
    notes |= dict.fromkeys(parts["text"] for parts in blocks if parts["kind"] == "note")
    return [
        {**parts, "blocks": _without_notes(parts["blocks"], notes)} if parts["kind"] == "section" else parts
        for parts in blocks
        if parts["kind"] != "note"
    ]


def _notes(texts: Iterable[str]) -> list[Macro]:
    return [{"kind": "note", "text": text} for text in texts]


@singledispatch
def _parts(block: Block) -> list[Macro]:
    """A block as the template takes it: the name of a macro, and what that shows."""
    raise TypeError(f"no HTML for a block of type {type(block).__name__}")


@_parts.register
def _(block: Passage) -> list[Macro]:
    return [{"kind": "html", "html": words_html(block.markdown)}]


@_parts.register
def _(block: Points) -> list[Macro]:
    return [{"kind": "points", "lines": block.words}] if block.words else []


@_parts.register
def _(block: Figures) -> list[Macro]:
    if block.sentences is None:
        return _parts(block.table)
    if not block.sentences:
        return []
    return [{"kind": "points", "lines": block.sentences}, *_notes(figure.about for figure in block.figures)]


@_parts.register
def _(block: VerdictRows) -> list[Macro]:
    notes = filter(None, [block.about, *(group.about for group in block.groups)])
    return [{"kind": "html", "html": Markup(rows_html(block))}, *_notes(notes)]


@_parts.register
def _(block: Picker) -> list[Macro]:
    if block.for_pages:
        return []
    if isinstance(block.options, range):
        return [parts for inner in block.usual_view for parts in _parts(inner)]
    return [parts for section in block.sections for parts in _parts(section)]


@_parts.register
def _(block: Proposal) -> list[Macro]:
    return []  # a file changes no revision


@_parts.register
def _(block: Table) -> list[Macro]:
    return [{"kind": "table", "title": block.title, "rows": block.rows, "folded": block.folded}] if block.rows else []


@_parts.register
def _(block: Drawing) -> list[Macro]:
    chart = block.draw()
    if chart is None:
        return []
    return [{"kind": "chart", "chart": chart_parts(chart)}, *_notes(filter(None, [block.about]))]


@_parts.register
def _(block: Section) -> list[Macro]:
    if block.blocks and all(isinstance(inner, Points) and inner.for_pages for inner in block.blocks):
        return []
    blocks = [parts for inner in block.blocks for parts in _parts(inner)]
    blocks += _notes(block.about)
    return [{"kind": "section", "title": block.title, "blocks": blocks, "folded": block.folded}]


@_parts.register
def _(block: Beside) -> list[Macro]:
    return [parts for column in block.columns for inner in column for parts in _parts(inner)]


@_parts.register
def _(block: Command) -> list[Macro]:
    return [{"kind": "command", "label": block.label, "command": block.command}]
