"""Clicks and seconds from the first page to a verdict, and from a changed rule to a decision.

`python -m tests.loop_times`, in Chromium, at a desk and on a phone, in a workspace where nothing was played. The rules
are compiled, if they are not yet.
"""

import re
import tempfile
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import COMPILED_MS, DESK, PHONE, Server, find_chromium, opened
from tests.browser.steady import settled
from tests.evening_times import COUNT, timed
from workbench.scenario.files import init_workspace

DECISION = re.compile("^adopted")
EFFECT = re.compile(": change ")


@click.command()
def main() -> None:
    """Measure both ways, in a workspace of their own each."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name, size in {"desk": DESK, "phone": PHONE}.items():
            click.echo(f"{name}, {size[0]} px")
            with tempfile.TemporaryDirectory() as folder:
                server = Server(init_workspace(Path(folder) / "studio")[0])
                try:
                    measure(browser, server, size)
                finally:
                    server.kill()


def measure(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """Measure one size of window."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(COUNT)
    page = opened(context.new_page(), server.address)
    with timed(page, "first page to verdict"):
        page.get_by_role("button", name=re.compile("^What did")).click()
        verdict(page)
    opened(page, f"{server.address}/rules?game=hitmakers&revision=2021-04-08")
    with timed(page, "changed rule to effect"):
        settled(page).get_by_text("May pass", exact=True).first.click()
        beside = page.locator(".st-key-beside")
        beside.get_by_role("img", name=EFFECT).first.wait_for(timeout=COMPILED_MS)
    with timed(page, "effect to saved and compared"):
        settled(page).get_by_role("button", name="Save and compare").first.click()
        page.get_by_label("Reason", exact=True).fill("Does it matter?")
        page.keyboard.press("Control+Enter")
        verdict(page)
    with timed(page, "verdict to decision"):
        page.get_by_role("radio", name=DECISION).first.click()
        expect(page.get_by_text("Decision: adopted.")).to_be_visible()
    context.close()


def verdict(page: Page) -> None:
    """Wait until all is played and judged."""
    page.get_by_role("button", name="Report as HTML").wait_for(timeout=COMPILED_MS)


if __name__ == "__main__":
    main()
