"""A Plotly figure of what each change contributes, in units of the smallest change that counts."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from workbench.play.comparisons import Contrast
from workbench.report.charts.batch import LABEL_WIDTH, blank, error_bars
from workbench.report.colors import BASE, OTHERS, QUIET, SYMBOLS
from workbench.report.text import phrases, verdicts
from workbench.studies.by_change.measure import Attribution
from workbench.studies.by_change.plan import PartKind

LINE, BETWEEN = 15, 11
"""Pixels of a line of a label, and between two labels."""
LINEAR = 12.0
"""Changes up to so many times the smallest that counts are drawn on an even axis; larger ones squeeze it."""
TICKS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
MOST_TICKS = 3
"""Numbers on either side of a squeezed axis; a phone has no room for more."""
MOST_ROWS = 8
"""Measures that the chart of contributions has; its table has all."""
ROW_OF_MARK = 17
"""Pixels between two marks of one measure."""


def contributions(attribution: Attribution) -> go.Figure:
    """The share of each change in each measure that moved."""
    names = [moved_measure.name for moved_measure in attribution.moved][:MOST_ROWS]
    parts = {
        "in all": attribution.of(PartKind.TOTAL),
        **{attribution.label(change): attribution.part(change) for change in attribution.plan.changes},
    }
    rows = [parts["in all"][name] for name in names][::-1]
    scale = scale_of(part[row.name] for part in parts.values() for row in rows if row.name in part)
    least = ROW_OF_MARK * (len(parts) + 1)
    figure, middles = frame_of_rows(rows, [max(least, height) for height in heights_of_rows(rows)], scale)
    for at, (label, part) in enumerate(parts.items()):
        shift = ROW_OF_MARK * ((len(parts) - 1) / 2 - at)
        picked = [
            (part[row.name], middle + shift) for row, middle in zip(rows, middles, strict=True) if row.name in part
        ]
        figure.add_trace(marks_of_rows(picked, label, _mark(at), scale))
    return figure


def _mark(at: int) -> tuple[str, str]:
    """Symbol and color: of the whole first, then of each change."""
    return ("circle", BASE) if at == 0 else (SYMBOLS[(at - 1) % len(SYMBOLS)], OTHERS[(at - 1) % len(OTHERS)])


# Rows of changes


@dataclass(frozen=True)
class Scale:
    """Where a change stands on the axis, and how far the axis reaches to either side.

    Even up to `LINEAR`. Where changes reach farther, even only up to 1 and by their logarithm beyond: every interval is
    drawn whole, and what hardly moved can still be told apart.
    """

    reach: float

    @property
    def is_even(self) -> bool:
        """True if equal changes take equal room everywhere."""
        return self.reach <= LINEAR

    def at(self, margins: float) -> float:
        """The place of a change, in units of the smallest that counts."""
        size = abs(margins)
        return margins if self.is_even or size <= 1 else math.copysign(1 + math.log(size), margins)

    def lay(self, figure: go.Figure) -> None:
        """Give the figure this axis."""
        title = "Change<br>(1: the smallest that counts)"
        edge = 1.04 * self.at(self.reach)
        axis = {"title": title, "zeroline": False, "fixedrange": True, "range": [-edge, edge], "automargin": True}
        if not self.is_even:
            ticks = [tick for tick in TICKS if tick <= self.reach]
            ticks = ticks[:: -(-len(ticks) // MOST_TICKS)]
            steps = [0.0, *(sign * tick for tick in ticks for sign in (-1, 1))]
            labels = [phrases.decimal(step, 0, signed=True) for step in steps]
            axis |= {"tickvals": [self.at(step) for step in steps], "ticktext": labels}
            axis |= {"title": f"{title[:-1]};<br>beyond it the axis is squeezed)"}
        figure.update_xaxes(**axis)


def scale_of(rows: Iterable[Contrast]) -> Scale:
    """An axis that holds every interval."""
    ends = [abs(bound) for row in rows for bound in _ends(row) if math.isfinite(bound)]
    return Scale(max([2.0, *(1.1 * end for end in ends)]))


def _label(row: Contrast) -> str:
    """A label in lines that leave room for the marks beside it, also on a phone."""
    return "<br>".join(wrap(verdicts.label_of(row), LABEL_WIDTH))


def heights_of_rows(rows: Sequence[Contrast]) -> list[int]:
    """Pixels that each row takes: as many as the lines of its label need."""
    return [BETWEEN + LINE * (_label(row).count("<br>") + 1) for row in rows]


def frame_of_rows(rows: Sequence[Contrast], heights: Sequence[int], scale: Scale) -> tuple[go.Figure, list[float]]:
    """The figure without marks, and the middle of each row; the vertical axis counts pixels from the bottom."""
    middles = [sum(heights[:place]) + height / 2 for place, height in enumerate(heights)]
    whole = max(sum(heights), 3 * (BETWEEN + LINE))
    figure = blank(
        whole + 110, yaxis={"tickvals": middles, "ticktext": [_label(row) for row in rows], "zeroline": False}
    )
    figure.add_vrect(-1, 1, fillcolor=QUIET, opacity=0.18, line_width=0, layer="below")
    figure.add_vline(0, line={"color": QUIET, "width": 1})
    scale.lay(figure)
    figure.update_yaxes(range=[0, whole], fixedrange=True, automargin=True)
    return figure, middles


def marks_of_rows(
    picked: Sequence[tuple[Contrast, float]], name: str, mark: tuple[str, str], scale: Scale
) -> go.Scatter:
    """Marks with their intervals at the middles given."""
    rows, (symbol, color) = [row for row, _ in picked], mark
    points = [scale.at(verdicts.in_margins(row, row.difference.mean)) for row in rows]
    ends = [[_within(scale, bound) for bound in _ends(row)] for row in rows]
    return go.Scatter(
        x=points,
        y=[middle for _, middle in picked],
        error_x={**error_bars(points, ends), "width": 4},
        mode="markers",
        name=name,
        marker={"symbol": symbol, "size": 10, "color": color, "line": {"width": 1.5, "color": color}},
        customdata=[verdicts.in_a_line(row) for row in rows],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _within(scale: Scale, bound: float) -> float:
    """The place of an interval's end; one without a bound goes on beyond the edge."""
    return scale.at(bound) if math.isfinite(bound) else math.copysign(2 * scale.at(scale.reach), bound)


def _ends(row: Contrast) -> tuple[float, float]:
    return verdicts.in_margins(row, row.difference.low), verdicts.in_margins(row, row.difference.high)
