"""The fields of the rules form, one kind for each kind of parameter.

Nothing in the browser limits a field: the checks are the game's own, so that the form says the very sentences that a
file or a command gets.
"""

from collections.abc import Callable
from functools import partial
from math import factorial
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.rules.draft import Draft, complaint, was
from workbench.app.services import services
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.theme import CHANGED
from workbench.engine.card_lists.cards import Cards
from workbench.engine.game import Game
from workbench.engine.parameters import Choice, OneOf, Ordering, Parameter, Subset, Whole
from workbench.report.text.phrases import words_of
from workbench.scenario import Scenario
from workbench.scenario.card_lists import card_files, with_cards

FEW = 3
"""Options that stand side by side; more are a list."""
MOST_ORDERS = 24
SEPARATOR = ", "


def key_of(parent: Scenario, name: str) -> str:
    """Where the session keeps a field: each revision that one starts from has its own draft."""
    return f"rule:{parent.name}:{name}"


def values(parent: Scenario) -> dict[str, Any]:
    """The rules as they stand in the form, of a card list its file; fields not drawn yet hold the parent's."""
    found = {}
    for name, parameter in parent.game.parameters.items():
        key = key_of(parent, name)
        if key not in st.session_state:
            st.session_state[key] = _shown(parameter, parent.rules[name])
        found[name] = _written(parameter, st.session_state[key])
    return found


def drafted(parent: Scenario) -> Draft:
    """The revision in the making that the form shows, with the cards that its files hold now."""
    found, problems = with_cards(services().workspace, parent.game, values(parent))
    return Draft(parent, found, tuple(problems))


def has_draft(parent: Scenario) -> bool:
    """Whether the form has been opened from this revision."""
    return any(key_of(parent, name) in st.session_state for name in parent.game.parameters)


def put(parent: Scenario, name: str, value: Any) -> None:
    """Have a field of the form hold a written value."""
    st.session_state[key_of(parent, name)] = _shown(parent.game.parameters[name], value)


def reset(parent: Scenario, *names: str) -> None:
    """Put the named fields, or all, back to the parent's values."""
    for name in names or parent.game.parameters:
        st.session_state[key_of(parent, name)] = _shown(parent.game.parameters[name], parent.rules[name])


def _shown(parameter: Parameter, value: Any) -> Any:
    """A written value as its widget holds it."""
    if isinstance(value, Cards):
        return value.file
    return SEPARATOR.join(words_of(item) for item in value) if isinstance(parameter, Ordering) else value


def _written(parameter: Parameter, value: Any) -> Any:
    """The written value behind what a widget holds."""
    if isinstance(parameter, Ordering):
        return [item.strip().replace(" ", "_") for item in str(value or "").split(",")]
    return value


def field(draft: Draft, parameter: Parameter) -> None:
    """One rule: its widget, what is wrong with it, and what it was if it changed."""
    name = parameter.name
    changed = name in draft.changed
    with st.container(gap="xxsmall", key=f"{CHANGED if changed else 'rule'}_{name}"):
        _widget(draft.game, parameter)(f"{parameter.label}{_range(parameter)}", parameter, key_of(draft.parent, name))
        for problem in draft.at(name):
            colour, icon = ("orange", "warning") if problem.warning else ("red", "error")
            st.markdown(f":{colour}[:small[:material/{icon}: {literal(complaint(problem))}]]")
        if changed:
            _undo(draft, name)


def _undo(draft: Draft, name: str) -> None:
    before = was(draft.game, name, draft.parent.rules[name])
    st.button(
        f":small[was {before}]",
        key=f"undo_{name}",
        icon=":material/undo:",
        type="tertiary",
        on_click=reset,
        args=[draft.parent, name],
        help=f"Back to {before}",
    )


def _range(parameter: Parameter) -> str:
    """What the field takes, behind its name. Without markup, which a screen reader would read out."""
    if isinstance(parameter, OneOf):
        return f" · {parameter.allowed} {parameter.unit}".rstrip()
    if not isinstance(parameter, Whole):
        return ""
    return f" · {parameter.low}–{parameter.high} {parameter.unit}".rstrip()


def _widget(game: Game, parameter: Parameter) -> Callable[[str, Parameter, str], None]:
    if parameter.kind == "set":
        return _some
    if parameter.kind == "cards":
        return partial(_file, game)
    if parameter.kind == "int":
        return _whole
    if parameter.kind == "bool":
        return _flag
    if isinstance(parameter, Choice):
        return _options if len(parameter.values()) <= FEW else _list
    return _order


def _whole(label: str, parameter: Parameter, key: str) -> None:
    st.number_input(label, step=1, key=key, help=_help(parameter), persist_state="session")


def _flag(label: str, parameter: Parameter, key: str) -> None:
    st.toggle(label, key=key, help=_help(parameter), persist_state="session")


def _options(label: str, parameter: Parameter, key: str) -> None:
    st.segmented_control(
        label, parameter.values(), required=True, format_func=_capital, key=key, help=_help(parameter),
        persist_state="session", width="stretch",
    )  # fmt: skip


def _list(label: str, parameter: Parameter, key: str) -> None:
    st.selectbox(
        label, parameter.values(), format_func=_capital, key=key, help=_help(parameter), persist_state="session"
    )


def _order(label: str, parameter: Parameter, key: str) -> None:
    if isinstance(parameter, Ordering) and factorial(len(parameter.names)) <= MOST_ORDERS:
        orders = [_shown(parameter, order) for order in parameter.values()]
        st.selectbox(label, orders, format_func=_capital, key=key, help=_help(parameter), persist_state="session")
    else:
        st.text_input(label, key=key, help=_help(parameter), persist_state="session")


def _some(label: str, parameter: Parameter, key: str) -> None:
    names = parameter.names if isinstance(parameter, Subset) else []
    st.pills(
        label, names, selection_mode="multi", format_func=_capital, key=key, help=_help(parameter),
        persist_state="session",
    )  # fmt: skip


def _file(game: Game, label: str, parameter: Parameter, key: str) -> None:
    """The files that the game has in the workspace; the parent's own stays among them, wherever it is."""
    files = card_files(services().workspace, game)
    here = st.session_state.get(key)
    names = files if here in files or not here else [here, *files]
    st.selectbox(label, names, key=key, help=_help(parameter), persist_state="session")
    navigation.link("cards", "Edit the cards", {"card_list": parameter.name})


def _help(parameter: Parameter) -> str:
    allowed = parameter.allowed.replace('"', "").replace("_", " ")
    return f"{parameter.help} Allowed: {allowed}."


def _capital(name: str) -> str:
    said = words_of(name)
    return said[:1].upper() + said[1:]
