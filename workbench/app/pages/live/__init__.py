"""The page Live session: the session that the address names, or the form of a new one.

shared           the stored session, buttons and fields that store an entry, and the layout
inbox            the taps and scores that the browser sends by itself
timing, ending, moments, scores, scores_by_side, table, session_log, feedback    the parts
"""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, navigation
from workbench.app.pages.live import (
    ending,
    feedback,
    inbox,
    moments,
    new_session,
    scores,
    session_log,
    shared,
    table,
    timing,
)
from workbench.app.pages.live.shared import SessionView, session_cache
from workbench.app.place import Place
from workbench.app.widgets.messages import failures_in_words, refused
from workbench.app.widgets.text import literal, revision_title
from workbench.engine.registry import title_of
from workbench.engine.wording import time_words
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import NoSession
from workbench.store import StoreError

LINK = "session"
"""The session's name in the address."""


def place_meant() -> dict[str, str]:
    """The game and the revision of the session that the address names."""
    session = address.read(LINK)
    if not session or not session_cache().store.path.exists():
        return {}
    try:
        header = session_cache().look(session).session.header
    except (NoSession, StoreError):  # which the page says in words
        return {}
    return {"game": header.game, "revision": header.revision or ""}


def choose(_row: Any) -> Place | None:
    """The controls of a new session; None where a session is open, which has its revision."""
    return None if address.has(LINK) else new_session.choose()


def show(choice: Place | None) -> None:
    """A session, or the form that begins one."""
    session = address.read(LINK)
    if choice:
        new_session.show(choice)
        return
    assert session is not None
    try:
        if not session_cache().store.path.exists():
            raise NoSession(f"no session {session} in the store")
        view = session_cache().look(session)
    except NoSession as error:
        st.error(literal(str(error)).capitalize() + ".", title="There is no such session", icon=":material/link_off:")
        navigation.link("live", "Start a session", {})
        return
    show_session(view)


BADGES = {
    SessionStatus.OPEN: ":green-badge[:material/radio_button_checked: open]",
    SessionStatus.ENDED: ":gray-badge[:material/check_circle: ended]",
    SessionStatus.STOPPED: ":orange-badge[:material/cancel: stopped early]",
    SessionStatus.UNCLEAR: ":orange-badge[:material/help: ended, finished or not?]",
    SessionStatus.ABANDONED: ":orange-badge[:material/cancel: abandoned]",
}


LAYOUT = "board_layout"
"""The order of the parts that the last run of the whole page drew."""


def show_session(view: SessionView) -> None:
    """Show the session."""
    shared.draw()
    st.session_state[LAYOUT] = _layout(view)
    with st.container(key="board"):
        _board(view.session.id)


@st.fragment
def _board(session: str) -> None:
    with failures_in_words():
        view = session_cache().look(session)
        if _layout(view) != st.session_state[LAYOUT]:
            st.rerun()  # of the whole page: after a run of the board alone, parts that move may stand in both places
        inbox.show(view)
        view = session_cache().look(session)
        timing.remember(view)
        _head(view)
        if view.session.status is SessionStatus.OPEN:
            _logging(view)
        else:
            _over(view)
        timing.correct_times(view)
        session_log.show(view)


def _layout(view: SessionView) -> tuple[bool, bool]:
    """The parts of the page depend on these: whether it is open, and whether the game is over."""
    return view.session.status is SessionStatus.OPEN, view.session.clock.over


def _head(view: SessionView) -> None:
    header = view.session.header
    title = title_of(header.game)
    what = f"{title} › {revision_title(header.game, header.version)}" if header.version else title
    st.markdown(f"**{literal(what)}** {BADGES[view.session.status]}")
    about = [time_words(view.session.started_at), header.location, header.medium]
    taught = f"taught by {view.name(header.teacher)}" if header.teacher else ""
    with st.container(key="about"):
        st.caption(literal(" · ".join(part for part in (*about, taught) if part)))
    if header.goal:
        st.markdown(f":material/help_center: {literal(header.goal)}")


def _logging(view: SessionView) -> None:
    """Clock and undo stay in sight; the other parts stand side by side where there is room."""
    with st.container(key="pinned", gap="xsmall"):
        refused()
        timing.show(view)
        session_log.last(view)
        shared.choose()
    left, right = st.columns([5, 6], gap="medium")
    below = st.container()
    places: tuple[DeltaGenerator, ...] = (left, right, below, below)
    for name, place in zip(AFTER if view.session.clock.over else DURING, places, strict=True):
        with place.container(key=shared.part_key(name)):
            PARTS[name](view)


def _moments(view: SessionView) -> None:
    moments.show(view)
    moments.notes(view)


def _feedback(view: SessionView) -> None:
    feedback.show(view)
    timing.show_ending(view)


PARTS: Mapping[str, Callable[[SessionView], None]] = {
    shared.MOMENTS: _moments,
    shared.SCORES: scores.show,
    shared.TABLE: table.show,
    shared.FEEDBACK: _feedback,
}
DURING = shared.MOMENTS, shared.SCORES, shared.TABLE, shared.FEEDBACK
AFTER = shared.FEEDBACK, shared.SCORES, shared.MOMENTS, shared.TABLE
"""The order of the parts while the game goes on, and when it is over: two beside each other, two below."""


def _over(view: SessionView) -> None:
    """Who won comes first."""
    refused()
    timing.show_abandoned(view)
    ending.show_unclear(view)
    scores.result(view)
    timing.show(view)
    timing.show_ended(view)
    timing.show_next(view)
    timing.noted(view)
    table.show(view)
    feedback.show(view)
    timing.show_ending(view)
