"""Games of families, begun as *New game* begins them: the form of one, and the table of each."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Server, Tabs, opened
from tests.browser.steady import fits, settled
from tests.browser.test_every_page import broken, resized
from workbench.engine.families import families
from workbench.scenario.files import init_workspace
from workbench.scenario.new_game import new_family_game

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


def test_the_form_is_sound_with_the_rules_that_it_folds(family_server: Server, tabs: Tabs) -> None:
    with tabs.tab(family_server.address, DESK) as page:
        opened(page, f"{family_server.address}/rules?game=my_tricks&revision=default")
        for fold in page.get_by_text("Without effect now").all():
            fold.click()
        assert broken(settled(page)) == []
        resized(page, PHONE)
        fits(page)


def draws_a_move(page: Page, address: str) -> None:
    """The table is drawn after its first move, of dice after their throw."""
    page.goto(address)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text(re.compile("^3 of"))
    assert page.locator(".card, .die").count() > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_its_table_is_drawn_move_by_move(family: str, family_server: Server, tabs: Tabs) -> None:
    with tabs.tab(family_server.address, DESK) as page:
        draws_a_move(page, f"{family_server.address}/table/my_{family}/default?bots=random")
        if family == FAMILIES[-1]:  # one script draws them all
            assert broken(page) == []
