"""The frame of a document as one HTML file that works offline, with the charts and what draws them."""

import json
import re
from base64 import b64encode
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from plotly import io as plotly_io

from workbench.report.charts.batch import CONFIG, Chart

TEMPLATES = Path(__file__).parent / "templates"
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
