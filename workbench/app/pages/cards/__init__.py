"""The page Cards: the rows of a card list, what is wrong with them, what they change, and saving them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, drafts, navigation
from workbench.app.drafts import drafted, has_draft, put
from workbench.app.navigation import RULES
from workbench.app.pages.cards import beside
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
from workbench.app.services import services
from workbench.app.widgets import controls, messages
from workbench.app.widgets import draft as save_form
from workbench.app.widgets.card_steps import base_of, edited, edited_lists, forget, put_back, steps_of
from workbench.app.widgets.charts import contents
from workbench.app.widgets.draft import Draft, SaveButton, obstacles, written_aims
from workbench.app.widgets.fields import card_list
from workbench.app.widgets.messages import problems
from workbench.app.widgets.scripts import mark_cells
from workbench.app.widgets.text import explained, literal
from workbench.engine.card_lists import CardList, ReferenceColumn, card_lists
from workbench.engine.cards import Cards, card_changes
from workbench.engine.problems import BadInput, Problem
from workbench.engine.wording import counted, first_of, listed, upper_first
from workbench.report.text import phrases
from workbench.report.text.card_lists import at_a_glance, change_sentences
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList, card_file, write_card_lists

GRID = "card_grid"
HEIGHT, ROW_HEIGHT, SPARE_ROWS = 460, 35, 3
"""Pixels of the grid, and of a row; it is no higher than its rows and a few new ones need."""
MOST_LINES = 10
"""Sentences that stand there at once; the rest is folded away."""
MOST_PLACES = 3
"""Mistakes that are named beside the button."""


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
    saved(choice)
    declared = card_lists(parent.game.parameters)[choice.card_list]
    left, right = st.columns([6, 5], gap="large")
    with left:
        head = st.container()
        cards = _grid(parent, declared)
        drafts.keep(parent)
        with head:
            drafts.notices(parent)
            messages.warnings(cards.base.warnings)
            _headline(parent, cards)
        _mistakes(cards)
        _changes(parent, cards, choice)
        _contents(cards)
    with right:
        beside.show(_together(parent, edited_lists(parent)), cards)
        panel(parent, choice)


def _headline(parent: Scenario, edited_list: EditedList) -> None:
    """Draw the list that is edited, its state, undo, and the file."""
    _badges(parent, edited_list)
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


def _badges(parent: Scenario, edited_list: EditedList) -> None:
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
            height=min(HEIGHT, ROW_HEIGHT * (len(steps.began) + SPARE_ROWS)),
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
            contents(edited_list.declared, edited_list.cards)


# What it changes


def _changes(parent: Scenario, edited_list: EditedList, choice: CardsChoice) -> None:
    st.markdown(f"## Changed against {literal(parent.title)}", anchors=False)
    if edited_list.changed:
        _sentences(change_sentences(edited_list.declared, edited_list.changes))
    else:
        st.caption("No changes yet. Type into a cell, add a row below the last one, or select rows to remove them.")
    grandparent = choice.revisions.sound.get(parent.parent or "")
    if grandparent:
        _before(parent, grandparent, edited_list)


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


REVISION, DRAFT = "A new revision", f"The draft on {RULES}"
PREFIX = "cards"


def saved(choice: Place) -> None:
    """After saving a revision or a draft: what to do next."""
    save_form.saved(choice)
    name, files = st.session_state.get("cards_drafted", ("", []))
    if name == f"{choice.game.name}/{choice.revision}":
        with st.container(border=True):
            st.success(
                f"{DRAFT} now uses {listed(files)}. Save it there, with a reason.",
                icon=":material/check_circle:",
            )
            navigation.link("rules", "Continue with the draft", {})


def panel(parent: Scenario, choice: Place) -> None:
    """Where the lists go, what is missing, and the button."""
    with st.container(border=True, key="save_panel"):
        st.markdown("## Save as", anchors=False)
        target = st.segmented_control(
            "Save as", [REVISION, DRAFT], default=REVISION, required=True, key="cards_target",
            label_visibility="collapsed", persist_state="session",
        )  # fmt: skip
        changed = edited_lists(parent)
        together = _together(parent, changed)
        if together.noticed:
            problems(together.noticed, "These cards do not fit the rules of this revision")
        if target == DRAFT:
            _draft_panel(parent, changed)
        else:
            _revision_panel(parent, changed, choice)


def _together(parent: Scenario, changed: Sequence[EditedList]) -> Draft:
    """The revision with the edited lists, those without a mistake."""
    return Draft(parent, {**parent.rules, **_sound(changed)}, aims=written_aims(PREFIX, parent.game))


def _sound(changed: Sequence[EditedList]) -> dict[str, Cards]:
    return {edited_list.name: edited_list.cards for edited_list in changed if edited_list.cards is not None}


def _to_mend(changed: Sequence[EditedList]) -> list[str]:
    return [
        f"{cards.declared.label} has mistakes to fix: {listed(first_of(_wrong_places(cards), MOST_PLACES))}."
        for cards in changed
        if cards.problems
    ]


def _wrong_places(edited_list: EditedList) -> list[str]:
    """Where the mistakes are: `price in row 3 (Mint tea)`."""
    return [
        f"{phrases.words_of(problem.place)} in {row}" if row else "the list as a whole"
        for row, problems in edited_list.by_row.items()
        for problem in problems
    ]


# As a revision


def _revision_panel(parent: Scenario, changed: list[EditedList], choice: Place) -> None:
    taken = choice.revisions.taken
    follow = save_form.fields(PREFIX, parent, taken, "Why do the cards change?")
    _files_to_be(parent, changed, save_form.texts(PREFIX)["name"].strip() or "new")
    _left_out(parent)
    save = SaveButton("Save revision", "save_cards", partial(_store_revision, parent))
    save_form.save_buttons(partial(_missing, parent, taken), save, first=follow)


def _missing(parent: Scenario, taken: Sequence[str]) -> list[str]:
    """Why the lists cannot be saved as a revision yet, as the fields are now."""
    changed, texts = edited_lists(parent), save_form.texts(PREFIX)
    mend = _to_mend(changed)
    missing = obstacles(_together(parent, changed), texts, taken)
    if mend:  # then nothing may differ only because the wrong list is left out
        missing = [*mend, *(sentence for sentence in missing if not sentence.startswith("Nothing differs"))]
    return missing


def _files_to_be(parent: Scenario, changed: Sequence[EditedList], label: str) -> None:
    """Which files will be written, or are there already."""
    for edited_list in changed:
        if edited_list.cards is not None:
            file = card_file(services().workspace, parent.game, edited_list.declared, edited_list.cards, label)
            place = f"data/{parent.game.name}/{file.name}"
            sentence = (
                "has these cards already, and will be used" if file.there else "will be written; no other file changes"
            )
            st.caption(literal(f"{edited_list.declared.label}: {place} {sentence}."))


def _left_out(parent: Scenario) -> None:
    """Say that rules changed on the page Rules are not part of the revision."""
    changed = drafted(parent).changed if has_draft(parent) else []
    if changed:
        named = listed([parent.game.parameters[name].label.lower() for name in changed])
        st.caption(
            f":material/info: This revision leaves out the draft on {RULES} ({literal(named)}). "
            f"“{DRAFT}” saves both together."
        )


def _store_revision(parent: Scenario) -> None:
    """Write files and revision, checked once more; then the page goes on from it."""
    draft = save_form.drafted(PREFIX, parent, parent.rules, parent.bots)
    if save_form.store(PREFIX, draft, lambda: _whole(edited_lists(parent))):
        forget(parent)
        drafts.keep(parent)


def _whole(changed: Sequence[EditedList]) -> dict[str, Cards]:
    """The lists. Raises BadInput with the mistakes of all."""
    wrong = [problem for edited_list in changed for problem in edited_list.problems]
    if wrong:
        raise BadInput(wrong)
    return _sound(changed)


# Into the draft


def _draft_panel(parent: Scenario, changed: list[EditedList]) -> None:
    st.markdown(f"The cards are saved in a file that the draft on {RULES} uses. Save the draft there, with its reason.")
    _files_to_be(parent, changed, _draft_label(parent))
    save = SaveButton("Save to the draft", "draft_cards", partial(_store_draft, parent))
    save_form.save_buttons(partial(_missing_in_draft, parent), save)
    navigation.link("rules", RULES, {})


def _missing_in_draft(parent: Scenario) -> list[str]:
    """Why the lists cannot go into the draft yet."""
    changed = edited_lists(parent)
    missing = _to_mend(changed)
    if not changed:
        missing.append(f"Nothing differs from {parent.title} yet.")
    elif not missing and _is_drafted(parent, changed):
        missing.append("The draft already has these cards.")
    return missing


def _draft_label(parent: Scenario) -> str:
    return f"{parent.revision}-draft"


def _is_drafted(parent: Scenario, changed: Sequence[EditedList]) -> bool:
    return has_draft(parent) and all(
        drafted(parent).values.get(edited_list.name) == edited_list.cards for edited_list in changed
    )


def _store_draft(parent: Scenario) -> None:
    session = st.session_state
    try:
        lists = _whole(edited_lists(parent))
        files = write_card_lists(services().workspace, parent.game, lists, _draft_label(parent)).names
    except BadInput as bad:
        session["refused"] = bad.problems
        return
    for name, file in files.items():
        put(parent, name, file)
    session["cards_drafted"] = (parent.name, list(files.values()))
