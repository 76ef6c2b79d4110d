"""The dashboard as a designer uses it, in a real browser: from a changed rule to a verdict."""

import re
import tomllib

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Open
from tests.browser.steady import click, enter, fill, fits, in_address, settled, shows, unfold
from workbench.scenario.files import Workspace

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]


def test_a_changed_rule_is_tried_saved_with_a_reason_and_judged(desk: Open, workspace: Workspace) -> None:
    file = workspace.scenarios / "hitmakers" / "smaller-hands.toml"
    file.unlink(missing_ok=True)
    page = desk("/rules?game=hitmakers&revision=short")
    beside = page.locator(".st-key-beside")
    expect(beside).to_contain_text("as it is")
    enter(
        page.get_by_role("spinbutton", name=re.compile("^Hand size")), "6", shows(beside.get_by_text("Draft against"))
    )
    expect(beside.get_by_text(re.compile("[0-9]+ paired plays"))).to_be_visible()
    expect(
        beside.get_by_role("img", name=re.compile("^Points: change .*, (lower|higher|undecided)")).first
    ).to_be_visible()
    expect(beside.get_by_text("8 192 paired plays")).to_be_visible()
    click(beside.get_by_role("radio", name="Rulebook"))
    expect(page.locator(".st-key-rulebook")).to_contain_text("six")

    click(beside.get_by_role("button", name="Save and compare"))
    fill(page.get_by_label("Title", exact=True), "Smaller hands")
    fill(page.get_by_label("Reason", exact=True), "Matches drag.")
    click(page.locator(".st-key-save_compare").get_by_role("button"))
    expect(page).to_have_url(re.compile("/results.*revision=smaller-hands"))
    written = tomllib.loads(file.read_text())
    assert (written["rules"], written["reason"], written["parent"]) == ({"hand_size": 6}, "Matches drag.", "short")

    expect(page.get_by_role("button", name="Play more")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("seat (is|is shown to be|wins) ")).first).to_be_visible()
    expect(page.get_by_text("greedy · 10 000 paired plays · seed 1")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^One hit wonder: change .*, higher")).first).to_be_visible()
    click(page.locator(".st-key-decision").get_by_role("radio", name="adopted"))
    fill(page.get_by_label("Because", exact=True), "Quicker, and nobody is worse off.")
    page.keyboard.press("Tab")
    settled(page).reload()
    expect(page.get_by_label("Because", exact=True)).to_have_value("Quicker, and nobody is worse off.")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)


def test_an_older_link_opens_with_its_choices_and_they_stay(desk: Open) -> None:
    page = desk("/compare?base=2021-04-08&other=concentration&bots=random&plays=700&seed=5")
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="Revision")).to_have_value("Concentration · concentration")
    base = page.locator(".st-key-against")
    expect(base).to_contain_text("Broad appeal by difference · 2021-04-08")
    unfold(page)
    expect(page.get_by_role("combobox", name="Bots")).to_have_value("random")
    expect(page.get_by_label("Plays", exact=True)).to_have_value("700")
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare with Broad appeal by difference"))
    expect(page.get_by_text("random · 700 paired plays · seed 5")).to_be_visible()
    click(base.get_by_role("button", name=re.compile("Clear all|Remove")).first)
    expect(page.get_by_role("heading", name=re.compile("A play lasts"))).to_be_visible()
    expect(page.get_by_text("random · 700 plays · seed 5")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("random · 700 paired plays · seed 5")).to_be_visible()


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
    expect(page.get_by_role("heading", name="Do bots of two strengths agree?")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^By greedy bots: "))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^By random bots: "))).to_be_visible()
    expect(
        page.get_by_text(re.compile("Cards drawn from the stock: greedy bots say higher .* random bots say the same"))
    ).to_be_visible()
    click(page.get_by_text("Both changes as a chart"))
    expect(page.get_by_role("heading", name="The change by strength of the bots")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)


def test_links_between_pages_carry_their_choices(desk: Open) -> None:
    page = desk("/results?against=2021-04-08&revision=concentration")
    revision = page.get_by_role("combobox", name="Revision")
    click(page.get_by_role("link", name="Revisions", exact=True))
    expect(page.get_by_role("heading", name="Revisions", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration · concentration")
    click(page.get_by_role("link", name="Compare", exact=True))
    expect(page.locator(".st-key-against")).to_contain_text("Broad appeal by difference · 2021-04-08")
    click(page.get_by_role("link", name="Rules & goals"))
    expect(page.get_by_role("heading", name="Rules & goals", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration · concentration")
    page.go_back()
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration · concentration")


def test_an_impossible_value_is_refused_in_the_games_words(desk: Open) -> None:
    page = desk("/rules?revision=2021-04-08")
    sentence = "40: at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)"
    enter(page.get_by_label(re.compile("^Hand size")), "40", shows(page.get_by_text(sentence)))
    expect(page.get_by_text("Nothing is played while the draft has mistakes.")).to_be_visible()
    click(page.get_by_role("button", name="Save and compare"))
    expect(page.locator(".st-key-save_compare").get_by_role("button")).to_be_disabled()
