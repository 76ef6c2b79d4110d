"""Clicks, seconds and bytes of an evening on plain pages, in Chromium: `python -m tests.evening_times`."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import Server, find_chromium
from workbench.scenario.files import init_workspace

NAMES = ("Anna", "Ben", "Cleo", "Dmitri", "Elif", "Frida", "G. H.", "Ines", "Jo")
EVENINGS = (
    ("hitmakers", "2021-04-08", 3, 390),
    ("hitmakers", "2021-04-08", 3, 360),
    ("trickster", "prototype-a", 4, 390),
    ("hollywood_1947", "nine-players", 9, 360),
)
COUNT = """window.clicks = Number(sessionStorage.clicks ?? 0);
addEventListener('click', (event) => { if (event.isTrusted) sessionStorage.clicks = ++window.clicks; }, true);"""
ANSWERS = """async () => {
    const button = document.querySelector('[data-key="moment laughter"]'), drawn = [], stored = [];
    for (let tap = 0; tap < 30; tap++) {
        const begun = performance.now();
        button.click();
        document.getElementById('part-last').textContent;
        drawn.push(performance.now() - begun);
        while (queue.length) await new Promise((done) => setTimeout(done, 2));
        stored.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done, 60));
    }
    for (const times of [drawn, stored]) times.sort((a, b) => a - b);
    return [drawn[15], stored[15], stored[28]].map((ms) => Math.round(ms * 10) / 10);
}"""
BYTES = """async () => {
    const page = await (await fetch(location.href)).text();
    const size = (at) => document.querySelector(at).textContent.length;
    return {page: page.length, script: size('script[nonce]:not([type])'), style: size('style')};
}"""


@click.command()
def main() -> None:
    """Measure set-up, a row's scores and the end of an evening, in taps and seconds; a tap's answer; bytes."""
    with new_studio() as (server, browser):
        for game, revision, players, width in EVENINGS:
            measure(browser, server, game, revision, players, width)


@contextmanager
def new_studio() -> Iterator[tuple[Server, Browser]]:
    """A server of a new workspace, and Chromium."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(init_workspace(Path(folder) / "studio")[0])
        try:
            yield server, playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        finally:
            server.kill()


def measure(browser: Browser, server: Server, game: str, revision: str, players: int, width: int) -> None:
    """Measure one evening."""
    size = {"width": width, "height": 844}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, bypass_csp=True)  # type: ignore[arg-type]
    context.add_init_script(COUNT)
    page = context.new_page()
    introduce(page, server, game, revision, players)
    click.echo(f"{game}, {players} players, {width} px")
    page.goto(f"{server.address}/evening")
    with timed(page, "set-up"):
        page.tap(f"[data-game={game}]")
        page.select_option("#revision", revision)
        for name in NAMES[:players]:
            page.tap(f"[data-person='{name}']")
        page.tap("#begin")
        page.locator("#board[data-tab]").wait_for()
    page.tap("[data-phase=play]")
    page.tap("button[data-tab=Scores]")
    with timed(page, "a row's scores"):
        write_row(page, players)
        page.wait_for_function("() => queue.length === 0")
    if page.locator("#pad").is_visible():
        page.tap("[data-press='✕']")
    with timed(page, "game over, code of the form, end"):
        page.tap("#over")
        page.locator(".qr img").first.wait_for()
        page.get_by_role("button", name="End session").tap()
        page.locator("dialog [data-do=end]").first.tap()
        page.locator("#board[data-open=no]").wait_for()
    with timed(page, "same table again"):
        page.get_by_role("button", name="Same table again").tap()
        page.get_by_role("button", name="Remove session").wait_for()
    click.echo(f"  a tap in ms: drawn, stored, stored at worst but one of 30: {page.evaluate(ANSWERS)}")
    click.echo(f"  bytes: {page.evaluate(BYTES)}")
    context.close()


def introduce(page: Page, server: Server, game: str, revision: str, players: int) -> None:
    """Have the players known, by a session in which they sit."""
    page.goto(f"{server.address}/evening?game={game}&revision={revision}")
    for name in NAMES[:players]:
        page.get_by_label("Name or initials").fill(name)
        page.keyboard.press("Enter")
    page.tap("#begin")
    page.locator("#board[data-tab]").wait_for()


def write_row(page: Page, players: int) -> None:
    """Every field of a row by the pad; of a game with sides, the side that a row went to."""
    if page.evaluate("state.sheet.sides"):
        page.locator("[data-key^='outcome 0 ']").first.tap()
        return
    page.locator("table.sheet input").first.tap()
    for _ in range(players * page.evaluate("sheet.lines().length")):
        page.tap("[data-press='1']")
        page.tap("[data-press=Next]")
        if not page.evaluate("sheet.marked") and page.evaluate("Boolean(sheet.nextEmpty(-1))"):
            page.wait_for_timeout(650)  # a second tap at once would be a slip of the finger
            page.tap("[data-press=Next]")


@contextmanager
def timed(page: Page, name: str) -> Iterator[None]:
    """Say how many taps and seconds something took."""
    page.evaluate("window.clicks = sessionStorage.clicks = 0")
    begun = time.monotonic()
    yield
    click.echo(f"  {name}: {page.evaluate('Number(sessionStorage.clicks)')} taps, {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main()
