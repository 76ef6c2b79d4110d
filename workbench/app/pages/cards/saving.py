"""Saving edited card lists: as a new revision, or into the draft on the page Rules."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.cards.edits import edited_lists, forget
from workbench.app.pages.rules.draft import Draft, obstacles
from workbench.app.pages.rules.fields import drafted, has_draft, put
from workbench.app.services import services
from workbench.app.widgets import save_form
from workbench.app.widgets.choices import DraftChoice
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.messages import problems
from workbench.engine.card_lists.cards import Cards
from workbench.engine.problems import BadInput
from workbench.engine.wording import listed
from workbench.scenario import Scenario, save_revision
from workbench.scenario.card_lists import EditedList, card_file, write_card_lists

REVISION, DRAFT = "A new revision", "The draft on Rules"
PREFIX = "cards"


def saved(choice: DraftChoice) -> None:
    """After saving a revision or a draft: what to do next."""
    save_form.saved(choice)
    name, files = st.session_state.get("cards_drafted", ("", []))
    if name == f"{choice.game.name}/{choice.start}":
        with st.container(border=True):
            st.success(
                f"The draft on Rules now uses {listed(files)}. Save it there, with a reason.",
                icon=":material/check_circle:",
            )
            navigation.link("rules", "Continue with the draft", {})


def panel(parent: Scenario, choice: DraftChoice) -> None:
    """Where the lists go, what is missing, and the button."""
    with st.container(border=True, key="save_panel"):
        st.markdown("## Save as", anchors=False)
        target = st.segmented_control(
            "Save as", [REVISION, DRAFT], default=REVISION, required=True, key="cards_target",
            label_visibility="collapsed", persist_state="session",
        )  # fmt: skip
        changed = edited_lists(parent)
        together = _together(parent, changed)
        if together.told:
            problems(together.told, "These cards do not fit the rules of this revision")
        if target == DRAFT:
            _draft_panel(parent, changed)
        else:
            _revision_panel(parent, changed, together, choice)


def _together(parent: Scenario, changed: Sequence[EditedList]) -> Draft:
    """The revision with the edited lists, those without a mistake."""
    return Draft(parent, {**parent.rules, **_sound(changed)})


def _sound(changed: Sequence[EditedList]) -> dict[str, Cards]:
    return {each.name: each.cards for each in changed if each.cards is not None}


def _to_mend(changed: Sequence[EditedList]) -> list[str]:
    return [f"{each.declared.label} has mistakes to fix." for each in changed if each.problems]


# As a revision


def _revision_panel(parent: Scenario, changed: list[EditedList], together: Draft, choice: DraftChoice) -> None:
    taken = [*choice.revisions.sound, *choice.revisions.broken]
    save_form.fields(PREFIX, taken, "Why do the cards change?")
    said = save_form.texts(PREFIX)
    mend = _to_mend(changed)
    missing = obstacles(together, said["name"], said["reason"], taken)
    if mend:  # then nothing may differ only because the wrong list is left out
        missing = [*mend, *(each for each in missing if not each.startswith("Nothing differs"))]
    _files_to_be(parent, changed, said["name"].strip() or "new")
    _left_out(parent)
    save_form.save_button("Save revision", "save_cards", missing, _store_revision, parent)


def _files_to_be(parent: Scenario, changed: Sequence[EditedList], label: str) -> None:
    """Which files will be written, or are there already."""
    for each in changed:
        if each.cards is not None:
            file = card_file(services().workspace, parent.game, each.declared, each.cards, label)
            place = f"data/{parent.game.name}/{file.name}"
            said = (
                "has these cards already, and will be used" if file.there else "will be written; no other file changes"
            )
            st.caption(literal(f"{each.declared.label}: {place} {said}."))


def _left_out(parent: Scenario) -> None:
    """Say that rules changed on the page Rules are not part of the revision."""
    changed = drafted(parent).changed if has_draft(parent) else []
    if changed:
        named = listed([parent.game.parameters[name].label.lower() for name in changed])
        st.caption(
            f":material/info: This revision leaves out the draft on Rules ({literal(named)}). "
            f"“{DRAFT}” saves both together."
        )


def _store_revision(parent: Scenario) -> None:
    """Write files and revision, checked once more; then the page goes on from it."""
    session = st.session_state
    try:
        draft = save_form.drafted(PREFIX, parent, parent.rules, parent.bots)
        made = save_revision(services().workspace, draft, _whole(edited_lists(parent)))
    except BadInput as bad:
        session["refused"] = bad.problems
        return
    forget(parent)
    session["saved"] = (made.name, parent.revision)
    session["start"] = made.revision
    save_form.clear(PREFIX)


def _whole(changed: Sequence[EditedList]) -> dict[str, Cards]:
    """The lists. Raises BadInput with the mistakes of all."""
    wrong = [problem for each in changed for problem in each.problems]
    if wrong:
        raise BadInput(wrong)
    return _sound(changed)


# Into the draft


def _draft_panel(parent: Scenario, changed: list[EditedList]) -> None:
    st.markdown("The cards are saved in a file that the draft on Rules uses. Save the draft there, with its reason.")
    missing = _to_mend(changed)
    if not changed:
        missing.append(f"Nothing differs from {parent.revision} yet.")
    elif not missing and _is_drafted(parent, changed):
        missing.append("The draft already has these cards.")
    _files_to_be(parent, changed, _draft_label(parent))
    save_form.save_button("Save to the draft", "draft_cards", missing, _store_draft, parent)
    navigation.link("rules", "Rules", {})


def _draft_label(parent: Scenario) -> str:
    return f"{parent.revision}-draft"


def _is_drafted(parent: Scenario, changed: Sequence[EditedList]) -> bool:
    return has_draft(parent) and all(drafted(parent).values.get(each.name) == each.cards for each in changed)


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
