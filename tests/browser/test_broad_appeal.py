"""The dashboard as a designer uses it, in a real browser: from a changed rule to a verdict."""

import re
import tomllib

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Open
from tests.browser.steady import click, enter, fill, fits, in_address, shows, unfold
from workbench.scenario.files import Workspace

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]


def test_a_changed_rule_is_saved_run_and_judged(desk: Open, workspace: Workspace) -> None:
    file = workspace.scenarios / "hitmakers" / "back-to-2020.toml"
    file.unlink(missing_ok=True)
    page = desk("/rules?game=hitmakers&revision=2021-04-08")
    book = page.locator(".st-key-rulebook")
    expect(book).to_contain_text("has the widest span in the suit")
    click(page.get_by_role("radio", name="Lowest rank"))
    expect(book).to_contain_text("has the lowest card of the suit")

    fill(page.get_by_label("Name", exact=True), "back-to-2020")
    fill(page.get_by_label("Reason", exact=True), "Is the older broad appeal the better one?")
    click(page.get_by_role("button", name="Save revision"))
    expect(page.get_by_text("Saved as back-to-2020, a child of 2021-04-08.")).to_be_visible()
    written = tomllib.loads(file.read_text())
    assert written["rules"] == {"broad_appeal": "lowest_rank"}
    assert written["reason"] == "Is the older broad appeal the better one?"

    click(page.get_by_role("link", name="Compare with 2021-04-08").first)
    expect(page.get_by_role("heading", name="Compared", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("revision=back-to-2020"))
    unfold(page)
    enter(page.get_by_label("Plays", exact=True), "4000", in_address(page, "plays=4000"))
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare back-to-2020 with 2021-04-08"))
    expect(page.get_by_role("heading", name=re.compile("^With back-to-2020, "))).to_be_visible()
    expect(page.get_by_text(re.compile(r"Broad appeal rose: .* points a player \(\+.*95.% interval"))).to_be_visible()
    expect(
        page.get_by_text("4 000 paired plays on the same shuffles (seed 1), every seat a greedy bot")
    ).to_be_visible()
    expect(page.locator(".js-plotly-plot:visible").first).to_be_visible()


def test_a_link_opens_with_its_choices_and_they_stay(desk: Open) -> None:
    page = desk("/compare?base=2021-04-08&other=concentration&bots=random&plays=700&seed=5")
    shown = {"Compared with": "Broad appeal by difference · 2021-04-08", "Revision": "Concentration · concentration"}
    for label, value in shown.items():
        expect(page.get_by_role("combobox", name=label)).to_have_value(value)
    unfold(page)
    expect(page.get_by_role("combobox", name="Bots")).to_have_value("random")
    expect(page.get_by_label("Plays", exact=True)).to_have_value("700")
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare concentration with 2021-04-08"))
    expect(page.get_by_text("700 paired plays on the same shuffles (seed 5), every seat a random bot")).to_be_visible()
    click(page.get_by_role("link", name="Alone", exact=True))
    expect(page.get_by_role("combobox", name="Revision")).to_have_value("Concentration · concentration")
    expect(page.get_by_role("button", name=re.compile("greedy .* seed 1"))).to_be_visible()
    click(page.get_by_role("link", name="Compared", exact=True))
    expect(page.get_by_role("combobox", name="Revision")).to_have_value("Concentration · concentration")
    expect(page.get_by_text("700 paired plays on the same shuffles (seed 5)")).to_be_visible()


def test_a_second_strength_is_asked_and_held_against_the_first(desk: Open) -> None:
    page = desk("/compare?base=2020-03-04&other=2021-04-08&bots=greedy&plays=3000&seed=9")
    unfold(page)
    also = page.get_by_role("combobox", name="Also ask")
    expect(also).to_have_value("none")
    click(also)
    click(page.get_by_role("option", name="random", exact=True))
    plays = page.get_by_label("Plays, also", exact=True)
    expect(plays).to_have_value("3000")
    enter(plays, "2500", in_address(page, "also=random", "also_plays=2500"))
    page.keyboard.press("Escape")
    click(page.get_by_role("button", name="Compare 2021-04-08 with 2020-03-04"))
    expect(page.get_by_role("heading", name="Do bots of two strengths agree?")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^By greedy bots: with 2021-04-08, "))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^By random bots: with 2021-04-08, "))).to_be_visible()
    expect(
        page.get_by_text(re.compile("Cards drawn from the stock: greedy bots say higher .* random bots say the same"))
    ).to_be_visible()
    click(page.get_by_text("Both changes as a chart"))
    expect(page.get_by_role("heading", name="The change by strength of the bots")).to_be_visible()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)


def test_links_between_pages_carry_their_choices(desk: Open) -> None:
    page = desk("/compare?base=2021-04-08&other=concentration")
    click(page.get_by_role("link", name="Workbench"))
    click(page.get_by_role("link", name="Compare with 2020-03-04"))
    expect(page.get_by_role("combobox", name="Compared with")).to_have_value("First published rules · 2020-03-04")
    revision = page.get_by_role("combobox", name="Revision")
    expect(revision).to_have_value("Broad appeal by difference · 2021-04-08")
    click(page.get_by_role("link", name="Rules & goals"))
    expect(page.get_by_role("heading", name="Rules & goals", exact=True)).to_be_visible()
    expect(revision).to_have_value("Broad appeal by difference · 2021-04-08")
    page.go_back()
    expect(page.get_by_role("heading", name="Compared", exact=True)).to_be_visible()
    expect(revision).to_have_value("Broad appeal by difference · 2021-04-08")


def test_an_impossible_value_is_refused_in_the_games_words(desk: Open) -> None:
    page = desk("/rules?revision=2021-04-08")
    fill(page.get_by_label("Reason", exact=True), "to see")
    sentence = "40: at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)"
    enter(page.get_by_label(re.compile("^Hand size")), "40", shows(page.get_by_text(sentence)))
    expect(page.get_by_role("button", name="Save revision")).to_be_disabled()
