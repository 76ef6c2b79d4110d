"""The buttons that ask a comparison otherwise: until it is decided, or by stronger bots."""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st

from workbench.app import address
from workbench.app.pages.results.comparisons import ChosenQuestion, with_plays
from workbench.app.services import services
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.document import show_blocks
from workbench.app.widgets.fields import measures, number_in_address, usual_measures
from workbench.app.widgets.text import explained, literal
from workbench.bots.strength import stored_strength, usual_thinker
from workbench.engine.batch import cores
from workbench.engine.problems import WorkbenchError
from workbench.engine.wording import about_words
from workbench.play.ahead import is_ready
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.report.text import phrases
from workbench.scenario import Scenario
from workbench.store import StoreError
from workbench.store.connection import StoreStamp
from workbench.studies import compare
from workbench.studies.compare.measure import PlanAnswer
from workbench.studies.compare.plan import ComparisonPlan, is_pilot_cheap, plan_by_pilot, plan_comparison
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.fields import Field, Measures, WholeNumber
from workbench.studies.workload import declared_cost, pace_of

UNTIL = "measures", "limit"
"""The fields that say what is to be decided, and how many plays that may take."""


def until_button(question: CompareQuestion) -> None:
    """The button that plays until something is decided; what, and at most how long, stands behind it."""
    fields = {field.name: field for field in CompareQuestion.fields()}
    about, other = fields["until_decided"], question.others[0]
    with st.popover(about.label, icon=":material/rule:", key=controls.newest_key("until_choices")):
        st.markdown(
            "**Is it decided?** Plays until every goal is met or missed, or every measure that you name is decided, and"
            " no longer. You may watch: the risk of any wrong verdict stays at 5 %, whenever the plays end."
        )
        for name in UNTIL:
            suggested = [str(question.suggested_limit)] if name == "limit" else []
            _draw_unbound(fields[name], other, f"until_{name}", suggested)
        icon, press = job_progress.START, partial(_until, question, fields["limit"].label)
        st.button(about.label, key="ask_until", type="primary", icon=icon, on_click=press)


def _draw_unbound(field: Field, model: Scenario, key: str, suggested: Sequence[str]) -> None:
    """The control of a field whose value is in the session alone, until somebody asks."""
    at, about = address.now(), explained(field.help, *field.terms)
    match field:
        case Measures():
            options = measures(field, model)
            held = [name for name in at.read_all(field.control) if name in options]
            st.multiselect(
                field.label, list(options), held, format_func=options.__getitem__, placeholder=usual_measures(model),
                key=key, help=about,
            )  # fmt: skip
        case WholeNumber(low=low, high=high):
            numbers = [*number_in_address(field, at), *map(field.read, suggested)]
            number = next(iter(numbers), cast(int, field.default))
            st.session_state.setdefault(key, number)
            controls.number_field(None, field.label, key, about, field.step, low=float(low), high=float(high))
        case _:
            raise TypeError(f"no control of its own for a field of type {type(field).__name__}")


def _until(question: CompareQuestion, label: str) -> None:
    """Play it at once, and have the page follow it."""
    named, limit = st.session_state["until_measures"], controls.number_of("until_limit", label)
    if limit is None:
        return
    until = replace(question, until_decided=True, measures=tuple(named), limit=limit, also_bots=(), also_plays=None)
    address.forget("also", "also_plays")
    address.write("until", list(until.ends_early))
    address.write("limit", limit)
    ChosenQuestion(until).begin()
    controls.renew("until_choices")


PROBED = 3
"""Plays that tell how long one takes."""


def by_stronger_bots(question: CompareQuestion) -> CompareQuestion | None:
    """The question asked of stronger bots as well; None where such bots have played already, or none are known."""
    base = question.scenario
    strength = stored_strength(base.game)
    stronger = strength.thinker if strength else usual_thinker(base.game)
    if not stronger or any(":" in bot for bot in base.bots):
        return None
    return replace(question, also_bots=(stronger,))


def stronger_button(stronger: CompareQuestion) -> None:
    """The button that has stronger bots play as well; it says how long they take."""
    seconds = sum(scenario.plays * _play_seconds(scenario) for scenario in stronger.once_more)
    label = f"Ask stronger bots, {about_words(seconds / cores())}"
    st.button(label, icon=":material/psychology:", key="ask_stronger", on_click=_ask, args=[stronger])


