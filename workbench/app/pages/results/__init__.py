"""The page Results: how a revision plays, alone, against its parent, or against any number of others.

The verdict comes first, then what can be done now, then a row a measure in groups, charts, the decision, files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple, cast
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, navigation, place
from workbench.app.history import CODE_HAS_CHANGED, histories
from workbench.app.jobs.job import Job, JobPhase
from workbench.app.pages.results import asking
from workbench.app.pages.results.comparisons import (
    ChosenQuestion,
    PageAnswer,
    choice_of,
    question_of,
    report_on_page,
    report_with_people,
)
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import (
    controls,
    decision,
    document,
    job_progress,
    study_page,
)
from workbench.app.widgets.document import REPORT_ABOUT, file_button, preload_charts
from workbench.app.widgets.fields import QuestionChoice
from workbench.app.widgets.scripts import component
from workbench.app.widgets.text import literal
from workbench.app.widgets.theme import STYLES
from workbench.play.outcome import MOST_READ
from workbench.report.document import Report
from workbench.report.downloads import file_stem, run_csv
from workbench.report.findings import batch_query
from workbench.report.renderers import html, text
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.rows_svg import rows_svg
from workbench.report.renderers.text import as_text
from workbench.report.template import render
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario
from workbench.store.errors import RunRefused
from workbench.store.runs import get_run
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.simulate.measure import BatchAnswer

# The controls


def choose(row: DeltaGenerator) -> QuestionChoice:
    """Against whom, and who plays how much; the controls of a comparison are the fields of its question."""
    choice = choice_of(here(), address.now())
    controls.draw_choice(row, choice)
    return choice


# What stands there


class ResultsView(NamedTuple):
    """A question as its page shows it: what begins it, and what can be done with its answer.

    `start` is the main action while anything is to be played, and `starts` says what it begins. `by_first` is what the
    first bots alone found, where a second strength is asked as well.
    """

    asks: ChosenQuestion
    job: Job | None = None
    answer: PageAnswer | None = None
    start: str = ""
    starts: str = ""
    goes_on: bool = False
    until: CompareQuestion | None = None
    stronger: CompareQuestion | None = None
    swapped: Mapping[str, str] = {}
    by_first: ResultsView | None = None

    @property
    def is_running(self) -> bool:
        """True while it plays."""
        return self.job is not None and not self.job.ended


def model(asks: ChosenQuestion, job: Job | None, by_first: CompareAnswer | None = None) -> ResultsView:
    """The view of a question, of its newest job, if any, and of what the first bots found."""
    first = model_of_answer(asks.first_bots, by_first) if asks.first_bots and by_first else None
    if job and job.answer:
        return model_of_answer(asks, cast(PageAnswer, job.answer))._replace(job=job)
    view = ResultsView(asks, job, by_first=first)
    if view.is_running:
        return view
    question, plays = asks.question, phrases.number_of(asks.judged.plays, "play")
    many = len(asks.revisions) > 1
    if isinstance(question, CompareQuestion) and question.until_decided:
        plays = f"until it is decided, at most {phrases.number_of(question.limit, 'play')}"
    on_all = " of each revision, on the same shuffles" if many else ""
    starts = f"Not played with these choices yet: {plays}{on_all}, by {scenarios.bots_phrase(asks.judged.bots)}."
    if first:
        by = scenarios.bots_phrase(question.batches[-1].bots)
        starts = f"Not played yet by {by}. Below is what the first bots found."
    start = f"Play {phrases.number_of(asks.judged.plays, 'time')}"
    if many:
        start = f"Compare with {literal(asks.revisions[0].title)}"
    if len(asks.revisions) > 2:
        start = f"Compare {phrases.number_of(len(asks.revisions), 'revision')}"
    if question.ends_early:
        start = "Play until decided"
    if goes_on := bool(job and job.done and job.keeps):
        start = job_progress.GO_ON
    until = question if asks.pair and not first and isinstance(question, CompareQuestion) else None
    return view._replace(start=start, starts=starts, goes_on=goes_on, until=until)


def model_of_answer(asks: ChosenQuestion, answer: PageAnswer) -> ResultsView:
    """The view of an answer, with what can be asked next: of two revisions, and not of one or many."""
    if not (asks.pair and isinstance(asks.question, CompareQuestion)):
        return ResultsView(asks, answer=answer)
    base, other = asks.pair
    view = ResultsView(asks, answer=answer, until=asks.question)
    if asks.question.also_bots:
        return view
    swapped = {"revision": base.revision, "against": other.revision}
    return view._replace(stronger=asking.by_stronger_bots(asks.question), swapped=swapped)


# The page


def show(choice: QuestionChoice) -> None:
    """Start what is asked for, follow it, read it."""
    st.html(STYLES / "results.css")
    asks = study_page.read_chosen(choice, partial(question_of, choice))
    if asks is None:
        return
    services().jobs.warm_up(asks.revisions[-1])
    job = asks.job()
    if job and job.answer and asks.question.ends_early:
        played = asks.as_played(job).judged
        address.forget("until", "limit")
        address.write("plays", played.plays)
        st.rerun()
    view = model(asks, job, None if job and job.answer else asks.by_first_bots)
    if view.answer:
        _finished(choice, view)
    elif view.is_running:
        _running(view)
    else:
        _not_yet(choice, view)


def _running(view: ResultsView) -> None:
    """The figures so far; below them the first bots' verdict, if the second ones are asked."""
    job, by_first = cast(Job, view.job), view.by_first
    job_progress.follow(job, partial(_so_far, view.asks, job.stage, by_first is not None))
    study_page.show_parts(*view.asks.sides)
    if by_first and by_first.answer:
        st.divider()
        document.show(report_on_page(by_first.answer), framed=False)


