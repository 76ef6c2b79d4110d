"""Before a comparison is played: how many plays show how large a change, on the page that would play it."""

import streamlit as st

from workbench.app import address
from workbench.app.services import services
from workbench.app.widgets.text import literal
from workbench.engine.batch import game_code_hash
from workbench.engine.problems import WorkbenchError
from workbench.play.ahead import is_ready
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.report.text import phrases
from workbench.scenario import Scenario
from workbench.store import StoreError
from workbench.studies.compared import plan_words as power
from workbench.studies.compared.plan import ComparisonPlan, is_pilot_cheap, plan_by_pilot, plan_comparison

PILOTS = "power_pilots"
"""Where the session keeps plans from pilots, which are played once for each question."""
COMPILING = "How many plays it takes is said here once the rules are compiled."
LOOK_AGAIN_S = 2.0


def show(base: Scenario, other: Scenario) -> None:
    """How many plays the comparison takes; a pilot waits for the rules to be compiled."""
    try:
        plan = plan_comparison(base, other, services().store)
    except StoreError:
        return
    if plan is None and is_pilot_cheap(base, other):
        if not _is_ready(base, other):
            st.fragment(run_every=LOOK_AGAIN_S)(_wait)(base, other)
            return
        plan = _by_pilot(base, other)
    if plan is None:
        st.caption(power.UNKNOWN)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="power"):
        st.markdown(literal(power.sentence(plan)), width="content")
        _offer_plays(plan)
    with st.expander("Plays for each measure", icon=":material/straighten:"):
        st.table(power.rows(plan))
        st.caption(literal(f"{power.source(plan)} {power.CHANCE}"))


def _wait(base: Scenario, other: Scenario) -> None:
    if _is_ready(base, other):
        st.rerun()
    st.caption(COMPILING)


def _offer_plays(plan: ComparisonPlan) -> None:
    """The button that chooses as many plays as it takes."""
    hardest = plan.hardest
    if hardest and hardest.plays and hardest.plays > plan.plays:
        plays = phrases.two_figures(hardest.plays)
        about = "So many show the change, or that there is none, in every measure that the game is about."
        label = f"Choose {phrases.number_of(plays, 'play')}"
        st.button(label, key="choose_plays", on_click=address.write, args=["plays", plays], help=about)


def _is_ready(base: Scenario, other: Scenario) -> bool:
    return all(is_ready(make_batch(side), pairs=True) for side in (base, other))


def _by_pilot(base: Scenario, other: Scenario) -> ComparisonPlan | None:
    """The plan from a pilot, played once in the session."""
    played = [(side.rules_hash, side.bots, side.seed, side.plays, side.goals) for side in (base, other)]
    key = (base.name, other.name, game_code_hash(base.game), *played)
    pilots: dict[object, ComparisonPlan | None] = st.session_state.setdefault(PILOTS, {})
    if key not in pilots:
        try:
            pilots[key] = plan_by_pilot(base, other, RunOptions())
        except WorkbenchError:
            pilots[key] = None
    return pilots[key]
