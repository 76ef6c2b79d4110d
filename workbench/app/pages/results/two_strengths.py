"""Bots of a second strength, who play the same comparison again: who is asked, and whether the two agree."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.pages.results.comparisons import ChosenComparison, ResultsChoice, comparisons_of
from workbench.app.place import Place, here
from workbench.app.widgets import controls
from workbench.app.widgets.choices import NOBODY, BatchSetup, bots_named
from workbench.app.widgets.controls import number, select
from workbench.app.widgets.text import explained
from workbench.bots.spec import bots_to_choose
from workbench.engine.batch import cores
from workbench.engine.wording import about_words
from workbench.play.batches import simulate
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.compare.strengths import suggested_plays
from workbench.studies.workload import pace_of, play_cost

ALSO = """Bots of a second strength, who play the same comparison again. Where both agree, the verdict does not depend
on how well the bots play. Where they disagree, trust neither before a playtest."""
PROBED = 3
"""Plays that tell how long one takes."""
STRONGER = "ismcts:200"
"""Who is asked by *Ask stronger bots*."""


def in_words() -> str:
    """Who is asked as well, for the line that the choices are folded into."""
    bots = controls.held_option("also", "Also ask", [NOBODY, *bots_to_choose(here().game)], NOBODY)
    return "" if bots == NOBODY else f"also {bots_named(bots)}"


def choose(chosen: Place, batch: BatchSetup, row: DeltaGenerator) -> BatchSetup | None:
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
    [comparison] = comparisons_of(replace(choice, also=BatchSetup(STRONGER, plays, choice.batch.seed)))
    label = f"Ask stronger bots, {about_words(_seconds(comparison.scenarios[2:]))}"
    st.button(label, icon=":material/psychology:", key="ask_stronger", on_click=_ask, args=[comparison])


def _ask(comparison: ChosenComparison) -> None:
    """Play it at once, and have the page show it."""
    controls.forget("also_plays")
    address.write("also", STRONGER)
    comparison.begin()


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
