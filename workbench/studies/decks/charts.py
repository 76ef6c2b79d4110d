"""Plotly figures of which cards of a list win.

Colors are those of Plotly's `Safe` palette; symbols differ as well.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.engine.wording import THIN
from workbench.report.charts.batch import Chart, blank
from workbench.report.charts.make_up import step
from workbench.report.charts.marks import PERCENT, Mark, MarkRow, draw_even, rows_figure
from workbench.report.colors import GOOD, OTHER, QUIET, SAFE
from workbench.report.text.phrases import number_of, percent, point_span, points, share_span, words_of
from workbench.stats import Verdict
from workbench.stats.evidence import enough, judge_together
from workbench.studies.decks.verdicts import END, CardKind, Deck, Judged, ends, trend
from workbench.studies.decks.words import VERDICTS, verdict_word

MARKS: dict[Verdict | None, Mark] = {
    Verdict.HIGHER: ("triangle-right", GOOD),
    Verdict.LOWER: ("triangle-left", OTHER),
    Verdict.SAME: ("circle", QUIET),
    Verdict.UNDECIDED: ("circle-open", QUIET),
    None: ("x", QUIET),
}
"""Symbol and color of each verdict on a card."""
CLEAR_MARKS: dict[Verdict, Mark] = {
    Verdict.HIGHER: ("triangle-right-open", QUIET),
    Verdict.LOWER: ("triangle-left-open", QUIET),
}
"""Of an undecided card that is clear of its kind, but perhaps by little."""
EVEN = {"color": QUIET, "width": 1.5, "dash": "dash"}
"""The line of an even seat, or of the average card."""
LEAST = 0.02
"""How far a chart reaches at least to each side of an even share, so that it does not magnify noise."""


def kinds_won(deck: Deck) -> Chart | None:
    """How often seats win that draw a card of each kind; None where there is one kind only."""
    if not deck.kinds:
        return None
    rows = [_kind_row(kind) for kind in sorted(deck.kinds, key=lambda kind: -kind.won.mean)]
    figure = rows_figure(rows)
    figure.update_xaxes(title="Won when drawn", ticksuffix=f"{THIN}%")
    draw_even(figure, rows, deck.average, LEAST)
    sentence = (
        "How often seats won that drew a card of the kind; the dashed line is the average card"
        f" ({percent(deck.average)}). Bars are 95 % intervals; the symbols are verdicts, corrected for all kinds and"
        " cards together."
    )
    return Chart("kinds_won", "Which kinds win", sentence, figure)


def _kind_row(kind: CardKind) -> MarkRow:
    mean = percent(kind.won.mean)
    hover = f"{mean} ({share_span(kind.won)})"
    return MarkRow(words_of(kind.name), kind.won, mean, hover, VERDICTS[kind.verdict], MARKS[kind.verdict])


def standing_out(deck: Deck) -> Chart:
    """The cards at both ends by how much more often seats win that drew them than that drew others of their kind."""
    cards = ends(deck)
    rows = [_row(card) for card in cards]
    figure = rows_figure(rows)
    figure.update_xaxes(
        title="Won when drawn, points above its kind" if deck.kinds else "Won when drawn, points above the others"
    )
    draw_even(figure, rows, 0.0, LEAST)
    which = "every card that was drawn" if len(cards) == len(deck.ranked) else f"the {END} cards at each end"
    beside = "another of its kind" if deck.kinds else "another card"
    sentence = (
        f"How much more often seats won that drew the card than seats that drew {beside}: {which}. Bars are 95 %"
        " intervals, some of which miss the line by chance; the symbols are verdicts, corrected for all kinds and cards"
        " together."
    )
    return Chart("standing_out", "Which cards stand out", sentence, figure)


def _row(card: Judged) -> MarkRow:
    assert card.gap is not None
    hover = f"{points(card.gap.mean)} points ({point_span(card.gap)}), drawn by {number_of(card.figure.drawn, 'seat')}"
    return MarkRow(card.name, card.gap, points(card.gap.mean), hover, verdict_word(card), _mark(card))


def _mark(card: Judged) -> Mark:
    undecided = card.verdict is Verdict.UNDECIDED
    return CLEAR_MARKS[card.clear] if undecided and card.clear in CLEAR_MARKS else MARKS[card.verdict]


def drawn_and_played(deck: Deck) -> Chart:
    """Each card by how often seats won that drew it, and that played it."""
    cards = [card for card in deck.cards if card.figure.won_when_played and card.figure.won_when_drawn]
    figure = blank(420)
    for verdict in VERDICTS:
        group = [card for card in cards if card.verdict is verdict]
        if group:
            figure.add_trace(_dots(group, verdict))
    rates = [rate for card in cards for rate in (_drawn(card), PERCENT * card.rate)]
    even = PERCENT * deck.even
    low, high = min([even - 2, *rates]) - 0.5, max([even + 2, *rates]) + 0.5
    figure.add_shape(type="line", x0=low, y0=low, x1=high, y1=high, line={**EVEN, "dash": "solid"}, layer="below")
    figure.add_hline(even, line=EVEN, layer="below")
    figure.add_vline(even, line=EVEN, layer="below")
    figure.update_xaxes(title="Won when drawn", ticksuffix=f"{THIN}%", range=[low, high], fixedrange=True)
    figure.update_yaxes(title="Won when played", ticksuffix=f"{THIN}%", range=[low, high], fixedrange=True)
    sentence = (
        "Each mark is a card. Above the slanted line, seats that played it won more often than seats that drew it."
        " Dashed lines show an even share."
    )
    return Chart("drawn_and_played", "Drawn against played", sentence, figure)


def _drawn(card: Judged) -> float:
    won = card.figure.won_when_drawn
    return PERCENT * won.mean if won else float("nan")


def _dots(group: Sequence[Judged], verdict: Verdict | None) -> go.Scatter:
    symbol, color = MARKS[verdict]
    return go.Scatter(
        x=[_drawn(card) for card in group],
        y=[PERCENT * card.rate for card in group],
        mode="markers",
        name=VERDICTS[verdict],
        marker={"symbol": symbol, "size": 10, "color": color, "line": {"width": 1.5, "color": color}},
        customdata=[card.name for card in group],
        hovertemplate="%{customdata}<br>drawn %{x:.1f} %, played %{y:.1f} %<extra></extra>",
    )


def by_number(deck: Deck, columns: Sequence[str]) -> Chart | None:
    """Each drawn card by one of its numbers and its win rate when drawn; None where all numbers are alike.

    The number is that of the first column in which cards differ.
    """
    for column in columns:
        cards = [card for card in deck.cards if card.figure.won_when_drawn and isinstance(card.row[column], int)]
        numbers = [int(card.row[column]) for card in cards]  # type: ignore[arg-type]
        if len(set(numbers)) > 1:
            return _by_number(deck, column, numbers, cards)
    return None


def _by_number(deck: Deck, column: str, numbers: Sequence[int], cards: Sequence[Judged]) -> Chart:
    figure = blank(360)
    for verdict in VERDICTS:
        group = [(number, card) for number, card in zip(numbers, cards, strict=True) if card.verdict is verdict]
        if group:
            figure.add_trace(_dots_by_number(group, verdict))
    figure.add_trace(_means(numbers, cards))
    figure.add_hline(PERCENT * deck.average, line=EVEN, layer="below")
    label = words_of(column)
    figure.update_xaxes(title=label.capitalize(), fixedrange=True, dtick=step(numbers))
    figure.update_yaxes(title="Won when drawn", ticksuffix=f"{THIN}%", fixedrange=True)
    return Chart(f"by_{column}", f"Does {label} win?", _trend_sentence(label, numbers, cards, deck.plays), figure)


def _dots_by_number(group: Sequence[tuple[int, Judged]], verdict: Verdict | None) -> go.Scatter:
    symbol, color = MARKS[verdict]
    return go.Scatter(
        x=[number for number, _ in group],
        y=[_drawn(card) for _, card in group],
        mode="markers",
        name=VERDICTS[verdict],
        marker={"symbol": symbol, "size": 9, "color": color, "line": {"width": 1.5, "color": color}},
        customdata=[card.name for _, card in group],
        hovertemplate="%{customdata}<br>%{x}: %{y:.1f} %<extra></extra>",
    )


def _means(numbers: Sequence[int], cards: Sequence[Judged]) -> go.Scatter:
    """The win rate of all plays of the cards with each number."""
    places = sorted(set(numbers))
    return go.Scatter(
        x=places,
        y=[PERCENT * _pooled([card for n, card in zip(numbers, cards, strict=True) if n == place]) for place in places],
        mode="lines",
        name="average of each number",
        line={"color": SAFE[0], "width": 2},
        hovertemplate="%{x}: %{y:.1f} %<extra></extra>",
    )


def _pooled(cards: Sequence[Judged]) -> float:
    return float(np.average([_drawn(card) for card in cards], weights=[card.figure.drawn for card in cards])) / PERCENT


def _trend_sentence(label: str, numbers: Sequence[int], cards: Sequence[Judged], plays: int) -> str:
    """A sentence on whether cards with higher numbers win more often, as far as the plays show it."""
    marks = f"Each mark is a card; the line is the average of the cards with the same {label}."
    rise = trend(numbers, cards)
    low, high = min(numbers), max(numbers)
    verdict = judge_together([rise], 0.0)[0] if enough(plays) else Verdict.UNDECIDED
    if verdict is Verdict.UNDECIDED:
        return f"{marks} Cards with a higher {label} do not clearly win more or less often."
    more = "more" if verdict is Verdict.HIGHER else "less"
    low_end, high_end = (points(end, signed=False) for end in sorted(abs(end) for end in (rise.low, rise.high)))
    return (
        f"{marks} Over all kinds together, cards with {label} {high} win {points(abs(rise.mean), signed=False)} points"
        f" {more} often than cards with {label} {low} ({low_end} to {high_end})."
    )
