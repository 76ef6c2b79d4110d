"""The page of a study around its answer: `model` says what stands there, `draw` and `draw_part` draw it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar, cast
from urllib.parse import parse_qsl

import streamlit as st

from workbench.app import address, navigation
from workbench.app.jobs.job import Address, Job, JobKey
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls, document, job_progress, messages
from workbench.app.widgets.controls import problems_of
from workbench.app.widgets.document import preload_charts
from workbench.app.widgets.fields import of_field
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
from workbench.store.runs import Run, Status, runs
from workbench.studies.fields import Field
from workbench.studies.progress import Follow
from workbench.studies.registry import part_studies
from workbench.studies.study import LENGTH, LONG, QUICK, SWITCHED_ON, AnswerT, AnyStudy, Question, QuestionT, Study
from workbench.studies.workload import Workload, pace_of

AGAIN = "Already played. Change the choices to play again."
AGAIN_QUICK = "Already played; it says the same each time. The long study decides more."
STORED = "What is stored is not played again."
NOT_STORED = "The answer is a line in History. No play is stored; a second look says the same."
UNSTORED = "Nothing is stored; a second look says the same."
QUICK_ABOUT = "Up to half a minute on two cores; nothing is stored."
QUICK_S = 45.0
"""A quick look that takes so long, of bots that search, says so on its button."""
LATEST = 30
"""Stored runs among which the latest of the revision is looked for."""


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
    def remains(self) -> str:
        """A sentence on what is stored of it."""
        return self.storing or self.study.remains or (UNSTORED if self.is_unstored else STORED)

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

    def begin(self, question: Question | None = None) -> Job:
        """Have it played, or as much of it as another question asks; returns the job."""
        to_play, keeps = question or self.question, self.study.resumes and not self.is_unstored

        def play(options: RunOptions, follow: Follow) -> object:
            return measure(self.study, to_play, replace(options, store=None) if self.is_unstored else options, follow)

        title = f"{self.study.noun or self.study.title} of {self.scenario.title}"
        job = services().jobs.study(self.key, title, self.place, play, keeps=keeps, quick=self.is_short)
        job.note = self.study.remains
        return job


def quick_field(study: AnyStudy) -> Field | None:
    """The field that asks for a quick look, of a study that has one beside the long study."""
    return next((field for field in study.question.fields() if field.name == QUICK), None)


def measure(study: Study[QuestionT, AnswerT], question: QuestionT, options: RunOptions, follow: Follow) -> Report:
    """The document of the answer, made by the job, so that the page need not; the history has a line of it."""
    answer = study.measure(question, options, follow)
    report = study.report(answer)
    if options.store and study.stores:
        study.save(options.store, question, answer, report)
    if report.unfinished:
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


# What stands there


class StudyButton(NamedTuple):
    """A button: a click writes `choices` into the address, and has `begins` played."""

    key: str
    label: str
    icon: str = ""
    help: str = ""
    disabled: bool = False
    choices: Mapping[str, object] = {}
    begins: PageStudy | None = None


class StudyView(NamedTuple):
    """A study as its page shows it: its buttons, and the job that plays it, if there is one.

    `tells` are lines on what it will tell, until something is there; `effort` says what it takes, and what is stored.
    """

    study: PageStudy
    job: Job | None
    buttons: Sequence[StudyButton] = ()
    tells: Sequence[str] = ()
    effort: str = ""

    @property
    def answer(self) -> Report | None:
        """The document of the answer, once it is there."""
        return cast("Report | None", self.job.answer) if self.job else None

    @property
    def is_broken_off(self) -> bool:
        """True if it was cancelled, or failed."""
        return self.job is not None and self.job.ended and self.job.answer is None


def model(study: PageStudy, job: Job | None, longer: PageStudy | None = None, latest: Run | None = None) -> StudyView:
    """The view of a study on its own page; `longer` is the long one of a quick look, `latest` the latest stored run."""
    view = StudyView(study, job, tells=[] if job and job.ended else study.study.about)
    expected = None if job else study.expected(None)
    is_done = job is not None and _is_done(job)
    goes_on = bool(job and job.ended and not is_done and job.done and study.study.resumes and not study.is_unstored)
    slow = f", {about_words(expected.seconds)}" if expected and expected.seconds > QUICK_S else ""
    start = _start(study, goes_on, f"Quick look{slow}" if study.is_short else "Start")
    again = (AGAIN_QUICK if study.is_unstored else AGAIN) if is_done else ""
    buttons = [start._replace(disabled=is_done or bool(job and not job.ended), help=again)]
    if longer:
        long = longer.expected(None)
        choices = {LENGTH: LONG} if longer.has_lengths else {"plays": longer.scenario.plays}
        label, about = f"Long study, {about_words(long.seconds)}", f"{effort(long)} {longer.remains}"
        buttons.append(StudyButton("long_study", label, ":material/hourglass_top:", about, False, choices, longer))
    elif study.has_lengths:
        buttons.append(StudyButton("quick_look", "Quick look", help=QUICK_ABOUT, choices={LENGTH: QUICK}))
    if latest and _batch(latest) != _batch(study.scenario):
        words = f"{bots_label(latest.bots)} · {phrases.number_of(latest.plays, 'play')} · seed {latest.seed}"
        about, batch = f"The plays of the latest stored run of these rules: {words}.", batch_query(*_batch(latest))
        buttons.append(StudyButton("use_latest", "Use the latest run", ":material/history:", about, choices=batch))
    return view._replace(buttons=buttons, effort=f"{effort(expected)} {study.remains}" if expected else "")


def model_of_part(study: PageStudy, job: Job | None, store: Store | None = None) -> StudyView:
    """The view of a study in a frame on another page, where nothing but what can be begun has a button."""
    view = StudyView(study, job, tells=[] if job and job.ended else study.study.about)
    if job and not view.is_broken_off:
        return view
    start = _start(study, bool(job and study.study.resumes))
    return view._replace(buttons=[start], effort=f"{effort(study.expected(store))} {study.storing or STORED}")


def _start(study: PageStudy, goes_on: bool, label: str = "Start") -> StudyButton:
    """The button that begins it, or goes on with what is stored."""
    key, icon = f"start_{study.part or study.place.page}", job_progress.RESUME if goes_on else job_progress.START
    return StudyButton(key, job_progress.GO_ON if goes_on else label, icon, begins=study)


def _is_done(job: Job) -> bool:
    """True if it has ended with all of its answer."""
    return job.answer is not None and not job.stop.is_set()


def _batch(played: Run | Scenario) -> tuple[tuple[str, ...], int, int]:
    return tuple(played.bots), played.plays, played.seed


def effort(expected: Workload) -> str:
    """How much there is to play, how long that takes here, and whether the rules are compiled first."""
    compiling = f" The rules are compiled first, which takes {COMPILES_FOR}." if expected.compiles else ""
    plays, time = phrases.roughly(expected.plays).capitalize(), about_words(expected.seconds)
    return f"{plays} plays, {time} on this computer.{compiling}"


# Drawing it


def show(study: PageStudy, longer: PageStudy | None = None) -> None:
    """Start a study, follow it, read it; `longer` is the long one, where it is a quick look."""
    jobs, store, scenario = services().jobs, services().store, study.scenario
    if study.has_lengths:
        jobs.warm_up(scenario)
    job = jobs.latest(study.key)
    if job is None and not study.is_unstored and study.study.is_answered(store, study.question):
        job = study.begin()
    of_game = runs(store, scenario.game.name, LATEST) if study.study.of_runs and store.exists else []
    played = (run for run in of_game if run.rules_hash == scenario.rules_hash and run.status is Status.DONE)
    draw(model(study, job, longer, next(played, None)))


def draw(view: StudyView) -> None:
    """The buttons and where to go on; below them the job, or what it will tell."""
    study = view.study
    with st.container(horizontal=True, vertical_alignment="center"):
        _draw_buttons(view)
        for place, words in study.study.see_also.items():
            page, _, choices = place.partition("?")
            if navigation.spec_named(page).suits(study.scenario.game):
                navigation.link(page, words, dict(parse_qsl(choices, keep_blank_values=True)))
    if view.is_broken_off and view.job:
        job_progress.ended(view.job)
    if view.job:
        _follow(view, view.job)
    else:
        preload_charts()
        _tell(view)
    job_progress.strength(study.scenario, has_verdict=view.answer is not None)
    if view.answer is None:
        document.show_blocks(study.study.report_at_once(study.question), "at_once")
    if view.job is None:
        document.show_example(study.study.folder)


def show_part(study: PageStudy) -> None:
    """The same in a frame on another page, with what is stored of the answer, if anything is."""
    job, store = services().jobs.latest(study.key), services().store
    if job is None and (stored := study.study.stored_question(store, study.question)):
        job = study.begin(stored)
    view = model_of_part(study, job, store)
    if view.is_broken_off and job:
        job_progress.ended(job)
    elif job:
        _follow(view, job)
    else:
        _tell(view)
    _draw_buttons(view)
    if view.buttons:
        st.caption(view.effort)
    if view.is_broken_off and job:
        _so_far(view, job)
    elif job is None:
        document.show_example(study.study.folder)


def _draw_buttons(view: StudyView) -> None:
    for button in view.buttons:
        st.button(
            button.label, key=button.key, icon=button.icon or None, help=button.help or None, disabled=button.disabled,
            type="primary" if button is view.buttons[0] else "secondary", wrap=True, on_click=_press, args=[button],
        )  # fmt: skip


def _press(button: StudyButton) -> None:
    """Have played what is not there yet, and the address say what is chosen."""
    if button.begins:
        begin_missing(button.begins)
    for key, value in button.choices.items():
        address.write(key, value)


def begin_missing(study: PageStudy) -> None:
    """Have a study played, unless it is there, or going on."""
    job = services().jobs.latest(study.key)
    if job is None or (job.ended and not _is_done(job)):
        study.begin()


def _follow(view: StudyView, job: Job) -> None:
    """The study, whether running, finished, or stopped with some contests played."""
    if not job.ended:
        job_progress.follow_study(job, partial(_so_far, view))
    elif view.answer is not None:
        study, place = view.study, view.study.part or "study"
        document.show_answer(study.study, study.question, view.answer, place, framed=not study.part)
    else:
        _so_far(view, job)


def _so_far(view: StudyView, job: Job) -> None:
    if partial_answer := job.advance.partial if job.advance else ():
        place = "_".join(filter(None, [view.study.part, "so_far"]))
        document.show_blocks(view.study.study.report_so_far(view.study.question, partial_answer), place)
    elif not job.ended:
        _tell(view)


def _tell(view: StudyView) -> None:
    with st.container(border=not view.study.part or view.job is not None):
        st.markdown("\n".join(f"- {line}" for line in view.tells))
        if view.effort and not view.study.part:
            st.caption(view.effort)


# Studies that are asked on the page of another result: a button for each, and a frame for its answer.
# The question stands in the address; what answers it is a job


def offer_parts(base: Scenario | None, other: Scenario) -> None:
    """The buttons of those that have anything to ask about a revision, against another if there is one."""
    for study in part_studies().values():
        if study.applies_to(base, other):
            key, args = f"ask_{study.control}", [study, base, other]
            st.button(study.button, icon=study.icon, key=key, on_click=_ask_part, args=args)


def _ask_part(study: AnyStudy, base: Scenario | None, other: Scenario) -> None:
    """Begin it, and have the page show the answer above those to earlier questions."""
    address.write(study.control, None)  # what is written last stands last
    address.write(study.control, SWITCHED_ON)
    begin_missing(_on_page(study, study.ask_of(base, other, {})))


def show_parts(base: Scenario | None, other: Scenario) -> None:
    """The frames of those that the address asks for, the newest first."""
    for study in open_questions():
        _frame(study, base, other)


def open_questions() -> list[AnyStudy]:
    """The questions that the address asks, the newest first."""
    by_control = part_studies()
    return [by_control[control] for control in reversed(address.now().choices) if control in by_control]


def _frame(study: AnyStudy, base: Scenario | None, other: Scenario) -> None:
    names = [study.control, *(field.control for field in study.choices)]
    with st.container(border=True, key=f"asked_{study.control}"):
        choices = {field.name: of_field(field, other, here(), address.now()) for field in study.choices}
        try:
            question = study.ask_of(base, other, {name: of_one.texts for name, of_one in choices.items()})
        except BadInput as bad:
            lines = [f"- {literal(line)}" for line in controls.problems_of(bad)]
            st.error("\n".join(lines), title="This cannot be asked")
        else:
            show_part(_on_page(study, question))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.draw(st.container(), *(control for of_one in choices.values() for control in of_one.controls))
            close = f"close_{study.control}"
            st.button("Close", icon=":material/close:", key=close, on_click=address.forget, args=names)


def _on_page(study: AnyStudy, question: Question) -> PageStudy:
    scenario, place = question.scenario, here()
    batch = batch_query(scenario.bots, scenario.plays, scenario.seed)
    at = {"game": place.game.name, "revision": place.revision, "against": list(place.against)}
    return PageStudy(
        study, question, Address(study.page, {**at, **batch, **study.address(question)}), part=study.control
    )
