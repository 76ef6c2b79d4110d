"""Goals are added and filled in as a designer does it, by mouse and by keyboard, without sides and with."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.steady import click, settled
from tests.support.thorough import one_of

pytestmark = pytest.mark.browser

ADD, BROKEN = "Add a goal", '[data-testid="stException"]'


def options(box: Locator) -> list[str]:
    """Open the list of the box, at which the page has to stand still: it closes when the page scrolls."""
    box.scroll_into_view_if_needed()
    click(box)
    box.page.get_by_role("option").first.wait_for()
    return box.page.get_by_role("option").all_inner_texts()


@pytest.mark.parametrize("game", one_of(["hitmakers", "hollywood_1947"], quick="hollywood_1947"))
def test_a_goal_is_added_and_bounded_by_mouse_and_by_keyboard(desk: Open, game: str) -> None:
    page = desk(f"/rules?game={game}")
    box = page.get_by_role("combobox", name=ADD)
    clicked, typed = sorted(options(box), key=lambda label: label != "Ties")[:2]
    page.get_by_role("option", name=clicked, exact=True).click()
    bound(page, clicked, "10")
    settled(page)
    box.focus()
    box.press_sequentially(typed)
    page.get_by_role("option", name=typed, exact=True).wait_for()
    page.keyboard.press("Enter")
    bound(page, typed, "12")
    for label, limit in ((clicked, "10"), (typed, "12")):
        expect(at_most(page, label)).to_have_value(limit)
    expect(page.locator(BROKEN)).to_have_count(0)
    expect(box).to_have_value("")
    expect(page.get_by_text("goals changed")).to_be_visible()
    box.press_sequentially("Ties")  # no "Critical prestige" is meant
    expect(page.get_by_role("option").filter(has_not_text=re.compile("Ties|No results", re.I))).to_have_count(0)


def at_most(page: Page, label: str) -> Locator:
    return page.get_by_label(re.compile(rf"^{re.escape(label)}, at most"))


def bound(page: Page, label: str, limit: str) -> None:
    """Give a goal its upper bound, and press Enter."""
    field = at_most(settled(page), label)
    field.fill(limit)
    field.press("Enter")
    assert settled(page).locator(BROKEN).all_inner_texts() == []
