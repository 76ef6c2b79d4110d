"""The dashboard without a mouse: the keys that `?` lists do what the list says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, Server
from tests.browser.steady import moved, settled
from workbench import CLAIM
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, remove_draft, write_draft

pytestmark = pytest.mark.browser


def test_the_keys_that_are_listed_lead_where_they_say_and_single_ones_can_be_turned_off(desk: Open) -> None:
    page = desk("/revisions?game=hitmakers&revision=short")
    page.wait_for_function("() => window.workbenchKeys?.listening")  # its script is loaded behind the page
    keys = page.keyboard
    keys.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    listed = dict(row.split("\t", 1) for row in dialog.get_by_role("table").inner_text().splitlines() if "\t" in row)
    assert {"?", "/", "d", "g h", "g 1", "g 6", "Ctrl Enter"} <= set(listed)
    assert "t" not in listed, "nothing runs"
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    keys.press("d")
    expect(page.locator('[class*="st-key-state"] [role="radio"][aria-checked="true"]')).to_be_focused()
    page.evaluate("document.activeElement.blur()")  # of the box of choices, which takes Enter for itself

    keys.press("Control+Enter")
    expect(page.get_by_role("heading", name="Rules & goals", level=1)).to_be_visible()
    settled(page)
    keys.type("g1")
    expect(page.get_by_role("heading", name="Revisions", level=1)).to_be_visible()
    settled(page)
    keys.press("/")
    expect(page.get_by_role("combobox", name="Revision")).to_be_focused()
    expect(page.get_by_role("button", name="Options of Game")).to_be_visible()
    keys.type("gh?")
    expect(dialog).to_have_count(0)
    keys.press("Escape")
    settled(page).evaluate("document.activeElement.blur()")
    keys.type("gh")
    expect(page.get_by_role("heading", name=CLAIM, level=1)).to_be_visible()
    single_keys_can_be_turned_off(moved(page, "/help"))


def single_keys_can_be_turned_off(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Keyboard shortcuts")).click()
    box = page.get_by_label("Single keys work on this device")
    box.uncheck()
    page.keyboard.press("Escape")
    settled(page).keyboard.type("gh?")
    expect(page.get_by_role("heading", name="Help", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Keyboard shortcuts")).click()
    box.check()
    page.keyboard.press("Escape")
    settled(page).keyboard.type("gh")
    expect(page.get_by_role("heading", name=CLAIM, level=1)).to_be_visible()


NO_STOPS = "() => [...document.querySelectorAll('button[aria-label^=Help]')].every(icon => icon.tabIndex < 0)"


def test_the_keyboard_stays_in_a_field_whose_rule_changes_and_is_in_the_form_that_saves(
    desk: Open, server: Server
) -> None:
    parent = load_scenario(server.workspace, "hitmakers/short")
    waiting = StoredDraft("waiting", "hitmakers", "short", baseline_of(parent), {"hand_size": 5})
    write_draft(server.workspace, waiting, None)
    page = desk("/rules?game=hitmakers&revision=short")
    expect(page.get_by_role("link", name="Go on with it")).to_be_visible()  # a line that goes once a draft begins
    page.wait_for_function(NO_STOPS)
    field = page.get_by_role("spinbutton", name=re.compile("^Hand size"))
    field.fill("6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="was 7 cards")).to_be_visible()
    expect(page.get_by_role("link", name="Go on with it")).to_have_count(0)
    expect(field).to_be_focused()
    page.keyboard.press("F1")
    expect(page.get_by_role("button", name=re.compile("^Help for Hand size"))).to_be_focused()
    settled(page).keyboard.press("s")
    expect(page.get_by_label("Title", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo all").click()  # else the draft is there for other tests
    expect(page.get_by_role("button", name="was 7 cards")).to_have_count(0)
    remove_draft(server.workspace, waiting)
