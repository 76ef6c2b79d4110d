"""*Which change did it*: what each of several changed rules does to each measure, alone and together."""

import time
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.jobs.study_job import StudyJob
from workbench.app.pages.results.questions import Question, answer, charts, files, frame, start
from workbench.app.pages.results.two_strengths import MEASURE_WIDTH
from workbench.app.services import services
from workbench.app.widgets import job_progress
from workbench.engine.wording import counted
from workbench.play.batch_player import RunOptions
from workbench.report.changes import attribution_section
from workbench.report.findings import keep_attribution
from workbench.report.json import attribution_json
from workbench.report.text import changes, phrases
from workbench.scenario import Scenario, differences
from workbench.study.attribution import Attribution, Plan, attribute, plan, stored_attribution
from workbench.study.strength import Follow, StudyProgress

BY_CHANGE, YES = "by_change", "yes"
"""Where the address says that it is asked."""
ABOUT = "Every change alone, all but each, and up to four in every combination, on the same shuffles."


def ask_button(base: Scenario, other: Scenario) -> None:
    """The button, where the two differ in several rules."""
    if len(differences(base, other)) > 1:
        question = _read(base, other)
        st.button(
            "Which change did it",
            icon=":material/account_tree:",
            key="ask_by_change",
            on_click=question.begin_here,
        )


def _read(base: Scenario, other: Scenario) -> Question:
    return Question(
        BY_CHANGE,
        f"Asking which change of {other.title} did it",
        base,
        other,
        (),
        {BY_CHANGE: YES},
        partial(_play, base, other),
        keeps=False,
    )


def _play(base: Scenario, other: Scenario, options: RunOptions, follow: Follow) -> Attribution:
    wanted, began = plan(base, other), time.monotonic()
    tables, plays = len(wanted.scenarios), base.plays * len(wanted.scenarios)

    def watch(done: int) -> None:
        elapsed = time.monotonic() - began
        left = elapsed * (base.plays / done - 1) if done else None
        title = counted(tables, "table")
        follow(StudyProgress(title, 1, 1, done * tables, plays, done / base.plays, elapsed, left))

    attribution = attribute(wanted, options, watch)
    if options.store:
        keep_attribution(options.store, attribution)
    return attribution


def show(base: Scenario, other: Scenario) -> None:
    """What was asked, if anything: how far it is, or what it found."""
    frame(BY_CHANGE, partial(_checked, base, other), _draw)


def _checked(base: Scenario, other: Scenario) -> Question:
    """Raises BadInput where nothing was changed, or the rules cannot be played."""
    plan(base, other)
    return _read(base, other)


def _draw(question: Question) -> None:
    job = question.job() or _from_store(question)
    if job is None:
        start(question, _takes(plan(question.base, question.other)))
    elif not job.ended:
        job_progress.follow_study(job)
    elif job.found is not None:
        _found(question, job.found)
    else:
        job_progress.ended(job)
        start(question, "Nothing was kept of it.")


def _from_store(question: Question) -> StudyJob | None:
    """The job that reads the stored answer; None where there is none."""
    attribution = stored_attribution(services().store, plan(question.base, question.other))
    return question.begin(lambda options, follow: attribution, quick=True) if attribution else None


def _takes(wanted: Plan) -> str:
    tables, plays = len(wanted.scenarios), phrases.number_of(wanted.base.plays, "play")
    return f"{counted(len(wanted.changes), 'change')}, {counted(tables, 'table')}: {plays} of each."


def _found(question: Question, attribution: Attribution) -> None:
    section = attribution_section(attribution)
    answer(section.sentences, changes.SHARE_METHOD if attribution.plan.is_crossed else ABOUT)
    charts(section.charts)
    if section.table:
        st.dataframe(
            pd.DataFrame(section.table),
            hide_index=True,
            column_config={"Measure": st.column_config.TextColumn(pinned=True, width=MEASURE_WIDTH)},
            key="by_change_table",
            alt="What each change contributes to each measure that moved",
        )
    files(question, attribution, partial(_figures, attribution))


def _figures(attribution: Attribution) -> dict[str, Any]:
    sides = {"base": attribution.plan.base.name, "other": attribution.plan.other.name}
    return {**sides, **attribution_json(attribution)}
