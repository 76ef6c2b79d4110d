"""Plotly figures of a game with teams: who wins, by side and by seat within the side."""

from collections.abc import Sequence
from math import isfinite

import plotly.graph_objects as go

from workbench.report.charts.base import Chart, blank
from workbench.report.charts.batch import rate_points, sentence
from workbench.report.colors import QUIET
from workbench.report.rows import NOTHING
from workbench.report.summary import BatchSummary, sides_in
from workbench.stats import Estimate


def by_side(*batches: BatchSummary) -> Chart:
    """Each side's win rate with its interval."""
    names = sides_in(batches)
    figure = _figure([_side_label(name) for name in names], _highest(batches, names))
    for place, batch in enumerate(batches):
        rates = [_rate(batch, name) for name in names]
        labels = [_side_label(name) for name in names]
        figure.add_trace(rate_points(labels, rates, batch.scenario.title, place, len(batches)))
    return Chart("side_win_rates", "Win rate by side", sentence("side_win_rates", batches), figure)


def by_seat_within_sides(*batches: BatchSummary) -> Chart:
    """Each seat's win rate on each side, over the plays in which it was on that side; a line at the side's own."""
    names, seats = sides_in(batches), max(batch.scenario.players for batch in batches)
    ticks = [str(seat) for _ in names for seat in range(1, seats + 1)]
    figure = _figure(ticks, _highest(batches, names, within=True))
    labels = [f"{_side_label(name)}, seat {seat}" for name in names for seat in range(1, seats + 1)]
    for place, batch in enumerate(batches):
        lacking = [NOTHING] * (seats - batch.scenario.players)
        rates = [rate for name in names for rate in (*batch.win_rates_on(name), *lacking)]
        figure.add_trace(rate_points(labels, rates, batch.scenario.title, place, len(batches)))
        for number, name in enumerate(names):
            rate, first, line = _rate(batch, name).mean, number * seats, {"dash": "dash", "color": QUIET, "width": 1.5}
            figure.add_shape(type="line", x0=first - 0.5, x1=first + seats - 0.5, y0=rate, y1=rate, line=line)
    for number, name in enumerate(names):
        figure.add_annotation(
            x=(number + 0.5) * seats - 0.5,
            y=1.0,
            yref="paper",
            yanchor="bottom",
            text=_side_label(name),
            showarrow=False,
        )
    figure.update_xaxes(title="Seat")
    # room above the plot for the headings of sides, and for the legend above them
    figure.update_layout(margin={"t": 24 if len(batches) == 1 else 60}, showlegend=len(batches) > 1)
    figure.update_layout(legend={"y": 1.1})
    name, title = "seats_within_sides", "Win rate by seat, within each side"
    return Chart(name, title, sentence(name, batches), figure)


def _figure(ticks: Sequence[str], highest: float) -> go.Figure:
    """A figure from 0 to a little above the highest interval, where no mark touches the edge."""
    figure = blank(300, yaxis={"title": "Share of its plays", "tickformat": ".0%", "fixedrange": True})
    figure.update_xaxes(tickvals=list(range(len(ticks))), ticktext=ticks, range=[-0.5, len(ticks) - 0.5])
    return figure.update_xaxes(fixedrange=True).update_yaxes(range=[0, 1.08 * highest])


def _highest(batches: Sequence[BatchSummary], sides: Sequence[str], within: bool = False) -> float:
    """The upper end of the highest interval that is shown."""
    rates = [_rate(batch, side) for batch in batches for side in sides]
    rates += [rate for batch in batches for side in sides for rate in batch.win_rates_on(side)] if within else []
    return max((rate.high for rate in rates if rate.n and isfinite(rate.high)), default=1.0)


def _rate(batch: BatchSummary, side: str) -> Estimate:
    """The side's win rate; NaN where it was not at the table."""
    return batch.readings[f"win_rate_side_{side}"].estimate


def _side_label(side: str) -> str:
    return side.replace("_", " ").capitalize()
