"""The page Results: how a revision plays, alone, against its parent, or against any number of others.

The verdict comes first, then what can be done now, then a row a measure in groups, charts, the decision, files.
"""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import navigation, place
from workbench.app.history import histories
from workbench.app.jobs.batch_job import BatchJob
from workbench.app.pages.results import two_strengths
from workbench.app.pages.results.comparisons import ChosenComparison, ResultsChoice, comparisons_of, is_finished
from workbench.app.pages.results.reports import (
    PageResult,
    command_of,
    held_together,
    report_of,
    report_on_page,
    report_so_far,
    scenarios_of,
)
from workbench.app.place import AGAINST, Place, here, named
from workbench.app.services import services
from workbench.app.widgets import (
    controls,
    decision,
    document,
    exports,
    hole_count,
    job_progress,
    pair_studies,
    power,
    study_page,
)
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import choose_batch
from workbench.app.widgets.downloads import file_button
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.study_page import REPORT_ABOUT
from workbench.app.widgets.text import explained, literal
from workbench.play.outcome import MOST_READ
from workbench.playtest.overview import quotable_comments
from workbench.report.downloads import file_stem, run_csv
from workbench.report.renderers import data, html
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario
from workbench.store import get_run
from workbench.store.history import decisions
from workbench.studies import compare, simulate
from workbench.studies.compare.report import changes

# The controls


def choose(row: DeltaGenerator) -> ResultsChoice:
    """The comparison that the controls choose, and who plays how much."""
    chosen = here()
    _choose_against(chosen, row)
    compared = [*chosen.against, chosen.revision]
    one = len(chosen.against) == 1
    batch, folded = choose_batch(chosen, row, compared, two_strengths.in_words() if one else "")
    also = two_strengths.choose(chosen, batch, folded) if one and batch.bots else None
    return ResultsChoice(**vars(chosen), batch=batch, also=also)


def _choose_against(chosen: Place, row: DeltaGenerator) -> None:
    names = [name for name in chosen.revisions.names if name != chosen.revision]
    if not names:
        return
    about = "At first its parent. Empty: this revision alone. With several, the first is the base of all; or this"
    about = explained(f"{about} revision, if they come from it.", "revision", "paired plays", "verdict")
    row.multiselect(
        "Compared with",
        names,
        format_func=partial(_called, chosen),
        placeholder="nothing: alone",
        help=about,
        width=380,
        wrap=True,
        **controls.holding(AGAINST, list(chosen.against), options=names),
    )


def _called(chosen: Place, name: str) -> str:
    """A revision by its title, and by its file where two have the same."""
    titles = [scenario.title for scenario in chosen.revisions.sound.values()]
    title = chosen.revisions.sound[name].title
    return title if title and titles.count(title) == 1 else named(chosen.revisions, name)


# The page


PHONE = """<style>@media (max-width: 700px) {
  .st-key-head > div:has(h1) { position: absolute; width: 1px; height: 1px; overflow: hidden; }
  .st-key-against [data-testid="stWidgetLabel"] { position: absolute; width: 1px; height: 1px; overflow: hidden; }
  .st-key-against, .st-key-against > div { width: 100% !important; }
  .st-key-actions { flex-wrap: nowrap; overflow-x: auto; gap: 0.5rem; }
  .st-key-actions button { padding: 0.25rem 0.5rem; } .st-key-actions p { white-space: nowrap; font-size: 0.9rem; }
  .stMarkdown h2 { font-size: 1.15rem; }
  .stMain:has(.wb-answers) :is(.st-key-head, .st-key-controls) { gap: 0.5rem; }
}</style>"""
"""On a phone, the answer and the goals are on the first screen; the open tab says which page it is."""


def show(choice: ResultsChoice) -> None:
    """Start what is asked for, follow it, read it."""
    st.html(PHONE)
    comparisons = study_page.read_chosen(choice, partial(comparisons_of, choice))
    if comparisons:
        services().jobs.warm_up(comparisons[0].scenarios[-1])
        _draw(choice, comparisons)


def _draw(choice: ResultsChoice, comparisons: Sequence[ChosenComparison]) -> None:
    jobs = [comparison.job() for comparison in comparisons]
    finished = [job for job in jobs if job and is_finished(job)]
    running = next((job for job in jobs if job and not job.ended), None)
    if len(finished) == len(comparisons):
        _finished(choice, comparisons, finished)
    elif running:
        _running(comparisons, finished, running)
    else:
        _not_yet(choice, comparisons, next((job for job in jobs if job), None))


