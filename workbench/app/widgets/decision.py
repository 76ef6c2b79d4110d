"""The decision about a revision, its reason, and notes: fields that are stored as soon as they are written."""

from dataclasses import replace

import streamlit as st

from workbench.app.history import decide
from workbench.app.services import services
from workbench.app.widgets import messages
from workbench.app.widgets.controls import Held
from workbench.app.widgets.messages import attempt, refused
from workbench.scenario import Scenario
from workbench.store.history import Decision, DecisionState, decisions

WHERE = "decision"
"""Where a page says that a decision could not be stored."""
WORDS = {"reason": "The reason is stored.", "notes": "The notes are stored."}


def panel(scenario: Scenario) -> None:
    """The fields of a revision that has a file, below what was found about it."""
    store = services().store
    decided = decisions(store, scenario.game.name) if store.path.exists() else {}
    with st.container(border=True, key="decision"):
        st.markdown("## Decision", anchors=False)
        refused(WHERE)
        fields(scenario, decided.get(scenario.revision) or Decision(scenario.game.name, scenario.revision))


def fields(scenario: Scenario, decision: Decision) -> None:
    """The decision, why, and notes; and what was just done to them."""
    messages.show_done(scenario.name, WHERE)
    states = [state.value for state in DecisionState]
    st.segmented_control(
        "Decision",
        states,
        required=True,
        label_visibility="collapsed",
        **_stored(scenario, decision, "state", decision.state.value),
    )
    st.text_input("Because", placeholder="What decided it?", **_stored(scenario, decision, "reason", decision.reason))
    st.text_area("Notes", height=80, **_stored(scenario, decision, "notes", decision.notes))


def _stored(scenario: Scenario, decision: Decision, what: str, value: str) -> Held:
    """The arguments of a field of the decision: it shows what is stored, and stores what is written."""
    key = f"{what}:{scenario.name}"
    st.session_state[key] = value
    return {"key": key, "on_change": _change, "args": [decision, what, key]}


def _change(decision: Decision, what: str, key: str) -> None:
    value = str(st.session_state[key] or "").strip()
    if what == "state":
        change(decision, replace(decision, state=DecisionState(value)), f"Decision: {value}.")
    else:
        after = replace(decision, reason=value) if what == "reason" else replace(decision, notes=value)
        change(decision, after, WORDS[what])


def change(before: Decision, after: Decision, words: str) -> None:
    """Store what was decided instead, or say why not; it can be undone."""
    if attempt(lambda: decide(after), WHERE):
        messages.note_done(messages.Done(f"{after.game}/{after.revision}", words, lambda: decide(before), WHERE))