def _ask(question: CompareQuestion) -> None:
    """Play it at once, and have the page show it."""
    address.forget("also_plays")
    address.write("also", " ".join(question.also_bots))
    ChosenQuestion(with_plays(question)).begin()


_measured: dict[tuple[str, tuple[str, ...]], float] = {}
"""Seconds of a play, by rules and bots."""


def _play_seconds(scenario: Scenario) -> float:
    """Seconds of a play by one thread, from a few plays; while its rules are not compiled, what is usual."""
    key, batch = (scenario.rules_hash, scenario.bots), make_batch(scenario)
    if key in _measured:
        return _measured[key]
    if not batch.kernel.is_warm:
        pace = pace_of(scenario)
        return declared_cost(scenario, pace.length) / pace.speed
    batch.warm_up()
    began = time.thread_time()
    batch.play(0, PROBED)
    return _measured.setdefault(key, (time.thread_time() - began) / PROBED)


# How many plays show how large a change, before a comparison is played


MOST_PLANS = 64
"""Plans that are remembered."""
PILOT_S = 0.8
"""How long a page waits for a pilot before it is drawn without."""
_pilots = ThreadPoolExecutor(1, "workbench-pilot")
PLAYING = "A few plays tell how many it takes…"
COMPILING = "How many plays it takes is said here once the rules are compiled."
LOOK_AGAIN_S = 2.0


def show_power(base: Scenario, other: Scenario) -> None:
    """How many plays the comparison takes; a pilot waits for the rules to be compiled."""
    try:
        plan = _from_store(_question(base, other), services().store.stamp, base, other)
    except StoreError:
        return
    if plan is None and is_pilot_cheap(base, other):
        pilot = _pilot_of(base, other)
        if pilot is None or not wait([pilot], PILOT_S).done:
            st.fragment(run_every=LOOK_AGAIN_S)(_wait)(base, other)
            return
        plan = pilot.result()
    words = compare.STUDY.report(PlanAnswer(base, [(other, plan)]))
    if plan is None:
        st.caption(literal(words.headline))
        return
    with st.container(horizontal=True, vertical_alignment="center", key="power"):
        st.markdown(literal(words.headline), width="content")
        hardest = plan.hardest
        if hardest and hardest.plays and hardest.plays > plan.plays:
            plays = phrases.two_figures(hardest.plays)
            about = "So many show the change, or that there is none, in every measure that the game is about."
            label = f"Choose {phrases.number_of(plays, 'play')}"
            st.button(label, key="choose_plays", on_click=address.write, args=["plays", plays], help=about)
    with st.expander("Plays for each measure", icon=":material/straighten:"):
        show_blocks(words.blocks, "plan")
        st.caption(literal(words.how))


def _wait(base: Scenario, other: Scenario) -> None:
    pilot = _pilot_of(base, other)
    if pilot and pilot.done():
        st.rerun()
    st.caption(PLAYING if pilot else COMPILING)


# What is remembered


def _question(base: Scenario, other: Scenario) -> str:
    """All that a plan of two revisions depends on, but the store."""
    sides = [
        (side.name, side.title, side.rules_hash, side.bots, side.seed, side.plays, side.goals) for side in (base, other)
    ]
    return repr((base.game.code_hash, sides))


@st.cache_resource(show_spinner=False, max_entries=MOST_PLANS)
def _from_store(question: str, stamp: StoreStamp, _base: Scenario, _other: Scenario) -> ComparisonPlan | None:
    return plan_comparison(_base, _other, services().store)


def _pilot_of(base: Scenario, other: Scenario) -> "Future[ComparisonPlan | None] | None":
    """The pilot, which is played once; None while the rules are not compiled."""
    is_compiled = all(is_ready(make_batch(side), pairs=True) for side in (base, other))
    return _pilot(_question(base, other), base, other) if is_compiled else None


@st.cache_resource(show_spinner=False, max_entries=MOST_PLANS)
def _pilot(question: str, _base: Scenario, _other: Scenario) -> "Future[ComparisonPlan | None]":
    return _pilots.submit(_played, _base, _other)


def _played(base: Scenario, other: Scenario) -> ComparisonPlan | None:
    try:
        return plan_by_pilot(base, other, RunOptions())
    except WorkbenchError:
        return None
