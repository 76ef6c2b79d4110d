"""What the page shows: the session that the link names, or the way to a new one."""

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.live import board, start
from workbench.app.pages.live.desk import desk
from workbench.app.widgets.markdown import literal
from workbench.playtest.log.recording import NoSession

LINK = "session"
"""What the address calls the session."""


def show() -> None:
    """A session, or the form that begins one."""
    session = st.query_params.get(LINK)
    if not session:
        start.show()
        return
    try:
        if not desk().store.path.exists():
            raise NoSession(f"no session {session} in the store")
        seen = desk().look(session)
    except NoSession as error:
        st.error(literal(str(error)).capitalize() + ".", title="There is no such session", icon=":material/link_off:")
        navigation.link("live", "Begin a session", {})
        return
    board.show(seen)
