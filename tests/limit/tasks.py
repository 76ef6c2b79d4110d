"""Three tasks in Chromium, in clicks, seconds and words read: `python -m tests.limit.tasks [--code DIR] [form]`.

Read what a revision did and adopt it; change a rule, save that and read what it did; log an evening with it. Each is
done twice, as the first one has rules compiled; at a desk and on a phone. `--code` is where the package `workbench` to
be measured lies, of an older commit for one. `form`: from the first page to the first verdict about a new Oh Hell.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.app.waiting import until
from tests.browser.conftest import ARGUMENTS, DESK, PHONE, compiled_ms, find_chromium, opened
from tests.browser.steady import click as press
from tests.browser.steady import enter, fill, settled
from tests.support.served import answers, free_port
from workbench.scenario.files import init_workspace

COUNT = """addEventListener('click', (event) => {
    if (event.isTrusted) localStorage.clicks = 1 + Number(localStorage.clicks ?? 0);
}, true);"""
COMMAND = "from workbench.cli import main; main()"
EFFECT = re.compile(": change ")
PLAYERS = ("Anna", "Ben", "Cleo")
ENDED = re.compile("^(End anyway|Finished)$")


class Task:
    """What a task has taken by now; `stop` counts the words of the page that stands there."""

    def __init__(self, name: str, page: Page) -> None:
        self.name, self.words, self.began = name, 0, time.monotonic()
        page.evaluate("localStorage.clicks = 0")

    def stop(self, page: Page) -> None:
        self.words += len(page.locator("body").inner_text().split())

    def end(self, page: Page) -> None:
        self.stop(page)
        clicks, seconds = page.evaluate("Number(localStorage.clicks)"), time.monotonic() - self.began
        click.echo(f"  {self.name}: {clicks} clicks, {seconds:.1f} s, {self.words} words")


@click.command()
@click.option("--code", default=".")
@click.argument("ways", nargs=-1, type=click.Choice(["form"]))
def main(code: str, ways: tuple[str, ...]) -> None:
    """Do the three tasks, or begin a game by the form."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        if ways:
            with a_page(browser, DESK, code) as page:
                begin_by_form(page)
        for size in (DESK, DESK, PHONE) if not ways else ():
            click.echo(f"{size[0]} pixels")
            with a_page(browser, size, code) as page:
                for task in (read, change, log_evening):
                    task(page)


@contextmanager
def a_page(browser: Browser, size: tuple[int, int], code: str) -> Iterator[Page]:
    """The first page of a dashboard of a new workspace."""
    with tempfile.TemporaryDirectory() as folder:
        root, port = init_workspace(Path(folder) / "studio")[0].root, free_port()
        env = {**os.environ, "PYTHONPATH": str(Path(code).absolute()), "WORKBENCH_HEADLESS": "1"}
        words = [sys.executable, "-c", COMMAND, "app", "--port", str(port), "--workspace", str(root)]
        with subprocess.Popen(words, env=env, cwd=root, stdout=subprocess.DEVNULL) as server:
            try:
                until(lambda: answers(port))
                context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
                context.add_init_script(COUNT)
                context.set_default_timeout(compiled_ms())
                yield opened(context.new_page(), f"http://127.0.0.1:{port}")
                context.close()
            finally:
                server.terminate()


def verdict(page: Page) -> None:
    """Wait until all is played and judged."""
    page.get_by_role("button", name="Report as HTML").wait_for(timeout=compiled_ms())
    settled(page)


def read(page: Page) -> None:
    """From the first page to the verdict about Broad appeal, which is adopted."""
    task = Task("read and adopt", page)
    task.stop(page)
    press(page.get_by_role("button", name=re.compile("^What did")))
    verdict(page)
    press(page.get_by_role("radio", name=re.compile("^adopted")).first)
    expect(page.get_by_text("Decision: adopted.")).to_be_visible()
    task.end(page)


def change(page: Page) -> None:
    """From there to a rule that is changed, looked at, saved and compared."""
    task = Task("change, save and compare", page)
    press(page.get_by_role("link", name="Rules & goals"))
    press(page.get_by_text("May pass", exact=True).first)
    page.locator(".st-key-beside").get_by_role("img", name=EFFECT).first.wait_for(timeout=compiled_ms())
    task.stop(settled(page))
    press(page.get_by_role("button", name="Save and compare").first)
    reason = settled(page).get_by_label("Reason", exact=True)
    reason.fill("Does it matter?")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/results**")
    verdict(page)
    task.end(page)


def log_evening(page: Page) -> None:
    """From a result to the board of three players, a moment, the end, and the session in the list."""
    task, setup = Task("log an evening", page), page.get_by_role("link", name="New session")
    if not setup.count():
        press(page.get_by_role("link", name="Playtests"))
        setup = page.get_by_role("link", name="Start a session").first
        setup.wait_for()
        task.stop(settled(page))
    board = followed(page, setup)
    task.stop(board)
    for name in PLAYERS:
        board.get_by_label("Name or initials").fill(name)
        board.keyboard.press("Enter")
    board.get_by_role("button", name="Start session").click()
    board.locator("#board[data-tab]").wait_for()
    for name in ("Play", "Laughter", "Game over", "End session", ENDED):
        board.get_by_role("button", name=name).first.click()
    board.get_by_text("1 moment,").wait_for()
    task.end(board)


def followed(page: Page, link: Locator) -> Page:
    """The plain page that a link leads to, wherever it is opened."""
    press(link)
    until(lambda: any("/evening" in there.url for there in page.context.pages))
    return next(there for there in page.context.pages if "/evening" in there.url)


def begin_by_form(page: Page) -> None:
    """Begin Oh Hell by the form, change its hand, save that as a revision, and read the verdict."""
    task = Task("form to verdict", page)
    press(page.get_by_role("link", name="New game").first)
    press(page.get_by_role("radio", name="Trick-taking"))
    press(page.get_by_text("Oh Hell", exact=True).first)
    fill(page.get_by_label("Name", exact=True), "Oh Well")
    page.keyboard.press("Tab")
    press(page.get_by_role("button", name="Begin this game"))
    page.get_by_role("heading", name="Rules & goals", level=1).wait_for()
    task.stop(page)
    hand = page.get_by_label(re.compile("^Hand"))
    enter(hand, "7", lambda: page.get_by_text(re.compile("one rule changed")).is_visible())
    page.locator(".st-key-beside").get_by_text(re.compile("paired plays")).first.wait_for()
    press(page.get_by_role("button", name="Save and compare").first)
    reason = settled(page).get_by_label("Reason", exact=True)
    reason.fill("Shorter?")
    reason.press("Control+Enter")
    page.wait_for_url("**/results**")
    verdict(page)
    task.end(page)


if __name__ == "__main__":
    main()
