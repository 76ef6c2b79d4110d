"""Controls whose values a link can carry, the choice of a game, and unknown values in an address, which are refused.

Controls are drawn by the entry script, above the page: Streamlit drops what a link says of a widget that a page drew
itself when another page had one of the same name. A control has no default of its own either, since Streamlit ignores a
link that asks for a default; the suggestion is put in before the widget is drawn.

A control takes what the address says when it is drawn first. What it cannot take is kept here until somebody chooses
something instead; until then the page shows what is wrong, and the values that would work, in place of its contents.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from workbench.engine.game import Game
from workbench.engine.numbers import WholeRange
from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import games
from workbench.engine.wording import nearest

REFUSED, PAGE = "refused_in_address", "refused_on_page"
MOST_NAMED = 12
LARGEST = 2**53 - 1
"""The largest whole number that a browser keeps."""


def begin_address(page: str) -> None:
    """Forget what another page refused."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE], st.session_state[REFUSED] = page, {}


def check_address(key: str, label: str, known: Sequence[str], named: Sequence[str]) -> None:
    """Refuse what the address says of a control that is drawn first, unless it is known; `named` would work."""
    for given in _given(key):
        if given not in known and named:
            _refuse(key, label, _would_work(given, named), given)


def check_address_number(key: str, label: str) -> None:
    """Refuse what is no whole number; whether it is allowed is for the scenario to say."""
    for given in _given(key):
        if WholeRange(0, LARGEST).read(given) is None:
            _refuse(key, label, "must be a whole number", given)


def address_chosen(key: str, then: Callable[[], None] | None = None) -> None:
    """Forget what the address said of a control that was changed by hand."""
    _refused().pop(key, None)
    if then:
        then()


def refused_in_address() -> list[Problem]:
    """The unknown values in the address, as problems."""
    return list(_refused().values())


def forget_address() -> None:
    """Go on with what the controls show."""
    for key in _refused():
        st.query_params.pop(key, None)
    _refused().clear()


def _refused() -> dict[str, Problem]:
    found: dict[str, Problem] = st.session_state.setdefault(REFUSED, {})
    return found


def _given(key: str) -> Sequence[str]:
    """What the address says of a control that has not been drawn; nothing where its game is not known either."""
    if key in st.session_state or "game" in _refused():
        return ()
    return [given for given in st.query_params.get_all(key) if given]


def _refuse(key: str, label: str, message: str, given: str) -> None:
    _refused()[key] = Problem(label, message, given)


def _would_work(given: str, named: Sequence[str]) -> str:
    """The names that would work, and the one that is probably meant."""
    near = nearest(given, named)
    meant = f"; did you mean {near}?" if near else ""
    more = f" … ({len(named)} in all)" if len(named) > MOST_NAMED else ""
    return f"must be one of {', '.join(named[:MOST_NAMED])}{more}{meant}"


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
    check_address(key, label, [*options, *map(shown, options)], [shown(option) for option in options])
    if st.session_state.get(key) not in options and options:
        st.session_state[key] = suggested
    changed = partial(address_chosen, key, on_change)
    value = place.selectbox(
        label, options, index=None, key=key, help=about, bind=BIND, on_change=changed, format_func=shown
    )
    return value if value in options else suggested


def number(place: Any, key: str, label: str, suggested: int, about: str, step: int) -> int:
    """A whole number; whether it is allowed is for the scenario to say."""
    check_address_number(key, label)
    if st.session_state.get(key) in (None, LEAST):
        st.session_state[key] = suggested
    changed = partial(address_chosen, key)
    value = place.number_input(label, min_value=LEAST, step=step, key=key, help=about, bind=BIND, on_change=changed)
    return suggested if value == LEAST else int(value)


def optional_number(place: Any, key: str, label: str, about: str, step: int) -> int | None:
    """A whole number that may be left empty; None where it is."""
    check_address_number(key, label)
    value = place.number_input(
        label,
        min_value=LEAST,
        step=step,
        value=None,
        key=key,
        help=about,
        placeholder="automatic",
        bind=BIND,
        on_change=partial(address_chosen, key),
    )
    return None if value in (None, LEAST) else int(value)


def problems_of(bad: BadInput) -> list[str]:
    """What is wrong with the choices, without the dashes of command-line options."""
    return [str(problem).replace("--", "") for problem in bad.problems]
