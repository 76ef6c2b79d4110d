"""The page New game: a family or the kit's games in code, one of them to begin from, a name and players; then its rules
form opens.
"""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, navigation
from workbench.app.services import services
from workbench.app.widgets import controls, messages
from workbench.app.widgets.scripts import MAIN_ACTION
from workbench.app.widgets.text import literal, smaller_headings
from workbench.engine.families import LONGEST, Family, families
from workbench.engine.parameters import Whole, complete
from workbench.kit.examples import KINDS
from workbench.report.example_round import table_halfway
from workbench.report.rulebook import render_rulebook
from workbench.scenario.files import DEFAULT, Workspace
from workbench.scenario.new_game import free_name, new_family_game, new_game

FAMILY, PRESET, TITLE, PLAYERS = "family", "preset", "title", "players"
CODE = "code"
IN_CODE = {"page": "newgame"}


def show() -> None:
    """The form on one side, and on the other the rulebook that follows from it."""
    form, book = st.columns(2, gap="large")
    with form:
        family = _family()
        if family is None:
            _in_code(book)
            return
        there = {preset.name: preset for preset in family.presets}
        titles = {name: preset.title for name, preset in there.items()}
        preset = there[_chosen([*there], titles, [literal(preset.summary) for preset in family.presets])]
        if address.now().read(FAMILY):
            services().jobs.warm_up_family(family)
        title, rule = _title(preset.title), family.game.parameters["players"]
        assert isinstance(rule, Whole)
        players = address.now().held_number(PLAYERS, "Players", int(str(preset.rules.get("players", rule.default))))
        controls.number(None, f"Players · {rule.low}–{rule.high}", PLAYERS, players)
        begun = _button()
        st.caption("Its rules open next, each with what it may be. The game is a small file, and no code.")
    rules = complete(family.game.parameters, {**preset.rules, "players": players})
    _rulebook(book, render_rulebook(family.variant(preset.name, title, preset), rules))
    if begun:
        _begin(title, partial(new_family_game, family=family.name, preset=preset.name, title=title, players=players))


def _in_code(book: DeltaGenerator) -> None:
    """A game in code: one of the kit's to begin from, with its mechanisms, its length, and the table in mid-play."""
    captions = [literal(f"{example.mechanisms} · {example.lines} lines") for example in KINDS.values()]
    kind = _chosen([*KINDS], {kind: example.game.title for kind, example in KINDS.items()}, captions)
    game = KINDS[kind].game
    title, begun = _title(game.title), _button()
    st.caption("It can be played at once. Its rules open next; its code is one file, `game.py`, which you change.")
    navigation.link("help", "How such a file comes about", IN_CODE)
    with book:
        st.markdown("## Its table", anchors=False)
        st.html(_table(kind))
    _rulebook(book, render_rulebook(game, complete(game.parameters, {})))
    if begun:
        _begin(title, partial(new_game, kind=kind, title=title))


@st.cache_data(show_spinner=False)
def _table(kind: str) -> str:
    return table_halfway(KINDS[kind].game)


def _button() -> bool:
    with st.container(key=MAIN_ACTION):
        return st.button("Begin this game", type="primary", icon=":material/add:", key="begin")


def _rulebook(book: DeltaGenerator, text: str) -> None:
    book.markdown("## Its rulebook", anchors=False)
    with book, st.container(border=True, height=640, key="rulebook"):
        st.markdown(smaller_headings(text))


def _begin(title: str, make: Callable[[Workspace, str], object]) -> None:
    """Have a game made under a free name, and open its rules."""
    with messages.failures_in_words():
        workspace = services().workspace
        name = free_name(workspace, title)
        make(workspace, name)
        navigation.go("rules", {"game": name, "revision": DEFAULT})


def _family() -> Family | None:
    """The family; None for a game in code."""
    there = families()
    titles = {name: family.title for name, family in there.items()} | {CODE: "In code"}
    held = controls.option(FAMILY, "Family", [*titles], "", titles, partial(address.forget, PRESET, PLAYERS))
    name = st.pills("Family", [*titles], required=True, wrap=True, format_func=titles.__getitem__, **held)
    family = there.get(name or next(iter(there)))
    st.caption(literal(family.game.summary) if family else "What no family has: whole games in one file of code each.")
    return family


def _chosen(names: list[str], titles: Mapping[str, str], captions: list[str]) -> str:
    held = controls.option(PRESET, "Begin from", names, "", titles, partial(address.forget, PLAYERS))
    return st.radio("Begin from", names, format_func=titles.__getitem__, captions=captions, **held)


def _title(beginning: str) -> str:
    """The name typed in; until there is one, that of the game from which it begins."""
    usual, held = f"{beginning} of mine", controls.holding(TITLE, address.now().held(TITLE, "", str))
    return st.text_input("Name", placeholder=usual, max_chars=LONGEST["title"], **held).strip() or usual
