"""What the cards of a list do, as a table for people and as a CSV file in full precision."""

import csv
import io
from typing import Any

from workbench.engine.card_columns import ChoiceColumn, Column, NumberColumn
from workbench.engine.card_lists import CardList
from workbench.stats import Estimate
from workbench.study.report.card_words import cell_words
from workbench.study.report.deck_words import HELD_AGAINST, Deck, Judged
from workbench.study.report.words import plain, words_of
from workbench.study.scenario import Scenario
from workbench.study.strength.words import percent, point_span

PERCENT = 100
SHARES = ("Won when drawn", "Won when played", "Played when drawn")
"""Columns in per cent."""
GAP = "Beside its kind"
"""The column of percentage points."""


def card_table(declared: CardList, deck: Deck) -> list[dict[str, Any]]:
    """A line for each card, the farthest above its kind first: who won, how often it was drawn, what it says."""
    shown = [c for c in declared.columns if isinstance(c, NumberColumn) or type(c) is ChoiceColumn]
    return [
        {
            "Card": card.name,
            "Verdict": card.word,
            SHARES[0]: _percent(card.figure.won_when_drawn),
            GAP: PERCENT * card.gap.mean if card.gap else None,
            "95 % interval": point_span(card.gap) if card.gap else "",
            SHARES[1]: _percent(card.figure.won_when_played),
            SHARES[2]: _percent(card.figure.played_when_drawn),
            "Drawn a play": card.figure.drawn / deck.plays,
            "Played a play": card.figure.played / deck.plays,
            **{words_of(column.name).capitalize(): _cell(column, card) for column in shown},
        }
        for card in (*deck.ranked, *deck.others)
    ]


def told_table(declared: CardList, deck: Deck) -> list[dict[str, str]]:
    """The same table in words."""
    return [{name: _told(name, cell) for name, cell in line.items()} for line in card_table(declared, deck)]


def _told(name: str, cell: Any) -> str:
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return str(cell)
    if name in SHARES:
        return percent(cell / PERCENT)
    return plain(cell, 1, signed=True) if name == GAP else plain(cell, 2)


def _cell(column: Column, card: Judged) -> Any:
    cell = card.row[column.name]
    if isinstance(column, NumberColumn):
        return cell
    return "" if cell is None else cell_words(column, cell)


def _percent(estimate: Estimate | None) -> float | None:
    return PERCENT * estimate.mean if estimate else None


def cards_csv(declared: CardList, deck: Deck, scenario: Scenario) -> str:
    """A line for each card with every cell of its row, and which plays the figures come from."""
    rows = [_line(declared, card, deck, scenario) for card in deck.cards]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _line(declared: CardList, card: Judged, deck: Deck, scenario: Scenario) -> dict[str, Any]:
    figure = card.figure
    return {
        **{column.name: column.write(card.row[column.name]) for column in declared.columns},
        "seats_that_drew": figure.drawn,
        "seats_that_played": figure.played,
        **_estimate("won_when_played", figure.won_when_played),
        **_estimate("won_when_drawn", figure.won_when_drawn),
        **_estimate("played_when_drawn", figure.played_when_drawn),
        "even_share": deck.even,
        "average_share": deck.average,
        **_estimate("beside_kind", card.gap),
        "verdict": card.word,
        "held_against": HELD_AGAINST,
        "revision": scenario.revision,
        "bots": " ".join(scenario.bots),
        "plays": scenario.plays,
        "seed": scenario.seed,
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, float | str]:
    if estimate is None:
        return {name: "", f"{name}_low": "", f"{name}_high": ""}
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
