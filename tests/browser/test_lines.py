"""What stands in one row of a page stands on one line."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser


def middle(shown: Locator) -> float:
    """How far down the middle of it is."""
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


def test_start_the_ways_on_and_threads_stand_on_one_line(desk: Open) -> None:
    page = desk("/results?game=hitmakers&revision=2021-04-08&against=")
    main = page.get_by_test_id("stMain")
    start = middle(main.get_by_role("button", name="Start"))
    threads = main.get_by_label("Threads", exact=True)
    for shown in (main.get_by_text("Compare with", exact=False), main.get_by_text("Threads", exact=True), threads):
        assert middle(shown.first) == pytest.approx(start, abs=4)
