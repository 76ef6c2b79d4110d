"""Games of the workspace while their files change: each is loaded anew, and every session is told what changed."""

import streamlit as st

from workbench.app.widgets.text import literal
from workbench.engine.registry import Reloaded, has_workspace_games, refresh

LOOK_S = 2.0
"""Seconds between two looks at the files."""
READ = "reloads_read"
_reloads: list[Reloaded] = []
"""All that were loaded anew since the server began."""


def draw() -> None:
    """Load anew what has changed, tell this session about it, and look again."""
    _reloads.extend(refresh())
    read = st.session_state.setdefault(READ, len(_reloads))
    for reload in _reloads[read:]:
        st.toast(f"**{literal(reload.name)}** was loaded anew. {literal(' '.join(reload.changes))}", duration="long")
    st.session_state[READ] = len(_reloads)
    if has_workspace_games():
        _look()


@st.fragment(run_every=LOOK_S)
def _look() -> None:
    _reloads.extend(refresh())
    if st.session_state.get(READ, 0) < len(_reloads):
        st.rerun()
