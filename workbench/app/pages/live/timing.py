"""The clock of a session, corrections of its times; and its end: ended, abandoned, reopened, deleted."""

from collections import Counter
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address, navigation
from workbench.app.pages.live import ending, feedback, shared
from workbench.app.pages.live.shared import LAST_ENTRY, SessionView, device, entry_button, session_cache, store_entry
from workbench.app.widgets.messages import REFUSED, failures_in_words, refused
from workbench.app.widgets.text import literal
from workbench.engine.wording import counted, plural, stopwatch_words, time_words
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.fields import MINUTES_OF_A_DAY
from workbench.playtest.log.kinds import NOTE_LENGTH, ClockPhase, SessionStatus
from workbench.playtest.log.recording import Log, begin_again, discard
from workbench.playtest.log.sentences import clock_time, moment_title
from workbench.playtest.log.session import Happening
from workbench.report.text.phrases import with_stop
from workbench.store.playtests import delete_session, entries_of, new_uuid

EARLIEST = datetime(1900, 1, 1)
DATE = "YYYY-MM-DD"
STEP_S, WIDTH = 300, 300
BEGUN, OVER = "times_started_at", "times_ended_at"
TIMES = "times"
"""Where a refusal is said: inside, for outside it might be covered."""
OLD_TIMES_STAY = "The old times stay in the log. Undo restores them."


def correct_times(view: SessionView) -> None:
    """The start and the minutes, each to be replaced; of a session that is over, its end too."""
    with st.popover("Correct the times", icon=":material/edit_calendar:", key="correct_times"):
        st.caption(f"{_what_happens(view)} {OLD_TIMES_STAY}")
        refused(TIMES)
        with st.form("times", border=False):
            stored = _local(view.session.started_at)
            start_field(shared.key_of(BEGUN, stored, mends=True), stored)
            now = view.session.times(datetime.now(UTC)).minutes
            minute_fields("times", {phase: f"{value:.0f}" for phase, value in now.items()})
            if view.session.status is not SessionStatus.OPEN:
                end = _local(view.session.end_corrected)
                key = shared.key_of(OVER, end, mends=True)
                help = "Empty: as logged or, where that does not fit, from the minutes and pauses."
                st.datetime_input("End", end, EARLIEST, key=key, format=DATE, step=STEP_S, help=help, width=WIDTH)
            st.form_submit_button(
                "Save times",
                icon=":material/save:",
                key="save_times",
                type="primary",
                on_click=partial(_save, view.session.id),
            )


def start_field(key: str, stored: datetime | None = None) -> datetime | None:
    """When it began, as it is chosen: local, to the minute."""
    return st.datetime_input("Start", stored, EARLIEST, key=key, format=DATE, step=STEP_S, width=WIDTH)


def minute_fields(key: str, placeholders: dict[ClockPhase, str]) -> dict[str, int | None]:
    """The minutes of each phase by what an entry calls them, None where nothing was written."""
    row = st.grid(3, min_column_width=90)
    return {
        name: row.number_input(
            f"{phase.capitalize()}, min",
            0,
            MINUTES_OF_A_DAY,
            None,
            key=f"{key}_{name}",
            placeholder=placeholders[phase],
        )
        for phase, name in MINUTES.items()
    }


def _what_happens(view: SessionView) -> str:
    clock = view.session.clock
    if view.session.status is not SessionStatus.OPEN:
        return "What you enter replaces the clock's minutes. Empty fields stay unchanged."
    if clock.runs:
        return (
            f"The clock is running ({clock.phase}). What you enter counts up to the moment when you save, and the clock"
            " continues from there. Empty fields stay unchanged."
        )
    return "The clock is stopped. What you enter replaces its minutes; it continues from there when you start it."


def _local(at: datetime | None) -> datetime | None:
    """A time as the fields have it."""
    return at and at.astimezone().replace(second=0, microsecond=0, tzinfo=None)


def _save(session: str) -> None:
    """Store what was changed; the fields are empty again once that is done."""
    changes: dict[str, Any] = {}
    for key in (BEGUN, OVER):
        if shared.changed(key):
            at = shared.value_of(key)
            changes[key.removeprefix("times_")] = at and at.astimezone()
    written = {name: st.session_state.get(f"times_{name}") for name in MINUTES.values()}
    changes |= {name: value for name, value in written.items() if value is not None}
    if changes.get("started_at", True) is None:
        del changes["started_at"]  # a session has a start: the field shows it again
    if not changes:
        st.session_state.pop(REFUSED, None)
    elif store_entry(session, lambda log: log.times(**changes), TIMES):
        for name in MINUTES.values():
            st.session_state[f"times_{name}"] = None


TICK_S = 1.0
BOARD_SHOWS = "board_shows"
PHASES = {
    ClockPhase.TEACHING: ("Teaching", ":material/school:", "T"),
    ClockPhase.PLAY: ("Play", ":material/play_arrow:", "P"),
    ClockPhase.BREAK: ("Break", ":material/coffee:", "B"),
}


