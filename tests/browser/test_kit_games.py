"""Games of one file each, installed from outside, in a browser; every page of each is opened in `tests/app`."""

from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext, expect

from tests.browser.analyzed import analyzed
from tests.browser.conftest import DESK, PHONE, Server, Tabs, opened, with_packages
from tests.browser.steady import moved
from tests.browser.test_every_page import broken
from tests.browser.test_family_games import draws_a_move
from tests.browser.test_play_it import MINE, play_on, tap_a_choice, until
from tests.support.kit import EXAMPLES, install_examples
from workbench.cli import main
from workbench.engine.registry import use_workspace
from workbench.scenario.files import Workspace, init_workspace

pytestmark = pytest.mark.browser

FAMILY = "tavern"
"""A game without code."""
SHORT = "short"
FEW_TRICKS = f'game = "{FAMILY}"\ntitle = "Short"\nparent = "default"\n\n[rules]\ndeals = 1\nhand = 5\n'
"""A revision of it that is soon over."""
MISTAKE = '[data-testid="stException"]'
GAME = "pig"
PAGES = ("home", "rules", "results")
"""Where a game shows most of what its author has written."""


@pytest.fixture(scope="module")
def kit_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("kit")
    init_workspace(root / "games")
    assert (
        CliRunner()
        .invoke(main, ["new-game", FAMILY, "--family", "tricks", "--workspace", str(root / "games")])
        .exit_code
        == 0
    )
    folder = root / "games" / "scenarios" / FAMILY
    folder.mkdir()
    (folder / f"{SHORT}.toml").write_text(FEW_TRICKS)
    site = install_examples(root / "site")
    server = with_packages(site, Workspace(root / "games"))
    yield server
    server.kill()
    use_workspace("")


def test_its_pages_are_sound(kit_server: Server, tabs: Tabs) -> None:
    choices = f"?game={GAME}&revision=default"
    with tabs.tab(kit_server.address, DESK) as page:
        opened(page, f"{kit_server.address}/{choices}")
        for name in PAGES:
            if name != "home":
                moved(page, f"/{name}{choices}")
            assert page.locator(MISTAKE).count() == 0, (name, page.locator(MISTAKE).all_inner_texts())
            assert broken(page) == [], name


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_table_draws_the_game(game: str, kit_server: Server, tabs: Tabs) -> None:
    with tabs.tab(kit_server.address, DESK) as page:
        draws_a_move(page, f"{kit_server.address}/table/{game}/default?bots=random")
        if game == GAME:
            analyzed(page)


@pytest.mark.parametrize(("game", "revision"), [("kuhn_poker", "default"), (FAMILY, SHORT)])
def test_a_person_plays_it_to_the_end(
    game: str, revision: str, kit_server: Server, phone: Callable[[], BrowserContext]
) -> None:
    page = phone().new_page()
    page.goto(f"{kit_server.address}/table/{game}/{revision}/play?play=3")
    page.get_by_label("Name of player 1").fill("Anna")
    for seat in page.locator("select").all()[1:]:
        seat.select_option("random")
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_url("**/play/*")
    until(page, MINE)
    if game != FAMILY:  # its search takes longest to compile
        page.locator("#hint").tap()
        expect(page.locator("#evidence")).not_to_be_empty()
    assert broken(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert play_on(page, tap_a_choice) > 0
    expect(page.locator("#choices .won")).to_be_visible()
