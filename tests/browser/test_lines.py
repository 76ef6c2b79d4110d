"""What stands in one row of a page stands on one line."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.steady import fits, settled

pytestmark = pytest.mark.browser

PLAYED = "/results?game=hitmakers&revision=2021-04-08&against=2020-03-04&bots=random&plays=200"


def middle(shown: Locator) -> float:
    """How far down the middle of it is."""
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_can_be_done_with_a_result_stands_on_one_line(desk: Open, phone: bool) -> None:
    page = desk(PLAYED)
    if phone:
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        fits(settled(page))
    more = middle(page.get_by_role("button", name="Play more"))
    for name in ("Ask stronger bots", "Swap"):
        assert middle(page.get_by_role("button", name=name)) == pytest.approx(more, abs=4)
