"""Correcting when a session was played and how long: for whoever forgot the clock, or logs an evening afterwards."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live import fields, forms, taps
from workbench.app.pages.live.desk import Seen, desk
from workbench.app.widgets.failures import REFUSED, refused
from workbench.app.widgets.parts import failures_in_words
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.fields import MINUTES_OF_A_DAY
from workbench.playtest.log.kinds import Phase, Status
from workbench.playtest.log.recording import Log

EARLIEST = datetime(1900, 1, 1)
DATE = "YYYY-MM-DD"
STEP_S, WIDTH = 300, 300
BEGUN, OVER = "times_started_at", "times_ended_at"
TIMES = "times"
"""Where a refusal is said: inside, for outside it might be covered."""
KEPT = "What stood before stays in the log, and an undo brings it back."


def correct_times(seen: Seen) -> None:
    """The start and the minutes, each to be replaced; of a session that is over, its end too."""
    with st.popover("Correct the times", icon=":material/edit_calendar:", key="correct_times"):
        st.caption(f"{_what_happens(seen)} {KEPT}")
        refused(TIMES)
        with st.form("times", border=False):
            stored = _local(seen.session.started_at)
            begun(fields.key_of(BEGUN, stored, mends=True), stored)
            now = seen.session.times(datetime.now(UTC)).minutes
            minute_fields("times", {phase: f"{value:.0f}" for phase, value in now.items()})
            if seen.session.status is not Status.OPEN:
                given = _local(seen.session.end_given)
                key = fields.key_of(OVER, given, mends=True)
                help = "Empty: as it was logged, or where that does not fit, after the minutes and pauses."
                st.datetime_input("End", given, EARLIEST, key=key, format=DATE, step=STEP_S, help=help, width=WIDTH)
            st.form_submit_button(
                "Save the times",
                icon=":material/save:",
                key="save_times",
                type="primary",
                on_click=partial(_save, seen.session.id),
            )


def begun(key: str, stored: datetime | None = None) -> datetime | None:
    """When it began, as it is chosen: local, to the minute."""
    return st.datetime_input("Start", stored, EARLIEST, key=key, format=DATE, step=STEP_S, width=WIDTH)


def minute_fields(key: str, shown: dict[Phase, str]) -> dict[str, int | None]:
    """The minutes of each phase by what an entry calls them, None where nothing was written."""
    row = st.grid(3, min_column_width=90)
    return {
        name: row.number_input(
            f"{phase.capitalize()}, min", 0, MINUTES_OF_A_DAY, None, key=f"{key}_{name}", placeholder=shown[phase]
        )
        for phase, name in MINUTES.items()
    }


def _what_happens(seen: Seen) -> str:
    clock = seen.session.clock
    if seen.session.status is not Status.OPEN:
        return "What you write replaces what the clock counted; what you leave empty stays."
    if clock.runs:
        return (
            f"The clock is running ({clock.phase}). What you write counts up to the moment when you save, and the clock"
            " goes on from there; what you leave empty stays."
        )
    return "The clock stands. What you write replaces what it counted, and it goes on from there when you start it."


def _local(at: datetime | None) -> datetime | None:
    """A time as the fields have it."""
    return at and at.astimezone().replace(second=0, microsecond=0, tzinfo=None)


def _save(session: str) -> None:
    """Store what was changed; the fields are empty again once that is done."""
    changes: dict[str, Any] = {}
    for key in (BEGUN, OVER):
        if fields.changed(key):
            at = fields.value_of(key)
            changes[key.removeprefix("times_")] = at and at.astimezone()
    written = {name: st.session_state.get(f"times_{name}") for name in MINUTES.values()}
    changes |= {name: value for name, value in written.items() if value is not None}
    if changes.get("started_at", True) is None:
        del changes["started_at"]  # a session has a start: the field shows it again
    if not changes:
        st.session_state.pop(REFUSED, None)
    elif taps.tap(session, lambda log: log.times(**changes), TIMES):
        for name in MINUTES.values():
            st.session_state[f"times_{name}"] = None


TICK_S = 1.0
SHOWN = "board_shows"
PHASES = {
    Phase.TEACHING: ("Teaching", ":material/school:", "T"),
    Phase.PLAY: ("Play", ":material/play_arrow:", "P"),
    Phase.BREAK: ("Break", ":material/coffee:", "B"),
}


def remember(seen: Seen) -> None:
    """Note what the board shows, so that the clock sees when there is more."""
    st.session_state[SHOWN] = seen.session.id, seen.version


def show(seen: Seen) -> None:
    """The times, and, while the session is open, the buttons."""
    _times(seen.session.id)
    if seen.session.status is Status.OPEN:
        _buttons(seen)


@st.fragment(run_every=TICK_S)
def _times(session: str) -> None:
    with failures_in_words():
        seen = desk().look(session)
        now_there = session, seen.version
        if now_there not in (st.session_state.get(SHOWN), st.session_state.get(taps.OWN)):
            st.rerun()
        clock, now = seen.session.clock, datetime.now(UTC)
        parts = []
        for phase, (label, icon, _) in PHASES.items():
            time = f"{label} **{minutes(clock.seconds(phase, now))}**"
            on = clock.phase is phase
            parts.append(f":green-background[{icon} {time}{' · paused' if clock.paused else ''}]" if on else time)
        st.markdown(" &nbsp; ".join(parts))


def _buttons(seen: Seen) -> None:
    session, clock = seen.session.id, seen.session.clock
    with st.container(key="clock"):
        row = st.grid(5, min_column_width=120)
        for phase, (label, icon, letter) in PHASES.items():
            on = clock.phase is phase
            taps.button(
                session,
                label,
                f"phase_{phase}",
                partial(_begin, phase=phase, runs=on and not clock.paused),
                icon=icon,
                place=row,
                shortcut=letter,
                type="primary" if on else "secondary",
            )
        _pause(seen, row)
        row.button(
            "Game over",
            key="game_over",
            icon=":material/sports_score:",
            shortcut="G",
            type="primary" if clock.over else "secondary",
            disabled=clock.phase is Phase.NONE,
            on_click=_game_over,
            args=[seen],
            width="stretch",
            help="Stops the clock, and shows the codes of the feedback forms. Play goes on when you press Play.",
        )


def _game_over(seen: Seen) -> None:
    if taps.tap(seen.session.id, lambda log: log.phase(Phase.NONE)):
        forms.into_sight(seen)


def _begin(log: Log, phase: Phase, runs: bool) -> None:
    """Nothing to store for the phase that goes on."""
    if not runs:
        log.phase(phase)


def _pause(seen: Seen, row: st.delta_generator.DeltaGenerator) -> None:
    session, clock = seen.session.id, seen.session.clock
    if clock.paused:
        taps.button(
            session,
            "Go on",
            "resume",
            lambda log: log.resume(),
            icon=":material/resume:",
            place=row,
            shortcut="Shift+P",
        )
    else:
        icon, off = ":material/pause:", clock.phase is Phase.NONE
        taps.button(
            session, "Pause", "pause", lambda log: log.pause(), icon=icon, place=row, shortcut="Shift+P", disabled=off
        )


def minutes(seconds: float) -> str:
    """A time as a clock shows it: `4:07`, `1:02:09`."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
