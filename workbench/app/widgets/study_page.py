"""The page of a study around its answer: the start button, the estimate, progress, and the example."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, cast
from urllib.parse import parse_qsl

import streamlit as st

from workbench.app import address, navigation
from workbench.app.jobs.job import Address, Job, JobKey
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import document, job_progress, learning, messages
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.controls import problems_of
from workbench.app.widgets.job_progress import ButtonLook
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.engine.wording import about_words
from workbench.play.ahead import COMPILES_FOR
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.report.document import Report
from workbench.report.findings import batch_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.runs import Status, runs
from workbench.studies.fields import Field
from workbench.studies.progress import Follow
from workbench.studies.study import AnswerT, AnyStudy, Question, QuestionT, Study
from workbench.studies.workload import Workload, pace_of

LENGTH, QUICK, LONG = "length", "quick", "long"
"""The control that says how much a study plays, and what it may hold."""
AGAIN = "Already played. Change the choices to play again."
AGAIN_QUICK = "Already played; it says the same each time. The long study decides more."
STORED = "What is stored is not played again."
NOT_STORED = "The answer is a line in History. No play is stored; a second look says the same."
QUICK_S = 45.0
"""A quick look that takes so long, of bots that search, says so on its button."""
LATEST = 30
"""Stored runs among which the latest of the revision is looked for."""
START_LONG = "start_long_study"
"""In the session: that the long study was asked for."""


@dataclass(frozen=True)
class PageStudy:
    """A study with its question, as a page shows it.

    `place` is its address. `is_short`: it takes half a minute at most. `part` is the control that opens it in a frame
    on the page of another result; empty on its own page.
    """

    study: AnyStudy
    question: Question
    place: Address
    is_short: bool = False
    part: str = ""

    @property
    def scenario(self) -> Scenario:
        """The revision that it is about."""
        return self.question.scenario

    @property
    def has_lengths(self) -> bool:
        """True if it has a quick look beside the long study."""
        return not self.part and quick_field(self.study) is not None

    @property
    def is_unstored(self) -> bool:
        """True if nothing of it is stored."""
        return self.is_short and self.has_lengths

    @property
    def storing(self) -> str:
        """A sentence on what will be stored, where that is unusual."""
        return self.study.storing or ("" if self.has_lengths or self.part else NOT_STORED)

    @property
    def title(self) -> str:
        """The title of its job."""
        return f"{self.study.noun or self.study.title} of {self.scenario.title}"

    @property
    def key(self) -> JobKey:
        """All that decides its answer: equal keys find the same."""
        scenario, question = self.scenario, self.question
        played = scenario.rules_hash, scenario.game.code_hash, scenario.players, scenario.seed
        texts = tuple((name, tuple(texts)) for name, texts in question.texts.items())
        revisions = tuple((revision.name, revision.rules_hash, revision.bots) for revision in question.revisions)
        plan = self.is_short, texts, revisions, scenario.goals, scenario.plays
        return (self.part or self.study.name, scenario.name, scenario.title, *played, *plan)

    def expected(self, store: Store | None) -> Workload:
        """How much there is to play, and whether the store has the answer."""
        workload = self.study.workload(self.question, pace_of(self.scenario))
        return replace(workload, stored=store is not None and self.study.is_answered(store, self.question))


def quick_field(study: AnyStudy) -> Field | None:
    """The field that asks for a quick look, of a study that has one beside the long study."""
    return next((field for field in study.question.fields() if field.name == "quick"), None)


def measure(study: Study[QuestionT, AnswerT], question: QuestionT, options: RunOptions, follow: Follow) -> Report:
    """The document of the answer, made by the job, so that the page need not; the history has a line of it."""
    answer = study.measure(question, options, follow)
    report = study.report(answer)
    if options.store and study.stores:
        study.save(options.store, question, answer, report)
    if report.unfinished and not study.shows_unfinished:
        raise Stopped("stopped; what was played is kept" if options.store else stopped_without_storing())
    return report


P = TypeVar("P")


def read_chosen(choice: Place, read: Callable[[], P]) -> P | None:
    """The question to play, by `read`, which raises BadInput; None, once it is said why there is nothing."""
    if not choice.revision:
        messages.no_revision(choice.game)
        return None
    try:
        return read()
    except BadInput as bad:
        lines = dict.fromkeys(f"- {literal(line)}" for line in problems_of(bad))
        st.error("\n".join(lines), title="This cannot be played")
        return None


def show(study: PageStudy, longer: PageStudy | None = None) -> None:
    """Start a study, follow it, read it; `longer` is the long one, where it is a quick look."""
    if study.has_lengths:
        services().jobs.warm_up(study.scenario)
    expected, job = None, services().jobs.latest(study.key)
    starts_long = st.session_state.pop(START_LONG, False) and not study.is_short
    if job is None:
        expected = study.expected(None if study.is_unstored else services().store)
        job = begin(study) if expected.stored or starts_long else None
    _start(study, job, expected, longer)
    if job:
        _follow(study, job)
    elif expected:
        preload_charts()
        with st.container(border=True):
            _tell(study)
            st.caption(f"{effort(expected)} {_remains(study)}")
    learning.strength(study.scenario)
    if job is None or job.answer is None:
        document.show_blocks(study.study.report_at_once(study.question), "at_once")
    if job is None:
        document.show_example(study.study.folder)


def show_part(study: PageStudy) -> None:
    """The same in a frame on another page, with what is stored of the answer, if anything is."""
    job = services().jobs.latest(study.key)
    if job is None and (stored := study.study.stored_question(services().store, study.question)):
        job = begin(study, stored)
        job.is_reading = True
    if job is None:
        _tell(study)
        _offer_start(study, {"label": "Start"})
        document.show_example(study.study.folder)
    elif job.ended and job.answer is None:
        job_progress.ended(job)
        _offer_start(study, RESUME if study.study.resumes else {"label": "Start"})
        _so_far(study, job)
    else:
        _follow(study, job)
        if job.is_reading and job.answer and cast(Report, job.answer).unfinished:
            _offer_start(study, RESUME)


RESUME: ButtonLook = {"label": "Go on", "icon": ":material/resume:"}


def _offer_start(study: PageStudy, look: ButtonLook) -> None:
    """The button that begins it, or goes on, and what that takes."""
    if job_progress.start_button(f"start_{study.part}", None, **look):
        begin(study)
        st.rerun()
    st.caption(f"{effort(study.expected(services().store))} {study.storing or STORED}")


def begin(study: PageStudy, question: Question | None = None) -> Job:
    """Have it played, or as much of it as another question asks; returns the job."""
    to_play, unstored = question or study.question, study.is_unstored

    def play(options: RunOptions, follow: Follow) -> object:
        return measure(study.study, to_play, replace(options, store=None) if unstored else options, follow)

    keeps = study.study.resumes and not unstored
    job = services().jobs.study(study.key, study.title, study.place, play, keeps=keeps, quick=study.is_short)
    job.note = study.study.remains
    return job


def _start(study: PageStudy, job: Job | None, expected: Workload | None, longer: PageStudy | None) -> None:
    """The button that starts it, off while it runs and when all is played; and the one for the other length."""
    finished = job is not None and job.answer is not None and not job.stop.is_set()
    broken = job is not None and job.ended and not finished and job.done > 0
    with st.container(horizontal=True, vertical_alignment="center"):
        look: ButtonLook = {"label": _quick_label(expected)} if study.is_short else {}
        if broken and study.study.resumes and not study.is_unstored:
            look = RESUME
        again = AGAIN_QUICK if study.is_unstored else AGAIN
        if job_progress.start_button(f"start_{study.place.page}", job, finished, again=again, **look):
            begin(study)
            st.rerun()
        if longer:
            _offer_long(longer)
        elif study.has_lengths:
            about = "Up to half a minute on two cores; nothing is stored."
            st.button("Quick look", key="quick_look", on_click=address.write, args=[LENGTH, QUICK], help=about)
        if study.study.of_runs:
            _offer_latest_run(study.scenario)
        for place, words in study.study.see_also.items():
            page, _, choices = place.partition("?")
            navigation.link(page, words, dict(parse_qsl(choices, keep_blank_values=True)))


def _quick_label(expected: Workload | None) -> str:
    """The label of the button: how long it takes too, where the chosen bots are so slow that it is no quick look."""
    if expected is None or expected.seconds <= QUICK_S:
        return "Quick look"
    return f"Quick look, {about_words(expected.seconds)}"


def _offer_long(longer: PageStudy) -> None:
    """The button for the long study, with what it takes."""
    expected = longer.expected(None)
    st.button(
        f"Long study, {about_words(expected.seconds)}",
        icon=":material/hourglass_top:",
        key="long_study",
        on_click=_go_long,
        args=[{LENGTH: LONG} if longer.has_lengths else {"plays": longer.scenario.plays}],
        help=f"{effort(expected)} {_remains(longer)}",
    )


def _go_long(choices: Mapping[str, object]) -> None:
    st.session_state[START_LONG] = True
    _choose(choices)


def _offer_latest_run(scenario: Scenario) -> None:
    """A button for the plays of the latest stored run of these very rules, where others are chosen."""
    store = services().store
    stored = runs(store, scenario.game.name, LATEST) if store.exists else []
    run = next((run for run in stored if run.rules_hash == scenario.rules_hash and run.status is Status.DONE), None)
    if run is None or (tuple(run.bots), run.plays, run.seed) == (scenario.bots, scenario.plays, scenario.seed):
        return
    label = f"{bots_label(run.bots)} · {phrases.number_of(run.plays, 'play')} · seed {run.seed}"
    st.button(
        "Use the latest run",
        icon=":material/history:",
        key="use_latest",
        on_click=_choose,
        args=[batch_query(tuple(run.bots), run.plays, run.seed)],
        help=f"The plays of the latest stored run of these rules: {label}.",
    )


def _choose(choices: Mapping[str, object]) -> None:
    for key, value in choices.items():
        address.write(key, value)


def _remains(study: PageStudy) -> str:
    """A sentence on what is stored of it."""
    usual = "Nothing is stored; a second look says the same." if study.is_unstored else STORED
    return study.storing or study.study.remains or usual


def effort(expected: Workload) -> str:
    """How much there is to play, how long that takes here, and whether the rules are compiled first."""
    compiling = f" The rules are compiled first, which takes {COMPILES_FOR}." if expected.compiles else ""
    plays, time = phrases.roughly(expected.plays).capitalize(), about_words(expected.seconds)
    return f"{plays} plays, {time} on this computer.{compiling}"


def _follow(study: PageStudy, job: Job) -> None:
    """The study, whether running, finished, or stopped with some contests played."""
    if not job.ended:
        job_progress.follow_study(job, partial(_so_far, study))
    elif job.answer is not None:
        place, framed = study.part or "study", not study.part
        document.show_answer(study.study, study.question, cast(Report, job.answer), place, framed=framed)
    else:
        job_progress.ended(job)
        _so_far(study, job)


def _so_far(study: PageStudy, job: Job) -> None:
    if partial_answer := job.advance.partial if job.advance else ():
        place = "_".join(filter(None, [study.part, "so_far"]))
        document.show_blocks(study.study.report_so_far(study.question, partial_answer), place)
    elif not job.ended:
        with st.container(border=True):
            _tell(study)


def _tell(study: PageStudy) -> None:
    st.markdown("\n".join(f"- {line}" for line in study.study.about))
