"""Drafts on the page: the form that saves one, what is said of those that are not saved, and their badge."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from math import inf
from time import monotonic
from typing import Literal, TypeAlias, TypedDict

import streamlit as st

from workbench.app import address, drafts, navigation, place
from workbench.app.draft import Draft, changed_in, complaint, name_complaint, suggested_name, what_changes
from workbench.app.drafts import TEXTS, drafted, form_of, mine_of, texts
from workbench.app.navigation import query_to
from workbench.app.place import DRAFT, Place
from workbench.app.services import revisions, services, with_drafts
from workbench.app.widgets import messages, try_panel
from workbench.app.widgets.card_steps import edited_lists
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import explained, literal
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.engine.wording import counted, listed, time_words
from workbench.play.goals import CheckedGoal
from workbench.report.text.aims import aims_sentence, proposed_aims, read_sentence
from workbench.scenario import Scenario
from workbench.scenario.card_lists import card_file
from workbench.scenario.drafts import StoredDraft, changed_since, list_drafts
from workbench.scenario.save import save_revision

LATE_S = 10.0
"""How long after a text has changed the browser of a busy machine may still send what stood there before."""
AIMS = "What the change is for, against the parent. The comparison answers it first."
AIMS_EXAMPLE = "make length shorter by at least 10 %, keep ties below 8 %"
NAME_HELP = "Follows the title until you change it. Lower-case letters, digits, dots and dashes."
WHY = "Why do the rules change?"
MOST_NOTED = 2
"""Drafts of a revision that a page names: its form is to stay in sight."""
MOST_LISTED = 8
"""Drafts that the badge lists. Every run of every page draws them: 8 take 3 ms, 50 took 17."""
PLAYED_AS_IT_IS = (
    "Compare a draft, find a value for it or judge it without saving it: there it stands among the revisions above."
    " *Every goal* of *Revisions* has a row of it."
)


class Persistent(TypedDict):
    """The argument by which a field keeps its text when another page is drawn."""

    persist_state: Literal["session"]


class Typed(Persistent):
    """The arguments of a text field that tells the server every letter."""

    live: bool


PERSISTENT: Persistent = {"persist_state": "session"}
TYPED: Typed = {**PERSISTENT, "live": True}
"""Text is taken while it is typed, so that the save button does not wait for the field to be left."""


def panel(draft: Draft, choice: Place) -> None:
    """The form that saves the draft of a revision: rules, goals and cards, as one revision."""
    parent, form, taken = draft.parent, form_of(draft.parent), choice.revisions.taken
    with st.container(key="save_panel"):
        about = explained("A file of its own, which says what changed and why.", "revision", "parent", "hypothesis")
        st.markdown("## Save as a new revision", anchors=False, help=about)
        today = try_panel.today(draft)
        goals = today.check(draft.goals) if today and not draft.problems else ()
        follow = fields(form, parent, taken, draft.title, goals)
        for edited in edited_lists(parent):
            if edited.cards is not None:
                label = texts(form)["name"].strip() or "new"
                file = card_file(services().workspace, parent.game, edited.declared, edited.cards, label)
                what = "has these cards already, and will be used" if file.there else "will be written"
                st.caption(literal(f"{edited.declared.label}: data/{parent.game.name}/{file.name} {what}."))
        save_buttons(
            lambda: drafted(parent).obstacles(texts(form), taken),
            SaveButton("Save and compare", "save_compare", partial(_save_draft, parent, True)),
            SaveButton("Save only", "save", partial(_save_draft, parent, False)),
            first=follow,
        )


def _save_draft(parent: Scenario, compare: bool) -> None:
    """Write the revision, checked once more; then the page goes on from it, or its comparison begins.

    The session is at the comparison at once, not after another run of the form: what the browser still asks for then,
    by the form's boxes as it has them, cannot lead elsewhere.
    """
    lists = {edited.name: edited.cards for edited in edited_lists(parent) if edited.cards is not None}
    revision = store(form_of(parent), drafted(parent), lists)
    if revision is None:
        return
    drafts.forget(parent)
    if compare:
        base = replace(parent, plays=revision.plays, seed=revision.seed)
        base = replace(base, bots=revision.bots) if base.players == revision.players else base
        job = services().jobs.compare(base, revision)
        address.go(job.place.page, query_to(job.place.page, job.place.choices))


def fields(
    form: str, parent: Scenario, taken: Sequence[str], title: str = "", goals: Sequence[CheckedGoal] = ()
) -> Callable[[], None]:
    """The five fields, which the session keeps under the form's name.

    `title` is the one that is taken if none is given; `goals` as the parent stands to them, whose misses are
    proposed as aims. Returned is what has the name follow the title once more.
    """
    _suggest(form, taken)
    left, right = st.columns(2, gap="medium")
    left.text_input("Title", key=f"{form}_title", placeholder=title or "What it is called in lists", **TYPED)
    with right.container(gap="xxsmall"):
        st.text_input("Name", key=f"{form}_name", help=NAME_HELP, **TYPED)
        if wrong := name_complaint(texts(form)["name"], taken):
            st.markdown(f":red[:small[:material/error: {literal(wrong)}]]")
    st.text_area("Reason", key=f"{form}_reason", height=80, placeholder=WHY, required=True, **PERSISTENT)
    _aims(form, parent.game, goals)
    about = "What should it do? (optional)"
    st.text_area("Hypothesis", key=f"{form}_hypothesis", height=80, placeholder=about, **PERSISTENT)
    return partial(_suggest, form, taken)


def _aims(form: str, game: Game, goals: Sequence[CheckedGoal]) -> None:
    """The field of the aims, in a sentence, and the one that the reason and missed goals propose, to be taken."""
    written = texts(form)
    st.text_input("Aims (optional)", key=f"{form}_aims", placeholder=AIMS_EXAMPLE, help=explained(AIMS, "aim"), **TYPED)
    for problem in read_sentence(game, written["aims"])[1]:
        st.markdown(f":red[:small[:material/error: {literal(complaint(problem))}]]")
    proposal = aims_sentence(game, proposed_aims(game, written["reason"], goals))
    if proposal and not written["aims"].strip():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(literal(f"Perhaps: {proposal}"), width="content")
            take = partial(st.session_state.__setitem__, f"{form}_aims", proposal)
            st.button("Take it", key=f"{form}_take_aims", type="tertiary", on_click=take)


def _suggest(form: str, taken: Sequence[str]) -> None:
    """Let the name follow the title, until somebody writes a name of their own.

    For a while after it has followed, the browser may still send a name from before.
    """
    session, name, last, now = st.session_state, f"{form}_name", f"{form}_suggested", monotonic()
    suggested: Mapping[str, float] = session.get(last, {})  # by name, until when it is nobody's own
    if name in session and suggested.get(session[name], 0.0) < now:
        session[last] = {text: until for text, until in suggested.items() if until == inf}
        return
    newest = suggested_name(taken, dt.date.today(), texts(form)["title"])
    session[last] = {**{text: min(until, now + LATE_S) for text, until in suggested.items()}, newest: inf}
    session[name] = newest


def store(form: str, draft: Draft, lists: Mapping[str, Cards]) -> Scenario | None:
    """The revision that a form saves with these card lists, chosen from then on, the fields emptied.

    None, once it is said why, where it cannot be written.
    """
    try:
        revision = save_revision(services().workspace, draft.revision(texts(form)), lists)
    except BadInput as bad:
        st.session_state["refused"] = bad.problems
        return None
    st.session_state["saved"] = (revision.name, draft.parent.revision)
    place.go(revision=revision.revision)
    for name in (*TEXTS, "suggested"):
        st.session_state.pop(f"{form}_{name}", None)
    return revision


@dataclass(frozen=True)
class SaveButton:
    """A button that saves: what it says, its key, and what it does."""

    label: str
    key: str
    store: Callable[[], None]


Missing: TypeAlias = Callable[[], Sequence[str]]
TOO_EARLY = "saved_too_early"
"""Where the session keeps which button was pressed while something was missing."""


def save_buttons(missing: Missing, *buttons: SaveButton, first: Callable[[], None]) -> None:
    """The buttons, the first one primary; below them what is missing yet, and what was refused.

    They are never off, and nothing that comes and goes stands above them: a click straight out of a text reaches the
    server with that text, of which the page does not know when the click begins. So what comes first is done, and what
    is missing is looked up, again when one is pressed.
    """
    with st.container(horizontal=True):
        for button in buttons:
            kind: Literal["primary", "secondary"] = "primary" if button is buttons[0] else "secondary"
            press = partial(_save, first, missing, button)
            st.button(button.label, key=button.key, type=kind, icon=":material/save:", on_click=press)
    sentences = missing()
    if not sentences:
        st.session_state.pop(TOO_EARLY, None)
    elif st.session_state.get(TOO_EARLY) in [button.key for button in buttons]:
        st.error("\n".join(f"- {literal(sentence)}" for sentence in sentences), title="Not saved yet")
    else:
        st.caption("Before it can be saved:\n" + "\n".join(f"- {literal(sentence)}" for sentence in sentences))
    if refused := st.session_state.pop("refused", None):
        problems(refused, "Not saved")


def _save(first: Callable[[], None], missing: Missing, button: SaveButton) -> None:
    first()
    if missing():
        st.session_state[TOO_EARLY] = button.key
    else:
        st.session_state.pop(TOO_EARLY, None)
        button.store()


def saved(choice: Place) -> None:
    """After saving: what to do next."""
    name, parent = st.session_state.get("saved", ("", ""))
    revision = name.partition("/")[2]
    if name != f"{choice.game.name}/{choice.revision}" or parent not in choice.revisions.sound:
        return
    child, base = (literal(choice.revisions.sound[revision_name].title) for revision_name in (revision, parent))
    with st.container(border=True, key="saved"):
        st.success(f"Saved as {child}, a child of {base}.", icon=":material/check_circle:")
        with st.container(horizontal=True):
            navigation.link("results", f"Compare with {base}", {"revision": revision, "against": parent})


# Drafts that are not saved yet


def notices(parent: Scenario) -> None:
    """Lines that say where the tab has a copy, the revision has changed, or a draft of it waits to be taken up."""
    mine = mine_of(parent.name)
    if mine is None:
        every = list_drafts(services().workspace)
        waiting = [draft for draft in every if draft.name == parent.name and not drafts.is_open_elsewhere(draft)]
        for draft in waiting[:MOST_NOTED]:
            with st.container(horizontal=True, vertical_alignment="center"):
                about = f"A draft of this revision is not saved yet: {what_changes(draft)}."
                st.markdown(f":material/edit_note: {literal(about)}", width="content")
                _link(draft, "Go on with it")
        if (older := len(waiting) - MOST_NOTED) > 0:
            st.caption(f"{counted(older, 'older draft')} of it: behind the button in the header.")
        return
    if st.session_state.get(drafts.COPIED) == mine.id:
        st.caption(":material/content_copy: Another tab has this draft open. This tab goes on with a copy of its own.")
    if names := changed_since(mine.began_from, parent):
        changed = listed(changed_in(parent.game, names))
        st.warning(
            literal(f"{changed} in its file. What the draft changes is kept; all else follows the file."),
            title=f"{literal(parent.title)} has changed since this draft began",
            icon=":material/difference:",
        )
        st.button("I have seen it", key="draft_seen_changes", on_click=drafts.note_changes, args=[parent, mine])


def badge() -> None:
    """The newest drafts of the workspace, behind a button that counts all; and what was thrown away last."""
    if every := list_drafts(services().workspace):
        label = "Draft" if len(every) == 1 else f"{len(every)} drafts"
        with st.popover(label, icon=":material/edit_note:", key="drafts", width="content"):
            st.caption(PLAYED_AS_IT_IS, width=360)
            for draft in every[:MOST_LISTED]:
                _line(draft)
            if (older := len(every) - MOST_LISTED) > 0:
                st.caption(f"{counted(older, 'older draft')}: on *Rules & goals* of the revision.")
    messages.show_done(drafts.ABOUT, drafts.WHERE)


def _line(draft: StoredDraft) -> None:
    game, mine = games().get(draft.game), mine_of(draft.name)
    parent = revisions(game).sound.get(draft.revision) if game else None
    elsewhere = drafts.is_open_elsewhere(draft)
    with st.container(border=True, width=360, gap="xsmall"):
        title = f"{parent.title}, {parent.game.title}" if parent else draft.name
        where = " · in this tab" if mine and draft.id == mine.id else " · open in another tab" if elsewhere else ""
        changed_at = time_words(datetime.fromisoformat(draft.changed_at))
        st.markdown(f"**{literal(title)}**  \n{literal(what_changes(draft))}  \n:small[{changed_at}{where}]")
        with st.container(horizontal=True, vertical_alignment="center"):
            if parent:
                _link(draft, "Open a copy" if elsewhere else "Open")
                if draft.reference in with_drafts(parent.game).drafts:
                    navigation.link("results", "Compare", {"game": draft.game, "revision": draft.reference})
            else:
                st.caption("Its revision is gone, or cannot be read.")
            if not elsewhere:
                st.button(
                    "Throw away", key=f"throw_away_{draft.id}", icon=":material/delete:", type="tertiary",
                    on_click=drafts.throw_away, args=[draft],
                )  # fmt: skip


def _link(draft: StoredDraft, label: str) -> None:
    page = "cards" if draft.cards and not draft.rules and draft.goals is None else "rules"
    navigation.link(page, label, {"game": draft.game, "revision": draft.revision, DRAFT: draft.id})
