"""The draft of each revision in a tab: what its forms hold of rules, goals, cards and texts, and the workspace stores.

The address of a tab names its draft, so that a reload, another day or a copied address brings it back. A draft that is
open in another tab is copied first: each tab has its own. `take_up` comes before the fields of a form, `keep` once they
have been read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app import address
from workbench.app.draft import Draft, what_changes
from workbench.app.place import DRAFT
from workbench.app.services import revisions, services
from workbench.app.widgets import card_steps, messages
from workbench.app.widgets.controls import fill, newest_key, without_point
from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.parameters import Ordering, Parameter, Values, Written
from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import games
from workbench.engine.wording import first_of, listed
from workbench.play.goals import goal_measure
from workbench.report.text.aims import read_sentence
from workbench.report.text.phrases import is_share, words_of
from workbench.scenario import Goal, Scenario
from workbench.scenario.card_lists import with_cards, written_rules
from workbench.scenario.drafts import (
    Baseline,
    StoredDraft,
    baseline_of,
    changed_since,
    new_id,
    read_draft,
    remove_draft,
    write_draft,
)
from workbench.scenario.goals import goal_measures

MINE, SEEN, FOLLOWED, COPIED, PAST = "drafts", "draft_seen", "revisions_followed", "draft_copied", "past"
MOST_STEPS = 100
"""Changes that can be undone."""
MOST_PLACES = 3
"""Mistakes in cards that are named."""
ABOUT, WHERE = "drafts", "header"
"""Where it is said that a draft was thrown away."""
SEPARATOR = ", "
"""Between the items of an order in its field."""
TEXTS = ("name", "title", "reason", "aims", "hypothesis")
BOUNDS = ("min", "max")
_holders: dict[str, str] = {}
"""The browser session that opened each draft last, by the draft's id."""


def take_up(parent: Scenario) -> None:
    """Have the forms of a revision hold the draft that the address names, else that of this tab."""
    draft_id, mine = address.now().read(DRAFT), mine_of(parent.name)
    if draft_id and draft_id != st.session_state.get(SEEN) and (mine is None or draft_id != mine.id):
        st.session_state[SEEN] = draft_id  # the browser may still name it when the tab has a copy of its own
        stored = read_draft(services().workspace, draft_id)
        if stored and stored.name == parent.name:
            if is_open_elsewhere(stored):
                stored = write_draft(services().workspace, stored, None)
                st.session_state[COPIED] = stored.id
            _hold(stored)
            _fill_forms(parent, stored)
    followed: dict[str, Baseline] = st.session_state.setdefault(FOLLOWED, {})
    before, now = followed.get(parent.name), baseline_of(parent)
    followed[parent.name] = now
    if before is None or before == now:
        return
    held = values(parent)
    for name in changed_since(before, parent):
        if name == "goals" and drafted_goals(parent) == before.goals:
            put_goals(parent, parent.goals)
        elif name in held and held[name] == before.rules.get(name):
            put(parent, name, parent.rules[name])


def keep(parent: Scenario) -> None:
    """Store what the forms of a revision hold, if that is new; a draft that changes nothing any more is removed."""
    mine, workspace, steps = mine_of(parent.name), services().workspace, _steps(parent)
    written, goals, form = written_rules(parent.rules), drafted_goals(parent), form_of(parent)
    suggested = st.session_state.get(f"{form}_suggested", {})
    here = {name: text for name, text in texts(form).items() if text and not (name == "name" and text in suggested)}
    now = StoredDraft(
        id=mine.id if mine else new_id(),
        game=parent.game.name,
        revision=parent.revision,
        began_from=mine.began_from if mine else baseline_of(parent),
        rules={name: value for name, value in values(parent).items() if value != written[name]},
        goals=None if goals == parent.goals else goals,
        cards={edited.name: edited.rows for edited in card_steps.edited_lists(parent)},
        texts=here,
        aims=read_sentence(parent.game, here.get("aims", ""))[0],
    )
    if steps[-1:] != [(now.rules, now.goals)]:
        steps.append((now.rules, now.goals))
        del steps[:-MOST_STEPS]
    if now.is_empty and mine:
        remove_draft(workspace, mine)
        del _mine()[parent.name]
    elif not now.is_empty and (mine is None or not now.says_as(mine)):
        try:
            _hold(write_draft(workspace, now, mine))
        except BadInput as bad:
            messages.problems(bad.problems, "This draft is lost when the page is closed")
    mine = mine_of(parent.name)
    address.write(DRAFT, mine.id if mine else None)


