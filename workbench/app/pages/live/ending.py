"""The question whether a game was played to its end, where the score sheet does not show it."""

from functools import partial

import streamlit as st

from workbench.app.pages.live.shared import SessionView, entry_button
from workbench.app.widgets.text import literal
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import Log

FINISHED, STOPPED = "Finished", "Stopped early"
LEFT_OUT = "left out of scores, lengths and comparisons with bots"
UNCLEAR = "It is not known whether the game was finished"


def question(view: SessionView) -> str:
    """The question about a game that is not over by the rules: `Nobody has 21: finished, or stopped early?`."""
    return f"{view.session.scores.why_not_over or UNCLEAR}: finished, or stopped early?"


def show_unclear(view: SessionView) -> None:
    """The question, for a session that ended without an answer; of one that was stopped, that it counts as such."""
    if view.session.status is SessionStatus.UNCLEAR:
        text = f"{question(view)} Until somebody says so, the session is {LEFT_OUT}."
        st.warning(literal(text), icon=":material/help:")
        with st.container(horizontal=True):
            _settle(view, FINISHED, True)
            _settle(view, STOPPED, False)
    elif view.session.status is SessionStatus.STOPPED:
        st.info(f"The game was stopped early: {LEFT_OUT}.", icon=":material/cancel:")
        _settle(view, "It was finished", True)


def _settle(view: SessionView, label: str, finished: bool) -> None:
    key = f"settle_{'finished' if finished else 'stopped'}"
    act = partial(Log.settle, finished=finished)
    entry_button(view.session.id, label, key, act, icon=icon_of(finished), width="content")


def icon_of(finished: bool) -> str:
    """The icon of a button that says so."""
    return ":material/flag:" if finished else ":material/cancel:"
