"""The clock: teaching, play and break apart, with a pause."""

from datetime import UTC, datetime
from functools import partial

import streamlit as st

from workbench.app.desk import Seen, desk
from workbench.app.views.common import told_in_words
from workbench.app.views.live import forms, taps
from workbench.playtest.kinds import Phase, Status
from workbench.playtest.log import Log

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
    with told_in_words():
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
