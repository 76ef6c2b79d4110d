"""A designer's own game, from its file to the page: trusted, edited beside the open dashboard, and loaded anew."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, Server, Tabs, opened
from tests.support.workspace_games import PIG, write_game
from workbench.scenario.files import init_workspace

pytestmark = pytest.mark.browser


@pytest.fixture
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace, _ = init_workspace(tmp_path_factory.mktemp("own") / "studio")
    write_game(workspace.root, "pig")
    server = Server(workspace)
    yield server
    server.kill()


def test_a_game_is_trusted_and_follows_its_file_without_a_click(studio: Server, tabs: Tabs) -> None:
    file = studio.workspace.root / "games" / "pig" / "game.py"
    with tabs.tab(studio.address, DESK) as page:
        opened(page, studio.address)
        page.get_by_role("button", name="load it").click()
        expect(page.get_by_role("heading", name="Pig")).to_be_visible()
        file.write_text(PIG.replace('title="Pig"', 'title="Sow"'))
        expect(page.get_by_role("heading", name="Sow")).to_be_visible()
        expect(page.get_by_role("heading", name="Hitmakers")).to_be_visible()
