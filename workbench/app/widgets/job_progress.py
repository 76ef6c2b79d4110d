"""The progress of a job: what it does, how far it is, the time left, and its figures so far."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import streamlit as st
from streamlit.elements.lib.layout_utils import Width

from workbench.app import address, navigation
from workbench.app.jobs.hole_count import Answer, uncounted_runs
from workbench.app.jobs.job import Job, JobKey, JobPhase
from workbench.app.services import services
from workbench.app.widgets import messages
from workbench.app.widgets.messages import failures_in_words, warnings
from workbench.app.widgets.text import explained, literal
from workbench.bots.library import has_learned
from workbench.bots.spec import bot_title
from workbench.bots.strength import seats_of, stored_strength
from workbench.engine.wording import span_words
from workbench.play.ahead import COMPILES_FOR
from workbench.report.document import Report
from workbench.report.findings import bots_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import caveat_of, on_bots
from workbench.scenario import Scenario

POLL_S = 0.6
CHARTS_S = 3.0
"""How often charts of a study that goes on are drawn anew: they cost far more than the line above them."""
FIRST_LOOK_S = 0.8
START, RESUME, GO_ON = ":material/play_arrow:", ":material/resume:", "Go on"
"""The icons of a button that starts a job and of one that goes on with it, and what the latter says."""
COMPILING = f"Compiling the rules, once after a change of code: {COMPILES_FOR}, longer on a busy computer…"


def follow_study(job: Job, so_far: Callable[[Job], None] | None = None) -> None:
    """Show a study that has not ended, and seldom what it found so far, until it has."""
    follow(job, status)
    if so_far is not None:
        _seldom(job, so_far)


@st.fragment(run_every=CHARTS_S)
def _seldom(job: Job, draw: Callable[[Job], None]) -> None:
    if services().jobs.get(job.id) is not None:
        with failures_in_words():
            draw(job)


@st.fragment(run_every=POLL_S)
def follow(job: Job, draw: Callable[[Job], None]) -> None:
    """Draw a job that has not ended again and again until it has; then the page is drawn anew."""
    if services().jobs.get(job.id) is None or job.ended:
        st.rerun()
    with failures_in_words():
        draw(job)


def first_look(job: Job) -> Report | None:
    """The answer so far. For the very first figures we wait a moment rather than until the next look."""
    deadline = time.monotonic() + FIRST_LOOK_S
    while not (look := job.look()) and job.phase is JobPhase.PLAYING and time.monotonic() < deadline:
        if job.stop.wait(0.02):
            break
    return look


MORE = 2
"""Times the plays that *Play more* asks for."""


def more_button(plays: int, begin: Callable[[int], object]) -> None:
    """The button where all is played: the same seed, so that the plays that are there are the beginning."""
    more = MORE * plays
    label = f"Play more, {phrases.count(more)} in all"
    st.button(label, icon=":material/add:", key="play_more", on_click=_go_on, args=[more, begin])


def _go_on(plays: int, begin: Callable[[int], object]) -> None:
    begin(plays)
    address.write("plays", plays)


def status(job: Job) -> None:
    """One line on what the job does, its bar, and the button that stops it."""
    with st.container(border=True):
        line, button = st.columns([5, 1], vertical_alignment="center")
        line.progress(job.share, text=progress_text(job))
        with button:
            cancel_button(job, f"cancel_{job.id}", width="stretch")


def cancel_button(job: Job, key: str, width: Width = "content") -> None:
    """The button that stops a job; its key begins with `cancel_`, for the style."""
    remains = "What is finished stays stored; *Go on* resumes it."
    if not job.keeps:
        remains = "Nothing is kept."
    if job.note:
        remains = job.note
    st.button(
        "Cancel",
        key=key,
        icon=":material/stop_circle:",
        on_click=services().jobs.cancel,
        args=[job],
        disabled=job.stop.is_set(),
        help=f"Stops within a second. {remains}",
        width=width,
    )


def progress_text(job: Job) -> str:
    """The job's present work, in a line."""
    title = literal(job.title)
    if job.stop.is_set():
        return f"{title}: cancelling…"
    if job.phase is JobPhase.WAITING or job.waits_for:
        return f"{title}: waiting {_waits_for(job)}…"
    if job.phase is JobPhase.COMPILING:
        return COMPILING
    return f"{title}: {_doing(job)}"


def _doing(job: Job) -> str:
    if job.phase is JobPhase.LEARNING and job.is_patient:
        return f"{literal(job.lesson[0])}…"
    if job.phase is JobPhase.LEARNING:
        return f"bots learn to play by these rules, {literal(job.lesson[0])}…"
    if job.phase is JobPhase.COUNTING:
        return f"counting {phrases.number_of(job.plays, 'play')}…"
    if not job.done:
        return "starting…"
    parts = [f"{phrases.count(job.done)} of {phrases.number_of(job.plays, 'play')}"]
    if job.plays_per_s:
        parts.append(f"{phrases.count(job.plays_per_s)} a second")
    elif job.doing:
        parts.append(f"now {' '.join(map(bot_title, job.doing.split()))}")
    if job.left_s is not None:
        parts.append(f"{span_words(job.left_s)} left")
    if job.players:
        parts.append(f"on {literal(job.players)}")
    return " · ".join(parts)


