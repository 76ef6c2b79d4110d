"""Before a comparison is played, the page says how many plays it takes; a click chooses so many."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.test_results_every_game import FAMILIES
from tests.browser.conftest import COMPILED_MS, DESK, PHONE, Open
from tests.browser.steady import click, fits, settled
from tests.browser.test_every_page import resized
from tests.support.thorough import one_of

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]


@pytest.mark.parametrize("game", one_of(["hitmakers", "hollywood_1947"], quick="hitmakers"))  # without sides, and with
def test_the_plays_that_it_takes_are_chosen_with_a_click(desk: Open, game: str) -> None:
    revision, base, _ = FAMILIES[game]
    page = desk(f"/results?game={game}&revision={revision}&against={base}&bots=random&plays=160&seed=79")
    expect(page.get_by_text(re.compile("you have 160 plays"))).to_be_visible(timeout=COMPILED_MS)
    for size in (DESK, PHONE):
        resized(page, size)
        fits(settled(page))
    click(page.get_by_role("button", name=re.compile("^Choose .* plays$")))
    expect(page.get_by_text(re.compile("plays, enough"))).to_be_visible(timeout=COMPILED_MS)
    expect(page).to_have_url(re.compile("plays="))
    expect(page.locator(".st-key-start").get_by_role("button")).to_be_enabled()
