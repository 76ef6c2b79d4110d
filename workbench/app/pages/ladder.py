"""The page Skill ladder: whether stronger bots win more, and how much the shuffle decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from workbench.app.jobs.study_job import Address, ladder_workload
from workbench.app.place import here
from workbench.app.widgets import study_page
from workbench.app.widgets.charts import chart
from workbench.app.widgets.choices import LONG, ContestsChoice, bots_named, choose_contests, fold_contests, held_length
from workbench.app.widgets.controls import held_number, held_option, number, optional_number, select
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import MOST_ITERATIONS, bots_to_choose
from workbench.engine.game import Game
from workbench.engine.wording import counted
from workbench.report.charts import strength as strength_charts
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem, ladder_csv
from workbench.report.findings import keep_ladder
from workbench.report.json import ladder_json
from workbench.report.pages import ladder_page
from workbench.report.tables import how_ladder_was_played, rung_table
from workbench.report.text import advice, lessons, phrases
from workbench.report.text import strength as words
from workbench.report.text.phrases import decimal
from workbench.scenario import Scenario
from workbench.study.batch_player import RunOptions
from workbench.study.strength import Contest, Follow, Ladder, LadderPlan, ladder, pairs_of, read_ladder_plan
from workbench.study.strength.plans import LOWEST, RETAKES, TOP, rungs
from workbench.study.workload import pace_of

TOP_ABOUT = "Iterations a decision of the highest rung. Each doubling about doubles the time of the top rungs."
LOWEST_ABOUT = "Iterations a decision of the lowest rung that searches; each further rung doubles them."
TELLS = (
    "**Does skill matter?** Bots of rising strength play each other, each alone among those of the rung below:"
    " random, quick, then thinkers with twice the iterations from rung to rung.",
    "**One figure from luck to skill:** how close the strongest comes to always winning among random bots.",
    "**How much the shuffle matters:** the same shuffles, played again and again by equal bots.",
)

OWN = ("top", "lowest", "shuffles", "retakes", "luck_bot")
"""The choices that only the long study has."""
DOUBLINGS = 9
"""How many budgets the top rung of a ladder is chosen from: 50, 100 … 12 800 iterations."""
LOWEST_SEARCH = "lowest rung"
"""Among the bots that replay the same shuffles: the weakest one that searches."""


@dataclass(frozen=True)
class LadderChoice(ContestsChoice):
    """A ladder's rungs, and how the luck of its shuffles is measured; None is left to the study."""

    top: str | None = None
    lowest: int | None = None
    shuffles: int | None = None
    retakes: int | None = None
    luck_bot: str | None = None


def choose(place: Any) -> LadderChoice:
    """The controls; a quick look has fewer."""
    if held_length(*OWN) == LONG:
        return _choose_long(place)
    row = fold_contests(place, own=OWN)
    return LadderChoice(**vars(choose_contests(here(), row, OWN)))


def _choose_long(place: Any) -> LadderChoice:
    tops = budgets(held_number("lowest", "Lowest rung", LOWEST))
    usual = str(max((each for each in tops if each <= TOP), default=tops[0]))
    names = [str(each) for each in tops]
    row = fold_contests(place, f"up to {held_option('top', 'Top rung', names, usual)} iterations", own=OWN)
    top = select(row, "top", "Top rung", names, usual, explained(TOP_ABOUT, "skill ladder", "rung", "iteration"))
    contests = choose_contests(here(), row, OWN)
    lowest = number(row, "lowest", "Lowest rung", LOWEST, explained(LOWEST_ABOUT, "rung", "search"), 10)
    shuffles, retakes, luck_bot = _choose_shuffles(here().game, row)
    return LadderChoice(**vars(contests), top=top, lowest=lowest, shuffles=shuffles, retakes=retakes, luck_bot=luck_bot)


def budgets(lowest: int) -> list[int]:
    """The budgets that the top rung may have above this lowest one, which is among them."""
    least = max(1, lowest)
    return [least] + [least << doublings for doublings in range(1, DOUBLINGS) if least << doublings <= MOST_ITERATIONS]


def _choose_shuffles(game: Game, place: Any) -> tuple[int | None, int | None, str | None]:
    """Shuffles, retakes and bot that measure the luck of the shuffle."""
    about = (
        "How many shuffles are played again and again. Empty: as many as take a reasonable time, at most *Plays each*."
    )
    shuffles = optional_number(place, "shuffles", "Shuffles", explained(about, "luck of the shuffle"), 10)
    about = explained(f"How often each shuffle is played. Empty: {RETAKES} times.", "retake")
    retakes = optional_number(place, "retakes", "Retakes", about, 1)
    about = "The bot at every seat that plays the same shuffles again and again."
    bots = [LOWEST_SEARCH, *bots_to_choose(game)]
    bot = select(place, "luck_bot", "Bot of the retakes", bots, LOWEST_SEARCH, about, format_func=bots_named)
    return shuffles, retakes, None if bot == LOWEST_SEARCH else bot


def show(choice: LadderChoice) -> None:
    """Start a ladder, follow it, read it."""
    study_page.show_chosen(choice, _plan, _study)


