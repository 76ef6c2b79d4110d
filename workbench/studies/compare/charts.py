"""Plotly figures of plays until decided: intervals that narrow until they decide."""

from collections.abc import Mapping, Sequence
from math import inf, isfinite

import plotly.graph_objects as go

from workbench.play.comparisons import Contrast
from workbench.report.charts.base import PERCENT, Chart, blank
from workbench.report.colors import BASE, OTHER, QUIET
from workbench.report.text import phrases, scenarios, verdicts
from workbench.stats import Estimate, Figure
from workbench.studies.compare.until import InterimLook

EARLY = 0.4
"""The part of the looks whose intervals may be cut off by the edge of the chart: the first ones are very wide."""
FARTHEST = 3
"""Times the plays so far within which the end of a fixed plan is drawn; its number is always said."""
TICKS = [number * 10**power for power in range(2, 9) for number in (1, 3)]
"""Numbers of plays that the axis names."""


def band(looks: Sequence[InterimLook], at: int) -> Chart:
    """The interval of one figure at every look, and the band that decides it; goals are counted before measures."""
    last, figure = looks[-1], looks[-1].figures[at]
    measure, scale = figure.measure, PERCENT if phrases.is_share(figure.measure) else 1.0
    intervals = {look.plays: one.estimate for look in looks for one in look.figures if one.name == figure.name}
    if isinstance(figure, Contrast):
        edges, axis = (-figure.margin, figure.margin), f"Change, {phrases.change_unit(measure)}".removesuffix(", ")
        by = f"{phrases.change_with_unit(measure, figure.difference.mean)}"
        span, some = phrases.change_span(measure, figure.difference), phrases.in_brackets(verdicts.some_plays(figure))
        least = f"below {phrases.margin(measure)} it is too small to matter"
        sentence = f"{by} ({span}){some}; {least}: {figure.verdict.value}."
    else:
        goal, standing = last.goals[at].goal, last.goals[at].standing
        edges = -inf if goal.low is None else goal.low, inf if goal.high is None else goal.high
        axis = "%" if phrases.is_share(measure) else measure.unit
        some = phrases.in_brackets(phrases.part_of(figure.estimate.n, last.plays))
        is_now = f"{phrases.reading(measure, figure.estimate)}{some}"
        sentence = f"{is_now}; the goal is {scenarios.target(goal, measure)}: {standing.value}."
    # the axis holds the band, and the intervals but for the first, which are very wide
    late = [*intervals.values()][int(EARLY * len(intervals)) :]
    ends = [end for one in late for end in (one.low, one.mean, one.high)] + [*edges]
    finite = [end for end in ends if isfinite(end)]
    bottom, top = min(finite, default=0.0), max(finite, default=1.0)
    room = 0.08 * (top - bottom) or 0.5
    reach = scale * (bottom - room), scale * (top + room)
    drawn = blank(300)
    low, high = (scale * edge for edge in edges)
    drawn.add_hrect(max(low, reach[0]), min(high, reach[1]), fillcolor=QUIET, opacity=0.2, line_width=0, layer="below")
    for edge in filter(isfinite, (low, high)):
        drawn.add_hline(edge, line={"color": QUIET, "width": 1.5, "dash": "dash"}, layer="below")
    _draw_intervals(drawn, figure, intervals, scale)
    if last.fixed_plan and last.fixed_plan <= FARTHEST * last.plays:  # where a plan fixed beforehand would have ended
        name, line = f"fixed plan: {phrases.roughly(last.fixed_plan)}", {"color": BASE, "width": 1.5, "dash": "dot"}
        drawn.add_scatter(x=[last.fixed_plan] * 2, y=reach, mode="lines", name=name, line=line, hoverinfo="name")
    numbers = [phrases.count(tick) for tick in TICKS]
    drawn.update_xaxes(type="log", title="Plays of each revision", fixedrange=True, tickvals=TICKS, ticktext=numbers)
    drawn.update_yaxes(title=axis, range=reach, fixedrange=True, zeroline=False)
    return Chart(f"band_{figure.name}", figure.label, sentence, drawn)


def _draw_intervals(drawn: go.Figure, figure: Figure, intervals: Mapping[int, Estimate], scale: float) -> None:
    """The estimates with their intervals as a ribbon around them."""
    low, middle, high = (
        [scale * end if isfinite(end := getattr(one, name)) else None for one in intervals.values()]
        for name in ("low", "mean", "high")
    )
    edge = {"x": [*intervals], "mode": "lines", "line": {"width": 1, "color": OTHER}, "hoverinfo": "skip"}
    drawn.add_scatter(y=high, showlegend=False, **edge)
    fill = OTHER.replace("rgb(", "rgba(").replace(")", ", 0.25)")
    drawn.add_scatter(y=low, fill="tonexty", fillcolor=fill, name="interval", **edge)
    write = phrases.change if isinstance(figure, Contrast) else phrases.value
    hovers = [
        f"{phrases.number_of(plays, 'play')}: {write(figure.measure, one.mean)}"
        f" ({write(figure.measure, one.low)} to {write(figure.measure, one.high)})"
        for plays, one in intervals.items()
    ]
    drawn.add_trace(
        go.Scatter(
            x=[*intervals], y=middle, mode="lines+markers", name="estimate", customdata=hovers,
            line={"width": 2, "color": OTHER}, marker={"size": 4}, hovertemplate="%{customdata}<extra></extra>",
        )
    )  # fmt: skip
