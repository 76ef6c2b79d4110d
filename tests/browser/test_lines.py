"""What stands in one row of a page stands on one line."""

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.steady import fits, settled

pytestmark = pytest.mark.browser

PLAYED = "/results?game=hitmakers&revision=2021-04-08&against=2020-03-04&bots=random&plays=200"


def middle(element: Locator) -> float:
    """How far down the middle of it is."""
    expect(element).to_be_visible()
    box = element.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


def test_what_can_be_done_with_a_result_stands_on_one_line(desk: Open) -> None:
    page = desk(PLAYED)
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        fits(settled(page))
        buttons = [page.get_by_role("button", name=name) for name in ("Play more", "Ask stronger bots", "Swap")]
        until(lambda buttons=buttons: np.ptp([middle(button) for button in buttons]) <= 4)
