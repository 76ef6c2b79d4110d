"""A game of each family, begun as *New game* begins it: its form, its table, and by turns the other pages."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Server, Tabs, opened
from tests.browser.steady import fits, moved, settled
from tests.browser.test_every_page import broken, resized
from tests.browser.test_kit_games import MISTAKE
from workbench.app.navigation import PAGES
from workbench.engine.families import families
from workbench.scenario.family_game import new_family_game
from workbench.scenario.files import init_workspace

pytestmark = pytest.mark.browser

FAMILIES = list(families())


@pytest.fixture(scope="module")
def family_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace, _ = init_workspace(tmp_path_factory.mktemp("families") / "studio")
    for name, family in families().items():
        new_family_game(workspace, f"my_{name}", name, family.presets[-1].name, f"My {name}")
    server = Server(workspace)
    yield server
    server.kill()


@pytest.mark.parametrize("family", FAMILIES)
def test_the_form_folds_what_has_no_effect_and_other_pages_have_the_game(
    family: str, family_server: Server, tabs: Tabs
) -> None:
    choices = f"?game=my_{family}&revision=default"
    with tabs.tab(family_server.address, DESK) as page:
        opened(page, f"{family_server.address}/rules{choices}")
        assert broken(page) == []
        for fold in page.get_by_text("Without effect now").all():
            fold.click()
        assert broken(settled(page)) == []
        resized(page, PHONE)
        fits(page)
        resized(page, DESK)
        for spec in PAGES[FAMILIES.index(family) :: len(FAMILIES)]:
            moved(page, f"/{'' if spec.name == 'home' else spec.name}{choices}")
            assert page.locator(MISTAKE).count() == 0, (spec.name, page.locator(MISTAKE).all_inner_texts())


@pytest.mark.parametrize("family", FAMILIES)
def test_its_table_is_drawn_move_by_move(family: str, family_server: Server, tabs: Tabs) -> None:
    with tabs.tab(family_server.address, DESK) as page:
        page.goto(f"{family_server.address}/table/my_{family}/default?bots=random")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text(re.compile("^2 of"))
        assert page.locator(".card, .die").count() > 0
        assert broken(page) == []
