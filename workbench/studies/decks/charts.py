"""The Plotly figures of which cards of a list win, a mark each."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from workbench.engine.wording import THIN
from workbench.report.charts.base import PERCENT, UNSORTED, VERDICTS, blank
from workbench.report.charts.make_up import step
from workbench.report.colors import QUIET, SAFE
from workbench.report.text.phrases import words_of
from workbench.studies.decks.verdicts import Deck, Judged, NumberTrend

EVEN = {"color": QUIET, "width": 1.5, "dash": "dash"}
"""The line of an even seat, or of the average card."""


def drawn_and_played(deck: Deck, words: Mapping[str, str]) -> go.Figure:
    """Each card by how often seats won that drew it, and that played it."""
    cards = [card for card in deck.cards if card.figure.won_when_played and card.figure.won_when_drawn]
    drawn = [_rate(card, "won_when_drawn") for card in cards]
    played = [_rate(card, "won_when_played") for card in cards]
    figure = blank(420)
    _add_dots(figure, cards, drawn, played, "drawn %{x:.1f} %, played %{y:.1f} %", words)
    even = PERCENT * deck.even
    low, high = min([even - 2, *drawn, *played]) - 0.5, max([even + 2, *drawn, *played]) + 0.5
    figure.add_shape(type="line", x0=low, y0=low, x1=high, y1=high, line={**EVEN, "dash": "solid"}, layer="below")
    figure.add_hline(even, line=EVEN, layer="below")
    figure.add_vline(even, line=EVEN, layer="below")
    figure.update_xaxes(title="Won when drawn", ticksuffix=f"{THIN}%", range=[low, high], fixedrange=True)
    figure.update_yaxes(title="Won when played", ticksuffix=f"{THIN}%", range=[low, high], fixedrange=True)
    return figure


def by_number(trend: NumberTrend, words: Mapping[str, str]) -> go.Figure:
    """Each drawn card by one of its numbers and its win rate when drawn, and the average of each number."""
    figure = blank(360)
    drawn = [_rate(card, "won_when_drawn") for card in trend.cards]
    _add_dots(figure, trend.cards, trend.numbers, drawn, "%{x}: %{y:.1f} %", words)
    numbers, means = zip(*trend.means, strict=True)
    figure.add_scatter(
        x=numbers,
        y=[PERCENT * mean for mean in means],
        mode="lines",
        name="average of each number",
        line={"color": SAFE[0], "width": 2},
        hovertemplate="%{x}: %{y:.1f} %<extra></extra>",
    )
    figure.update_xaxes(title=words_of(trend.column).capitalize(), fixedrange=True, dtick=step(trend.numbers))
    figure.update_yaxes(title="Won when drawn", ticksuffix=f"{THIN}%", fixedrange=True)
    return figure


def _rate(card: Judged, name: str) -> float:
    return PERCENT * float(getattr(card.figure, name).mean)


def _add_dots(
    figure: go.Figure,
    cards: Sequence[Judged],
    x: Sequence[float],
    y: Sequence[float],
    hover: str,
    words: Mapping[str, str],
) -> None:
    """A mark a card, in groups by how it stands."""
    for standing in dict.fromkeys(card.standing for card in cards):
        places = [place for place, card in enumerate(cards) if card.standing is standing]
        symbol, color = VERDICTS.get(str(standing), UNSORTED)
        figure.add_scatter(
            x=[x[place] for place in places],
            y=[y[place] for place in places],
            mode="markers",
            name=words.get(standing, standing) if standing else "no other of its kind",
            marker={"symbol": symbol, "size": 9, "color": color, "line": {"width": 1.5, "color": color}},
            customdata=[cards[place].name for place in places],
            hovertemplate=f"%{{customdata}}<br>{hover}<extra></extra>",
        )
