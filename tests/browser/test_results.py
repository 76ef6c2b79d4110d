"""The page of results in a real browser, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import COMPILED_MS, DESK, PHONE, Open
from tests.browser.steady import click, fits, settled
from tests.browser.test_every_page import resized

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]

ASKED = {
    "hitmakers": "revision=concentration&against=2021-04-08",
    "showbiz_shuffle": "revision=kinder-biz&against=reference&against=second-final-turn",
    "trickster": "revision=no-moon&against=",
}
"""Against the parent, against two others, alone; in the loop every game is held against its parent, without goals."""
ANSWER = re.compile("goals?.* (hold|undecided)|^Against ")


@pytest.mark.parametrize("game", ASKED)
def test_the_answer_and_the_goals_come_first(desk: Open, game: str) -> None:
    page = desk(f"/results?game={game}&{ASKED[game]}&bots=random&plays=150&seed=77")
    click(page.locator(".st-key-start").get_by_role("button"))
    expect(page.get_by_role("button", name="Play more")).to_be_visible(timeout=COMPILED_MS)
    expect(page.get_by_role("heading", name="Goals", exact=True)).to_be_visible()
    for size in (DESK, PHONE):
        resized(page, size)
        fits(settled(page))
        several = page.locator(".wb-several").count() > 0
        assert_first_screen(page, ANSWER if several else re.compile("^Goals$"), size[1])


def assert_first_screen(page: Page, last: re.Pattern[str], height: int) -> None:
    """A heading is seen without scrolling, and nothing is cut off."""
    box = page.get_by_role("heading", name=last).first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < height
    cut = page.eval_on_selector_all(
        ".wb-word, .wb-numbers, .wb-interval",
        "all => all.filter(each => each.offsetParent && each.getBoundingClientRect().right > innerWidth)"
        ".map(each => each.textContent)",
    )
    assert cut == []
