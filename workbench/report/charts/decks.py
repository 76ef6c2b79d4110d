"""Plotly figures of a card list: what it is made of, and which of its cards win.

Colors are those of Plotly's `Safe` palette; patterns and symbols differ as well.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.columns import NumberColumn
from workbench.engine.card_lists.lists import CardList
from workbench.report.charts.batch import GOOD, OTHER, QUIET, SAFE, Chart, blank
from workbench.report.charts.marks import PERCENT, Mark, Row, draw_even, rows_figure
from workbench.report.text.decks import (
    SAID,
    mean,
    most_and_least,
    percent_interval,
    shares_of_kinds,
    shown_symbols,
    spread,
    verdict_word,
)
from workbench.report.text.phrases import THIN, count, number_of, percent, point_span, points, words_of
from workbench.stats import Verdict
from workbench.stats.evidence import enough, judge_together
from workbench.study.card_verdicts import Deck, Judged, Kind, trend
from workbench.study.decks import MakeUp, kind_column, make_up

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
COLORS = (SAFE[0], SAFE[1], SAFE[6], SAFE[2], SAFE[5], SAFE[7])
PATTERNS = ("", "/", "x", ".", "\\", "-")
"""Colors and patterns of kinds in a bar; more kinds than these look alike."""
MOST_BARS = 30
FEW = 6
LEAST_SAID, MOST_DULL = 0.25, 0.75
"""Columns get no chart if fewer cards than this fill them, or more than that have the same number."""
END = 8
"""Cards that are shown at each end."""
EVEN = {"color": QUIET, "width": 1.5, "dash": "dash"}
"""The line of an even seat, or of the average card."""
LEAST = 0.02
"""How far a chart reaches at least to each side of an even share, so that it does not magnify noise."""


# What a list is made of


def make_up_charts(declared: CardList, cards: Cards) -> list[Chart]:
    """Counts by kind, sets covered, and the curves of numbers that vary; columns that few cards fill are left out."""
    found = make_up(declared, cards)
    frequent = {
        name: counts for name, counts in found.kinds.items() if sum(counts.values()) >= LEAST_SAID * found.cards
    }
    kinds = [_shown(name, found) or _kinds(name, counts, found.cards) for name, counts in frequent.items()]
    covers = [_covered(name, counts) for name, counts in found.covers.items() if sum(counts.values())]
    curves = [_curve(declared, cards, name) for name, curve in found.curves.items() if varies(curve)]
    return [*kinds[:1], *curves[:1], *covers, *curves[1:], *kinds[1:]]


def varies(curve: Mapping[int, int]) -> bool:
    """Whether the numbers of a column are worth a chart."""
    cards = sum(curve.values())
    return len(curve) > 1 and max(curve.values()) <= MOST_DULL * cards


def _kinds(name: str, counts: Mapping[str, int], cards: int) -> Chart:
    return Chart(f"kinds_{name}", f"Cards by {words_of(name)}", shares_of_kinds(counts, cards), _bars(counts))


def _shown(name: str, found: MakeUp) -> Chart | None:
    """How many of each option the cards show, where a number says how many a card shows; else None."""
    shown = {option: number for option, number in found.shown.get(name, {}).items() if number}
    if not shown:
        return None
    sentence = shown_symbols(name, shown, found.kinds[name])
    others = found.cards - sum(found.kinds[name][option] for option in shown)
    rest = f" The other {count(others)} of {number_of(found.cards, 'card')} show none." if others else ""
    title = f"How many of each {words_of(name)}"
    return Chart(f"shown_{name}", title, f"{sentence}{rest}", _bars(shown, "Shown on the cards"))


def _covered(name: str, counts: Mapping[str, int]) -> Chart:
    sentence = f"{most_and_least(counts)} A card can have several."
    return Chart(f"covers_{name}", f"{words_of(name).capitalize()} covered", sentence, _bars(counts))


def _bars(counts: Mapping[str, int], axis: str = "Cards") -> go.Figure:
    """Lying bars with their numbers, in the order in which the members are declared."""
    names = [words_of(name) for name in counts]
    figure = blank(90 + 32 * len(names))
    numbers = list(counts.values())
    figure.add_trace(
        go.Bar(
            y=names,
            x=numbers,
            orientation="h",
            text=[count(number) for number in numbers],
            textposition="outside",
            cliponaxis=False,
            marker={"color": OTHER, "opacity": 0.75},
            hovertemplate=f"%{{y}}: %{{x}} {axis.lower()}<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed", fixedrange=True, automargin=True)
    figure.update_xaxes(title=axis, fixedrange=True, rangemode="tozero", dtick=1 if max(numbers) < FEW else None)
    figure.update_layout(margin_t=8, margin_r=36)
    return figure


def _curve(declared: CardList, cards: Cards, name: str) -> Chart:
    """How many cards have each number, parted by the first column of kinds."""
    whole = make_up(declared, cards).curves[name]
    figure = blank(300, barmode="stack", bargap=0.15)
    for place, (kind, part) in enumerate(_parts(declared, cards).items()):
        figure.add_trace(_stack(kind, part.curves.get(name, {}), place))
    figure.update_xaxes(title=words_of(name).capitalize(), fixedrange=True, dtick=_step(whole))
    figure.update_yaxes(title="Cards", fixedrange=True, rangemode="tozero")
    return Chart(f"curve_{name}", f"{words_of(name).capitalize()} curve", spread(whole), figure)


def _step(numbers: Collection[int]) -> int | None:
    """A label at each number, unless there are too many."""
    return 1 if max(numbers) - min(numbers) <= MOST_BARS else None


def _parts(declared: CardList, cards: Cards) -> dict[str, MakeUp]:
    """The make-up of the cards of each kind, or of all where there are no kinds, or too many to be told apart."""
    column = kind_column(declared)
    if column is None:
        return {"": make_up(declared, cards)}
    name = column.name
    return {kind: make_up(declared, cards, lambda row, kind=kind: row[name] == kind) for kind in column.names}  # type: ignore[misc]


def _stack(kind: str, curve: Mapping[int, int], place: int) -> go.Bar:
    return go.Bar(
        x=list(curve),
        y=list(curve.values()),
        name=words_of(kind),
        showlegend=bool(kind),
        marker={"color": COLORS[place], "pattern": {"shape": PATTERNS[place], "solidity": 0.3}},
        hovertemplate=f"{words_of(kind)} %{{x}}: %{{y}} cards<extra></extra>",
    )


# What its cards do


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


def _kind_row(kind: Kind) -> Row:
    mean = percent(kind.won.mean)
    hover = f"{mean} ({percent_interval(kind.won)})"
    return Row(words_of(kind.name), kind.won, mean, hover, SAID[kind.verdict], MARKS[kind.verdict])


def standing_out(deck: Deck) -> Chart:
    """The cards at both ends by how much more often seats win that drew them than that drew others of their kind."""
    ranked = deck.ranked
    shown = ranked if len(ranked) <= 2 * END else [*ranked[:END], *ranked[-END:]]
    rows = [_row(card) for card in shown]
    figure = rows_figure(rows)
    figure.update_xaxes(
        title="Won when drawn, points above its kind" if deck.kinds else "Won when drawn, points above the others"
    )
    draw_even(figure, rows, 0.0, LEAST)
    which = "every card that was drawn" if len(shown) == len(ranked) else f"the {END} cards at each end"
    beside = "another of its kind" if deck.kinds else "another card"
    sentence = (
        f"How much more often seats won that drew the card than seats that drew {beside}: {which}. Bars are 95 %"
        " intervals, some of which miss the line by chance; the symbols are verdicts, corrected for all kinds and cards"
        " together."
    )
    return Chart("standing_out", "Which cards stand out", sentence, figure)


def _row(card: Judged) -> Row:
    assert card.gap is not None
    hover = f"{points(card.gap.mean)} points ({point_span(card.gap)}), drawn by {number_of(card.figure.drawn, 'seat')}"
    return Row(card.name, card.gap, points(card.gap.mean), hover, verdict_word(card), _mark(card))


def _mark(card: Judged) -> Mark:
    undecided = card.verdict is Verdict.UNDECIDED
    return CLEAR_MARKS[card.clear] if undecided and card.clear in CLEAR_MARKS else MARKS[card.verdict]


def drawn_and_played(deck: Deck) -> Chart:
    """Each card by how often seats won that drew it, and that played it."""
    shown = [card for card in deck.cards if card.figure.won_when_played and card.figure.won_when_drawn]
    figure = blank(420)
    for verdict in SAID:
        group = [card for card in shown if card.verdict is verdict]
        if group:
            figure.add_trace(_dots(group, verdict))
    ends = [end for card in shown for end in (_drawn(card), PERCENT * card.rate)]
    even = PERCENT * deck.even
    low, high = min([even - 2, *ends]) - 0.5, max([even + 2, *ends]) + 0.5
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
        name=SAID[verdict],
        marker={"symbol": symbol, "size": 10, "color": color, "line": {"width": 1.5, "color": color}},
        customdata=[card.name for card in group],
        hovertemplate="%{customdata}<br>drawn %{x:.1f} %, played %{y:.1f} %<extra></extra>",
    )


def by_number(deck: Deck, column: str) -> Chart | None:
    """Each drawn card by one of its numbers and its win rate when drawn; None where the numbers are all alike."""
    shown = [card for card in deck.cards if card.figure.won_when_drawn and isinstance(card.row[column], int)]
    given = [int(card.row[column]) for card in shown]  # type: ignore[arg-type]
    if len(set(given)) < 2:
        return None
    figure = blank(360)
    for verdict in SAID:
        group = [(number, card) for number, card in zip(given, shown, strict=True) if card.verdict is verdict]
        if group:
            figure.add_trace(_dots_by_number(group, verdict))
    figure.add_trace(_means(given, shown))
    figure.add_hline(PERCENT * deck.average, line=EVEN, layer="below")
    label = words_of(column)
    figure.update_xaxes(title=label.capitalize(), fixedrange=True, dtick=_step(given))
    figure.update_yaxes(title="Won when drawn", ticksuffix=f"{THIN}%", fixedrange=True)
    return Chart(f"by_{column}", f"Does {label} win?", _trend_sentence(label, given, shown, deck.plays), figure)


def number_columns(declared: CardList) -> list[str]:
    """The columns of numbers, without that of the copies."""
    return [c.name for c in declared.columns if isinstance(c, NumberColumn) and c.name != declared.copies]


def _dots_by_number(group: Sequence[tuple[int, Judged]], verdict: Verdict | None) -> go.Scatter:
    symbol, color = MARKS[verdict]
    return go.Scatter(
        x=[number for number, _ in group],
        y=[_drawn(card) for _, card in group],
        mode="markers",
        name=SAID[verdict],
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
    """Whether cards with higher numbers win more often, as far as the plays show it."""
    each = f"Each mark is a card; the line is the average of the cards with the same {label}."
    rise = trend(numbers, cards)
    low, high = min(numbers), max(numbers)
    found = judge_together([rise], 0.0)[0] if enough(plays) else Verdict.UNDECIDED
    if found is Verdict.UNDECIDED:
        return f"{each} Cards with a higher {label} do not clearly win more or less often."
    more = "more" if found is Verdict.HIGHER else "less"
    low_end, high_end = (points(end, signed=False) for end in sorted(abs(end) for end in (rise.low, rise.high)))
    return (
        f"{each} Over all kinds together, cards with {label} {high} win {points(abs(rise.mean), signed=False)} points"
        f" {more} often than cards with {label} {low} ({low_end} to {high_end})."
    )


def numbers_table(declared: CardList, cards: Cards) -> list[dict[str, Any]]:
    """Each column of numbers: its mean, its ends, and how many cards have a number other than 0."""
    return [
        {
            "Column": words_of(name).capitalize(),
            "Mean": round(mean(curve), 2),
            "Lowest": min(curve),
            "Highest": max(curve),
            "Cards with other than 0": sum(cards_of for number, cards_of in curve.items() if number),
        }
        for name, curve in make_up(declared, cards).curves.items()
        if curve
    ]
