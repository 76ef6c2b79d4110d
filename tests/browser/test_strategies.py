"""The pages Strategies and Skill ladder as a designer uses them, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.short import SHORT
from tests.browser.conftest import COMPILED_MS, DESK, PHONE, Open
from tests.browser.steady import click, fits

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]

FEW = f"/strategies?revision={SHORT}&restrict=random&met=random&met=greedy&contest_plays=20&seed=3"
LONG = f"/ladder?revision={SHORT}&top=12800&contest_plays=1000"
LISTEN = """() => window.addEventListener('click', ({target}) => {
    window.said = getComputedStyle(target.closest('button').querySelector('p'), '::after').content;
}, true)"""
"""Notes what a button says while it is clicked."""


@pytest.mark.thorough
def test_strategies_are_played_read_and_linked(desk: Open) -> None:
    page = desk(FEW)
    expect(page.get_by_text("What is each kind of action worth?")).to_be_visible()
    expect(page.get_by_text(re.compile("plays, .* on this computer"))).to_be_visible()
    expect(page).to_have_url(re.compile("met=random&met=greedy"))
    click(page.get_by_role("button", name="Start"))
    expect(page.get_by_role("heading", name="How strong each bot is")).to_be_visible(timeout=COMPILED_MS)
    expect(page.locator(".js-plotly-plot")).to_have_count(4)
    expect(page.get_by_text("Bots are not people").first).to_be_visible()
    click(page.get_by_text("Every pair: as a table"))
    expect(page.get_by_role("button", name="Report as HTML")).to_be_visible()
    with page.expect_download() as taken:
        click(page.get_by_role("button", name="All figures as JSON"))
    assert taken.value.suggested_filename == f"strategies-hitmakers-{SHORT}.json"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    click(page.get_by_role("link", name="Skill ladder", exact=True))
    expect(page.get_by_role("heading", name="Skill ladder", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="Revision")).to_have_value(re.compile(SHORT))
    click(page.get_by_role("link", name="Strategies", exact=True))
    expect(page.get_by_role("heading", name="How strong each bot is")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^left out by random"))).to_be_visible()


def test_a_long_ladder_goes_on_from_page_to_page_and_is_cancelled(desk: Open) -> None:
    page = desk(LONG)
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
    expect(page.get_by_role("button", name="Resume")).to_be_enabled()
