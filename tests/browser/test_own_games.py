"""A designer's own game, from its file to the page: trusted, edited beside the open dashboard, and loaded anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.analyzed import sound_down_to_a_phone
from tests.browser.conftest import DESK, Server, Tabs, opened
from tests.kit import caravan
from tests.support.workspace_games import PIG, write_game
from workbench.scenario.files import init_workspace

pytestmark = pytest.mark.browser


@pytest.fixture
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace, _ = init_workspace(tmp_path_factory.mktemp("own") / "studio")
    server = Server(workspace)
    yield server
    server.kill()


def test_a_game_is_trusted_and_follows_its_file_without_a_click(studio: Server, tabs: Tabs) -> None:
    file = write_game(studio.workspace.root, "pig")
    with tabs.tab(studio.address, DESK) as page:
        opened(page, studio.address)
        page.get_by_role("button", name="load it").click()
        expect(page.get_by_role("heading", name="Pig")).to_be_visible()
        file.write_text(PIG.replace('title="Pig"', 'title="Sow"'))
        expect(page.get_by_role("heading", name="Sow")).to_be_visible()
        expect(page.get_by_role("heading", name="Hitmakers")).to_be_visible()


def test_pools_and_a_track_lie_on_the_table_of_a_play(studio: Server, tabs: Tabs) -> None:
    write_game(studio.workspace.root, "caravan", Path(caravan.__file__).read_text("utf-8"))
    with tabs.tab(studio.address, DESK) as page:
        opened(page, studio.address)
        page.get_by_role("button", name="load it").click()
        expect(page.get_by_role("heading", name="Caravan")).to_be_visible()
        page.goto(f"{studio.address}/table/caravan/default?bots=random")
        track = page.locator(".zone[data-look=track]")
        expect(track.locator(".space")).to_have_count(21)
        assert track.locator(".space").first.inner_text().split() == ["0", "1", "2"], "both markers, by player"
        expect(page.locator(".token")).to_have_text(["4", "3", "3"])
        page.keyboard.press("End")
        expect(track.get_by_label("on 20")).to_have_count(1)
        assert sum(map(int, page.locator(".token").all_inner_texts())) == 10
        sound_down_to_a_phone(page)
