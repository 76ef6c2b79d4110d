"""A live session of one scenario of each game in a real browser: scored, a moment logged, ended.

How it is begun, and seen on the other pages, is in `tests/app/test_every_game_live.py`.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.steady import click, settled
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.study.playtests import NewPlayer, begin_session

pytestmark = pytest.mark.browser
GAMES = {
    "hitmakers": "four-players",
    "hollywood_1947": "justice-served",
    "showbiz_shuffle": "kinder-biz",
    "trickster": "higher-limit",
}


@pytest.mark.parametrize("game", GAMES)
def test_it_is_scored_and_ended(desk: Open, workspace: Workspace, game: str) -> None:
    scenario = load_scenario(workspace, f"{game}/{GAMES[game]}")
    joined = [NewPlayer(name) for name in "ABCDEF"[: scenario.players]]
    log = begin_session(Store(workspace.store_path), scenario, {}, joined)
    page = desk(f"/live?session={log.id}")
    score(page, game)
    click(page.get_by_role("button", name=re.compile("^Laughter")))
    expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
    click(page.get_by_role("button", name="End session"))
    click(page.get_by_role("button", name="End anyway"))
    expect(page.get_by_text("1 moment,")).to_be_visible()


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
