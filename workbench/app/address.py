"""The address of the open page: what a reload, a copied link and the browser's Back lead to, and what a page holds.

What the address says of a control is what the control holds; where it says nothing, the control holds a suggestion. A
link that leads to a page, and asks for nothing there, asks for what was chosen on it last for the game. What the
address says wrongly is left out, with a word.

The browser takes a person to another address: by a link, by Back and Forward, or by loading it. Its script makes one
entry in its history for each choice (`server/static/address.js`), and asks for links as it does for Back and Forward,
so that Streamlit can tell such a step from all else that the browser asks for. Between two steps the session is
right: a request that is no step may have left the browser before the news of the last change reached it.

Streamlit's own `bind="query-params"` does not do: it writes labels and not names, leaves out what is suggested, so that
a link leads elsewhere once something else is suggested, makes no entry in the browser's history, and keeps in the
address what the options no longer have.

    begin    at the start of each run: the page, and its choices as `held` and `write` know them from then on
    tell     once they are settled: gives the whole address to the browser
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app.widgets.text import literal
from workbench.engine.problems import WholeRange
from workbench.engine.wording import did_you_mean

T = TypeVar("T")
N = TypeVar("N", bound=int | None)
ADDRESS, SCOPE, CHOSEN = "address", "page_and_game", "chosen_on_pages"
"""Where the session keeps its address, the page and its game, and what was chosen on each page for each game."""
LARGEST = 2**53 - 1
"""The largest whole number that a browser keeps."""


@dataclass
class Location:
    """A page, and what its address says of its choices."""

    page: str
    choices: dict[str, list[str]] = field(default_factory=dict)


def begin(requested: str) -> str:
    """The page of this run, which is the one that the browser asks for where a person went there."""
    context = get_script_run_ctx()
    if ADDRESS not in st.session_state or (context is not None and context.is_history_navigation):
        query = {key: st.query_params.get_all(key) for key in st.query_params}
        st.session_state[ADDRESS] = Location(requested, query)
    st.session_state[SCOPE] = (_now().page, "")
    return page()


def begin_game(game: str) -> None:
    """Hold what is chosen from here on for this game."""
    st.session_state[SCOPE] = (page(), game)


def tell() -> None:
    """Give the address to the browser."""
    st.query_params.from_dict(_now().choices)


def go(to: str, chosen: Mapping[str, object]) -> None:
    """Be at the address of another page from the next run on."""
    st.session_state[ADDRESS] = Location(to, {key: texts_of(value) for key, value in chosen.items()})


def page() -> str:
    """The page that is being drawn."""
    name: str = st.session_state[SCOPE][0]
    return name


def choices() -> dict[str, list[str]]:
    """Everything that the address says."""
    return dict(_now().choices)


def has(key: str) -> bool:
    """True if the address says anything of a choice, if only that it is empty."""
    return key in _now().choices


def read(key: str) -> str:
    """The value of a choice in the address; empty where it has none."""
    return next(iter(read_all(key)[-1:]), "")


def read_all(key: str) -> list[str]:
    """The values in the address of a choice that takes several."""
    return list(_now().choices.get(key, ()))


def write(key: str, value: object) -> None:
    """Have the address say this of a choice; None removes it, and an empty list leaves it empty."""
    if value is None:
        _now().choices.pop(key, None)
    else:
        _now().choices[key] = texts_of(value)


def forget(*keys: str) -> None:
    """Have controls hold their suggestions again."""
    for key in keys:
        write(key, None)


def clear() -> None:
    """Have the address name the page alone."""
    _now().choices.clear()


def _now() -> Location:
    location: Location = st.session_state[ADDRESS]
    return location


def texts_of(value: object) -> list[str]:
    """A choice as the address has it: each value as a text, and an empty one for none."""
    values: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return ["" if value is None else str(value) for value in values] or [""]


# What a control holds


def last_choices(page: str, game: str) -> dict[str, list[str]]:
    """The last choices on a page for a game."""
    last: dict[str, list[str] | None] = st.session_state.get(CHOSEN, {}).get((page, game), {})
    if (page, game) == st.session_state[SCOPE]:
        return {key: read_all(key) for key in last if has(key)}
    return {key: texts for key, texts in last.items() if texts is not None}


def _is_chosen(key: str) -> bool:
    """True if the address says anything of a control; links to the page will say the same."""
    last = st.session_state.setdefault(CHOSEN, {}).setdefault(st.session_state[SCOPE], {})
    last[key] = read_all(key) if has(key) else None
    return has(key)


def check(key: str, label: str, allowed: Sequence[str], named: Sequence[str] = ()) -> None:
    """Leave out of the address what it says wrongly of a control, with a word; `named` are the names to suggest."""
    values = read_all(key)
    wrong = [value for value in values if value and value not in allowed]
    for value in wrong if allowed else ():
        ignore(key, label, value, did_you_mean(value, named or allowed))
        write(key, [value for value in values if value not in wrong] or None)


def ignore(key: str, label: str, value: str, instead: str = "") -> None:
    """Leave out of the address what it says of a control, with a word."""
    st.toast(literal(f"{label} = {value} in the address is ignored{instead}"), icon=":material/link_off:")
    write(key, None)


def held(key: str, suggested: T, read_text: Callable[[str], T | None]) -> T:
    """The value of a control; `read_text` makes a value of a text of the address, None of what it cannot take."""
    value = read_text(read(key)) if _is_chosen(key) and read(key) else None
    return suggested if value is None else value


def held_list(key: str, suggested: Sequence[str]) -> list[str]:
    """Which names a control holds that takes several; whether they are known is checked elsewhere."""
    return list(filter(None, read_all(key))) if _is_chosen(key) else list(suggested)


def held_option(
    key: str, label: str, options: Sequence[str], suggested: str, labels: Mapping[str, str] | None = None
) -> str:
    """Which of the options a control holds; the address may name it as it is shown."""
    named = {(labels or {}).get(option, option): option for option in options}
    check(key, label, [*options, *named], list(named))
    value = held(key, suggested, lambda text: named.get(text, text) if text in (*options, *named) else None)
    return value if value in options else suggested


def held_number(key: str, label: str, suggested: N) -> int | N:
    """Which whole number a control holds; whether it is allowed is for the scenario to say."""
    value: int | None = held(key, None, partial(_read_number, key, label))
    return suggested if value is None else value


def _read_number(key: str, label: str, text: str) -> int | None:
    value = WholeRange(0, LARGEST).read(text)
    if value is None:
        ignore(key, label, text, ": it must be a whole number")
    return value


def held_switch(key: str, suggested: bool) -> bool:
    """True if a switch is on, which may be drawn further down."""
    return held(key, suggested, {str(state): state for state in (True, False)}.get)
