"""The page Results: how a revision plays, alone, against its parent, or against any number of others.

The verdict comes first, then what can be done now, then a row a measure in groups, charts, the decision, files.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import navigation, place
from workbench.app.history import histories
from workbench.app.jobs.batch_job import BatchJob
from workbench.app.pages.results import two_strengths
from workbench.app.pages.results.asked import Asked, ResultsChoice, asked_by, is_finished
from workbench.app.pages.results.reports import (
    Result,
    command_of,
    held_together,
    report_of,
    report_on_page,
    report_so_far,
    scenarios_of,
)
from workbench.app.place import AGAINST, Place, here, named
from workbench.app.services import services
from workbench.app.widgets import controls, decision, document, exports, job_progress, pair_studies, power, study_page
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import choose_batch
from workbench.app.widgets.downloads import file_button
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.study_page import REPORT_ABOUT
from workbench.app.widgets.text import explained, literal
from workbench.play.outcome import MOST_READ
from workbench.report.downloads import file_stem, run_csv
from workbench.report.renderers import data, html
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario
from workbench.store import get_run
from workbench.store.history import decisions
from workbench.studies.compared.report import changes

# The controls


def choose(row: Any) -> ResultsChoice:
    """What to compare with, and who plays how much."""
    chosen = here()
    _choose_against(chosen, row)
    shown = [*chosen.against, chosen.revision]
    one = len(chosen.against) == 1
    batch, folded = choose_batch(chosen, row, shown, two_strengths.in_words() if one else "")
    also = two_strengths.choose(chosen, batch, folded) if one and batch.bots else None
    return ResultsChoice(**vars(chosen), batch=batch, also=also)


def _choose_against(chosen: Place, row: Any) -> None:
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
        **controls.kept(AGAINST, list(chosen.against), options=names),
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
    asked = study_page.read_chosen(choice, partial(asked_by, choice))
    if asked:
        services().jobs.warm_up(asked[0].scenarios[-1])
        _draw(choice, asked)


def _draw(choice: ResultsChoice, asked: Sequence[Asked]) -> None:
    jobs = [each.job() for each in asked]
    finished = [job for job in jobs if job and is_finished(job)]
    running = next((job for job in jobs if job and not job.ended), None)
    if len(finished) == len(asked):
        _finished(choice, asked, finished)
    elif running:
        _running(asked, finished, running)
    else:
        _not_yet(choice, asked, next((job for job in jobs if job), None))


def _running(asked: Sequence[Asked], finished: Sequence[BatchJob], job: BatchJob) -> None:
    """The figures so far; below them the first bots' verdict, if the second ones are asked."""
    others = [each.summary for each in finished if each.summary]
    by_first = asked[0].by_first_bots
    job_progress.follow(job, partial(_so_far, asked, others, job.stage, by_first is not None))
    _questions(asked)
    if by_first:
        st.divider()
        document.show(report_on_page(by_first), framed=False)


def _so_far(asked: Sequence[Asked], others: Sequence[Summary], stage: int, is_below: bool, job: BatchJob) -> None:
    """What is known now, in the order that it has afterwards; the page is drawn anew when the second bots begin.

    `is_below` says whether the first bots' verdict stands below.
    """
    if job.stage != stage:
        st.rerun()
    if is_below and not stage:
        job_progress.status(job)
        return
    found = job_progress.first_look(job)
    if found is None:
        job_progress.status(job)
        _what_it_is(asked)
        return
    report = report_so_far([*others, found])
    document.show_head(report)
    job_progress.status(job)
    document.show_blocks(report.blocks, "so_far")


def _not_yet(choice: ResultsChoice, asked: Sequence[Asked], job: BatchJob | None) -> None:
    """One main action; and what is known already, of a job that ended early or by the first bots alone."""
    if job:
        job_progress.ended(job)
    first = asked[0].first_bots
    known = first.job() if first else None
    by_first = known if known and is_finished(known) else None
    with st.container(border=True, key="fresh"):
        with st.container(horizontal=True, vertical_alignment="center"):
            if job_progress.start_button("start", job, label=_label(choice, asked)):
                for each in asked:
                    each.begin()
                st.rerun()
            if not by_first and (pair := _pair_of(asked)):
                pair_studies.offer(*pair, only=["until"])
            navigation.watch_play(asked[0].scenarios[-1])
            exports.all_results(asked[0].scenarios[-1])
        st.caption(literal(_what_starts(asked, by_first)))
        if not by_first and (pair := _pair_of(asked)):
            power.show(*pair)
        if not job and not by_first:
            _earlier(asked)
    if first and by_first:
        _finished(choice, [first], [by_first])
        return
    _questions(asked)
    if job and (found := job.look()):
        document.show(report_so_far([found]), framed=False)
    else:
        preload_charts()
        _what_it_is(asked)
    if not by_first:
        caveats(asked[0].scenarios[-1])


