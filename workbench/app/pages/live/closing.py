"""The end of a session: ended, abandoned, reopened, deleted."""

from collections import Counter

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.live import forms, taps
from workbench.app.pages.live.desk import Seen, desk
from workbench.app.widgets.failures import attempt
from workbench.app.widgets.markdown import literal
from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.log.kinds import NOTE_LENGTH, Phase, Status
from workbench.playtest.log.recording import begin_again
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.log.session import Happening
from workbench.store.playtests import delete_session, entries_of, new_uuid

ASKED = "end_asked"
"""The session whose end was asked for while forms were still to come."""


def show(seen: Seen) -> None:
    """The ways to end an open session; of one that is over, to reopen or delete it."""
    session, is_open = seen.session.id, seen.session.status is Status.OPEN
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if is_open:
            _end(seen)
            with st.popover("Abandon", icon=":material/cancel:"):
                _abandon(session)
        else:
            taps.button(
                session, "Reopen", "reopen", lambda log: log.reopen(), icon=":material/lock_open:", width="content"
            )
            with st.popover("Delete", icon=":material/delete:"):
                st.markdown("Delete this session with its feedback for good?")
                if st.button("Delete for good", key="delete_session", type="primary"):
                    delete_session(desk().store, session)
                    navigation.go("sessions", {})
    if is_open and st.session_state.get(ASKED) == session and forms.missing(seen):
        _ask(seen)


def _end(seen: Seen) -> None:
    """Asks first while forms are still to come."""
    st.button(
        "End the session",
        key="end",
        icon=":material/flag:",
        type="primary",
        on_click=_asked if forms.missing(seen) else _over,
        args=[seen.session.id],
        help="Stops the clock and closes the feedback forms. You can reopen it.",
    )


def _ask(seen: Seen) -> None:
    missing, session = forms.missing(seen), seen.session.id
    forms_of_all, verb = counted(len(seen.session.everybody), "form"), "is" if len(missing) == 1 else "are"
    told = f"{len(missing)} of {forms_of_all} {verb} still to come: {', '.join(missing)}."
    st.warning(literal(f"{told} Ending the session closes them."), icon=":material/pending_actions:")
    with st.container(horizontal=True):
        st.button("Wait", key="end_wait", icon=":material/hourglass_empty:", on_click=_asked, args=[None])
        st.button("End anyway", key="end_anyway", icon=":material/flag:", on_click=_over, args=[session])


def _asked(session: str | None) -> None:
    st.session_state[ASKED] = session


def _over(session: str) -> None:
    if taps.tap(session, lambda log: log.end()):
        _asked(None)


def over(seen: Seen) -> None:
    """What became of it, and where to read on."""
    found = seen.session
    ended = time_words(found.ended_at or found.last_at)
    if found.status is Status.ABANDONED:
        st.info(literal(f"Abandoned {ended}. {found.abandoned_for}".strip()), icon=":material/cancel:")
    played = f"{round(found.seconds(Phase.PLAY) / 60)} minutes of play"
    counts = counted(len(found.moments), "moment"), counted(len(found.notes), "note"), counted(len(seen.forms), "form")
    st.caption(f"Over since {ended}: {played}, {', '.join(counts)}.")
    if kinds := Counter(moment_title(each.moment) for each in found.moments):
        st.markdown(literal(", ".join(f"{title} {count}" for title, count in kinds.most_common())))
    if found.status is Status.ENDED and forms.missing(seen):
        _missed(seen)
    with st.container(horizontal=True):
        _again(seen)
        navigation.link("sessions", "All sessions", {"of": found.header.game})
        if found.header.revision:
            query = {"game": found.header.game, "revision": found.header.revision, "at": found.seats}
            navigation.link("reality", "Beside the simulation", query)


def _again(seen: Seen) -> None:
    """The button that begins the next session here. Its id is made before, so that a double tap begins one."""
    key = f"again_{seen.session.id}"
    st.button(
        "Same table again",
        key="same_table",
        icon=":material/replay:",
        type="primary",
        help="Begins the next session with the same people on the same seats, the same rules and place.",
        on_click=_begin_again,
        args=[seen, st.session_state.setdefault(key, new_uuid())],
    )


def _begin_again(seen: Seen, id: str) -> None:
    """Begin it, unless an earlier tap has, and have the page show it."""
    store = desk().store

    def begin() -> None:
        with store.session():
            if not entries_of(store, id):
                begin_again(store, seen.session, id=id, device=taps.device())

    if attempt(begin):
        st.session_state.pop(f"again_{seen.session.id}", None)
        st.query_params["session"] = id


def _missed(seen: Seen) -> None:
    """Whose form has not come, and the way to take it after all."""
    missing = forms.missing(seen)
    told = f"{len(missing)} of {counted(len(seen.session.everybody), 'form')} did not come: {', '.join(missing)}."
    st.info(literal(told), icon=":material/pending_actions:")
    st.button("Reopen to take them", key="reopen_forms", icon=":material/qr_code_2:", on_click=_take_forms, args=[seen])


def _take_forms(seen: Seen) -> None:
    if taps.tap(seen.session.id, lambda log: log.reopen()):
        forms.into_sight(seen)


def noted(seen: Seen) -> None:
    """The moments that have a note, and the notes."""
    lines = [_moment(seen, each) for each in seen.session.moments if each.note]
    lines += [f"{clock_words(note.at)} {note.text}" for note in seen.session.notes]
    if lines:
        st.markdown("## Moments and notes", anchors=False)
        st.markdown("\n".join(f"- {literal(' '.join(line.split()))}" for line in lines))


def _moment(seen: Seen, each: Happening) -> str:
    who = f" ({seen.name(each.player)})" if each.player else ""
    minute = "" if each.minute is None else f"minute {int(each.minute)}: "
    return f"{minute}{moment_title(each.moment)}{who}: {each.note}"


def _abandon(session: str) -> None:
    reason = st.text_input("Why?", key="abandon_reason", max_chars=NOTE_LENGTH, placeholder="May stay empty")
    taps.button(session, "Abandon the session", "abandon", lambda log: log.abandon(reason), icon=":material/cancel:")
