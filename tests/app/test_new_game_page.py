"""New game: from a family to the rules form of a game of one's own."""

from functools import partial

import pytest

from tests.app.conftest import OpenPage, Session
from tests.app.reading import text
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app import address
from workbench.app.jobs.queue import Jobs
from workbench.app.pages import new_game
from workbench.engine import registry
from workbench.engine.families import FILE, families, read_game
from workbench.kit.examples import KINDS
from workbench.scenario.files import Workspace
from workbench.scenario.new_game import new_family_game

__all__ = ["no_games_of_a_workspace_afterwards"]

pytestmark = pytest.mark.usefixtures("store")


def test_a_game_begins_with_a_family_a_name_and_players(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("new_game", family="press", preset="farkle", title="Über Farkle!", players="3")
    assert [radio.options for radio in page.radio] == [[preset.title for preset in families()["press"].presets]]
    assert not page.exception and "# Über Farkle!" in text(page) and "set aside" in text(page)
    page.button(key="begin").click().run()
    game = read_game("uber_farkle", workspace.root / "games" / "uber_farkle" / FILE)
    assert (game.title, game.parameters["players"].default) == ("Über Farkle!", 3)
    assert not page.exception and page.title[0].value == "Rules & goals"


@pytest.mark.parametrize("name", families())
def test_every_family_begins_with_each_of_its_games_by_a_name_that_is_free(
    session: Session, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("streamlit.switch_page", lambda page, query_params: None)
    family = families()[name]
    for preset in family.presets:
        players = int(str(preset.rules.get("players", family.game.parameters["players"].default)))
        about = {"family": name, "preset": preset.name, "title": "Sows"}
        new_game._begin("Sows", partial(new_family_game, **about, players=players))
    names = sorted(folder.name for folder in (workspace.root / "games").iterdir())
    assert names == sorted(["sows", *(f"sows_{number}" for number in range(2, len(family.presets) + 1))])
    assert address.now().page == "rules" and address.now().read("game") in names


def test_the_code_of_a_family_is_compiled_while_its_game_is_chosen(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(Jobs, "warm_up_family", lambda jobs, family: prepared.append(family.name))
    open_page("new_game")
    assert not prepared  # somebody may choose another family
    open_page("new_game", family="tricks")
    assert prepared == ["tricks"]


def test_a_game_in_code_is_seen_with_its_table_and_begun_by_a_name(open_page: OpenPage, workspace: Workspace) -> None:
    for kind, example in KINDS.items():
        page = open_page("new_game", family=new_game.CODE, preset=kind, title='The "best"')
        assert not page.exception and f"# {example.game.title}" in text(page)
        caption = page.radio[0].proto.captions[list(KINDS).index(kind)]
        assert example.mechanisms in caption and caption.endswith(f" {example.lines} lines")
        assert any('<div class="example">' in html.proto.body and 'class="zone"' in html.proto.body
                   for html in page.get("html"))  # fmt: skip
    page.button(key="begin").click().run()
    assert not page.exception and page.title[0].value == "Rules & goals"
    assert registry.games()["the_best"].title == 'The "best"'
