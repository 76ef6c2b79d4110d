"""How strong a revision's bots are; where no author wrote an evaluation, the button that has bots teach themselves."""

import streamlit as st

from workbench.app.services import services
from workbench.app.widgets import job_progress, messages
from workbench.app.widgets.text import explained
from workbench.bots.library import has_learned
from workbench.scenario import Scenario

ABOUT = explained(
    "Bots play themselves, and find out which positions lead to a good end. It takes a minute or a few, once for each"
    " set of rules; from then on they play in the place of the quick bot.",
    "bot",
)


def strength(scenario: Scenario) -> None:
    """The cautions about the bots, and the button for better ones; while these learn, how far they are."""
    messages.caveats(scenario)
    jobs = services().jobs
    if scenario.game.has_evaluation or has_learned(scenario.game.name):
        return
    job = jobs.latest(jobs.lesson_key(scenario))
    if job and not job.ended:
        job_progress.follow(job, job_progress.status)
        return
    if job:
        job_progress.ended(job)
    label = "Let bots teach themselves"
    st.button(label, icon=":material/school:", key="learn", help=ABOUT, on_click=_begin, args=[scenario])


def _begin(scenario: Scenario) -> None:
    services().jobs.learn(scenario)