def remember(view: SessionView) -> None:
    """Note what the board shows, so that the clock sees when there is more."""
    st.session_state[BOARD_SHOWS] = view.session.id, view.version


def show(view: SessionView) -> None:
    """The times, and, while the session is open, the buttons."""
    _times(view.session.id)
    if view.session.status is SessionStatus.OPEN:
        _buttons(view)


@st.fragment(run_every=TICK_S)
def _times(session: str) -> None:
    with failures_in_words():
        view = session_cache().look(session)
        now_there = session, view.version
        if now_there not in (st.session_state.get(BOARD_SHOWS), st.session_state.get(LAST_ENTRY)):
            st.rerun()
        clock, now = view.session.clock, datetime.now(UTC)
        parts = []
        for phase, (label, icon, _) in PHASES.items():
            time = f"{label} **{stopwatch_words(clock.seconds(phase, now))}**"
            on = clock.phase is phase
            parts.append(f":green-background[{icon} {time}{' · paused' if clock.paused else ''}]" if on else time)
        st.markdown(" &nbsp; ".join(parts))


def _buttons(view: SessionView) -> None:
    session, clock = view.session.id, view.session.clock
    with st.container(key="clock"):
        row = st.grid(5, min_column_width=120)
        for phase, (label, icon, letter) in PHASES.items():
            on = clock.phase is phase
            entry_button(
                session,
                label,
                f"phase_{phase}",
                partial(_begin, phase=phase, runs=on and not clock.paused),
                icon=icon,
                place=row,
                shortcut=letter,
                type="primary" if on else "secondary",
            )
        _pause(view, row)
        row.button(
            "Game over",
            key="game_over",
            icon=":material/sports_score:",
            shortcut="G",
            type="primary" if clock.over else "secondary",
            disabled=clock.phase is ClockPhase.NONE,
            on_click=_game_over,
            args=[view],
            width="stretch",
            help="Stops the clock and shows the codes of the feedback forms. Press Play to continue.",
        )


def _game_over(view: SessionView) -> None:
    if store_entry(view.session.id, lambda log: log.phase(ClockPhase.NONE)):
        feedback.into_sight(view)
        shared.to_top()


def _begin(log: Log, phase: ClockPhase, runs: bool) -> None:
    """Start a phase of the clock, unless it is running already."""
    if not runs:
        log.phase(phase)


def _pause(view: SessionView, row: st.delta_generator.DeltaGenerator) -> None:
    session, clock = view.session.id, view.session.clock
    if clock.paused:
        entry_button(
            session,
            "Continue",
            "resume",
            lambda log: log.resume(),
            icon=":material/resume:",
            place=row,
            shortcut="Shift+P",
        )
    else:
        icon, off = ":material/pause:", clock.phase is ClockPhase.NONE
        entry_button(
            session, "Pause", "pause", lambda log: log.pause(), icon=icon, place=row, shortcut="Shift+P", disabled=off
        )


END_QUESTION = "end_asked"
"""The session whose end was asked for while forms were still to come, or before the rules end the game."""


def show_ending(view: SessionView) -> None:
    """The ways to end an open session; of one that is over, to reopen or delete it."""
    session, is_open = view.session.id, view.session.status is SessionStatus.OPEN
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if is_open:
            _end(view)
            with st.popover("Abandon", icon=":material/cancel:"):
                _abandon(session)
            if not view.session.has_begun and not view.forms:
                _remove(session)
        else:
            entry_button(
                session, "Reopen", "reopen", lambda log: log.reopen(), icon=":material/lock_open:", width="content"
            )
            with st.popover("Delete", icon=":material/delete:"):
                st.markdown("Delete this session with its feedback for good?")
                if st.button("Delete for good", key="delete_session", type="primary"):
                    delete_session(session_cache().store, session)
                    navigation.go("sessions", {})
    if is_open and st.session_state.get(END_QUESTION) == session and _has_question(view):
        _ask(view)


def _remove(session: str) -> None:
    """The button that removes a session in which nothing was logged."""
    about = "Nothing was logged in this session yet. Removes it for good."
    if st.button("Remove session", key="remove_session", icon=":material/delete:", help=about):
        discard(session_cache().store, session)
        navigation.go("sessions", {})


def _has_question(view: SessionView) -> bool:
    """True if something is to be answered before the session ends."""
    return bool(feedback.missing(view) or view.session.scores.why_not_over)


def _end(view: SessionView) -> None:
    """The button that ends the session; it asks first while forms are missing, or the game is not over by the rules."""
    st.button(
        "End session",
        key="end",
        icon=":material/flag:",
        type="primary",
        on_click=_ask_at_end if _has_question(view) else _over,
        args=[view.session.id],
        help="Stops the clock and closes the feedback forms. You can reopen it.",
    )