def _so_far(asks: ChosenQuestion, stage: int, is_below: bool, job: Job) -> None:
    """Draw the figures so far, in their later order; the page is drawn anew when the second bots begin.

    `is_below` says whether the first bots' verdict stands below.
    """
    if job.stage != stage:
        st.rerun()
    if is_below and stage == 1:
        job_progress.status(job)
        return
    report = job_progress.first_look(job)
    if report is None:
        job_progress.status(job)
        _what_it_is(asks)
        if job.phase is JobPhase.COMPILING:
            document.show_example(asks.study.folder)
        return
    document.show_head(report)
    job_progress.status(job)
    document.show_blocks(report.blocks, "so_far")


def _not_yet(choice: QuestionChoice, view: ResultsView) -> None:
    """One main action; and what is known already, of a job that ended early or by the first bots alone."""
    asks, job = view.asks, view.job
    if job:
        job_progress.ended(job)
    with st.container(border=True, key="fresh"):
        with st.container(horizontal=True, vertical_alignment="center"):
            icon = job_progress.RESUME if view.goes_on else job_progress.START
            if st.button(view.start, type="primary", icon=icon, key="start", wrap=True):
                asks.begin()
                st.rerun()
            if view.until:
                asking.until_button(view.until)
            all_results(asks.revisions[-1])
        st.caption(literal(view.starts))
        if view.until and asks.pair:
            asking.show_power(*asks.pair)
        if not job and not view.by_first:
            _earlier(asks)
    if view.by_first:
        _finished(choice, view.by_first)
        return
    study_page.show_parts(*asks.sides)
    if job and (report := job.look()):
        document.show(report, framed=False)
    else:
        preload_charts()
        _what_it_is(asks)
        if not job and not study_page.open_questions():
            document.show_example(asks.study.folder)
    job_progress.strength(asks.revisions[-1])


def _earlier(asks: ChosenQuestion) -> None:
    """The verdict on the same revisions by other bots, plays or seed, or by older code, and the way to it."""
    judged = asks.judged
    history = histories(judged.game.name)[judged.game.name]
    verdict = history.against(judged, asks.pair[0]) if asks.pair else history.alone(judged)
    if verdict is None or len(asks.revisions) > 2:
        return
    outdated = ""
    with suppress(RunRefused):  # the plays were deleted
        if get_run(services().store, verdict.finding.run).code_hash != judged.game.code_hash:
            outdated = f" {CODE_HAS_CHANGED}"
    st.markdown(f"**Already played** ({literal(verdict.bots)}): {literal(verdict.sentence)}{outdated}")
    navigation.link("results", "Open this result", {"against": verdict.finding.base, **verdict.query})


def _what_it_is(asks: ChosenQuestion) -> None:
    """Draw each revision's changes, its reason and its hypothesis."""
    base, *others = asks.revisions
    nobody = {"decided": None, "quotes": ()}
    changed = [render("workbench.studies.compare", "changed.md", base=base, other=other, **nobody) for other in others]
    document.show_blocks([block for words in changed for block in words.blocks], "changes")


# What was found


