"""The drafts of a tab: its forms hold what the workspace's drafts say, and what they hold is stored there at once.

The address of a tab names its draft, so that a reload, another day or a copied address brings it back. A draft that is
open in another tab is copied first: each tab has its own. `take_up` comes before the fields of a form, `keep` once they
have been read; `badge` is in the header of every page.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import cast

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app import address, navigation
from workbench.app.place import DRAFT
from workbench.app.services import revisions, services, with_drafts
from workbench.app.widgets import card_steps, goal_fields, messages
from workbench.app.widgets.controls import fill, newest_key, without_point
from workbench.app.widgets.draft import FIELDS, Draft, texts, written_aims
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import literal
from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards
from workbench.engine.parameters import Ordering, Parameter, Values, Written
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.engine.wording import counted, listed, time_words
from workbench.report.text.phrases import words_of
from workbench.scenario import Goal, Scenario
from workbench.scenario.card_lists import with_cards, written_rules
from workbench.scenario.drafts import (
    Baseline,
    StoredDraft,
    baseline_of,
    changed_since,
    list_drafts,
    new_id,
    read_draft,
    remove_draft,
    write_draft,
)
from workbench.scenario.goals import goal_measures

MINE, SEEN, TEXTS_OF, FOLLOWED, COPIED = "drafts", "draft_seen", "texts_of_draft", "revisions_followed", "draft_copied"
FORMS = ("new", "cards")
"""The forms that save a draft, on Rules and on Cards: prefixes of their fields."""
MOST_NOTED = 2
"""Drafts of a revision that a page names: its form is to stay in sight."""
MOST_LISTED = 8
"""Drafts that the badge lists. Every run of every page draws them: 8 take 3 ms, 50 took 17."""
PLAYED_AS_IT_IS = (
    "Compare, sweep, tune or judge a draft without saving it: there it stands among the revisions above. *All"
    " revisions* has a row of it."
)
ABOUT, WHERE = "drafts", "header"
"""Where it is said that a draft was thrown away."""
SEPARATOR = ", "
"""Between the items of an order in its field."""
_holders: dict[str, str] = {}
"""The browser session that opened each draft last, by the draft's id."""


def take_up(parent: Scenario) -> None:
    """Have the forms of a revision hold the draft that the address names, else that of this tab."""
    draft_id, mine = address.now().read(DRAFT), _mine().get(parent.name)
    if draft_id and draft_id != st.session_state.get(SEEN) and (mine is None or draft_id != mine.id):
        st.session_state[SEEN] = draft_id  # the browser may still name it when the tab has a copy of its own
        stored = read_draft(services().workspace, draft_id)
        if stored and stored.name == parent.name:
            _open(parent, stored)
    _turn_texts(parent)
    _follow(parent)


def keep(parent: Scenario) -> None:
    """Store what the forms of a revision hold, if that is new; a draft that changes nothing any more is removed."""
    mine, workspace = _mine().get(parent.name), services().workspace
    now = _held_now(parent, mine)
    if now.is_empty and mine:
        remove_draft(workspace, mine)
        del _mine()[parent.name]
    elif not now.is_empty and (mine is None or not now.says_as(mine)):
        try:
            _hold(write_draft(workspace, now, mine))
        except BadInput as bad:
            problems(bad.problems, "This draft is lost when the page is closed")
    mine = _mine().get(parent.name)
    address.write(DRAFT, mine.id if mine else None)


def reference_here(parent: Scenario) -> str:
    """The revision as this tab has it: with its draft, if there is one."""
    mine = _mine().get(parent.name)
    return mine.reference if mine else parent.revision


def _mine() -> dict[str, StoredDraft]:
    """The drafts of this tab as they were stored last, by their revisions."""
    drafts: dict[str, StoredDraft] = st.session_state.setdefault(MINE, {})
    return drafts


def _hold(draft: StoredDraft) -> None:
    _mine()[draft.name] = draft
    _holders[draft.id] = _session()


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""


def _is_open_elsewhere(draft: StoredDraft) -> bool:
    holder = _holders.get(draft.id, _session())
    return holder != _session() and runtime.exists() and runtime.get_instance().is_active_session(holder)


# The fields of a form of rules, by the revision that it starts from


def key_of(parent: Scenario, name: str) -> str:
    """Where the session keeps a field: each revision that one starts from has its own draft."""
    return newest_key(_field(parent, name))


def _field(parent: Scenario, name: str) -> str:
    return f"rule:{parent.name}:{name}"


def values(parent: Scenario) -> Values:
    """The rules as they stand in the form, of a card list its file; fields not drawn yet hold the parent's."""
    rules: Values = {}
    for name, parameter in parent.game.parameters.items():
        key = key_of(parent, name)
        if key not in st.session_state:
            st.session_state[key] = widget_value(parameter, parent.rules[name])
        value: Written = st.session_state[key]
        if isinstance(parameter, Ordering):
            rules[name] = [item.strip().replace(" ", "_") for item in str(value or "").split(",")]
        else:
            rules[name] = cast(Written, without_point(value))  # a fraction too, which the game refuses in words
    return rules


