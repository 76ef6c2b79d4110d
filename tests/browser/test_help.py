"""Help as a reader comes to it: from an icon beside a field to the term in the glossary."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.conftest import Open
from tests.browser.steady import TRIES, unfold

pytestmark = pytest.mark.browser
PATIENCE_MS = 6_000


@pytest.mark.thorough
def test_an_icon_leads_to_the_term_in_the_glossary(desk: Open) -> None:
    page = desk("/results?game=hitmakers&against=2020-03-04&revision=2021-04-08")
    unfold(page)
    field = page.get_by_test_id("stNumberInput").filter(has_text="Plays")
    with page.expect_popup() as opened:
        follow(field.get_by_test_id("stTooltipIcon"), "interval")
    glossary = opened.value
    term = glossary.get_by_role("heading", name="Interval", exact=True)
    expect(term).to_be_in_viewport()
    expect(glossary.get_by_role("heading", name="Glossary", exact=True)).not_to_be_in_viewport()
    expect(glossary).to_have_url(re.compile("page=glossary.*#interval$"))
    glossary.close()


MISSED = """
const scroll = Element.prototype.scrollIntoView;
let calls = 0;
Element.prototype.scrollIntoView = function (...how) { if (++calls > 1) scroll.apply(this, how); };
"""
"""Streamlit scrolls to a term once, and on a busy machine before the page is as long as it will be."""


@pytest.mark.thorough
def test_a_term_comes_into_view_on_a_slow_page_too(desk: Open) -> None:
    page = desk("/help").context.new_page()
    page.add_init_script(MISSED)
    page.goto(desk("/help").url.split("?")[0] + "?page=glossary#interval")
    expect(page.get_by_role("heading", name="Interval", exact=True)).to_be_in_viewport()
    page.close()


def follow(icon: Locator, name: str) -> None:
    """A link of a tooltip; once more if a slow machine closed it before it saw that the mouse had gone on to it."""
    link = icon.page.get_by_role("link", name=name, exact=True)
    for _ in range(TRIES):
        icon.hover()
        with suppress(TimeoutError):
            return link.click(timeout=PATIENCE_MS)
    raise AssertionError(f"no tooltip leads to {name!r}")
