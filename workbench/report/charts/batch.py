"""Plotly figures of a batch or a comparison, each with one sentence that says what it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from workbench.engine.measures import DECISIONS, Measure, ScorePart
from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import listed, lower_first, plural, upper_first
from workbench.play.figures import distribution
from workbench.play.notable import kind_of_value
from workbench.report.colors import OTHER, QUIET, color_of, symbol_of
from workbench.report.play_link import PlayLink, batch_address
from workbench.report.summary import POINTS, BatchSummary, lead_measure, score_measure, sources_of_points
from workbench.report.text import phrases, scenarios
from workbench.stats import Estimate, Histogram, aligned, outside_expectation
from workbench.stats.evidence import enough

CONFIG: dict[str, object] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}
"""Plotly's settings for every chart, in the dashboard and in exports: nothing leaves the machine."""
LABEL_WIDTH = 24
"""Letters in a line of a label; more would leave no room for the marks on a phone."""


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


def sentence_by_side(sides: Sequence[BatchSummary], say: Callable[[BatchSummary], str]) -> str:
    """The sentence of each batch, once where several are alike."""
    groups: dict[str, list[str]] = {}
    for side in sides:
        groups.setdefault(say(side), []).append(side.scenario.title)
    if len(groups) == 1:
        (sentence,) = groups
        lead = "" if len(sides) == 1 else "With both, " if len(sides) == 2 else f"With all {len(sides)}, "
        return f"{lead}{sentence}" if lead else f"{upper_first(sentence)}"
    return " ".join(f"With {listed(names)}, {sentence}" for sentence, names in groups.items())


def _chart(
    name: str,
    title: str,
    sentence: str,
    figure: go.Figure,
    sides: Sequence[BatchSummary],
    plays: Sequence[PlayLink] = (),
) -> Chart:
    """A chart of these batches, which names the bots."""
    return Chart(name, title, f"{sentence} {scenarios.played_by(*(side.scenario for side in sides))}", figure, plays)


def blank(height: float, **layout: object) -> go.Figure:
    """A figure without traces, as every chart begins."""
    legend = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0, "title": ""}
    margins = {"l": 8, "r": 12, "t": 36, "b": 44}
    return go.Figure(layout={"height": height, "margin": margins, "legend": legend, "dragmode": False, **layout})


TITLE_WIDTH = 32
"""Letters of a line beside an upright axis: more would be cut off in the lowest charts."""


def upright(title: str) -> str:
    """The title of an upright axis, in lines that are not cut off."""
    return "<br>".join(wrap(title, TITLE_WIDTH))


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
        figure.add_trace(
            go.Scatter(x=[-0.5, seats - 0.5], y=[1 / players] * 2, mode="lines", line=line, name=name, hoverinfo="skip")
        )
    names = [f"Seat {seat}" for seat in range(1, seats + 1)]
    figure.update_xaxes(tickvals=list(range(seats)), ticktext=names, range=[-0.5, seats - 0.5], fixedrange=True)
    rates = [rate for side in sides for rate in side.win_rates]
    low = min([1 / seats - 0.04, *(rate.low - 0.01 for rate in rates)])  # wide enough not to magnify noise
    high = max([1 / seats + 0.04, *(rate.high + 0.01 for rate in rates)])
    figure.update_yaxes(range=[max(0.0, low), min(1.0, high)], fixedrange=True)
    return _chart("win_rates", "Win rate by seat", sentence_by_side(sides, _fairness_of), figure, sides)


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


def error_bars(points: Sequence[float], ends: Sequence[Sequence[float]]) -> dict[str, object]:
    """Intervals around points, each from its low to its high end."""
    return {
        "type": "data",
        "array": [high - point for point, (_, high) in zip(points, ends, strict=True)],
        "arrayminus": [point - low for point, (low, _) in zip(points, ends, strict=True)],
        "thickness": 2,
        "width": 5,
    }


