"""A live session of one scenario of each game in a real browser: begun, scored on a phone, a moment, ended, seen.

Every scenario, and every format of its sessions, is in `tests/app/test_every_game_live.py`.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Server, opened
from tests.browser.steady import click, fits, moved, settled
from tests.browser.test_every_page import resized
from tests.browser.test_host import scores
from workbench.playtest.log.recording import load
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests import session_ids

pytestmark = pytest.mark.browser
GAMES = {
    "hitmakers": "four-players",
    "hollywood_1947": "justice-served",
}
CUT = """() => [...document.querySelectorAll('.st-key-board *')]
    .filter(each => each.getClientRects().length && getComputedStyle(each).textOverflow === 'ellipsis')
    .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"""
SMALL = """() => [...document.querySelectorAll("button, [role=combobox], input[type=text], a, label")]
    .filter(each => each.closest(".st-key-setup"))
    .filter(each => each.getClientRects().length && !each.closest('[data-testid=stTooltipIcon]'))
    .filter(each => !each.matches('label') || each.querySelector('[type=checkbox]'))
    .map(each => each.closest('.react-aria-ComboBox, .react-aria-TextField') ?? each)
    .filter(each => each.offsetHeight < 44).map(each => each.innerText)"""
NARROW_DESK, SMALL_PHONE = (1280, 800), (360, 740)
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
TWICE = "button => { button.click(); setTimeout(() => button.click(), 30); }"


@pytest.fixture
def page(shared: Page, server: Server, request: pytest.FixtureRequest) -> Page:
    """That tab; opened anew where a test is repeated."""
    return opened(shared, server.address) if request.node.execution_count > 1 else shared


@pytest.mark.parametrize("game", GAMES)
def test_it_is_scored_and_ended(page: Page, server: Server, workspace: Workspace, game: str) -> None:
    scenario, store = load_scenario(workspace, f"{game}/{GAMES[game]}"), Store(workspace.store_path)
    resized(page, DESK)
    begin(moved(page, f"/live?game={game}&revision={GAMES[game]}"), scenario.players)
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)  # it would take a player away
    for size in (PHONE, SMALL_PHONE):
        resized(page, size)
        assert page.evaluate(CUT) == []
    score(page, game)
    fits(page)
    resized(page, NARROW_DESK)
    assert page.evaluate(CUT) == []
    click(page.get_by_role("button", name=re.compile("^Laughter")))
    expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
    click(page.get_by_role("button", name=re.compile("^Play")))
    page.get_by_role("button", name="End session").scroll_into_view_if_needed()
    assert page.evaluate(SCROLLED) > 0
    click(page.get_by_role("button", name=re.compile("^Game over")))
    page.wait_for_function(f"{SCROLLED} === 0")
    end = page.get_by_role("button", name="End session")
    expect(end).to_have_count(1)  # it has come up to the top
    click(end)
    expect(page.get_by_text("finished, or stopped early?")).to_be_visible()
    click(page.get_by_role("button", name="Stopped early"))
    expect(page.get_by_text("1 moment,")).to_be_visible()
    page.wait_for_function(f"{SCROLLED} === 0")
    ended = page.url.removeprefix(server.address)
    another_of_the_same_table(page, store, scenario.players)
    moved(page, f"/sessions?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text(f"› {scenario.title} · {scenario.players} players · 1 moment")).to_be_visible()
    moved(page, f"/reality?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text("1 stopped early")).to_be_visible()
    click(moved(page, ended).get_by_role("button", name="It was finished"))
    moved(page, f"/reality?game={game}&revision={GAMES[game]}")
    expect(page.get_by_text("1 session can be compared")).to_be_visible()


def another_of_the_same_table(page: Page, store: Store, players: int) -> None:
    """A double tap begins one session, which the page shows; nothing was logged there, so it is removed at once."""
    before, ended = set(session_ids(store)), page.url
    settled(page).get_by_role("button", name="Same table again").evaluate(TWICE)
    remove = page.get_by_role("button", name="Remove session")
    expect(remove).to_be_visible()
    (begun,) = set(session_ids(store)) - before
    assert page.url.endswith(f"session={begun}")
    assert page.url != ended
    assert len(load(store, begun).players) == players
    click(remove)
    expect(page).to_have_url(re.compile("/sessions"))
    assert set(session_ids(store)) == before


def begin(page: Page, players: int) -> None:
    """Name whoever sits down, and start; every target of the form is as high as a thumb."""
    assert page.evaluate(SMALL) == []
    for seat, name in enumerate("ABCDEF"[:players], start=1):
        click(page.get_by_role("combobox", name=re.compile(f"^Seat {seat}")))
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        settled(page)
    click(page.get_by_role("button", name="Start session"))
    expect(page.get_by_role("button", name="End session")).to_be_visible()


def score(page: Page, game: str) -> None:
    """Write down what the table of this game writes first, by taps."""
    if game == "hollywood_1947":
        click(page.get_by_role("radio", name="Scores"))
        click(page.get_by_role("radiogroup", name="Movie 1").get_by_role("radio", name="Patriots"))
        said = "Movie 1: Patriots"
    else:
        scores(page)
        page.get_by_role("spinbutton").first.click()
        pad = page.get_by_role("group", name="Number pad")
        pad.get_by_role("button", name="3", exact=True).click()
        pad.get_by_role("button", name="Next").click()
        said = ": 3 in "
    expect(page.locator(".st-key-last_entry")).to_contain_text(said)
