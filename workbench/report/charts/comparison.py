"""Plotly figures of a comparison: its differences in units of the smallest change that counts, and who wins by side."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import wrap

import plotly.graph_objects as go

from workbench.engine.wording import counted, listed
from workbench.report.charts.batch import (
    BAD,
    GOOD,
    LABEL_WIDTH,
    OTHER,
    QUIET,
    SAFE,
    Chart,
    blank,
    error_bars,
    rate_points,
    sentence_by_side,
    win_rates,
)
from workbench.report.summary import BatchSummary, Summary, TwoStrengths
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.answers import sides_win
from workbench.stats import Estimate, Verdict, outside_expectation
from workbench.stats.evidence import enough
from workbench.study.agreement import Agreement
from workbench.study.compare import Contrast

LINE, BETWEEN = 15, 11
"""Pixels of a line of a label, and between two labels."""
LINEAR = 12.0
"""Changes up to so many times the smallest that counts are drawn on an even axis; larger ones squeeze it."""
TICKS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
MOST_TICKS = 3
"""Numbers on either side of a squeezed axis; a phone has no room for more."""
MARKS = {
    Verdict.BETTER: ("triangle-up", GOOD),
    Verdict.WORSE: ("triangle-down", BAD),
    Verdict.HIGHER: ("triangle-right", OTHER),
    Verdict.LOWER: ("triangle-left", OTHER),
    Verdict.SAME: ("circle", QUIET),
    Verdict.UNDECIDED: ("circle-open", QUIET),
}
"""Symbol and color of each verdict."""
STRENGTHS = (("circle", SAFE[0]), ("diamond", SAFE[5]))
"""Symbol and color of the first and the second bots."""


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


def forest(summary: Summary, contrasts: Iterable[Contrast]) -> Chart:
    """Paired differences of the given measures, each in units of the smallest change that counts."""
    rows = list(contrasts)[::-1]
    scale, heights = scale_of(rows), heights_of_rows(rows)
    figure, middles = frame_of_rows(rows, heights, scale)
    for verdict in Verdict:
        picked = [(row, middle) for row, middle in zip(rows, middles, strict=True) if row.verdict is verdict]
        if picked:
            figure.add_trace(marks_of_rows(picked, verdict.value, MARKS[verdict], scale))
    sentence = f"{_sentence(summary)} {scenarios.played_by(summary.base.scenario, summary.other.scenario)}"
    return Chart("forest", "What changed, and how sure that is", sentence, figure)


def by_strength(two_strengths: TwoStrengths, agreed: Iterable[Agreement]) -> Chart:
    """The same differences by bots of both strengths, one above the other."""
    agreements = list(agreed)[::-1]
    sides = [agreement.first for agreement in agreements], [agreement.second for agreement in agreements]
    scale, heights = scale_of([*sides[0], *sides[1]]), [max(44, height) for height in heights_of_rows(sides[0])]
    figure, middles = frame_of_rows(sides[0], heights, scale)
    names = [scenarios.bots_label(summary.base.scenario.bots) for summary in two_strengths.summaries]
    for rows, name, mark, shift in zip(sides, names, STRENGTHS, (9, -9), strict=True):
        picked = [(row, middle + shift) for row, middle in zip(rows, middles, strict=True)]
        figure.add_trace(marks_of_rows(picked, name, mark, scale))
    bots = listed([scenarios.bots_phrase(summary.base.scenario.bots) for summary in two_strengths.summaries])
    sentence = f"{_sentence(two_strengths.first)} Played by {bots}."
    return Chart("by_strength", "The change by strength of the bots", sentence, figure)


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
        f"Each mark is {summary.other.scenario.title} minus {summary.base.scenario.title}. {kind} One inside the gray"
        " band, by itself, says too small to count; verdicts take all measures together."
    )


def win_charts(*batches: BatchSummary) -> list[Chart]:
    """Who wins how often: by side and by seat within the side, or by seat in a game without teams."""
    if not sides_in(batches):
        return [win_rates(*batches)]
    return [by_side(*batches), by_seat_within_sides(*batches)]


def sides_in(batches: Sequence[BatchSummary]) -> list[str]:
    """The sides that somebody was on in any of the batches, in the game's order; none in a game without teams."""
    sides = batches[0].scenario.game.sides
    met = {side for batch in batches for side in batch.side_win_rates}
    return [side for side in sides.names if side in met] if sides else []


