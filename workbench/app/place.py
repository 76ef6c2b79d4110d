"""Where one is: a game and one of its revisions. Every page has it in its address, and every link keeps it.

    /results?game=hitmakers&revision=2021-04-08&against=2020-03-04

The address comes first; where it says nothing, it is where one was last. `against` are the revisions that this one is
held against: its parent, unless others are chosen, or none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.app.services import Revisions, revisions
from workbench.app.widgets import controls
from workbench.engine.game import Game
from workbench.scenario import Scenario
from workbench.scenario.save import slug

GAME, REVISION, AGAINST = "game", "revision", "against"
OLDER = {"start": REVISION, "other": REVISION, "base": AGAINST, "of": GAME}
"""What older addresses call it."""
HERE, VISITED = "place", "visited"
SWITCH = "switch"
"""Where the session keeps a change of page that is under way; whoever goes elsewhere ends it."""


@dataclass(frozen=True)
class Place:
    """A game, its revisions as their files are now, one of them, and those that it is held against.

    The name is empty where there is no revision.
    """

    game: Game
    revisions: Revisions
    revision: str
    against: tuple[str, ...]

    @property
    def model(self) -> Scenario | None:
        """The revision as its file says; None where the game has none."""
        return self.revisions.sound.get(self.revision)

    @property
    def address(self) -> dict[str, Any]:
        """What the address says of it."""
        return address_of(self.game, self.revisions, self.revision, self.against)


def address_of(game: Game, known: Revisions, revision: str, against: Sequence[str]) -> dict[str, Any]:
    """What the address of a page says of a place; what goes without saying is left out."""
    found: dict[str, Any] = {GAME: game.name}
    if revision:
        found[REVISION] = revision
        if tuple(against) != suggested_against(known, revision):
            found[AGAINST] = list(against) or ""
    return found


def here() -> Place:
    """The place of the page that is being drawn."""
    found: Place = st.session_state[HERE]
    return found


def query_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The whole address of a page: the place with what a link asks for."""
    wanted = {OLDER.get(key, key): value for key, value in asked.items()}
    found: Place | None = st.session_state.get(HERE)
    if found is None:
        return wanted
    if wanted.get(GAME, found.game.name) != found.game.name:
        return wanted
    kept = {GAME: found.game.name, REVISION: found.revision}
    return {**(kept if wanted.get(REVISION, found.revision) != found.revision else found.address), **wanted}


def settle(*, written: bool = True, meant: Mapping[str, str] | None = None) -> Place | None:
    """Where one is from now on; None where no game is installed. What the address names wrongly is refused.

    The address is completed where it is `written`: pages that are about no revision keep a short one. What it means in
    another way, as that of a session does, is `meant`.
    """
    _read_older()
    _take(meant or {})
    game = _game()
    if game is None:
        st.session_state.pop(HERE, None)
        return None
    controls.begin_game(game.name)
    known = revisions(game)
    revision = _revision(game, known)
    against = _against(game, known, revision)
    st.session_state[HERE] = found = Place(game, known, revision, against)
    _remember(found)
    if written and not controls.refused_in_address():
        for key, value in found.address.items():
            controls.write(key, value)
    return found


def go(**names: str) -> None:
    """Be at another game or revision from the next run on, on the same page; for callbacks."""
    st.session_state.pop(SWITCH, None)
    if GAME in names:
        for key in list(st.query_params):
            controls.write(key, None)
        controls.write(GAME, names[GAME])
    for key in (REVISION, AGAINST):
        if key in names or REVISION in names:
            controls.write(key, names.get(key))


def suggested_against(known: Revisions, revision: str) -> tuple[str, ...]:
    """What a revision is held against at first: its parent, if it has one."""
    scenario = known.sound.get(revision)
    return (str(scenario.parent),) if scenario and scenario.parent in known.sound else ()


def _read_older() -> None:
    """Read the names that older addresses use. Of two revisions, the one that was compared is the place."""
    for older, key in OLDER.items():
        if older in st.query_params:
            value = st.query_params[older]
            del st.query_params[older]
            if key not in st.query_params and value:
                st.query_params[key] = value


def _take(meant: Mapping[str, str]) -> None:
    """Be at the place that is meant, as far as it is still there."""
    if meant.get(GAME) not in controls.game_titles():
        return
    game = controls.game_named(meant[GAME])
    controls.write(GAME, game.name)
    if meant.get(REVISION) in revisions(game).sound:
        controls.write(REVISION, meant[REVISION])


def _visited() -> dict[Any, Any]:
    """Where one was last: the game, the revision of each game, what each revision was held against."""
    found: dict[Any, Any] = st.session_state.setdefault(VISITED, {})
    return found


def _game() -> Game | None:
    titles = controls.game_titles()
    if not titles:
        return None
    named = {title: name for name, title in titles.items()}
    text = controls.given(GAME)
    controls.check_address(GAME, "Game", [*titles, *named], list(named))
    name = text if text in titles else named.get(text) or _visited().get(GAME, "")
    return controls.game_named(name if name in titles else next(iter(titles)))


def _revision(game: Game, known: Revisions) -> str:
    text = controls.given(REVISION)
    _check(REVISION, "Revision", known)
    last = _visited().get((REVISION, game.name), "")
    return next((name for name in (text, last) if name in known.sound), known.leading)


def _against(game: Game, known: Revisions, revision: str) -> tuple[str, ...]:
    _check(AGAINST, "Compared with", known)
    suggested = suggested_against(known, revision)
    last = _visited().get((AGAINST, game.name, revision), suggested)
    asked = st.query_params.get_all(AGAINST) if AGAINST in st.query_params else last
    found = tuple(name for name in dict.fromkeys(asked) if name in known.sound and name != revision)
    return found if found or "" in asked or not asked else suggested


def _check(key: str, label: str, known: Revisions) -> None:
    """Refuse an unknown revision, unless its game is not known either."""
    if not any(each.place == "Game" for each in controls.refused_in_address()):
        controls.check_address(key, label, known.names, known.names)


def _remember(found: Place) -> None:
    visited = _visited()
    visited[GAME] = found.game.name
    visited[REVISION, found.game.name] = found.revision
    visited[AGAINST, found.game.name, found.revision] = found.against


def named(known: Revisions, name: str) -> str:
    """A revision as lists show it: its title, and its name where that says more."""
    scenario = known.sound.get(name)
    title = scenario.title if scenario else ""
    return f"{title} · {name}" if title and name not in (title, slug(title)) else title or name
