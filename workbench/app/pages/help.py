"""The page Help: the docs that come with the workbench, one at a time."""

import streamlit as st

from workbench.app.widgets import addresses, handbook
from workbench.app.widgets.messages import unknown_in_address

PAGE, PICKED = "page", "help_page"
READABLE = """<style>
.st-key-handbook { max-width: 52rem; }
.st-key-handbook :is(td, th, pre, code) { overflow-wrap: anywhere; }
.st-key-handbook :is(pre, pre code) { white-space: pre-wrap !important; }
</style>"""
"""Lines no longer than one reads with ease; code and tables wrap, so that nothing needs to be scrolled sideways."""


def show() -> None:
    """The list of pages, and the page that the address names."""
    addresses.check(PAGE, "Page", handbook.PAGES, handbook.PAGES)
    if found := addresses.refused():
        unknown_in_address(found)
        return
    page = st.query_params.get(PAGE, handbook.PAGES[0])
    st.session_state[PICKED] = page
    st.pills(
        "Pages",
        handbook.PAGES,
        format_func=handbook.title,
        required=True,
        key=PICKED,
        on_change=_turn,
        label_visibility="collapsed",
    )
    st.html(READABLE)
    with st.container(key="handbook"):
        st.header(handbook.title(page), anchor=False)
        st.markdown(handbook.body(page))


def _turn() -> None:
    st.query_params[PAGE] = st.session_state[PICKED]
