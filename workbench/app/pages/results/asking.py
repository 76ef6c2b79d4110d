"""The buttons that ask a comparison otherwise: until it is decided, or by stronger bots."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st

from workbench.app import address
from workbench.app.pages.results.comparisons import ChosenQuestion, with_plays
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.fields import measures, number_in_address, usual_measures
from workbench.app.widgets.text import explained
from workbench.bots.strength import stored_strength
from workbench.engine.batch import cores
from workbench.engine.wording import about_words
from workbench.play.batches import simulate
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.fields import Field, Measures, WholeNumber
from workbench.studies.workload import pace_of, play_cost

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
STRONGER = "thinker:200"
"""The bots that *Ask stronger bots* asks where nobody has looked which are stronger."""


def by_stronger_bots(question: CompareQuestion) -> CompareQuestion | None:
    """The question asked of stronger bots as well; None where such bots have played already, or none are known."""
    base = question.scenario
    strength = stored_strength(base.game)
    stronger = strength.thinker if strength else STRONGER
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
