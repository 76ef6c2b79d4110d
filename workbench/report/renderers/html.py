"""A document as one HTML file that works offline."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Required, TypeAlias, TypedDict

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from plotly import io as plotly_io

from workbench.report import document
from workbench.report.charts.base import CONFIG, Chart
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
    rows: document.Rows
    folded: bool
    chart: Mapping[str, object]
    blocks: list["Macro"]
    label: str
    command: str


ReportPart: TypeAlias = Mapping[str, object]
"""A document as the templates take it."""


def as_html(report: document.Report, command: str) -> str:
    """The page; `command` makes it again."""
    notes = dict[str, None]()  # once each, though several charts have the same
    blocks = _without_notes([*_parts(report.blocks)], notes)
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


def _notes(*texts: str) -> list[Macro]:
    return [{"kind": "note", "text": text} for text in texts if text]


def _parts(blocks: Iterable[document.Block]) -> Iterator[Macro]:
    """Blocks as the template takes them: the names of macros, and what these show."""
    for block in blocks:
        match block:
            case document.Passage(markdown):
                yield {"kind": "html", "html": words_html(markdown)}
            case document.Points():
                if block.words:
                    yield {"kind": "points", "lines": block.words}
            case document.Figures(sentences=None):
                yield from _parts([block.table])
            case document.Figures(figures, sentences):
                if sentences:
                    yield {"kind": "points", "lines": sentences}
                    yield from _notes(*(figure.about for figure in figures))
            case document.VerdictRows():
                yield {"kind": "html", "html": Markup(rows_html(block))}
                yield from _notes(block.about, *(group.about for group in block.groups))
            case document.Picker(for_pages=True) | document.Proposal():
                pass  # a file changes no revision
            case document.Picker():
                yield from _parts(block.usual_view if isinstance(block.options, range) else block.sections)
            case document.Table(title, rows):
                if rows:
                    yield {"kind": "table", "title": title, "rows": rows, "folded": block.folded}
            case document.Drawing():
                if chart := block.draw():
                    yield {"kind": "chart", "chart": chart_parts(chart)}
                    yield from _notes(block.about)
            case document.Section(title, inner):
                if not inner or not all(isinstance(one, document.Points) and one.for_pages for one in inner):
                    within = [*_parts(inner), *_notes(*block.about)]
                    yield {"kind": "section", "title": title, "blocks": within, "folded": block.folded}
            case document.Beside():
                for column in block.columns:
                    yield from _parts(column)
            case document.Command():
                yield {"kind": "command", "label": block.label, "command": block.command}
            case _:
                document.refuse(block, "HTML")
