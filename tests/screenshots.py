"""Takes the pictures of the README: plays what they show, opens the pages, saves them as WebP.

    python -m tests.screenshots [NAME…] [--workspace DIR]

Takes some minutes. With --workspace the plays are kept in DIR, and the next pictures take seconds.
"""

import shlex
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

import click
from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import Server, find_chromium, opened
from tests.browser.steady import settled
from tests.support.evenings import evenings
from workbench.cli import main as workbench
from workbench.playtest.log.kinds import Moment, Phase
from workbench.playtest.log.recording import begin
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.study.playtests import header_of

PICTURES = Path(__file__).parents[1] / "workbench" / "docs" / "pictures"
SCALE, QUALITY = 1.4, 78
"""Pixels of a picture for each of the page, and WebP's quality."""
DESKTOP, PHONE = 1360, 390
EVERYTHING = 3000
"""A window so high that the whole page is drawn."""
NEW = "hitmakers/2021-04-08"
PLAYED = (
    f"compare hitmakers/2020-03-04 {NEW}",
    "simulate showbiz_shuffle/reference",
    f"strategies {NEW} --plays 1000 --bots 'random cautious spreader scout greedy'",
    f"ladder {NEW} --top 200 --plays 200 --shuffles 60",
)
EVENINGS = 12
PATIENCE_MS = 600_000
DEALS = ((("market_saturation", 2), ("critical_prestige", 1)), (("broad_appeal", 2),), (("critical_prestige", 2),))
"""What each of three players scored in the one deal of the session that goes on."""


@dataclass(frozen=True)
class Picture:
    """A picture of a page: `height` pixels of it, from the heading `top` on if there is one.

    `ready` is found once the page is drawn. Then `clicks` are made, kind and name each, on what is enabled.
    `scrolls` says to scroll to `top` in a window of that height, so that what sticks to the window is in the picture.
    """

    path: str
    height: int
    ready: str = ".js-plotly-plot .main-svg"
    top: str = ""
    clicks: tuple[tuple[Literal["radio", "button", "label"], str], ...] = ()
    theme: str = "light"
    width: int = DESKTOP
    scrolls: bool = False


COMPARE = "/results?game=hitmakers&revision=2021-04-08&against=2020-03-04"
MET = "&met=random&met=cautious&met=spreader&met=scout&met=greedy"
DONE = "[data-testid=stDownloadButton]"
"""Stands below a finished study."""
HITMAKERS = "?game=hitmakers&revision=2021-04-08"
SHOWN = {
    "compare-light": Picture(COMPARE, 1360),
    "compare-dark": Picture(COMPARE, 1360, theme="dark"),
    "rules": Picture(
        *("/rules?game=hitmakers&revision=2021-04-08", 590, ".st-key-rulebook", "Scoring"),
        clicks=(("radio", "2020-03-04"), ("label", "Changes only")),
        scrolls=True,
    ),
    "decks": Picture(
        *("/decks?game=showbiz_shuffle&revision=reference", 890, ".js-plotly-plot .main-svg", "Which kinds"),
        clicks=(("button", "Quick look"),),
    ),
    "strategies": Picture(f"/strategies{HITMAKERS}&contest_plays=1000{MET}", 1120, DONE, "What each kind"),
    "ladder": Picture(f"/ladder{HITMAKERS}&top=200&contest_plays=200&shuffles=60", 570, DONE, "How far each rung"),
    "people": Picture(f"/reality{HITMAKERS}", 900),
    "live": Picture("/live?session={session}", 844, ".st-key-board", width=PHONE),
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SHOWN)))
@click.option("--workspace", "folder", type=click.Path(path_type=Path), help="Where the plays are kept.")
def main(names: tuple[str, ...], folder: Path | None) -> None:
    """Take the pictures NAMES, all of them without one."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        made = _played(folder or Path(temporary) / "studio")
        session = _going_on(made)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        server = Server(made)
        try:
            _take(browser, server.address, session, names or SHOWN)
        finally:
            server.kill()


def _played(folder: Path) -> Workspace:
    """A workspace with everything that the pictures show; only what is missing is played."""
    made, _ = init_workspace(folder)
    if not made.store_path.exists():
        evenings(made, EVENINGS)
    for line in PLAYED:
        click.echo(f"workbench {line}")
        CliRunner().invoke(workbench, [*shlex.split(line), "--workspace", str(folder)], catch_exceptions=False)
    return made


def _going_on(made: Workspace) -> str:
    """The id of a session of three that has played one deal."""
    log = begin(Store(made.store_path), header_of(load_scenario(made, NEW)))
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        log.add_player(name, seat)
    log.phase(Phase.PLAY)
    for player, points in zip(log.session().players, DEALS, strict=True):
        for criterion, number in points:
            log.score(player.player, 0, number, criterion)
    log.moment(Moment.RULES_QUESTION)
    return log.id


def _take(browser: Browser, address: str, session: str, names: Iterable[str]) -> None:
    for name in names:
        shown = SHOWN[name]
        height = EVERYTHING if shown.top and not shown.scrolls else shown.height
        viewport = {"width": shown.width, "height": height}
        context = browser.new_context(viewport=viewport, device_scale_factor=SCALE, color_scheme=shown.theme)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        _ready(opened(page, address + shown.path.format(session=session)), shown)
        _save(_photographed(page, shown), PICTURES / f"{name}.webp")
        context.close()


def _ready(page: Page, shown: Picture) -> None:
    page.locator(shown.ready).first.wait_for()
    for role, name in shown.clicks:
        button = (page.get_by_text(name) if role == "label" else page.get_by_role(role, name=name)).first
        if button.is_enabled():
            settled(page)
            button.click()
    if shown.top:
        page.get_by_role("heading", name=shown.top).first.wait_for()
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]')")
    settled(page).wait_for_timeout(2000)  # charts draw themselves


def _photographed(page: Page, shown: Picture) -> bytes:
    if not shown.top:
        return page.screenshot()
    heading = page.get_by_role("heading", name=shown.top).first
    if shown.scrolls:
        heading.evaluate("heading => heading.scrollIntoView()")
        page.wait_for_timeout(500)
        return page.screenshot()
    place = heading.bounding_box()
    top = place["y"] - 8 if place else 0
    return page.screenshot(clip={"x": 0, "y": top, "width": shown.width, "height": shown.height})


def _save(picture: bytes, file: Path) -> None:
    with Image.open(BytesIO(picture)) as taken:
        taken.convert("RGB").save(file, quality=QUALITY, method=6)
    click.echo(f"{file.name}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
