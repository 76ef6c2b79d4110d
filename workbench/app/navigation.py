"""The pages of the dashboard, their menu, and links between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import streamlit as st

from workbench.app.widgets import controls
from workbench.app.widgets.choices import GameChoice
from workbench.app.widgets.controls import game_titles

FOLDER = "workbench.app.pages"
"""Where the module of each page lies; its function `show` draws the page, and `choose`, if it has one, its controls."""
CHOICE = "choice"
"""Where the session keeps what was chosen in the controls of the page."""
PLAYTESTS = "Playtests"
"""The part of the menu with playtests by people."""


@dataclass(frozen=True)
class PageSpec:
    """One page: its address and module, and what stands in the menu."""

    name: str
    title: str
    icon: str
    help: str
    section: str = ""
    module: str = ""

    @property
    def drawn_by(self) -> Any:
        """The module that draws the page; it is imported when the page is first opened."""
        return import_module(f"{FOLDER}.{self.module or self.name}")

    @property
    def has_controls(self) -> bool:
        """Whether a game, and more, is chosen above the page."""
        return hasattr(self.drawn_by, "choose")

    def choose(self) -> GameChoice | None:
        """Draw the controls; what was chosen, or None where there is nothing to choose."""
        choice: GameChoice | None = self.drawn_by.choose(controls.place()) if self.has_controls else None
        st.session_state[CHOICE] = choice
        return choice

    def draw(self) -> None:
        """Draw the page, below its controls."""
        self.drawn_by.show(*([st.session_state[CHOICE]] if self.has_controls else []))

    @property
    def page(self) -> Any:
        """The page as Streamlit takes it."""
        return st.Page(
            self.draw, title=self.title, icon=self.icon, url_path=self.name, default=self is PAGES[0], help=self.help
        )


PAGES = (
    PageSpec("games", "Games", ":material/casino:", "Every game with its revisions, and the latest runs."),
    PageSpec("rules", "Rules", ":material/edit_note:", "Change a rule, read the rulebook, save a revision."),
    PageSpec("cards", "Cards", ":material/style:", "Edit the cards of a list, see what that changes, save a revision."),
    PageSpec("decks", "Decks", ":material/query_stats:", "What a card list is made of, and which of its cards win."),
    PageSpec("run", "Run", ":material/play_circle:", "Let bots play one revision many times and watch the figures."),
    PageSpec("compare", "Compare", ":material/balance:", "Two revisions on the same shuffles: what changed?"),
    PageSpec(
        "strategies", "Strategies", ":material/strategy:", "What each kind of action is worth, and which style wins."
    ),
    PageSpec(
        "ladder", "Skill ladder", ":material/stairs:", "Do stronger players win more, or does the shuffle decide?"
    ),
    PageSpec("live", "Live session", ":material/timer:", "Log a playtest as it happens.", PLAYTESTS),
    PageSpec(
        "sessions",
        "Sessions",
        ":material/groups:",
        "All playtests, and their results by revision.",
        PLAYTESTS,
    ),
    PageSpec(
        "reality",
        "People and bots",
        ":material/compare:",
        "Playtests compared with simulated plays.",
        PLAYTESTS,
        "people_and_bots",
    ),
    PageSpec(
        "exchange",
        "Import and export",
        ":material/swap_horiz:",
        "Import and export sessions; edit names.",
        PLAYTESTS,
        "import_export",
    ),
    PageSpec("help", "Help", ":material/help:", "How to read the figures, every command, and a glossary."),
)
"""Every page, in the order of the menu; the first is where one arrives."""


def streamlit_pages() -> dict[str, Any]:
    """The pages as Streamlit takes them, by name."""
    return {spec.name: spec.page for spec in PAGES}


def menu(pages: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The pages by section of the menu; those without a section come first."""
    sections = dict.fromkeys(spec.section for spec in PAGES)
    return {section: [pages[spec.name] for spec in PAGES if spec.section == section] for section in sections}


def spec_of(page: Any) -> PageSpec:
    """The page that Streamlit is about to run."""
    return next(spec for spec in PAGES if spec.title == page.title)


def link(name: str, label: str, query: Mapping[str, Any], *, width: Any = "content", icon: str | None = None) -> None:
    """A link to a page with choices made there.

    Streamlit doubles a choice that the page of the link shows as well; such a choice goes along by itself, and is
    left out of `query`.
    """
    spec = next(spec for spec in PAGES if spec.name == name)
    st.page_link(spec.page, label=label, icon=icon or spec.icon, query_params=_params(query), width=width)


def go(name: str, query: Mapping[str, Any]) -> None:
    """Switch to a page with choices made there; only from a page that shows no choices itself."""
    spec = next(spec for spec in PAGES if spec.name == name)
    st.switch_page(spec.page, query_params=_params(query))


def _params(query: Mapping[str, Any]) -> dict[str, str]:
    """The choices as the controls write them: a game by its title."""
    titles = game_titles()
    return {key: titles.get(str(value), str(value)) if key == "game" else str(value) for key, value in query.items()}
