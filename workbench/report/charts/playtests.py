"""Charts of playtests: ratings by revision, moments over the time of play, and people beside simulated plays."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.engine.wording import counted
from workbench.playtest.feedback import LENGTH, RATED
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.people_and_bots import FigureComparison, PeopleAndBots
from workbench.report.charts.base import Chart, blank, error_bars
from workbench.report.colors import BASE, OTHER, QUIET, SAFE
from workbench.report.template import SHARED, render
from workbench.stats import histogram
from workbench.store.playtests.overview import MomentCount, RatingCounts, Version

MOST_VERSIONS = 4
"""Versions that stand beside each other in a chart; more are in the table."""
MARKS = (("circle", BASE), ("diamond", OTHER), ("square", SAFE[0]), ("triangle-up", SAFE[6]))
"""Symbol and color of the versions, in the order in which they were first played."""
COLORS = (SAFE[0], SAFE[1], SAFE[7], SAFE[3], SAFE[2], QUIET, SAFE[5], SAFE[6])
MOMENTS = dict(zip(Moment, zip(COLORS, ("", "/", "", "", "x", "", "\\", "."), strict=True), strict=True))
"""Color and pattern of each kind of moment."""
HOST_MOMENTS = (SAFE[0], "+")
ASPECTS = {aspect.name: aspect.name.capitalize() for aspect in RATED} | {LENGTH.name: "Length"}
ROW, TICKS = 34, 8
"""Pixels of a row of ratings; most ticks of an axis of minutes."""
Named = dict[Version, str]
"""Versions with what they are called, in the order in which they were first played."""


def ratings(rated: Sequence[RatingCounts], named: Named) -> Chart:
    """Median and middle half of every rating, a mark for each version."""
    versions = list(named)[-MOST_VERSIONS:]
    aspects = [name for name in ASPECTS if name != "length" and any(rating.aspect == name for rating in rated)]
    figure = blank(90 + ROW * max(3, len(aspects)) * (1 + 0.25 * (len(versions) - 1)))
    for place, version in enumerate(versions):
        figure.add_trace(_rating_marks(rated, aspects, version, named[version], place, len(versions)))
    figure.update_xaxes(range=[0.8, 5.2], dtick=1, fixedrange=True, title="1 worst, 5 best", zeroline=False)
    labels = [ASPECTS[name] for name in aspects]
    figure.update_yaxes(
        tickvals=list(range(len(aspects))),
        ticktext=labels,
        range=[len(aspects) - 0.5, -0.5],
        fixedrange=True,
        zeroline=False,
    )
    what = "Median and middle half of the answers; few answers say little."
    return Chart("ratings", "Ratings", what, figure)


def _rating_marks(
    rated: Sequence[RatingCounts], aspects: Sequence[str], version: Version, name: str, place: int, of: int
) -> go.Scatter:
    rows = [
        (aspects.index(rating.aspect), rating)
        for rating in rated
        if rating.version == version and rating.aspect in aspects
    ]
    shift = 0.0 if of == 1 else (place - (of - 1) / 2) * 0.6 / of
    symbol, color = MARKS[place % len(MARKS)]
    spreads = [row.spread for _, row in rows]
    return go.Scatter(
        x=[spread.median for spread in spreads],
        y=[row + shift for row, _ in rows],
        error_x=error_bars([spread.median for spread in spreads], [(spread.low, spread.high) for spread in spreads]),
        mode="markers",
        name=name,
        showlegend=True,
        marker={"symbol": symbol, "size": 11, "color": color},
        customdata=[[ASPECTS[row.aspect], row.spread.low, row.spread.high, row.spread.n] for _, row in rows],
        hovertemplate="%{customdata[0]}: %{x}, half of the answers %{customdata[1]} to %{customdata[2]},"
        " %{customdata[3]} answers",
    )


def moments(moment_counts: Sequence[MomentCount], named: Named, minutes: int) -> list[Chart]:
    """How many moments of each kind a session has, by minute of play: a chart for each version that has any."""
    rows = {
        name: [moment_count for moment_count in moment_counts if moment_count.version == version]
        for version, name in named.items()
    }
    drawn: dict[str, tuple[list[MomentCount], dict[int, float]]] = {}
    for name, row in rows.items():
        bins: dict[int, float] = {}  # moments of all kinds together a session, by the minute at which a bin begins
        for one in row:
            bins[one.minute] = bins.get(one.minute, 0) + one.count / one.sessions
        if row:
            drawn[name] = row, bins
    top = max((max(bins.values()) for _, bins in drawn.values()), default=0.0)
    last = max((max(bins) for _, bins in drawn.values()), default=0) + minutes
    charts = [_moments(counts, bins, name, minutes) for name, (counts, bins) in drawn.items()]
    for chart in charts:
        chart.figure.update_yaxes(range=[0, 1.05 * top])
        chart.figure.update_xaxes(range=[0, last], dtick=minutes * math.ceil(last / (TICKS * minutes)))
    return charts


def _moments(rows: Sequence[MomentCount], by_bin: dict[int, float], name: str, minutes: int) -> Chart:
    figure = blank(
        340,
        barmode="stack",
        bargap=0.1,
        xaxis={"title": "Minute of play", "fixedrange": True, "tick0": 0},
        yaxis={"title": "Moments a session", "fixedrange": True, "rangemode": "tozero"},
        showlegend=True,
    )
    figure.update_layout(legend_traceorder="normal")
    host_kinds = sorted({row.moment for row in rows} - set(Moment))  # told apart by their names alone
    for kind in (*Moment, *host_kinds):
        color, shape = MOMENTS[Moment(kind)] if kind in list(Moment) else HOST_MOMENTS
        of_kind = [row for row in rows if row.moment == kind]
        figure.add_bar(
            x=[row.minute + minutes / 2 for row in of_kind],
            y=[row.count / row.sessions for row in of_kind],
            width=minutes * 0.9,
            name=moment_title(kind),
            marker={"color": color, "pattern": {"shape": shape, "solidity": 0.3}},
            customdata=[[row.minute, row.minute + minutes, row.count, row.sessions] for row in of_kind],
            hovertemplate="%{fullData.name}, minutes %{customdata[0]} to %{customdata[1]}: %{customdata[2]}"
            " in %{customdata[3]} sessions<extra></extra>",
        )
    peak = max(by_bin, key=lambda minute: by_bin[minute])
    most = max(row.sessions for row in rows)
    sentence = (
        f"{name}, {counted(most, 'session')}: most happens in minutes {peak} to {peak + minutes}, with"
        f" {by_bin[peak]:.1f} moments for each session that lasted that long."
    )
    return Chart(f"moments_{name}", f"Moments by minute, {name}", sentence, figure)


# People among simulated plays


def among_plays(figure_comparison: FigureComparison) -> Chart:
    """The plays' distribution, and where each session lies in it."""
    plays = figure_comparison.plays  # a table's mean counts in thirds: no bar is to fall between whole numbers
    scale = next((scale for scale in range(1, 9) if np.allclose(plays * scale, np.round(plays * scale))), 1)
    bins = histogram(plays * scale)
    figure = blank(
        280,
        bargap=0.05,
        xaxis={"title": figure_comparison.label, "fixedrange": True},
        yaxis={"title": "Share of plays", "tickformat": ".0%", "fixedrange": True, "rangemode": "tozero"},
    )
    figure.add_bar(
        x=bins.centres / scale,
        y=bins.shares,
        width=bins.width / scale,
        name="bots",
        marker={"color": BASE, "opacity": 0.65},
        hovertemplate="%{x}: %{y:.1%} of the plays",
        showlegend=True,
    )
    figure.add_trace(_people(figure_comparison, float(bins.shares.max())))
    if scale == 1 and np.ptp([*figure_comparison.plays, *figure_comparison.values]) <= TICKS:
        figure.update_xaxes(dtick=1)  # nobody plays half a round
    words = render(SHARED, "people_figure.md", figure=figure_comparison).headline
    return Chart(f"reality_{figure_comparison.name}", figure_comparison.label, words, figure)


