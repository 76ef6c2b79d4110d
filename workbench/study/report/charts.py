"""Plotly figures of a batch or a comparison, each with the one plain sentence that says what it shows.

Colours are those of Plotly's `Safe` palette, which colour-blind eyes tell apart; symbols and patterns differ as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import plotly.express as px
import plotly.graph_objects as go

from workbench.engine.measures import Measure
from workbench.stats import Estimate, Histogram, Verdict
from workbench.study.agreement import Agreement
from workbench.study.compare import Contrast
from workbench.study.report import words
from workbench.study.report.summary import POINTS, Side, Summary, TwoStrengths, criteria, score_measure

SAFE: Sequence[str] = px.colors.qualitative.Safe
BASE, OTHER, GOOD, BAD, MOVED, QUIET = SAFE[10], SAFE[1], SAFE[6], SAFE[8], SAFE[0], "rgb(136, 136, 136)"
CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}
"""Plotly's settings for every chart, in the dashboard and in exports: nothing leaves the machine."""
LABEL_WIDTH = 24
FARTHEST = 6.0
"""Margins from zero that the forest plot shows; what lies beyond stands at the edge, with its number."""
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
class Chart:
    """A figure, its heading, and the sentence that says what it shows, and whose play it is."""

    name: str
    title: str
    sentence: str
    figure: go.Figure


def _chart(name: str, title: str, sentence: str, figure: go.Figure, sides: Sequence[Side]) -> Chart:
    """A chart of these batches, which names the bots."""
    return Chart(name, title, f"{sentence} {words.players(*(side.scenario for side in sides))}", figure)


def blank(height: float, **layout: Any) -> go.Figure:
    """A figure without traces, as every chart begins."""
    legend = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0, "title": ""}
    margins = {"l": 8, "r": 12, "t": 36, "b": 44}
    return go.Figure(layout={"height": height, "margin": margins, "legend": legend, "dragmode": False, **layout})


# Win rates


def win_rates(*sides: Side) -> Chart:
    """Each seat's share of the wins with its interval, and the share that a fair game would give."""
    figure = blank(300, yaxis={"title": "Share of the wins", "tickformat": ".0%"})
    for place, side in enumerate(sides):
        figure.add_trace(_seat_points(side, place, len(sides)))
    seats = max(side.scenario.players for side in sides)
    for players in sorted({side.scenario.players for side in sides}):
        figure.add_trace(_fair_share(players, seats))
    names = [f"Seat {seat}" for seat in range(1, seats + 1)]
    figure.update_xaxes(tickvals=list(range(seats)), ticktext=names, range=[-0.5, seats - 0.5], fixedrange=True)
    figure.update_yaxes(range=_around([rate for side in sides for rate in side.win_rates], seats), fixedrange=True)
    return _chart("win_rates", "Win rate by seat", _fairness(sides), figure, sides)


def _fair_share(players: int, seats: int) -> go.Scatter:
    """The line at 1/N, as wide as the chart."""
    line = {"dash": "dash", "color": QUIET, "width": 1.5}
    name = f"fair share, 1/{players}"
    return go.Scatter(x=[-0.5, seats - 0.5], y=[1 / players] * 2, mode="lines", line=line, name=name, hoverinfo="skip")


def _seat_points(side: Side, place: int, of: int) -> go.Scatter:
    names = [f"Seat {seat}" for seat in range(1, side.scenario.players + 1)]
    return rate_points(names, side.win_rates, side.scenario.revision, place, of)


def rate_points(names: Sequence[str], rates: Sequence[Estimate], revision: str, place: int, of: int) -> go.Scatter:
    """Rates with their intervals at 0, 1, …; batch number `place` of so many, a little to its side."""
    shift = 0.0 if of == 1 else (place - (of - 1) / 2) * 0.2
    last = place == of - 1
    return go.Scatter(
        x=[number + shift for number in range(len(rates))],
        y=[rate.mean for rate in rates],
        error_y=_bars(rates),
        name=revision,
        mode="markers",
        marker={"size": 11, "symbol": "diamond" if last else "circle", "color": OTHER if last else BASE},
        customdata=[[name, rate.low, rate.high] for name, rate in zip(names, rates, strict=True)],
        hovertemplate="%{customdata[0]}: %{y:.1%}<br>%{customdata[1]:.1%} to %{customdata[2]:.1%}",
    )


