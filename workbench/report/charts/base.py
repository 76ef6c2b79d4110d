"""The beginnings of every chart: what it is, a figure without traces, and its frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from workbench.report.play_link import PlayLink

CONFIG: dict[str, object] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}
"""Plotly's settings for every chart, in the dashboard and in exports: nothing leaves the machine."""
LABEL_WIDTH = 24
"""Letters in a line of a label; more would leave no room for the marks on a phone."""
TITLE_WIDTH = 32
"""Letters of a line beside an upright axis: more would be cut off in the lowest charts."""


@dataclass(frozen=True)
class Chart:
    """A figure, its heading, and the sentence that says what it shows, and whose play it is.

    `plays` are the ways to plays of its values: those of bars and points whose `customdata` is the same address.
    """

    name: str
    title: str
    sentence: str
    figure: go.Figure
    plays: Sequence[PlayLink] = ()


def blank(height: float, **layout: object) -> go.Figure:
    """A figure without traces, as every chart begins."""
    legend = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0, "title": ""}
    margins = {"l": 8, "r": 12, "t": 36, "b": 44}
    return go.Figure(layout={"height": height, "margin": margins, "legend": legend, "dragmode": False, **layout})


def upright(title: str) -> str:
    """The title of an upright axis, in lines that are not cut off."""
    return "<br>".join(wrap(title, TITLE_WIDTH))


def error_bars(points: Sequence[float], ends: Sequence[Sequence[float]]) -> dict[str, object]:
    """Intervals around points, each from its low to its high end."""
    return {
        "type": "data",
        "array": [high - point for point, (_, high) in zip(points, ends, strict=True)],
        "arrayminus": [point - low for point, (low, _) in zip(points, ends, strict=True)],
        "thickness": 2,
        "width": 5,
    }
