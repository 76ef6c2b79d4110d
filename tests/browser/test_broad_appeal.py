"""The dashboard as a designer uses it, in a real browser: from a changed rule to a verdict."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COMPILED_MS, PHONE, Open
from tests.browser.steady import click, enter, fits, in_address, unfold

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]


@pytest.mark.thorough
def test_a_second_strength_is_asked_and_held_against_the_first(desk: Open) -> None:
    page = desk("/results?against=2020-03-04&revision=2021-04-08&bots=greedy&plays=3000&seed=9")
    unfold(page)
    also = page.get_by_role("combobox", name="Also ask")
    expect(also).to_have_value("none")
    click(also)
    click(page.get_by_role("option", name="random", exact=True))
    plays = page.get_by_label("Plays, also", exact=True)
    expect(plays).to_have_value("3000")
    enter(plays, "2500", in_address(page, "also=random", "also_plays=2500"))
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare with First published rules"))
    headline = page.get_by_role(
        "heading", name=re.compile("Quick bots and random bots (differ about no goal, but )?disagree on ")
    )
    expect(headline).to_be_visible(timeout=COMPILED_MS)
    expect(
        page.get_by_text(re.compile("Cards drawn from the stock: .* by quick bots, .* by random bots"))
    ).to_be_visible()
    click(page.get_by_text("By random bots", exact=True))
    expect(page.get_by_text("Played by random bots.").first).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)
