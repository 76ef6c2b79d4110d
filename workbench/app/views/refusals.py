"""What a button was refused: callbacks run before the page is drawn, and what they say is kept until then."""

from collections.abc import Callable

import streamlit as st

from workbench.app.reading import literal
from workbench.engine.problems import WorkbenchError

REFUSED = "refused_in_words"


def attempt(do: Callable[[], object]) -> bool:
    """Do something in a callback, where nothing could be drawn; whether it was done. `refused` says why not."""
    try:
        do()
    except WorkbenchError as error:
        st.session_state[REFUSED] = str(error)
        return False
    st.session_state.pop(REFUSED, None)
    return True


def refused() -> None:
    """Say what was not stored, if the last tap was not."""
    if REFUSED in st.session_state:
        st.error(literal(st.session_state[REFUSED]), title="That was not stored", icon=":material/error:")
