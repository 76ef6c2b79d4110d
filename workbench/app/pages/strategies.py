"""The page Strategies: what each kind of action is worth, and how styles stand to each other."""

from collections.abc import Sequence
from functools import lru_cache, partial

import streamlit as st

from workbench.app.jobs.studies import Place, of_strategies, pace_of
from workbench.app.widgets import study
from workbench.app.widgets.controls import Choice
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.parts import chart
from workbench.app.widgets.study import Study
from workbench.report.charts import strength as robin_charts
from workbench.report.charts import strength as strength_charts
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem, strategies_csv
from workbench.report.json import strategies_json
from workbench.report.pages.studies import strategies_page
from workbench.report.tables import how_strategies_were_played, matrix_table, mechanism_table, robin_table
from workbench.report.text import advice
from workbench.report.text import strength as words
from workbench.scenario import Scenario
from workbench.study.batch_player import RunOptions
from workbench.study.strength import (
    Contest,
    Follow,
    Mechanism,
    Mechanisms,
    RoundRobin,
    Strategies,
    StrategiesPlan,
    Worth,
    read_strategies_plan,
    strategies,
)

TELLS = (
    "**What is each kind of action worth?** One seat alone may not use it; what it loses is what the rule gives.",
    "**Is there one best way to play?** Every style plays alone among every other: which are dominated, which mixture"
    " nothing beats, and how strong each is.",
)
BADGES = {
    Worth.WORTH: ":green-badge[:material/thumb_up: worth having]",
    Worth.HARMFUL: ":red-badge[:material/thumb_down: better left out]",
    Worth.NOTHING: ":gray-badge[:material/equal: less than a point]",
    Worth.UNDECIDED: ":orange-badge[:material/question_mark: undecided]",
    Worth.UNUSED: ":gray-badge[:material/visibility_off: never chosen]",
    Worth.FORCED: ":blue-badge[:material/lock: cannot be left out]",
    Worth.ABSENT: ":gray-badge[:material/block: never a choice]",
}
WIDEST_CELL, NARROWEST_CELL, LABELS = 130, 46, 78
"""Pixels of a column of the matrix at most and at least, and of the names beside it; a phone scrolls the rest."""


def show() -> None:
    """Start the plays, follow them, read what they say."""
    study.show_chosen(_plan, _study)


def _plan(choice: Choice) -> StrategiesPlan:
    return read_strategies_plan(
        lambda: choice.game, bots=choice.met, restrict=choice.restrict, plays=choice.contest_plays
    )


def _study(choice: Choice, scenario: Scenario, plan: StrategiesPlan) -> Study:
    return Study(
        scenario=scenario,
        plan=plan,
        title=f"Strategies of {scenario.revision}",
        place=Place("strategies", _choices(choice)),
        ask=partial(_ask, scenario, plan),
        tells=TELLS,
        expected=lambda store: of_strategies(scenario, plan, pace_of(scenario), store),
        so_far=partial(_so_far, scenario, plan),
        result=_result,
    )


def _choices(choice: Choice) -> dict[str, object]:
    """What leads back to this study."""
    return {
        "game": choice.game.name,
        "revision": choice.revision,
        "restrict": choice.restrict,
        "met": list(choice.met),
        "contest_plays": choice.contest_plays,
        "seed": choice.seed,
    }


def _ask(scenario: Scenario, plan: StrategiesPlan, options: RunOptions, follow: Follow) -> Strategies:
    """Play and count: what is found is there before the page asks for it."""
    found = strategies(scenario, plan, options, follow)
    for counted in ("matrix", "verdicts", "leads", "dominated", "equilibrium", "ratings"):
        getattr(found.robin, counted)
    return found


