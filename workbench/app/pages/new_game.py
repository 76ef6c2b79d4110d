"""The page New game: a family, one of its games to begin from, a name and players; then its rules form opens."""

from functools import partial

import streamlit as st

from workbench.app import address, navigation
from workbench.app.services import services
from workbench.app.widgets import controls, messages
from workbench.app.widgets.scripts import MAIN_ACTION
from workbench.app.widgets.text import literal, smaller_headings
from workbench.engine.families import LONGEST, Family, Preset, families
from workbench.engine.parameters import Whole, complete
from workbench.report.rulebook import render_rulebook
from workbench.scenario.files import DEFAULT
from workbench.scenario.new_game import free_name, new_family_game

FAMILY, PRESET, TITLE, PLAYERS = "family", "preset", "title", "players"
IN_CODE = {"page": "newgame"}


def show() -> None:
    """The form on one side, and on the other the rulebook that follows from it."""
    form, book = st.columns(2, gap="large")
    with form:
        family = _family()
        preset = _preset(family)
        if address.now().read(FAMILY):
            services().jobs.warm_up_family(family)
        title, players = _title(preset), _players(family, preset)
        with st.container(key=MAIN_ACTION):
            begun = st.button("Begin this game", type="primary", icon=":material/add:", key="begin")
        st.caption("Its rules open next, each with what it may be. The game is a small file, and no code.")
        navigation.link("help", "A game that no family has, in one file of code", IN_CODE)
    book.markdown("## Its rulebook", anchors=False)
    with book, st.container(border=True, height=640, key="rulebook"):
        rules = complete(family.game.parameters, {**preset.rules, "players": players})
        st.markdown(smaller_headings(render_rulebook(family.variant(preset.name, title, preset), rules)))
    if begun:
        with messages.failures_in_words():
            _begin(family, preset, title, players)


def _begin(family: Family, preset: Preset, title: str, players: int) -> None:
    workspace = services().workspace
    name = free_name(workspace, title)
    new_family_game(workspace, name, family.name, preset.name, title, players)
    navigation.go("rules", {"game": name, "revision": DEFAULT})


def _family() -> Family:
    there = families()
    titles = {name: family.title for name, family in there.items()}
    held = controls.option(FAMILY, "Family", [*there], "", titles, partial(address.forget, PRESET, PLAYERS))
    name = st.pills("Family", [*there], required=True, wrap=True, format_func=titles.__getitem__, **held)
    family = there[name or next(iter(there))]
    st.caption(literal(family.game.summary))
    return family


def _preset(family: Family) -> Preset:
    there = {preset.name: preset for preset in family.presets}
    titles = {name: preset.title for name, preset in there.items()}
    captions = [literal(preset.summary) for preset in family.presets]
    held = controls.option(PRESET, "Begin from", [*there], "", titles, partial(address.forget, PLAYERS))
    return there[st.radio("Begin from", [*there], format_func=titles.__getitem__, captions=captions, **held)]


def _title(preset: Preset) -> str:
    """The name typed in; until there is one, the preset's."""
    usual, held = f"{preset.title} of mine", controls.holding(TITLE, address.now().held(TITLE, "", str))
    return st.text_input("Name", placeholder=usual, max_chars=LONGEST["title"], **held).strip() or usual


def _players(family: Family, preset: Preset) -> int:
    rule = family.game.parameters["players"]
    assert isinstance(rule, Whole)
    value = address.now().held_number(PLAYERS, "Players", int(str(preset.rules.get("players", rule.default))))
    controls.number(None, f"Players · {rule.low}–{rule.high}", PLAYERS, value)
    return value
