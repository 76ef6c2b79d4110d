"""Controls whose values stand in the address of the page; what the address names wrongly is left out, with a word.

What the address says of a control is what the control holds, so that links, bookmarks, reloads and the browser's own
back button show what was shown; where it says nothing, the control holds a suggestion. A link that leads to a page, and
asks for nothing there, asks for what was chosen on it last for the game.

Streamlit's own `bind="query-params"` does not do: it writes labels and not names, leaves out what is suggested, so that
a link leads elsewhere once something else is suggested, makes no entry in the browser's history, and keeps in the
address what the options no longer have.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NotRequired, TypedDict, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.widgets.text import literal
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, WholeRange
from workbench.engine.registry import games
from workbench.engine.wording import did_you_mean

T = TypeVar("T")
SCOPE, CHOSEN = "page_and_game", "chosen_on_pages"
LARGEST = 2**53 - 1
"""The largest whole number that a browser keeps."""
NARROWEST = 150
"""Pixels of a control; where fewer are left, the next one goes below."""


class Held(TypedDict):
    """The arguments by which a widget of Streamlit holds a value of the session."""

    key: str
    on_change: Callable[..., None]
    args: NotRequired[list[object]]


# The address


def begin(page: str) -> None:
    """Begin a run of a page."""
    st.session_state[SCOPE] = (page, "")


def begin_game(game: str) -> None:
    """Hold what is chosen from here on for this game."""
    st.session_state[SCOPE] = (st.session_state[SCOPE][0], game)


def check_address(key: str, label: str, allowed: Sequence[str], named: Sequence[str] = ()) -> None:
    """Leave out of the address what it says wrongly of a control, with a word; `named` are the names to suggest."""
    values = address.read_all(key)
    wrong = [value for value in values if value and value not in allowed]
    for value in wrong if allowed else ():
        ignore(key, label, value, did_you_mean(value, named or allowed))
        address.write(key, [value for value in values if value not in wrong] or None)


def ignore(key: str, label: str, value: str, instead: str = "") -> None:
    """Leave out of the address what it says of a control, with a word."""
    st.toast(literal(f"{label} = {value} in the address is ignored{instead}"), icon=":material/link_off:")
    address.write(key, None)


def problems_of(bad: BadInput) -> list[str]:
    """The problems of the choices, without the dashes of command-line options."""
    return [str(problem).replace("--", "") for problem in bad.problems]


# What a control holds


def page() -> str:
    """The page that is being drawn."""
    name: str = st.session_state[SCOPE][0]
    return name


def choices() -> dict[str, list[str] | None]:
    """The last choices of this page's controls for this game in the address; None where there were none."""
    last: dict[str, list[str] | None] = st.session_state.setdefault(CHOSEN, {}).setdefault(st.session_state[SCOPE], {})
    return last


def last_choices(page: str, game: str) -> dict[str, list[str]]:
    """The last choices on a page for a game."""
    if (page, game) == st.session_state[SCOPE]:
        return {key: address.read_all(key) for key in choices() if address.has(key)}
    last: dict[str, list[str] | None] = st.session_state.get(CHOSEN, {}).get((page, game), {})
    return {key: texts for key, texts in last.items() if texts is not None}


def _chosen(key: str, then: Callable[[], None] | None = None, options: Sequence[object] | None = None) -> None:
    """Write what was chosen by hand; see `picked` for what is no option."""
    value = st.session_state[key]
    if options is not None and isinstance(value, list):
        value = [option for option in value if option in options]
    elif options is not None and value is not None and value not in options:
        return
    address.write(key, "" if value is None else value)
    if then:
        then()


def forget(*keys: str) -> None:
    """Have controls hold their suggestions again."""
    for key in keys:
        address.write(key, None)


def held(key: str, suggested: T, read: Callable[[str], T | None]) -> T:
    """The value of a control; `read` makes a value of a text of the address, None of what it cannot take."""
    value = read(address.read(key)) if _is_chosen(key) and address.read(key) else None
    return suggested if value is None else value


def _is_chosen(key: str) -> bool:
    """True if the address says anything of a control; links to the page will say the same."""
    choices()[key] = address.read_all(key) if address.has(key) else None
    return address.has(key)


def held_list(key: str, suggested: Sequence[str]) -> list[str]:
    """Which names a control holds that takes several; whether they are known is checked elsewhere."""
    return list(filter(None, address.read_all(key))) if _is_chosen(key) else list(suggested)


def held_option(
    key: str, label: str, options: Sequence[str], suggested: str, labels: Mapping[str, str] | None = None
) -> str:
    """Which of the options a control holds; the address may name it as it is shown."""
    named = {(labels or {}).get(option, option): option for option in options}
    check_address(key, label, [*options, *named], list(named))
    value = held(key, suggested, lambda text: named.get(text, text) if text in (*options, *named) else None)
    return value if value in options else suggested


def held_number(key: str, label: str, suggested: int) -> int:
    """Which whole number a control holds; whether it is allowed is for the scenario to say."""
    value = held(key, suggested, partial(_read_number, key, label))
    return suggested if value is None else value


def held_switch(key: str, suggested: bool) -> bool:
    """True if a switch is on, which may be drawn further down."""
    return held(key, suggested, {str(state): state for state in (True, False)}.get)


def held_optional_number(key: str, label: str) -> int | None:
    """Which whole number a control holds that may be left empty."""
    return held(key, None, partial(_read_number, key, label))


