"""The fields of a form of rules: the values of a draft, by the revision that it starts from."""

from collections.abc import Mapping
from typing import cast

import streamlit as st

from workbench.app.services import services
from workbench.app.widgets import goal_fields
from workbench.app.widgets.controls import fill, newest_key, without_point
from workbench.app.widgets.draft import Draft, written_aims
from workbench.engine.cards import Cards
from workbench.engine.parameters import Ordering, Parameter, Values, Written
from workbench.report.text.phrases import words_of
from workbench.scenario import Scenario
from workbench.scenario.card_lists import with_cards

SEPARATOR = ", "


def key_of(parent: Scenario, name: str) -> str:
    """Where the session keeps a field: each revision that one starts from has its own draft."""
    return newest_key(_field(parent, name))


def _field(parent: Scenario, name: str) -> str:
    return f"rule:{parent.name}:{name}"


def values(parent: Scenario) -> Values:
    """The rules as they stand in the form, of a card list its file; fields not drawn yet hold the parent's."""
    rules: Values = {}
    for name, parameter in parent.game.parameters.items():
        key = key_of(parent, name)
        if key not in st.session_state:
            st.session_state[key] = widget_value(parameter, parent.rules[name])
        rules[name] = _written_value(parameter, st.session_state[key])
    return rules


def drafted(parent: Scenario) -> Draft:
    """The revision in the making that the form shows, with the cards that its files hold now."""
    rules, problems = with_cards(services().workspace, parent.game, values(parent))
    return Draft(parent, rules, tuple(problems), goal_fields.drafted_goals(parent), written_aims("new", parent.game))


def has_draft(parent: Scenario) -> bool:
    """True if the form has been opened from this revision."""
    return any(key_of(parent, name) in st.session_state for name in parent.game.parameters)


def put(parent: Scenario, name: str, value: Written) -> None:
    """Have a field of the form hold a written value."""
    fill(_field(parent, name), widget_value(parent.game.parameters[name], value))


def fill_form(parent: Scenario, values: Mapping[str, Written]) -> None:
    """Have the form of a revision hold its rules with these values in their place."""
    for name, value in {**parent.rules, **values}.items():
        put(parent, name, value)


def reset(parent: Scenario, *names: str) -> None:
    """Put the named fields, or all, back to the parent's values."""
    for name in names or parent.game.parameters:
        put(parent, name, parent.rules[name])


def widget_value(parameter: Parameter, value: Written) -> Written:
    """A written value as its widget holds it."""
    if isinstance(value, Cards):
        return value.file
    if isinstance(parameter, Ordering) and isinstance(value, list):
        return SEPARATOR.join(map(words_of, value))
    return value


def _written_value(parameter: Parameter, value: Written) -> Written:
    """The written value behind what a widget holds; a fraction, which no rule takes, as it is."""
    if isinstance(parameter, Ordering):
        return [item.strip().replace(" ", "_") for item in str(value or "").split(",")]
    return cast(Written, without_point(value))
