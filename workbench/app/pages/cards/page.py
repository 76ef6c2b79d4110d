"""The page Cards: the rows of a card list in a grid, what is wrong with them, what they change, and saving them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.cards import saving
from workbench.app.pages.cards.edits import base_of, edited, put_back, steps_of
from workbench.app.pages.cards.files import download, upload
from workbench.app.pages.cards.grid import column_configs, frame_of, keys_of, rows_of
from workbench.app.widgets import messages
from workbench.app.widgets.card_lists import contents, no_lists
from workbench.app.widgets.choices import DraftChoice, choose_card_list, choose_game
from workbench.app.widgets.controls import NARROWEST, select
from workbench.app.widgets.handbook import explained
from workbench.app.widgets.markdown import literal
from workbench.engine.card_lists.cards import card_changes
from workbench.engine.card_lists.columns import ReferenceColumn
from workbench.engine.card_lists.lists import CardList, card_lists
from workbench.engine.problems import Problem
from workbench.engine.wording import listed
from workbench.report.text import phrases
from workbench.report.text.decks import at_a_glance, change_sentences
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList

HEIGHT, ROW_HEIGHT, SPARE_ROWS = 460, 35, 3
"""Pixels of the grid, and of a row; it is no higher than its rows and a few new ones need."""
SHOWN = 10
"""Sentences that stand there at once; the rest is folded away."""


@dataclass(frozen=True)
class CardsChoice(DraftChoice):
    """A card list of the revision that is changed; none where the game has none."""

    card_list: str = ""


def choose(place: Any) -> CardsChoice:
    """The controls: the revision that is changed, and its card list."""
    row = place.grid(3, min_column_width=NARROWEST)
    chosen = choose_game(row)
    known = chosen.revisions
    if not card_lists(chosen.game.parameters):
        return CardsChoice(chosen.game, known, "")
    about = explained("Whose cards you edit. It becomes the parent of the one you save.", "revision", "parent")
    start = select(row, "start", "Revision", known.names, known.leading, about)
    return CardsChoice(chosen.game, known, start, choose_card_list(chosen.game, row))


def show(choice: CardsChoice) -> None:
    """The grid above; what it changes and the way to save it below."""
    if not choice.card_list:
        no_lists(choice.game)
        return
    parent = choice.revisions.sound.get(choice.start)
    if parent is None:
        messages.no_revision(choice.game, choice.revisions)
        return
    saving.saved(choice)
    declared = card_lists(parent.game.parameters)[choice.card_list]
    head = st.container()
    shown = _grid(parent, declared)
    with head:
        _headline(parent, shown)
    _mistakes(shown)
    left, right = st.columns([6, 5], gap="large")
    with left:
        _changes(parent, shown, choice)
    with right:
        saving.panel(parent, choice)
    _whole(shown)


def _headline(parent: Scenario, shown: EditedList) -> None:
    """What is being edited, its state, undo, and the file."""
    _badges(parent, shown)
    steps = steps_of(parent, shown.declared)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Undo", icon=":material/undo:", key="undo", on_click=steps.undo, disabled=not steps.can_undo)
        st.button("Redo", icon=":material/redo:", key="redo", on_click=steps.redo, disabled=not steps.can_redo)
        st.button(
            "Reset",
            icon=":material/restart_alt:",
            key="reset_cards",
            on_click=put_back,
            args=[parent, shown.declared],
            disabled=not shown.changed,
            help=f"Back to the cards of {parent.revision}. It can be undone.",
        )
        download(parent, shown)
        upload(parent, shown)
        navigation.link("rules", "Rules", {})
        navigation.link("decks", "Decks", {"revision": parent.revision})


def _badges(parent: Scenario, shown: EditedList) -> None:
    number = f"{len(shown.rows)} {'card' if len(shown.rows) == 1 else 'different cards'}"
    copies = _copies(shown)
    parts = [f"**{literal(shown.base.file)}** of {parent.revision}: {number}{copies}."]
    if glance := at_a_glance(shown.changes):
        parts.append(f":orange-badge[:material/edit: {glance}]")
    if shown.problems:
        parts.append(f":red-badge[:material/error: {len(shown.problems)} to fix]")
    about = "Revisions and runs record the cards by this fingerprint, and keep every row"
    st.markdown(" ".join(parts), help=explained(f"{about}: {shown.base.sha256[:12]}.", "card list", "revision", "run"))


def _copies(shown: EditedList) -> str:
    column = shown.declared.copies
    numbers = [row[column] for row in shown.rows] if column else []
    total = sum(int(number) for number in numbers if number.isdecimal())
    return f", {total} with their copies" if column else ""


# The grid


def _grid(parent: Scenario, declared: CardList) -> EditedList:
    """The rows in the grid, after what was typed."""
    steps = steps_of(parent, declared)
    key = f"grid:{parent.name}:{declared.name}:{steps.version}"
    if key not in st.session_state and steps.began != steps.rows:
        steps.begin()  # one comes back from another page: the browser has forgotten what it put on top
        key = f"grid:{parent.name}:{declared.name}:{steps.version}"
    frame = st.data_editor(
        frame_of(declared, steps.began),
        key=key,
        num_rows="dynamic",
        column_config=column_configs(declared, steps.began),
        height=min(HEIGHT, ROW_HEIGHT * (len(steps.began) + SPARE_ROWS)),
        placeholder="",
        alt=f"The cards of {declared.label.lower()}, one in each row; every cell can be edited",
    )
    steps.note(rows_of(declared, frame))
    _new_partners(parent, declared)
    return edited(parent, declared)


def _new_partners(parent: Scenario, declared: CardList) -> None:
    """Offer new cards as choices of a column that names cards: the grid keeps those that it started with."""
    steps = steps_of(parent, declared)
    columns = [phrases.words_of(column.name) for column in declared.columns if isinstance(column, ReferenceColumn)]
    if columns and (new := set(keys_of(declared, steps.rows)) - set(keys_of(declared, steps.began))):
        named = listed(columns)
        st.button(
            f"Add {literal(listed(sorted(new)))} to the choices in {named}",
            icon=":material/refresh:",
            key="new_partners",
            type="tertiary",
            on_click=steps.begin,
            help=f"The choices in {named} are still the cards that the grid started with.",
        )


def _mistakes(shown: EditedList) -> None:
    """What is wrong, row by row, in the words that a file gets."""
    if not shown.problems:
        return
    lines = [
        f"- **{literal(_capital(row)) or 'The list'}**: {literal('; '.join(map(_complaint, found)))}"
        for row, found in shown.by_row.items()
    ]
    st.error("\n".join(lines), title="Fix these before the cards can be played")


def _complaint(problem: Problem) -> str:
    """A problem of a cell as it stands beside its row: `price "40" must be a whole number from 0 to 9`."""
    given = "" if problem.value in (None, '""') else f" {problem.value}"
    column = phrases.words_of(problem.place.removeprefix("column "))
    return f"{column}{given}: {problem.message}" if column else problem.message


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _whole(shown: EditedList) -> None:
    """What the edited list is made of."""
    label = f"Contents of the list {shown.declared.label}, with your edits"
    with st.expander(label, key="whole", on_change="rerun", icon=":material/query_stats:") as box:
        if box.open and shown.cards is None:
            st.caption("Shown once no row has a mistake.")
        elif box.open and shown.cards is not None:
            contents(shown.declared, shown.cards)


# What it changes


def _changes(parent: Scenario, shown: EditedList, choice: CardsChoice) -> None:
    st.markdown(f"## Changed against {literal(parent.revision)}", anchors=False)
    if shown.changed:
        _sentences(change_sentences(shown.declared, shown.changes))
    else:
        st.caption("No changes yet. Type into a cell, add a row below the last one, or select rows to remove them.")
    grandparent = choice.revisions.sound.get(parent.parent or "")
    if grandparent:
        _before(parent, grandparent, shown)


def _before(parent: Scenario, grandparent: Scenario, shown: EditedList) -> None:
    """What the revision itself changed, for comparison."""
    own = card_changes(base_of(grandparent, shown.declared), shown.base)
    title = (
        f"What {parent.revision} changed against {grandparent.revision}: {at_a_glance(own) or 'no card of this list'}"
    )
    with st.expander(literal(title)):
        if own:
            _sentences(change_sentences(shown.declared, own))
        else:
            st.caption(f"Both have the same {literal(shown.declared.label)}.")


def _sentences(told: Iterable[tuple[str, str]]) -> None:
    lines = [f"- **{literal(card)}**: {literal(said)}" for card, said in told]
    st.markdown("\n".join(lines[:SHOWN]))
    if len(lines) > SHOWN:
        with st.expander(f"{len(lines) - SHOWN} more cards"):
            st.markdown("\n".join(lines[SHOWN:]))
