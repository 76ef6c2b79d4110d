"""Plotly figures of a batch or a comparison, each with one sentence that says what it shows."""

from collections.abc import Sequence

import plotly.graph_objects as go

from workbench.engine.measures import DECISIONS, Measure, ScorePart
from workbench.play.figures import distribution
from workbench.play.notable import kind_of_value
from workbench.report.charts.base import Chart, blank, error_bars
from workbench.report.colors import OTHER, QUIET, color_of, symbol_of
from workbench.report.play_link import PlayLink, batch_address
from workbench.report.summary import POINTS, BatchSummary, lead_measure, score_measure, sources_of_points
from workbench.report.template import SHARED, render
from workbench.report.text.phrases import brief
from workbench.stats import Estimate, Histogram, aligned


def _chart(
    name: str,
    title: str,
    figure: go.Figure,
    sides: Sequence[BatchSummary],
    plays: Sequence[PlayLink] = (),
    **facts: object,
) -> Chart:
    """A chart of these batches, with its sentence, which names the bots."""
    return Chart(name, title, sentence(name, sides, **facts), figure, plays)


def sentence(name: str, sides: Sequence[BatchSummary], **facts: object) -> str:
    """The sentence of a chart of batches, by its name: `text/charts.md` has the words."""
    return render(SHARED, "charts.md", name=name, sides=sides, **facts).headline


# Win rates


def win_rates(*sides: BatchSummary) -> Chart:
    """Each seat's share of the wins with its interval, and the share that a fair game would give."""
    figure = blank(300, yaxis={"title": "Share of the wins", "tickformat": ".0%"})
    for place, side in enumerate(sides):
        names = [f"Seat {seat}" for seat in range(1, side.scenario.players + 1)]
        figure.add_trace(rate_points(names, side.win_rates, side.scenario.title, place, len(sides)))
    seats = max(side.scenario.players for side in sides)
    for players in sorted({side.scenario.players for side in sides}):
        line = {"dash": "dash", "color": QUIET, "width": 1.5}
        name = f"fair share, 1/{players}"
        figure.add_scatter(
            x=[-0.5, seats - 0.5], y=[1 / players] * 2, mode="lines", line=line, name=name, hoverinfo="skip"
        )
    names = [f"Seat {seat}" for seat in range(1, seats + 1)]
    figure.update_xaxes(tickvals=list(range(seats)), ticktext=names, range=[-0.5, seats - 0.5], fixedrange=True)
    rates = [rate for side in sides for rate in side.win_rates]
    low = min([1 / seats - 0.04, *(rate.low - 0.01 for rate in rates)])  # wide enough not to magnify noise
    high = max([1 / seats + 0.04, *(rate.high + 0.01 for rate in rates)])
    figure.update_yaxes(range=[max(0.0, low), min(1.0, high)], fixedrange=True)
    return _chart("win_rates", "Win rate by seat", figure, sides)


def rate_points(names: Sequence[str], rates: Sequence[Estimate], title: str, place: int, of: int) -> go.Scatter:
    """Rates with their intervals at 0, 1, …; batch number `place` of so many, a little to its side."""
    shift = 0.0 if of == 1 else (place - (of - 1) / 2) * min(0.2, 0.6 / of)
    color = color_of(place, of)
    return go.Scatter(
        x=[number + shift for number in range(len(rates))],
        y=[rate.mean for rate in rates],
        error_y=error_bars(
            [estimate.mean for estimate in rates], [(estimate.low, estimate.high) for estimate in rates]
        ),
        name=title,
        mode="markers",
        marker={"size": 11, "symbol": symbol_of(place, of), "color": color},
        customdata=[[name, rate.low, rate.high] for name, rate in zip(names, rates, strict=True)],
        hovertemplate="%{customdata[0]}: %{y:.1%}<br>%{customdata[1]:.1%} to %{customdata[2]:.1%}",
    )


# Scores


def score_distribution(*sides: BatchSummary) -> Chart:
    """How often each score occurs, over each other; they are counted in equal bins."""
    measure = score_measure(sides[0].scenario.game)
    figure = _overlaid(f"{measure.label}, a player in a play", "Share of players")
    plays = [
        _plays_of_bin(sides[-1], sides[-1].scores, measure, place) for place in range(len(sides[-1].scores.shares))
    ]
    for place, side in enumerate(sides):
        figure.add_trace(_value_trace(side, side.scores, place, len(sides), plays))
    title = "Score distribution" if measure.unit == POINTS else f"{measure.label}: how often how many"
    links = [link for link in plays if link.address]
    spans = [" to ".join(_middle_half(side.scores)) for side in sides]
    return _chart("scores", title, figure, sides, links, measure=measure, spans=spans, is_points=measure.unit == POINTS)


def _overlaid(axis: str, share: str) -> go.Figure:
    """A figure for distributions over each other."""
    yaxis = {"title": share, "tickformat": ".0%", "fixedrange": True}
    return blank(300, barmode="overlay", bargap=0.05, xaxis={"title": axis, "fixedrange": True}, yaxis=yaxis)


