"""The last change of a revision, and *Undo* beside it, on the pages of that revision."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from workbench.app.widgets.messages import attempt
from workbench.app.widgets.text import literal

DONE = "done"


@dataclass(frozen=True)
class Done:
    """A change, of which revision, and what undoes it. `where` is the part of the page that says so."""

    about: str
    words: str
    undo: Callable[[], object]
    where: str = ""


def note(done: Done) -> None:
    """Remember what was done, in place of what was before."""
    st.session_state[DONE] = done


def show(about: str, where: str = "") -> None:
    """The message with its button, if the last thing that was done was done to this revision, in this part."""
    done: Done | None = st.session_state.get(DONE)
    if done is None or (done.about, done.where) != (about, where):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="done"):
        st.markdown(f":material/check: {literal(done.words)}", width="content")
        st.button("Undo", key="undo_done", icon=":material/undo:", type="tertiary", on_click=_undo, args=[done])


def _undo(done: Done) -> None:
    if attempt(done.undo, done.where):
        st.session_state.pop(DONE, None)
