"""Controls whose values a link can carry, and the choice of a game.

They are drawn by the entry script, above the page: Streamlit drops what a link says of a widget that a page drew
itself when another page had one of the same name. A control has no default of its own either, since Streamlit ignores
a link that asks for a default; the suggestion is put in before the widget is drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.widgets import addresses
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.engine.registry import games

BIND: Any = "query-params"
NARROWEST = 150
"""Pixels of a control; where fewer are left, the next one goes below."""
UNCLEARABLE = '<style>:is(.st-key-controls, .st-key-luck_bot) [aria-label="Clear value"] { display: none; }</style>'
"""A choice is never empty: without a default Streamlit offers to clear it, which would only put the suggestion back."""
LEAST = -1
"""Below what any number may be, and so no number that a link asks for; the checks of a scenario say what is allowed."""
NUMBERS_OF_GAME = ("plays", "seed", "also_plays")
LISTS_OF_GAME = ("start", "revision", "base", "other", "bots", "card_list", "restrict", "also", "luck_bot")
"""The controls of all pages that are suggested anew for another game."""


def place() -> Any:
    """Where a page draws its controls."""
    st.html(UNCLEARABLE)
    return st.container(key="controls")


def choose_game(row: Any) -> Game:
    """The control that chooses a game."""
    titles = game_titles()
    _take_name(titles)
    name = select(row, "game", "Game", list(titles), next(iter(titles)), "The installed games.", suggest_anew, titles)
    return games()[name]


def game_titles() -> dict[str, str]:
    """What stands for each game in the control and in links: its title, or its name where two have the same."""
    titles = [game.title for game in games().values()]
    return {name: name if titles.count(game.title) > 1 else game.title for name, game in games().items()}


def _take_name(titles: Mapping[str, str]) -> None:
    """A link may name the game, as commands and files do; Streamlit takes a choice only as it is shown."""
    given = st.query_params.get("game", "")
    if "game" not in st.session_state and titles.get(given, given) != given:
        st.query_params["game"] = titles[given]
        st.rerun()


def suggest_anew() -> None:
    """Reset what was chosen for another game, so that this game's suggestions are put in."""
    for key in NUMBERS_OF_GAME:
        st.session_state[key] = LEAST
    for key in LISTS_OF_GAME:
        st.session_state[key] = ""  # which is no choice; without it Streamlit would bring the last one back


def switch_game(name: str) -> None:
    """Put another game into the control."""
    st.session_state["game"] = name
    suggest_anew()


def select(
    place: Any,
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str,
    about: str,
    on_change: Callable[[], None] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """One of the options; `labels` are their names on the page, if not their own."""
    shown = labels.__getitem__ if labels else str
    addresses.check(key, label, [*options, *map(shown, options)], [shown(option) for option in options])
    if st.session_state.get(key) not in options and options:
        st.session_state[key] = suggested
    changed = partial(addresses.chosen, key, on_change)
    value = place.selectbox(
        label, options, index=None, key=key, help=about, bind=BIND, on_change=changed, format_func=shown
    )
    return value if value in options else suggested


def number(place: Any, key: str, label: str, suggested: int, about: str, step: int) -> int:
    """A whole number; whether it is allowed is for the scenario to say."""
    addresses.check_number(key, label)
    if st.session_state.get(key) in (None, LEAST):
        st.session_state[key] = suggested
    changed = partial(addresses.chosen, key)
    value = place.number_input(label, min_value=LEAST, step=step, key=key, help=about, bind=BIND, on_change=changed)
    return suggested if value == LEAST else int(value)


def optional_number(place: Any, key: str, label: str, about: str, step: int) -> int | None:
    """A whole number that may be left empty; None where it is."""
    addresses.check_number(key, label)
    value = place.number_input(
        label,
        min_value=LEAST,
        step=step,
        value=None,
        key=key,
        help=about,
        placeholder="automatic",
        bind=BIND,
        on_change=partial(addresses.chosen, key),
    )
    return None if value in (None, LEAST) else int(value)


def problems_of(bad: BadInput) -> list[str]:
    """What is wrong with the choices, without the dashes of command-line options."""
    return [str(problem).replace("--", "") for problem in bad.problems]
