"""Where one is: a game and one of its revisions. Every page has it in its address, and every link keeps it.

    /results?game=hitmakers&revision=2021-04-08&against=2020-03-04

Where the address names no game or no revision, it is where one was last. `against` are the revisions that this one is
held against: its parent, unless others are chosen, or none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from workbench.app import address
from workbench.app.services import Revisions, revisions, services, with_drafts
from workbench.engine.game import Game
from workbench.engine.registry import games
from workbench.scenario import Scenario
from workbench.scenario.drafts import MARK, StoredDraft, draft_named
from workbench.scenario.save import slug
from workbench.studies.registry import page_studies

GAME, REVISION, AGAINST, DRAFT = "game", "revision", "against", "draft"
HERE, VISITED = "place", "visited"


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
    def address(self) -> dict[str, object]:
        """The place as the address has it."""
        return address_of(self.game, self.revisions, self.revision, self.against)


def address_of(game: Game, siblings: Revisions, revision: str, against: Sequence[str]) -> dict[str, object]:
    """A place as the address of a page has it; what goes without saying is left out."""
    query: dict[str, object] = {GAME: game.name}
    if revision:
        query[REVISION] = revision
        if tuple(against) != suggested_against(siblings, revision):
            query[AGAINST] = list(against) or ""
    return query


def here() -> Place:
    """The place of the page that is being drawn."""
    place: Place = st.session_state[HERE]
    return place


def query_of(choices: Mapping[str, object]) -> dict[str, object]:
    """The whole address of a page: the place with what a link asks for."""
    query, now = dict(choices), st.session_state.get(HERE)
    if now and query.get(GAME, now.game.name) == now.game.name:
        query = {GAME: now.game.name, REVISION: now.revision, **query}
    return {**_last_against(query.get(GAME), query.get(REVISION)), **query}


def settle() -> Place | None:
    """Where one is from now on; None where no game is installed. The address is completed."""
    game = _game()
    if game is None:
        st.session_state.pop(HERE, None)
        return None
    address.now().game = game.name
    takes_drafts = address.now().page != "revisions" and any(
        study.page == address.now().page for study in page_studies().values()
    )
    siblings = with_drafts(game) if takes_drafts else revisions(game)

    # a page that takes no drafts is at the revision of the one in the address, with the draft in its forms
    def draft_of(name: str) -> StoredDraft | None:
        return None if name in siblings.sound else draft_named(services().workspace, f"{game.name}/{name}")

    if draft := draft_of(address.now().read(REVISION)):
        address.write(DRAFT, draft.id)
        address.write(REVISION, draft.revision)
    others = address.now().read_all(AGAINST)
    if any(map(draft_of, others)):
        address.write(AGAINST, [name for name in others if not draft_of(name)] or None)
    revision = _revision(game, siblings)
    against = _against(siblings, revision)
    st.session_state[HERE] = place = Place(game, siblings, revision, against)
    visited = _visited()
    visited[GAME] = place.game.name
    visited[REVISION, place.game.name] = place.revision
    visited[AGAINST, place.game.name, place.revision] = place.address.get(AGAINST)
    for key in (GAME, REVISION, AGAINST):
        address.write(key, place.address.get(key))
    return place


def go(**names: object) -> None:
    """Be at another game or revision from the next run on, on the same page; for callbacks."""
    game = names.get(GAME)
    if game:
        address.now().choices.clear()
        names = {**address.now().last_choices(address.now().page, str(game)), **names}
    if REVISION in names:
        names = {AGAINST: None, **_last_against(game or here().game.name, names[REVISION]), **names}
    for key, value in names.items():
        address.write(key, value)


def suggested_against(siblings: Revisions, revision: str) -> tuple[str, ...]:
    """The revisions that one is held against at first: its parent, if it has one."""
    scenario = siblings.sound.get(revision)
    return (str(scenario.parent),) if scenario and scenario.parent in siblings.sound else ()


def _visited() -> dict[object, object]:
    """Where one was last: the game, the revision of each game, what each revision was held against."""
    visited: dict[object, object] = st.session_state.setdefault(VISITED, {})
    return visited


def game_titles() -> dict[str, str]:
    """The label of each game in the header: its title, or its name where two have the same."""
    titles = [game.title for game in games().values()]
    return {name: name if titles.count(game.title) > 1 else game.title for name, game in games().items()}


def _game() -> Game | None:
    titles = game_titles()
    if not titles:
        return None
    named = {title: name for name, title in titles.items()}
    address.now().check(GAME, "Game", [*titles, *named], list(named))
    text = address.now().read(GAME)
    name = text if text in titles else named.get(text) or _visited().get(GAME, "")
    return games()[name if name in titles else next(iter(titles))]


def _revision(game: Game, siblings: Revisions) -> str:
    address.now().check(REVISION, "Revision", siblings.names)
    text = address.now().read(REVISION)
    last = str(_visited().get((REVISION, game.name), "")).partition(MARK)[0] if not text else ""
    return next((name for name in (text, last) if name in siblings.sound), siblings.leading)


def _against(siblings: Revisions, revision: str) -> tuple[str, ...]:
    address.now().check(AGAINST, "Compared with", siblings.names)
    suggested = suggested_against(siblings, revision)
    names = address.now().read_all(AGAINST) if address.now().has(AGAINST) else suggested
    others = tuple(name for name in dict.fromkeys(names) if name in siblings.sound and name != revision)
    return others if others or "" in names or not names else suggested


def _last_against(game: object, revision: object) -> dict[str, object]:
    """The address's choice when a revision was last held against other than its parent; empty where it was not."""
    last = _visited().get((AGAINST, game, revision))
    return {} if last is None else {AGAINST: last}


def named(siblings: Revisions, name: str) -> str:
    """A revision as lists show it: its title, and its name where that says more."""
    scenario = siblings.sound.get(name)
    title = scenario.title if scenario else ""
    return f"{title} · {name}" if title and name not in (title, slug(title)) else title or name
