"""Shared parts of the pages of studies: the start button, the estimate, progress, results and downloads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast
from urllib.parse import parse_qsl

import streamlit as st

from workbench.app import address, navigation
from workbench.app.jobs.job import Address, Job, JobKey, PlayStudy
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import job_progress, learning, messages
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import LENGTH, LONG, QUICK, go_on_with
from workbench.app.widgets.controls import problems_of
from workbench.app.widgets.exports import file_button
from workbench.app.widgets.job_progress import ButtonLook
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.engine.wording import about_words
from workbench.play.ahead import COMPILES_FOR
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.report.document import Report
from workbench.report.text import phrases
from workbench.report.text.scenarios import NO_PEOPLE, bots_phrase
from workbench.scenario import Goal, Scenario
from workbench.store import Store
from workbench.studies.progress import Follow
from workbench.studies.study import AnswerT, Question, QuestionT, Study
from workbench.studies.workload import Workload

REPORT_ABOUT = "One file with every chart, to keep or send. It works offline."
AGAIN = "Already played. Change the choices to play again."
AGAIN_QUICK = "Already played; it says the same each time. The long study decides more."
QUICK_S = 45.0
"""A quick look that takes so long, of bots that search, says so on its button."""
START_LONG = "start_long_study"
"""In the session: that the long study was asked for."""


@dataclass(frozen=True)
class Plan:
    """All that decides an answer, beside the rules and the seed."""

    quick: bool
    texts: tuple[tuple[str, tuple[str, ...]], ...]
    revisions: tuple[tuple[str, str, tuple[str, ...]], ...]
    goals: tuple[Goal, ...]
    plays: int


@dataclass(frozen=True)
class PageStudy:
    """A study as its page asks for it, and how the page shows it.

    `tells` says, before anything is played, what the page will tell, a line each; `expected` what there is to play.
    `so_far` draws the contests that have finished, or what else is known by now; `result` what was found. `note` says
    what is kept of a study that stores no plays. `has_lengths`: whether it has a quick look beside the long study.
    One that `resumes` goes on from what is stored. `storing` says, before it begins, what will be stored, where that is
    unusual. `see_also` are pages that go on from it, with their choices. `chooses` is what the address says of a long
    study; `name` tells those apart that are on the same page. `at_once` draws what is known without a play, until there
    is a result, `example` a true answer of another revision, and `further_buttons` stand beside the start button.
    """

    scenario: Scenario
    plan: Plan
    title: str
    place: Address
    ask: PlayStudy
    tells: Sequence[str]
    expected: Callable[[Store | None], Workload]
    so_far: Callable[[Sequence[object]], None]
    result: Callable[[Report], None]
    note: str = ""
    has_lengths: bool = True
    resumes: bool = True
    storing: str = ""
    see_also: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    chooses: Mapping[str, object] = field(default_factory=lambda: {LENGTH: LONG})
    at_once: Callable[[], None] = lambda: None
    example: Callable[[], None] = lambda: None
    further_buttons: Callable[[], None] = lambda: None

    @property
    def quick(self) -> bool:
        """True if it takes half a minute at most; where there are lengths, nothing of that is stored."""
        return bool(self.plan.quick)

    @property
    def is_unstored(self) -> bool:
        """True if nothing of it is stored."""
        return self.quick and self.has_lengths

    @property
    def key(self) -> JobKey:
        """The key of the study: equal keys find the same."""
        scenario = self.scenario
        played = scenario.rules_hash, scenario.game.code_hash, scenario.players, scenario.seed
        return (self.name or self.place.page, scenario.name, scenario.title, *played, self.plan)


def plan_of(question: Question, is_short: bool) -> Plan:
    """The plan that decides the answer to a question; `is_short` where it is a quick look."""
    scenario = question.scenario
    texts = tuple((name, tuple(texts)) for name, texts in question.texts.items())
    revisions = tuple((revision.name, revision.rules_hash, revision.bots) for revision in question.revisions)
    return Plan(is_short, texts, revisions, scenario.goals, scenario.plays)


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
    expected = None
    job = services().jobs.latest(study.key)
    starts_long = st.session_state.pop(START_LONG, False) and not study.quick
    if job is None:
        expected = study.expected(None if study.is_unstored else services().store)
        job = begin(study) if expected.stored or starts_long else None
    _start(study, job, expected, longer)
    if job is None:
        assert expected is not None
        _preview(study, expected)
    else:
        _follow(study, job)
    learning.strength(study.scenario)
    if job is None or job.answer is None:
        study.at_once()
    if job is None:
        study.example()


def show_part(study: PageStudy, stored: Callable[[], PlayStudy | None]) -> None:
    """The same in a frame on another page; `stored` reads what is stored of the answer, if anything is."""
    job = services().jobs.latest(study.key)
    if job is None and (read := stored()):
        job = begin(replace(study, ask=read))
        job.is_reading = True
    if job is None:
        _tell(study)
        _offer_start(study, {"label": "Start"})
        study.example()
    elif not job.ended:
        job_progress.follow_study(job, lambda going: _so_far(study, going))
    elif job.answer is not None:
        report = cast(Report, job.answer)
        study.result(report)
        if job.is_reading and report.unfinished:
            _offer_start(study, RESUME)
    else:
        job_progress.ended(job)
        _offer_start(study, RESUME if study.resumes else {"label": "Start"})
        _so_far(study, job)


RESUME: ButtonLook = {"label": "Resume", "icon": ":material/resume:"}


def _offer_start(study: PageStudy, look: ButtonLook) -> None:
    """The button that begins it, or goes on, and what that takes."""
    if job_progress.start_button(f"start_{study.name}", None, **look):
        begin(study)
        st.rerun()
    st.caption(f"{effort(study.expected(services().store))} {study.storing or 'What is stored is not played again.'}")


def begin(study: PageStudy) -> Job:
    """Have it played; returns the job."""
    ask, quick, unkept = study.ask, study.quick, study.is_unstored

    def unstored(options: RunOptions, follow: Follow) -> object:
        return ask(replace(options, store=None), follow)

    played = unstored if unkept else ask
    keeps = study.resumes and not unkept
    job = services().jobs.study(study.key, study.title, study.place, played, keeps=keeps, quick=quick)
    job.note = study.note
    return job


def _start(study: PageStudy, job: Job | None, expected: Workload | None, longer: PageStudy | None) -> None:
    """The button that starts it, off while it runs and when all is played; and the one for the other length."""
    finished = job is not None and job.answer is not None and not job.stop.is_set()
    broken = job is not None and job.ended and not finished and job.done > 0
    with st.container(horizontal=True, vertical_alignment="center"):
        key = f"start_{study.place.page}"
        look: ButtonLook = {"label": _quick_label(expected)} if study.quick else {}
        if broken and study.resumes and not study.is_unstored:
            look = RESUME
        again = AGAIN_QUICK if study.is_unstored else AGAIN
        if job_progress.start_button(key, job, finished, again=again, **look):
            begin(study)
            st.rerun()
        if longer:
            _offer_long(longer)
        elif study.has_lengths:
            about = "Up to half a minute on two cores; nothing is stored."
            st.button("Quick look", key="quick_look", on_click=go_on_with, args=[QUICK], help=about)
        study.further_buttons()
        for place, words in study.see_also.items():
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
        args=[longer.chooses],
        help=f"{effort(expected)} {longer.storing or longer.note or 'What is stored is not played again.'}",
    )


def _go_long(choices: Mapping[str, object]) -> None:
    st.session_state[START_LONG] = True
    for key, value in choices.items():
        address.write(key, value)


def _preview(study: PageStudy, expected: Workload) -> None:
    """Before anything is played: what the page will tell, and how long that takes."""
    preload_charts()
    with st.container(border=True):
        _tell(study)
        remains = "What is stored is not played again."
        if study.is_unstored:
            remains = "Nothing is stored; a second look says the same."
        st.caption(f"{effort(expected)} {study.storing or study.note or remains}")


def effort(expected: Workload) -> str:
    """How much there is to play, how long that takes here, and whether the rules are compiled first."""
    compiling = f" The rules are compiled first, which takes {COMPILES_FOR}." if expected.compiles else ""
    plays, time = phrases.roughly(expected.plays).capitalize(), about_words(expected.seconds)
    return f"{plays} plays, {time} on this computer.{compiling}"


def _follow(study: PageStudy, job: Job) -> None:
    """The study, whether running, finished, or stopped with some contests played."""
    if not job.ended:
        job_progress.follow_study(job, lambda going: _so_far(study, going))
    elif job.answer is not None:
        study.result(cast(Report, job.answer))
    else:
        job_progress.ended(job)
        _so_far(study, job)


def _so_far(study: PageStudy, job: Job) -> None:
    partial_answer = job.advance.partial if job.advance else ()
    if partial_answer:
        study.so_far(partial_answer)
    elif not job.ended:
        with st.container(border=True):
            _tell(study)


def _tell(study: PageStudy) -> None:
    st.markdown("\n".join(f"- {line}" for line in study.tells))


def who_played(scenario: Scenario, *names: str) -> None:
    """Which bots the figures are of, and what bots are not; `names` where they are not those of the revision."""
    st.caption(literal(f"Played by {bots_phrase(names or scenario.bots)}. {NO_PEOPLE}"))


def details(how: str, command: str = "", html: str = "") -> None:
    """How it was played, with seed and exact names, and the command that does it again: folded, since few ask.

    `html` has more of it.
    """
    with st.expander("Details", icon=":material/info:"):
        if how:
            st.caption(literal(how))
        if html:
            st.html(html)
        if command:
            st.code(command, language="sh", wrap_lines=True)


def downloads(
    stem: str,
    place: str,
    csv: Callable[[], str],
    json: Callable[[], str],
    html: Callable[[], str],
    markdown: Callable[[], str] | None = None,
) -> None:
    """A result as files; `place` names where the buttons stand, for their keys."""
    with st.container(horizontal=True):
        file_button("Table as CSV", csv, f"{stem}.csv", f"csv_{place}")
        file_button("All figures as JSON", json, f"{stem}.json", f"json_{place}")
        file_button("Report as HTML", html, f"{stem}.html", f"html_{place}", about=REPORT_ABOUT)
        if markdown:
            file_button("Markdown", markdown, f"{stem}.md", f"md_{place}")
