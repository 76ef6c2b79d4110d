"""The pages of the dashboard, the tabs that group them, and links between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import inf
from time import monotonic
from typing import Any

import streamlit as st

from workbench.app.place import AGAINST, SWITCH, Place, query_of
from workbench.app.widgets import controls

FOLDER = "workbench.app.pages"
"""Where the module of each page lies; its function `show` draws the page, and `choose`, if it has one, its controls."""
DRAFT = "draft"
"""What the address calls the draft that a form shows."""
CHOICE = "choice"
"""Where the session keeps what was chosen in the controls of the page."""
REVISIONS, RULES, CARDS, RESULTS = "Revisions", "Rules & goals", "Cards", "Results"
SWEEP, QUALITY, SKILL, PLAYTESTS = "Sweep & tune", "Quality", "Strategies & skill", "Playtests"


@dataclass(frozen=True)
class PageSpec:
    """One page: its address and module, its title, and the tab that it belongs to, if it is one of a revision."""

    name: str
    title: str
    icon: str
    help: str
    tab: str = ""
    module: str = ""

    @property
    def drawn_by(self) -> Any:
        """The module that draws the page; it is imported when the page is first opened."""
        return import_module(f"{FOLDER}.{self.module or self.name}")

    @property
    def has_controls(self) -> bool:
        """Whether something is chosen above the page."""
        return hasattr(self.drawn_by, "choose")

    def leads_to(self) -> dict[str, str]:
        """The place that the address means in another way, as that of a session does; empty where it does not."""
        found: dict[str, str] = self.drawn_by.place_meant() if hasattr(self.drawn_by, "place_meant") else {}
        return found

    def choose(self, row: Any) -> None:
        """Draw the controls."""
        choice: Place | None = self.drawn_by.choose(row) if self.has_controls else None
        st.session_state[CHOICE] = choice

    def draw(self) -> None:
        """Draw the page, below its controls."""
        self.drawn_by.show(*([st.session_state[CHOICE]] if self.has_controls else []))

    @property
    def page(self) -> Any:
        """The page as Streamlit takes it."""
        return st.Page(self.draw, title=self.title, icon=self.icon, url_path=self.name, default=self is PAGES[0])


PAGES = (
    PageSpec("home", "Home", ":material/chess_pawn:", "Where to go on, every game, and what happened lately."),
    PageSpec("revisions", REVISIONS, ":material/account_tree:", "Every revision of the game, as a tree.", REVISIONS),
    PageSpec("rules", RULES, ":material/edit_note:", "Change a rule, read the rulebook, save a revision.", RULES),
    PageSpec("cards", "Edit the cards", ":material/style:", "Edit the cards of a list, see what that changes.", CARDS),
    PageSpec("decks", "Which cards win", ":material/query_stats:", "What a card list is made of; what wins.", CARDS),
    PageSpec("results", RESULTS, ":material/balance:", "How a revision plays, alone or against others.", RESULTS),
    PageSpec("sweep", "Sweep", ":material/grid_on:", "The best value of a rule, and which rule matters most.", SWEEP),
    PageSpec("tune", "Tune", ":material/target:", "Search rule values that meet the goals.", SWEEP),
    PageSpec("quality", QUALITY, ":material/theater_comedy:", "What makes it good; what to look at first.", QUALITY),
    PageSpec("strategies", "Strategies", ":material/strategy:", "What each kind of action is worth.", SKILL),
    PageSpec("ladder", "Skill ladder", ":material/stairs:", "Do stronger players win more?", SKILL),
    PageSpec("sessions", "Sessions", ":material/groups:", "All playtests, and their results.", PLAYTESTS),
    PageSpec("live", "Live session", ":material/timer:", "Log a playtest as it happens.", PLAYTESTS),
    PageSpec(
        *("reality", "People and bots", ":material/compare:"),
        *("Playtests compared with simulated plays.", PLAYTESTS, "people_and_bots"),
    ),
    PageSpec(
        *("exchange", "Import and export", ":material/swap_horiz:"),
        *("Import and export sessions; edit names.", PLAYTESTS, "import_export"),
    ),
    PageSpec("history", "History", ":material/history:", "Every comparison, batch and study; questions in SQL."),
    PageSpec("help", "Help", ":material/help:", "How to read the figures, every command, and a glossary."),
)
"""Every page; the first is where one arrives. The first of a tab is the one that the tab leads to."""
TABS = tuple(dict.fromkeys(spec.tab for spec in PAGES if spec.tab))


OLDER: dict[str, dict[str, str]] = {"compare": {}, "run": {AGAINST: ""}}
"""Pages of older addresses that are now *Results*, and what their addresses go without saying."""


def streamlit_pages() -> list[Any]:
    """The pages as Streamlit takes them, and those of older addresses."""
    older = [st.Page(partial(_lead_on, name), title=name, url_path=name, visibility="hidden") for name in OLDER]
    return [*(spec.page for spec in PAGES), *older]


def is_older(page: Any) -> bool:
    """Whether a page is one of older addresses, which leads to where it is now."""
    return page.title in OLDER


def _lead_on(name: str) -> None:
    st.switch_page(spec_named(name).page, query_params={**_address_now(), **OLDER[name]})


def spec_of(page: Any) -> PageSpec:
    """The page that Streamlit is about to run."""
    return next(spec for spec in PAGES if spec.title == page.title)


def spec_named(name: str) -> PageSpec:
    """The page of this name, also of an older one."""
    return next(spec for spec in PAGES if spec.name == ("results" if name in OLDER else name))


def of_tab(tab: str) -> list[PageSpec]:
    """The pages of a tab, in order."""
    return [spec for spec in PAGES if spec.tab == tab]


def link(name: str, label: str, query: Mapping[str, Any], *, width: Any = "content", icon: str | None = None) -> None:
    """A link to a page with choices made there; the place goes along, as far as the choices do not say another."""
    spec = spec_named(name)
    params = address(query) if spec.tab else _written_all(query)
    st.page_link(spec.page, label=label, icon=icon or spec.icon, query_params=params, width=width)


def go(name: str, query: Mapping[str, Any]) -> None:
    """Switch to a page with choices made there; the place goes along."""
    asked = {key: value if isinstance(value, list) else [value] for key, value in address(query).items()}
    left, drawn_there = st.session_state.get(DRAWN, ("", {}))
    st.session_state[SWITCH] = Switch(left, (drawn_there, _address_now()), name, asked)
    st.switch_page(spec_named(name).page, query_params=asked)


@dataclass
class Switch:
    """A change of page that the browser may not know of yet: from where, with which addresses, to where, with which.

    A run that the browser asks for meanwhile, as for a part that draws itself again, still has the address before, and
    of two runs that were asked for Streamlit makes the later one. It also drops what it has not sent yet when a run
    begins, the news of an address too (`AppSession._clear_queue`).
    """

    left: str
    before: tuple[dict[str, list[str]], ...]
    name: str
    address: dict[str, list[str]]
    until: float = inf

    @property
    def is_known(self) -> bool:
        """Whether this run has an address from before, or the new one, rather than one that was chosen since."""
        known = [_but_draft(address) for address in (self.address, *self.before)]
        return monotonic() < self.until and _but_draft(_address_now()) in known


DRAWN = "drawn"
"""Where the session keeps which page was drawn last, and with which address."""
LATE_S = 3.0
"""How long after something has changed the browser may still send what stood there before: an address, a text."""


def keep_to_switch(spec: PageSpec) -> None:
    """Hold on to the change of page that is under way, and tell the browser its address once more."""
    switch: Switch | None = st.session_state.get(SWITCH) or _by_link(spec)
    if switch and switch.is_known and spec.name == switch.name:
        st.query_params.from_dict(switch.address)
    elif switch:
        del st.session_state[SWITCH]
        if switch.is_known and spec.name == switch.left and switch.until == inf:
            st.switch_page(spec_named(switch.name).page, query_params=switch.address)


def _by_link(spec: PageSpec) -> Switch | None:
    """The change of page that the browser has made, if this run is the first of another page."""
    left, drawn_there = st.session_state.get(DRAWN, (spec.name, {}))
    if left == spec.name:
        return None
    switch: Switch = st.session_state.setdefault(SWITCH, Switch(left, (drawn_there,), spec.name, _address_now()))
    return switch


def drawn(spec: PageSpec) -> None:
    """The page stands there as a whole."""
    st.session_state[DRAWN] = spec.name, _address_now()
    switch: Switch | None = st.session_state.get(SWITCH)
    if switch and switch.until == inf:
        switch.until = monotonic() + LATE_S


def _but_draft(address: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The address of a page, whichever draft it shows: that may begin and end while one stays there."""
    return {key: values for key, values in address.items() if key != DRAFT}


def _address_now() -> dict[str, list[str]]:
    return {key: st.query_params.get_all(key) for key in st.query_params}


def address(query: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """The whole address; what is to be left empty is written as such."""
    return _written_all(query_of(query))


def _written_all(query: Mapping[str, Any]) -> dict[str, str | list[str]]:
    return {key: _written(value) for key, value in query.items()}


def _written(value: Any) -> str | list[str]:
    if isinstance(value, (list, tuple)):
        return [str(each) for each in value]
    return "" if value is None else str(value)


def show_controls(spec: PageSpec) -> None:
    """The title of a page, with its controls beside it."""
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.title(spec.title, anchor="content", width="content")
        spec.choose(controls.place())