def _finished(choice: QuestionChoice, view: ResultsView) -> None:
    """The answer, what can be done now, the evidence, the decision, and what can be taken away."""
    asks, answer = view.asks, services().hole_counts.beside(cast(PageAnswer, view.answer))
    report = report_on_page(answer)
    document.show_head(report)
    with st.container(horizontal=True, vertical_alignment="center", key="actions"):
        job_progress.more_button(view.asks.revisions[0].plays, view.asks.begin)
        study_page.offer_parts(*view.asks.sides)
        if view.until:
            asking.until_button(view.until)
        if view.stronger:
            asking.stronger_button(view.stronger)
        if view.swapped:
            st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=place.go, kwargs=dict(view.swapped))
    study_page.show_parts(*asks.sides)
    document.show_body(report, "results")
    job_progress.follow_holes(answer)
    if choice.revision in choice.revisions.drafts:
        navigation.link("rules", "Save this draft as a revision", {"revision": choice.revision})
    else:
        decision.panel(next(scenario for scenario in asks.revisions if scenario.revision == choice.revision))
    _exports(asks, answer)
    job_progress.strength(asks.revisions[-1], has_verdict=True)


def _exports(asks: ChosenQuestion, answer: PageAnswer) -> None:
    """Draw the downloads and the details at the foot of the page."""
    report, command, store = report_on_page(answer), asks.study.command(asks.question), services().store
    _take_away(report, command, *asks.revisions)
    revisions = [scenario.revision for scenario in asks.revisions]
    bots = dict.fromkeys(report.bots or report.scenario.bots)
    name = file_stem(report.scenario.game.name, *revisions, *bots)
    with st.container(horizontal=True):
        file_button("Table as CSV", partial(text.as_csv, report), f"{name}.csv", "csv_compare")
        file_button(
            "Report as HTML",
            lambda: html.as_html(report_with_people(answer, store), command),
            f"{name}.html",
            "html_compare",
            about=REPORT_ABOUT,
        )
        if isinstance(answer, BatchAnswer) and answer.outcome.run:
            _plays(answer, answer.outcome.run)
    document.details(report.which_plays, command, html.words_html(report.details))


def _plays(answer: BatchAnswer, run: str) -> None:
    """The plays of a batch as a file."""
    scenario = answer.outcome.scenario
    name = file_stem(scenario.game.name, scenario.revision, *dict.fromkeys(scenario.bots), run)
    read, many = lambda: run_csv(services().store, get_run(services().store, run)), answer.outcome.plays > MOST_READ
    about = (
        f"At most {phrases.number_of(MOST_READ, 'play')}; more with `--rows-to DIR` of `workbench simulate`."
        if many
        else None
    )
    file_button("Plays as CSV", read, f"{name}.csv", "csv_run", disabled=many, about=about)


# Taking a result away: its summary and its link to paste, a chart as PNG or SVG, every result of its revision


_taken = component("exports", style=True)


def _take_away(report: Report, command: str, *scenarios: Scenario) -> None:
    """Draw the downloads of a result of these revisions, of which the first is the base of the others."""
    stem = file_stem(report.scenario.game.name, *(scenario.revision for scenario in scenarios))
    with st.container(horizontal=True, vertical_alignment="center", key="exports"):
        _taken(key="take_away", data={**_texts(report, command, stem), "link": _link(scenarios)})
        all_results(report.scenario)


def all_results(scenario: Scenario) -> None:
    """The link to everything that was played of a revision, in the history."""
    about = {"in": scenario.game.name, "about": scenario.revision}
    navigation.link("history", "All results of this revision", about)


@lru_cache(maxsize=8)
def _texts(report: Report, command: str, stem: str) -> Mapping[str, str]:
    markdown, svg = as_markdown(report, command), rows_svg(report)
    return {"text": as_text(report), "markdown": markdown, "svg": svg, "stem": stem}


def _link(scenarios: Sequence[Scenario]) -> str:
    """The address of the page with everything that decides what it shows, so that it means the same tomorrow."""
    scenario, revisions = scenarios[:2][-1], [scenario.revision for scenario in scenarios]
    revision = here().revision if here().revision in revisions else scenario.revision
    against = [name for name in revisions if name != revision]
    place = {"game": scenario.game.name, "revision": revision, "against": against or ""}
    return f"results?{urlencode({**place, **batch_query(scenario.bots, scenario.plays, scenario.seed)}, doseq=True)}"
