"""A stored run that is shown in place of what the controls ask for: which one, and what its rules were."""

from typing import Any

import streamlit as st

from workbench.app.batches import BatchJob
from workbench.app.reading import literal
from workbench.bots.spec import one_a_seat
from workbench.engine.card_rows import Cards, card_changes
from workbench.engine.game import Game
from workbench.study.report import words
from workbench.study.report.card_words import at_a_glance
from workbench.study.scenario import Scenario, differences

SHOWN = "shown_run"


def is_asked_for(job: BatchJob, scenario: Scenario) -> bool:
    """Whether the job plays what the controls ask for, to the last card."""
    return _asked(job.parts[0].scenario) == _asked(scenario)


def _asked(scenario: Scenario) -> tuple[Any, ...]:
    bots = one_a_seat(scenario.bots, scenario.players)
    return scenario.name, scenario.rules_hash, tuple(bots), scenario.plays, scenario.seed


def notice(job: BatchJob, scenario: Scenario) -> None:
    """Say so where it is another one, and lead back."""
    played = job.parts[0].scenario
    if is_asked_for(job, scenario):
        return
    st.info("\n".join(_lines(played, scenario)), icon=":material/history:", title="A stored run is shown")
    st.button("Back to the choices above", icon=":material/undo:", key="unshow_run", on_click=_back)


def _lines(played: Scenario, scenario: Scenario) -> list[str]:
    bots = words.bots_briefly(list(one_a_seat(played.bots, played.players)))
    about = f"{literal(played.revision)}, {words.count(played.plays)} plays, {literal(bots)}, seed {played.seed}"
    lines = [f"{about}: not what is chosen above."]
    if played.name == scenario.name and (changed := differences(played, scenario)):
        lines.append(f"It was played with other rules than {literal(played.revision)} has now:")
        lines += [f"- {_change(scenario.game, name, *pair)}" for name, pair in changed.items()]
    return lines


def _change(game: Game, name: str, before: Any, after: Any) -> str:
    label = literal(game.parameters[name].label)
    if isinstance(before, Cards) and isinstance(after, Cards):
        return f"{label}: {at_a_glance(card_changes(before, after))} since; the run has kept its cards"
    was, now = (literal(words.rule_value(game, name, value)) for value in (before, after))
    return f"{label}: {was} then, {now} now"


def _back() -> None:
    st.session_state.pop(SHOWN, None)
