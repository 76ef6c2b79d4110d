"""The session sheet and the feedback form on paper."""

from collections.abc import Callable

import streamlit as st

from workbench.app.pages.live.session_cache import SessionView
from workbench.engine.registry import games, title_of
from workbench.playtest.log.scores import accepted
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.report.downloads import file_stem

PAPER = "Opens in the browser; print it from there. It works offline."


DEFAULT_RULES = "No revision is named: the score sheet follows the game's default rules"


def print_buttons(view: SessionView) -> None:
    """The session sheet and the feedback form, for this session; by default rules where it has none of its own."""
    header, known = view.session.header, games().get(view.session.header.game)
    if known:
        rules = accepted(known, header.rules)
        title = "" if header.rules else DEFAULT_RULES
        print_button(
            "Session sheet",
            lambda: session_sheet(
                known, rules, revision=header.revision, label=header.printed, title=title, goal=header.goal
            ),
            file_stem("session-sheet", header.game, header.version),
            "print_sheet",
            PAPER if header.rules else f"{PAPER} {DEFAULT_RULES}.",
        )
    questions = view.session.questions
    print_button(
        "Feedback form",
        lambda: feedback_form(title_of(header.game), revision=header.version, questions=questions),
        file_stem("feedback-form", header.game, header.version),
        "print_form",
    )


def print_button(label: str, made: Callable[[], str], stem: str, key: str, about: str = PAPER) -> None:
    """A button that downloads a page for printing."""
    st.download_button(
        label,
        made,
        f"{stem}.html",
        "text/html",
        icon=":material/print:",
        key=key,
        on_click="ignore",
        help=about,
    )
