"""The scripts that run in the browser, without a build step; each is one file beside this one.

keys        shortcuts, listed under `?`; landmarks and the skip link
watch       says when the server is gone, or no longer knows this device
outbox      sends what the host taps, each tap exactly once, and keeps a half-typed note
score_grid  the score sheet: players across, lines down, and a number pad at the bottom of the window
forget      takes a name out of notes that are half typed in this browser
exports     copies the summary or the link of a result, and saves its charts as pictures
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).parent


def component(name: str, *, style: bool = False) -> Any:
    """The component of the script of this name, to be mounted on a page; with the style sheet of the same name."""
    script, css = (HERE / f"{name}.js").read_text("utf-8"), (HERE / f"{name}.css").read_text("utf-8") if style else None
    return st.components.v2.component(f"workbench_{name}", css=css, js=script, isolate_styles=False)


_forget = component("forget")


def forget(parts: Sequence[str]) -> None:
    """Have this browser take a name, and its parts, out of what is half typed."""
    with st.container(key="forgotten"):
        st.html("<style>:has(> .st-key-forgotten) { display: none; }</style>")
        _forget(key="forget_name", data={"parts": sorted(parts, key=len, reverse=True)})


HIDDEN = "<style>:has(> .st-key-watch) { display: none; }</style>"
_watch, _keys = component("watch"), component("keys", style=True)


def mount(shortcuts: Sequence[Mapping[str, Any]]) -> None:
    """Have the page watch the server, and listen to the shortcuts; it draws nothing while all is well."""
    with st.container(key="watch"):
        st.html(HIDDEN)
        _watch(key="watch_server", data={})
        _keys(key="watch_keys", data={"shortcuts": list(shortcuts)})