def _bars(estimates: Sequence[Estimate], scale: float = 1.0) -> dict[str, Any]:
    return {
        "type": "data",
        "array": [(estimate.high - estimate.mean) * scale for estimate in estimates],
        "arrayminus": [(estimate.mean - estimate.low) * scale for estimate in estimates],
        "thickness": 2,
        "width": 5,
    }


def _around(rates: Sequence[Estimate], seats: int) -> list[float]:
    """A range that holds every interval and the fair share, and does not blow up noise."""
    low = min([1 / seats - 0.04, *(rate.low - 0.01 for rate in rates)])
    high = max([1 / seats + 0.04, *(rate.high + 0.01 for rate in rates)])
    return [max(0.0, low), min(1.0, high)]


def _fairness(sides: Sequence[Side]) -> str:
    """Which seats win clearly more or less than their share; said once where both revisions are alike."""
    found = {_fairness_of(side): side.scenario.revision for side in sides}
    if len(found) == 1:
        said = next(iter(found))
        return f"With both, {said}" if len(sides) > 1 else said[0].upper() + said[1:]
    return " ".join(f"With {name}, {said}" for said, name in found.items())


def _fairness_of(side: Side) -> str:
    players = side.scenario.players
    more = [str(seat) for seat, rate in enumerate(side.win_rates, 1) if rate.low > 1 / players]
    less = [str(seat) for seat, rate in enumerate(side.win_rates, 1) if rate.high < 1 / players]
    if not more and not less:
        return f"every seat may well win its fair share, 1 in {players}."
    parts = [(more, "more"), (less, "less")]
    said = [f"{_seats(seats)} {'wins' if len(seats) == 1 else 'win'} {word}" for seats, word in parts if seats]
    return f"{words.listed(said)} than a fair share, 1 in {players}."


