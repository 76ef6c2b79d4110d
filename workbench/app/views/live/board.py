"""A session as it is logged: the clock, moments, scores and notes for the table; below, what is needed now and then.

The board is a fragment: a tap draws it alone. The clock inside draws itself every second, and has the whole page drawn
when another device has logged something.
"""

import streamlit as st

from workbench.app.desk import Seen, desk
from workbench.app.reading import literal
from workbench.app.views.common import told_in_words
from workbench.app.views.live import closing, correcting, forms, history, moments, notes, scoring, table, timing
from workbench.app.views.refusals import refused
from workbench.engine.registry import title_of
from workbench.playtest.kinds import Status

STYLE = """<style>
.st-key-board button { min-height: 46px; }
.st-key-moments button { min-height: 60px; }
.st-key-clock button { min-height: 54px; }
.st-key-board [data-testid="stNumberInputContainer"] { height: 48px; }
.st-key-board button[kind$="Active"] { color: inherit; }
@media (hover: none), (max-width: 640px) { .st-key-board button kbd { display: none; } }
</style>"""
BADGES = {
    Status.OPEN: ":green-badge[:material/radio_button_checked: open]",
    Status.ENDED: ":gray-badge[:material/check_circle: ended]",
    Status.ABANDONED: ":orange-badge[:material/cancel: abandoned]",
}


def show(seen: Seen) -> None:
    """The session."""
    st.html(STYLE)
    with st.container(key="board"):
        _board(seen.session.id)


@st.fragment
def _board(session: str) -> None:
    with told_in_words():
        seen = desk().look(session)
        timing.remember(seen)
        _head(seen)
        refused()
        timing.show(seen)
        correcting.show(seen)
        if seen.session.status is Status.OPEN:
            _logging(seen)
        else:
            closing.over(seen)
            scoring.result(seen)
            closing.noted(seen)
        _rest(seen)


def _head(seen: Seen) -> None:
    header = seen.session.header
    title = title_of(header.game)
    what = f"{title} · {header.version}" if header.version else title
    st.markdown(f"**{literal(what)}** {BADGES[seen.session.status]}")
    about = [seen.session.started_at.astimezone().strftime("%d %B %Y, %H:%M"), header.location, header.medium]
    taught = f"taught by {seen.name(header.teacher)}" if header.teacher else ""
    st.caption(literal(" · ".join(part for part in (*about, taught) if part)))
    if header.goal:
        st.markdown(f":material/help_center: {literal(header.goal)}")


def _logging(seen: Seen) -> None:
    """What is used all the time, beside each other where there is room."""
    history.last(seen)
    left, right = st.columns([5, 6], gap="medium")
    with left:
        moments.show(seen)
        notes.show(seen)
    with right:
        scoring.show(seen)


def _rest(seen: Seen) -> None:
    table.show(seen)
    forms.show(seen)
    closing.show(seen)
    history.show(seen)
