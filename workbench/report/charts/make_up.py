"""Plotly figures of what a card list is made of: counts by kind, sets covered, and curves of numbers.

Colors are those of Plotly's `Safe` palette; patterns differ as well.
"""

from collections.abc import Collection, Mapping

import plotly.graph_objects as go

from workbench.engine.card_lists import CardList
from workbench.engine.cards import Cards
from workbench.report.charts.base import Chart, blank
from workbench.report.colors import OTHER, SAFE
from workbench.report.template import SHARED, render
from workbench.report.text.phrases import count, decimal, words_of
from workbench.scenario.make_up import MakeUp, View, kind_column, make_up, mean, quartile

COLORS = (SAFE[0], SAFE[1], SAFE[6], SAFE[2], SAFE[5], SAFE[7])
PATTERNS = ("", "/", "x", ".", "\\", "-")
"""Colors and patterns of kinds in a bar; more kinds than these look alike."""
MOST_BARS = 30
FEW = 6


def make_up_chart(declared: CardList, cards: Cards, view: View, column: str) -> Chart:
    contents = make_up(declared, cards)
    match view:
        case View.KINDS:
            counts, label = contents.kinds[column], words_of(column)
            sentence = _sentence(view, counts, cards=contents.cards)
            return Chart(f"kinds_{column}", f"Cards by {label}", sentence, _bars(counts))
        case View.SYMBOLS:  # how many of each option the cards show, where a number says how many a card shows
            symbols = {option: number for option, number in contents.symbols[column].items() if number}
            on, title = contents.kinds[column], f"How many of each {words_of(column)}"
            others = contents.cards - sum(on[option] for option in symbols)
            sentence = _sentence(view, symbols, column=column, on=on, others=others, cards=contents.cards)
            return Chart(f"shown_{column}", title, sentence, _bars(symbols, "Shown on the cards"))
        case View.COVERS:
            counts = contents.covers[column]
            title = f"{words_of(column).capitalize()} covered"
            return Chart(f"covers_{column}", title, _sentence(view, counts), _bars(counts))
        case View.CURVE:
            return _curve(declared, cards, column)


def _sentence(view: View, counts: Mapping[str, int] | Mapping[int, int], **facts: object) -> str:
    """The sentence of a chart: `text/make_up.md` has the words."""
    return render(SHARED, "make_up.md", view=view.value, counts=counts, **facts).headline


def _bars(counts: Mapping[str, int], axis: str = "Cards") -> go.Figure:
    """Lying bars with their numbers, in the order in which the members are declared."""
    names = [words_of(name) for name in counts]
    figure = blank(90 + 32 * len(names))
    numbers = list(counts.values())
    figure.add_bar(
        y=names,
        x=numbers,
        orientation="h",
        text=[count(number) for number in numbers],
        textposition="outside",
        cliponaxis=False,
        marker={"color": OTHER, "opacity": 0.75},
        hovertemplate=f"%{{y}}: %{{x}} {axis.lower()}<extra></extra>",
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
        curve = part.curves.get(name, {})
        figure.add_bar(
            x=list(curve),
            y=list(curve.values()),
            name=words_of(kind),
            showlegend=bool(kind),
            marker={"color": COLORS[place], "pattern": {"shape": PATTERNS[place], "solidity": 0.3}},
            hovertemplate=f"{words_of(kind)} %{{x}}: %{{y}} cards<extra></extra>",
        )
    figure.update_xaxes(title=words_of(name).capitalize(), fixedrange=True, dtick=step(whole))
    figure.update_yaxes(title="Cards", fixedrange=True, rangemode="tozero")
    half = [quartile(whole, part) for part in (0.25, 0.75)]
    sentence = _sentence(View.CURVE, whole, half=half, mean=decimal(mean(whole), 1))
    return Chart(f"curve_{name}", f"{words_of(name).capitalize()} curve", sentence, figure)


def step(numbers: Collection[int]) -> int | None:
    """A label at each number, unless there are too many."""
    return 1 if max(numbers) - min(numbers) <= MOST_BARS else None


def _parts(declared: CardList, cards: Cards) -> dict[str, MakeUp]:
    """The make-up of the cards of each kind, or of all where there are no kinds, or too many to be told apart."""
    column = kind_column(declared)
    if column is None:
        return {"": make_up(declared, cards)}
    name = column.name
    return {kind: make_up(declared, cards, lambda row, kind=kind: row[name] == kind) for kind in column.names}  # type: ignore[misc]