def drafted(parent: Scenario) -> Draft:
    """The revision in the making that the forms show, with the cards that its files hold now, or as they are edited."""
    rules, problems = with_cards(services().workspace, parent.game, values(parent))
    for edited in card_steps.edited_lists(parent):
        rules.pop(edited.name, None)
        if edited.cards is None:
            rows = ((row, problem) for row, wrong in edited.by_row.items() for problem in wrong)
            places = [f"{words_of(bad.place)} in {row}" if row else "the list as a whole" for row, bad in rows]
            problems.append(Problem(edited.name, f"to be mended: {listed(first_of(places, MOST_PLACES))}"))
        else:
            rules[edited.name] = edited.cards
    aims = read_sentence(parent.game, texts(form_of(parent))["aims"])[0]
    return Draft(parent, rules, tuple(problems), drafted_goals(parent), aims)


def reset(parent: Scenario, *names: str) -> None:
    """Put the named fields, or all and the goals, back to the parent's values; cards too."""
    for name in names or parent.game.parameters:
        put(parent, name, parent.rules[name])
    for edited in card_steps.edited_lists(parent):
        if not names or edited.name in names:
            card_steps.put_back(parent, edited.declared)
    if not names:
        put_goals(parent, parent.goals)


def undo_last(parent: Scenario) -> None:
    """Put rules and goals back to what they were before the last change."""
    steps = _steps(parent)
    if len(steps) > 1:
        steps.pop()
        rules, goals = steps[-1]
        fill_form(parent, rules)
        put_goals(parent, parent.goals if goals is None else goals)


def forget(parent: Scenario) -> None:
    """Begin anew from the revision: its draft is saved."""
    reset(parent)
    card_steps.forget(parent)
    _put_texts(form_of(parent), {})
    _steps(parent).clear()
    keep(parent)


def _steps(parent: Scenario) -> list[tuple[Mapping[str, Written], tuple[Goal, ...] | None]]:
    """The rules and goals after each change."""
    steps: list[tuple[Mapping[str, Written], tuple[Goal, ...] | None]]
    steps = st.session_state.setdefault(f"{PAST}:{parent.name}", [])
    return steps


# The drafts of this tab


def _mine() -> dict[str, StoredDraft]:
    """The drafts of this tab as they were stored last, by their revisions."""
    drafts: dict[str, StoredDraft] = st.session_state.setdefault(MINE, {})
    return drafts


def mine_of(name: str) -> StoredDraft | None:
    """The draft that this tab has of a revision, as it was stored last."""
    return _mine().get(name)


def _hold(draft: StoredDraft) -> None:
    _mine()[draft.name] = draft
    _holders[draft.id] = _session()


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""


def is_open_elsewhere(draft: StoredDraft) -> bool:
    """True if another tab has the draft in its forms."""
    holder = _holders.get(draft.id, _session())
    return holder != _session() and runtime.exists() and runtime.get_instance().is_active_session(holder)


def note_changes(parent: Scenario, mine: StoredDraft) -> None:
    """Take the revision's file as it is now for what the draft began from."""
    _hold(write_draft(services().workspace, replace(mine, began_from=baseline_of(parent)), mine))


def throw_away(draft: StoredDraft) -> None:
    """Remove a draft, and empty the forms of this tab that hold it; it can be undone."""
    mine = mine_of(draft.name)
    is_mine = mine is not None and mine.id == draft.id
    remove_draft(services().workspace, draft)
    if is_mine:
        del _mine()[draft.name]
        _refill(replace(draft, rules={}, goals=None, cards={}, texts={}))
    words = f"Draft thrown away: {what_changes(draft)}."
    messages.note_done(messages.Done(ABOUT, words, partial(_bring_back, draft, is_mine), WHERE))


def _bring_back(draft: StoredDraft, is_mine: bool) -> None:
    stored = write_draft(services().workspace, draft, None)
    if is_mine and draft.name not in _mine():
        _hold(stored)
        _refill(stored)


def _refill(draft: StoredDraft) -> None:
    if parent := revisions(games()[draft.game]).sound.get(draft.revision):
        _fill_forms(parent, draft)


# The rules in the form, by the revision that it starts from


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


def put(parent: Scenario, name: str, value: Written) -> None:
    """Have a field of the form hold a written value."""
    fill(_field(parent, name), widget_value(parent.game.parameters[name], value))


def fill_form(parent: Scenario, values: Mapping[str, Written]) -> None:
    """Have the form of a revision hold its rules with these values in their place."""
    for name, value in {**parent.rules, **values}.items():
        put(parent, name, value)


