"""Clicks and seconds from the first page to the first verdict about a new Oh Hell: `python -m tests.form_times`."""

import re
import time

import click
from playwright.sync_api import Page

from tests.browser.conftest import COMPILED_MS, DESK, opened
from tests.browser.steady import click as press
from tests.browser.steady import enter, fill, settled
from tests.evening_times import COUNT, new_studio


@click.command()
def main() -> None:
    """Begin Oh Hell by the form, change its hand, save that as a revision, and read the verdict."""
    with new_studio() as (server, browser):
        context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, bypass_csp=True)
        context.add_init_script(COUNT)
        context.set_default_timeout(COMPILED_MS)
        page = opened(context.new_page(), server.address)
        page.evaluate("window.clicks = sessionStorage.clicks = 0")
        start = time.monotonic()
        for step, action in STEPS:
            action(page)
            clicks = page.evaluate("Number(sessionStorage.clicks)")
            click.echo(f"{step}: {clicks} clicks, {time.monotonic() - start:.0f} s from the first page")


def begin(page: Page) -> None:
    """New game, the family, the game in it, and a name."""
    press(page.get_by_role("link", name="New game").first)
    press(page.get_by_role("radio", name="Trick-taking"))
    press(page.get_by_text("Oh Hell", exact=True).first)
    fill(page.get_by_label("Name", exact=True), "Oh Well")
    page.keyboard.press("Tab")
    press(page.get_by_role("button", name="Begin this game"))
    page.get_by_role("heading", name="Rules & goals", level=1).wait_for()


def change(page: Page) -> None:
    """Seven cards and not ten; the page plays both beside."""
    hand = page.get_by_label(re.compile("^Hand"))
    enter(hand, "7", lambda: page.get_by_text(re.compile("one rule changed")).is_visible())
    page.locator(".st-key-beside").get_by_text(re.compile("paired plays")).first.wait_for()


def judge(page: Page) -> None:
    """Save, compare, and wait until it has played."""
    press(page.get_by_role("button", name="Save and compare").first)
    reason = settled(page).get_by_label("Reason", exact=True)
    reason.fill("Shorter?")
    reason.press("Control+Enter")
    page.wait_for_url("**/results**")
    page.get_by_label("Because", exact=True).wait_for()
    click.echo(f"  {page.get_by_role('heading', level=2).first.inner_text()}")


STEPS = (("begun", begin), ("rule changed and tried", change), ("verdict", judge))

if __name__ == "__main__":
    main()
