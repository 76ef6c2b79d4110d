"""One click is enough, straight out of a text that the server does not have yet: by mouse, and by keyboard.

The press leaves the text; what the page draws then may move the button, or is what it waited for.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, Server, Tabs, opened, three_at_table
from tests.browser.steady import click, moved, settled
from workbench.playtest.log.kinds import EntryKind
from workbench.scenario.files import Workspace
from workbench.store.playtests import entries_of

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
    opened(page, f"{server.address}/exchange?game=hitmakers")
    people = page.get_by_role("combobox", name="Person")
    click(people)
    page.get_by_role("option").first.click()
    settled(page)
    click(page.get_by_role("button", name="Rename").first)
    type_and_press(
        page.get_by_label("Name or initials"), "Zora", page.get_by_test_id("stPopoverBody").locator("button")
    )
    expect(page.get_by_text("Renamed: Zora")).to_be_visible()

    log = three_at_table(workspace)
    moved(page, f"/live?session={log.id}")
    click(page.get_by_role("button", name="Abandon").first)
    form = page.get_by_test_id("stPopoverBody")
    type_and_press(form.get_by_label("Why?"), "Rain", form.get_by_role("button", name="Abandon session"))
    expect(page.get_by_role("button", name="Abandon session")).to_have_count(0)
    settled(page)
    assert [entry.data.get("reason") for entry in entries_of(log.store, log.id) if "reason" in entry.data] == ["Rain"]


def test_who_sits_down_and_who_taught_are_stored_by_the_first_click(
    page: Page, server: Server, workspace: Workspace
) -> None:
    """The fields were empty when the buttons were drawn; pressed with an empty field, they say what is missing."""
    log = three_at_table(workspace)
    opened(page, f"{server.address}/live?session={log.id}")
    click(page.get_by_role("button", name="Add a player"))
    form = page.get_by_test_id("stPopoverBody")
    add = form.get_by_role("button", name="Add player")
    click(add)
    expect(form.get_by_text("Choose or type a name.")).to_be_visible()
    type_and_press(form.get_by_role("combobox", name="Who"), "Dora", add)
    expect(page.get_by_role("button", name="4 · Dora")).to_be_visible()

    click(page.get_by_role("button", name="Details").first)
    teacher = form.get_by_role("button", name="Set teacher")
    click(teacher)
    expect(form.get_by_text("Choose or type a name.")).to_be_visible()
    form.get_by_role("combobox", name="Taught by").click()
    page.keyboard.type("Eve")
    page.keyboard.press("Enter")
    teacher.click()
    expect(form.get_by_role("button", name="Change from Eve")).to_be_visible()
    page.keyboard.press("Escape")

    if page.get_by_role("radio", name="Scores").is_visible():
        click(page.get_by_role("radio", name="Scores"))
    click(page.get_by_role("button", name="Override the result"))
    click(form.get_by_text("Nobody wins"))
    override = form.get_by_role("button", name="Override", exact=True)
    click(override)
    expect(form.get_by_text("Needs a reason.")).to_be_visible()
    type_and_press(form.get_by_label("Reason"), "Rain", override)
    expect(page.locator(".st-key-last_entry")).to_contain_text("Overridden")
    (overridden,) = [entry.data for entry in entries_of(log.store, log.id) if entry.kind == EntryKind.OVERRIDE]
    assert (overridden["winners"], overridden["reason"]) == ([], "Rain")


def test_a_button_that_moves_under_the_press_is_pressed_all_the_same(page: Page, server: Server) -> None:
    """The label of an unknown deck brings a line with it, above the button."""
    opened(page, f"{server.address}/live?game=hitmakers")
    teacher = page.get_by_role("combobox", name="Taught by")
    type_and_press(teacher, "Zed", page.get_by_text("a printed deck", exact=True))
    settled(page)
    expect(teacher).to_have_value("Zed")  # though nobody pressed Enter
    start = page.get_by_role("button", name="Start session")
    type_and_press(page.get_by_label("Label of the deck", exact=True), "no such deck", start)
    expect(page.get_by_text("The session cannot start yet")).to_be_visible()