def _running(comparisons: Sequence[ChosenComparison], finished: Sequence[BatchJob], job: BatchJob) -> None:
    """The figures so far; below them the first bots' verdict, if the second ones are asked."""
    others = [done.summary for done in finished if done.summary]
    by_first = comparisons[0].by_first_bots
    job_progress.follow(job, partial(_so_far, comparisons, others, job.stage, by_first is not None))
    _questions(comparisons)
    if by_first:
        st.divider()
        document.show(report_on_page(by_first), framed=False)


def _so_far(
    comparisons: Sequence[ChosenComparison], others: Sequence[Summary], stage: int, is_below: bool, job: BatchJob
) -> None:
    """Draw the figures so far, in their later order; the page is drawn anew when the second bots begin.

    `is_below` says whether the first bots' verdict stands below.
    """
    if job.stage != stage:
        st.rerun()
    if is_below and not stage:
        job_progress.status(job)
        return
    look = job_progress.first_look(job)
    if look is None:
        job_progress.status(job)
        _what_it_is(comparisons)
        return
    report = report_so_far([*others, look])
    document.show_head(report)
    job_progress.status(job)
    document.show_blocks(report.blocks, "so_far")


def _not_yet(choice: ResultsChoice, comparisons: Sequence[ChosenComparison], job: BatchJob | None) -> None:
    """One main action; and what is known already, of a job that ended early or by the first bots alone."""
    if job:
        job_progress.ended(job)
    first = comparisons[0].first_bots
    newest = first.job() if first else None
    by_first = newest if newest and is_finished(newest) else None
    with st.container(border=True, key="fresh"):
        with st.container(horizontal=True, vertical_alignment="center"):
            if job_progress.start_button("start", job, label=_label(choice, comparisons)):
                for comparison in comparisons:
                    comparison.begin()
                st.rerun()
            if not by_first and (pair := _pair_of(comparisons)):
                pair_studies.offer(*pair, only=["until"])
            navigation.watch_play(comparisons[0].scenarios[-1])
            exports.all_results(comparisons[0].scenarios[-1])
        st.caption(literal(_what_starts(comparisons, by_first)))
        if not by_first and (pair := _pair_of(comparisons)):
            power.show(*pair)
        if not job and not by_first:
            _earlier(comparisons)
    if first and by_first:
        _finished(choice, [first], [by_first])
        return
    _questions(comparisons)
    if job and (look := job.look()):
        document.show(report_so_far([look]), framed=False)
    else:
        preload_charts()
        _what_it_is(comparisons)
        if not job and not pair_studies.open_questions():
            document.show_example((compare if len(comparisons[0].scenarios) > 1 else simulate).__name__)
    if not by_first:
        caveats(comparisons[0].scenarios[-1])


def _label(choice: ResultsChoice, comparisons: Sequence[ChosenComparison]) -> str:
    first = comparisons[0].scenarios
    if len(first) == 1:
        return f"Play {phrases.number_of(first[0].plays, 'time')}"
    if len(comparisons) == 1:
        return f"Compare with {literal(first[0].title)}"
    return f"Compare {len(comparisons) + 1} revisions"


def _what_starts(comparisons: Sequence[ChosenComparison], by_first: BatchJob | None) -> str:
    last = comparisons[0].scenarios[:2][-1]
    if by_first:
        last_bots = scenarios.bots_phrase(comparisons[0].scenarios[-1].bots)
        return f"Not played yet by {last_bots}. Below is what the first bots found."
    on_all = " of each revision, on the same shuffles" if len(comparisons[0].scenarios) > 1 else ""
    plays, who = phrases.number_of(last.plays, "play"), scenarios.bots_phrase(last.bots)
    return f"Not played with these choices yet: {plays}{on_all}, by {who}."


def _earlier(comparisons: Sequence[ChosenComparison]) -> None:
    """The verdict on the same revisions by other bots, plays or seed, and the way to it."""
    *bases, judged = comparisons[0].scenarios[:2]
    history = histories(judged.game.name)[judged.game.name]
    verdict = history.against(judged, bases[0]) if bases else history.alone(judged)
    if verdict is None or len(comparisons) > 1:
        return
    st.markdown(f"**Already played** ({literal(verdict.bots)}): {literal(verdict.sentence)}")
    navigation.link("results", "Open this result", {"against": verdict.finding.base, **verdict.query})


def _what_it_is(comparisons: Sequence[ChosenComparison]) -> None:
    """Draw each revision's changes, its reason and its hypothesis."""
    blocks = [
        changes(comparison.scenarios[0], comparison.scenarios[1])
        for comparison in comparisons
        if len(comparison.scenarios) > 1
    ]
    document.show_blocks(blocks, "changes")


