"""Takes the pictures of the README: plays what they show, opens the pages, saves them as WebP.

    python -m tests.screenshots [NAME…] [--workspace DIR]

Takes about two minutes. With --workspace what is played is kept in DIR. Buttons, headings and charts are found by what
they are and say. A picture that cannot be taken is named at the end, and the others are there.
"""

import re
import shlex
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

import click
from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from tests.browser.conftest import Server, find_chromium, opened
from tests.browser.steady import settled
from tests.support.evenings import evenings
from workbench.app.navigation import PAGES
from workbench.app.navigation import RESULTS as RESULTS_TAB
from workbench.cli import main as workbench
from workbench.playtest.log.kinds import ClockPhase, Moment
from workbench.playtest.log.recording import begin
from workbench.playtest.sessions import header_of
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store

PICTURES = Path(__file__).parents[1] / "workbench" / "docs" / "pictures"
SCALE, QUALITY = 1.4, 78
"""Pixels of a picture for each of the page, and WebP's quality."""
DESKTOP, PHONE = 1360, 390
FRAME = 22
"""From the top of a framed part of a page to its heading, and a little more."""
EVERYTHING = 3000
"""A window so high that the whole page is drawn."""
NEW = "hitmakers/2021-04-08"
PLAYED = (f"compare hitmakers/2020-03-04 {NEW}", "simulate showbiz_shuffle/reference")
"""What is played before; the quick looks of the other pages are played while one waits."""
EVENINGS = 12
PATIENCE_MS = 180_000
DEALS = ((("market_saturation", 2), ("critical_prestige", 1)), (("broad_appeal", 2),), (("critical_prestige", 2),))
"""What each of three players scored in the one deal of the session that goes on."""
ALL_DRAWN = """() => !document.querySelector('[data-testid=stSkeleton]') &&
    [...document.querySelectorAll('.js-plotly-plot')].every(chart => chart.querySelector('.main-svg'))"""

Named = tuple[Literal["radio", "button", "switch", "heading", "img"], str]
"""Something on a page: its role, and how its name begins, or what is in it, as a regular expression."""


@dataclass(frozen=True)
class Picture:
    """A picture of a page: `height` pixels of it, from the heading `top` on if there is one.

    First, what `clicks` names is clicked, where it is enabled. The picture is taken once `shows` is there.
    `scrolls` says to scroll to `top` in a window of that height, so that what sticks to the window is in the picture.
    """

    path: str
    height: int
    shows: Named
    top: str = ""
    clicks: tuple[Named, ...] = ()
    theme: str = "light"
    width: int = DESKTOP
    scrolls: bool = False


