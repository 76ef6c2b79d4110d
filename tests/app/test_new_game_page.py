"""New game: from a family to the rules form of a game of one's own."""

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.jobs.queue import Jobs
from workbench.engine.families import FILE, families, read_game
from workbench.scenario.files import Workspace

__all__ = ["no_games_of_a_workspace_afterwards"]


def test_a_game_begins_with_a_family_a_name_and_players(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("new_game", family="press", preset="farkle", title="Über Farkle!", players="3")
    assert not page.exception and "# Über Farkle!" in text(page) and "set aside" in text(page)
    page.button(key="begin").click().run()
    game = read_game("uber_farkle", workspace.root / "games" / "uber_farkle" / FILE)
    assert (game.title, game.parameters["players"].default) == ("Über Farkle!", 3)
    assert not page.exception and page.title[0].value == "Rules & goals"


def test_a_second_game_of_the_same_name_gets_a_folder_of_its_own(open_page: OpenPage, workspace: Workspace) -> None:
    for _ in range(2):
        open_page("new_game", title="Sows").button(key="begin").click().run()
    assert sorted(folder.name for folder in (workspace.root / "games").iterdir()) == ["sows", "sows_2"]


def test_players_that_the_family_does_not_seat_are_refused(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("new_game", family="press", players="40")
    page.button(key="begin").click().run()
    assert "at most 8" in page.error[0].value and not (workspace.root / "games").exists()


@pytest.mark.parametrize("family", families())
def test_every_family_shows_its_games(open_page: OpenPage, family: str) -> None:
    page = open_page("new_game", family=family)
    assert not page.exception
    assert [radio.options for radio in page.radio] == [[preset.title for preset in families()[family].presets]]


def test_the_code_of_a_family_is_compiled_while_its_game_is_chosen(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(Jobs, "warm_up_family", lambda jobs, family: prepared.append(family.name))
    open_page("new_game")
    assert not prepared  # somebody may choose another family
    open_page("new_game", family="tricks")
    assert prepared == ["tricks"]
