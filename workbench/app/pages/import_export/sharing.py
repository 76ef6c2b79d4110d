"""A workspace to a co-designer as one file, and back: what is new and what differs is listed before it is taken in."""

import difflib
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.services import services
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.registry import games, title_of
from workbench.engine.wording import counted, listed, time_words
from workbench.playtest import overview
from workbench.playtest.sharing import ADDED, News, Part, Shared, merge, read_shared, write_shared
from workbench.scenario import list_scenarios
from workbench.scenario.files import DEFAULT

LARGEST = 200
"""Megabytes of a file that can be received."""
DONE, NOT_DONE = "sharing_done", "sharing_not_done"
UPLOADS = "shared_uploads"
"""How many files were taken in: each time, the field for the next is a new one."""
ABOUT = """Revisions, card lists, games, decisions, and what was played and found go to a co-designer as one file, and
come back as one. What is new is added; what is here is never changed."""
PSEUDONYMS = """People are called Player 1, Player 2 …, also where notes and feedback name them in the usual spellings.
Photos and voice notes stay here: a face or a voice is a name."""


def show() -> None:
    """Share and receive."""
    st.header("To and from a co-designer", anchor=False)
    if message := st.session_state.pop(DONE, None):
        st.success(literal(message), icon=":material/check:")
    if message := st.session_state.pop(NOT_DONE, None):
        st.error(literal(message), title="Not done", icon=":material/error:")
    st.markdown(ABOUT)
    left, right = st.columns(2, gap="large")
    with left:
        _share()
    with right:
        _receive()


# Out


def _share() -> None:
    st.subheader("Share", anchor=False)
    place, store = services().workspace, services().store
    there = [game.name for game in games().values() if list_scenarios(place, game)[:1] != [f"{game.name}/{DEFAULT}"]]
    chosen = st.multiselect("Games", there, format_func=title_of, placeholder="all", key="share_games")
    rows = overview.sessions(store) if store.may_have_sessions else []
    lines = {
        row.session: f"{title_of(row.game)}, {time_words(row.started_at)}, {counted(row.players, 'player')}"
        for row in rows
        if not chosen or row.game in chosen
    }
    sessions: list[str] = []
    if lines:
        sessions = st.multiselect(
            "Evenings", list(lines), format_func=lines.__getitem__, placeholder="none", key="share_sessions"
        )
        st.caption(PSEUDONYMS)
    st.download_button(
        "Share the workspace" if not chosen else f"Share {listed([title_of(name) for name in chosen])}",
        partial(write_shared, place, store, chosen, sessions),
        "shared-workspace.zip",
        "application/zip",
        type="primary",
        icon=":material/ios_share:",
        key="share",
        on_click="ignore",
    )


# In


def _receive() -> None:
    st.subheader("Receive", anchor=False)
    number = st.session_state.setdefault(UPLOADS, 0)
    file = st.file_uploader("Shared workspace", ["zip"], key=f"shared_{number}", max_upload_size=LARGEST)
    if file is None:
        return
    try:
        shared = read_shared(file.getvalue(), file.name)
        parts = merge(services().workspace, services().store, shared, take=False)
    except BadInput as bad:
        problems(bad.problems, "This file cannot be read")
        return
    numbers = {news: sum(part.news is news for part in parts) for news in News}
    new = [part for part in parts if part.news in ADDED]
    st.markdown(f"**{len(new)} new, {numbers[News.DIFFERS]} different, {numbers[News.SAME]} as here**")
    _differing([part for part in parts if part.news is News.DIFFERS])
    if new:
        rows = pd.DataFrame({"New": [part.name for part in new], "Kind": [part.kind for part in new]})
        st.dataframe(rows, hide_index=True, key="shared_new", alt="New parts", height="content", row_height=32)
    if any(part.kind == "game" for part in new):
        st.caption("A game is code that runs on this computer: take it from somebody whom you trust.")
    st.button(
        f"Add {len(new)}" if new else "Nothing new in this file",
        key="take_in",
        type="primary",
        icon=":material/download_done:",
        disabled=not new,
        on_click=_take_in,
        args=[shared, file.name, len(new)],
    )


def _differing(parts: Sequence[Part]) -> None:
    """Show the parts that differ, line by line; they stay as they are here."""
    for part in parts:
        title = f"{part.kind.capitalize()} {literal(part.name)} differs, and stays as it is here"
        if part.here == part.there:
            st.markdown(title)
            continue
        with st.expander(title, icon=":material/difference:"):
            lines = difflib.unified_diff(part.here.splitlines(), part.there.splitlines(), n=1, lineterm="")
            st.code("\n".join([*lines][2:]), language="diff")
            st.caption("– is here, + is in the file.")


def _take_in(shared: Shared, name: str, new: int) -> None:
    try:
        merge(services().workspace, services().store, shared)
    except WorkbenchError as error:
        st.session_state[NOT_DONE] = f"{name}: {error}."
        return
    st.session_state[UPLOADS] += 1
    st.session_state[DONE] = f"Received {name}: {counted(new, 'part')} added."
