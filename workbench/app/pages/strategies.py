"""The page Strategies: what each kind of action is worth, and how styles fare against each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from workbench.app.jobs.study_job import Address, strategies_workload
from workbench.app.place import here
from workbench.app.widgets import study_page
from workbench.app.widgets.charts import chart
from workbench.app.widgets.choices import ContestsChoice, bots_listed, bots_named, choose_contests, fold_contests
from workbench.app.widgets.controls import held_list, held_option, kept, select
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import bots_to_choose
from workbench.engine.game import Game
from workbench.engine.wording import counted
from workbench.report.charts import strength as robin_charts
from workbench.report.charts import strength as strength_charts
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem, strategies_csv
from workbench.report.findings import keep_strategies
from workbench.report.json import strategies_json
from workbench.report.pages import strategies_page
from workbench.report.tables import how_strategies_were_played, matrix_table, mechanism_table, robin_table
from workbench.report.text import advice, lessons
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
    default_bots,
    read_strategies_plan,
    strategies,
)
from workbench.study.workload import pace_of

RESTRICT = """The bot that shows what a kind of action is worth: one seat leaves it out, the others do not. A weak bot
may use a mechanism badly, so ask a strong one before you cut it."""
MET = """Each of these bots plays alone among each other one. You can type more: another budget as in `ismcts:400`, or a
bot that leaves out a kind of action, as in `greedy~scout`."""
TELLS = (
    "**What is each kind of action worth?** One seat may not use it. What that seat loses is what the action is worth.",
    "**Is there one best way to play?** Each style plays alone among each other one: which are dominated, which mixture"
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
DECIDED = (Worth.WORTH, Worth.HARMFUL)
"""What is said in words at once; the other kinds are in the chart, and folded."""
SMALL = ":gray-badge[:material/equal: not worth a point]"
"""Of an undecided kind of action that surely is not worth a point to have."""
WIDEST_CELL, NARROWEST_CELL, LABELS = 130, 46, 78
"""Pixels of a column of the matrix at most and at least, and of the names beside it; a phone scrolls the rest."""


@dataclass(frozen=True)
class StrategiesChoice(ContestsChoice):
    """The bot that leaves out each kind of action, and the bots of the round robin."""

    restrict: str
    met: tuple[str, ...]


def choose(place: Any) -> StrategiesChoice:
    """The controls: the contests, and who meets in them."""
    names, label = bots_to_choose(here().game), "Actions left out by"
    row = fold_contests(place, f"left out by {bots_named(held_option('restrict', label, names, 'greedy'))}")
    about = explained(RESTRICT, "restricted play")
    restrict = select(row, "restrict", label, names, "greedy", about, format_func=bots_named)
    contests = choose_contests(here(), row)
    return StrategiesChoice(**vars(contests), restrict=restrict, met=_choose_met(here().game, row))


def _choose_met(game: Game, place: Any) -> tuple[str, ...]:
    """The bots of the round robin."""
    met = held_list("met", default_bots(game))
    about = explained(f"{MET}\n\n{bots_listed(game)}", "round robin", "style", "search")
    names = bots_to_choose(game)
    return tuple(
        place.multiselect(
            "Round robin", names, format_func=bots_named, help=about, accept_new_options=True, **kept("met", met)
        )
    )


def show(choice: StrategiesChoice) -> None:
    """Start the plays, follow them, read what they say."""
    study_page.show_chosen(choice, _plan, _study)


def _plan(choice: StrategiesChoice) -> StrategiesPlan:
    return read_strategies_plan(
        lambda: choice.game, bots=choice.met, restrict=choice.restrict, plays=choice.contest_plays, quick=choice.quick
    )


def _study(choice: StrategiesChoice, scenario: Scenario, plan: StrategiesPlan) -> PageStudy:
    return PageStudy(
        scenario=scenario,
        plan=plan,
        title=f"Strategies of {scenario.title}",
        place=Address("strategies", _choices(choice)),
        ask=partial(_ask, scenario, plan),
        tells=TELLS,
        expected=lambda store: strategies_workload(scenario, plan, pace_of(scenario), store),
        so_far=partial(_so_far, scenario, plan),
        result=_result,
    )


def _choices(choice: StrategiesChoice) -> dict[str, object]:
    """What leads back to this study."""
    return {
        "game": choice.game.name,
        "revision": choice.revision,
        "restrict": choice.restrict,
        "met": list(choice.met),
        "length": choice.length,
        **({} if choice.quick else {"contest_plays": choice.contest_plays}),
        "seed": choice.seed,
    }


def _ask(scenario: Scenario, plan: StrategiesPlan, options: RunOptions, follow: Follow) -> Strategies:
    """Play, and compute every figure in the job, so that the page need not."""
    found = strategies(scenario, plan, options, follow)
    for figure in ("matrix", "verdicts", "leads", "dominated", "equilibrium", "ratings"):
        getattr(found.robin, figure)
    keep_strategies(None if plan.quick else options.store, found)
    return found


def _so_far(scenario: Scenario, plan: StrategiesPlan, contests: Sequence[Contest]) -> None:
    st.caption("So far: one mark or number for each finished contest. Verdicts follow at the end.")
    restricted, players = plan.mechanisms.bot, scenario.players
    chart(strength_charts.mechanisms_so_far(scenario.game, restricted, players, contests), "mechanisms_live")
    if any(contest.one in plan.robin.bots for contest in contests):
        _matrix(robin_charts.matrix_so_far(plan.robin.bots, players, contests), len(plan.robin.bots), "matrix_live")


def _result(found: Strategies) -> None:
    with st.container(border=True):
        st.markdown(f"## {literal(lessons.on_strategies(found))}", anchors=False)
        for line in [*advice.on_mechanisms(found.mechanisms), *advice.on_styles(found.robin)]:
            st.markdown(f":material/lightbulb: {literal(line)}")
        study_page.who_played(found.robin.scenario, *found.robin.bots)
    st.markdown(literal(words.mechanisms_headline(found.mechanisms)))
    _actions(found.mechanisms)
    st.markdown(literal(words.dominance_sentence(found.robin)))
    _styles(found.robin)
    study_page.details(how_strategies_were_played(found))
    stem = file_stem("strategies", found.robin.scenario.game.name, found.robin.scenario.revision)
    study_page.downloads(
        stem,
        partial(strategies_csv, found),
        lambda: as_json(strategies_json(found)),
        partial(strategies_page, found),
    )


# Restricted play


def _actions(found: Mechanisms) -> None:
    """The worth of each kind, drawn; in words what is decided, and the rest folded."""
    kinds = strength_charts.by_value(found)
    decided = [kind for kind in kinds if kind.standing in DECIDED]
    rest = [kind for kind in kinds if kind.standing not in DECIDED]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        chart(_mechanisms(found), "mechanisms", words.VALUE_DEFINITION, "restricted play", "action")
    with right:
        st.markdown("\n\n".join(_mechanism_line(found, kind) for kind in decided))
        if rest:
            with st.expander(_rest(len(decided), len(rest)), icon=":material/notes:"):
                st.markdown("\n\n".join(_mechanism_line(found, kind) for kind in rest))
    with st.expander("Every kind of action as a table", icon=":material/table:"):
        st.dataframe(mechanism_table(found), hide_index=True, key="mechanism_table", alt="Every kind of action")


def _rest(decided: int, rest: int) -> str:
    """What the kinds are called that are folded."""
    return f"{counted(rest, 'other kind' if decided else 'kind')} of action in words"


def _mechanism_line(found: Mechanisms, kind: Mechanism) -> str:
    badge = SMALL if words.is_surely_small(found, kind) else BADGES[kind.standing]
    return f"{badge} {literal(words.mechanism_sentence(found, kind))}"


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
