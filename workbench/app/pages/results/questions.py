"""What is asked of a comparison beyond its measures: until it is decided, and which change did it.

The question stands in the address; what answers it is a job. Both are drawn in a frame of their own on the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address
from workbench.app.jobs.batch_job import Key, compare_key
from workbench.app.jobs.study_job import Address, PlayStudy, StudyJob
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.charts import chart, in_pairs
from workbench.app.widgets.downloads import file_button
from workbench.app.widgets.study_page import REPORT_ABOUT
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.report.changes import section_page, sections_markdown
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem
from workbench.report.findings import batch_asked
from workbench.scenario import Scenario
from workbench.study.attribution import Attribution
from workbench.study.until import Settled


@dataclass(frozen=True)
class Question:
    """A question about two revisions. `name` is its part of the address, `asked` what the address says of it."""

    name: str
    title: str
    base: Scenario
    other: Scenario
    asked: tuple[Any, ...]
    choices: dict[str, object]
    ask: PlayStudy
    keeps: bool

    @property
    def key(self) -> Key:
        """Equal keys have equal answers."""
        return (self.name, *compare_key(self.base, self.other), self.asked)

    def job(self) -> StudyJob | None:
        """The newest job that answers it."""
        return services().jobs.latest(StudyJob, self.key)

    def begin(self, ask: PlayStudy | None = None, *, quick: bool = False) -> StudyJob:
        """Have it answered; where that is `quick`, without waiting for long jobs."""
        shown, scenario = here(), self.other
        batch = batch_asked(scenario.bots, scenario.plays, scenario.seed)
        place = {"game": shown.game.name, "revision": shown.revision, "against": list(shown.against)}
        page = Address("results", {**place, **batch, **self.choices})
        return services().jobs.study(self.key, self.title, page, ask or self.ask, keeps=self.keeps, quick=quick)

    def begin_here(self) -> None:
        """The same, and have the page show it above what was asked before; for callbacks."""
        for name, value in self.choices.items():
            address.write(name, None)  # what is written last stands last
            address.write(name, value)
        self.begin()


def frame(name: str, read: Callable[[], Question], draw: Callable[[Question], None], *more: str) -> None:
    """Draw what is asked, if the address says so; or say what is wrong with it. `more` are its other choices."""
    if not address.has(name):
        return
    with st.container(border=True, key=f"asked_{name}"):
        try:
            question = read()
        except BadInput as bad:
            st.error(
                "\n".join(f"- {literal(line)}" for line in controls.problems_of(bad)), title="This cannot be asked"
            )
        else:
            draw(question)
        st.button("Close", icon=":material/close:", key=f"close_{name}", on_click=controls.forget, args=[name, *more])


def answer(said: Sequence[str], how: str) -> None:
    """The answer as a heading, what else is said, and how it was found."""
    first, *rest = said
    st.markdown(f"## {literal(first)}", anchors=False, help=literal(how))
    st.markdown("\n".join(f"- {literal(line)}" for line in rest))


def start(question: Question, about: str, *, resumes: bool = False) -> None:
    """The button that begins it, or goes on, and what that takes."""
    label, icon = ("Resume", ":material/resume:") if resumes else ("Start", job_progress.START)
    st.button(label, icon=icon, type="primary", key=f"start_{question.name}", on_click=question.begin_here)
    st.caption(literal(about))


def charts(shown: Sequence[Chart]) -> None:
    """Charts two beside each other."""
    in_pairs([partial(chart, each, f"chart_{each.name}") for each in shown])


def files(question: Question, found: Settled | Attribution, figures: Callable[[], dict[str, Any]]) -> None:
    """The answer as files."""
    stem = file_stem(question.base.revision, question.other.revision, question.name)
    with st.container(horizontal=True):
        key = f"asked_{question.name}"
        file_button("Report as HTML", partial(section_page, found), f"{stem}.html", f"html_{key}", about=REPORT_ABOUT)
        file_button("For the diary, as Markdown", partial(sections_markdown, found), f"{stem}.md", f"md_{key}")
        file_button("All figures as JSON", lambda: as_json(figures()), f"{stem}.json", f"json_{key}")
