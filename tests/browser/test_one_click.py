"""One click is enough, straight out of a text that the server does not have yet: by mouse, and by keyboard.

The press leaves the text; what the page draws then may move the button, or is what it waited for.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, Server, Tabs, opened, three_at_table
from tests.browser.steady import click, settled
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser

PRESSED_MS = 700
"""Between press and release: a slow finger, so that the page is drawn again meanwhile."""
FORM = "/rules?game=hitmakers&revision=short"


@pytest.fixture
def page(tabs: Tabs, server: Server) -> Iterator[Page]:
    with tabs.tab(server.address, DESK) as page:
        yield page


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


def form_of_draft(page: Page, server: Server) -> Locator:
    """The form that saves a draft, open."""
    opened(page, server.address + FORM)
    click(page.get_by_text("May pass", exact=True).first)
    click(page.get_by_role("button", name="Save and compare").first)
    form = page.get_by_test_id("stPopoverBody")
    form.wait_for()
    settled(page)
    return form


def test_a_draft_is_saved_straight_out_of_its_reason(page: Page, server: Server) -> None:
    written = server.workspace.scenarios / "hitmakers" / "one-click.toml"
    written.unlink(missing_ok=True)  # of a first try
    form = form_of_draft(page, server)
    name, reason = (form.get_by_label(label, exact=True) for label in ("Name", "Reason"))
    name.fill("one-click")
    type_and_press(reason, "Quick hands.", form.locator(".st-key-save button"))
    expect(page.get_by_text("Saved as", exact=False).first).to_be_visible()
    assert "Quick hands." in written.read_text()


def test_other_buttons_take_what_was_just_typed(page: Page, server: Server, workspace: Workspace) -> None:
    three_at_table(workspace)
    opened(page, f"{server.address}/exchange?game=hitmakers")
    people = page.get_by_role("combobox", name="Person")
    people.scroll_into_view_if_needed()  # a list that is open closes when the page scrolls
    settled(page)
    click(people)
    page.get_by_role("option").first.click()
    settled(page)
    click(page.get_by_role("button", name="Rename").first)
    type_and_press(
        page.get_by_label("Name or initials"), "Zora", page.get_by_test_id("stPopoverBody").locator("button")
    )
    expect(page.get_by_text("Renamed: Zora")).to_be_visible()
