"""The chosen revision: what it changes and why, what was found, what was decided, and what one can do with it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.app import navigation, place
from workbench.app.draft import Draft, suggested_name
from workbench.app.history import History, histories
from workbench.app.place import Place
from workbench.app.services import revisions, services
from workbench.app.widgets import controls, messages
from workbench.app.widgets import decision as decision_fields
from workbench.app.widgets.messages import attempt, refused
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.engine.wording import day_words, lower_first, time_words
from workbench.report.standing import verdicts_of
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario, differences
from workbench.scenario.save import remove_revision, rename_revision, save_revision
from workbench.store.history import Decision

REVERTED = "reverted_rule"
REVERT, RENAME = "revert", "rename"


def show(here: Place, history: History) -> None:
    """The panel of the chosen revision."""
    scenario = here.revisions.sound[here.revision]
    base, decision = here.revisions.sound.get(scenario.parent or ""), history.decision(scenario)
    with st.container(border=True, key="chosen"):
        refused()
        messages.show_done(scenario.name)
        date = f" · {day_words(scenario.date)}" if scenario.date else ""
        st.markdown(f"## {literal(scenario.title)}", anchors=False)
        st.caption(literal(f"{scenario.revision}.toml{date}"))
        if base:
            lines = [
                f"- {literal(scenario.game.parameters[name].label)}:"
                f" {literal(scenarios.rule_value(scenario.game, name, before))} →"
                f" **{literal(scenarios.rule_value(scenario.game, name, after))}**"
                for name, (before, after) in differences(base, scenario).items()
            ]
            st.markdown("\n".join([f"**Changed against {literal(base.title)}:**", "", *(lines or ["- no rule"])]))
        aims = scenarios.aims_in_words(scenario) if scenario.aims else ""
        for label, text in (("Why", scenario.reason), ("Aims", aims), ("What it should do", scenario.hypothesis)):
            if text:
                st.markdown(f"**{label}:** {literal(phrases.with_stop(text))}")
        _verdict(scenario, base, history)
        with st.container(horizontal=True):
            if base and len(differences(base, scenario)) > 1:
                _revert(here, scenario, base)
            key = f"title_of_{scenario.name}"
            with st.popover("Rename", icon=":material/edit:", key=controls.newest_key(RENAME)):
                st.text_input("Title", value=scenario.title, key=key, help="The name of the file stays as it is.")
                st.button("Rename", key="save_title", type="primary", on_click=_save_title, args=[scenario, key])
        _decision(scenario, decision)


def _verdict(scenario: Scenario, base: Scenario | None, history: History) -> None:
    """The verdict against the parent, or else the last one, with its bots."""
    verdict = history.against(scenario, base) or next(iter(verdicts_of(history.about(scenario))), None)
    if verdict is None:
        st.markdown(":gray[Not compared with its parent yet.]" if base else ":gray[Not played yet.]")
        return
    st.markdown(f"**Verdict:** {literal(verdict.sentence)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        navigation.link("results", "Open the result", {"against": verdict.finding.base, **verdict.query})
        found_at = verdict.finding.found_at
        when = f" · {time_words(found_at)}" if found_at else ""
        st.caption(literal(f"{verdict.bots}{when}"), width="content")


# What one can do


def _revert(here: Place, scenario: Scenario, base: Scenario) -> None:
    """Take one change back, as a new revision: what did that change alone do?"""
    rules = list(differences(base, scenario))
    labels = {name: scenario.game.parameters[name].label for name in rules}
    with st.popover("Revert one change", icon=":material/undo:", key=controls.newest_key(REVERT)):
        st.selectbox("Which change", rules, format_func=labels.__getitem__, key=REVERTED)
        st.caption("The new revision keeps the other changes. Compare it with this one to see what that change did.")
        st.button(
            "Save as a new revision", key="save_reverted", type="primary", on_click=_save_reverted, args=[here, rules]
        )


def _save_reverted(here: Place, rules: Sequence[str]) -> None:
    scenario = here.revisions.sound[here.revision]
    base = here.revisions.sound[scenario.parent or ""]
    rule = controls.picked(REVERTED, rules)
    if rule is None:
        return
    label = scenario.game.parameters[rule].label
    title = f"{scenario.title}, {lower_first(label)} as before"
    before = scenarios.rule_value(scenario.game, rule, base.rules[rule])
    texts = {
        "name": suggested_name(here.revisions.taken, dt.date.today(), title),
        "title": title,
        "reason": f"{label} is {before} again, as in {base.title}.",
        **dict.fromkeys(("aims", "hypothesis"), ""),
    }
    draft = Draft(scenario, {**scenario.rules, rule: base.rules[rule]}).revision(texts)
    if attempt(lambda: save_revision(services().workspace, draft)):
        place.go(revision=draft.revision)
        controls.renew(REVERT)
        name = f"{scenario.game.name}/{draft.revision}"
        messages.note_done(messages.Done(name, f"Saved as “{title}”.", partial(_unsave, scenario, draft.revision)))


def _unsave(parent: Scenario, name: str) -> None:
    """Remove the revision that was just saved, and go back to its parent; refused where something was made of it."""
    revision = revisions(parent.game).sound.get(name)
    if revision is None:
        return
    history = histories(parent.game.name)[parent.game.name]
    if (
        history.about(revision)
        or history.played[name]
        or history.decision(revision) != Decision(parent.game.name, name)
    ):
        raise BadInput.one(
            revision.name, "has been played or decided on since; archive it instead, so that nothing is lost"
        )
    remove_revision(services().workspace, revision)
    place.go(revision=parent.revision)


def _save_title(scenario: Scenario, key: str) -> None:
    title = str(st.session_state[key])
    workspace = services().workspace
    if attempt(lambda: rename_revision(workspace, scenario, title)) and title.strip() != scenario.title:
        controls.renew(RENAME)
        again = partial(_rename_back, scenario, key)
        messages.note_done(messages.Done(scenario.name, f"Renamed to “{title.strip()}”.", again))


def _rename_back(scenario: Scenario, key: str) -> None:
    rename_revision(services().workspace, scenario, scenario.title)
    st.session_state[key] = scenario.title


# What was decided


def _decision(scenario: Scenario, decision: Decision) -> None:
    """The decision, why, and notes; and whether lists leave the revision out."""
    st.markdown("### Decision", anchors=False)
    refused(decision_fields.WHERE)
    decision_fields.fields(scenario, decision)
    label, done = ("Bring back", "Brought back.") if decision.archived else ("Archive", "Archived.")
    st.button(
        label,
        key=f"archive:{scenario.name}",
        icon=":material/unarchive:" if decision.archived else ":material/archive:",
        help="Lists leave out what is archived. Its file and everything that was played stay.",
        on_click=decision_fields.change,
        args=[decision, replace(decision, archived=not decision.archived), done],
    )
