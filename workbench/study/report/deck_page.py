"""What the cards of a list do as one HTML file; it opens without a net, as the pages of studies do."""

from collections.abc import Sequence

from workbench.engine.card_lists import CardList
from workbench.engine.card_rows import Cards
from workbench.study.report import deck_advice, deck_charts, deck_tables, deck_words
from workbench.study.report.charts import Chart
from workbench.study.report.deck_words import Deck
from workbench.study.report.strength_page import Section, sections_page
from workbench.study.scenario import Scenario


def deck_page(scenario: Scenario, declared: CardList, cards: Cards, deck: Deck) -> str:
    """Which cards win, every card in a table, and what the list is made of."""
    wins = Section(
        "Which cards win",
        [deck_words.unplayed(deck)],
        playing_charts(declared, deck),
        deck_tables.told_table(declared, deck),
        [deck_words.PLAYED_DEFINITION, deck_words.CAUTION, deck_advice.correction(deck)],
    )
    made_of = Section(
        f"What is in the list {declared.label}",
        [],
        deck_charts.make_up_charts(declared, cards),
        deck_charts.numbers_table(declared, cards),
        [],
    )
    title = f"{declared.label} of {scenario.game.title}, {scenario.revision}"
    head = [deck_words.headline(deck), f"{deck_words.whose(scenario)} Cards: {cards.file}, {cards.sha256[:12]}."]
    return sections_page(title, head, deck_advice.on_cards(deck), [wins, made_of])


def playing_charts(declared: CardList, deck: Deck) -> Sequence[Chart]:
    """The charts of what cards do; none where no card was played."""
    if not deck.ranked:
        return []
    along = next(
        (chart for name in deck_charts.numbers(declared) if (chart := deck_charts.by_number(deck, name))), None
    )
    shown = [
        deck_charts.standing_out(deck),
        deck_charts.kinds_won(deck),
        deck_charts.drawn_and_played(deck),
        along,
    ]
    return [chart for chart in shown if chart]
