"""The page Compare: two revisions on the same shuffles, and what the change did; by bots of one strength or two."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypeGuard

import pandas as pd
import streamlit as st

from workbench.app import place
from workbench.app.jobs.batch_job import BatchJob, compare_key
from workbench.app.place import AGAINST, Place, here, named
from workbench.app.services import services
from workbench.app.widgets import controls, decision, exports, job_progress, messages, results
from workbench.app.widgets.charts import chart, preload_charts
from workbench.app.widgets.choices import NOBODY, Batch, choose_batch
from workbench.app.widgets.controls import number, problems_of, select
from workbench.app.widgets.messages import caveat
from workbench.app.widgets.results import BADGES, strengths
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import bots_to_choose
from workbench.engine.problems import BadInput, together
from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import by_strength
from workbench.report.downloads import comparison_csv, comparison_page, file_stem, two_strengths_csv
from workbench.report.summary import Summary, TwoStrengths, two_strengths
from workbench.report.text import agreement, phrases, scenarios
from workbench.report.text.agreement import Group, Names
from workbench.scenario import Scenario
from workbench.study.agreement import Accord, Agreement, as_second_strength, check_other_bots, suggested_plays

ALSO = """Bots of a second strength, who play the same comparison again. Where both agree, the verdict does not depend
on how well the bots play. Where they disagree, trust neither before a playtest."""


@dataclass(frozen=True)
class CompareChoice(Place):
    """A revision, the one it is held against, and a batch of each.

    `also` is the batch by bots of a second strength, if any are asked. `beside` are further revisions, held against the
    same one.
    """

    batch: Batch
    also: Batch | None
    beside: tuple[str, ...] = ()


def choose(row: Any) -> CompareChoice:
    """The controls."""
    chosen = here()
    known = chosen.revisions
    about = explained("The revision that this one is compared with.", "revision", "paired plays", "verdict")
    if known.names:
        row.selectbox(
            "Compared with",
            known.names,
            format_func=partial(named, known),
            help=about,
            width=330,
            **controls.kept(AGAINST, chosen.against),
        )
    batch, folded = choose_batch(chosen, row, [chosen.against, chosen.revision], _also_in_words())
    also = _choose_also(chosen, batch, folded) if batch.bots else None
    beside = _choose_beside(chosen, folded) if batch.bots and also is None else ()
    return CompareChoice(**vars(chosen), batch=batch, also=also, beside=beside)


def _choose_beside(chosen: Place, row: Any) -> tuple[str, ...]:
    """Further revisions, each held against the same one."""
    names = [name for name in chosen.revisions.names if name not in (chosen.revision, chosen.against)]
    if not names:
        return ()
    held = [name for name in controls.held_list(BESIDE, []) if name in names]
    about = "More revisions in the same rows, each held against the same base."
    row.multiselect(
        "Beside it",
        names,
        format_func=partial(named, chosen.revisions),
        help=about,
        placeholder="further revisions",
        **controls.kept(BESIDE, held),
    )
    return tuple(held)


def _also_in_words() -> str:
    asked = controls.held_option("also", "Also ask", [NOBODY, *bots_to_choose(here().game)], NOBODY)
    return "" if asked == NOBODY else f"also {asked}"


def _choose_also(chosen: Place, batch: Batch, row: Any) -> Batch | None:
    """Bots of a second strength, and how often they play, by what they cost."""
    about = explained(ALSO, "agreement", "search")
    names = [NOBODY, *bots_to_choose(chosen.game)]
    bots = select(row, "also", "Also ask", names, NOBODY, about, partial(controls.forget, "also_plays"))
    if bots == NOBODY:
        return None
    players = len(chosen.revisions.sound[chosen.against].bots)
    first = (batch.bots.split() * players)[:players]
    suggested = suggested_plays(chosen.game, [bots] * players, first, batch.plays)
    about = "How many plays of each revision these bots get. Search is slow, so fewer are suggested for it."
    return Batch(bots, number(row, "also_plays", "Plays, also", suggested, about, 100), batch.seed)


BESIDE = "beside"
MEASURE_WIDTH = 190
"""Pixels that hold the longest label of a measure, or nearly; it stays in place while the rest is scrolled."""
HOW = """
Bots of another strength played the same comparison again, in batches of their own. The two **agree** where both
verdicts are decided and equal, and **disagree** where both are decided and differ. An undecided verdict is never a
disagreement. The last columns are the second bots' change minus the first's. Its interval combines the two (MOVER; Zou
and Donner 2008). The size *differs* where that interval lies wholly beyond the smallest change that counts, corrected
over all measures (Holm).
"""


@lru_cache(maxsize=16)
def held_together(first: Summary, second: Summary) -> TwoStrengths:
    """Both comparisons and their agreement, cached."""
    return two_strengths(first, second)


def both(found: TwoStrengths) -> None:
    """A finished comparison by bots of two strengths."""
    names = agreement.names_in(found)
    with st.container(border=True):
        for summary, name in zip(found.summaries, names, strict=True):
            results.verdict(summary, name)
        st.markdown(literal(scenarios.changed_rules(found.first)))
    _agreement(found, names)
    st.divider()
    shown = st.segmented_control(
        "Figures of",
        [0, 1],
        default=0,
        required=True,
        format_func=lambda place: literal(names[place]),
        key="strength_shown",
        help=strengths(found.first.base.scenario.game, _bots(found)),
    )
    results.details(found.summaries[shown or 0])


def _bots(found: TwoStrengths) -> list[str]:
    return [bot for summary in found.summaries for bot in summary.base.scenario.bots]


def _agreement(found: TwoStrengths, names: Names) -> None:
    """How far the two agree: in a sentence, in numbers, in sentences by measure, drawn, and as a table."""
    groups = agreement.groups(found.main)
    about = explained("Each verdict by the first bots beside that by the second.", "agreement", "verdict")
    st.markdown(f"## {agreement.HEADING}", anchors=False, help=about)
    st.markdown(literal(agreement.headline(found.main, names)))
    _tally(found)
    for group in groups:
        if group.loud:
            st.markdown(f"**{group.title}**")
            _sentences(group, names)
    ordered = [*(each for group in groups for each in group.members), *agreement.by_gap(found.details)]
    st.dataframe(
        agreements_frame(found, ordered),
        hide_index=True,
        column_config={"Measure": st.column_config.TextColumn(pinned=True, width=MEASURE_WIDTH)},
        key="agreements",
        alt="Both verdicts on every measure",
    )
    for group in groups:
        if not group.loud:
            with st.expander(f"{group.title}: {len(group.members)}"):
                _sentences(group, names)
    with st.expander("Both changes as a chart, and how they are compared", icon=":material/query_stats:"):
        chart(_drawn(found), "by_strength")
        st.markdown(HOW)


@lru_cache(maxsize=16)
def _drawn(found: TwoStrengths) -> Chart:
    return by_strength(found, agreement.all_but_both_same(agreement.by_gap(found.main)))


def _tally(found: TwoStrengths) -> None:
    shown = {
        "Agree": Accord.AGREE,
        "Disagree": Accord.DISAGREE,
        "Cannot tell yet": Accord.OPEN,
    }
    row = st.grid(len(shown), min_column_width=150)
    for label, accord in shown.items():
        row.metric(label, len(agreement.of_accord(found.main, accord)), border=True)


def _sentences(group: Group, names: Names) -> None:
    lines = [f"{_badges(each)} {literal(agreement.sentence(each, names))}" for each in group.members]
    st.markdown("\n\n".join(lines))


def _badges(agreed: Agreement) -> str:
    return " ".join(BADGES[contrast.verdict] for contrast in (agreed.first, agreed.second))


def agreements_frame(found: TwoStrengths, agreed: list[Agreement]) -> pd.DataFrame:
    """Both verdicts on every measure as a table for people."""
    one, two = (scenarios.bots_label(summary.base.scenario.bots) for summary in found.summaries)
    rows = []
    for each in agreed:
        cells = agreement.agreement_row(each)
        rows.append(
            {
                "Measure": cells["label"],
                "Together": cells["together"],
                f"{one} says": cells["first_verdict"],
                f"{two} says": cells["second_verdict"],
                f"{one}: change": cells["first"],
                f"{one}: 95 % interval": cells["first_interval"],
                f"{two}: change": cells["second"],
                f"{two}: 95 % interval": cells["second_interval"],
                "Second minus first": cells["gap"],
                "Its 95 % interval": cells["gap_interval"],
            }
        )
    return pd.DataFrame(rows)


Pair = tuple[Scenario, Scenario]


def show(choice: CompareChoice) -> None:
    """Start a comparison, follow it, read it."""
    if not choice.revisions.names:
        messages.no_revision(choice.game, choice.revisions)
        return
    if len(choice.revisions.names) < 2:
        st.info("A comparison needs two revisions; save one on Rules & goals.", icon=":material/folder_open:")
        return
    pairs = _pairs(choice)
    if pairs:
        for pair in pairs:
            services().jobs.warm_up(pair[1])
        if choice.beside:
            _several(choice, pairs[0])
            return
        job = _job(*pairs)
        if _is_finished(job):
            _finished(job, pairs)
            return
        _start(pairs, job)
        caveat(choice.game)
        _result(job, *pairs)


def _is_finished(job: BatchJob | None) -> TypeGuard[BatchJob]:
    return job is not None and job.ended and bool(job.summary) and len(job.summaries) == job.stages


def _finished(job: BatchJob, pairs: tuple[Pair, ...]) -> None:
    """The answer first, then what can be done now."""
    assert job.summary
    actions = partial(_start, pairs, job)
    if job.second:
        both(held_together(job.summary, job.second))
        actions()
    else:
        results.summary(job.summary, actions)
    _downloads(job.summary, job.second)
    exports.panel(job.summary)
    decision.panel(pairs[0][1])
    caveat(pairs[0][0].game)


def _several(choice: CompareChoice, first: Pair) -> None:
    """This revision and those beside it, each compared with the same base."""
    base = first[0]
    try:
        pairs = [first, *((base, choice.batch.of(choice, name)) for name in choice.beside)]
    except BadInput as bad:
        messages.problems(bad.problems)
        return
    jobs = [_job(pair) for pair in pairs]
    found = [job.summary for job in jobs if job and job.summary]
    if len(found) == len(pairs):
        results.several(found)
        exports.panel(*found)
        return
    running = next((job for job in jobs if job and not job.ended), None)
    label = f"Compare {len(pairs)} revisions with {base.revision}"
    if job_progress.start_button("start_several", running, finished=False, label=label):
        for pair in pairs:
            services().jobs.compare(*pair)
        st.rerun()
    caveat(choice.game)
    if running:
        job_progress.follow(running, partial(_why, *first))
    elif found:
        results.several(found)
    else:
        _preview(*first)


def _pairs(choice: CompareChoice) -> tuple[Pair, ...]:
    """Both revisions with the chosen batch, once more with that of the second strength; none if something is wrong."""
    if choice.against == choice.revision:
        st.info("Choose two different revisions.", icon=":material/compare_arrows:")
        return ()
    try:
        second = [partial(as_second_strength, partial(_pair, choice, choice.also))] if choice.also else []
        pairs = together(partial(_pair, choice, choice.batch), *second)
        for again in pairs[1:]:
            check_other_bots(pairs[0][0], again[0])
        return pairs
    except BadInput as bad:
        problems = dict.fromkeys(problems_of(bad))
        st.error("\n".join(f"- {literal(line)}" for line in problems), title="This cannot be compared")
        return ()


def _pair(choice: CompareChoice, batch: Batch) -> Pair:
    base, other = together(partial(batch.of, choice, choice.against), partial(batch.of, choice, choice.revision))
    return base, other


def _start(pairs: tuple[Pair, ...], job: BatchJob | None) -> None:
    base, other = pairs[0]
    with st.container(horizontal=True, vertical_alignment="center"):
        label = f"Compare {other.revision} with {base.revision}"
        if _is_finished(job):
            job_progress.more_button(base.plays, partial(_play_more, pairs))
        elif job_progress.start_button("start_compare", job, finished=False, label=label):
            services().jobs.compare(base, other, [scenario for pair in pairs[1:] for scenario in pair])
            st.rerun()
        swapped = {"revision": base.revision, "against": other.revision}
        about = "Swap the revision and the one it is compared with."
        st.button("Swap", icon=":material/swap_horiz:", key="swap", on_click=place.go, kwargs=swapped, help=about)


def _play_more(pairs: Sequence[Pair], plays: int) -> None:
    base, other = (replace(scenario, plays=plays) for scenario in pairs[0])
    services().jobs.compare(base, other, [scenario for pair in pairs[1:] for scenario in pair])


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
    elif _is_finished(job) and job.summary:
        _final(job.summary, job.second)
    else:
        job_progress.ended(job)
        _so_far(job)


def _final(summary: Summary, second: Summary | None = None) -> None:
    if second:
        both(held_together(summary, second))
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
    return two_strengths_csv(held_together(summary, second)) if second else comparison_csv(summary)
