"""Bots of a second strength, who play the same comparison again: who is asked, and whether the two agree."""

import time
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from workbench.app import address
from workbench.app.pages.results.comparisons import ChosenQuestion, with_plays
from workbench.bots.spec import bots_to_choose
from workbench.engine.batch import cores
from workbench.engine.wording import about_words
from workbench.play.batches import simulate
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.workload import pace_of, play_cost

PROBED = 3
"""Plays that tell how long one takes."""
STRONGER = "ismcts:200"
"""Who is asked by *Ask stronger bots*."""


def ask_button(question: CompareQuestion) -> None:
    """The button that has stronger bots play as well, where those that played are not; it says how long they take."""
    base = question.scenario
    if STRONGER not in bots_to_choose(base.game) or any(bot.startswith("ismcts") for bot in base.bots):
        return
    stronger = replace(question, also_bots=(STRONGER,))
    label = f"Ask stronger bots, {about_words(_seconds(stronger.once_more))}"
    st.button(label, icon=":material/psychology:", key="ask_stronger", on_click=_ask, args=[stronger])


def _ask(question: CompareQuestion) -> None:
    """Play it at once, and have the page show it."""
    address.forget("also_plays")
    address.write("also", STRONGER)
    ChosenQuestion(with_plays(question)).begin()


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
