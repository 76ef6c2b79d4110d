"""The page of any study: its controls are the fields of its question, its result the document of its report."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address, navigation
from workbench.app.jobs.batch_job import Key, Phase
from workbench.app.jobs.study_job import Address, StudyJob, pace_of, workload_of
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls, document, job_progress, study_page
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import BatchChoice, choose_batch
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.text import explained, literal
from workbench.engine.batch import game_code_hash
from workbench.engine.problems import BadInput
from workbench.report.document import Report
from workbench.report.downloads import as_json, file_stem
from workbench.report.renderers import data, html, markdown
from workbench.scenario import Scenario
from workbench.store.answers import answer_data
from workbench.studies.fields import Choice, Field, OtherRevision, Whole
from workbench.studies.registry import studies
from workbench.studies.study import Question, Study
from workbench.study.batch_player import RunOptions
from workbench.study.decks import quick_plays
from workbench.study.strength import Follow
from workbench.study.strength.contest import StudyBatch, play_cost

KEPT = "The answer is a line in History. No play is stored; a second look says the same."
NOTHING_KEPT = "Nothing was kept: the answer is stored only when all plays are done."
PLAYED = "Already played. Choose more plays, another seed or other bots to play again."


@dataclass(frozen=True)
class StudyChoice(BatchChoice):
    """A batch of a revision, and the texts of the question's fields; those that are left empty are missing."""

    texts: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class StudyPage:
    """One study's page."""

    study: Study

    def choose(self, place: Any) -> StudyChoice:
        """The controls."""
        chosen = here()
        batch, folded = choose_batch(chosen, place, [chosen.revision], usual=quick_plays)
        drawn = {field.name: _draw_field(folded, field) for field in self.study.question.fields()}
        return StudyChoice(**vars(chosen), batch=batch, texts={name: text for name, text in drawn.items() if text})

    def show(self, choice: StudyChoice) -> None:
        """Start the plays, follow them, read what they say."""
        question = study_page.read_chosen(choice, partial(self._ask, choice))
        if question is None:
            return
        job = services().jobs.latest(StudyJob, self._key(question))
        if job is None and answer_data(services().store, self.study.as_stored(question)) is not None:
            job = self._begin(question, choice)
        self._start(question, choice, job)
        if job is None:
            self._preview(question)
        elif not job.ended:
            job_progress.follow_study(job)
        elif job.found is None:
            _say_how_it_ended(job)
        else:
            self._show_report(question, job.found)
        caveats(question.scenario)

    def _ask(self, choice: StudyChoice) -> Question:
        """What the controls ask. Raises BadInput."""
        return self.study.ask(choice.revision, choice.texts, partial(choice.batch.of, choice))

    def _key(self, question: Question) -> Key:
        revisions = [(scenario.name, scenario.rules_hash, scenario.bots) for scenario in question.revisions]
        scenario, texts = question.scenario, tuple(question.texts.items())
        return (self.study.name, *revisions, game_code_hash(scenario.game), scenario.seed, scenario.plays, texts)

    def _start(self, question: Question, choice: StudyChoice, job: StudyJob | None) -> None:
        """The button that starts it, off while it runs and when all is played; and the ways to other pages."""
        finished = job is not None and job.found is not None
        with st.container(horizontal=True, vertical_alignment="center"):
            label = "Quick look" if _is_quick(question.scenario, choice) else "Start"
            key = f"start_{self.study.name}"
            if job_progress.start_button(key, job, finished, label=label, again=PLAYED):
                self._begin(question, choice)
                st.rerun()
            for page, words in self.study.see_also.items():
                navigation.link(page, words, {})
            navigation.link("results", f"Results of {literal(question.scenario.title)}", {"against": ""})

    def _begin(self, question: Question, choice: StudyChoice) -> StudyJob:
        place = {"game": choice.game.name, "revision": choice.revision, **self.study.as_stored(question).asked}
        return services().jobs.study(
            self._key(question),
            f"{self.study.title} of {question.scenario.title}",
            Address(self.study.name, place),
            partial(self._measure, question),
            keeps=False,
            quick=_is_quick(question.scenario, choice),
        )

    def _measure(self, question: Question, options: RunOptions, follow: Follow) -> Report:
        """The document of the answer, made by the job, so that the page need not; the history has a line of it."""
        report = self.study.report(self.study.measure(question, options, follow))
        if options.store:
            self.study.save(options.store, question, report)
        return report

    def _preview(self, question: Question) -> None:
        """Before anything is played: what the page will tell, and how long that takes."""
        preload_charts()
        with st.container(border=True):
            st.markdown("\n".join(f"- {line}" for line in self.study.about))
            st.caption(f"{_effort(question)} {KEPT}")

    def _show_report(self, question: Question, report: Report) -> None:
        document.show(report)
        command = self.study.command(question)
        stem = file_stem(self.study.name, report.scenario.game.name, report.scenario.revision)
        study_page.downloads(
            stem,
            partial(data.as_csv, report),
            lambda: as_json(data.as_json(report)),
            partial(html.as_html, report, command),
            partial(markdown.as_markdown, report, command),
        )
        study_page.details(report.how_played, command)


def page_of(name: str) -> StudyPage:
    """The page of an installed study."""
    return StudyPage(studies()[name])


def _is_quick(scenario: Scenario, choice: StudyChoice) -> bool:
    """Whether these plays take half a minute at most on two cores."""
    model = choice.revisions.sound[choice.revision]
    return scenario.plays <= quick_plays(replace(scenario, plays=model.plays))


def _effort(question: Question) -> str:
    """How much there is to play, and how long that takes here."""
    scenario = question.scenario
    pace = pace_of(scenario)
    played = [replace(revision, plays=scenario.plays, seed=scenario.seed) for revision in question.revisions]
    batches = [StudyBatch(revision.name, revision, play_cost(revision, pace.decisions)) for revision in played]
    return study_page.effort(workload_of(batches, pace, is_stored=False, stores=False))


def _draw_field(place: Any, field: Field) -> str:
    """The control of a field, and the text that it holds; empty where the field is left empty."""
    about = explained(field.help, *field.terms)
    usual = field.empty if field.default is None else field.text(field.default)
    match field:
        case OtherRevision():
            options = [name for name in here().revisions.sound if name != here().revision]
        case Whole(offered=offered) if offered:
            options = [field.text(number) for number in sorted({*offered, *_held_number(field)})]
        case Whole():
            return str(controls.number(place, field.name, field.label, field.default or field.low, about, 1))
        case Choice():
            options = [option for option in field.options if option != usual]
        case _:
            raise TypeError(f"no control for a field of type {type(field).__name__}")
    text = controls.select(place, field.name, field.label, [usual, *options], usual, about)
    return "" if text == field.empty else text


def _held_number(field: Whole) -> list[int]:
    """The number that the address says, which may be another than those offered; none for what is no such number."""
    try:
        return [field.read(address.read(field.name))]
    except BadInput:
        return []


def _say_how_it_ended(job: StudyJob) -> None:
    if job.phase is Phase.FAILED:
        job_progress.ended(job)
    else:
        st.info(NOTHING_KEPT, title=f"{job.title} was cancelled", icon=":material/stop_circle:")
