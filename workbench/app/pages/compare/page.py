"""The page Compare: two revisions on the same shuffles, and what the change did."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from workbench.app import navigation
from workbench.app.jobs.batch_job import BatchJob, compare_key
from workbench.app.pages.compare import agreement
from workbench.app.pages.compare.controls import CompareChoice
from workbench.app.services import services
from workbench.app.widgets import job_progress, messages, results
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import Batch
from workbench.app.widgets.controls import problems_of
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.messages import caveat
from workbench.engine.problems import BadInput, together
from workbench.report.downloads import comparison_csv, comparison_page, file_stem, two_strengths_csv
from workbench.report.summary import Summary
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario
from workbench.study.agreement import as_second_strength, check_other_bots

Pair = tuple[Scenario, Scenario]


def show(choice: CompareChoice) -> None:
    """Start a comparison, follow it, read it."""
    if not choice.revisions.names:
        messages.no_revision(choice.game, choice.revisions)
        return
    if len(choice.revisions.names) < 2:
        st.info("A comparison needs two revisions; save one on the page Rules.", icon=":material/folder_open:")
        return
    pairs = _pairs(choice)
    if pairs:
        for pair in pairs:
            services().jobs.warm_up(pair[1])
        job = _job(*pairs)
        _start(pairs, job)
        caveat(choice.game)
        _result(job, *pairs)


def _pairs(choice: CompareChoice) -> tuple[Pair, ...]:
    """Both revisions with the chosen batch, once more with that of the second strength; none if something is wrong."""
    if choice.base == choice.other:
        st.info("Choose two different revisions.", icon=":material/compare_arrows:")
        return ()
    try:
        second = [partial(as_second_strength, partial(_pair, choice, choice.also))] if choice.also else []
        pairs = together(partial(_pair, choice, choice.batch), *second)
        for again in pairs[1:]:
            check_other_bots(pairs[0][0], again[0])
        return pairs
    except BadInput as bad:
        told = dict.fromkeys(problems_of(bad))
        st.error("\n".join(f"- {literal(line)}" for line in told), title="This cannot be compared")
        return ()


def _pair(choice: CompareChoice, batch: Batch) -> Pair:
    base, other = together(partial(batch.of, choice, choice.base), partial(batch.of, choice, choice.other))
    return base, other


def _start(pairs: tuple[Pair, ...], job: BatchJob | None) -> None:
    base, other = pairs[0]
    with st.container(horizontal=True, vertical_alignment="center"):
        finished = job is not None and len(job.summaries) == job.stages
        label = f"Compare {other.revision} with {base.revision}"
        if job_progress.start_button("start_compare", job, finished, label=label):
            services().jobs.compare(base, other, [scenario for pair in pairs[1:] for scenario in pair])
            st.rerun()
        st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=_swap, help="Swap base and other.")
        navigation.link("rules", f"Rules of {other.revision}", {"start": other.revision})
        navigation.link("run", f"Run {other.revision} alone", {"revision": other.revision})
        navigation.link("live", f"Playtest {other.revision}", {"revision": other.revision})


def _swap() -> None:
    session = st.session_state
    session["base"], session["other"] = session["other"], session["base"]


def _job(first: Pair, second: Sequence[Scenario] = ()) -> BatchJob | None:
    """The newest job with these choices; batches that are stored already are read in by one."""
    jobs = services().jobs
    job = jobs.latest(BatchJob, compare_key(*first, second))
    return jobs.compare(*first, second) if job is None and jobs.is_stored(*first, *second) else job


def _result(job: BatchJob | None, first: Pair, second: Pair | None = None) -> None:
    if job is None:
        _not_yet(first, second)
    elif not job.ended:
        _going_on(job, first)
    elif job.summary and len(job.summaries) == job.stages:
        _final(job.summary, job.second)
    else:
        job_progress.ended(job)
        _so_far(job)


def _final(summary: Summary, second: Summary | None = None) -> None:
    if second:
        agreement.both(agreement.held_together(summary, second))
    else:
        results.summary(summary)
    _downloads(summary, second)


def _not_yet(first: Pair, second: Pair | None) -> None:
    """What to show before it is played: the first bots' verdict, if only the second bots have not played yet."""
    alone = _job(first) if second else None
    if alone is None or second is None:
        _preview(*first)
        return
    asked = literal(scenarios.bots_phrase(second[0].bots))
    st.info(f"Not played yet: {asked}. The button above starts them.", icon=":material/groups:")
    _result(alone, first)


def _going_on(job: BatchJob, first: Pair) -> None:
    """Follow the job; once the first bots have their verdict, it stands below what the second ones find so far."""
    job_progress.follow(job, (lambda: None) if job.stage else partial(_why, *first))
    if job.stage and job.summary:
        st.divider()
        results.summary(job.summary)


def _so_far(job: BatchJob) -> None:
    """What was found before the job ended early: the first bots' verdict, if they had one, and what was going on."""
    if found := job.look():
        results.so_far(found)
    if job.summary:
        st.divider()
        _final(job.summary)


def _preview(base: Scenario, other: Scenario) -> None:
    preload_charts()
    st.caption("Not compared with these choices yet. The charts fill in as soon as the plays start.")
    _why(base, other)


def _why(base: Scenario, other: Scenario) -> None:
    """What the other revision changes, why, and what it should do."""
    if other.reason:
        st.markdown(f"**Why {literal(other.revision)}:** {literal(phrases.with_stop(other.reason))}")
    if other.hypothesis:
        st.markdown(f"**What it should do:** {literal(phrases.with_stop(other.hypothesis))}")
    st.markdown("## Changed rules", anchors=False)
    results.changed(base, other)


def _downloads(summary: Summary, second: Summary | None) -> None:
    base, other = summary.base.scenario, summary.other.scenario
    scenarios = dict.fromkeys(bot for each in (summary, second) if each for bot in each.base.scenario.bots)
    name = file_stem(base.revision, other.revision, *scenarios)
    with st.container(horizontal=True):
        st.download_button(
            "Table as CSV",
            data=partial(_table, summary, second),
            file_name=f"{name}.csv",
            mime="text/csv",
            icon=":material/table:",
            key="csv_compare",
            on_click="ignore",
        )
        st.download_button(
            "Report as HTML",
            data=partial(comparison_page, summary, second),
            file_name=f"{name}.html",
            mime="text/html",
            icon=":material/description:",
            key="html_compare",
            on_click="ignore",
            help="One file with every chart, to keep or send. It works offline.",
        )


def _table(summary: Summary, second: Summary | None) -> str:
    return two_strengths_csv(agreement.held_together(summary, second)) if second else comparison_csv(summary)