def _seats(seats: Sequence[str]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {words.listed(seats)}"


# Scores


def score_distribution(*sides: Side) -> Chart:
    """How often each score occurs; two revisions over each other on the same bins."""
    measure = score_measure(sides[0].scenario.game)
    figure = blank(
        300,
        barmode="overlay",
        bargap=0.05,
        xaxis={"title": f"{measure.label} of a player in a play", "fixedrange": True},
        yaxis={"title": "Share of players", "tickformat": ".0%", "fixedrange": True},
    )
    for place, side in enumerate(sides):
        figure.add_trace(_steps(side, place, len(sides)))
    title = "Score distribution" if measure.unit == POINTS else f"{measure.label}: how often how many"
    return _chart("scores", title, _score_sentence(sides, measure), figure, sides)


def _steps(side: Side, place: int, of: int) -> Any:
    """Bars for the one that is looked at, a dashed outline for the one that it is held against."""
    bins = side.scores
    hover = "%{x}: %{y:.1%}"
    if place < of - 1:
        line = {"shape": "hvh", "color": BASE, "width": 2.5, "dash": "4px 2px"}
        return go.Scatter(
            x=bins.centres, y=bins.shares, name=side.scenario.revision, mode="lines", line=line, hovertemplate=hover
        )
    return go.Bar(
        x=bins.centres,
        y=bins.shares,
        width=bins.width,
        name=side.scenario.revision,
        marker={"color": OTHER, "opacity": 0.65},
        hovertemplate=hover,
        showlegend=of > 1,
    )


def _score_sentence(sides: Sequence[Side], measure: Measure) -> str:
    spans = {side.scenario.revision: " to ".join(_middle_half(side.scores)) for side in sides}
    alike = set(spans.values())
    if len(alike) == 1:
        both = "With both, half" if len(sides) > 1 else "Half"
        return f"{both} of all players end with {alike.pop()} {measure.unit}."
    (first, span), *rest = spans.items()
    others = words.listed([f"{other} with {name}" for name, other in rest])
    return f"Half of all players end with {span} {measure.unit} with {first}, and with {others}."


def _middle_half(bins: Histogram) -> tuple[str, str]:
    """The scores between which the middle half of players lies."""
    reached = bins.shares.cumsum()
    places = [int((reached < part).sum()) for part in (0.25, 0.75)]
    low, high = (float(bins.centres[min(place, len(bins.centres) - 1)]) for place in places)
    return f"{low:g}", f"{high:g}"


# Points by criterion


def points_by_criterion(*sides: Side) -> Chart | None:
    """Where a player's points come from; None for a game that does not count that."""
    measures = [measure for measure in criteria(sides[0].scenario.game) if _ever(sides, measure)]
    if not measures:
        return None
    figure = blank(
        300,
        barmode="group",
        xaxis={"fixedrange": True},
        yaxis={"title": "Points a player", "fixedrange": True, "rangemode": "tozero"},
    )
    for place, side in enumerate(sides):
        figure.add_trace(_criterion_bars(side, measures, place, len(sides)))
    return _chart("criteria", "Points by criterion", _criterion_sentence(sides, measures), figure, sides)


def _ever(sides: Sequence[Side], measure: Measure) -> bool:
    return any(side.readings[measure.name].estimate.mean > 0 for side in sides)


def _criterion_bars(side: Side, measures: Sequence[Measure], place: int, of: int) -> go.Bar:
    estimates = [side.readings[measure.name].estimate for measure in measures]
    last = place == of - 1
    pattern = {"shape": "" if last else "/", "solidity": 0.35}
    return go.Bar(
        x=[measure.label for measure in measures],
        y=[estimate.mean for estimate in estimates],
        error_y=_bars(estimates),
        name=side.scenario.revision,
        marker={"color": OTHER if last else BASE, "pattern": pattern},
        customdata=[[estimate.low, estimate.high] for estimate in estimates],
        hovertemplate="%{x}: %{y:.2f}<br>%{customdata[0]:.2f} to %{customdata[1]:.2f}",
        showlegend=of > 1,
    )


def _criterion_sentence(sides: Sequence[Side], measures: Sequence[Measure]) -> str:
    def largest(side: Side) -> tuple[str, float]:
        means = {measure.label: side.readings[measure.name].estimate.mean for measure in measures}
        name = max(means, key=lambda label: means[label])
        return name.lower(), means[name] / (sum(means.values()) or 1)

    parts = [(*largest(side), side.scenario.revision) for side in sides]
    if len(parts) == 1:
        return f"Most points come from {parts[0][0]}: {parts[0][1]:.0%} of them."
    return (
        "Most points come from " + words.listed([f"{name} ({part:.0%}) with {who}" for name, part, who in parts]) + "."
    )


# Differences


def forest(summary: Summary, contrasts: Iterable[Contrast]) -> Chart:
    """Paired differences of the given measures, each in units of the smallest change that counts."""
    rows = list(contrasts)[::-1]
    figure = _margins_figure(rows, rows)
    for verdict in Verdict:
        places = [place for place, row in enumerate(rows) if row.verdict is verdict]
        if places:
            symbol, colour = MARKS[verdict]
            figure.add_trace(_forest_points(rows, places, verdict.value, symbol, colour))
    for place, row in enumerate(rows):
        _note_beyond(figure, place, words.in_margins(row, row.difference.difference))
    sides = summary.base, summary.other
    return _chart("forest", "What changed, and how sure that is", _forest_sentence(summary), figure, sides)


def by_strength(found: TwoStrengths, agreed: Iterable[Agreement]) -> Chart:
    """The same differences by bots of both strengths, one above the other."""
    shown = list(agreed)[::-1]
    sides = [each.first for each in shown], [each.second for each in shown]
    figure = _margins_figure(sides[0], [*sides[0], *sides[1]])
    names = [words.bots_briefly(summary.base.scenario.bots) for summary in found.summaries]
    for rows, name, (symbol, colour), shift in zip(sides, names, STRENGTHS, (0.2, -0.2), strict=True):
        places = [place + shift for place in range(len(rows))]
        figure.add_trace(_forest_points(rows, range(len(rows)), name, symbol, colour, places))
        for place, row in zip(places, rows, strict=True):
            _note_beyond(figure, place, words.in_margins(row, row.difference.difference))
    sentence = f"{_forest_sentence(found.first)} Played by {words.listed([*map(_called, found.summaries)])}."
    return Chart("by_strength", "The change by strength of the bots", sentence, figure)


def _called(summary: Summary) -> str:
    return words.called(summary.base.scenario.bots)


def _margins_figure(rows: Sequence[Contrast], every: Sequence[Contrast]) -> go.Figure:
    """A line for each of `rows`, in units of the smallest change that counts, as wide as `every` one needs."""
    figure = blank(
        110 + 26 * max(len(rows), 3) * (1 if len(every) == len(rows) else 1.7),
        xaxis={"title": "Change<br>(1: the smallest that counts)", "zeroline": False, "fixedrange": True},
        yaxis={"tickvals": list(range(len(rows))), "ticktext": [_short_lines(words.subject(row)) for row in rows]},
    )
    figure.add_vrect(-1, 1, fillcolor=QUIET, opacity=0.18, line_width=0, layer="below")
    figure.add_vline(0, line={"color": QUIET, "width": 1})
    reach = min(FARTHEST, max([2.0, *(1.1 * abs(bound) for row in every for bound in _ends(row))]))
    figure.update_xaxes(range=[-1.04 * reach, 1.04 * reach])
    figure.update_yaxes(range=[-0.7, len(rows) - 0.3], fixedrange=True, automargin=True)
    return figure


def _short_lines(label: str) -> str:
    """A label that leaves room for the chart beside it, also on a phone."""
    return "<br>".join(wrap(label, LABEL_WIDTH))


def _note_beyond(figure: go.Figure, place: float, margins: float) -> None:
    """Beside a mark that stands at the edge, where it belongs."""
    if abs(margins) > FARTHEST:
        inward = -1 if margins > 0 else 1
        text = words.plain(margins, 1, signed=True)
        figure.add_annotation(x=_clipped(margins), y=place, text=text, showarrow=False, xshift=22 * inward, yshift=9)


def _forest_points(
    rows: Sequence[Contrast],
    picked: Iterable[int],
    name: str,
    symbol: str,
    colour: str,
    places: Sequence[float] | None = None,
) -> go.Scatter:
    """Marks with intervals for the picked rows, at `places`, or where the rows stand."""
    numbers = list(picked)
    shown = [rows[number] for number in numbers]
    return go.Scatter(
        x=[_clipped(words.in_margins(row, row.difference.difference)) for row in shown],
        y=numbers if places is None else list(places),
        error_x=_forest_bars(shown),
        mode="markers",
        name=name,
        marker={"symbol": symbol, "size": 10, "color": colour, "line": {"width": 1.5, "color": colour}},
        customdata=[words.sentence(row, False) for row in shown],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _forest_bars(rows: Sequence[Contrast]) -> dict[str, Any]:
    ends = [(_clipped(low), _clipped(high)) for low, high in map(_ends, rows)]
    points = [_clipped(words.in_margins(row, row.difference.difference)) for row in rows]
    return {
        "type": "data",
        "array": [high - point for (_, high), point in zip(ends, points, strict=True)],
        "arrayminus": [point - low for (low, _), point in zip(ends, points, strict=True)],
        "thickness": 2,
        "width": 4,
    }


def _ends(row: Contrast) -> tuple[float, float]:
    return words.in_margins(row, row.difference.low), words.in_margins(row, row.difference.high)


def _clipped(number: float) -> float:
    return max(-FARTHEST, min(FARTHEST, number))


def _forest_sentence(summary: Summary) -> str:
    kind = "The intervals hold at every look while the batch runs." if summary.watched else "Bars are 95 % intervals."
    return (
        f"Each mark is {summary.other.scenario.revision} minus {summary.base.scenario.revision}; in the grey band a"
        f" change is too small to count. {kind}"
    )
