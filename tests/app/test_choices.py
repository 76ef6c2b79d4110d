"""What the controls hold: games by their titles, and suggestions that fit the game."""

from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from workbench.app import navigation
from workbench.app.controls import game_titles
from workbench.engine.registry import games
from workbench.study.scenario import load_scenario
from workbench.study.workspace import Workspace

OTHERWISE = ("games", "decks", "sessions", "exchange")
BY_GAME = [spec.name for spec in navigation.PAGES if spec.name not in OTHERWISE]
"""Pages on which one game is chosen; where a game has no cards, Decks has nothing else to choose."""


def switch(page: AppTest, game: str) -> AppTest:
    """Choose another game by hand."""
    page.selectbox(key="game").set_value(game).run()
    assert not page.exception
    return page


@pytest.mark.parametrize("given", ["trickster", "Trickster"])
def test_a_link_may_name_a_game_or_say_its_title(open_page: OpenPage, given: str) -> None:
    page = open_page("run", game=given, revision="no-moon", plays=300)
    assert page.selectbox(key="game").value == "trickster"
    assert page.selectbox(key="revision").value == "no-moon"
    assert page.number_input(key="plays").value == 300
    assert page.query_params["game"] == "Trickster"
    assert list(page.selectbox(key="game").options) == [game.title for game in games().values()]


def test_a_name_in_the_link_does_not_hold_on_to_the_control(open_page: OpenPage) -> None:
    page = switch(open_page("run", game="trickster"), "hitmakers")
    assert page.selectbox(key="game").value == "hitmakers"
    assert page.run().selectbox(key="game").value == "hitmakers"


def test_links_carry_the_title(open_page: OpenPage) -> None:
    assert {query["game"] for query in map(dict, _queries(open_page("games")))} == set(game_titles().values())


def _queries(page: AppTest) -> list[list[tuple[str, str]]]:
    found = (parse_qsl(link.proto.query_string) for link in page.get("page_link"))
    return [query for query in found if query]


def test_games_of_one_title_are_told_apart_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    one = games()["hitmakers"]
    monkeypatch.setattr("workbench.app.controls.games", lambda: {"a": one, "b": one})
    assert game_titles() == {"a": "a", "b": "b"}


@pytest.mark.parametrize("name", BY_GAME)
@pytest.mark.parametrize("game", ["trickster", "showbiz_shuffle"])
def test_another_game_gets_suggestions_of_its_own(
    open_page: OpenPage, workspace: Workspace, name: str, game: str
) -> None:
    page = open_page(name, game="hitmakers", revision="2020-03-04", start="2020-03-04", plays=77, seed=9, bots="random")
    page = switch(page, game)
    assert not page.error
    shown = {box.key: box.value for box in (*page.selectbox, *page.number_input)}
    revision = shown.get("revision") or shown.get("start") or shown.get("other")
    if revision is not None:
        scenario = load_scenario(workspace, f"{game}/{revision}")
        assert shown.get("seed", scenario.seed) == scenario.seed
        assert shown.get("plays", scenario.plays) == scenario.plays
        assert shown.get("bots", scenario.bots[0]) == scenario.bots[0]
