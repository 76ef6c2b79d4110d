"""What both pages of card lists show: that a game has none, and what a list is made of."""

from functools import lru_cache

import streamlit as st

from workbench.app.widgets.charts import charts_in_pairs
from workbench.app.widgets.controls import switch_game
from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import CardList, card_lists
from workbench.engine.game import Game
from workbench.engine.registry import games
from workbench.report.charts import decks
from workbench.report.charts.batch import Chart


def no_lists(game: Game) -> None:
    """A game that has no list: say so, and lead to one that has."""
    st.info(
        f"{game.title} has no card lists. Its cards are part of its rules.",
        icon=":material/style:",
    )
    others = [game for game in games().values() if card_lists(game.parameters)]
    with st.container(horizontal=True):
        for other in others:
            st.button(f"Cards of {other.title}", key=f"to_{other.name}", on_click=switch_game, args=[other.name])


def contents(declared: CardList, cards: Cards) -> None:
    """Counts, curves and coverage of a list, each card counted with its copies."""
    copies = f", {declared.copies_of(list(cards))} with their copies, which are counted here" if declared.copies else ""
    st.caption(f"{len(cards)} different cards{copies}.")
    charts_in_pairs(_charts(declared, cards), f"make_up_{declared.name}")
    if numbers := decks.numbers_table(declared, cards):
        st.dataframe(numbers, hide_index=True, key=f"numbers_{declared.name}", alt="Every column of numbers")


@lru_cache(maxsize=32)
def _charts(declared: CardList, cards: Cards) -> list[Chart]:
    return decks.make_up_charts(declared, cards)
