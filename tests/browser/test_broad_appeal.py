"""The dashboard as a designer uses it, in a real browser: from a changed rule to a verdict."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import COMPILED_MS, PHONE, Open
from tests.browser.steady import click, enter, fits, in_address, shows, unfold

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]


def test_an_older_link_opens_with_its_choices_and_they_stay_from_page_to_page(desk: Open) -> None:
    page = desk("/compare?base=2021-04-08&other=concentration&bots=random&plays=700&seed=5")
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="Revision")).to_have_value("Concentration")
    base = page.locator(".st-key-against")
    expect(base).to_contain_text("Broad appeal by difference")
    unfold(page)
    expect(page.get_by_role("combobox", name="Bots")).to_have_value("random")
    expect(page.get_by_label("Plays", exact=True)).to_have_value("700")
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare with Broad appeal by difference"))
    expect(page.get_by_text("random bots · 700 paired plays").first).to_be_visible()
    click(base.get_by_role("button", name=re.compile("Clear all|Remove")).first)
    expect(page.get_by_role("heading", name=re.compile("A play lasts"))).to_be_visible()
    expect(page.get_by_text("random bots · 700 plays").first).to_be_visible()
    page.go_back()
    expect(page.get_by_text("random bots · 700 paired plays").first).to_be_visible()
    links_carry_the_choices(page)


def links_carry_the_choices(page: Page) -> None:
    """From page to page, and back."""
    revision = page.get_by_role("combobox", name="Revision")
    click(page.get_by_role("link", name="Revisions", exact=True))
    expect(page.get_by_role("heading", name="Revisions", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration")
    click(page.get_by_role("link", name="Compare", exact=True))
    expect(page.locator(".st-key-against")).to_contain_text("Broad appeal by difference")
    click(page.get_by_role("link", name="Rules & goals"))
    expect(page.get_by_role("heading", name="Rules & goals", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration")
    page.go_back()
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    expect(revision).to_have_value("Concentration")


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
    expect(page.get_by_role("heading", name="Do bots of two strengths agree?")).to_be_visible(timeout=COMPILED_MS)
    expect(page.get_by_role("heading", name=re.compile("^By quick bots: "))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^By random bots: "))).to_be_visible()
    expect(
        page.get_by_text(re.compile("Cards drawn from the stock: quick bots say higher .* random bots say the same"))
    ).to_be_visible()
    click(page.get_by_text("Both changes as a chart"))
    expect(page.get_by_role("heading", name="The change by strength of the bots")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)


def test_an_impossible_value_is_refused_in_the_games_words(desk: Open) -> None:
    page = desk("/rules?revision=2021-04-08")
    sentence = "40: at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)"
    enter(page.get_by_label(re.compile("^Hand size")), "40", shows(page.get_by_text(sentence)))
    expect(page.get_by_text("Nothing is played while the draft has mistakes.")).to_be_visible()
    click(page.get_by_role("button", name="Save and compare"))
    click(page.locator(".st-key-save_compare").get_by_role("button"))  # it is never off, and says what is missing
    expect(page.get_by_role("alert").get_by_text(sentence).first).to_be_visible()
    expect(page).to_have_url(re.compile("/rules"))
