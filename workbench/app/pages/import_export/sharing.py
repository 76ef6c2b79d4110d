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
from workbench.playtest.exchange import ReadOptions
from workbench.playtest.receiving import News, Part, Receipt, last_receipt, news_of, take_in, undo_receive
from workbench.playtest.sessions import revision_finder
from workbench.playtest.shared_workspace import Records, SharedWorkspace, read_shared, write_shared
from workbench.scenario import list_scenarios
from workbench.scenario.files import DEFAULT

LARGEST = 200
"""Megabytes of a file that can be received."""
DONE, NOT_DONE = "sharing_done", "sharing_not_done"
UPLOADS = "shared_uploads"
"""How many files were taken in: each time, the field for the next is a new one."""
ABOUT = "Revisions, card lists and what was decided and found go to a co-designer as one file, and come back as one."
RECORDS = {
    Records.DECISIONS: "Decisions",
    Records.FINDINGS: "Results",
    Records.ANSWERS: "Answers of studies",
}
PSEUDONYMS = """People are called Player 1, Player 2 …, also where notes and feedback name them in the usual spellings.
Photos and voice notes stay here: a face or a voice is a name."""
REPLACED = "What you do not choose stays as it is here. Evenings are never replaced: yours have names."


def show() -> None:
    """Share, receive, and undo the last file that was received."""
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
        _last_received()


# Out


def _share() -> None:
    st.subheader("Share", anchor=False)
    place, store = services().workspace, services().store
    there = [game.name for game in games().values() if list_scenarios(place, game)[:1] != [f"{game.name}/{DEFAULT}"]]
    chosen = st.multiselect("Games", there, format_func=title_of, placeholder="all", key="share_games")
    records = st.pills(
        "Records", list(Records), default=list(Records), format_func=RECORDS.__getitem__, selection_mode="multi",
        key="share_records",
    )  # fmt: skip
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
        partial(write_shared, place, store, chosen, sessions, records),
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
    place, store = services().workspace, services().store
    how = ReadOptions(join=revision_finder(place))
    try:
        shared = read_shared(file.getvalue(), file.name)
        parts = news_of(place, store, shared, how)
    except BadInput as bad:
        problems(bad.problems, "This file cannot be read")
        return
    st.markdown(f"**{_counts(parts)}**")
    new = [part for part in parts if part.news is News.NEW]
    if new:
        rows = pd.DataFrame({"New": [part.name for part in new], "Kind": [part.kind for part in new]})
        st.dataframe(rows, hide_index=True, key="shared_new", alt="New parts", height="content", row_height=32)
    replaced = _differing([part for part in parts if part.news is News.DIFFERS])
    st.button(
        _taking(len(new), len(replaced)),
        key="take_in",
        type="primary",
        icon=":material/download_done:",
        disabled=not new and not replaced,
        on_click=_take_in,
        args=[shared, how, file.name, replaced],
    )


def _taking(new: int, replaced: int) -> str:
    verbs = [("Add", new), ("Replace", replaced)]
    label = " and ".join(f"{verb} {number}" for verb, number in verbs if number)
    return label.capitalize() or "Nothing to take in"


def _counts(parts: Sequence[Part]) -> str:
    numbers = {news: sum(part.news is news for part in parts) for news in News}
    return f"{numbers[News.NEW]} new, {numbers[News.DIFFERS]} different, {numbers[News.SAME]} as here"


def _differing(parts: Sequence[Part]) -> list[Part]:
    """Show what differs, line by line; the parts of which the file's version is chosen."""
    if not parts:
        return []
    for part in parts:
        with st.expander(f"{part.kind.capitalize()} {literal(part.name)} differs", icon=":material/difference:"):
            lines = difflib.unified_diff(part.here.splitlines(), part.there.splitlines(), n=1, lineterm="")
            st.code("\n".join([*lines][2:]), language="diff")
            st.caption("– is here, + is in the file.")
    names = {part: f"{part.kind} {part.name}" for part in parts}
    return st.multiselect(
        "Take the file's version of",
        list(names),
        format_func=names.__getitem__,
        placeholder="none",
        key="shared_taken",
        help=REPLACED,
    )


def _take_in(shared: SharedWorkspace, how: ReadOptions, name: str, replaced: Sequence[Part]) -> None:
    try:
        parts = take_in(services().workspace, services().store, shared, how, name, replaced.__contains__)
    except WorkbenchError as error:
        st.session_state[NOT_DONE] = f"{name}: {error}."
        return
    st.session_state[UPLOADS] += 1
    new = sum(part.news is News.NEW for part in parts)
    st.session_state[DONE] = f"Received {name}: {counted(new, 'part')} added, {len(replaced)} replaced."


def _last_received() -> None:
    """The last file that was taken in, with a button to undo that."""
    receipt = last_receipt(services().workspace)
    if receipt is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        line = f"Received {time_words(receipt.received_at)}: {receipt.file}"
        st.markdown(literal(line), width="stretch")
        st.button("Undo", key="undo_receive", icon=":material/undo:", on_click=_undo, args=[receipt])


def _undo(receipt: Receipt) -> None:
    try:
        staying = undo_receive(services().workspace, services().store, receipt)
    except WorkbenchError as error:
        st.session_state[NOT_DONE] = f"Not all of it was undone: {error}."
        return
    names = listed([f"{part.kind} {part.name}" for part in staying])
    changed = f" Changed or built on since, and so left as they are: {names}." if staying else ""
    st.session_state[DONE] = f"Undone: {receipt.file}.{changed}"
