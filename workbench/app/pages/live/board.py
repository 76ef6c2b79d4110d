"""A session as it is logged: the clock, moments, scores and notes for the table; below, what is needed now and then.

The board is a fragment: a tap draws it alone. The clock inside draws itself every second, and has the whole page drawn
when another device has logged something.
"""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app.pages.live import closing, forms, history, moments, outbox, scoring, sections, table, timing
from workbench.app.pages.live.desk import Seen, desk
from workbench.app.widgets.failures import refused
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.parts import failures_in_words
from workbench.engine.registry import title_of
from workbench.engine.wording import time_words
from workbench.playtest.log.kinds import Status

BADGES = {
    Status.OPEN: ":green-badge[:material/radio_button_checked: open]",
    Status.ENDED: ":gray-badge[:material/check_circle: ended]",
    Status.ABANDONED: ":orange-badge[:material/cancel: abandoned]",
}


def show(seen: Seen) -> None:
    """The session."""
    sections.draw()
    with st.container(key="board"):
        _board(seen.session.id)


@st.fragment
def _board(session: str) -> None:
    with failures_in_words():
        seen = desk().look(session)
        outbox.show(seen)
        seen = desk().look(session)
        timing.remember(seen)
        _head(seen)
        if seen.session.status is Status.OPEN:
            _logging(seen)
        else:
            _over(seen)
        timing.correct_times(seen)
        history.show(seen)


def _head(seen: Seen) -> None:
    header = seen.session.header
    title = title_of(header.game)
    what = f"{title} · {header.version}" if header.version else title
    st.markdown(f"**{literal(what)}** {BADGES[seen.session.status]}")
    about = [time_words(seen.session.started_at), header.location, header.medium]
    taught = f"taught by {seen.name(header.teacher)}" if header.teacher else ""
    with st.container(key="about"):
        st.caption(literal(" · ".join(part for part in (*about, taught) if part)))
    if header.goal:
        st.markdown(f":material/help_center: {literal(header.goal)}")


def _logging(seen: Seen) -> None:
    """What is used all the time stays in sight, and the rest is beside each other where there is room."""
    with st.container(key="pinned", gap="xsmall"):
        refused()
        timing.show(seen)
        history.last(seen)
        sections.choose()
    left, right = st.columns([5, 6], gap="medium")
    below = st.container()
    places: tuple[DeltaGenerator, ...] = (left, right, below, below)
    for name, place in zip(AFTER if seen.session.clock.over else DURING, places, strict=True):
        with place.container(key=sections.key_of(name)):
            PARTS[name](seen)


def _moments(seen: Seen) -> None:
    moments.show(seen)
    moments.notes(seen)


def _feedback(seen: Seen) -> None:
    forms.show(seen)
    closing.show(seen)


PARTS: Mapping[str, Callable[[Seen], None]] = {
    sections.MOMENTS: _moments,
    sections.SCORES: scoring.show,
    sections.TABLE: table.show,
    sections.FEEDBACK: _feedback,
}
DURING = sections.MOMENTS, sections.SCORES, sections.TABLE, sections.FEEDBACK
AFTER = sections.FEEDBACK, sections.SCORES, sections.MOMENTS, sections.TABLE
"""The order of the parts while the game goes on, and when it is over: two beside each other, two below."""


def _over(seen: Seen) -> None:
    refused()
    timing.show(seen)
    closing.over(seen)
    scoring.result(seen)
    closing.noted(seen)
    table.show(seen)
    forms.show(seen)
    closing.show(seen)
