"""Plotly figures of plays until decided: intervals that narrow until they decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import plotly.graph_objects as go

from workbench.engine.measures import Measure
from workbench.play.comparisons import Contrast
from workbench.play.goals import CheckedGoal
from workbench.report.charts.batch import Chart, blank
from workbench.report.charts.marks import PERCENT
from workbench.report.colors import BASE, OTHER, QUIET
from workbench.report.text import phrases, scenarios, verdicts
from workbench.studies.until.measure import InterimLook

EARLY = 0.4
"""The part of the looks whose intervals may be cut off by the edge of the chart: the first ones are very wide."""
FARTHEST = 3
"""Times the plays so far within which the end of a fixed plan is drawn; its number is always said."""
TICKS = [number * 10**power for power in range(2, 9) for number in (1, 3)]
"""Numbers of plays that the axis names."""
Ends = tuple[float, float, float]
"""Low, middle and high."""


@dataclass(frozen=True)
class Track:
    """One figure at every look, and the band that decides it; an edge of the band may be infinite."""

    name: str
    label: str
    measure: Measure
    sentence: str
    axis: str
    band: tuple[float, float]
    intervals: Sequence[tuple[int, Ends]]

    @property
    def scale(self) -> float:
        """The factor of shares."""
        return PERCENT if phrases.is_share(self.measure) else 1


def band(looks: Sequence[InterimLook], at: int) -> Chart:
    """The interval of one figure at every look, and the band that decides it; goals are counted before measures."""
    last = looks[-1]
    goals = len(last.goals)
    track = _goal_track(looks, at) if at < goals else _contrast_track(looks, last.contrasts[at - goals])
    return _band(track, last)


def _goal_track(looks: Sequence[InterimLook], at: int) -> Track:
    last: CheckedGoal = looks[-1].goals[at]
    measure, goal = last.figure.measure, last.goal
    low, high = (-float("inf") if goal.low is None else goal.low), (float("inf") if goal.high is None else goal.high)
    estimates = [(look.plays, look.goals[at].figure.estimate) for look in looks]
    read = [(plays, (estimate.low, estimate.mean, estimate.high)) for plays, estimate in estimates]
    axis = "%" if phrases.is_share(measure) else measure.unit
    some = phrases.in_brackets(phrases.part_of(last.figure.estimate.n, last.plays))
    is_now = f"{phrases.reading(measure, last.figure.estimate)}{some}"
    sentence = f"{is_now}; the goal is {scenarios.target(goal, measure)}: {last.standing.value}."
    return Track(last.figure.name, last.figure.label, measure, sentence, axis, (low, high), read)


def _contrast_track(looks: Sequence[InterimLook], last: Contrast) -> Track:
    read = [
        (look.plays, (contrast.difference.low, contrast.difference.mean, contrast.difference.high))
        for look in looks
        for contrast in look.contrasts
        if contrast.name == last.name
    ]
    axis = f"Change, {phrases.change_unit(last.measure)}".removesuffix(", ")
    measure, moved = last.measure, last.difference
    by = f"{phrases.change_with_unit(measure, moved.mean)} ({phrases.change_span(measure, moved)})"
    least = f"below {phrases.margin(measure)} it is too small to matter"
    sentence = f"{by}{phrases.in_brackets(verdicts.some_plays(last))}; {least}: {last.verdict.value}."
    return Track(last.name, last.label, measure, sentence, axis, (-last.margin, last.margin), read)


def _band(track: Track, last: InterimLook) -> Chart:
    figure = blank(300)
    low, high = _reach(track)
    _draw_band(figure, track, low, high)
    _draw_intervals(figure, track)
    if last.fixed_plan and last.fixed_plan <= FARTHEST * last.plays:
        _draw_plan(figure, last, low, high)
    numbers = [phrases.count(tick) for tick in TICKS]
    figure.update_xaxes(type="log", title="Plays of each revision", fixedrange=True, tickvals=TICKS, ticktext=numbers)
    figure.update_yaxes(title=track.axis, range=[low, high], fixedrange=True, zeroline=False)
    return Chart(f"band_{track.name}", track.label, track.sentence, figure)


def _reach(track: Track) -> tuple[float, float]:
    """The ends of the vertical axis: the band, and the intervals but for the first, which are very wide."""
    late = track.intervals[int(EARLY * len(track.intervals)) :]
    ends = [end for _, interval in late for end in interval if isfinite(end)]
    ends += [edge for edge in track.band if isfinite(edge)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    edge = 0.08 * (high - low) or 0.5
    return track.scale * (low - edge), track.scale * (high + edge)


def _draw_band(figure: go.Figure, track: Track, low: float, high: float) -> None:
    """The band, with a line at each of its edges."""
    edges = [track.scale * edge for edge in track.band]
    figure.add_hrect(max(edges[0], low), min(edges[1], high), fillcolor=QUIET, opacity=0.2, line_width=0, layer="below")
    for edge in edges:
        if isfinite(edge):
            figure.add_hline(edge, line={"color": QUIET, "width": 1.5, "dash": "dash"}, layer="below")


def _draw_intervals(figure: go.Figure, track: Track) -> None:
    plays = [plays for plays, _ in track.intervals]
    low, middle, high = (
        [track.scale * interval[at] if isfinite(interval[at]) else None for _, interval in track.intervals]
        for at in range(3)
    )
    edge = {"x": plays, "mode": "lines", "line": {"width": 1, "color": OTHER}, "hoverinfo": "skip"}
    figure.add_trace(go.Scatter(y=high, showlegend=False, **edge))
    fill = OTHER.replace("rgb(", "rgba(").replace(")", ", 0.25)")
    figure.add_trace(go.Scatter(y=low, fill="tonexty", fillcolor=fill, name="interval", **edge))
    hovers = [_hover(track, plays, interval) for plays, interval in track.intervals]
    figure.add_trace(
        go.Scatter(
            x=plays, y=middle, mode="lines+markers", name="estimate", customdata=hovers,
            line={"width": 2, "color": OTHER}, marker={"size": 4}, hovertemplate="%{customdata}<extra></extra>",
        )
    )  # fmt: skip


def _hover(track: Track, plays: int, interval: Ends) -> str:
    write = phrases.value if "Change" not in track.axis else phrases.change
    low, middle, high = (write(track.measure, end) for end in interval)
    return f"{phrases.number_of(plays, 'play')}: {middle} ({low} to {high})"


def _draw_plan(figure: go.Figure, last: InterimLook, low: float, high: float) -> None:
    """Where a plan fixed beforehand would have ended."""
    plan = last.fixed_plan
    name, line = f"fixed plan: {phrases.roughly(plan or 0)}", {"color": BASE, "width": 1.5, "dash": "dot"}
    figure.add_trace(go.Scatter(x=[plan, plan], y=[low, high], mode="lines", name=name, line=line, hoverinfo="name"))