def _ask(view: SessionView) -> None:
    missing, session, is_over = feedback.missing(view), view.session.id, not view.session.scores.why_not_over
    if missing:
        forms_of_all, verb = counted(len(view.session.everybody), "form"), plural(len(missing), "is", "are")
        sentence = f"{len(missing)} of {forms_of_all} {verb} missing: {', '.join(missing)}."
        st.warning(literal(f"{sentence} Ending the session closes them."), icon=":material/pending_actions:")
    if not is_over:
        st.warning(literal(ending.question(view)), icon=":material/help:")
    with st.container(horizontal=True):
        st.button("Wait", key="end_wait", icon=":material/hourglass_empty:", on_click=_ask_at_end, args=[None])
        if is_over:
            st.button("End anyway", key="end_anyway", icon=":material/flag:", on_click=_over, args=[session])
            return
        for label, key, finished in ((ending.FINISHED, "finished", True), (ending.STOPPED, "stopped", False)):
            icon = ending.icon_of(finished)
            st.button(label, key=f"end_{key}", icon=icon, on_click=_over, args=[session, finished])


def _ask_at_end(session: str | None) -> None:
    st.session_state[END_QUESTION] = session


def _over(session: str, finished: bool | None = None) -> None:
    if store_entry(session, lambda log: log.end(finished)):
        _ask_at_end(None)
        shared.to_top()


def show_abandoned(view: SessionView) -> None:
    """When and why the session was abandoned, if it was."""
    session = view.session
    if session.status is SessionStatus.ABANDONED:
        text = f"Abandoned {_end_of(view)}. {session.abandoned_for}".strip()
        st.info(literal(text), icon=":material/cancel:")


def _end_of(view: SessionView) -> str:
    return time_words(view.session.ended_at or view.session.last_at)


def show_ended(view: SessionView) -> None:
    """When the session ended, and what was written down."""
    session = view.session
    played = f"{counted(round(session.seconds(ClockPhase.PLAY) / 60), 'minute')} of play"
    counts = (
        counted(len(session.moments), "moment"),
        counted(len(session.notes), "note"),
        counted(len(view.forms), "form"),
    )
    st.caption(f"Ended {_end_of(view)}: {played}, {', '.join(counts)}.")
    if kinds := Counter(moment_title(moment.moment) for moment in session.moments):
        st.markdown(literal(", ".join(f"{title} {count}" for title, count in kinds.most_common())))


def show_next(view: SessionView) -> None:
    """The next session, links to read on, and whose form is missing."""
    session = view.session
    with st.container(horizontal=True, vertical_alignment="center"):
        _again(view)
        navigation.link("sessions", "All sessions", {"of": session.header.game})
        if session.header.revision:
            query = {"game": session.header.game, "revision": session.header.revision, "at": session.seats}
            navigation.link("reality", "Compare with bots", query)
    if session.has_ended and feedback.missing(view):
        _missed(view)


def _again(view: SessionView) -> None:
    """The button that starts the next session. Its id is made beforehand, so that a double tap starts only one."""
    key = f"again_{view.session.id}"
    id = st.session_state.setdefault(key, new_uuid())
    about = "Starts the next session with the same people, seats, rules and place."
    if not st.button("Same table again", key="same_table", icon=":material/replay:", type="primary", help=about):
        st.session_state[key] = new_uuid()
        return
    store = session_cache().store
    with store.session():
        if not entries_of(store, id):
            begin_again(store, view.session, id=id, device=device())
    shared.to_top()
    address.write("session", id)
    st.rerun()  # of the whole page: this is a part of it


def _missed(view: SessionView) -> None:
    """Whose form is missing, and a button to reopen the session for it."""
    missing = feedback.missing(view)
    verb = plural(len(missing), "was", "were")
    sentence = f"{len(missing)} of {counted(len(view.session.everybody), 'form')} {verb} not filled in: "
    st.info(literal(with_stop(sentence + ", ".join(missing))), icon=":material/pending_actions:")
    st.button(
        "Reopen to collect them", key="reopen_forms", icon=":material/qr_code_2:", on_click=_take_forms, args=[view]
    )


def _take_forms(view: SessionView) -> None:
    if store_entry(view.session.id, lambda log: log.reopen()):
        feedback.into_sight(view)
        shared.to_top()


def noted(view: SessionView) -> None:
    """The moments that have a note, and the notes, as they happened."""
    session = view.session
    told = [(moment.at, _moment(view, moment)) for moment in session.moments if moment.note]
    told += [(note.at, note.text) for note in session.notes]
    lines = [f"{clock_time(session, at)} {' '.join(text.split())}" for at, text in sorted(told)]
    if lines:
        st.markdown("## Moments and notes", anchors=False)
        st.markdown("\n".join(f"- {literal(line)}" for line in lines))


def _moment(view: SessionView, moment: Happening) -> str:
    who = f" ({view.name(moment.player)})" if moment.player else ""
    return f"{moment_title(moment.moment)}{who}: {moment.note}"


def _abandon(session: str) -> None:
    st.text_input("Why?", key="abandon_reason", max_chars=NOTE_LENGTH, placeholder="Optional")

    def abandon(log: Log) -> object:
        return log.abandon(str(st.session_state.get("abandon_reason") or ""))

    entry_button(session, "Abandon session", "abandon", abandon, icon=":material/cancel:")
