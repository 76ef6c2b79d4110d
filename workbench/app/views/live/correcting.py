"""Correcting when a session was played and how long: for whoever forgot the clock, or logs an evening afterwards."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.views.live import kept, taps
from workbench.app.views.refusals import REFUSED, refused
from workbench.playtest.correction import MINUTES
from workbench.playtest.fields import MINUTES_OF_A_DAY
from workbench.playtest.kinds import Phase, Status

EARLIEST = datetime(1900, 1, 1)
DATE = "YYYY-MM-DD"
STEP_S, WIDTH = 300, 300
BEGUN, OVER = "times_started_at", "times_ended_at"
TIMES = "times"
"""Where a refusal is said: inside, for outside it might be covered."""
KEPT = "What stood before stays in the log, and an undo brings it back."


def show(seen: Seen) -> None:
    """The start and the minutes, each to be replaced; of a session that is over, its end too."""
    with st.popover("Correct the times", icon=":material/edit_calendar:", key="correct_times"):
        st.caption(f"{_what_happens(seen)} {KEPT}")
        refused(TIMES)
        with st.form("times", border=False):
            stored = _local(seen.session.started_at)
            begun(kept.key_of(BEGUN, stored, mends=True), stored)
            now = seen.session.times(datetime.now(UTC)).minutes
            minutes("times", {phase: f"{value:.0f}" for phase, value in now.items()})
            if seen.session.status is not Status.OPEN:
                given = _local(seen.session.end_given)
                key = kept.key_of(OVER, given, mends=True)
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


def minutes(key: str, shown: dict[Phase, str]) -> dict[str, int | None]:
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
        if kept.changed(key):
            at = kept.value_of(key)
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
