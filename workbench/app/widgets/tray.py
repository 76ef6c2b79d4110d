"""The tray of the header: what runs and what waits, with its place in the queue; a fragment that looks again."""

import streamlit as st

from workbench.app import navigation
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.app.widgets.job_progress import cancel_button, progress_text
from workbench.app.widgets.messages import failures_in_words
from workbench.app.widgets.text import literal

POLL_S = 2.0
MOST_LINES = 3
"""Jobs that a page lists."""


def draw() -> None:
    """Draw the jobs that run, behind a button that counts them; nothing where none runs."""
    if services().jobs.active:
        _live()


def inline() -> None:
    """Draw the jobs that run, in the page itself; nothing where none runs."""
    if services().jobs.active:
        _lines()


@st.fragment(run_every=POLL_S)
def _lines() -> None:
    active = services().jobs.active
    if not active:
        st.rerun()
    with failures_in_words():
        for ahead, job in enumerate(active[:MOST_LINES]):
            st.progress(job.share, text=_waits(job, ahead) if ahead else progress_text(job))


@st.fragment(run_every=POLL_S)
def _live() -> None:
    active = services().jobs.active
    if not active:
        st.rerun()
    waiting = f" · {len(active) - 1} waiting" if len(active) > 1 else ""
    label = f"{'' if waiting else 'Running '}{active[0].share:.0%}{waiting}"
    icon = ":material/progress_activity:"
    with st.popover(label, icon=icon, key="tray", width="content"), failures_in_words():
        for job in active:
            _job(job)


def _job(job: Job) -> None:
    jobs = services().jobs
    ahead = jobs.ahead_of(job)
    with st.container(border=True, width=420):
        st.progress(job.share, text=progress_text(job) if not ahead else _waits(job, ahead))
        with st.container(horizontal=True, vertical_alignment="center"):
            navigation.link(job.place.page, "Show", dict(job.place.choices), icon=":material/visibility:")
            if ahead > 1:
                st.button(
                    "Run first",
                    key=f"first_{job.id}",
                    icon=":material/vertical_align_top:",
                    help="It begins as soon as the one that runs has ended.",
                    on_click=jobs.run_first,
                    args=[job],
                )
            cancel_button(job, f"cancel_from_tray_{job.id}")


def _waits(job: Job, ahead: int) -> str:
    return f"{literal(job.title)}: {'next' if ahead == 1 else f'{ahead} before it'}"
