"""One click is enough, straight out of a text that the server does not have yet.

The press leaves the text; what the page draws then may move the button, or is what it waited for.
"""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open, Server
from tests.browser.steady import click, settled

pytestmark = pytest.mark.browser

PRESSED_MS = 700
"""Between press and release: a slow finger, so that the page is drawn again meanwhile."""


def type_and_press(field: Locator, text: str, button: Locator) -> None:
    """Type, then press the button at once, as fast as a hand is."""
    field.click()
    field.press("Control+a")
    field.page.keyboard.type(text)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    field.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    field.page.mouse.down()
    field.page.wait_for_timeout(PRESSED_MS)
    field.page.mouse.up()


@pytest.mark.thorough
def test_a_draft_is_saved_straight_out_of_its_reason(desk: Open, server: Server) -> None:
    written = server.workspace.scenarios / "hitmakers" / "one-click.toml"
    written.unlink(missing_ok=True)  # of a first try
    page = desk("/rules?game=hitmakers&revision=short")
    click(page.get_by_text("May pass", exact=True).first)
    click(page.get_by_role("button", name="Save and compare").first)
    form = page.get_by_test_id("stPopoverBody")
    form.wait_for()
    settled(page)
    name, reason = (form.get_by_label(label, exact=True) for label in ("Name", "Reason"))
    name.fill("one-click")
    type_and_press(reason, "Quick hands.", form.locator(".st-key-save button"))
    expect(page.get_by_text("Saved as", exact=False).first).to_be_visible()
    assert "Quick hands." in written.read_text()
