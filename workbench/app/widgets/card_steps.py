"""The edits of card lists in one browser session, each with undo and redo, by the revision that they start from."""

from dataclasses import dataclass, field

import streamlit as st

from workbench.engine.card_lists import CardList, card_lists
from workbench.engine.cards import Cards
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList, TextRows, text_rows

MOST_STEPS = 100
"""Edits that can be undone."""


@dataclass
class CardSteps:
    """The rows after each edit; those at `at` are in force.

    A grid in the browser keeps its own edits on top of the rows that it began with. `began` are those, and another
    `version` makes it begin anew.
    """

    steps: list[TextRows]
    at: int = 0
    version: int = 0
    began: TextRows = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.rows

    @property
    def rows(self) -> TextRows:
        """The rows in force."""
        return self.steps[self.at]

    @property
    def can_undo(self) -> bool:
        """True if there is an edit to undo."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """True if there is an edit to redo."""
        return self.at + 1 < len(self.steps)

    def note(self, rows: TextRows) -> None:
        """Record the rows that the grid shows now; a new edit drops those that were undone."""
        if rows != self.rows:
            self.steps = [*self.steps[: self.at + 1], rows][-MOST_STEPS:]
            self.at = len(self.steps) - 1

    def put(self, rows: TextRows) -> None:
        """Have the grid show these rows; it can be undone."""
        self.note(rows)
        self.begin()

    def undo(self) -> None:
        """Back to the rows before the last edit."""
        self.at = max(0, self.at - 1)
        self.begin()

    def redo(self) -> None:
        """Make the edit again that was undone last."""
        self.at = min(len(self.steps) - 1, self.at + 1)
        self.begin()

    def begin(self) -> None:
        """Have the grid begin anew from the rows in force."""
        self.began = self.rows
        self.version += 1


def restore(parent: Scenario, declared: CardList, rows: TextRows) -> None:
    """Have a list hold these rows, as its only edit."""
    steps = st.session_state[_key(parent, declared)] = CardSteps([text_rows(declared, base_of(parent, declared))])
    steps.put(rows)


def steps_of(parent: Scenario, declared: CardList) -> CardSteps:
    """The edits of one list; where there are none, the rows are the file's as it is now."""
    key = _key(parent, declared)
    rows = text_rows(declared, base_of(parent, declared))
    steps = st.session_state.get(key)
    if steps is None or (len(steps.steps) == 1 and steps.rows != rows):
        steps = st.session_state[key] = CardSteps([rows])
    edits: CardSteps = steps
    return edits


def base_of(parent: Scenario, declared: CardList) -> Cards:
    """The cards of the revision itself."""
    cards = parent.rules[declared.name]
    assert isinstance(cards, Cards)
    return cards


def edited(parent: Scenario, declared: CardList) -> EditedList:
    return EditedList(declared, base_of(parent, declared), steps_of(parent, declared).rows)


def edited_lists(parent: Scenario) -> list[EditedList]:
    """The lists that differ from the revision's, in the order of the game."""
    every = (edited(parent, declared) for declared in card_lists(parent.game.parameters).values())
    return [edited_list for edited_list in every if edited_list.changed]


def put_back(parent: Scenario, declared: CardList) -> None:
    """The revision's own cards again, as one more edit."""
    steps_of(parent, declared).put(text_rows(declared, base_of(parent, declared)))


def forget(parent: Scenario) -> None:
    """Drop every edit: they are saved."""
    for declared in card_lists(parent.game.parameters).values():
        st.session_state.pop(_key(parent, declared), None)


def _key(parent: Scenario, declared: CardList) -> str:
    return f"cards:{parent.name}:{declared.name}"
