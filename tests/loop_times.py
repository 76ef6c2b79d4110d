"""Clicks and seconds in Chromium: `python -m tests.loop_times [loop] [form]`.

`loop`: from the first page to a verdict, and from a changed rule to a decision, at a desk and on a phone. `form`: from
the first page to the first verdict about a new Oh Hell. Each has a new workspace; rules are compiled if need be.
"""

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import DESK, PHONE, Server, compiled_ms, find_chromium, opened
from tests.browser.steady import click as press
from tests.browser.steady import enter, fill, settled
from workbench.scenario.files import init_workspace

COUNT = """window.clicks = Number(sessionStorage.clicks ?? 0);
addEventListener('click', (event) => { if (event.isTrusted) sessionStorage.clicks = ++window.clicks; }, true);"""
DECISION = re.compile("^adopted")
EFFECT = re.compile(": change ")


@click.command()
@click.argument("ways", nargs=-1, type=click.Choice(["loop", "form"]))
def main(ways: tuple[str, ...]) -> None:
    """Measure the ways that are named, or both, in a workspace of their own each."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        if "form" in ways or not ways:
            with a_page(browser, DESK) as page:
                measure_form(page)
        for name, size in {"desk": DESK, "phone": PHONE}.items() if "loop" in ways or not ways else ():
            click.echo(f"{name}, {size[0]} px")
            with a_page(browser, size) as page:
                measure_loop(page)


@contextmanager
def a_page(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """The first page of a dashboard of a new workspace."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(init_workspace(Path(folder) / "studio")[0])
        try:
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
            context.add_init_script(COUNT)
            context.set_default_timeout(compiled_ms())
            yield opened(context.new_page(), server.address)
            context.close()
        finally:
            server.kill()


@contextmanager
def timed(page: Page, name: str) -> Iterator[None]:
    """Say how many clicks and seconds something took."""
    page.evaluate("window.clicks = sessionStorage.clicks = 0")
    begun = time.monotonic()
    yield
    click.echo(f"  {name}: {page.evaluate('Number(sessionStorage.clicks)')} clicks, {time.monotonic() - begun:.1f} s")


def measure_loop(page: Page) -> None:
    address = page.url.partition("?")[0].rstrip("/")
    with timed(page, "first page to verdict"):
        page.get_by_role("button", name=re.compile("^What did")).click()
        verdict(page)
    opened(page, f"{address}/rules?game=hitmakers&revision=2021-04-08")
    with timed(page, "changed rule to effect"):
        settled(page).get_by_text("May pass", exact=True).first.click()
        beside = page.locator(".st-key-beside")
        beside.get_by_role("img", name=EFFECT).first.wait_for(timeout=compiled_ms())
    with timed(page, "effect to saved and compared"):
        settled(page).get_by_role("button", name="Save and compare").first.click()
        page.get_by_label("Reason", exact=True).fill("Does it matter?")
        page.keyboard.press("Control+Enter")
        verdict(page)
    with timed(page, "verdict to decision"):
        page.get_by_role("radio", name=DECISION).first.click()
        expect(page.get_by_text("Decision: adopted.")).to_be_visible()


def verdict(page: Page) -> None:
    """Wait until all is played and judged."""
    page.get_by_role("button", name="Report as HTML").wait_for(timeout=compiled_ms())


def measure_form(page: Page) -> None:
    """Begin Oh Hell by the form, change its hand, save that as a revision, and read the verdict."""
    for step, action in (("begun", begin), ("rule changed and tried", change), ("verdict", judge)):
        with timed(page, step):
            action(page)


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


if __name__ == "__main__":
    main()
