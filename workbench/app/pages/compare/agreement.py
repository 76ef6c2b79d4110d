"""A comparison by bots of two strengths: both verdicts side by side, and where they agree."""

from functools import lru_cache

import pandas as pd
import streamlit as st

from workbench.app.widgets import results
from workbench.app.widgets.charts import chart
from workbench.app.widgets.handbook import explained
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.results import BADGES
from workbench.app.widgets.runs import strengths
from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import by_strength
from workbench.report.summary import Summary, TwoStrengths, two_strengths
from workbench.report.text import agreement, scenarios
from workbench.report.text.agreement import Group, Names
from workbench.study.agreement import Accord, Agreement

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
        st.markdown(scenarios.changed_rules(found.first))
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
        said = agreement.agreement_row(each)
        rows.append(
            {
                "Measure": said["label"],
                "Together": said["together"],
                f"{one} says": said["first_verdict"],
                f"{two} says": said["second_verdict"],
                f"{one}: change": said["first"],
                f"{one}: 95 % interval": said["first_interval"],
                f"{two}: change": said["second"],
                f"{two}: 95 % interval": said["second_interval"],
                "Second minus first": said["gap"],
                "Its 95 % interval": said["gap_interval"],
            }
        )
    return pd.DataFrame(rows)
