"""Plotly figures of differences: each measure a line, in units of the smallest change that counts."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from workbench.engine.wording import listed
from workbench.report.charts.batch import BAD, GOOD, LABEL_WIDTH, OTHER, QUIET, SAFE, Chart, blank, error_bars
from workbench.report.summary import Summary, TwoStrengths
from workbench.report.text import bots, numbers, verdicts
from workbench.stats import Verdict
from workbench.study.agreement import Agreement
from workbench.study.compare import Contrast

LINE, BETWEEN = 15, 11
"""Pixels of a line of a label, and between two labels."""
LINEAR = 12.0
"""Changes up to so many times the smallest that counts are drawn on an even axis; larger ones squeeze it."""
TICKS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
MARKS = {
    Verdict.BETTER: ("triangle-up", GOOD),
    Verdict.WORSE: ("triangle-down", BAD),
    Verdict.HIGHER: ("triangle-right", OTHER),
    Verdict.LOWER: ("triangle-left", OTHER),
    Verdict.SAME: ("circle", QUIET),
    Verdict.UNDECIDED: ("circle-open", QUIET),
}
"""Symbol and colour of each verdict."""
STRENGTHS = (("circle", SAFE[0]), ("diamond", SAFE[5]))
"""Symbol and colour of the first and the second bots."""


@dataclass(frozen=True)
class Scale:
    """Where a change stands on the axis, and how far the axis reaches to either side.

    Even up to `LINEAR`. Where changes reach farther, even only up to 1 and by their logarithm beyond: every interval is
    drawn whole, and what hardly moved can still be told apart.
    """

    reach: float

    @property
    def is_even(self) -> bool:
        """Whether equal changes take equal room everywhere."""
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
            steps = [0.0, *(sign * tick for tick in TICKS if tick <= self.reach for sign in (-1, 1))]
            shown = [numbers.decimal(step, 0, signed=True) for step in steps]
            axis |= {"tickvals": [self.at(step) for step in steps], "ticktext": shown}
            axis |= {"title": f"{title[:-1]};<br>beyond it the axis is squeezed)"}
        figure.update_xaxes(**axis)


def scale_of(rows: Iterable[Contrast]) -> Scale:
    """An axis that holds every interval."""
    ends = [abs(bound) for row in rows for bound in _ends(row) if math.isfinite(bound)]
    return Scale(max([2.0, *(1.1 * end for end in ends)]))


def forest(summary: Summary, contrasts: Iterable[Contrast]) -> Chart:
    """Paired differences of the given measures, each in units of the smallest change that counts."""
    rows = list(contrasts)[::-1]
    scale, heights = scale_of(rows), _heights(rows)
    figure, middles = _frame(rows, heights, scale)
    for verdict in Verdict:
        picked = [(row, middle) for row, middle in zip(rows, middles, strict=True) if row.verdict is verdict]
        if picked:
            figure.add_trace(_points(picked, verdict.value, MARKS[verdict], scale))
    told = f"{_sentence(summary)} {bots.played_by(summary.base.scenario, summary.other.scenario)}"
    return Chart("forest", "What changed, and how sure that is", told, figure)


def by_strength(found: TwoStrengths, agreed: Iterable[Agreement]) -> Chart:
    """The same differences by bots of both strengths, one above the other."""
    shown = list(agreed)[::-1]
    sides = [each.first for each in shown], [each.second for each in shown]
    scale, heights = scale_of([*sides[0], *sides[1]]), [max(44, height) for height in _heights(sides[0])]
    figure, middles = _frame(sides[0], heights, scale)
    names = [bots.bots_label(summary.base.scenario.bots) for summary in found.summaries]
    for rows, name, mark, shift in zip(sides, names, STRENGTHS, (9, -9), strict=True):
        picked = [(row, middle + shift) for row, middle in zip(rows, middles, strict=True)]
        figure.add_trace(_points(picked, name, mark, scale))
    sentence = f"{_sentence(found.first)} Played by {listed([*map(_called, found.summaries)])}."
    return Chart("by_strength", "The change by strength of the bots", sentence, figure)


def _called(summary: Summary) -> str:
    return bots.bots_phrase(summary.base.scenario.bots)


def _label(row: Contrast) -> str:
    """A label in lines that leave room for the marks beside it, also on a phone."""
    return "<br>".join(wrap(verdicts.subject(row), LABEL_WIDTH))


def _heights(rows: Sequence[Contrast]) -> list[int]:
    """Pixels that each row takes: as many as the lines of its label need."""
    return [BETWEEN + LINE * (_label(row).count("<br>") + 1) for row in rows]


def _frame(rows: Sequence[Contrast], heights: Sequence[int], scale: Scale) -> tuple[go.Figure, list[float]]:
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


def _points(picked: Sequence[tuple[Contrast, float]], name: str, mark: tuple[str, str], scale: Scale) -> go.Scatter:
    """Marks with their intervals at the middles given."""
    rows, (symbol, colour) = [row for row, _ in picked], mark
    points = [scale.at(verdicts.in_margins(row, row.difference.difference)) for row in rows]
    ends = [[_within(scale, bound) for bound in _ends(row)] for row in rows]
    return go.Scatter(
        x=points,
        y=[middle for _, middle in picked],
        error_x={**error_bars(points, ends), "width": 4},
        mode="markers",
        name=name,
        marker={"symbol": symbol, "size": 10, "color": colour, "line": {"width": 1.5, "color": colour}},
        customdata=[verdicts.sentence(row, False) for row in rows],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _within(scale: Scale, bound: float) -> float:
    """The place of an interval's end; one without a bound goes on beyond the edge."""
    return scale.at(bound) if math.isfinite(bound) else math.copysign(2 * scale.at(scale.reach), bound)


def _ends(row: Contrast) -> tuple[float, float]:
    return verdicts.in_margins(row, row.difference.low), verdicts.in_margins(row, row.difference.high)


def _sentence(summary: Summary) -> str:
    kind = (
        "The intervals hold whenever you look while the batch runs." if summary.watched else "Bars are 95 % intervals."
    )
    return (
        f"Each mark is {summary.other.scenario.revision} minus {summary.base.scenario.revision}. Changes inside the"
        f" grey band are too small to count. {kind}"
    )
