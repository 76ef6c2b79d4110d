"""Studies of strength and statistics of cards as tables, and a line on who played and how often."""

from collections.abc import Iterable
from typing import Any

from workbench.bots.spec import bot_title
from workbench.engine.card_lists.columns import ChoiceColumn, Column, NumberColumn
from workbench.engine.card_lists.lists import CardList
from workbench.engine.files import csv_text
from workbench.report.text import phrases
from workbench.report.text.decks import HELD_AGAINST, cell_words, verdict_word
from workbench.report.text.phrases import count, decimal, percent, point_span, words_of
from workbench.report.text.verdicts import plays_range
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.study.card_verdicts import Deck, Judged
from workbench.study.strength import Contest, Doubt

INTERVAL = "95 % interval"
Table = list[dict[str, str]]
"""Lines with the same columns, all as text."""


def plays_of_each(contests: Iterable[Contest]) -> str:
    """How many plays each of the contests has: `40 to 2 000`."""
    plays = sorted({contest.plays for contest in contests})
    return count(plays[0]) if len(plays) == 1 else f"{count(plays[0])} to {count(plays[-1])}"


def plays_to_decide(doubt: Doubt | None) -> str:
    """More plays at each seat for a chance of 50 and 80 % to decide; empty where it is decided."""
    return plays_range(doubt.further) if doubt else ""


def contest_line(contest: Contest, verdict: str, doubt: Doubt | None = None) -> dict[str, str]:
    """How a lone bot fared, as a row."""
    estimate = contest.estimate
    return {
        "Bot": bot_title(contest.one),
        "Alone among": bot_title(contest.field),
        "Share of the wins": phrases.percent(estimate.mean),
        "95 % interval": f"{phrases.percent(estimate.low)} to {phrases.percent(estimate.high)}",
        "Above even": f"{phrases.points(contest.gain.mean)} points",
        "Verdict": verdict,
        "Plays at each seat": count(contest.plays),
        "Plays to decide": plays_to_decide(doubt),
    }


def contest_record(study: str, contest: Contest, verdict: str) -> dict[str, Any]:
    """A contest as a row, in full precision; `study` says what it is a part of."""
    estimate = contest.estimate
    return {
        "study": study,
        "bot": contest.one,
        "among": contest.field,
        "share": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "even": contest.even,
        "p_value": contest.p_value,
        "verdict": verdict,
        "plays": contest.plays,
        "players": contest.players,
    }


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
            "Verdict": verdict_word(card),
            SHARES[0]: _percent(card.figure.won_when_drawn),
            GAP: PERCENT * card.gap.mean if card.gap else None,
            "95 % interval": point_span(card.gap) if card.gap else "",
            SHARES[1]: _percent(card.figure.won_when_played),
            SHARES[2]: _percent(card.figure.played_when_drawn),
            "Drawn a play": card.figure.drawn / deck.plays,
            "Played a play": card.figure.played / deck.plays,
            **{words_of(column.name).capitalize(): _value_of(column, card) for column in shown},
        }
        for card in (*deck.ranked, *deck.others)
    ]


def card_table_as_text(declared: CardList, deck: Deck) -> list[dict[str, str]]:
    """The same table in words."""
    return [{name: _escaped(name, cell) for name, cell in line.items()} for line in card_table(declared, deck)]


def _escaped(name: str, cell: Any) -> str:
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return str(cell)
    if name in SHARES:
        return percent(cell / PERCENT)
    return decimal(cell, 1, signed=True) if name == GAP else decimal(cell, 2)


def _value_of(column: Column, card: Judged) -> Any:
    cell = card.row[column.name]
    if isinstance(column, NumberColumn):
        return cell
    return "" if cell is None else cell_words(column, cell)


def _percent(estimate: Estimate | None) -> float | None:
    return PERCENT * estimate.mean if estimate else None


def cards_csv(declared: CardList, deck: Deck, scenario: Scenario) -> str:
    """A line for each card with every cell of its row, and which plays the figures come from."""
    rows = [_line(declared, card, deck, scenario) for card in deck.cards]
    return csv_text(list(rows[0]) if rows else [], rows)


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
        "verdict": verdict_word(card),
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
