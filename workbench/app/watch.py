"""Says on every page when the server is gone, or no longer knows this device, and leads back in."""

import streamlit as st

from workbench.app import scripts

HIDDEN = "<style>:has(> .st-key-watch) { display: none; }</style>"
_component = scripts.component("watch")


def mount() -> None:
    """Have the page watch the server; it draws nothing while all is well."""
    with st.container(key="watch"):
        st.html(HIDDEN)
        _component(key="watch_server", data={})
