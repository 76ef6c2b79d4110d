"""The page Cards: the rows of a card list, what is wrong with them, what they change, and saving them."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, drafts
from workbench.app.draft import Draft
from workbench.app.navigation import RULES
from workbench.app.pages.cards.edits import (
    choices_of,
    column_configs,
    download,
    frame_of,
    keys_of,
    rows_of,
    upload,
    wrong_cells,
)
from workbench.app.place import Place, here
from workbench.app.widgets import controls, document, messages, save_form, try_panel
from workbench.app.widgets.card_steps import base_of, edited, put_back, steps_of
from workbench.app.widgets.fields import card_list
from workbench.app.widgets.scripts import mark_cells
from workbench.app.widgets.text import explained, literal
from workbench.engine.card_lists import CardList, ReferenceColumn, card_lists
from workbench.engine.cards import card_changes
from workbench.engine.picture import Face
from workbench.engine.problems import Problem
from workbench.engine.wording import counted, listed, upper_first
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken
from workbench.report.print_and_play import faces_of_list
from workbench.report.text import phrases
from workbench.report.text.card_lists import at_a_glance, change_sentences
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList
from workbench.studies.decks.columns import contents

GRID = "card_grid"
GRID_HEIGHT, ROW_HEIGHT, SPARE_ROWS = 460, 35, 3
"""Pixels of the grid, and of a row; it is no higher than its rows and a few new ones need."""
MOST_LINES = 10
"""Sentences that stand there at once; the rest is folded away."""


@dataclass(frozen=True)
class CardsChoice(Place):
    """A card list of the revision that is changed."""

    card_list: str = ""


def choose(row: DeltaGenerator) -> CardsChoice:
    """The control: the card list that is edited."""
    control = card_list(address.now(), here().game)
    controls.draw(row, control)
    return CardsChoice(**vars(here()), card_list=control.text)


def show(choice: CardsChoice) -> None:
    """The grid with what it changes below; beside it the cards as they are printed, what they do, and saving."""
    parent = choice.revisions.sound.get(choice.revision)
    if parent is None:
        messages.no_revision(choice.game)
        return
    drafts.take_up(parent)
    save_form.saved(choice)
    declared = card_lists(parent.game.parameters)[choice.card_list]
    left, right = st.columns([6, 5], gap="large")
    with left:
        head = st.container()
        cards = _grid(parent, declared)
        drafts.keep(parent)
        with head:
            save_form.notices(parent)
            messages.warnings(cards.base.warnings)
            _headline(parent, cards)
        _mistakes(cards)
        st.markdown(f"## Changed against {literal(parent.title)}", anchors=False)
        if cards.changed:
            _sentences(change_sentences(cards.declared, cards.changes))
        else:
            st.caption("No changes yet. Type into a cell, add a row below the last one, or select rows to remove them.")
        grandparent = choice.revisions.sound.get(parent.parent or "")
        if grandparent:
            _before(parent, grandparent, cards)
        _contents(cards)
    with right:
        draft = drafts.drafted(parent)
        _beside(draft, cards)
        with st.container(border=True):
            if problems_together := [problem for problem in draft.noticed if problem not in draft.unread]:
                messages.problems(problems_together, "These cards do not fit the rules of the draft")
            if others := [name for name in draft.changed if name not in card_lists(parent.game.parameters)]:
                changed = listed([parent.game.parameters[name].label.lower() for name in others])
                st.caption(f":material/info: With the draft on {RULES}: {literal(changed)}.")
            save_form.panel(draft, choice)


def _headline(parent: Scenario, edited_list: EditedList) -> None:
    """Draw the list that is edited, its state, undo, and the file."""
    number = counted(len(edited_list.rows), "card", "different cards")
    copies = _copies(edited_list)
    parts = [f"**{literal(edited_list.base.file)}** of {literal(parent.title)}: {number}{copies}."]
    if glance := at_a_glance(edited_list.changes):
        parts.append(f":orange-badge[:material/edit: {glance}]")
    if edited_list.problems:
        parts.append(f":red-badge[:material/error: {len(edited_list.problems)} to fix]")
    about = "Revisions and runs record the cards by this fingerprint, and keep every row"
    st.markdown(
        " ".join(parts), help=explained(f"{about}: {edited_list.base.sha256[:12]}.", "card list", "revision", "run")
    )
    steps = steps_of(parent, edited_list.declared)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Undo", icon=":material/undo:", key="undo", on_click=steps.undo, disabled=not steps.can_undo)
        st.button("Redo", icon=":material/redo:", key="redo", on_click=steps.redo, disabled=not steps.can_redo)
        st.button(
            "Reset",
            icon=":material/restart_alt:",
            key="reset_cards",
            on_click=put_back,
            args=[parent, edited_list.declared],
            disabled=not edited_list.changed,
            help=f"Back to the cards of {literal(parent.title)}. It can be undone.",
        )
        download(parent, edited_list)
        upload(parent, edited_list)


def _copies(edited_list: EditedList) -> str:
    column = edited_list.declared.copies
    numbers = [row[column] for row in edited_list.rows] if column else []
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
    with st.container(key=GRID):
        frame = st.data_editor(
            frame_of(declared, steps.began),
            key=key,
            num_rows="dynamic",
            column_config=column_configs(declared, steps.began),
            height=min(GRID_HEIGHT, ROW_HEIGHT * (len(steps.began) + SPARE_ROWS)),
            placeholder="",
            alt=f"The cards of {declared.label.lower()}, one in each row; every cell can be edited",
        )
    steps.note(rows_of(declared, frame))
    edited_list = edited(parent, declared)
    mark_cells(GRID, wrong_cells(edited_list, frame), choices_of(declared, steps.began))
    _new_partners(parent, declared)
    return edited_list


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


def _mistakes(edited_list: EditedList) -> None:
    """The problems, row by row, in the words that a file gets."""
    if not edited_list.problems:
        return
    lines = [
        f"- **{literal(upper_first(row)) or 'The list'}**: {literal('; '.join(map(_complaint, problems_there)))}"
        for row, problems_there in edited_list.by_row.items()
    ]
    st.error("\n".join(lines), title="Fix these before the cards can be played")


def _complaint(problem: Problem) -> str:
    """A problem of a cell as it stands beside its row: `price "40" must be a whole number from 0 to 9`."""
    value = "" if problem.value in (None, '""') else f" {problem.value}"
    column = phrases.words_of(problem.place.removeprefix("column "))
    return f"{column}{value}: {problem.message}" if column else problem.message


def _contents(edited_list: EditedList) -> None:
    """Draw the make-up of the edited list."""
    label = f"Contents of the list {edited_list.declared.label}, with your edits"
    with st.expander(label, key="whole", on_change="rerun", icon=":material/query_stats:") as box:
        if box.open and edited_list.cards is None:
            st.caption("Shown once no row has a mistake.")
        elif box.open and edited_list.cards is not None:
            declared = edited_list.declared
            document.show_blocks(contents(declared, edited_list.cards).blocks, f"make_up_{declared.name}")


def _before(parent: Scenario, grandparent: Scenario, edited_list: EditedList) -> None:
    """Draw what the revision itself changed, for comparison."""
    changes = card_changes(base_of(grandparent, edited_list.declared), edited_list.base)
    title = f"What {parent.title} changed against {grandparent.title}: {at_a_glance(changes) or 'no card of this list'}"
    with st.expander(literal(title)):
        if changes:
            _sentences(change_sentences(edited_list.declared, changes))
        else:
            st.caption(f"Both have the same {literal(edited_list.declared.label)}.")


def _sentences(changes: Iterable[tuple[str, str]]) -> None:
    lines = [f"- **{literal(card)}**: {literal(sentence)}" for card, sentence in changes]
    st.markdown("\n".join(lines[:MOST_LINES]))
    if len(lines) > MOST_LINES:
        with st.expander(counted(len(lines) - MOST_LINES, "more card")):
            st.markdown("\n".join(lines[MOST_LINES:]))


# Beside the grid: the cards as they are printed, and what the edits do to the game


MOST_FACES = 8
"""Cards that are drawn at once; the rest is folded away."""


def _beside(draft: Draft, edited_list: EditedList) -> None:
    """The effect of all edits, and the faces of those cards of this list that changed; without edits, of the first."""
    look = None if edited_list.problems else try_panel.begin(draft)
    with st.container(border=True, key="beside"):
        if not draft.problems:
            _faces(draft, edited_list)
        st.markdown("## What they do", anchors=False)
        if edited_list.problems:
            st.markdown("**Nothing is played while the cards have mistakes.**")
            return
        try_panel.show(draft, look)
        if look and draft.changed:
            try_panel.results_button("open_results")
            try_panel.results(look)


def _faces(draft: Draft, edited_list: EditedList) -> None:
    """The cards as they are printed, those first that are new or changed."""
    if edited_list.cards is None:
        return
    before = faces_of_list(draft.parent, edited_list.base)
    now = faces_of_list(draft.scenario, edited_list.cards)
    if not now:
        return
    changed = {key: face for key, face in now.items() if face != before.get(key)}
    drawn = changed or dict(list(now.items())[:MOST_FACES])
    title = counted(len(changed), "card that changed", "cards that changed") if changed else "The cards"
    st.markdown(f"## {title}", anchors=False)
    first = list(drawn.items())
    st.html(drawings(dict(first[:MOST_FACES])))
    if len(first) > MOST_FACES:
        with st.expander(f"{counted(len(first) - MOST_FACES, 'more card')}"):
            st.html(drawings(dict(first[MOST_FACES:])))


def drawings(faces: Mapping[str, Face]) -> str:
    """The faces side by side, as images: Streamlit takes other drawings out of HTML."""
    return f'<div class="wb-faces">{"".join(map(_face_image, faces.values()))}</div>'


def _face_image(face: Face) -> str:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face)}</svg>'
    return f'<img alt="{escape(spoken(face))}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
