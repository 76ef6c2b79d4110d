"""Before a comparison is played: how many plays show how large a change, on the page that would play it.

All browsers share the plans: the store is read again only once it has changed, and a pilot is played once, beside the
pages.
"""

from concurrent.futures import Future, ThreadPoolExecutor, wait

import streamlit as st

from workbench.app import address
from workbench.app.services import services
from workbench.app.widgets.document import show_blocks
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
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

MOST_PLANS = 64
"""Plans that are remembered."""
PILOT_S = 0.8
"""How long a page waits for a pilot before it is drawn without."""
_pilots = ThreadPoolExecutor(1, "workbench-pilot")
PLAYING = "A few plays tell how many it takes…"
COMPILING = "How many plays it takes is said here once the rules are compiled."
LOOK_AGAIN_S = 2.0


def show(base: Scenario, other: Scenario) -> None:
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
        _offer_plays(plan)
    with st.expander("Plays for each measure", icon=":material/straighten:"):
        show_blocks(words.blocks, "plan")
        st.caption(literal(words.how))


def _wait(base: Scenario, other: Scenario) -> None:
    pilot = _pilot_of(base, other)
    if pilot and pilot.done():
        st.rerun()
    st.caption(PLAYING if pilot else COMPILING)


def _offer_plays(plan: ComparisonPlan) -> None:
    """The button that chooses as many plays as it takes."""
    hardest = plan.hardest
    if hardest and hardest.plays and hardest.plays > plan.plays:
        plays = phrases.two_figures(hardest.plays)
        about = "So many show the change, or that there is none, in every measure that the game is about."
        label = f"Choose {phrases.number_of(plays, 'play')}"
        st.button(label, key="choose_plays", on_click=address.write, args=["plays", plays], help=about)


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