def length_distribution(*sides: BatchSummary) -> Chart:
    """How many decisions plays take, over each other."""
    return _of_plays("lengths", "Length of a play", "Decisions of a play", DECISIONS, sides)


def lead_distribution(*sides: BatchSummary) -> Chart:
    """How far the winner is ahead, over each other; of a game that measures it."""
    measure = lead_measure(sides[0].scenario.game)
    assert measure
    return _of_plays("leads", measure.label, f"{measure.label}, {measure.unit}", measure, sides)


def _of_plays(name: str, title: str, axis: str, measure: Measure, sides: Sequence[BatchSummary]) -> Chart:
    """How often each value of a measure of plays occurs, counted in equal bins."""
    figure = _overlaid(axis, "Share of plays")
    every = aligned(*(distribution(side.tallies, measure) for side in sides))
    plays = [_plays_of_bin(sides[-1], every[-1], measure, place) for place in range(len(every[-1].shares))]
    spans = {}
    for place, (side, bins) in enumerate(zip(sides, every, strict=True)):
        figure.add_trace(_value_trace(side, bins, place, len(sides), plays))
        spans[side.scenario.title] = " to ".join(dict.fromkeys(_middle_half(bins)))
    links = [link for link in plays if link.address]
    return _chart(
        name, title, figure, sides, links, measure=measure, spans=spans, lead=lead_measure(sides[0].scenario.game)
    )


def _plays_of_bin(side: BatchSummary, bins: Histogram, measure: Measure, place: int) -> PlayLink:
    """The way to the first play of the batch with a value in a bin; no way to one that holds none."""
    low, high = float(bins.edges[place]), float(bins.edges[place + 1])
    label = f"{bins.centres[place]:g}" if bins.by_value else f"{low:g} to {high:g}"
    is_last = place == len(bins.shares) - 1
    kind = kind_of_value(measure.name, low, high + 1e-3 if is_last else high)
    address = batch_address(side.scenario, side.run, find=kind) if bins.shares[place] else ""
    return PlayLink(label, address)


def _value_trace(
    side: BatchSummary, bins: Histogram, place: int, of: int, plays: Sequence[PlayLink]
) -> go.Scatter | go.Bar:
    """Bars for the last of two, a dashed outline for the base, a line for each of several; `plays` of the last one."""
    hover = "%{x}: %{y:.1%}"
    if place < of - 1 or of > 2:
        line = {"shape": "hvh", "color": color_of(place, of), "width": 2.5, "dash": "solid" if place else "4px 2px"}
        return go.Scatter(
            x=bins.centres, y=bins.shares, name=side.scenario.title, mode="lines", line=line, hovertemplate=hover
        )
    return go.Bar(
        x=bins.centres,
        y=bins.shares,
        width=bins.width,
        name=side.scenario.title,
        marker={"color": OTHER, "opacity": 0.65},
        customdata=[link.address for link in plays],
        hovertemplate=hover,
        showlegend=of > 1,
    )


def _middle_half(bins: Histogram) -> tuple[str, str]:
    """The scores between which the middle half of players lies."""
    reached = bins.shares.cumsum()
    places = [int((reached < part).sum()) for part in (0.25, 0.75)]
    low, high = (float(bins.centres[min(place, len(bins.centres) - 1)]) for place in places)
    return brief(low), brief(high)


# Points by criterion


def points_by_criterion(*sides: BatchSummary) -> Chart:
    """Where a player's points come from; deductions are drawn below zero."""
    parts = sources_of_points(sides)
    figure = blank(
        300,
        barmode="group",
        xaxis={"fixedrange": True},
        yaxis={"title": "Points a player", "fixedrange": True, "rangemode": "tozero"},
    )
    signs, several = [-1 if one.part is ScorePart.DEDUCTS else 1 for one in parts], len(sides) > 1
    for place, side in enumerate(sides):
        signed = [(sign, side.readings[one.name].estimate) for sign, one in zip(signs, parts, strict=True)]
        means = [sign * estimate.mean for sign, estimate in signed]
        ends = [sorted([sign * estimate.low, sign * estimate.high]) for sign, estimate in signed]
        pattern = {"shape": "/" if several and place == 0 else "", "solidity": 0.35}
        figure.add_bar(
            x=[measure.label for measure in parts],
            y=means,
            error_y=error_bars(means, ends),
            name=side.scenario.title,
            marker={"color": color_of(place, len(sides)), "pattern": pattern},
            customdata=ends,
            hovertemplate="%{x}: %{y:.2f}<br>%{customdata[0]:.2f} to %{customdata[1]:.2f}",
            showlegend=several,
        )
    if -1 in signs:
        figure.add_hline(0, line={"color": QUIET, "width": 1})
    sources = []  # of each batch the part that adds most to a score, and its share of all that is added
    for side in sides:
        added = {one.label: side.readings[one.name].estimate.mean for one in parts if one.part is ScorePart.ADDS}
        name = max(added, key=lambda label: added[label])
        sources.append((name, added[name] / (sum(added.values()) or 1)))
    return _chart("criteria", "Points by criterion", figure, sides, parts=parts, sources=sources)