def _waits_for(job: Job) -> str:
    if job.waits_for:
        return f"for the store, which {literal(job.waits_for)} has open"
    ahead = services().jobs.ahead_of(job)
    return "for another job to end" if ahead < 2 else f"for {ahead} other jobs to end"


def ended(job: Job) -> None:
    """Say how a job ended that has nothing to show."""
    if job.phase is JobPhase.FAILED:
        messages.failure(job.error, f"{literal(job.title)} failed")
    if job.phase is JobPhase.CANCELLED:
        done = f"{phrases.count(job.done)} of {phrases.number_of(job.plays, 'play')}"
        stores = job.keeps and not job.note
        remains = (
            f"{done} are stored. *Go on* resumes from there." if stores else f"After {done}. None of them is stored."
        )
        remains = remains if job.plays else "Nothing had been played yet."
        st.info(remains, title=f"{literal(job.title)} was cancelled", icon=":material/stop_circle:")


LEARNING = explained(
    "Bots play themselves, and find out which positions lead to a good end. It takes a minute or a few, once for each"
    " set of rules; from then on they play in the place of the quick bot.",
    "bot",
)


FINDING = explained(
    "A small ladder is played, once for this game: which quick bot is the best, and whether a thinker beats it. It"
    " takes about a minute, and waits while anything else is played; from then on every verdict says so.",
    "bot",
)


def strength(scenario: Scenario, has_verdict: bool = False) -> None:
    """The cautions about the bots, and buttons for better ones; while these learn or are found, how far that is.

    Beside a first verdict the strongest are looked for without being asked; the address then says which bots that is
    by, so that it stays when better ones are known.
    """
    words = on_bots(scenario)
    if words and words == caveat_of(scenario.game) and scenario.game.has_evaluation:
        st.info(literal(words), icon=":material/record_voice_over:", title="What bots leave out")
    elif words:
        st.info(literal(words), icon=":material/school:", title="How strong these bots are")
    warnings(scenario.warnings)
    game, jobs = scenario.game, services().jobs
    if stored_strength(game) is None and seats_of(game) > 1:
        if has_verdict and jobs.find_unasked(game):
            for name, value in bots_query(scenario.bots).items():
                address.write(name, value)
        _offer(
            "strength", "Are there stronger bots?", FINDING, jobs.ladder_key(game), partial(jobs.find_strongest, game)
        )
    if not game.has_evaluation and not has_learned(game.name):
        _offer("learn", "Let bots teach themselves", LEARNING, jobs.lesson_key(scenario), partial(jobs.learn, scenario))


def _offer(key: str, label: str, about: str, job_key: JobKey, begin: Callable[..., object]) -> None:
    """A button that begins a job; while it runs, how far it is."""
    job = services().jobs.latest(job_key)
    if job and not job.ended:
        follow(job, status)
        return
    if job:
        ended(job)
    st.button(label, icon=":material/school:", key=key, help=about, on_click=cast(Callable[..., None], begin))


HOLES_LOOK_S = 2.0
"""Seconds between two looks at what is being counted."""
COUNT_HOLES = "Count rule holes move by move"
HOLES_ABOUT = (
    "Looks for stalls, plays without a choice and decks that run out. Takes a core some seconds; a long game, more."
)


def follow_holes(answer: Answer) -> None:
    """Offer to count what is missing; while it is counted, say so, and draw the page anew at the end."""
    runs, counts = uncounted_runs(answer), services().hole_counts
    if not runs:
        return
    if counts.are_ready(runs):
        if counts.beside(answer) is not answer:
            st.rerun()  # the last was counted after the answer was drawn
        return
    if counts.has_begun(runs):
        st.fragment(_follow_holes, run_every=HOLES_LOOK_S)(runs)
        return
    if counts.failure:
        st.warning(f"Rule holes could not be counted: {literal(counts.failure)}", icon=":material/warning:")
    st.button(
        COUNT_HOLES, key="count_holes", help=HOLES_ABOUT, on_click=counts.begin, args=[runs], icon=":material/search:"
    )


def _follow_holes(runs: Sequence[str]) -> None:
    counts = services().hole_counts
    if counts.are_ready(runs) or not counts.has_begun(runs):
        st.rerun()
    st.caption(":material/hourglass_top: Rule holes are being counted, move by move.")


# The tray of the header, and the lines of the first page


TRAY_S = 2.0
MOST_LINES = 3
"""Jobs that a page lists."""


def tray() -> None:
    """Draw the jobs that run, behind a button that counts them; nothing where none runs."""
    if services().jobs.active:
        _live()


def running_jobs() -> None:
    """Draw the jobs that run, in the page itself; nothing where none runs."""
    if services().jobs.active:
        _lines()


@st.fragment(run_every=TRAY_S)
def _lines() -> None:
    active = services().jobs.active
    if not active:
        st.rerun()
    with failures_in_words():
        for ahead, job in enumerate(active[:MOST_LINES]):
            st.progress(job.share, text=_waits(job, ahead) if ahead else progress_text(job))


@st.fragment(run_every=TRAY_S)
def _live() -> None:
    active = services().jobs.active
    if not active:
        st.rerun()
    waiting = f" · {len(active) - 1} waiting" if len(active) > 1 else ""
    label = f"{'' if waiting else 'Running '}{active[0].share:.0%}{waiting}"
    icon = ":material/progress_activity:"
    with st.popover(label, icon=icon, key="tray", width="content"), failures_in_words():
        for job in active:
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