def _so_far(scenario: Scenario, plan: StrategiesPlan, contests: Sequence[Contest]) -> None:
    st.caption("So far: a mark, or a number, for each contest that has finished. Verdicts come with the last.")
    restricted, players = plan.mechanisms.bot, scenario.players
    chart(strength_charts.mechanisms_so_far(scenario.game, restricted, players, contests), "mechanisms_live")
    if any(contest.one in plan.robin.bots for contest in contests):
        _matrix(robin_charts.matrix_so_far(plan.robin.bots, players, contests), len(plan.robin.bots), "matrix_live")


def _result(found: Strategies) -> None:
    with st.container(border=True):
        st.markdown(f"## {literal(words.mechanisms_headline(found.mechanisms))}", anchors=False)
        st.markdown(literal(words.dominance_sentence(found.robin)))
        for line in [*advice.on_mechanisms(found.mechanisms), *advice.on_styles(found.robin)]:
            st.markdown(f":material/lightbulb: {literal(line)}")
        st.caption(literal(how_strategies_were_played(found)))
    _actions(found.mechanisms)
    _styles(found.robin)
    stem = file_stem("strategies", found.robin.scenario.game.name, found.robin.scenario.revision)
    study.downloads(
        stem,
        partial(strategies_csv, found),
        lambda: as_json(strategies_json(found)),
        partial(strategies_page, found),
    )


# Restricted play


def _actions(found: Mechanisms) -> None:
    kinds = strength_charts.by_value(found)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        chart(_mechanisms(found), "mechanisms", words.VALUE_DEFINITION, "restricted play", "action")
        st.markdown("\n\n".join(_told(found, kind) for kind in kinds if not kind.contest))
    with right:
        st.markdown("\n\n".join(_told(found, kind) for kind in kinds if kind.contest))
    with st.expander("Every kind of action as a table", icon=":material/table:"):
        st.dataframe(mechanism_table(found), hide_index=True, key="mechanism_table", alt="Every kind of action")


def _told(found: Mechanisms, kind: Mechanism) -> str:
    return f"{BADGES[kind.standing]} {literal(words.mechanism_sentence(found, kind))}"


@lru_cache(maxsize=8)
def _mechanisms(found: Mechanisms) -> Chart:
    return strength_charts.mechanisms(found)


# The round robin


def _styles(found: RoundRobin) -> None:
    _matrix(_matrix_of(found), len(found.bots), "matrix", words.SHARE_DEFINITION, "round robin", "seat")
    with st.expander("The matrix as a table", icon=":material/table:"):
        st.dataframe(matrix_table(found), hide_index=True, key="matrix_table", alt="Every bot among every other")
        st.dataframe(robin_table(found), hide_index=True, key="robin_table", alt="Every pair with its interval")
    left, right = st.columns(2, gap="medium")
    with left:
        chart(_equilibrium(found), "equilibrium", words.EQUILIBRIUM_DEFINITION, "equilibrium")
        st.markdown(literal(words.equilibrium_sentence(found)))
    with right:
        chart(_ratings(found), "ratings", words.RATING_DEFINITION, "rating")
        st.markdown(literal(words.rating_sentence(found)))


def _matrix(shown: Chart, bots: int, key: str, about: str = "", *terms: str) -> None:
    """The matrix, no wider than it needs; a narrow screen scrolls it rather than squeeze the numbers."""
    least, most = (LABELS + bots * cell for cell in (NARROWEST_CELL, WIDEST_CELL))
    st.html(
        f"<style>.st-key-{key}_frame {{ overflow-x: auto; }}"
        f" .st-key-{key} {{ min-width: {least}px; max-width: {most}px; }}</style>"
    )
    with st.container(key=f"{key}_frame"):
        chart(shown, key, about, *terms)


@lru_cache(maxsize=8)
def _matrix_of(found: RoundRobin) -> Chart:
    return robin_charts.matrix(found)


@lru_cache(maxsize=8)
def _equilibrium(found: RoundRobin) -> Chart:
    return robin_charts.equilibrium(found.equilibrium)


@lru_cache(maxsize=8)
def _ratings(found: RoundRobin) -> Chart:
    return robin_charts.ratings(found.ratings)