def drafted(parent: Scenario) -> Draft:
    """The revision in the making that the form shows, with the cards that its files hold now."""
    rules, problems = with_cards(services().workspace, parent.game, values(parent))
    return Draft(parent, rules, tuple(problems), goal_fields.drafted_goals(parent), written_aims("new", parent.game))


def has_draft(parent: Scenario) -> bool:
    """True if the form has been opened from this revision."""
    return any(key_of(parent, name) in st.session_state for name in parent.game.parameters)


def put(parent: Scenario, name: str, value: Written) -> None:
    """Have a field of the form hold a written value."""
    fill(_field(parent, name), widget_value(parent.game.parameters[name], value))


def fill_form(parent: Scenario, values: Mapping[str, Written]) -> None:
    """Have the form of a revision hold its rules with these values in their place."""
    for name, value in {**parent.rules, **values}.items():
        put(parent, name, value)


def reset(parent: Scenario, *names: str) -> None:
    """Put the named fields, or all, back to the parent's values."""
    for name in names or parent.game.parameters:
        put(parent, name, parent.rules[name])


def widget_value(parameter: Parameter, value: Written) -> Written:
    """A written value as its widget holds it."""
    if isinstance(value, Cards):
        return value.file
    if isinstance(parameter, Ordering) and isinstance(value, list):
        return SEPARATOR.join(map(words_of, value))
    return value


# From the workspace into the forms


def _open(parent: Scenario, draft: StoredDraft) -> None:
    """Have the forms hold a stored draft; a copy of it where another tab has it open."""
    if _is_open_elsewhere(draft):
        draft = write_draft(services().workspace, draft, None)
        st.session_state[COPIED] = draft.id
    st.session_state[TEXTS_OF] = parent.name
    _hold(draft)
    _fill_forms(parent, draft)


def _fill_forms(parent: Scenario, draft: StoredDraft) -> None:
    written = written_rules(parent.rules)
    fitting = {
        name: value
        for name, value in draft.rules.items()
        if name in written and (value is None or type(value) is type(written[name]))
    }
    fill_form(parent, fitting)
    measures = {*goal_measures(parent.game), *(goal.measure for goal in parent.goals)}
    goals = parent.goals if draft.goals is None else tuple(goal for goal in draft.goals if goal.measure in measures)
    goal_fields.put_goals(parent, goals)
    card_steps.forget(parent)
    for name, declared in card_lists(parent.game.parameters).items():
        if name in draft.cards:
            card_steps.restore(parent, declared, draft.cards[name])
    if st.session_state.get(TEXTS_OF) == parent.name:
        _put_texts(draft.texts)


def _turn_texts(parent: Scenario) -> None:
    """The fields of both forms are the same for all revisions: have them hold the texts of this one."""
    before = st.session_state.get(TEXTS_OF, parent.name)
    st.session_state[TEXTS_OF] = parent.name
    if before != parent.name:
        mine = _mine().get(parent.name)
        _put_texts(mine.texts if mine else {})


def _put_texts(stored: Mapping[str, str]) -> None:
    for form in FORMS:
        st.session_state.pop(f"{form}_suggested", None)
        for name in FIELDS:
            key = f"{form}_{name}"
            if name == "name" and key not in stored:
                st.session_state.pop(key, None)  # one is suggested
            else:
                st.session_state[key] = stored.get(key, "")


def _follow(parent: Scenario) -> None:
    """Have fields that nobody has changed follow the revision's file, where that has changed meanwhile."""
    followed: dict[str, Baseline] = st.session_state.setdefault(FOLLOWED, {})
    before, now = followed.get(parent.name), baseline_of(parent)
    followed[parent.name] = now
    if before is None or before == now or not has_draft(parent):
        return
    held = values(parent)
    for name in changed_since(before, parent):
        if name == "goals" and goal_fields.drafted_goals(parent) == before.goals:
            goal_fields.put_goals(parent, parent.goals)
        elif name in held and held[name] == before.rules.get(name):
            put(parent, name, parent.rules[name])


# From the forms into the workspace


def _held_now(parent: Scenario, mine: StoredDraft | None) -> StoredDraft:
    """The forms of a revision as a draft."""
    rules: Values = {}
    goals: tuple[Goal, ...] | None = None
    if has_draft(parent):
        written, goals = written_rules(parent.rules), goal_fields.drafted_goals(parent)
        rules = {name: value for name, value in values(parent).items() if value != written[name]}
    return StoredDraft(
        id=mine.id if mine else new_id(),
        game=parent.game.name,
        revision=parent.revision,
        began_from=mine.began_from if mine else baseline_of(parent),
        rules=rules,
        goals=None if goals == parent.goals else goals,
        cards={edited.name: edited.rows for edited in card_steps.edited_lists(parent)},
        texts=_texts_now(),
        aims=tuple(aim for form in FORMS for aim in written_aims(form, parent.game)),
    )


