"""The page All revisions in a browser: a heading sorts, a cell opens the answer behind it, Back leads back."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.test_results_every_game import FAMILIES
from tests.browser.conftest import COMPILED_MS, DESK, PHONE, Open
from tests.browser.steady import click, fits, settled
from tests.browser.test_every_page import resized

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.usefixtures("unplayed")]


@pytest.mark.parametrize("game", ["hitmakers", "hollywood_1947"])  # without sides, and with
def test_it_fills_sorts_and_leads_on(desk: Open, game: str) -> None:
    page = desk(f"/goals?game={game}&revision={FAMILIES[game][0]}&bots=random&plays=140&seed=81")
    table, start = page.locator(".wb-matrix"), page.locator(".st-key-start_goals").get_by_role("button")
    expect(start.or_(table).first).to_be_visible(timeout=COMPILED_MS)
    if start.is_enabled():  # the rules are still to be compiled
        click(start)
    expect(page.get_by_role("button", name="Table as CSV")).to_be_visible(timeout=COMPILED_MS)
    for size in (DESK, PHONE):
        resized(page, size)
        fits(settled(page))
    resized(page, DESK)
    settled(page)
    table.get_by_role("link", name="Verdict", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("sort=-Verdict"))
    expect(table.locator('th[aria-sort="descending"]')).to_have_count(1)
    expect(table.get_by_role("link", name="Verdict ↓")).to_be_focused()  # though the table is another one
    click(table.locator("tbody tr").first.get_by_role("link").nth(1))
    expect(page).to_have_url(re.compile("/results"))
    expect(page.get_by_role("heading", level=1, name="Results")).to_be_visible()
    page.go_back()
    expect(table.locator('th[aria-sort="descending"]')).to_have_count(1)
