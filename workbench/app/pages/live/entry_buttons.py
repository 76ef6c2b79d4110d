"""Buttons that store an entry: it is stored first, then shown. A failure is shown until something is stored."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live.session_cache import session_cache
from workbench.app.widgets.messages import attempt
from workbench.playtest.log.recording import Log
from workbench.store.playtests import new_uuid

DEVICE = "device"
OWN_ENTRY = "tap_own"
"""Where this tab's own last tap stands: what is drawn after it has it already."""
Do = Callable[[Log], object]


def device() -> str:
    """The id of this browser tab among those that log the same session."""
    found: str = st.session_state.setdefault(DEVICE, new_uuid()[:8])
    return found


def store_entry(session: str, do: Do, where: str = "") -> bool:
    """Store an entry; return whether it was stored. For callbacks, which run before the page is drawn again.

    `where` is the part of the board that says what was refused, where that is not the top.
    """
    done = attempt(partial(session_cache().store_entry, session, device(), do), where)
    if done:
        st.session_state[OWN_ENTRY] = session, session_cache().look(session).version
    return done


def entry_button(
    session: str, label: str, key: str, do: Do, *, icon: str = "", place: Any = st, shortcut: str = "", **look: Any
) -> None:
    """A button that stores an entry at once; wide enough for a thumb."""
    look = {"width": "stretch", **look}
    place.button(
        label, key=key, icon=icon or None, shortcut=shortcut or None, on_click=store_entry, args=[session, do], **look
    )
