"""A study that takes long, followed from page to page in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.short import SHORT
from tests.browser.conftest import Open
from tests.browser.steady import click

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]

LISTEN = """() => window.addEventListener('click', ({target}) => {
    window.said = getComputedStyle(target.closest('button').querySelector('p'), '::after').content;
}, true)"""
"""Notes what a button says while it is clicked."""


@pytest.mark.thorough
def test_a_long_ladder_goes_on_from_page_to_page_and_is_cancelled(desk: Open) -> None:
    page = desk(f"/ladder?revision={SHORT}&top=12800&contest_plays=1000")
    click(page.get_by_role("button", name="Start"))
    expect(page.get_by_text(re.compile(r"So far: \d of 12 contests are finished\."))).to_be_visible()
    page.get_by_role("link", name="Rules & goals").click()  # a page that follows a job never comes to rest
    page.locator(".st-key-tray button").first.click()
    expect(page.get_by_text(re.compile("Skill ladder of Single deals: .* plays")).first).to_be_visible()
    page.get_by_role("link", name="Show").click()
    expect(page.get_by_role("heading", name="Skill ladder", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("top=12800"))
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Cancel").last.click()
    assert page.evaluate("said") == '"Cancelling…"', "before the server has heard of it"
    expect(page.get_by_text("Skill ladder of Single deals was cancelled")).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_enabled()
