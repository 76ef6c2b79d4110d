"""What the cards of a list do, as a table for people and as a CSV file in full precision."""

import csv
import io
from typing import Any

from workbench.engine.card_columns import ChoiceColumn, Column, NumberColumn
from workbench.engine.card_lists import CardList
from workbench.stats import Estimate
from workbench.study.report.card_words import cell_words
from workbench.study.report.deck_words import Deck, Judged, interval
from workbench.study.report.words import words_of
from workbench.study.scenario import Scenario

PERCENT = 100


def card_table(declared: CardList, deck: Deck, plays: int) -> list[dict[str, Any]]:
    """A line for each card, the most winning first: what it says, how often it was drawn and played, who won."""
    shown = [c for c in declared.columns if isinstance(c, NumberColumn) or type(c) is ChoiceColumn]
    return [
        {
            "Card": card.name,
            **{words_of(column.name).capitalize(): _cell(column, card) for column in shown},
            "Verdict": card.word,
            "Won when played": _percent(card.figure.won_when_played),
            "95 % interval": interval(card.figure.won_when_played) if card.figure.won_when_played else "",
            "Won when drawn": _percent(card.figure.won_when_drawn),
            "Played minus drawn": _gap(card),
            "Played when drawn": _percent(card.figure.played_when_drawn),
            "Drawn a play": card.figure.drawn / plays,
            "Played a play": card.figure.played / plays,
        }
        for card in (*deck.ranked, *deck.unplayed)
    ]


def _cell(column: Column, card: Judged) -> Any:
    cell = card.row[column.name]
    if isinstance(column, NumberColumn):
        return cell
    return "" if cell is None else cell_words(column, cell)


def _percent(estimate: Estimate | None) -> float | None:
    return PERCENT * estimate.mean if estimate else None


def _gap(card: Judged) -> float | None:
    played, drawn = card.figure.won_when_played, card.figure.won_when_drawn
    return PERCENT * (played.mean - drawn.mean) if played and drawn else None


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
        "verdict": card.word,
        "held_against": deck.level.value,
        "revision": scenario.revision,
        "bots": " ".join(scenario.bots),
        "plays": scenario.plays,
        "seed": scenario.seed,
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, float | str]:
    if estimate is None:
        return {name: "", f"{name}_low": "", f"{name}_high": ""}
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