def widget_value(parameter: Parameter, value: Written) -> Written:
    """A written value as its widget holds it."""
    if isinstance(value, Cards):
        return value.file
    if isinstance(parameter, Ordering) and isinstance(value, list):
        return SEPARATOR.join(map(words_of, value))
    return value


# The goals in the form


def goal_names(parent: Scenario) -> list[str]:
    """The measures that have a goal in the form; those of the parent until one of them is changed."""
    if _goals(parent) not in st.session_state:
        put_goals(parent, parent.goals)
    names: list[str] = st.session_state[_goals(parent)]
    return names


def drafted_goals(parent: Scenario) -> tuple[Goal, ...]:
    """The goals as they stand in the form."""
    goals = []
    for name in goal_names(parent):
        entries = [st.session_state.get(bound_key(parent, name, bound)) for bound in BOUNDS]
        times = times_of(parent.game, name)
        goals.append(Goal(name, *(None if entry is None else round(entry / times, 8) for entry in entries)))
    return tuple(goals)


def put_goals(parent: Scenario, goals: Sequence[Goal]) -> None:
    """Have the form show these goals."""
    st.session_state[_goals(parent)] = [goal.measure for goal in goals]
    for goal in goals:
        for bound, value in zip(BOUNDS, (goal.low, goal.high), strict=True):
            put_bound(parent, goal.measure, bound, value)


def add_goal(parent: Scenario, name: str, most: float | None) -> None:
    """Add a goal, once, at most as much as this, where that is known."""
    if name not in goal_names(parent):
        st.session_state[_goals(parent)] = [*goal_names(parent), name]
        put_bound(parent, name, BOUNDS[1], most)


def remove_goal(parent: Scenario, name: str) -> None:
    """Take a goal out of the form."""
    st.session_state[_goals(parent)] = [measure for measure in goal_names(parent) if measure != name]
    for bound in BOUNDS:
        st.session_state.pop(bound_key(parent, name, bound), None)


def put_bound(parent: Scenario, measure: str, bound: str, value: float | None) -> None:
    """Have a field hold a bound of a goal, in the unit that is shown."""
    text_value = None if value is None else round(value * times_of(parent.game, measure), 6)
    fill(_bound(parent, measure, bound), text_value)


def bound_key(parent: Scenario, measure: str, bound: str) -> str:
    """Where the session keeps a bound of a goal."""
    return newest_key(_bound(parent, measure, bound))


def _bound(parent: Scenario, measure: str, bound: str) -> str:
    return f"goal:{parent.name}:{measure}:{bound}"


def _goals(parent: Scenario) -> str:
    return f"goals:{parent.name}"


def times_of(game: Game, measure: str) -> int:
    """By how much a goal is multiplied where it is shown: a share is in percent."""
    return 100 if is_share(goal_measure(game, measure)) else 1


# The texts of a form


def form_of(parent: Scenario) -> str:
    """Where the session keeps the texts with which the draft of a revision is saved."""
    return f"new:{parent.name}"


def texts(form: str) -> dict[str, str]:
    """The texts in the fields of a form, by their names."""
    return {name: str(st.session_state.get(f"{form}_{name}") or "") for name in TEXTS}


def _put_texts(form: str, stored: Mapping[str, str]) -> None:
    for name in ("suggested", *TEXTS):
        if name in stored or name not in ("name", "suggested"):
            st.session_state[f"{form}_{name}"] = stored.get(name, "")
        else:
            st.session_state.pop(f"{form}_{name}", None)  # one is suggested


# From the workspace into the forms, and back


def _fill_forms(parent: Scenario, draft: StoredDraft) -> None:
    written = written_rules(parent.rules)
    fitting = {
        name: value
        for name, value in draft.rules.items()
        if name in written and (value is None or type(value) is type(written[name]))
    }
    fill_form(parent, fitting)
    measures = {*goal_measures(parent.game), *(goal.measure for goal in parent.goals)}
    goals = parent.goals if draft.goals is None else [goal for goal in draft.goals if goal.measure in measures]
    put_goals(parent, goals)
    card_steps.forget(parent)
    for name, declared in card_lists(parent.game.parameters).items():
        if name in draft.cards:
            card_steps.restore(parent, declared, draft.cards[name])
    stored = {name.rpartition("_")[2]: text for name, text in draft.texts.items()}  # older ones name their form too
    _put_texts(form_of(parent), stored)