def _label(choice: ResultsChoice, asked: Sequence[Asked]) -> str:
    first = asked[0].scenarios
    if len(first) == 1:
        return f"Play {phrases.number_of(first[0].plays, 'time')}"
    if len(asked) == 1:
        return f"Compare with {literal(first[0].title)}"
    return f"Compare {len(asked) + 1} revisions"


def _what_starts(asked: Sequence[Asked], by_first: BatchJob | None) -> str:
    last = asked[0].scenarios[:2][-1]
    if by_first:
        asked_last = scenarios.bots_phrase(asked[0].scenarios[-1].bots)
        return f"Not played yet by {asked_last}. Below is what the first bots found."
    each = " of each revision, on the same shuffles" if len(asked[0].scenarios) > 1 else ""
    plays, who = phrases.number_of(last.plays, "play"), scenarios.bots_phrase(last.bots)
    return f"Not played with these choices yet: {plays}{each}, by {who}."


def _earlier(asked: Sequence[Asked]) -> None:
    """The verdict on the same revisions by other bots, plays or seed, and the way to it."""
    *bases, judged = asked[0].scenarios[:2]
    history = histories(judged.game.name)[judged.game.name]
    verdict = history.against(judged, bases[0]) if bases else history.alone(judged)
    if verdict is None or len(asked) > 1:
        return
    st.markdown(f"**Already played** ({literal(verdict.bots)}): {literal(verdict.sentence)}")
    navigation.link("results", "Open this result", {"against": verdict.finding.base, **verdict.query})


def _what_it_is(asked: Sequence[Asked]) -> None:
    """What each revision changes, why, and what it should do."""
    blocks = [changes(each.scenarios[0], each.scenarios[1]) for each in asked if len(each.scenarios) > 1]
    document.show_blocks(blocks, "changes")


# What was found


def _finished(choice: ResultsChoice, asked: Sequence[Asked], jobs: Sequence[BatchJob]) -> None:
    """The answer, what can be done now, the evidence, the decision, and what can be taken away."""
    first = jobs[0]
    if first.summary and first.second:
        results: list[Result] = [held_together(first.summary, first.second)]
    else:
        results = [result for job in jobs if (result := job.side or job.summary)]
    report = report_on_page(*results)
    document.show_head(report)
    _actions(choice, asked)
    document.show_blocks(report.blocks, "results")
    _decide(choice, asked)
    _exports(results)
    caveats(asked[0].scenarios[-1])


def _actions(choice: ResultsChoice, asked: Sequence[Asked]) -> None:
    """What can be done now; a hint would cover the answer above, so labels say what it takes."""
    with st.container(horizontal=True, vertical_alignment="center", key="actions"):
        job_progress.more_button(asked[0].scenarios[0].plays, partial(_play_more, asked))
        if pair := _pair_of(asked):
            pair_studies.offer(*pair)
            if len(asked[0].scenarios) == 2:
                two_strengths.ask_button(choice)
                _swap(*pair)
        navigation.watch_play(asked[0].scenarios[-1])
    _questions(asked)


def _pair_of(asked: Sequence[Asked]) -> tuple[Scenario, Scenario] | None:
    """The two revisions, where exactly two are compared."""
    first = asked[0].scenarios
    return (first[0], first[1]) if len(asked) == 1 and len(first) > 1 else None


def _questions(asked: Sequence[Asked]) -> None:
    """What else was asked of two revisions, and what it found, the newest first."""
    if pair := _pair_of(asked):
        pair_studies.show(*pair)


def _play_more(asked: Sequence[Asked], plays: int) -> None:
    for each in asked:
        each.begin(plays)


def _swap(base: Scenario, other: Scenario) -> None:
    swapped = {"revision": base.revision, "against": other.revision}
    st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=place.go, kwargs=swapped)


def _decide(choice: ResultsChoice, asked: Sequence[Asked]) -> None:
    """The decision about the revision of the page."""
    every = [scenario for each in asked for scenario in each.scenarios]
    decision.panel(next(each for each in every if each.revision == choice.revision))


def _exports(results: Sequence[Result]) -> None:
    """What can be taken away; the foot of the page."""
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


def _html(results: Sequence[Result]) -> str:
    """The report as a file, with what was decided of the revisions by now."""
    store, game = services().store, scenarios_of(results)[0].game.name
    decided = decisions(store, game) if store.path.exists() else {}
    return html.as_html(report_of(results, decided), command_of(results))


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