def _plan(choice: LadderChoice) -> LadderPlan:
    return read_ladder_plan(
        lambda: choice.game,
        lowest=choice.lowest,
        top=choice.top,
        plays=choice.contest_plays,
        shuffles=choice.shuffles,
        retakes=choice.retakes,
        luck_bot=choice.luck_bot,
        quick=choice.quick,
    )


def _study(choice: LadderChoice, scenario: Scenario, plan: LadderPlan) -> PageStudy:
    return PageStudy(
        scenario=scenario,
        plan=plan,
        title=f"Skill ladder of {scenario.title}",
        place=Address("ladder", _choices(choice)),
        ask=partial(_ask, scenario, plan),
        tells=TELLS,
        expected=lambda store: ladder_workload(scenario, plan, pace_of(scenario), store),
        so_far=partial(_so_far, scenario, plan),
        result=_result,
    )


def _choices(choice: LadderChoice) -> dict[str, object]:
    """What leads back to this study."""
    place = {"game": choice.game.name, "revision": choice.revision, "length": choice.length, "seed": choice.seed}
    if choice.quick:
        return place
    return {
        **place,
        "top": choice.top,
        "contest_plays": choice.contest_plays,
        "lowest": choice.lowest,
        "shuffles": choice.shuffles,
        "retakes": choice.retakes,
        "luck_bot": choice.luck_bot or LOWEST_SEARCH,
    }


def _ask(scenario: Scenario, plan: LadderPlan, options: RunOptions, follow: Follow) -> Ladder:
    found = ladder(scenario, plan, options, follow)
    keep_ladder(None if plan.quick else options.store, found)
    return found


def _so_far(scenario: Scenario, plan: LadderPlan, contests: Sequence[Contest]) -> None:
    st.caption(
        f"So far: {len(contests)} of {counted(len(pairs_of(plan)), 'contest')} are finished. The shuffles come next."
    )
    chart(strength_charts.rungs_so_far(plan, scenario.players, contests), "rungs_live")


def _result(found: Ladder) -> None:
    with st.container(border=True):
        st.markdown(f"## {literal(lessons.on_ladder(found))}", anchors=False)
        st.markdown(literal(words.ladder_headline(found)))
        for line in advice.on_ladder(found):
            st.markdown(f":material/lightbulb: {literal(line)}")
        study_page.who_played(found.scenario, *rungs(found.plan))
    _figures(found)
    left, right = st.columns(2, gap="medium")
    with left:
        chart(_rungs(found), "rungs", words.SHARE_DEFINITION, "rung", "seat")
        doubled = [words.doubling_sentence(found)] if found.doubling else []
        sentences = [*doubled, *words.undecided_rungs(found)]  # the figures above say the rest
        st.markdown("\n\n".join(map(literal, sentences)))
    with right:
        chart(_seed_effect(found), "seed_effect", words.LUCK_DEFINITION, "luck of the shuffle", "retake")
        st.markdown("\n\n".join(map(literal, words.luck_sentences(found.luck))))
    with st.expander("Every rung as a table", icon=":material/table:"):
        st.dataframe(rung_table(found), hide_index=True, key="rungs_table", alt="Every rung with its interval")
    study_page.details(how_ladder_was_played(found))
    _downloads(found)


def _figures(found: Ladder) -> None:
    """The figures with their intervals; their definitions are beside them."""
    skill, greedy, doubling, effect = found.skill, found.over_greedy, found.doubling, found.luck.effect
    row = st.grid(4, min_column_width=150)
    low, high = (decimal(end, 2) for end in (skill.low, skill.high))
    _figure(row, "Skill share", decimal(skill.mean, 2), f"{low} to {high}", words.SKILL_DEFINITION, "skill share")
    if greedy:
        lead = f"{phrases.points(greedy.gain.mean)} points"
        _figure(row, "Lead over quick bots", lead, phrases.point_span(greedy.gain), words.LEAD_DEFINITION, "greedy")
    if doubling:
        gained = f"{phrases.points(doubling.mean)} points"
        _figure(row, "Gain of a doubling", gained, phrases.point_span(doubling), words.DOUBLING_DEFINITION, "rung")
    low, high = (phrases.percent(end, 0) for end in (effect.low, effect.high))
    luck, about = phrases.percent(effect.mean, 0), words.LUCK_DEFINITION
    _figure(row, "Luck of the shuffle", luck, f"{low} to {high}", about, "luck of the shuffle")
    st.caption(words.SKILL_AND_LUCK)


def _figure(place: Any, label: str, value: str, interval: str, definition: str, term: str) -> None:
    """A figure with its interval below, and its definition beside it."""
    place.metric(
        label,
        value,
        delta=interval,
        delta_color="off",
        delta_arrow="off",
        delta_description="95 %",
        border=True,
        help=explained(literal(definition), term, "interval"),
    )


@lru_cache(maxsize=8)
def _rungs(found: Ladder) -> Chart:
    return strength_charts.rungs_chart(found)


@lru_cache(maxsize=8)
def _seed_effect(found: Ladder) -> Chart:
    return strength_charts.seed_effect(found.luck)


def _downloads(found: Ladder) -> None:
    stem = file_stem("ladder", found.scenario.game.name, found.scenario.revision)
    study_page.downloads(
        stem, partial(ladder_csv, found), lambda: as_json(ladder_json(found)), partial(ladder_page, found)
    )
