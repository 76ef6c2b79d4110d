"""Which cards win as a document: what stands out, every card, and what the list is made of."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from workbench.engine.card_lists import CardList, ChoiceColumn, NumberColumn
from workbench.engine.cards import Cards, Cell, Row
from workbench.engine.wording import plural
from workbench.report.document import Beside, Block, Drawing, NumberCells, Prose, Report, Section, Table
from workbench.report.escape import paragraphs
from workbench.report.json import estimate_json, number, scenario_json
from workbench.report.text import phrases
from workbench.report.text.card_lists import cell_words, different_cards, numbers_table, on_contents
from workbench.report.text.phrases import INTERVAL, decimal, percent, point_span, words_of
from workbench.report.text.scenarios import caution, who_played
from workbench.scenario import Scenario
from workbench.scenario.make_up import View, make_up, number_columns, views
from workbench.stats import Estimate
from workbench.studies.decks import words
from workbench.studies.decks.advice import correction, on_cards
from workbench.studies.decks.measure import DecksAnswer
from workbench.studies.decks.verdicts import Deck, Judged, ends, judged

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart

PERCENT = 100
SHARES = ("Won when drawn", "Won when played", "Played when drawn")
"""Columns in per cent."""
GAP = "Beside its kind"
"""The column of percentage points."""
GAP_ABOUT = "How many percentage points more often a seat wins by drawing it than by drawing another of its kind."
BRIEF = ("Card", "Verdict", SHARES[0], GAP, INTERVAL, SHARES[1], SHARES[2])
"""Columns for a terminal."""


def report(answer: DecksAnswer) -> Report:
    """Which cards win, and what the list is made of; the second alone, where nothing of it is counted."""
    question = answer.question
    scenario, declared, cards = question.scenario, question.declared, question.cards
    if declared.name not in answer.counts:
        return _contents_report(scenario, declared, cards)
    counts = answer.counts[declared.name]
    return deck_report(scenario, declared, cards, judged(declared, cards, counts))


def deck_report(scenario: Scenario, declared: CardList, cards: Cards, deck: Deck) -> Report:
    """The document of a list whose cards are judged."""
    played = f"{phrases.number_of(deck.plays, 'play')} of {scenario.title} (seed {scenario.seed})"
    return Report(
        scenario=scenario,
        title=_title(scenario, declared),
        headline=words.headline(deck),
        plays=deck.plays,
        evidence=words.evidence(deck),
        advice=on_cards(deck, kinds=not words.on_kinds(deck)),
        blocks=[
            *_charts_of(declared, deck),
            Prose(words.CAUTION),
            Section("Every card", [_every_card(declared, deck)]),
            contents(declared, cards),
        ],
        details=paragraphs(words.PLAYED_DEFINITION, correction(deck)),
        records=[_record(declared, card, deck, scenario.bots) for card in deck.cards],
        data=_json(scenario, declared, cards, deck),
        how=f"{played}, {who_played(scenario)}. {caution(scenario.game, scenario.bots)} {_file(cards)}",
        part=declared.name,
    )


def _contents_report(scenario: Scenario, declared: CardList, cards: Cards) -> Report:
    """The document of a list of which the game does not say who draws and plays its cards."""
    return Report(
        scenario=scenario,
        title=_title(scenario, declared),
        headline=on_contents(declared, make_up(declared, cards)),
        plays=0,
        evidence=[words.UNRECORDED],
        blocks=[contents(declared, cards)],
        records=[_row(declared, row) for row in cards],
        data=_json(scenario, declared, cards, None),
        how=f"The list {declared.label} of {scenario.title}. {_file(cards)}",
        part=declared.name,
    )


def _title(scenario: Scenario, declared: CardList) -> str:
    return f"{declared.label} of {scenario.game.title}: {scenario.title}"


def _file(cards: Cards) -> str:
    return f"Cards: {cards.file}, {cards.sha256[:12]}."


# Charts


def _charts_of(declared: CardList, deck: Deck) -> Iterator[Block]:
    """The ranking, as high as it is, beside the others; none where no card was drawn beside another."""
    if not deck.ranked:
        return
    about = words.PLAYED_DEFINITION
    others = [
        Drawing("kinds_won", lambda: _charts().kinds_won(deck), about, ["seat"]),
        Drawing("drawn_and_played", lambda: _charts().drawn_and_played(deck), about, ["seat"]),
        Drawing("by_number", lambda: _charts().by_number(deck, number_columns(declared)), about, ["seat"]),
    ]
    first = Drawing("standing_out", lambda: _charts().standing_out(deck), about, ["seat", "interval"])
    yield Beside([[first], others])


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.decks import charts

    return charts


@lru_cache(maxsize=32)
def contents(declared: CardList, cards: Cards) -> Section:
    """The make-up of a list, each card counted with its copies; the same blocks each time, so that none is redrawn."""
    drawings = [_view(declared, cards, view, column) for view, column in views(make_up(declared, cards))]
    pairs = [Beside([drawings[at : at + 1], drawings[at + 1 : at + 2]]) for at in range(0, len(drawings), 2)]
    rows = numbers_table(declared, cards)
    numbers = (
        {name: NumberCells([_number(row[name]) for row in rows], "") for name in rows[0] if name != "Column"}
        if rows
        else {}
    )
    table = Table("Every column of numbers", [{name: str(row[name]) for name in row} for row in rows], numbers=numbers)
    return Section(f"Contents of the list {declared.label}", [Prose(different_cards(declared, cards)), *pairs, table])


def _view(declared: CardList, cards: Cards, view: View, column: str) -> Drawing:
    def draw() -> "Chart":
        from workbench.report.charts.make_up import make_up_chart

        return make_up_chart(declared, cards, view, column)

    return Drawing(f"{view}_{column}", draw)


# Every card


def _every_card(declared: CardList, deck: Deck) -> Table:
    """A row for each card; where there is little room, those at both ends of the ranking."""
    lines = card_lines(declared, deck)
    rows = [{name: _in_words(name, cell) for name, cell in line.items()} for line in lines]
    keys = [card.figure.key for card in (*deck.ranked, *deck.others)]
    at_ends = [keys.index(card.figure.key) for card in ends(deck)]
    brief = [{name: rows[place][name] for name in BRIEF} for place in at_ends]
    more = len(rows) - len(brief)
    rest = f"{more} more {plural(more, 'card')}; --json, --html and --markdown list all."
    return Table("", rows, 2, brief=brief, rest=rest if more else "", numbers=_numbers(declared, lines))


def card_lines(declared: CardList, deck: Deck) -> list[dict[str, object]]:
    """A line for each card, the farthest above its kind first: who won, how often it was drawn, what it says."""
    columns = [c for c in declared.columns if isinstance(c, NumberColumn) or type(c) is ChoiceColumn]
    return [
        {
            "Card": card.name,
            "Verdict": words.verdict_word(card),
            SHARES[0]: _percent(card.figure.won_when_drawn),
            GAP: PERCENT * card.gap.mean if card.gap else None,
            INTERVAL: point_span(card.gap) if card.gap else "",
            SHARES[1]: _percent(card.figure.won_when_played),
            SHARES[2]: _percent(card.figure.played_when_drawn),
            "Drawn a play": card.figure.drawn / deck.plays,
            "Played a play": card.figure.played / deck.plays,
            **{words_of(column.name).capitalize(): _cell(column, card) for column in columns},
        }
        for card in (*deck.ranked, *deck.others)
    ]


def _cell(column: NumberColumn | ChoiceColumn, card: Judged) -> Cell:
    cell = card.row[column.name]
    if isinstance(column, NumberColumn):
        return cell
    return "" if cell is None else cell_words(column, cell)


def _percent(estimate: Estimate | None) -> float | None:
    return PERCENT * estimate.mean if estimate else None


def _in_words(name: str, cell: object) -> str:
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return str(cell)
    if name in SHARES:
        return percent(cell / PERCENT)
    return decimal(cell, 1, signed=True) if name == GAP else decimal(cell, 2)


def _numbers(declared: CardList, lines: Sequence[Mapping[str, object]]) -> dict[str, NumberCells]:
    """The columns of numbers, as a page sorts and writes them."""
    looks = {
        **dict.fromkeys(SHARES, ("%.1f %%", "")),
        GAP: ("%+.1f", GAP_ABOUT),
        "Drawn a play": ("%.2f", "Seats per play that had it in hand."),
        "Played a play": ("%.2f", "Seats per play that played it."),
        **{words_of(c.name).capitalize(): ("%d", "") for c in declared.columns if isinstance(c, NumberColumn)},
    }
    return {name: NumberCells([_number(line[name]) for line in lines], *look) for name, look in looks.items()}


def _number(cell: object) -> float | None:
    return cell if isinstance(cell, int | float) else None


# Data


def _row(declared: CardList, row: Row) -> dict[str, object]:
    return {column.name: column.write(row[column.name]) for column in declared.columns}


def _record(declared: CardList, card: Judged, deck: Deck, bots: Sequence[str]) -> dict[str, object]:
    """A card with every cell of its row, its figures in full precision, and which plays these come from."""
    figure = card.figure
    return {
        **_row(declared, card.row),
        "seats_that_drew": figure.drawn,
        "seats_that_played": figure.played,
        **_spread("won_when_played", figure.won_when_played),
        **_spread("won_when_drawn", figure.won_when_drawn),
        **_spread("played_when_drawn", figure.played_when_drawn),
        "even_share": deck.even,
        "average_share": deck.average,
        **_spread("beside_kind", card.gap),
        "verdict": words.verdict_word(card),
        "held_against": words.HELD_AGAINST,
        "bots": " ".join(bots),
        "plays": deck.plays,
    }


def _spread(name: str, estimate: Estimate | None) -> dict[str, float | str]:
    if estimate is None:
        return {name: "", f"{name}_low": "", f"{name}_high": ""}
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _json(scenario: Scenario, declared: CardList, cards: Cards, deck: Deck | None) -> dict[str, object]:
    """`decks --json`: every kind and card with its figures, and what the list is made of; no cards without plays."""
    judged_kinds = deck.kinds if deck else ()
    return {
        **scenario_json(scenario),
        "bots": list(scenario.bots),
        "plays": deck.plays if deck else 0,
        "list": declared.name,
        "file": str(cards.file),
        "sha256": cards.sha256,
        "headline": words.headline(deck) if deck else on_contents(declared, make_up(declared, cards)),
        "look_at": on_cards(deck, kinds=not words.on_kinds(deck)) if deck else [],
        "average": number(deck.average) if deck else None,
        "kinds": [
            {
                "kind": kind.name,
                "won_when_drawn": estimate_json(kind.won),
                "beside_others": estimate_json(kind.gap),
                "verdict": kind.verdict.value,
            }
            for kind in judged_kinds
        ],
        "cards": [_card_json(declared, card) for card in deck.cards] if deck else [],
        "make_up": vars(make_up(declared, cards)),
    }


def _card_json(declared: CardList, card: Judged) -> dict[str, object]:
    figure = card.figure
    estimates = {
        "won_when_drawn": figure.won_when_drawn,
        "won_when_played": figure.won_when_played,
        "played_when_drawn": figure.played_when_drawn,
        "beside_kind": card.gap,
    }
    return {
        "card": figure.key,
        "name": card.name,
        "row": _row(declared, card.row),
        "drawn": figure.drawn,
        "played": figure.played,
        **{name: estimate_json(estimate) if estimate else None for name, estimate in estimates.items()},
        "verdict": card.verdict.value if card.verdict else None,
        "clear": card.clear.value,
    }
