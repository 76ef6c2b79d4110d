"""The address of the open page: what a reload, a copied link and the browser's Back lead to.

The browser takes a person to another address: by a link, by Back and Forward, or by loading it. Its script makes one
entry in its history for each choice (`server/static/address.js`), and asks for links as it does for Back and Forward,
so that Streamlit can tell such a step from all else that the browser asks for. Between two steps the session is
right: a request that is no step may have left the browser before the news of the last change reached it.

    begin    at the start of each run: the page, and its choices as `read` and `write` know them from then on
    tell     once they are settled: gives the whole address to the browser
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

ADDRESS = "address"
"""Where the session keeps its address."""


@dataclass
class Location:
    """A page, and what its address says of its choices."""

    page: str
    choices: dict[str, list[str]] = field(default_factory=dict)


def begin(requested: str) -> str:
    """The page of this run, which is the one that the browser asks for where a person went there."""
    if ADDRESS not in st.session_state or _is_step():
        query = {key: st.query_params.get_all(key) for key in st.query_params}
        st.session_state[ADDRESS] = Location(requested, query)
    return _now().page


def _is_step() -> bool:
    """True if this run was asked for by a link, or by Back or Forward."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def tell() -> None:
    """Give the address to the browser."""
    st.query_params.from_dict(_now().choices)


def go(to: str, chosen: Mapping[str, object]) -> None:
    """Be at the address of another page from the next run on."""
    st.session_state[ADDRESS] = Location(to, {key: _texts(value) for key, value in chosen.items()})


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
        _now().choices[key] = _texts(value)


def clear() -> None:
    """Have the address name the page alone."""
    _now().choices.clear()


def _now() -> Location:
    location: Location = st.session_state[ADDRESS]
    return location


def _texts(value: object) -> list[str]:
    values: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return [str(value) for value in values] or [""]
