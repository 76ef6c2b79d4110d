"""Free notes: stored when the field is left, by Ctrl+Enter, or by the button."""

from functools import partial

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import taps
from workbench.playtest.kinds import NOTE_LENGTH

FIELD = "new_note"
SHOWN = 3


def show(seen: Seen) -> None:
    """The field, and the latest notes."""
    st.text_area(
        "Notes",
        key=FIELD,
        height=80,
        max_chars=NOTE_LENGTH,
        placeholder="What you see and hear. Each note is stored with its time.",
        on_change=partial(_store, seen.session.id),
    )
    st.button("Store note", key="store_note", icon=":material/edit_note:", on_click=_store, args=[seen.session.id])
    for note in reversed(seen.session.notes[-SHOWN:]):
        st.caption(literal(f"{note.at.astimezone():%H:%M} {note.text}"))
    if len(seen.session.notes) > SHOWN:
        st.caption(f"{len(seen.session.notes) - SHOWN} earlier notes stand in the log below.")


def _store(session: str) -> None:
    """Leaving the field by pressing the button comes as two events, of which the second finds the field empty."""
    text = (st.session_state.get(FIELD) or "").strip()
    if text and taps.tap(session, lambda log: log.note(text)):
        st.session_state[FIELD] = ""
