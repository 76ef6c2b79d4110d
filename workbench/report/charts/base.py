"""The beginnings of every chart: what it is, a figure without traces, its frame; and rows of marks with intervals.

Those are the picture of many estimates of one kind, also on a narrow screen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from workbench.report.colors import BASE, GOOD, OTHER, QUIET
from workbench.report.play_link import PlayLink
from workbench.stats import Estimate, Verdict

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


# Rows of marks


Mark = tuple[str, str]
"""Symbol and color."""
UNJUDGED: Mark = ("circle", BASE)
"""The mark of what has not been judged among the others yet."""
UNSORTED: Mark = ("diamond", BASE)
"""The mark of what is held against no other."""
VERDICTS: Mapping[str, Mark] = {
    Verdict.HIGHER.value: ("triangle-right", GOOD),
    Verdict.LOWER.value: ("triangle-left", OTHER),
    Verdict.SAME.value: ("circle", QUIET),
    Verdict.UNDECIDED.value: ("circle-open", QUIET),
    "above": ("triangle-right-open", QUIET),
    "below": ("triangle-left-open", QUIET),
    "small": ("square", QUIET),
    "unused": ("x", QUIET),
}
"""The mark of each verdict; above and below are clear of the others, but perhaps by little."""
ROW, FRAME = 40, 110
"""Pixels of a line of a label, and around all rows."""
LABEL_REACH = 0.1
"""How far the number above a mark reaches to either side at most, in widths of the chart; a phone's is narrow."""
PERCENT = 100
"""Shares are drawn in per cent, differences of shares in percentage points."""


@dataclass(frozen=True)
class MarkRow:
    """A mark with its interval, in shares; a row without an estimate waits for it.

    `label` may have two lines, parted by `<br>`; `number` stands above the mark, `hover` shows when one points at it;
    `group` is its entry in the legend.
    """

    label: str
    estimate: Estimate | None = None
    number: str = ""
    hover: str = ""
    group: str = ""
    mark: Mark = UNJUDGED


LEAST_REACH = 0.05
"""How far to each side of even a chart reaches at least, so that it does not blow up noise."""


def intervals_figure(
    rows: Sequence[MarkRow], title: str, suffix: str, scale: float, even: float | None, reach: float
) -> go.Figure:
    """The intervals of a table below each other; at `even` nothing is gained or lost."""
    figure = rows_figure(rows, scale)
    figure.update_xaxes(title=title, ticksuffix=suffix)
    if even is not None:
        draw_even(figure, rows, even, reach, scale)
    return figure


def rows_figure(rows: Sequence[MarkRow], scale: float = PERCENT) -> go.Figure:
    """One row below the other, the first on top; `scale` times what the estimates say."""
    lines = sum(label_of(row).count("<br>") * 0.4 + 1 for row in rows)
    figure = blank(FRAME + ROW * max(lines, 3))
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[label_of(row) for row in rows],
        range=[len(rows) - 0.4, -0.6],
        fixedrange=True,
        automargin=True,
        showgrid=False,
        zeroline=False,
    )
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True)
    for group in dict.fromkeys(row.group for row in rows):
        symbol, color = next(row.mark for row in rows if row.group == group)
        of_group = [(at, row, row.estimate) for at, row in enumerate(rows) if row.group == group and row.estimate]
        means = [scale * estimate.mean for _, _, estimate in of_group]
        figure.add_scatter(
            x=means,
            y=[at for at, _, _ in of_group],
            error_x=error_bars(means, [(scale * one.low, scale * one.high) for _, _, one in of_group]),
            mode="markers+text",
            text=[row.number for _, row, _ in of_group],
            textposition="top center",
            cliponaxis=False,
            textfont={"size": 12},
            name=group,
            marker={"symbol": symbol, "size": 11, "color": color, "line": {"width": 1.5, "color": color}},
            customdata=[f"{row.label.replace('<br>', ' ')}: {row.hover}" for _, row, _ in of_group],
            hovertemplate="%{customdata}<extra></extra>",
        )
    if not any(row.group for row in rows):
        figure.update_traces(showlegend=False)
        figure.update_layout(margin_t=8)
    return figure


def draw_even(figure: go.Figure, rows: Sequence[MarkRow], even: float, least: float, scale: float = PERCENT) -> None:
    """Draw the line where nothing is gained or lost; the chart reaches `least` to both sides of it, or farther.

    Numbers that it would strike through stand beside it.
    """
    at = scale * even
    figure.add_vline(at, line={"color": QUIET, "width": 1.5, "dash": "dash"}, layer="below")
    ends = [scale * end for row in rows if row.estimate for end in (row.estimate.low, row.estimate.high)]
    low, high = min([at - scale * least, *ends]), max([at + scale * least, *ends])
    edge, reach = 0.05 * (high - low), LABEL_REACH * (high - low)
    for trace in figure.data:
        sides = [("left" if x < at else "right") if abs(x - at) < reach else "center" for x in trace.x]
        trace.textposition = [f"top {side}" for side in sides]
    moved = [x for trace in figure.data for x in trace.x if -reach < x - at < 0]
    left = float(min([at, *(x - 2 * reach for x in moved)]))
    figure.update_xaxes(range=[min(low - edge, left), high + edge])


def label_of(row: MarkRow) -> str:
    """The label in lines that leave room for the chart."""
    return "<br>".join(line for part in row.label.split("<br>") for line in wrap(part, LABEL_WIDTH))
