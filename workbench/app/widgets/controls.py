"""Controls whose values stand in the address of the page: drawn, and what was chosen in them written there."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NotRequired, TypedDict, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.widgets.fields import Control, QuestionChoice
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput, is_whole

T = TypeVar("T")
NARROWEST = 150
"""Pixels of a control; where fewer are left, the next one goes below."""


class Held(TypedDict):
    """The arguments by which a widget of Streamlit holds a value of the session."""

    key: str
    on_change: Callable[..., None]
    args: NotRequired[list[object]]


def problems_of(bad: BadInput) -> list[str]:
    """The problems of the choices, without the dashes of command-line options."""
    return [str(problem).replace("--", "") for problem in bad.problems]


def place() -> DeltaGenerator:
    """Where a page draws its controls."""
    return st.container(key="controls", horizontal=True, vertical_alignment="bottom")


def folded(place: DeltaGenerator, label: str) -> DeltaGenerator:
    """Where controls are drawn that are seldom changed: behind one button, which says what they hold."""
    button = f"{label} · *Edit*"
    return place.popover(button, icon=":material/tune:", key="folded", help="Change these choices.", width="content")


def holding(
    key: str, value: object, then: Callable[[], None] | None = None, options: Sequence[object] | None = None
) -> Held:
    """The arguments of a widget that starts with this value and keeps what is chosen instead, of `options` if any."""
    st.session_state[key] = value
    return {"key": key, "on_change": partial(_chosen, key, then, options)}


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


def number_field(
    place: DeltaGenerator | None, label: str, key: str, about: str | None, step: int = 1, empty: str = "",
    low: float | None = None, high: float | None = None, then: Callable[[], None] | None = None,
    persist_state: Literal["session"] | None = None,
) -> None:  # fmt: skip
    """A field that holds a whole number of the session; a fraction that is typed stays one, to be refused in words.

    Emptied it holds what it held, unless it has words for `empty`. `required=True` would write that beside each label,
    and leave the field red and empty.
    """

    def changed(before: object) -> None:
        if st.session_state[key] is None and not empty:
            st.session_state[key] = before
        elif then:
            then()

    args = [st.session_state[key]]
    (place or st).number_input(
        label, low, high, None, float(step), "%g", key, about, changed, args, placeholder=empty or None,
        persist_state=persist_state,
    )  # fmt: skip


def without_point(value: object) -> object:
    """The whole number that a field holds as 6.0; all else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def number_of(key: str, label: str) -> int | None:
    """The whole number that a field holds, for callbacks; None where it is empty, or holds a fraction, with a word."""
    value = without_point(st.session_state[key])
    if isinstance(value, float):
        st.toast(literal(f"{label} = {value:g} is ignored: it must be a whole number"), icon=":material/error:")
    return value if is_whole(value) else None


def number(
    place: DeltaGenerator | None, label: str, key: str, value: int | None, about: str | None = None,
    step: int = 1, empty: str = "",
) -> None:  # fmt: skip
    """A field for a whole number that the address has."""

    def chosen() -> None:
        if (typed := number_of(key, label)) is not None or st.session_state[key] is None:
            address.write(key, typed)

    st.session_state[key] = value
    number_field(place, label, key, about, step, empty, then=chosen)


def option(
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str = "",
    labels: Mapping[str, str] | None = None,
    then: Callable[[], None] | None = None,
) -> Held:
    """The arguments of a widget that holds one of the options, at first the suggested one, else the first."""
    return holding(key, address.now().held_option(key, label, options, suggested or options[0], labels), then, options)


def picked(key: str, options: Sequence[T]) -> T | None:
    """Which of the options that were drawn a box holds, for callbacks; None where it holds none of them.

    The browser sends the label of an option. Where the options have changed since it was drawn there, no option has
    that label, and the box holds the label itself.
    """
    value = st.session_state.get(key)
    return next((option for option in options if type(option) is type(value) and option == value), None)


def newest_key(name: str) -> str:
    """The key of an element, another one each time that it is renewed."""
    count = st.session_state.get(f"renewed:{name}", 0)
    return f"{name}~{count}" if count else name


def renew(name: str) -> None:
    """Have a new element stand there, from a callback: the browser keeps an open popover open, and a typed text."""
    st.session_state[f"renewed:{name}"] = st.session_state.get(f"renewed:{name}", 0) + 1


def fill(name: str, value: object) -> None:
    """Have a field hold a value, from a callback; it is a new field from then on.

    A part of the page that draws itself again and again tells the server what the browser's fields held when it asked;
    of the same field, that would put back the value from before the callback.
    """
    key = newest_key(name)
    if key in st.session_state:
        if st.session_state[key] == value:
            return
        renew(name)
    st.session_state[newest_key(name)] = value


def draw_choice(row: DeltaGenerator, choice: QuestionChoice) -> None:
    """Draw the controls of a question: some beside the title, the others folded away behind what they hold."""
    draw(row, *choice.at_hand)
    if choice.folded:
        draw(folded(row, choice.words), *choice.folded)


def draw(place: DeltaGenerator, *controls: Control) -> None:
    """Draw controls; small ones that stand side by side in a grid."""
    small = place.grid(3, min_column_width=NARROWEST) if any(control.is_small for control in controls) else place
    for control in controls:
        _draw(small if control.is_small else place, control)


def _draw(place: DeltaGenerator, control: Control) -> None:
    label, about, nothing = control.label, control.about or None, control.nothing or None
    width: int | Literal["stretch"] = control.width or "stretch"
    names, then = list(control.options), partial(address.forget, *control.forgets) if control.forgets else None
    is_closed = control.kind in ("one", "several") and not control.is_open
    held = holding(control.key, control.value, then, names if is_closed else None)
    match control.kind:
        case "one":
            index, named = None if nothing else 0, control.options.__getitem__
            place.selectbox(label, names, index, named, help=about, placeholder=nothing, **held)
        case "several":
            place.multiselect(
                label, names, format_func=lambda name: control.options.get(name, name), max_selections=control.most,
                placeholder=nothing, accept_new_options=control.is_open, help=about, width=width, wrap=True,
                **held,
            )  # fmt: skip
        case "number":
            number(place, label, control.key, cast("int | None", control.value), about, control.step, control.nothing)
        case "text":
            place.text_input(label, placeholder=nothing, help=about, width=width, **held)
        case "goals":
            row = place.container(horizontal=True, vertical_alignment="center")
            words = row.container(width="content", key=f"{control.key}_in_words")
            with row.popover("Change the goals", icon=":material/flag:", key=f"change_{control.key}", type="tertiary"):
                st.text_area(label, placeholder=nothing, help=about, **held)
            if control.words:
                words.markdown(literal(control.words))


def switch(place: DeltaGenerator | None, key: str, label: str, suggested: bool, about: str | None = None) -> bool:
    """True if something is on; without a place it is drawn where the page is now."""
    toggle = place.toggle if place else st.toggle
    return bool(toggle(label, help=about, **holding(key, address.now().held_switch(key, suggested))))
