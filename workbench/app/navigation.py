"""The pages of the dashboard, the tabs that group them, and links between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import quote, urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.layout_utils import Width

from workbench import CLAIM
from workbench.app import address
from workbench.app.place import AGAINST, GAME, REVISION, Place, query_of
from workbench.app.widgets import controls
from workbench.app.widgets.text import plain_link
from workbench.engine.card_lists import card_lists
from workbench.engine.game import Game
from workbench.studies.registry import page_studies, studies
from workbench.studies.study import AnyStudy

FOLDER = "workbench.app.pages"
"""Where the module of each page lies; its function `show` draws the page, and `choose`, if it has one, its controls."""
CHOICE = "choice"
"""Where the session keeps what was chosen in the controls of the page."""
REVISIONS, RULES, CARDS, RESULTS = "Revisions", "Rules & goals", "Cards", "Results"
PLAYTESTS, FIND = "Playtests", "Find a value"


@dataclass(frozen=True)
class PageSpec:
    """One page: its address and module, its title, and the tab that it belongs to, if it is one of a revision.

    `heading` stands on top of the page where that is not the title.
    """

    name: str
    title: str
    icon: str
    help: str
    tab: str = ""
    module: str = ""
    is_study: bool = False
    heading: str = ""

    def suits(self, game: Game) -> bool:
        """True if the page has something to say about a game: its cards have one only where there are some."""
        if self.is_study:
            return not studies()[self.name].reason_against(game)
        return self.name != "cards" or bool(card_lists(game.parameters))

    @property
    def drawn_by(self) -> Any:
        """The module that draws the page, or the page of a study; it is imported when the page is first opened."""
        if self.is_study:
            return import_module(f"{FOLDER}.study").page_of(self.name)
        return import_module(f"{FOLDER}.{self.module or self.name}")

    @property
    def has_controls(self) -> bool:
        """True if something is chosen above the page."""
        return hasattr(self.drawn_by, "choose")

    def choose(self, row: DeltaGenerator) -> None:
        """Draw the controls."""
        choice: Place | None = self.drawn_by.choose(row) if self.has_controls else None
        st.session_state[CHOICE] = choice

    def draw(self) -> None:
        """Draw the page, below its controls."""
        self.drawn_by.show(*([st.session_state[CHOICE]] if self.has_controls else []))

    @property
    def page(self) -> st.Page:
        """The page as Streamlit takes it."""
        return st.Page(self.draw, title=self.title, icon=self.icon, url_path=self.name, default=self is PAGES[0])


def _study(study: AnyStudy) -> PageSpec:
    return PageSpec(study.name, study.title, study.icon, study.summary, study.tab, is_study=True)


def _with_plugins(specs: Sequence[PageSpec]) -> tuple[PageSpec, ...]:
    """The pages, and those of studies from plug-ins, each behind the others of its tab; a new tab behind all tabs."""
    pages = list(specs)
    names = {spec.name for spec in specs}
    for study in page_studies().values():
        if study.page == study.name and study.name not in names:
            tabs = [place for place, spec in enumerate(pages) if spec.tab == study.tab]
            tabs = tabs or [place for place, spec in enumerate(pages) if spec.tab]
            pages.insert(tabs[-1] + 1, _study(study))
    return tuple(pages)


OURS = (
    PageSpec(
        *("home", "Home", ":material/chess_pawn:", "Where to go on, every game, and what happened lately."),
        heading=CLAIM,
    ),
    PageSpec("revisions", REVISIONS, ":material/account_tree:", "Every revision of the game, as a tree.", REVISIONS),
    PageSpec("rules", RULES, ":material/edit_note:", "Change a rule, read the rulebook, save a revision.", RULES),
    PageSpec("cards", "Edit the cards", ":material/style:", "Edit the cards of a list, see what that changes.", CARDS),
    _study(studies()["decks"]),
    PageSpec("results", RESULTS, ":material/balance:", "How a revision plays, alone or against others.", RESULTS),
    PageSpec("find", "Find a value", ":material/target:", "Rule values that meet the goals; the best values.", FIND),
    _study(studies()["strategies"]),
    _study(studies()["ladder"]),
    PageSpec("sessions", "Sessions", ":material/groups:", "All playtests, and their results.", PLAYTESTS),
    PageSpec(
        *("reality", "People and bots", ":material/compare:"),
        *("Playtests compared with simulated plays.", PLAYTESTS, "people_and_bots"),
    ),
    PageSpec(
        *("exchange", "Import and export", ":material/swap_horiz:"),
        *("Sessions in and out, the workspace to a co-designer.", PLAYTESTS, "import_export"),
    ),
    PageSpec("new_game", "New game", ":material/add:", "A game of your own, from a family of games; no code."),
    PageSpec("history", "History", ":material/history:", "Every comparison, batch and study; questions in SQL."),
    PageSpec("help", "Help", ":material/help:", "How to read the figures, every command, and a glossary."),
)
PAGES = _with_plugins(OURS)
"""Every page; the first is where one arrives. The first of a tab is the one that the tab leads to."""
TABS = {tab: [spec.name for spec in PAGES if spec.tab == tab] for tab in (spec.tab for spec in PAGES) if tab}
"""The tabs in order, each with its pages."""


def opened(page: st.Page) -> PageSpec:
    """The page of this run; it begins anew where that is not the one that Streamlit is about to run."""
    name = address.begin(page.url_path or PAGES[0].name)
    spec = spec_named(name)
    if page.title != spec.title:
        _turn_to(spec, address.now().choices)
    return spec


def spec_named(name: str) -> PageSpec:
    """The page of this name."""
    return next(spec for spec in PAGES if spec.name == name)


def of_tab(tab: str, game: Game) -> list[PageSpec]:
    """The pages of a tab that suit a game, in order."""
    return [spec for spec in PAGES if spec.tab == tab and spec.suits(game)]


def link(
    name: str, label: str, query: Mapping[str, object], *, width: Width = "content", icon: str | None = None
) -> None:
    """A link to a page with choices made there; the place goes along, as far as the choices do not say another."""
    spec = spec_named(name)
    st.page_link(spec.page, label=label, icon=icon or spec.icon, query_params=query_to(name, query), width=width)


def board(label: str, session: str = "", query: Mapping[str, str] | None = None) -> None:
    """A link to the board of a session, or to where one is set up: plain pages beside the dashboard."""
    address = f"/evening/{session}" if session else f"/evening?{urlencode(query or {})}"
    plain_link(address, label, "groups")


def play_it(game: str, reference: str) -> None:
    """A link to where a play of a revision, or of a draft of one, is begun by people and bots."""
    plain_link(f"/table/{quote(game)}/{quote(reference)}/play", "Play it", "playing_cards")


def start_session(label: str = "Start a session", **query: str) -> None:
    """A link to where a session of the chosen revision is set up."""
    here = query_of({})
    board(label, query={**{key: str(here[key]) for key in (GAME, REVISION) if here.get(key)}, **query})


def go(name: str, query: Mapping[str, object]) -> None:
    """Switch to a page with choices made there; the place goes along."""
    _turn_to(spec_named(name), query_to(name, query))


def _turn_to(spec: PageSpec, query: Mapping[str, object]) -> None:
    address.go(spec.name, query)
    st.switch_page(spec.page, query_params=address.now().choices)


def query_to(name: str, query: Mapping[str, object]) -> dict[str, list[str]]:
    """The whole address of a page; where nothing is asked for but the place, with what was chosen there last."""
    whole = query_of(query)
    if set(whole) <= {GAME, REVISION, AGAINST}:
        whole = {**address.now().last_choices(name, str(whole.get(GAME, ""))), **whole}
    return {key: address.texts_of(value) for key, value in whole.items()}


def show_controls(spec: PageSpec) -> None:
    """The title of a page, with its controls beside it."""
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.title(spec.heading or spec.title, anchor="content", width="content")
        spec.choose(controls.place())
