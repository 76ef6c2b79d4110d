"""What a button was refused: callbacks run before the page is drawn, and what they say is kept until then."""

from collections.abc import Callable

import streamlit as st

from workbench.app.reading import literal
from workbench.engine.problems import WorkbenchError

REFUSED, WHERE = "refused_in_words", "refused_where"


def attempt(do: Callable[[], object], where: str = "") -> bool:
    """Do something in a callback, where nothing could be drawn; whether it was done. `refused` says why not.

    `where` is the part of the page that says it, where that is not the top.
    """
    try:
        do()
    except WorkbenchError as error:
        st.session_state[REFUSED], st.session_state[WHERE] = str(error), where
        return False
    st.session_state.pop(REFUSED, None)
    return True


def refused(where: str = "") -> None:
    """Say what was not stored, if the last tap was not, and if this is where that is said."""
    if REFUSED in st.session_state and st.session_state.get(WHERE, "") == where:
        st.error(literal(st.session_state[REFUSED]), title="That was not stored", icon=":material/error:")
