"""The form that saves a revision: name, title, reason, hypothesis, the button, and the links after saving."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.rules.draft import name_complaint, suggested_name
from workbench.app.widgets.choices import DraftChoice
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.messages import problems
from workbench.engine.parameters import Values
from workbench.scenario import RevisionDraft, Scenario

FIELDS = ("name", "title", "reason", "hypothesis")
NAME_HELP = "Follows the title until you change it. Lower-case letters, digits, dots and dashes."
KEPT: Any = {"persist_state": "session"}
TYPED: Any = {**KEPT, "live": True}
"""Text is taken while it is typed, so that the save button does not wait for the field to be left."""


def fields(prefix: str, taken: Sequence[str], why: str) -> None:
    """The four fields, kept in the session under `<prefix>_name` and so on; `why` is asked for as the reason."""
    _suggest(prefix, taken)
    left, right = st.columns(2, gap="medium")
    left.text_input("Title", key=f"{prefix}_title", placeholder="What it is called in lists", **TYPED)
    with right.container(gap="xxsmall"):
        st.text_input("Name", key=f"{prefix}_name", help=NAME_HELP, **TYPED)
        if wrong := name_complaint(texts(prefix)["name"], taken):
            st.markdown(f":red[:small[:material/error: {literal(wrong)}]]")
    st.text_input("Reason", key=f"{prefix}_reason", placeholder=why, required=True, **TYPED)
    about = "What should it do? (optional)"
    st.text_area("Hypothesis", key=f"{prefix}_hypothesis", height=80, placeholder=about, **KEPT)


def _suggest(prefix: str, taken: Sequence[str]) -> None:
    """Let the name follow the title, until somebody writes a name of their own."""
    session, name, last = st.session_state, f"{prefix}_name", f"{prefix}_suggested"
    if name not in session or session[name] == session.get(last):
        session[name] = session[last] = suggested_name(taken, dt.date.today(), texts(prefix)["title"])


def texts(prefix: str) -> dict[str, str]:
    """What stands in the fields, by their names."""
    return {name: str(st.session_state.get(f"{prefix}_{name}") or "") for name in FIELDS}


def drafted(prefix: str, parent: Scenario, rules: Values, bots: tuple[str, ...]) -> RevisionDraft:
    """The revision of today that the fields, a parent and these rules make."""
    said = texts(prefix)
    return RevisionDraft(
        game=parent.game,
        revision=said["name"].strip(),
        parent=parent.revision,
        reason=said["reason"],
        rules=rules,
        title=said["title"],
        date=dt.date.today(),
        hypothesis=said["hypothesis"],
        bots=bots,
        plays=parent.plays,
        seed=parent.seed,
        goals=parent.goals,
    )


def clear(prefix: str) -> None:
    """Empty the fields; a new name is suggested."""
    for name in (*FIELDS, "suggested"):
        st.session_state.pop(f"{prefix}_{name}", None)


def save_button(label: str, key: str, missing: Sequence[str], store: Callable[..., None], *args: object) -> None:
    """The button, off while something is missing, which is listed; below it what was refused in spite of that."""
    st.button(
        label, type="primary", icon=":material/save:", key=key, disabled=bool(missing), on_click=store, args=list(args)
    )
    if missing:
        st.caption("Before it can be saved:\n" + "\n".join(f"- {literal(sentence)}" for sentence in missing))
    if refused := st.session_state.pop("refused", None):
        problems(refused, "Not saved")


def saved(choice: DraftChoice) -> None:
    """After saving: what to do next."""
    name, parent = st.session_state.get("saved", ("", ""))
    revision = name.partition("/")[2]
    if name != f"{choice.game.name}/{choice.start}" or parent not in choice.revisions.sound:
        return
    with st.container(border=True):
        st.success(f"Saved as {revision}, a child of {parent}.", icon=":material/check_circle:")
        with st.container(horizontal=True):
            navigation.link("compare", f"Compare with {parent}", {"base": parent, "other": revision})
            navigation.link("run", f"Run {revision}", {"revision": revision})
