"""The pages of the dashboard, and the ways between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import streamlit as st

from workbench.app.widgets.controls import game_titles

FOLDER = "workbench.app.pages"
"""Where the module of each page lies, called as the page is; its function `show` draws it."""
PLAYTESTS = "Playtests"
"""The part of the menu with playtests by people."""


@dataclass(frozen=True)
class PageSpec:
    """One page: its module and address, and what stands in the menu."""

    name: str
    title: str
    icon: str
    help: str
    section: str = ""

    def draw(self) -> None:
        """Draw the page; its module is imported when it is first opened."""
        import_module(f"{FOLDER}.{self.name}").show()

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
    PageSpec("live", "Live session", ":material/timer:", "Log a playtest while it goes on, tap by tap.", PLAYTESTS),
    PageSpec(
        "sessions",
        "Sessions",
        ":material/groups:",
        "Every playtest, and what they say together by revision.",
        PLAYTESTS,
    ),
    PageSpec("reality", "People and bots", ":material/compare:", "Playtests held against simulated plays.", PLAYTESTS),
    PageSpec("exchange", "Import and export", ":material/swap_horiz:", "Files of sessions, and names.", PLAYTESTS),
    PageSpec("help", "Help", ":material/help:", "How to read the figures, every command, and a glossary."),
)
"""Every page, in the order of the menu; the first is where one arrives."""


def streamlit_pages() -> dict[str, Any]:
    """The pages as Streamlit takes them, by name."""
    return {spec.name: spec.page for spec in PAGES}


def menu(pages: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The pages by the parts of the menu; those without one stand beside each other."""
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
