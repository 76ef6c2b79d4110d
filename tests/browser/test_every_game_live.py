"""A live session of one scenario of each game in a real browser: begun, scored, ended, and seen on the other pages."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LONG_MS, Open
from tests.browser.steady import click, settled

pytestmark = pytest.mark.browser
expect.set_options(timeout=LONG_MS)
GAMES = {
    "hitmakers": ("four-players", 4),
    "hollywood_1947": ("justice-served", 6),
    "showbiz_shuffle": ("kinder-biz", 3),
    "trickster": ("higher-limit", 4),
}
ROUND = re.compile(r"^(Deal|Round|Movie) 1")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_begun_scored_ended_and_listed(common: Open, game: str) -> None:
    revision, players = GAMES[game]
    page = common(f"/live?game={game}&revision={revision}")
    for seat in range(1, players + 1):
        page.get_by_role("combobox", name=re.compile(f"Seat {seat}")).click()
        page.keyboard.type(f"{game[:4]} {seat}")
        page.keyboard.press("Enter")
    click(page.get_by_role("button", name="Begin the session"))
    expect(page).to_have_url(re.compile("session="))
    score(page, game)
    click(page.get_by_role("button", name=re.compile("^Laughter")))
    expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
    click(page.get_by_role("button", name="End the session"))
    click(page.get_by_role("button", name="End anyway"))
    expect(page.get_by_text("1 moment,")).to_be_visible()
    click(page.get_by_role("link", name="Beside the simulation"))
    expect(page.get_by_text("1 session waits to be held against them.")).to_be_visible()
    page = common(f"/sessions?of={game}")
    expect(page.get_by_text(revision).first).to_be_visible()
    expect(page.get_by_text(re.compile(f"{players} players")).first).to_be_visible()


def score(page: Page, game: str) -> None:
    """Write down what the table of this game writes first."""
    if game == "hollywood_1947":
        click(page.get_by_role("radiogroup", name="Movie 1").get_by_role("radio", name="Patriots"))
        said = "Movie 1: Patriots"
    else:
        settled(page)
        field = page.get_by_role("spinbutton").first
        field.fill("3")
        field.press("Tab")
        said = ": 3 in "
    expect(page.locator(".st-key-last_entry")).to_contain_text(said)
