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

    begin    at the start of each run: the page, and its choices, which `now` has from then on
    tell     once they are settled: gives the whole address to the browser
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app.widgets.text import literal
from workbench.engine.problems import WholeRange
from workbench.engine.wording import did_you_mean

T = TypeVar("T")
N = TypeVar("N", bound=int | None)
ADDRESS, CHOSEN = "address", "chosen_on_pages"
"""Where the session keeps its address, and what was chosen on each page for each game."""
LARGEST = 2**53 - 1
"""The largest whole number that a browser keeps."""
Chosen = dict[tuple[str, str], dict[str, list[str] | None]]
"""The last choices in controls, by the page and its game; None for those that hold their suggestion."""


@dataclass
class Location:
    """A page, its game once that is settled, and what its address says of its choices.

    `chosen` is what was chosen last on all pages; `ignored` are the words about what the address said wrongly.
    """

    page: str
    choices: dict[str, list[str]] = field(default_factory=dict)
    game: str = ""
    chosen: Chosen = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)

    def has(self, key: str) -> bool:
        """True if the address says anything of a choice, if only that it is empty."""
        return key in self.choices

    def read(self, key: str) -> str:
        """The value of a choice in the address; empty where it has none."""
        return next(iter(self.read_all(key)[-1:]), "")

    def read_all(self, key: str) -> list[str]:
        """The values in the address of a choice that takes several."""
        return list(self.choices.get(key, ()))

    def write(self, key: str, value: object) -> None:
        """Have the address say this of a choice; None removes it, and an empty list leaves it empty."""
        if value is None:
            self.choices.pop(key, None)
        else:
            self.choices[key] = texts_of(value)

    def last_choices(self, page: str, game: str) -> dict[str, list[str]]:
        last = self.chosen.get((page, game), {})
        if (page, game) == (self.page, self.game):
            return {key: self.read_all(key) for key in last if self.has(key)}
        return {key: texts for key, texts in last.items() if texts is not None}

    def check(self, key: str, label: str, allowed: Sequence[str], named: Sequence[str] = ()) -> None:
        """Leave out of the address what it says wrongly of a control, with a word; `named` are the names to suggest."""
        values = self.read_all(key)
        wrong = [value for value in values if value and value not in allowed]
        for value in wrong if allowed else ():
            self.ignore(key, label, value, did_you_mean(value, named or allowed))
            self.write(key, [value for value in values if value not in wrong] or None)

    def ignore(self, key: str, label: str, value: str, instead: str = "") -> None:
        """Leave out of the address what it says of a control, with a word."""
        self.ignored.append(f"{label} = {value} in the address is ignored{instead}")
        self.write(key, None)

    # What a control holds

    def _is_chosen(self, key: str) -> bool:
        """True if the address says anything of a control; links to the page will say the same."""
        last = self.chosen.setdefault((self.page, self.game), {})
        last[key] = self.read_all(key) if self.has(key) else None
        return self.has(key)

    def held(self, key: str, suggested: T, read_text: Callable[[str], T | None]) -> T:
        """The value of a control; `read_text` makes a value of a text of the address, None of what it cannot take."""
        value = read_text(self.read(key)) if self._is_chosen(key) and self.read(key) else None
        return suggested if value is None else value

    def held_list(self, key: str, suggested: Sequence[str]) -> list[str]:
        """Which names a control holds that takes several; whether they are known is checked elsewhere."""
        return list(filter(None, self.read_all(key))) if self._is_chosen(key) else list(suggested)

    def held_option(
        self, key: str, label: str, options: Sequence[str], suggested: str, labels: Mapping[str, str] | None = None
    ) -> str:
        """Which of the options a control holds; the address may name it as it is shown."""
        named = {(labels or {}).get(option, option): option for option in options}
        self.check(key, label, [*options, *named], list(named))
        value = self.held(key, suggested, lambda text: named.get(text, text) if text in (*options, *named) else None)
        return value if value in options else suggested

    def held_number(self, key: str, label: str, suggested: N) -> int | N:
        """Which whole number a control holds; whether it is allowed is for the scenario to say."""
        value: int | None = self.held(key, None, WholeRange(0, LARGEST).read)
        if value is None and self.read(key):
            self.ignore(key, label, self.read(key), ": it must be a whole number")
        return suggested if value is None else value

    def held_switch(self, key: str, suggested: bool) -> bool:
        """True if a switch is on, which may be drawn further down."""
        return self.held(key, suggested, {str(state): state for state in (True, False)}.get)


def texts_of(value: object) -> list[str]:
    """A choice as the address has it: each value as a text, and an empty one for none."""
    values: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return ["" if value is None else str(value) for value in values] or [""]


def now() -> Location:
    """The address of the page that is being drawn."""
    location: Location = st.session_state[ADDRESS]
    return location


def begin(requested: str) -> str:
    """The page of this run, which is the one that the browser asks for where a person went there."""
    context = get_script_run_ctx()
    if ADDRESS not in st.session_state or (context is not None and context.is_history_navigation):
        go(requested, {key: st.query_params.get_all(key) for key in st.query_params})
    now().game = ""
    return now().page


def tell() -> None:
    """Give the address to the browser, and say what of it is ignored."""
    while now().ignored:
        st.toast(literal(now().ignored.pop(0)), icon=":material/link_off:")
    st.query_params.from_dict(now().choices)


def go(to: str, chosen: Mapping[str, object]) -> None:
    """Be at the address of another page from the next run on."""
    query = {key: texts_of(value) for key, value in chosen.items()}
    st.session_state[ADDRESS] = Location(to, query, chosen=st.session_state.setdefault(CHOSEN, {}))


def write(key: str, value: object) -> None:
    """Have the address say this of a choice; for callbacks."""
    now().write(key, value)


def forget(*keys: str) -> None:
    """Have controls hold their suggestions again; for callbacks."""
    for key in keys:
        write(key, None)
