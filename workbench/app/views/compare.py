"""The page Compare: two revisions on the same shuffles, and what the change did."""

from functools import partial

import streamlit as st

from workbench.app import navigation
from workbench.app.controls import Choice, chosen, problems_of
from workbench.app.downloads import comparison_csv, comparison_page
from workbench.app.jobs import Job, compare_key
from workbench.app.reading import literal
from workbench.app.state import services
from workbench.app.views import figures, progress
from workbench.app.views.common import preload_charts
from workbench.engine.problems import BadInput
from workbench.study.report.summary import Summary
from workbench.study.scenario import Scenario

Pair = tuple[Scenario, Scenario]


def show() -> None:
    """Start a comparison, follow it, read it."""
    choice = chosen()
    if len(choice.revisions.names) < 2:
        st.info("A comparison needs two revisions; save one on the page Rules.", icon=":material/folder_open:")
        return
    pair = _pair(choice)
    if pair:
        services().jobs.warm_up(pair[1])
        job = _job(*pair)
        _start(pair, job)
        _result(job, *pair)


def _pair(choice: Choice) -> Pair | None:
    """Both revisions with the chosen batch, or what is wrong with the choice."""
    if choice.base == choice.other:
        st.info("Choose two different revisions.", icon=":material/compare_arrows:")
        return None
    try:
        return choice.scenario(choice.base), choice.scenario(choice.other)
    except BadInput as bad:
        st.error("\n".join(f"- {literal(line)}" for line in problems_of(bad)), title="This cannot be compared")
        return None


def _start(pair: Pair, job: Job | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if _asked_for(pair, job):
            services().jobs.compare(*pair)
            st.rerun()
        st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=_swap, help="Hold it the other way round.")
        navigation.link("rules", f"Rules of {pair[1].revision}", {"start": pair[1].revision})
        navigation.link("run", f"Run {pair[1].revision} alone", {"revision": pair[1].revision})


def _asked_for(pair: Pair, job: Job | None) -> bool:
    """The button that starts it; off while it runs, and when all is played."""
    finished = job is not None and job.summary is not None
    return st.button(
        f"Compare {pair[1].revision} with {pair[0].revision}",
        type="primary",
        icon=":material/play_arrow:",
        key="start_compare",
        disabled=finished or (job is not None and not job.ended),
        help="This is played already. More plays, another seed or other bots make it anew." if finished else None,
    )


def _swap() -> None:
    session = st.session_state
    session["base"], session["other"] = session["other"], session["base"]


def _job(base: Scenario, other: Scenario) -> Job | None:
    """The newest job with these choices; batches that are stored already are read in by one."""
    jobs = services().jobs
    job = jobs.latest(compare_key(base, other))
    return jobs.compare(base, other) if job is None and jobs.is_stored(base, other) else job


def _result(job: Job | None, base: Scenario, other: Scenario) -> None:
    if job is None:
        _preview(base, other)
    elif not job.ended:
        progress.follow(job, partial(_why, base, other))
    elif job.summary:
        figures.summary(job.summary)
        _downloads(job.summary)
    else:
        progress.ended(job)
        if found := job.look():
            figures.so_far(found)


def _preview(base: Scenario, other: Scenario) -> None:
    preload_charts()
    st.caption("These two have not been compared with these choices yet. The charts fill in as soon as it begins.")
    _why(base, other)


def _why(base: Scenario, other: Scenario) -> None:
    """What the other revision changes, why, and what it should do."""
    if other.reason:
        st.markdown(f"**Why {literal(other.revision)}:** {literal(other.reason)}")
    if other.hypothesis:
        st.markdown(f"**What it should do:** {literal(other.hypothesis)}")
    st.markdown("##### Changed rules", anchors=False)
    figures.changed(base, other)


def _downloads(summary: Summary) -> None:
    name = f"{summary.base.scenario.revision}-{summary.other.scenario.revision}"
    with st.container(horizontal=True):
        st.download_button(
            "Table as CSV",
            data=lambda: comparison_csv(summary),
            file_name=f"{name}.csv",
            mime="text/csv",
            icon=":material/table:",
            key="csv_compare",
            on_click="ignore",
        )
        st.download_button(
            "Report as HTML",
            data=lambda: comparison_page(summary),
            file_name=f"{name}.html",
            mime="text/html",
            icon=":material/description:",
            key="html_compare",
            on_click="ignore",
            help="One file with every chart, to keep or to send; it opens without a net.",
        )
