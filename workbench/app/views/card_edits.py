"""Where the session keeps the edits of card lists: each list of each revision that one starts from has its own."""

import streamlit as st

from workbench.app.card_draft import Steps
from workbench.engine.card_lists import CardList, card_lists
from workbench.engine.card_rows import Cards
from workbench.study.card_edits import EditedList, text_rows
from workbench.study.scenario import Scenario


def steps_of(parent: Scenario, declared: CardList) -> Steps:
    """The edits of one list; where there are none, the rows are the file's as it is now."""
    key = _key(parent, declared)
    rows = text_rows(declared, base_of(parent, declared))
    steps = st.session_state.get(key)
    if steps is None or (len(steps.steps) == 1 and steps.rows != rows):
        steps = st.session_state[key] = Steps([rows])
    found: Steps = steps
    return found


def base_of(parent: Scenario, declared: CardList) -> Cards:
    """The cards of the revision itself."""
    cards = parent.rules[declared.name]
    assert isinstance(cards, Cards)
    return cards


def edited(parent: Scenario, declared: CardList) -> EditedList:
    """One list as it stands."""
    return EditedList(declared, base_of(parent, declared), steps_of(parent, declared).rows)


def edited_lists(parent: Scenario) -> list[EditedList]:
    """The lists that say something else than the revision's, in the order of the game."""
    found = (edited(parent, declared) for declared in card_lists(parent.game.parameters).values())
    return [each for each in found if each.changed]


def put_back(parent: Scenario, declared: CardList) -> None:
    """The revision's own cards again, as one more edit."""
    steps_of(parent, declared).put(text_rows(declared, base_of(parent, declared)))


def forget(parent: Scenario) -> None:
    """Drop every edit: they are saved."""
    for declared in card_lists(parent.game.parameters).values():
        st.session_state.pop(_key(parent, declared), None)


def _key(parent: Scenario, declared: CardList) -> str:
    return f"cards:{parent.name}:{declared.name}"
