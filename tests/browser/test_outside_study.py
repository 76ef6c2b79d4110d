"""A study that an installed package brings, as a person meets it: its page, its answer, its files, its history."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, Server, Tabs, opened, with_packages
from tests.browser.steady import click, fits, settled
from tests.support.outside import STUDY, install_study
from workbench.scenario.files import Workspace, init_workspace

pytestmark = pytest.mark.browser

PLACE = f"/{STUDY}?game=trickster&revision=prototype-a&bots=random&plays=300&after=2"
HEADLINE = "Who leads alone after round 2 wins"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("outside")
    init_workspace(root / "games")
    site = install_study(root / "site")
    server = with_packages(site, Workspace(root / "games"))
    yield server
    server.kill()


def test_it_is_asked_on_its_page_and_found_again_in_the_history(outside: Server, tabs: Tabs, tmp_path: Path) -> None:
    with tabs.tab(outside.address, DESK) as page:
        opened(page, outside.address + "/quality?game=trickster&revision=prototype-a")
        click(page.get_by_role("link", name="First leader"))
        page.get_by_text("What is an early lead worth?").wait_for()
        opened(page, outside.address + PLACE)
        click(page.get_by_role("button", name="Quick look"))
        page.get_by_role("heading", name=HEADLINE).wait_for()
        check_downloads(page, tmp_path)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        fits(settled(page))
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        opened(page, outside.address + "/history")
        click(page.get_by_role("link", name="First leader of Prototype A"))
        page.get_by_role("heading", name=HEADLINE).wait_for()
        assert "after=2" in page.url and f"/{STUDY}" in page.url


def check_downloads(page: Page, folder: Path) -> None:
    """Each file can be taken away, and says what the page says."""
    for label in ("Table as CSV", "All figures as JSON", "Report as HTML", "Markdown"):
        with page.expect_download() as download:
            click(page.get_by_role("button", name=label))
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        assert (HEADLINE if path.suffix != ".csv" else "after,wins,low,high,n,revision,seed") in path.read_text()
