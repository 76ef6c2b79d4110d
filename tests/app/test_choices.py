"""What the controls hold: games by their titles, and suggestions that fit the game."""

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from tests.app.conftest import OpenPage
from tests.support.evenings import evenings
from workbench.app.place import game_titles
from workbench.engine.registry import games
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace

GONE = "A title that is gone"


def switch(page: AppTest, game: str) -> AppTest:
    """Choose another game by hand."""
    page.selectbox(key="game").set_value(game).run()
    assert not page.exception
    return page


@pytest.mark.parametrize("name", ["trickster", "Trickster"])
def test_a_link_may_name_a_game_or_say_its_title_and_does_not_hold_on_to_it(open_page: OpenPage, name: str) -> None:
    page = open_page("results", game=name, revision="no-moon", plays=300)
    assert page.selectbox(key="game").value == "trickster"
    assert page.selectbox(key="revision").value == "no-moon"
    assert page.number_input(key="plays").value == 300
    assert list(page.selectbox(key="game").options) == [game.title for game in games().values()]
    assert switch(page, "hitmakers").run().selectbox(key="game").value == "hitmakers"


def test_games_of_one_title_are_told_apart_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    one = games()["hitmakers"]
    monkeypatch.setattr("workbench.app.place.games", lambda: {"a": one, "b": one})
    assert game_titles() == {"a": "a", "b": "b"}


@pytest.mark.parametrize("name", ["results", "reality"])
def test_another_game_gets_suggestions_of_its_own(open_page: OpenPage, workspace: Workspace, name: str) -> None:
    page = switch(
        open_page(name, game="hitmakers", revision="2020-03-04", plays=77, seed=9, bots="random"), "trickster"
    )
    assert not page.error
    values = {box.key: box.value for box in (*page.selectbox, *page.number_input)}
    scenario = load_scenario(workspace, f"trickster/{values['revision']}")
    usual = {"seed": scenario.seed, "plays": scenario.plays, "bots": scenario.bots[0]}
    assert all(values.get(key, value) == value for key, value in usual.items())


UNKNOWN = {
    "rules": ("revision",),
    "cards": ("revision", "card_list"),
    "results": ("against", "revision", "bots", "also", "plays", "seed"),
    "reality": ("revision", "at", "bots", "plays", "seed"),
    "sessions": ("versions", "newcomers", "status"),
}
"""Every choice that an address can carry beside the game, by page; for pages of studies see `test_study_model`."""


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("name", UNKNOWN)
def test_what_an_address_says_wrongly_is_left_out_with_a_word(
    open_page: OpenPage, workspace: Workspace, name: str
) -> None:
    if name == "sessions":
        evenings(workspace, 2)
    game = "showbiz_shuffle" if name == "cards" else "hitmakers"
    page = open_page(name, **{"game": game, **dict.fromkeys(UNKNOWN[name], "mistyped")})
    assert not page.exception and not page.error
    assert len({toast.value for toast in page.toast}) == len(UNKNOWN[name]), "a word for each"
    assert all("= mistyped in the address is ignored" in toast.value for toast in page.toast)
    assert "mistyped" not in str(page.query_params)


def test_the_nearest_name_is_told(open_page: OpenPage) -> None:
    [toast] = open_page("results", game="trickster", revision="no-moons").toast
    assert "did you mean no-moon?" in toast.value.replace("\\", "")


def test_another_game_chosen_by_hand_is_no_mistake_of_the_address(open_page: OpenPage) -> None:
    page = open_page("ladder", game="hitmakers", revision="2020-03-04", top="100")
    assert not switch(page, "trickster").toast


PLACE = Selectbox.index.fget


def place_in(box: Selectbox[str]) -> int | None:
    """The place of what a box holds; a label that is gone comes last."""
    return -1 if box.value == GONE else PLACE(box)


def test_a_label_that_no_option_has_any_more_changes_nothing(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser sends labels; where the options have changed since, it may send one that is gone."""
    page = open_page("results", game="trickster", revision="no-moon")
    for key in ("game", "revision", "bots"):
        box = page.selectbox(key=key)
        before = box.value
        box.options.append(GONE)
        with monkeypatch.context() as patch:
            patch.setattr(type(box), "index", property(place_in))
            box.set_value(GONE).run()
        assert not page.exception
        assert page.selectbox(key=key).value == before
        assert not page.toast, "nothing is wrong with the address"
