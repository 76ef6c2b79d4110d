"""A study of strength, or the statistics of a card list, as one HTML file that works offline."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import CardList
from workbench.report import tables
from workbench.report.charts import decks as deck_charts
from workbench.report.charts import strength as robin_charts
from workbench.report.charts import strength as strength_charts
from workbench.report.charts.batch import Chart
from workbench.report.pages.comparison import chart_parts, render_page
from workbench.report.tables import Table
from workbench.report.text import advice
from workbench.report.text import decks as deck_words
from workbench.report.text import strength as words
from workbench.scenario import Scenario
from workbench.study.card_verdicts import Deck
from workbench.study.strength import Ladder, Strategies


@dataclass(frozen=True)
class Section:
    """A part of the page: sentences, charts, and a table."""

    title: str
    sentences: Sequence[str]
    charts: Sequence[Chart]
    table: Table
    definitions: Sequence[str]


def ladder_page(found: Ladder) -> str:
    """A skill ladder."""
    steps = Section(
        "The ladder",
        [words.skill_sentence(found), words.doubling_sentence(found), *map(words.rung_sentence, found.rungs)],
        [strength_charts.rungs_chart(found)],
        tables.rung_table(found),
        [words.SHARE_DEFINITION, words.SKILL_DEFINITION, words.LEAD_DEFINITION, words.DOUBLING_DEFINITION],
    )
    luck = Section(
        "The shuffle",
        [*words.luck_sentences(found.luck), words.SKILL_AND_LUCK],
        [strength_charts.seed_effect(found.luck)],
        [],
        [words.LUCK_DEFINITION],
    )
    head = [words.ladder_headline(found), tables.how_ladder_was_played(found)]
    return sections_page(f"Skill ladder of {_named(found.scenario)}", head, advice.on_ladder(found), [steps, luck])


def strategies_page(found: Strategies) -> str:
    """What kinds of action are worth, and how styles stand to each other."""
    actions = Section(
        "Kinds of action",
        [words.mechanism_sentence(found.mechanisms, kind) for kind in found.mechanisms.kinds],
        [strength_charts.mechanisms(found.mechanisms)],
        tables.mechanism_table(found.mechanisms),
        [words.VALUE_DEFINITION],
    )
    robin = found.robin
    styles = Section(
        "Styles against each other",
        words.robin_sentences(robin),
        [robin_charts.matrix(robin), robin_charts.equilibrium(robin.equilibrium), robin_charts.ratings(robin.ratings)],
        tables.robin_table(robin),
        [words.SHARE_DEFINITION, words.EQUILIBRIUM_DEFINITION, words.RATING_DEFINITION],
    )
    head = [words.mechanisms_headline(found.mechanisms), tables.how_strategies_were_played(found)]
    asked = [*advice.on_mechanisms(found.mechanisms), *advice.on_styles(robin)]
    return sections_page(f"Strategies of {_named(robin.scenario)}", head, asked, [actions, styles])


def _named(scenario: Scenario) -> str:
    return f"{scenario.game.title}, {scenario.revision}"


def sections_page(title: str, head: Sequence[str], asked: Sequence[str], sections: Sequence[Section]) -> str:
    """A page of sections; `head` are its headline and whose plays it tells of, `asked` what to look at."""
    parts = [{**vars(each), "charts": [chart_parts(chart) for chart in each.charts]} for each in sections]
    return render_page("strength.html", title=title, head=head, advice=asked, sections=parts)


def deck_page(scenario: Scenario, declared: CardList, cards: Cards, deck: Deck) -> str:
    """Which cards win, every card in a table, and what the list is made of."""
    wins = Section(
        "Which cards win",
        [deck_words.unplayed(deck)],
        playing_charts(declared, deck),
        tables.card_table_as_text(declared, deck),
        [deck_words.PLAYED_DEFINITION, deck_words.CAUTION, advice.correction(deck)],
    )
    made_of = Section(
        f"What is in the list {declared.label}",
        [],
        deck_charts.make_up_charts(declared, cards),
        deck_charts.numbers_table(declared, cards),
        [],
    )
    title = f"{declared.label} of {scenario.game.title}, {scenario.revision}"
    head = [
        deck_words.headline(deck),
        f"{deck_words.how_cards_were_played(scenario)} Cards: {cards.file}, {cards.sha256[:12]}.",
    ]
    return sections_page(title, head, advice.on_cards(deck), [wins, made_of])


def playing_charts(declared: CardList, deck: Deck) -> Sequence[Chart]:
    """The charts of what cards do; none where no card was played."""
    if not deck.ranked:
        return []
    along = next(
        (chart for name in deck_charts.number_columns(declared) if (chart := deck_charts.by_number(deck, name))), None
    )
    shown = [
        deck_charts.standing_out(deck),
        deck_charts.kinds_won(deck),
        deck_charts.drawn_and_played(deck),
        along,
    ]
    return [chart for chart in shown if chart]