def by_side(*batches: BatchSummary) -> Chart:
    """Each side's win rate with its interval."""
    names = sides_in(batches)
    figure = _figure([_side_label(name) for name in names], _highest(batches, names))
    for place, batch in enumerate(batches):
        rates = [_rate(batch, name) for name in names]
        labels = [_side_label(name) for name in names]
        figure.add_trace(rate_points(labels, rates, batch.scenario.title, place, len(batches)))
    return Chart("side_win_rates", "Win rate by side", _sentence_of_batches(batches, _shares_sentence), figure)


def by_seat_within_sides(*batches: BatchSummary) -> Chart:
    """Each seat's win rate on each side, over the plays in which it was on that side; a line at the side's own."""
    names, seats = sides_in(batches), max(batch.scenario.players for batch in batches)
    ticks = [str(seat) for _ in names for seat in range(1, seats + 1)]
    figure = _figure(ticks, _highest(batches, names, within=True))
    labels = [f"{_side_label(name)}, seat {seat}" for name in names for seat in range(1, seats + 1)]
    for place, batch in enumerate(batches):
        rates = [rate for name in names for rate in _padded(batch.win_rates_on(name), seats)]
        figure.add_trace(rate_points(labels, rates, batch.scenario.title, place, len(batches)))
        for number, name in enumerate(names):
            _mark_side(figure, _rate(batch, name), number * seats, seats)
    for number, name in enumerate(names):
        _head(figure, _side_label(name), (number + 0.5) * seats - 0.5)
    figure.update_xaxes(title="Seat")
    _head_room(figure, len(batches))
    return Chart(
        "seats_within_sides",
        "Win rate by seat, within each side",
        _sentence_of_batches(batches, _odd_seats_sentence),
        figure,
    )


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


def _head(figure: go.Figure, text: str, middle: float) -> None:
    """The heading of a side, above the plot."""
    figure.add_annotation(x=middle, y=1.0, yref="paper", yanchor="bottom", text=text, showarrow=False)


def _head_room(figure: go.Figure, batches: int) -> None:
    """Room above the plot for the sides' headings, and for the legend above them."""
    figure.update_layout(margin={"t": 24 if batches == 1 else 60}, showlegend=batches > 1)
    figure.update_layout(legend={"y": 1.1})


def _mark_side(figure: go.Figure, rate: Estimate, first: int, seats: int) -> None:
    """A dashed line at the side's win rate, under its seats."""
    line = {"dash": "dash", "color": QUIET, "width": 1.5}
    figure.add_shape(type="line", x0=first - 0.5, x1=first + seats - 0.5, y0=rate.mean, y1=rate.mean, line=line)


def _rate(batch: BatchSummary, side: str) -> Estimate:
    """The side's win rate; NaN where it was not at the table."""
    return batch.readings[f"win_rate_side_{side}"].estimate


def _padded(rates: list[Estimate], seats: int) -> list[Estimate]:
    nothing = Estimate(float("nan"), float("nan"), float("nan"), float("nan"), 0)
    return [*rates, *[nothing] * (seats - len(rates))]


def _side_label(side: str) -> str:
    return side.replace("_", " ").capitalize()


# Sentences


def _sentence_of_batches(batches: Sequence[BatchSummary], say: Callable[[BatchSummary], str]) -> str:
    """The sentence of each batch, once where all are alike, and who played."""
    text = sentence_by_side(batches, say)
    text = f"{text[:1].upper()}{text[1:]}"
    return f"{text} {scenarios.played_by(*(batch.scenario for batch in batches))}"


def _shares_sentence(batch: BatchSummary) -> str:
    """`communists win 63.6 % of the plays they are in and patriots 15.1 %.`"""
    return f"{listed(sides_win(batch))}."


def _odd_seats_sentence(batch: BatchSummary) -> str:
    """The seats that win more, or less, than the side they are on, beyond doubt among all seats of all sides."""
    rates = [
        (side, seat, rate, whole.mean)
        for side, whole in batch.side_win_rates.items()
        for seat, rate in enumerate(batch.win_rates_on(side), 1)
        if enough(rate.n)
    ]
    off = outside_expectation([rate for _, _, rate, _ in rates], [whole for *_, whole in rates])
    odd = [
        f"{_side_label(side).lower()} win {'more' if way > 0 else 'less'} in seat {seat}"
        for (side, seat, *_), way in zip(rates, off, strict=True)
        if way
    ]
    if not odd:
        return "on every side, no seat clearly wins more or less than the others."
    among = counted(len(rates), "interval")
    return f"{listed(odd)} than their side as a whole (beyond doubt among all {among}; Holm, 5 %)."
