"""The end of a session: ended, abandoned, reopened, deleted."""

import streamlit as st

from workbench.app import navigation
from workbench.app.desk import Seen, desk
from workbench.app.reading import literal
from workbench.app.views.live import taps
from workbench.app.views.playtests import plural
from workbench.playtest.kinds import NOTE_LENGTH, Phase, Status
from workbench.playtest.session import Happening
from workbench.playtest.telling import TITLES
from workbench.store.playtests import delete_session


def show(seen: Seen) -> None:
    """The ways to end an open session; of one that is over, to reopen or delete it."""
    session = seen.session.id
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if seen.session.status is Status.OPEN:
            taps.button(
                session,
                "End the session",
                "end",
                lambda log: log.end(),
                icon=":material/flag:",
                type="primary",
                width="content",
                help="Stops the clock and closes the feedback forms. You can reopen it.",
            )
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


def over(seen: Seen) -> None:
    """What became of it, and where to read on."""
    found = seen.session
    ended = f"{(found.ended_at or found.last_at).astimezone():%d %B, %H:%M}"
    if found.status is Status.ABANDONED:
        st.info(literal(f"Abandoned {ended}. {found.abandoned_for}".strip()), icon=":material/cancel:")
    played = f"{round(found.seconds(Phase.PLAY) / 60)} minutes of play"
    counts = plural(len(found.moments), "moment"), plural(len(found.notes), "note"), plural(len(seen.forms), "form")
    counted = ", ".join(counts)
    st.caption(f"Over since {ended}: {played}, {counted}.")
    with st.container(horizontal=True):
        navigation.link("sessions", "All sessions", {"of": found.header.game})
        if found.header.revision:
            query = {"game": found.header.game, "revision": found.header.revision, "at": len(found.players)}
            navigation.link("reality", "Beside the simulation", query)


def noted(seen: Seen) -> None:
    """The moments that have a note, and the notes."""
    lines = [_moment(seen, each) for each in seen.session.moments if each.note]
    lines += [f"{note.at.astimezone():%H:%M} {note.text}" for note in seen.session.notes]
    if lines:
        st.markdown("##### Moments and notes", anchors=False)
        st.markdown("\n".join(f"- {literal(' '.join(line.split()))}" for line in lines))


def _moment(seen: Seen, each: Happening) -> str:
    who = f" ({seen.name(each.player)})" if each.player else ""
    minute = "" if each.minute is None else f"minute {int(each.minute)}: "
    return f"{minute}{TITLES[each.moment]}{who}: {each.note}"


def _abandon(session: str) -> None:
    reason = st.text_input("Why?", key="abandon_reason", max_chars=NOTE_LENGTH, placeholder="May stay empty")
    taps.button(session, "Abandon the session", "abandon", lambda log: log.abandon(reason), icon=":material/cancel:")