def _texts_now() -> dict[str, str]:
    """The texts written into the fields of both forms; a name that was only suggested is not one."""
    both: dict[str, str] = {}
    for form in FORMS:
        suggested = st.session_state.get(f"{form}_suggested", {})
        written = texts(form)
        if written["name"] in suggested:
            written["name"] = ""
        both |= {f"{form}_{name}": text for name, text in written.items() if text}
    return both


# What a page of the revision says of drafts


def notices(parent: Scenario) -> None:
    """Lines that say where the tab has a copy, the revision has changed, or a draft of it waits to be taken up."""
    mine = _mine().get(parent.name)
    if mine is None:
        waiting = [draft for draft in _drafts() if draft.name == parent.name and not _is_open_elsewhere(draft)]
        for draft in waiting[:MOST_NOTED]:
            with st.container(horizontal=True, vertical_alignment="center"):
                about = f"A draft of this revision is not saved yet: {what_changes(draft)}."
                st.markdown(f":material/edit_note: {literal(about)}", width="content")
                _link(draft, "Go on with it")
        if (older := len(waiting) - MOST_NOTED) > 0:
            st.caption(f"{counted(older, 'older draft')} of it: behind the button in the header.")
        return
    if st.session_state.get(COPIED) == mine.id:
        st.caption(":material/content_copy: Another tab has this draft open. This tab goes on with a copy of its own.")
    if names := changed_since(mine.began_from, parent):
        changed = listed([_label(mine, name) for name in names])
        st.warning(
            literal(f"{changed} in its file. What the draft changes is kept; all else follows the file."),
            title=f"{literal(parent.title)} has changed since this draft began",
            icon=":material/difference:",
        )
        st.button("I have seen it", key="draft_seen_changes", on_click=_note_changes, args=[parent, mine])


def _note_changes(parent: Scenario, mine: StoredDraft) -> None:
    _hold(write_draft(services().workspace, replace(mine, began_from=baseline_of(parent)), mine))


def _drafts() -> list[StoredDraft]:
    return list_drafts(services().workspace)


def what_changes(draft: StoredDraft) -> str:
    """The differences of a draft, in words: `Hand size, goals, cards of Bods`."""
    parts = [_label(draft, name) for name in draft.rules]
    parts += ["goals"] if draft.goals is not None else []
    parts += [f"cards of {_label(draft, name)}" for name in draft.cards]
    return ", ".join(parts) or "only texts so far"


def _label(draft: StoredDraft, name: str) -> str:
    game = games().get(draft.game)
    parameter = game.parameters.get(name) if game else None
    return parameter.label if parameter else name


# The badge


def badge() -> None:
    """The newest drafts of the workspace, behind a button that counts all; and what was thrown away last."""
    drafts = _drafts()
    if drafts:
        label = "Draft" if len(drafts) == 1 else f"{len(drafts)} drafts"
        with st.popover(label, icon=":material/edit_note:", key="drafts", width="content"):
            st.caption(PLAYED_AS_IT_IS, width=360)
            for draft in drafts[:MOST_LISTED]:
                _line(draft)
            if (older := len(drafts) - MOST_LISTED) > 0:
                st.caption(f"{counted(older, 'older draft')}: on *Rules & goals* of the revision.")
    messages.show_done(ABOUT, WHERE)


def _line(draft: StoredDraft) -> None:
    game = games().get(draft.game)
    parent = revisions(game).sound.get(draft.revision) if game else None
    elsewhere = _is_open_elsewhere(draft)
    with st.container(border=True, width=360, gap="xsmall"):
        title = f"{parent.title}, {parent.game.title}" if parent else draft.name
        where = " · in this tab" if draft.id == _id_here(draft) else " · open in another tab" if elsewhere else ""
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
                    on_click=_throw_away, args=[draft],
                )  # fmt: skip


def _id_here(draft: StoredDraft) -> str:
    mine = _mine().get(draft.name)
    return mine.id if mine else ""


def _link(draft: StoredDraft, label: str) -> None:
    page = "cards" if draft.cards and not draft.rules and draft.goals is None else "rules"
    navigation.link(page, label, {"game": draft.game, "revision": draft.revision, DRAFT: draft.id})


def _throw_away(draft: StoredDraft) -> None:
    """Remove a draft, and empty the forms of this tab that hold it; it can be undone."""
    mine = draft.id == _id_here(draft)
    remove_draft(services().workspace, draft)
    if mine:
        del _mine()[draft.name]
        _refill(replace(draft, rules={}, goals=None, cards={}, texts={}))
    words = f"Draft thrown away: {what_changes(draft)}."
    messages.note_done(messages.Done(ABOUT, words, partial(_bring_back, draft, mine), WHERE))


def _bring_back(draft: StoredDraft, mine: bool) -> None:
    stored = write_draft(services().workspace, draft, None)
    if mine and draft.name not in _mine():
        _hold(stored)
        _refill(stored)


def _refill(draft: StoredDraft) -> None:
    parent = revisions(games()[draft.game]).sound.get(draft.revision)
    if parent:
        _fill_forms(parent, draft)