def _people(figure_comparison: FigureComparison, height: float) -> go.Scatter:
    """A mark for each session; equal ones above each other, as far as there is room."""
    seen: dict[float, int] = {}
    heights = []
    for value in figure_comparison.values:
        seen[value] = seen.get(value, 0) + 1
        heights.append(min(height, height * 0.08 * seen[value]))
    return go.Scatter(
        x=list(figure_comparison.values),
        y=heights,
        mode="markers",
        name="people",
        marker={"symbol": "diamond", "size": 10, "color": OTHER, "line": {"width": 1, "color": "white"}},
        customdata=[f"{100 * share:.0f}" for share in figure_comparison.placement.percentiles],
        hovertemplate="A session: %{x:g}, percentile %{customdata}<extra></extra>",
        showlegend=True,
    )


def seats(people_and_bots: PeopleAndBots) -> Chart:
    """Who wins from each seat: the share of the sessions that people won, with its interval, and the bots'."""
    rows = people_and_bots.seats
    figure = blank(280, yaxis={"title": "Share of the wins", "tickformat": ".0%", "rangemode": "tozero"})
    places = list(range(len(rows)))
    figure.add_scatter(
        x=[place - 0.08 for place in places],
        y=[row.bots for row in rows],
        mode="markers",
        name="bots",
        marker={"symbol": "circle", "size": 11, "color": BASE},
        hovertemplate="Bots: %{y:.1%}<extra></extra>",
    )
    people = [row.figure.estimate for row in rows]
    figure.add_scatter(
        x=[place + 0.08 for place in places],
        y=[person.mean for person in people],
        error_y=error_bars([person.mean for person in people], [(person.low, person.high) for person in people]),
        mode="markers",
        name="people",
        marker={"symbol": "diamond", "size": 11, "color": OTHER},
        customdata=np.array([[person.low, person.high] for person in people]),
        hovertemplate="People: %{y:.0%} (%{customdata[0]:.0%} to %{customdata[1]:.0%})<extra></extra>",
    )
    figure.add_hline(1 / len(rows), line={"dash": "dash", "color": QUIET, "width": 1.5})
    names = [row.figure.place.capitalize() for row in rows]
    figure.update_xaxes(tickvals=places, ticktext=names, range=[-0.5, len(rows) - 0.5], fixedrange=True)
    figure.update_yaxes(range=[0, 1], fixedrange=True)
    n = rows[0].figure.estimate.n
    what = (
        f"How often people won from each seat in {counted(n, 'session')}, with its 95 % interval, and how often bots"
        " did. The dashed line is an equal share."
    )
    return Chart("reality_seats", "Who wins from which seat", what, figure)
