"""Bots of a second strength, who play the same comparison again: who is asked, and whether the two agree."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app import address
from workbench.app.pages.results.asked import Asked, ResultsChoice, asked_by
from workbench.app.place import Place, here
from workbench.app.widgets import controls, results
from workbench.app.widgets.charts import chart
from workbench.app.widgets.choices import NOBODY, BatchSetup, bots_named
from workbench.app.widgets.controls import number, select
from workbench.app.widgets.results import BADGES, strengths
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import bots_to_choose
from workbench.engine.batch import cores
from workbench.engine.wording import about_words
from workbench.play.batches import simulate
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import by_strength
from workbench.report.summary import TwoStrengths
from workbench.report.text import agreement, scenarios
from workbench.report.text.agreement import AccordGroup, Names
from workbench.scenario import Scenario
from workbench.study.agreement import Accord, Agreement, suggested_plays
from workbench.study.strength.contest import play_cost
from workbench.study.workload import pace_of

ALSO = """Bots of a second strength, who play the same comparison again. Where both agree, the verdict does not depend
on how well the bots play. Where they disagree, trust neither before a playtest."""
FIGURES, SIDES = "figures", ("first", "second")
"""Where the address has whose figures are shown, and what it says there."""
PROBED = 3
"""Plays that tell how long one takes."""
STRONGER = "ismcts:200"
"""Who is asked by *Ask stronger bots*."""
MEASURE_WIDTH = 190
"""Pixels that hold the longest label of a measure, or nearly; it stays in place while the rest is scrolled."""
HOW = """
Bots of another strength played the same comparison again, in batches of their own. The two **agree** where both
verdicts are decided and equal, and **disagree** where both are decided and differ. An undecided verdict is never a
disagreement. The last columns are the second bots' change minus the first's. Its interval combines the two (MOVER; Zou
and Donner 2008). The size *differs* where that interval lies wholly beyond the smallest change that counts, corrected
over all measures (Holm).
"""


# Who is asked


def in_words() -> str:
    """Who is asked as well, for the line that the choices are folded into."""
    asked = controls.held_option("also", "Also ask", [NOBODY, *bots_to_choose(here().game)], NOBODY)
    return "" if asked == NOBODY else f"also {bots_named(asked)}"


def choose(chosen: Place, batch: BatchSetup, row: Any) -> BatchSetup | None:
    """Bots of a second strength, and how often they play, by what they cost."""
    about = explained(ALSO, "agreement", "search")
    names = [NOBODY, *bots_to_choose(chosen.game)]
    forget_plays = partial(controls.forget, "also_plays")
    bots = select(row, "also", "Also ask", names, NOBODY, about, forget_plays, format_func=bots_named)
    if bots == NOBODY:
        return None
    players = len(chosen.revisions.sound[chosen.against[0]].bots)
    first = (batch.bots.split() * players)[:players]
    suggested = suggested_plays(chosen.game, [bots] * players, first, batch.plays)
    about = "How many plays of each revision these bots get. Search is slow, so fewer are suggested for it."
    return BatchSetup(bots, number(row, "also_plays", "Plays, also", suggested, about, 100), batch.seed)


def ask_button(choice: ResultsChoice) -> None:
    """The button that has stronger bots play as well, where those that played are not; it says how long they take."""
    bots = choice.batch.bots.split()
    if STRONGER not in bots_to_choose(choice.game) or any(bot.startswith("ismcts") for bot in bots):
        return
    players = len(choice.revisions.sound[choice.against[0]].bots)
    plays = suggested_plays(choice.game, [STRONGER] * players, (bots * players)[:players], choice.batch.plays)
    [asked] = asked_by(replace(choice, also=BatchSetup(STRONGER, plays, choice.batch.seed)))
    label = f"Ask stronger bots, {about_words(_seconds(asked.scenarios[2:]))}"
    st.button(label, icon=":material/psychology:", key="ask_stronger", on_click=_ask, args=[asked])


def _ask(asked: Asked) -> None:
    """Play it at once, and have the page show it."""
    controls.forget("also_plays")
    address.write("also", STRONGER)
    asked.begin()


def _seconds(scenarios: Sequence[Scenario]) -> float:
    """How long these plays take on this machine."""
    return sum(scenario.plays * _play_seconds(scenario) for scenario in scenarios) / cores()


_measured: dict[tuple[str, tuple[str, ...]], float] = {}
"""Seconds of a play, by rules and bots."""


def _play_seconds(scenario: Scenario) -> float:
    """Seconds of a play by one thread, from a few plays; while its rules are not compiled, what is usual."""
    few, key = replace(scenario, plays=PROBED), (scenario.rules_hash, scenario.bots)
    if key in _measured:
        return _measured[key]
    batch = make_batch(few)
    if not batch.kernel.is_warm:
        pace = pace_of(scenario)
        return play_cost(scenario, pace.decisions) / pace.speed
    batch.warm_up()
    began = time.perf_counter()
    simulate(few, RunOptions(jobs=1))
    return _measured.setdefault(key, (time.perf_counter() - began) / PROBED)


# What they say


def show(two_strengths: TwoStrengths, actions: Callable[[], None]) -> None:
    """Both answers, what can be done now, where the two agree, and the figures of either."""
    names = agreement.names_in(two_strengths)
    with st.container(border=True):
        for summary, name in zip(two_strengths.summaries, names, strict=True):
            results.headline([summary], lead=f"By {name}: ")
        results.changed_rules([two_strengths.first])
    actions()
    _agreement(two_strengths, names)
    st.divider()
    picked = [two_strengths.summaries[SIDES.index(_side(two_strengths, names))]]
    results.cut_short(picked)
    results.rows_of(picked)
    results.charts(picked)
    results.every_figure(picked)


def _side(two_strengths: TwoStrengths, names: Names) -> str:
    """Whose figures are shown."""
    labels = dict(zip(SIDES, map(literal, names), strict=True))
    about = strengths(two_strengths.first.base.scenario.game, _bots(two_strengths))
    held = controls.kept(FIGURES, controls.held_option(FIGURES, "Figures of", SIDES, SIDES[0]))
    label = labels.__getitem__
    return str(st.segmented_control("Figures of", SIDES, required=True, format_func=label, help=about, **held))


def _bots(two_strengths: TwoStrengths) -> list[str]:
    return [bot for summary in two_strengths.summaries for bot in summary.base.scenario.bots]


def _agreement(two_strengths: TwoStrengths, names: Names) -> None:
    """How far the two agree: in a sentence, in numbers, in sentences by measure, drawn, and as a table."""
    groups = agreement.groups(two_strengths.main)
    about = explained("Each verdict by the first bots beside that by the second.", "agreement", "verdict")
    st.markdown(f"## {agreement.HEADING}", anchors=False, help=about)
    st.markdown(literal(agreement.headline(two_strengths.main, names)))
    _tally(two_strengths)
    for group in groups:
        if group.loud:
            st.markdown(f"**{group.title}**")
            _sentences(group, names)
    ordered = [*(member for group in groups for member in group.members), *agreement.by_gap(two_strengths.details)]
    st.dataframe(
        agreements_frame(two_strengths, ordered),
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
        chart(_drawn(two_strengths), "by_strength")
        st.markdown(HOW)


@lru_cache(maxsize=16)
def _drawn(two_strengths: TwoStrengths) -> Chart:
    return by_strength(two_strengths, agreement.all_but_both_same(agreement.by_gap(two_strengths.main)))


def _tally(two_strengths: TwoStrengths) -> None:
    shown = {
        "Agree": Accord.AGREE,
        "Disagree": Accord.DISAGREE,
        "Cannot tell yet": Accord.OPEN,
    }
    row = st.grid(len(shown), min_column_width=150)
    for label, accord in shown.items():
        row.metric(label, len(agreement.of_accord(two_strengths.main, accord)), border=True)


def _sentences(group: AccordGroup, names: Names) -> None:
    lines = [f"{_badges(member)} {literal(agreement.sentence(member, names))}" for member in group.members]
    st.markdown("\n\n".join(lines))


def _badges(agreed: Agreement) -> str:
    return " ".join(BADGES[contrast.verdict] for contrast in (agreed.first, agreed.second))


def agreements_frame(two_strengths: TwoStrengths, agreed: list[Agreement]) -> pd.DataFrame:
    """Both verdicts on every measure as a table for people."""
    one, two = (scenarios.bots_label(summary.base.scenario.bots) for summary in two_strengths.summaries)
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