def _fairness_of(side: BatchSummary) -> str:
    players = side.scenario.players
    if not all(enough(rate.n) for rate in side.win_rates):
        return f"fewer than {FEWEST_PLAYS} plays are too few to compare seats."
    off = outside_expectation(side.win_rates, [1 / players] * players)
    more = [str(seat) for seat, way in enumerate(off, 1) if way > 0]
    less = [str(seat) for seat, way in enumerate(off, 1) if way < 0]
    if not more and not less:
        return f"no seat clearly wins more or less than its fair share, 1 in {players}."
    parts = [(more, "more"), (less, "less")]
    winners = [f"{_seats(seats)} {plural(len(seats), 'wins', 'win')} {word}" for seats, word in parts if seats]
    return f"{listed(winners)} than a fair share, 1 in {players}."


def _seats(seats: Sequence[str]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {listed(seats)}"


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
    return _chart("scores", title, _score_sentence(sides, measure), figure, sides, links)


def _overlaid(axis: str, share: str) -> go.Figure:
    """A figure for distributions over each other."""
    yaxis = {"title": share, "tickformat": ".0%", "fixedrange": True}
    return blank(300, barmode="overlay", bargap=0.05, xaxis={"title": axis, "fixedrange": True}, yaxis=yaxis)


NO_LEAD = " How far winners are ahead is not drawn: this game has no measure called margin."


def length_distribution(*sides: BatchSummary) -> Chart:
    """How many decisions plays take, over each other."""
    axis, says = "Decisions of a play", "half of the plays take {} decisions."
    more = "" if lead_measure(sides[0].scenario.game) else NO_LEAD
    return _of_plays("lengths", "Length of a play", axis, says, DECISIONS, sides, more)


def lead_distribution(*sides: BatchSummary) -> Chart:
    """How far the winner is ahead, over each other; of a game that measures it."""
    measure = lead_measure(sides[0].scenario.game)
    assert measure
    says = f"half of the plays are won by {{}} {measure.unit}."
    return _of_plays("leads", measure.label, f"{measure.label}, {measure.unit}", says, measure, sides)


def _of_plays(
    name: str, title: str, axis: str, says: str, measure: Measure, sides: Sequence[BatchSummary], more: str = ""
) -> Chart:
    """How often each value of a measure of plays occurs, counted in equal bins; `says` has room for the middle half."""
    figure = _overlaid(axis, "Share of plays")
    every = aligned(*(distribution(side.tallies, measure) for side in sides))
    plays = [_plays_of_bin(sides[-1], every[-1], measure, place) for place in range(len(every[-1].shares))]
    spans = {}
    for place, (side, bins) in enumerate(zip(sides, every, strict=True)):
        figure.add_trace(_value_trace(side, bins, place, len(sides), plays))
        spans[side.scenario.title] = " to ".join(dict.fromkeys(_middle_half(bins)))
    sentence = sentence_by_side(sides, lambda side: says.format(spans[side.scenario.title])) + more
    return _chart(name, title, sentence, figure, sides, [link for link in plays if link.address])


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


def _score_sentence(sides: Sequence[BatchSummary], measure: Measure) -> str:
    spans = [(side.scenario.title, " to ".join(_middle_half(side.scores))) for side in sides]
    (first, span), *rest = spans
    alike, all_of = len({span for _, span in spans}) == 1, "both" if len(rest) == 1 else "all"
    if measure.unit != POINTS:  # nobody ends with decisions, or with cards that were added
        parts = [span] if alike else [f"{there} with {name}" for name, there in spans]
        return (
            f"{measure.label}: {listed(parts)}{f' with {all_of}' if alike and rest else ''}, for half of all players."
        )
    if alike:
        return f"{f'With {all_of}, half' if rest else 'Half'} of all players end with {span} {measure.unit}."
    others = listed([f"{other} with {name}" for name, other in rest])
    return f"Half of all players end with {span} {measure.unit} with {first}, and with {others}."


def _middle_half(bins: Histogram) -> tuple[str, str]:
    """The scores between which the middle half of players lies."""
    reached = bins.shares.cumsum()
    places = [int((reached < part).sum()) for part in (0.25, 0.75)]
    low, high = (float(bins.centres[min(place, len(bins.centres) - 1)]) for place in places)
    return f"{low:g}", f"{high:g}"


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
    for place, side in enumerate(sides):
        figure.add_trace(_criterion_bars(side, parts, place, len(sides)))
    if any(measure.part is ScorePart.DEDUCTS for measure in parts):
        figure.add_hline(0, line={"color": QUIET, "width": 1})
    return _chart("criteria", "Points by criterion", _criterion_sentence(sides, parts), figure, sides)


def _signed(measure: Measure, points: float) -> float:
    """The points with the sign that they have in the score."""
    return -points if measure.part is ScorePart.DEDUCTS else points


def _criterion_bars(side: BatchSummary, measures: Sequence[Measure], place: int, of: int) -> go.Bar:
    estimates = [side.readings[measure.name].estimate for measure in measures]
    signed = [_signed(measure, estimate.mean) for measure, estimate in zip(measures, estimates, strict=True)]
    ends = [
        sorted([_signed(measure, estimate.low), _signed(measure, estimate.high)])
        for measure, estimate in zip(measures, estimates, strict=True)
    ]
    pattern = {"shape": "/" if of > 1 and place == 0 else "", "solidity": 0.35}
    return go.Bar(
        x=[measure.label for measure in measures],
        y=signed,
        error_y=error_bars(signed, ends),
        name=side.scenario.title,
        marker={"color": color_of(place, of), "pattern": pattern},
        customdata=ends,
        hovertemplate="%{x}: %{y:.2f}<br>%{customdata[0]:.2f} to %{customdata[1]:.2f}",
        showlegend=of > 1,
    )


def _criterion_sentence(sides: Sequence[BatchSummary], measures: Sequence[Measure]) -> str:
    adding, deducting = (
        [measure for measure in measures if measure.part is part] for part in (ScorePart.ADDS, ScorePart.DEDUCTS)
    )
    sources = _largest_source_sentence(sides, adding) if len(adding) > 1 else _points_sentences(sides, adding)
    return f"{sources} {_points_sentences(sides, deducting)}".rstrip()


def _largest_source_sentence(sides: Sequence[BatchSummary], adding: Sequence[Measure]) -> str:
    """`Broad appeal brings more points than any other source: 31 % of them.`"""

    def largest(side: BatchSummary) -> tuple[str, str]:
        means = {measure.label: side.readings[measure.name].estimate.mean for measure in adding}
        name = max(means, key=lambda label: means[label])
        return name, phrases.percent(means[name] / (sum(means.values()) or 1), 0)

    parts = [(*largest(side), side.scenario.title) for side in sides]
    if len(parts) == 1:
        return f"{parts[0][0]} brings more points than any other source: {parts[0][1]} of them."
    sources = listed([f"{lower_first(name)} ({part}) with {who}" for name, part, who in parts])
    return f"The source of the largest part of the points is {sources}."


def _points_sentences(sides: Sequence[BatchSummary], measures: Sequence[Measure]) -> str:
    """Each of the parts: `Penalty for unfinished movies: 3.2 points a player are deducted.`"""
    return " ".join(_points_sentence(sides, measure) for measure in measures)


def _points_sentence(sides: Sequence[BatchSummary], measure: Measure) -> str:
    means = [phrases.value(measure, side.readings[measure.name].estimate.mean) for side in sides]
    parts = [f"{mean} points with {side.scenario.title}" for mean, side in zip(means, sides, strict=True)]
    done = "deducted" if measure.part is ScorePart.DEDUCTS else "added"
    if len(sides) == 1:
        return f"{measure.label}: {means[0]} points a player are {done}."
    return f"{measure.label}, {done} a player: {listed(parts)}."
