"""A job as it goes on: what it does, how far it is, how long it will take, and what it has found so far."""

import time
from collections.abc import Callable

import streamlit as st

from workbench.app import navigation
from workbench.app.jobs import Job, Phase
from workbench.app.reading import literal
from workbench.app.state import services
from workbench.app.views import figures
from workbench.app.views.common import told_in_words
from workbench.study.report import words
from workbench.study.report.summary import Side, Summary

POLL_S = 0.6
STRIP_POLL_S = 2.0
FIRST_LOOK_S = 0.8
COMPILING = "Compiling the rules, once after a change of code; this takes 10 to 30 seconds…"


def follow(job: Job, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Show a job that has not ended, and what it finds, again and again until it has; `meanwhile` until it does."""
    _live(job.id, meanwhile)


@st.fragment(run_every=POLL_S)
def _live(job_id: int, meanwhile: Callable[[], None]) -> None:
    job = services().jobs.get(job_id)
    if job is None or job.ended:
        st.rerun()
    with told_in_words():
        status(job)
        if found := _found(job):
            figures.so_far(found)
        else:
            meanwhile()


def _found(job: Job) -> Side | Summary | None:
    """What is known so far. For the very first figures we wait a moment rather than until the next look."""
    deadline = time.monotonic() + FIRST_LOOK_S
    while not (found := job.look()) and job.phase is Phase.PLAYING and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def status(job: Job) -> None:
    """One line on what the job does, its bar, and the button that stops it."""
    with st.container(border=True):
        line, button = st.columns([5, 1], vertical_alignment="center")
        line.progress(fraction(job), text=progress_text(job))
        button.button(
            "Cancel",
            key=f"cancel_{job.id}",
            icon=":material/stop_circle:",
            on_click=job.cancel,
            disabled=job.stop.is_set(),
            width="stretch",
            help="Stops after the plays that are under way. What is finished stays stored, and can go on later.",
        )


def fraction(job: Job) -> float:
    """How much of the job is done, from 0 to 1."""
    return min(1.0, job.done / job.plays) if job.plays else 0.0


def progress_text(job: Job) -> str:
    """What the job does now, in a line."""
    if job.stop.is_set():
        return f"{job.title}: stopping…"
    if job.phase is Phase.WAITING:
        return f"{job.title}: waiting for another job to end…"
    if job.phase is Phase.COMPILING:
        return COMPILING
    if job.phase is Phase.COUNTING:
        return f"{job.title}: counting {words.count(job.plays)} plays…"
    if not job.done:
        return f"{job.title}: dealing the first cards…"
    return f"{job.title}: {_pace(job)}"


def _pace(job: Job) -> str:
    parts = [f"{words.count(job.done)} of {words.count(job.plays)} plays"]
    if job.plays_per_s:
        parts.append(f"{words.count(job.plays_per_s)} a second")
    if job.left_s is not None:
        parts.append(f"{words.duration(job.left_s)} left")
    return " · ".join(parts)


def ended(job: Job) -> None:
    """Say how a job ended that has nothing to show."""
    if job.phase is Phase.FAILED:
        st.error(literal(job.error), title=f"{job.title} failed", icon=":material/error:")
    if job.phase is Phase.CANCELLED:
        kept = (
            f"{words.count(job.done)} of {words.count(job.plays)} plays are stored; starting again goes on from there."
        )
        st.info(kept, title=f"{job.title} was cancelled", icon=":material/stop_circle:")


def strip(page: str) -> None:
    """On pages that do not show it themselves: a line for the job that is going on."""
    active = services().jobs.active
    if active and page in ("games", "rules", "cards"):
        _strip(active[0].id)


@st.fragment(run_every=STRIP_POLL_S)
def _strip(job_id: int) -> None:
    job = services().jobs.get(job_id)
    if job is None or job.ended:
        st.rerun()
    with st.container(border=True):
        line, place = st.columns([5, 1], vertical_alignment="center")
        line.progress(fraction(job), text=progress_text(job))
        with place:
            navigation.link("compare" if job.compares else "run", "Show", link_of(job), width="stretch")


def link_of(job: Job) -> dict[str, object]:
    """The choices that lead to the job's page."""
    first, last = job.parts[0].scenario, job.parts[-1].scenario
    revisions = {"base": first.revision, "other": last.revision} if job.compares else {"revision": first.revision}
    return {**revisions, **batch_of(last.bots, last.plays, last.seed)}


def batch_of(bots: tuple[str, ...], plays: int, seed: int) -> dict[str, object]:
    """Bots, plays and seed as the controls take them."""
    if len(set(bots)) == 1:
        return {"bots": bots[0], "plays": plays, "seed": seed}
    seats = {f"seat_{number}": bot for number, bot in enumerate(bots, 1)}
    return {"bots": "mixed", **seats, "plays": plays, "seed": seed}
