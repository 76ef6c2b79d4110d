"""The columns of which cards win, what their list is made of, and the object in JSON."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import cast

from workbench.engine.card_lists import CardColumn, CardList, ChoiceColumn, NumberColumn
from workbench.engine.cards import Cards, Row
from workbench.engine.measures import WIN_RATE
from workbench.report.columns import (
    Columns,
    TableColumn,
    count,
    for_csv,
    for_programs,
    percent,
    points,
    ratio,
    text,
    verdict,
)
from workbench.report.document import Block, Drawing, Passage, Section, side_by_side
from workbench.report.escape import paragraphs
from workbench.report.json import Json, number, scenario_json
from workbench.report.template import SHARED, render
from workbench.report.text.card_lists import cell_words
from workbench.report.text.phrases import roughly, words_of
from workbench.scenario.make_up import kind_column, make_up, mean, number_columns, views
from workbench.stats import Verdict
from workbench.studies.decks.measure import DecksAnswer
from workbench.studies.decks.verdicts import CardKind, CardStanding, Judged, number_trend

__all__ = ["WIN_RATE", "Verdict", "kind_column", "make_up", "number_columns", "number_trend", "roughly"]
"""The template has them."""

WORDS: Mapping[str, str] = {
    CardStanding.HIGHER: "wins more often",
    CardStanding.ABOVE: "above its kind",
    CardStanding.SAME: "as often as its kind",
    CardStanding.BELOW: "below its kind",
    CardStanding.LOWER: "wins less often",
}
DRAWN = (
    "How often the seats won that had the card in hand, played or not; a win shared by k seats counts 1/k for each. A"
    " card that is played straight from the table was never drawn."
)
KINDS = Columns[CardKind](
    text("", "Kind", lambda kind: words_of(kind.name)),
    for_programs("kind", lambda kind: kind.name),
    percent("won_when_drawn", "Won when drawn", lambda kind: kind.won),
    points("beside_others", "Beside the others", lambda kind: kind.gap, interval=""),
    verdict("verdict", "Verdict", lambda kind: kind.verdict, {**WORDS, CardStanding.SAME: "as often as the others"}),
)
_WON: tuple[TableColumn[Judged], ...] = (
    percent("won_when_drawn", "Won when drawn", lambda card: card.figure.won_when_drawn, interval="", about=DRAWN),
    percent(
        "won_when_played",
        "Won when played",
        lambda card: card.figure.won_when_played,
        interval="",
        about="The same for the seats that played it. Whoever plays more cards wins more often, and plays more of each:"
        " that winners played a card does not mean that it made them win.",
    ),
    percent("played_when_drawn", "Played when drawn", lambda card: card.figure.played_when_drawn, interval=""),
)
_BESIDE: tuple[TableColumn[Judged], ...] = (
    text("name", "Card", lambda card: card.name),
    points(
        "beside_kind",
        "Beside its kind",
        lambda card: card.gap,
        about="How many percentage points more often a seat wins by drawing it than by drawing another of its kind, or"
        " another card where the list has no kinds.",
    ),
    verdict("", "Verdict", lambda card: card.standing, WORDS),
)
ENDS = Columns[Judged](*_BESIDE, *_WON)


def cards_of(answer: DecksAnswer) -> Columns[Judged]:
    """The columns of every card: its figures, then what the card says."""
    declared = answer.question.declared
    fixed = [
        for_programs("card", lambda card: card.figure.key),
        *_BESIDE,
        *_WON,
        count("drawn", "Drawn by", lambda card: card.figure.drawn, about="Seats that had it in hand.", in_csv=False),
        count("played", "Played by", lambda card: card.figure.played, about="Seats that played it.", in_csv=False),
        for_programs("verdict", lambda card: card.verdict, in_csv=True),
        for_programs("clear", lambda card: card.clear),
        for_programs("row", lambda card: _cells(declared, card.row)),
        for_csv("seats_that_drew", lambda card: card.figure.drawn),
        for_csv("seats_that_played", lambda card: card.figure.played),
    ]
    taken = {column.title for column in fixed}

    def of_list(column: CardColumn) -> TableColumn[Judged]:
        title = words_of(column.name).capitalize()
        if isinstance(column, NumberColumn):
            return count("", title, lambda card: cast(int | None, card.row[column.name]))
        return text("", title, lambda card: cell_words(column, cell) if (cell := card.row[column.name]) else None)

    listed = [of_list(column) for column in declared.columns if isinstance(column, NumberColumn | ChoiceColumn)]
    return Columns(*fixed, *(column for column in listed if column.title not in taken))


def _cells(declared: CardList, row: Row) -> dict[str, object]:
    return {column.name: column.write(row[column.name]) for column in declared.columns}


def records(answer: DecksAnswer) -> list[dict[str, object]]:
    """The lines of `decks --csv`: a card with every cell of its row, and its figures; or the cells alone."""
    question, deck = answer.question, answer.deck
    if deck is None:
        return [_cells(question.declared, row) for row in question.cards]
    batch = {
        "even_share": deck.even,
        "average_share": deck.average,
        "held_against": "the other cards of its kind",
        "bots": " ".join(answer.bots),
        "plays": deck.plays,
    }
    lines = zip(deck.cards, cards_of(answer).records(deck.cards), strict=True)
    return [{**_cells(question.declared, card.row), **line, **batch} for card, line in lines]


def data(answer: DecksAnswer) -> Json:
    """The object of `decks --json`: every kind and card, and what the list is made of; no cards without plays."""
    question, deck = answer.question, answer.deck
    columns = cards_of(answer)
    return {
        **scenario_json(answer.scenario),
        "bots": list(answer.scenario.bots),
        "plays": answer.plays,
        "list": question.declared.name,
        "file": str(question.cards.file),
        "sha256": question.cards.sha256,
        "headline": "",
        "look_at": [],
        "average": number(deck.average) if deck else None,
        "kinds": [*map(KINDS.json, deck.kinds)] if deck else [],
        "cards": [*map(columns.json, deck.cards)] if deck else [],
        "make_up": vars(make_up(question.declared, question.cards)),
    }


NUMBERS = Columns[tuple[str, Mapping[int, int]]](
    text("", "Column", lambda column: words_of(column[0]).capitalize()),
    ratio("", "Mean", lambda column: mean(column[1])),
    count("", "Lowest", lambda column: min(column[1])),
    count("", "Highest", lambda column: max(column[1])),
    count("", "Cards with other than 0", lambda column: sum(cards for number, cards in column[1].items() if number)),
)
"""The columns of numbers of a list, each with how many cards have which number."""


@lru_cache(maxsize=32)
def contents(declared: CardList, cards: Cards, folded: bool = False) -> Section:
    """The make-up of a list, each card counted with its copies; the same blocks each time, so that none is redrawn."""
    from workbench.report.charts.make_up import make_up_chart  # Plotly loads slowly

    drawings = [
        Drawing(f"{view}_{column}", partial(make_up_chart, declared, cards, view, column))
        for view, column in views(make_up(declared, cards))
    ]
    curves = [(name, curve) for name, curve in make_up(declared, cards).curves.items() if curve]
    table = NUMBERS.table(curves, "Every column of numbers")
    copies = declared.copies_of(list(cards)) if declared.copies else 0
    different = render(SHARED, "make_up.md", view="list", different=len(cards), copies=copies).headline
    blocks: list[Block] = [Passage(paragraphs(different)), *side_by_side(drawings), table]
    return Section(f"Contents of the list {declared.label}", blocks, folded=folded)
