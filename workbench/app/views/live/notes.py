"""Free notes: stored when the field is left, by Ctrl+Enter, or by the button.

Leaving the field by pressing the button makes two events, and a browser that has not heard yet that the field was
emptied sends the text once more. So each field has the id of the note that it will become.
"""

from functools import partial

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import taps
from workbench.playtest.kinds import NOTE_LENGTH, Kind
from workbench.playtest.log import Log
from workbench.store.playtests import new_uuid

NOTE = "note_to_come"
"""The id of the note that the field will become."""
SHOWN = 3


def show(seen: Seen) -> None:
    """The field, and the latest notes."""
    note = st.session_state.setdefault(NOTE, new_uuid())
    store = partial(_store, seen.session.id, note)
    st.text_area(
        "Notes",
        key=_field(note),
        height=80,
        max_chars=NOTE_LENGTH,
        placeholder="What you see and hear. Each note is stored with its time.",
        on_change=store,
    )
    st.button("Store note", key="store_note", icon=":material/edit_note:", on_click=store)
    for each in reversed(seen.session.notes[-SHOWN:]):
        st.caption(literal(f"{each.at.astimezone():%H:%M} {each.text}"))
    if len(seen.session.notes) > SHOWN:
        st.caption(f"{len(seen.session.notes) - SHOWN} earlier notes stand in the log below.")


def _field(note: str) -> str:
    return f"new_note_{note}"


def _store(session: str, note: str) -> None:
    text = (st.session_state.get(_field(note)) or "").strip()

    def write(log: Log) -> object:
        known = next((line for line in log.session().lines if line.entry.id == note), None)
        if known is None:
            return log.tap(Kind.NOTE, {"text": text}, id=note)
        return None if known.data["text"] == text else log.edit(note, text=text)

    if text and taps.tap(session, write) and st.session_state.get(NOTE) == note:
        st.session_state[NOTE] = new_uuid()
