"""A live session of one scenario of each game in a real browser: begun, scored on a phone, a moment, ended, seen.

Every scenario, and every format of its sessions, is in `tests/app/test_every_game_live.py`.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Server, opened
from tests.browser.steady import click, fits, moved, settled
from tests.browser.test_every_page import resized
from tests.browser.test_host import scores
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser
GAMES = {
    "hitmakers": "four-players",
    "hollywood_1947": "justice-served",
    "showbiz_shuffle": "kinder-biz",
    "trickster": "higher-limit",
}
CHIPS = {"hitmakers": ("3",), "showbiz_shuffle": ("ten more", "2"), "trickster": ("ten more", "2")}
POINTS = {"hitmakers": 3, "showbiz_shuffle": 12, "trickster": 12}
"""What is tapped for the first score, and what it comes to."""


@pytest.fixture
def page(shared: Page, server: Server, request: pytest.FixtureRequest) -> Page:
    """That tab; opened anew where a test is repeated."""
    return opened(shared, server.address) if request.node.execution_count > 1 else shared


@pytest.mark.parametrize("game", GAMES)
def test_it_is_scored_and_ended(page: Page, server: Server, workspace: Workspace, game: str) -> None:
    scenario = load_scenario(workspace, f"{game}/{GAMES[game]}")
    resized(page, DESK)
    begin(moved(page, f"/live?game={game}&revision={GAMES[game]}"), scenario.players)
    resized(page, PHONE)
    score(page, game)
    fits(page)
    resized(page, DESK)
    click(page.get_by_role("button", name=re.compile("^Laughter")))
    expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
    click(page.get_by_role("button", name="End session"))
    expect(page.get_by_text("finished, or stopped early?")).to_be_visible()
    click(page.get_by_role("button", name="Stopped early"))
    expect(page.get_by_text("1 moment,")).to_be_visible()
    ended = page.url.removeprefix(server.address)
    moved(page, f"/sessions?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text(f"› {scenario.title} · {scenario.players} players · 1 moment")).to_be_visible()
    moved(page, f"/reality?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text("1 stopped early")).to_be_visible()
    click(moved(page, ended).get_by_role("button", name="It was finished"))
    moved(page, f"/reality?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text("1 session can be compared")).to_be_visible()


def begin(page: Page, players: int) -> None:
    """Name whoever sits down, and start."""
    for seat, name in enumerate("ABCDEF"[:players], start=1):
        click(page.get_by_role("combobox", name=re.compile(f"^Seat {seat}")))
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        settled(page)
    click(page.get_by_role("button", name="Start session"))
    expect(page.get_by_role("button", name="End session")).to_be_visible()


def score(page: Page, game: str) -> None:
    """Write down what the table of this game writes first, by taps."""
    if game == "hollywood_1947":
        click(page.get_by_role("radio", name="Scores"))
        click(page.get_by_role("radiogroup", name="Movie 1").get_by_role("radio", name="Patriots"))
        said = "Movie 1: Patriots"
    else:
        scores(page)
        for name in CHIPS[game]:
            page.locator(".wb-chips").get_by_role("button", name=name, exact=True).click()
        said = f": {POINTS[game]} in "
    expect(page.locator(".st-key-last_entry")).to_contain_text(said)
