"""A tap: stored first, then shown. What was not stored is said, in words, until something is."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live.desk import desk
from workbench.app.widgets.failures import attempt
from workbench.playtest.log.recording import Log
from workbench.store.playtests import new_uuid

DEVICE = "device"
OWN = "tap_own"
"""Where this tab's own last tap stands: what is drawn after it has it already."""
Do = Callable[[Log], object]


def device() -> str:
    """What tells this browser tab apart from others that log the same session."""
    found: str = st.session_state.setdefault(DEVICE, new_uuid()[:8])
    return found


def tap(session: str, do: Do, where: str = "") -> bool:
    """Store something; whether it was stored. For callbacks, which run before the page is drawn again.

    `where` is the part of the board that says what was refused, where that is not the top.
    """
    done = attempt(partial(desk().tap, session, device(), do), where)
    if done:
        st.session_state[OWN] = session, desk().look(session).version
    return done


def button(
    session: str, label: str, key: str, do: Do, *, icon: str = "", place: Any = st, shortcut: str = "", **look: Any
) -> None:
    """A button that stores something at once; wide enough for a thumb."""
    look = {"width": "stretch", **look}
    place.button(label, key=key, icon=icon or None, shortcut=shortcut or None, on_click=tap, args=[session, do], **look)