def _read_number(key: str, label: str, text: str) -> int | None:
    value = WholeRange(0, LARGEST).read(text)
    if value is None:
        ignore(key, label, text, ": it must be a whole number")
    return value


# The widgets


def place() -> DeltaGenerator:
    """Where a page draws its controls."""
    return st.container(key="controls", horizontal=True, vertical_alignment="bottom")


def folded(place: DeltaGenerator, label: str) -> DeltaGenerator:
    """Where controls are drawn that are seldom changed: behind one button, which says what they hold."""
    button = f"{label} · *Edit*"
    return place.popover(button, icon=":material/tune:", key="folded", help="Change these choices.", width="content")


def game_titles() -> dict[str, str]:
    """The label of each game in the header: its title, or its name where two have the same."""
    titles = [game.title for game in games().values()]
    return {name: name if titles.count(game.title) > 1 else game.title for name, game in games().items()}


def holding(
    key: str, value: object, then: Callable[[], None] | None = None, options: Sequence[object] | None = None
) -> Held:
    """The arguments of a widget that starts with this value and keeps what is chosen instead, of `options` if any."""
    st.session_state[key] = value
    return {"key": key, "on_change": partial(_chosen, key, then, options)}


def picked(key: str, options: Sequence[T]) -> T | None:
    """Which of the options that were drawn a box holds, for callbacks; None where it holds none of them.

    The browser sends the label of an option. Where the options have changed since it was drawn there, no option has
    that label, and the box holds the label itself.
    """
    value = st.session_state.get(key)
    return next((option for option in options if type(option) is type(value) and option == value), None)


def filled_key(name: str) -> str:
    """The key of a field that the page itself may fill in; see `fill`."""
    count = st.session_state.get(_fillings(name), 0)
    return f"{name}~{count}" if count else name


def fill(name: str, value: object) -> None:
    """Have a field hold a value, from a callback.

    It is another field from then on. A part of the page that draws itself again and again tells the server what the
    browser's fields held when it asked; of the same field, that would put back the value from before the callback.
    """
    key = filled_key(name)
    if key in st.session_state:
        if st.session_state[key] == value:
            return
        st.session_state[_fillings(name)] = st.session_state.get(_fillings(name), 0) + 1
    st.session_state[filled_key(name)] = value


def _fillings(name: str) -> str:
    """Where the session counts how often a field was filled in."""
    return f"fillings:{name}"


def popover_key(name: str) -> str:
    """The key of a popover that closes once what it asks for is done; see `close_popover`."""
    closed = st.session_state.get(_closings(name), 0)
    return f"{name}~{closed}" if closed else name


def close_popover(name: str) -> None:
    """Close a popover, from a callback: it is another one from then on, for the browser keeps an open one open."""
    st.session_state[_closings(name)] = st.session_state.get(_closings(name), 0) + 1


def _closings(name: str) -> str:
    return f"closings:{name}"


def game_named(name: str) -> Game:
    """The installed game of this name."""
    return games()[name]


def select(
    place: DeltaGenerator,
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str,
    about: str,
    on_change: Callable[[], None] | None = None,
    format_func: Callable[[str], str] = str,
) -> str:
    """One of the options, shown as `format_func` has it."""
    if not options:
        return suggested
    value = held_option(key, label, options, suggested)
    drawn = holding(key, value, on_change, options)
    return str(place.selectbox(label, options, help=about, format_func=format_func, **drawn))


def number(place: DeltaGenerator, key: str, label: str, suggested: int, about: str, step: int) -> int:
    """A whole number; whether it is allowed is for the scenario to say."""
    held_now = held_number(key, label, suggested)
    value = place.number_input(label, step=step, help=about, **holding(key, held_now))
    return suggested if value is None else int(value)


def optional_number(place: DeltaGenerator, key: str, label: str, about: str, step: int) -> int | None:
    """A whole number that may be left empty; None where it is."""
    held_now = held_optional_number(key, label)
    value = place.number_input(
        label, step=step, value=None, help=about, placeholder="automatic", **holding(key, held_now)
    )
    return None if value is None else int(value)


def switch(place: DeltaGenerator | None, key: str, label: str, suggested: bool, about: str | None = None) -> bool:
    """True if something is on; without a place it is drawn where the page is now."""
    toggle = place.toggle if place else st.toggle
    return bool(toggle(label, help=about, **holding(key, held_switch(key, suggested))))


def text(
    place: DeltaGenerator,
    key: str,
    label: str,
    nothing: str,
    about: str | None = None,
    then: Callable[[], None] | None = None,
) -> str:
    """The text typed into a field; `nothing` stands there while it is empty."""
    held_now = held(key, "", str)
    return str(place.text_input(label, placeholder=nothing, help=about, **holding(key, held_now, then)) or "")


def one(
    place: DeltaGenerator,
    key: str,
    label: str,
    options: Sequence[str],
    nothing: str,
    labels: Mapping[str, str] | None = None,
    then: Callable[[], None] | None = None,
) -> str | None:
    """One of the options, shown by their `labels`, or none, for which `nothing` stands there."""
    held_now = held_option(key, label, options, "", labels) or None
    labels = labels or {}
    chosen: str | None = place.selectbox(
        label,
        options,
        index=None,
        placeholder=nothing,
        format_func=lambda option: labels.get(option, option),
        **holding(key, held_now, then, options),
    )
    return chosen
