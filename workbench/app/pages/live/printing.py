"""The session sheet and the feedback form on paper."""

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit
import segno
import streamlit as st
from workbench.app.pages.live import sections, taps
from workbench.app.pages.live.desk import Seen, desk
from workbench.app.server import network, sign_in
from workbench.app.server.launch import HERE
from workbench.app.widgets.failures import attempt
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.sessions import plural
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games, title_of
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN, make_link
from workbench.playtest.log.kinds import LINE_LENGTH, Kind, QuestionKind, Status
from workbench.playtest.log.recording import Log
from workbench.playtest.log.scores import accepted
from workbench.playtest.log.session import Session
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.report.downloads import file_stem
from workbench.store import Store
from workbench.store.playtests import Feedback


PAPER = "Opens in the browser; print it from there. It loads nothing from the net."


DEFAULT_RULES = "No revision is named: the score sheet follows the game's default rules"


def paper(seen: Seen) -> None:
    """The session sheet and the feedback form, for this session; by default rules where it has none of its own."""
    header, known = seen.session.header, games().get(seen.session.header.game)
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
    questions = seen.session.questions
    print_button(
        "Feedback form",
        lambda: feedback_form(title_of(header.game), revision=header.version, questions=questions),
        file_stem("feedback-form", header.game, header.version),
        "print_form",
    )


def print_button(label: str, made: Callable[[], str], stem: str, key: str, about: str = PAPER) -> None:
    """The button that loads a page to be printed down."""
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
