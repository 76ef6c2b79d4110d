"""Unknown values in an address: refused, with the values that would work.

A control takes what the address says when it is drawn first. What it cannot take is kept here until somebody chooses
something instead; until then the page shows what is wrong in place of its contents.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from workbench.engine.numbers import WholeRange
from workbench.engine.problems import Problem
from workbench.engine.wording import nearest

REFUSED, PAGE = "refused_in_address", "refused_on_page"
MOST_NAMED = 12
LARGEST = 2**53 - 1
"""The largest whole number that a browser keeps."""


def begin(page: str) -> None:
    """Forget what another page refused."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE], st.session_state[REFUSED] = page, {}


def check(key: str, label: str, known: Sequence[str], named: Sequence[str]) -> None:
    """Refuse what the address says of a control that is drawn first, unless it is known; `named` would work."""
    for given in _given(key):
        if given not in known and named:
            _refuse(key, label, _would_work(given, named), given)


def check_number(key: str, label: str) -> None:
    """Refuse what is no whole number; whether it is allowed is for the scenario to say."""
    for given in _given(key):
        if WholeRange(0, LARGEST).read(given) is None:
            _refuse(key, label, "must be a whole number", given)


def chosen(key: str, then: Callable[[], None] | None = None) -> None:
    """Forget what the address said of a control that was changed by hand."""
    _refused().pop(key, None)
    if then:
        then()


def refused() -> list[Problem]:
    """The unknown values in the address, as problems."""
    return list(_refused().values())


def forget() -> None:
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
