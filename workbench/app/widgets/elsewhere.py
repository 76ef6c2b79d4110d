"""Where to go on from a page that has nothing to say of a game."""

from collections.abc import Mapping

import streamlit as st

from workbench.app import navigation
from workbench.app.place import go
from workbench.app.widgets.text import literal


def lead_elsewhere(reason: str, icon: str, others: Mapping[str, str]) -> None:
    """Say why, and lead to the rules of the game, or to `others`: games by name, each with what its button says."""
    st.info(literal(reason), icon=icon)
    with st.container(horizontal=True, vertical_alignment="center"):
        navigation.link("rules", "Change its rules", {})
        for name, words in others.items():
            st.button(literal(words), key=f"to_{name}", on_click=go, kwargs={"game": name})