RESULTS = next(spec.name for spec in PAGES if spec.tab == RESULTS_TAB)
COMPARED = f"/{RESULTS}?game=hitmakers&revision=2021-04-08&against=2020-03-04"
HITMAKERS = "?game=hitmakers&revision=2021-04-08"
LOOK: tuple[Named, ...] = (("button", "Quick look"),)
DONE: Named = ("button", "Report as HTML")
"""Stands below a finished study."""
SHOTS = {
    "compare-light": Picture(COMPARED, 1308, ("img", ": change ")),
    "compare-dark": Picture(COMPARED, 1308, ("img", ": change "), theme="dark"),
    "rules": Picture(
        *(f"/rules{HITMAKERS}", 498, ("heading", "Scoring"), "Scoring"),
        clicks=(("radio", "Rulebook"), ("radio", "First published rules"), ("switch", "Changes only")),
        scrolls=True,
    ),
    "decks": Picture(
        *("/decks?game=showbiz_shuffle&revision=reference", 890, ("heading", "Which kinds"), "Which kinds"),
        clicks=LOOK,
    ),
    "strategies": Picture(f"/strategies{HITMAKERS}", 1268, DONE, "What each kind", clicks=LOOK),
    "ladder": Picture(f"/ladder{HITMAKERS}", 570, DONE, "How far each rung", clicks=LOOK),
    "people": Picture(f"/reality{HITMAKERS}", 795, ("heading", "The winner's lead")),
    "live": Picture("/evening/{session}", 844, ("button", "Laughter"), width=PHONE),
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SHOTS)))
@click.option("--workspace", "folder", type=click.Path(path_type=Path), help="Where the plays are kept.")
def main(names: tuple[str, ...], folder: Path | None) -> None:
    """Take the pictures NAMES, all of them without one."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        workspace = _played(folder or Path(temporary) / "studio")
        session = _going_on(workspace)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        server = Server(workspace)
        try:
            missed = [name for name in names or SHOTS if not _taken(browser, server.address, session, name)]
        finally:
            server.kill()
    sys.exit(f"not taken: {', '.join(missed)}" if missed else 0)


def _played(folder: Path) -> Workspace:
    """A workspace with everything that the pictures show; only what is missing is played."""
    workspace, _ = init_workspace(folder)
    if not workspace.store_path.exists():
        evenings(workspace, EVENINGS)
    for line in PLAYED:
        click.echo(f"workbench {line}")
        CliRunner().invoke(workbench, [*shlex.split(line), "--workspace", str(folder)], catch_exceptions=False)
    return workspace


def _going_on(workspace: Workspace) -> str:
    """The id of a session of three that has played one deal."""
    log = begin(Store(workspace.store_path), header_of(load_scenario(workspace, NEW)))
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        log.add_player(name, seat)
    log.phase(ClockPhase.PLAY)
    for player, points in zip(log.session().players, DEALS, strict=True):
        for criterion, number in points:
            log.score(player.player, 0, number, criterion)
    log.moment(Moment.RULES_QUESTION)
    return log.id


def _taken(browser: Browser, address: str, session: str, name: str) -> bool:
    """Whether the picture could be taken; if not, what was missing is said."""
    picture = SHOTS[name]
    height = picture.height + (2 * FRAME if picture.scrolls else 0)
    height = EVERYTHING if picture.top and not picture.scrolls else height
    viewport = {"width": picture.width, "height": height}
    context = browser.new_context(viewport=viewport, device_scale_factor=SCALE, color_scheme=picture.theme)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    try:
        place = address + picture.path.format(session=session)
        if name == "live":  # a plain page
            page.goto(place)
            _named(page, picture.shows).wait_for()
        else:
            _ready(opened(page, place), picture)
        _save(_photographed(page, picture), PICTURES / f"{name}.webp")
    except Error as error:
        click.echo(f"{name}: {error}", err=True)
        return False
    finally:
        context.close()
    return True


def _ready(page: Page, picture: Picture) -> None:
    for named in picture.clicks:
        element = _named(page, named)
        element.wait_for(state="attached")
        if settled(page) and element.is_enabled():
            element.click(force=named[0] == "switch")  # its box lies under what is drawn of it
            page.wait_for_timeout(1000)  # until the script runs again
    _named(page, picture.shows).wait_for()
    settled(page).wait_for_function(ALL_DRAWN)
    page.wait_for_timeout(1000)  # charts draw themselves


def _named(page: Page, named: Named) -> Locator:
    """The first of this role and name."""
    return page.get_by_role(named[0], name=re.compile(named[1])).first


def _photographed(page: Page, picture: Picture) -> bytes:
    if not picture.top:
        return page.screenshot()
    heading = page.get_by_role("heading", name=picture.top).first
    if picture.scrolls:
        heading.evaluate("heading => heading.scrollIntoView()")
        page.wait_for_timeout(500)
    place = heading.bounding_box()
    top = place["y"] - (FRAME if picture.scrolls else 8) if place else 0
    return page.screenshot(clip={"x": 0, "y": top, "width": picture.width, "height": picture.height})


def _save(picture: bytes, file: Path) -> None:
    with Image.open(BytesIO(picture)) as taken:
        taken.convert("RGB").save(file, quality=QUALITY, method=6)
    click.echo(f"{file.name}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