# What was found


def _finished(choice: ResultsChoice, comparisons: Sequence[ChosenComparison], jobs: Sequence[BatchJob]) -> None:
    """The answer, what can be done now, the evidence, the decision, and what can be taken away."""
    first = jobs[0]
    if first.summary and first.second:
        results: list[PageResult] = [held_together(first.summary, first.second)]
    else:
        counts = services().hole_counts
        results = [counts.with_holes(result) for job in jobs if (result := job.side or job.summary)]
    report = report_on_page(*results)
    document.show_head(report)
    _actions(choice, comparisons)
    document.show_blocks(report.blocks, "results")
    hole_count.follow([result for result in results if isinstance(result, BatchSummary | Summary)])
    if choice.revision in choice.revisions.drafts:
        navigation.link("rules", "Save this draft as a revision", {"revision": choice.revision})
    else:
        scenarios = (scenario for comparison in comparisons for scenario in comparison.scenarios)
        decision.panel(next(scenario for scenario in scenarios if scenario.revision == choice.revision))
    _exports(results)
    caveats(comparisons[0].scenarios[-1])


def _actions(choice: ResultsChoice, comparisons: Sequence[ChosenComparison]) -> None:
    """Draw the buttons of the answer; a hint would cover it, so labels say what they take."""
    with st.container(horizontal=True, vertical_alignment="center", key="actions"):
        job_progress.more_button(comparisons[0].scenarios[0].plays, partial(_play_more, comparisons))
        if pair := _pair_of(comparisons):
            pair_studies.offer(*pair)
            if len(comparisons[0].scenarios) == 2:
                two_strengths.ask_button(choice)
                swapped = {"revision": pair[0].revision, "against": pair[1].revision}
                st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=place.go, kwargs=swapped)
        navigation.watch_play(comparisons[0].scenarios[-1])
    _questions(comparisons)


def _pair_of(comparisons: Sequence[ChosenComparison]) -> tuple[Scenario, Scenario] | None:
    """The two revisions, where exactly two are compared."""
    first = comparisons[0].scenarios
    return (first[0], first[1]) if len(comparisons) == 1 and len(first) > 1 else None


def _questions(comparisons: Sequence[ChosenComparison]) -> None:
    """Draw the further studies of two revisions with their answers, the newest first."""
    if pair := _pair_of(comparisons):
        pair_studies.show(*pair)


def _play_more(comparisons: Sequence[ChosenComparison], plays: int) -> None:
    for comparison in comparisons:
        comparison.begin(plays)


def _exports(results: Sequence[PageResult]) -> None:
    """Draw the downloads and the details at the foot of the page."""
    report, command, scenarios = report_on_page(*results), command_of(results), scenarios_of(results)
    exports.panel(report, command, *scenarios)
    revisions = [scenario.revision for scenario in scenarios]
    bots = dict.fromkeys(report.bots or report.scenario.bots)
    name = file_stem(report.scenario.game.name, *revisions, *bots)
    with st.container(horizontal=True):
        file_button("Table as CSV", partial(data.as_csv, report), f"{name}.csv", "csv_compare")
        file_button("Report as HTML", partial(_html, results), f"{name}.html", "html_compare", about=REPORT_ABOUT)
        if isinstance(results[0], BatchSummary) and results[0].run:
            _plays(results[0], results[0].run)
    study_page.details("\n\n".join(filter(None, [report.how_played, document.definitions(report)])), command)


def _html(results: Sequence[PageResult]) -> str:
    """The report as a file, with what was decided of the revisions by now, and what their players wrote."""
    store, game = services().store, scenarios_of(results)[0].game.name
    there = store.path.exists()
    decided, quotes = (decisions(store, game), quotable_comments(store, game)) if there else ({}, {})
    return html.as_html(report_of(results, decided, quotes), command_of(results))


def _plays(side: BatchSummary, run: str) -> None:
    """The plays of a batch as a file."""
    name = file_stem(side.scenario.game.name, side.scenario.revision, *dict.fromkeys(side.scenario.bots), run)
    read, many = partial(_plays_csv, run), side.plays > MOST_READ
    about = (
        f"At most {phrases.number_of(MOST_READ, 'play')}; more with `--rows-to DIR` of `workbench simulate`."
        if many
        else None
    )
    file_button("Plays as CSV", read, f"{name}.csv", "csv_run", disabled=many, about=about)


def _plays_csv(run: str) -> str:
    store = services().store
    return run_csv(store, get_run(store, run))
