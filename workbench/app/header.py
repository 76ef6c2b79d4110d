"""The header of every page: home, the place, what is running, help; and the tabs of a revision."""

from collections.abc import Sequence
from functools import partial
from time import monotonic

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from workbench.app import navigation, place
from workbench.app.history import archived
from workbench.app.navigation import TABS, PageSpec
from workbench.app.place import GAME, REVISION, Place
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.controls import Held
from workbench.app.widgets.text import literal

STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding-top: 1rem; padding-bottom: 3rem; overflow-wrap: break-word; }
[data-testid="stHeader"] { background: none; pointer-events: none; }
[data-testid="stHeader"] * { pointer-events: auto; }
[data-testid="stSkipToContent"], .st-key-head [data-testid="stHeaderActionElements"] { display: none; }
.skip { position: absolute; left: -999rem; white-space: nowrap; }
.skip:focus { left: 1rem; top: 0; z-index: 9999999; padding: .5rem 1rem; background: Canvas; color: LinkText; }
[data-testid="stElementContainer"]:has(.skip) { position: absolute; width: 0; }
.st-key-place { padding-right: 2.5rem; }
.st-key-goals_in_words { min-width: min(30rem, 100vw - 2rem); }
.st-key-place [data-testid="stPageLink"] p { white-space: nowrap; }
.st-key-place > div:has(.st-key-tray, .st-key-drafts) { flex: 0 0 auto; width: auto; }
.st-key-tabs, .st-key-pages { align-items: center; min-height: 2rem; }
.st-key-tabs { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.st-key-tabs [data-testid="stPageLink-NavLink"] { border-radius: .4rem .4rem 0 0; }
.st-key-tabs .evening { white-space: nowrap; }
.st-key-controls [data-testid="stElementContainer"]:has(.stSelectbox) { max-width: 22rem; }
.st-key-head h1 { font-size: 1.6rem; padding: .25rem 0; }
.st-key-head h1:focus { outline: none; }
[data-testid="stSliderThumbValue"] { color: inherit; } /* the color of buttons is too dim for small print in the dark */
@media (max-width: 1150px) {
  .st-key-place { flex-wrap: nowrap; }
  .st-key-place > .st-key-game { flex: 1 1 6rem; min-width: 0; }
  .st-key-place > .st-key-revision { flex: 2 1 8rem; min-width: 0; }
  .st-key-tabs { gap: .25rem; } .st-key-tabs a { padding: 0 .5rem; } .st-key-tabs p { white-space: nowrap; }
  .st-key-tabs span:has(> [data-testid="stIconMaterial"]) { display: none; }
}
@media (max-width: 700px) {
  [data-testid="stMainBlockContainer"] { padding-top: .5rem; }
  .st-key-place { padding-right: 0; gap: .25rem; }
  .st-key-place > :has(> .stSpace) { display: none; }
  :is(.st-key-tray, .st-key-drafts) button { padding: .25rem .4rem; }
  :is(.st-key-tray, .st-key-drafts) button p { font-size: .8rem; }
  :is(.st-key-tray, .st-key-drafts) button span:has(> [data-testid="stIconMaterial"]) { display: none; }
  .st-key-place :is(.st-key-game, .st-key-revision) input { padding-left: .5rem; text-overflow: ellipsis; }
  .st-key-tabs, .st-key-pages { flex-wrap: wrap; gap: .1rem .125rem; min-height: 1.6rem; }
  :is(.st-key-tabs, .st-key-pages) a { padding: 0 .35rem; min-height: 1.6rem; }
  .st-key-pages a { padding: 0 .2rem; }
  .st-key-tabs a.evening { min-height: 1.6rem; font-size: .85rem; }
  .st-key-tabs a.evening::before { display: none; } .st-key-tabs .stHtml { line-height: 1; }
  .st-key-tabs p { font-size: .85rem; } .st-key-pages p { font-size: .8rem; white-space: nowrap; }
  .st-key-pages span:has(> [data-testid="stIconMaterial"]) { display: none; }
  .st-key-place:has(.st-key-game) [data-testid="stPageLink"] a { gap: 0; padding: .25rem; }
  .st-key-place:has(.st-key-game) [data-testid="stPageLink"] p, .stMain:has(.st-key-tabs) .st-key-head > :has(h1) {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
}
</style>"""
"""There is one skip link, ours: Streamlit's leads to the header.

On a phone the tabs take two lines, so that all can be seen; the open one says what the title says.
"""
SKIP = '<a class="skip" href="#content">Skip to the content</a>'
HOME, HELP = "home", "help"
SWITCHED, DRAWN, TURNED = "switched", "drawn", "turned"
LATE_S = 2.0
"""How long after a change of page the browser may still send what a box held on the page before."""


def draw(spec: PageSpec, here: Place | None) -> DeltaGenerator:
    """The header, on pages of a revision with the tabs below it; returns where the badge of drafts is to be."""
    st.html(STYLE + SKIP)
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
            navigation.ways_to_the_table(here.model)
    pages = navigation.of_tab(spec.tab, here.game)
    if len(pages) > 1:
        with st.container(horizontal=True, key="pages", gap="small"):
            for page in pages:
                navigation.link(page.name, page.title, {})
