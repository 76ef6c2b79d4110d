"""A tap: stored first, then shown. What was not stored is said, in words, until something is."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.app.desk import desk
from workbench.app.reading import literal
from workbench.engine.problems import WorkbenchError
from workbench.playtest.log import Log
from workbench.store.playtests import new_uuid

DEVICE = "device"
REFUSED = "tap_refused"
OWN = "tap_own"
"""Where this tab's own last tap stands: what is drawn after it has it already."""
Do = Callable[[Log], object]


def device() -> str:
    """What tells this browser tab apart from others that log the same session."""
    found: str = st.session_state.setdefault(DEVICE, new_uuid()[:8])
    return found


def tap(session: str, do: Do) -> bool:
    """Store something; whether it was stored. For callbacks, which run before the page is drawn again."""
    try:
        desk().tap(session, device(), do)
    except WorkbenchError as error:
        st.session_state[REFUSED] = str(error)
        return False
    st.session_state.pop(REFUSED, None)
    st.session_state[OWN] = session, desk().look(session).version
    return True


def refused() -> None:
    """Say what was not stored, if the last tap was not."""
    if REFUSED in st.session_state:
        st.error(literal(st.session_state[REFUSED]), title="That was not stored", icon=":material/error:")


def button(
    session: str, label: str, key: str, do: Do, *, icon: str = "", place: Any = st, shortcut: str = "", **look: Any
) -> None:
    """A button that stores something at once; wide enough for a thumb."""
    look = {"width": "stretch", **look}
    place.button(label, key=key, icon=icon or None, shortcut=shortcut or None, on_click=tap, args=[session, do], **look)
