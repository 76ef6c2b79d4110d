"""The end of a session: ended, abandoned, reopened, deleted."""

from collections import Counter

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.live import feedback
from workbench.app.pages.live.entry_buttons import device, entry_button, store_entry
from workbench.app.pages.live.session_cache import SessionView, session_cache
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.messages import attempt
from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.log.kinds import NOTE_LENGTH, Phase, Status
from workbench.playtest.log.recording import begin_again
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.log.session import Happening
from workbench.store.playtests import delete_session, entries_of, new_uuid

ASKED = "end_asked"
"""The session whose end was asked for while forms were still to come."""


def show(view: SessionView) -> None:
    """The ways to end an open session; of one that is over, to reopen or delete it."""
    session, is_open = view.session.id, view.session.status is Status.OPEN
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if is_open:
            _end(view)
            with st.popover("Abandon", icon=":material/cancel:"):
                _abandon(session)
        else:
            entry_button(
                session, "Reopen", "reopen", lambda log: log.reopen(), icon=":material/lock_open:", width="content"
            )
            with st.popover("Delete", icon=":material/delete:"):
                st.markdown("Delete this session with its feedback for good?")
                if st.button("Delete for good", key="delete_session", type="primary"):
                    delete_session(session_cache().store, session)
                    navigation.go("sessions", {})
    if is_open and st.session_state.get(ASKED) == session and feedback.missing(view):
        _ask(view)


def _end(view: SessionView) -> None:
    """The button that ends the session; it asks first while forms are missing."""
    st.button(
        "End session",
        key="end",
        icon=":material/flag:",
        type="primary",
        on_click=_asked if feedback.missing(view) else _over,
        args=[view.session.id],
        help="Stops the clock and closes the feedback forms. You can reopen it.",
    )


def _ask(view: SessionView) -> None:
    missing, session = feedback.missing(view), view.session.id
    forms_of_all, verb = counted(len(view.session.everybody), "form"), "is" if len(missing) == 1 else "are"
    told = f"{len(missing)} of {forms_of_all} {verb} missing: {', '.join(missing)}."
    st.warning(literal(f"{told} Ending the session closes them."), icon=":material/pending_actions:")
    with st.container(horizontal=True):
        st.button("Wait", key="end_wait", icon=":material/hourglass_empty:", on_click=_asked, args=[None])
        st.button("End anyway", key="end_anyway", icon=":material/flag:", on_click=_over, args=[session])


def _asked(session: str | None) -> None:
    st.session_state[ASKED] = session


def _over(session: str) -> None:
    if store_entry(session, lambda log: log.end()):
        _asked(None)


def over(view: SessionView) -> None:
    """How the session ended, and links to read on."""
    found = view.session
    ended = time_words(found.ended_at or found.last_at)
    if found.status is Status.ABANDONED:
        st.info(literal(f"Abandoned {ended}. {found.abandoned_for}".strip()), icon=":material/cancel:")
    played = f"{round(found.seconds(Phase.PLAY) / 60)} minutes of play"
    counts = counted(len(found.moments), "moment"), counted(len(found.notes), "note"), counted(len(view.forms), "form")
    st.caption(f"Ended {ended}: {played}, {', '.join(counts)}.")
    if kinds := Counter(moment_title(each.moment) for each in found.moments):
        st.markdown(literal(", ".join(f"{title} {count}" for title, count in kinds.most_common())))
    if found.status is Status.ENDED and feedback.missing(view):
        _missed(view)
    with st.container(horizontal=True):
        _again(view)
        navigation.link("sessions", "All sessions", {"of": found.header.game})
        if found.header.revision:
            query = {"game": found.header.game, "revision": found.header.revision, "at": found.seats}
            navigation.link("reality", "Compare with bots", query)


def _again(view: SessionView) -> None:
    """The button that starts the next session. Its id is made beforehand, so that a double tap starts only one."""
    key = f"again_{view.session.id}"
    st.button(
        "Same table again",
        key="same_table",
        icon=":material/replay:",
        type="primary",
        help="Starts the next session with the same people, seats, rules and place.",
        on_click=_begin_again,
        args=[view, st.session_state.setdefault(key, new_uuid())],
    )


def _begin_again(view: SessionView, id: str) -> None:
    """Begin it, unless an earlier tap has, and have the page show it."""
    store = session_cache().store

    def begin() -> None:
        with store.session():
            if not entries_of(store, id):
                begin_again(store, view.session, id=id, device=device())

    if attempt(begin):
        st.session_state.pop(f"again_{view.session.id}", None)
        st.query_params["session"] = id


def _missed(view: SessionView) -> None:
    """Whose form is missing, and a button to reopen the session for it."""
    missing = feedback.missing(view)
    told = f"{len(missing)} of {counted(len(view.session.everybody), 'form')} were not filled in: {', '.join(missing)}."
    st.info(literal(told), icon=":material/pending_actions:")
    st.button(
        "Reopen to collect them", key="reopen_forms", icon=":material/qr_code_2:", on_click=_take_forms, args=[view]
    )


def _take_forms(view: SessionView) -> None:
    if store_entry(view.session.id, lambda log: log.reopen()):
        feedback.into_sight(view)


def noted(view: SessionView) -> None:
    """The moments that have a note, and the notes."""
    lines = [_moment(view, each) for each in view.session.moments if each.note]
    lines += [f"{clock_words(note.at)} {note.text}" for note in view.session.notes]
    if lines:
        st.markdown("## Moments and notes", anchors=False)
        st.markdown("\n".join(f"- {literal(' '.join(line.split()))}" for line in lines))


def _moment(view: SessionView, each: Happening) -> str:
    who = f" ({view.name(each.player)})" if each.player else ""
    minute = "" if each.minute is None else f"minute {int(each.minute)}: "
    return f"{minute}{moment_title(each.moment)}{who}: {each.note}"


def _abandon(session: str) -> None:
    reason = st.text_input("Why?", key="abandon_reason", max_chars=NOTE_LENGTH, placeholder="Optional")
    entry_button(session, "Abandon session", "abandon", lambda log: log.abandon(reason), icon=":material/cancel:")
