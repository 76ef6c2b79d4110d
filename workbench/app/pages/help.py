"""The page Help: the docs that come with the workbench, one at a time; that of the cluster has its setting as well."""

import streamlit as st

from workbench.app.widgets import cluster_field, controls, text
from workbench.app.widgets.messages import unknown_in_address

PAGE, PICKED = "page", "help_page"
CLUSTER = "cluster"
"""The page that also has the setting it is about."""
READABLE = """<style>
.st-key-handbook { max-width: 52rem; }
.st-key-handbook :is(td, th, pre, code) { overflow-wrap: anywhere; }
.st-key-handbook :is(pre, pre code) { white-space: pre-wrap !important; }
@media (max-width: 700px) { .st-key-handbook :is(td, th):first-child { min-width: 7.5rem; } }
</style>"""
"""Lines no longer than one reads with ease; code and tables wrap, so that nothing needs to be scrolled sideways."""


def show() -> None:
    """The list of pages, and the page that the address names."""
    controls.check_address(PAGE, "Page", text.PAGES, text.PAGES)
    if found := controls.refused_in_address():
        unknown_in_address(found)
        return
    page = st.query_params.get(PAGE, text.PAGES[0])
    st.session_state[PICKED] = page
    st.pills(
        "Pages",
        text.PAGES,
        format_func=text.title,
        required=True,
        key=PICKED,
        on_change=_turn,
        label_visibility="collapsed",
    )
    st.button("Keyboard shortcuts", key="shortcuts", icon=":material/keyboard:", help="The key ? lists them anywhere.")
    st.html(READABLE)
    with st.container(key="handbook"):
        st.header(text.title(page), anchor=False)
        if page == CLUSTER:
            cluster_field.draw()
        st.markdown(text.body(page))


def _turn() -> None:
    st.query_params[PAGE] = st.session_state[PICKED]
