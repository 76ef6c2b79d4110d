"""The header of every page: home, the place, what is running, help; and the tabs of a revision."""

from collections.abc import Sequence
from functools import partial
from time import monotonic

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app import navigation, place
from workbench.app.history import archived
from workbench.app.navigation import TABS, PageSpec, play_it, start_session
from workbench.app.place import GAME, REVISION, Place
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.controls import Held
from workbench.app.widgets.text import literal, plain_link
from workbench.report.play_link import table_address

SKIP = '<a class="skip" href="#content">Skip to the content</a>'
HOME, HELP = "home", "help"
SWITCHED, DRAWN, TURNED = "switched", "drawn", "turned"
LATE_S = 2.0
"""How long after a change of page the browser may still send what a box held on the page before."""


def draw(spec: PageSpec, here: Place | None) -> DeltaGenerator:
    """The header, on pages of a revision with the tabs below it; returns where the badge of drafts is to be."""
    st.html(SKIP)
    with st.container(key="header", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", key="place"):
            navigation.link(HOME, "Workbench", {}, icon=":material/chess_pawn:")
            if here:
                _place(spec, here)
            st.space("stretch")
            badge = st.container(key="badge", width="content")
            job_progress.tray()
            navigation.link(HELP, "Help", {})
        if spec.tab and here:
            _tabs(spec, here)
    return badge


def _place(spec: PageSpec, here: Place) -> None:
    """The game and its revision; another one is shown on the same page."""
    titles = place.game_titles()
    st.selectbox(
        "Game",
        list(titles),
        format_func=titles.__getitem__,
        label_visibility="collapsed",
        width=180,
        **_held(spec, GAME, here.game.name, list(titles)),
    )
    left_out = archived(here.game.name) - {here.revision}
    names = [name for name in here.revisions.names if name not in left_out]
    if names:
        st.selectbox(
            "Revision",
            names,
            format_func=partial(place.named, here.revisions),
            label_visibility="collapsed",
            width=330,
            **_held(spec, REVISION, here.revision, names),
        )


def _held(spec: PageSpec, key: str, value: str, options: Sequence[str]) -> Held:
    """The arguments of a control of the header; what another page turns it from is noted."""
    session, drawn = st.session_state, f"{DRAWN}_{key}"
    page, before = session.get(drawn, (spec.name, value))
    if page != spec.name and before != value:
        session[f"{TURNED}_{key}"] = before, monotonic() + LATE_S
    session[key], session[drawn] = value, (spec.name, value)
    return {"key": key, "on_change": _switch, "args": [spec, key, options]}


def _switch(spec: PageSpec, key: str, options: Sequence[str]) -> None:
    """Be at the game or the revision that was chosen."""
    name = controls.picked(key, options)
    if name is None or _is_late(key, name):
        return
    place.go(**{key: name})
    st.session_state[f"{DRAWN}_{key}"] = spec.name, name
    st.session_state[SWITCHED] = True


def _is_late(key: str, name: str) -> bool:
    """True if nobody has chosen this: the browser has not heard yet of the page that has turned the box from it.

    Parts of a page that draw themselves again send all boxes as the browser has them, and nobody's choice.
    """
    before, until = st.session_state.get(f"{TURNED}_{key}", ("", 0.0))
    context = get_script_run_ctx()
    is_of_part = context is not None and bool(context.fragment_ids_this_run)
    return is_of_part or (name == before and monotonic() < until)


def follow_switch(spec: PageSpec, here: Place | None) -> None:
    """Leave a page that is about no revision for that of the one that was chosen, and one that does not suit its game.

    Then another page of the tab is opened, where there is one that does.
    """
    is_switched = st.session_state.pop(SWITCHED, False)
    if here and spec.tab and not spec.suits(here.game):
        others = navigation.of_tab(spec.tab, here.game)
        navigation.go(others[0].name if others else "revisions", {})
    if is_switched and not spec.tab:
        navigation.go("revisions", {})


def _tabs(spec: PageSpec, here: Place) -> None:
    """The tabs, and the ways to the table; below them the pages of the open tab, where it has several."""
    with st.container(horizontal=True, key="tabs", gap="small"):
        for tab in TABS:
            for first in navigation.of_tab(tab, here.game)[:1]:
                name, label = (spec.name, f"**{literal(tab)}**") if spec.tab == tab else (first.name, literal(tab))
                navigation.link(name, label, {}, icon=first.icon)  # the first page's icon, so that no tab moves
        st.space("stretch")
        if here.model:
            play_it(here.model.game.name, here.model.revision)
            plain_link(table_address(here.model, 0), "Watch", "visibility")
            start_session("New session")
    pages = navigation.of_tab(spec.tab, here.game)
    if len(pages) > 1:
        with st.container(horizontal=True, key="pages", gap="small"):
            for page in pages:
                navigation.link(page.name, page.title, {})
