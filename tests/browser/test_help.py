"""Help as a reader comes to it: from an icon beside a field to the term in the glossary."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LONG_MS, Open
from tests.browser.steady import click, settled

pytestmark = pytest.mark.browser

expect.set_options(timeout=LONG_MS)


def test_an_icon_leads_to_the_term_in_the_glossary(common: Open) -> None:
    page = common("/compare?game=hitmakers&base=2020-03-04&other=2021-04-08")
    field = page.get_by_test_id("stNumberInput").filter(has_text="Plays")
    field.get_by_test_id("stTooltipIcon").hover()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="interval", exact=True).click()
    glossary = opened.value
    term = glossary.get_by_role("heading", name="Interval", exact=True)
    expect(term).to_be_in_viewport()
    expect(glossary.get_by_role("heading", name="Glossary", exact=True)).not_to_be_in_viewport()
    assert settled(glossary).url.endswith("/help?page=glossary#interval")


def test_a_page_is_picked_and_has_an_address(phone: Open) -> None:
    page = phone("/help")
    click(page.get_by_role("radio", name="The commands"))
    expect(page.get_by_role("heading", name="The commands", exact=True)).to_be_visible()
    assert settled(page).url.endswith("/help?page=commands")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
