"""A live session in real browsers: on a phone, by two devices at once, and through kills of the server."""

import os
import random
import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE, Server, Tabs, opened, three_at_table
from tests.browser.steady import TAKEN_S, TRIES, fits, settled, shows, within
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.scenario.files import Workspace
from workbench.store import Store

pytestmark = pytest.mark.browser

KILLS = int(os.environ.get("WORKBENCH_BROWSER_KILLS", "2"))
"""How often the server is killed while taps come in; 20 by hand."""
TITLES = ("Rules question", "Confusion", "Stuck", "Laughter")
SMALL = """[...document.querySelectorAll('.st-key-board button, [data-testid=stPageLink] a')]
    .filter(each => each.offsetParent && !each.closest('[data-testid=stTooltipIcon], [data-testid=stNumberInput]'))
    .filter(each => each.offsetHeight < 44).map(each => each.innerText)"""


@pytest.fixture
def log(workspace: Workspace) -> Log:
    """A session of three at the table."""
    return three_at_table(workspace)


def test_keys_tap_and_what_is_typed_is_a_text(tabs: Tabs, server: Server, log: Log) -> None:
    with tabs.tab(server.address, DESK) as page:
        opened(page, f"{server.address}/live?session={log.id}")
        begun = page.locator(".st-key-last_entry", has_text="Play begins")
        for _ in range(TRIES):  # a key that comes before the page listens is lost; the second of two changes nothing
            page.keyboard.press("p")
            if within(TAKEN_S, shows(begun), page):
                break
        page.keyboard.press("4")
        expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
        page.get_by_role("textbox", name="Notes").click()
        page.keyboard.type("4 put 1 up, but 2 big", delay=10)
        page.keyboard.press("Control+Enter")
        expect(page.locator(".st-key-last_entry")).to_contain_text("Note: 4 put 1 up, but 2 big")
    found = log.session()
    assert [each.moment for each in found.moments] == [Moment.LAUGHTER]
    assert [line.kind for line in found.lines][-3:] == ["phase", "moment", "note"]
    assert not any(line.undone for line in found.lines)


def tap(page: Page, title: str, said: str | None = None) -> None:
    """Press a button of the board, and wait until what was stored is said."""
    page.get_by_role("button", name=re.compile(f"^{title}")).click()
    expect(page.locator(".st-key-last_entry")).to_contain_text(said or title)


def stored(workspace: Workspace, session: str) -> Session:
    return load(Store(workspace.store_path), session)


def scores_of(page: Page) -> None:
    """Have a phone show the part of the board where scores are written down."""
    page.get_by_role("radio", name="Scores").click()
    page.get_by_role("spinbutton").first.wait_for()


def test_a_phone_shows_the_board_without_scrolling_and_the_clock_while_scoring(
    tabs: Tabs, server: Server, log: Log
) -> None:
    with tabs.tab(server.address, PHONE) as page:
        opened(page, f"{server.address}/live?session={log.id}")
        house_rule = page.get_by_role("button", name=re.compile("^House rule"))
        house_rule.wait_for()
        assert bottom(house_rule) < 700
        undo, scores = page.get_by_role("button", name=re.compile("^Undo")), page.get_by_role("spinbutton")
        scores_of(page)
        expect(house_rule).to_be_hidden()
        scores.last.scroll_into_view_if_needed()
        page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
        for pinned in (undo, page.get_by_role("button", name=re.compile("^Pause"))):
            assert 44 <= bottom(pinned) <= 300
        assert page.evaluate(SMALL) == []
        page.keyboard.press("8")
        expect(page.locator(".st-key-last_entry")).to_contain_text("House rule")
        for part in ("Table", "Feedback"):
            page.get_by_role("radio", name=part).click()
            expect(scores.first).to_be_hidden()
            assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= 900
            assert page.evaluate(SMALL) == []


def bottom(shown: Locator) -> float:
    """How far down the screen something reaches."""
    box = shown.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_a_session_is_begun_and_logged_on_a_phone(tabs: Tabs, server: Server) -> None:
    with tabs.tab(server.address, PHONE) as page:
        opened(page, f"{server.address}/live?revision=2021-04-08")
        for seat, name in enumerate(("Anna", "Ben"), start=1):
            field = page.get_by_role("combobox", name=re.compile(f"Seat {seat}"))
            field.click()
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        page.get_by_role("button", name="Start session").click()
        expect(page).to_have_url(re.compile("session="))
        tap(page, "Play", "Play begins")
        for title in TITLES:
            tap(page, title)
        scores_of(page)
        page.get_by_role("spinbutton", name="Anna").first.fill("3")
        page.keyboard.press("Tab")
        expect(page.locator(".st-key-last_entry")).to_contain_text("3 in deal 1")
        assert page.evaluate(SMALL) == []
        fits(page)
        session = page.url.rpartition("=")[2]
        before = stored(server.workspace, session)
        assert [each.moment for each in before.moments] == list(Moment)[:4]
        tap(page, "Undo", "Laughter")
        assert not stored(server.workspace, session).scores.cells


def test_every_tap_is_there_once_after_kills(tabs: Tabs, server: Server, log: Log) -> None:
    """Also the one that was on its way: the browser sends it again, from the same page or once it is opened again."""
    chance, taps = random.Random(1), 0
    log.score(log.session().players[0].player, 0, 3, "market_saturation")
    with tabs.tab(server.address, PHONE) as page:
        opened(page, f"{server.address}/live?session={log.id}")
        for number in range(KILLS):
            _all_sent(page)
            taps += _taps_until(page, server, time.monotonic() + chance.uniform(0.3, 2.5))
            server.start()
            if number % 2:
                opened(page, f"{server.address}/live?session={log.id}")
            _all_sent(page)
            assert len(log.session().moments) == taps
        expect(page.locator(".st-key-last_entry")).to_contain_text("Laughter")
        scores_of(page)
        expect(page.get_by_role("spinbutton", name="Anna").first).to_have_value("3")


def _all_sent(page: Page) -> None:
    """Wait until the server has confirmed all that the browser has for it."""
    page.wait_for_function("window.workbenchOutbox?.session && !workbenchOutbox.queue.length")
    settled(page)


def _taps_until(page: Page, server: Server, deadline: float) -> int:
    """Tap as fast as the board says that it was stored, then kill the server in the midst of a tap; how many taps."""
    log = page.get_by_text(re.compile(r"Show the log \(\d+ entries\)"))
    before = entries = _counted(log.inner_text())
    while time.monotonic() < deadline:
        page.get_by_role("button", name=re.compile("^Laughter")).click()
        expect(log).to_have_text(re.compile(rf"\({entries + 1} entries\)"))
        entries += 1
    page.get_by_role("button", name=re.compile("^Laughter")).click(no_wait_after=True)
    server.kill()
    return entries + 1 - before


def _counted(text: str) -> int:
    found = re.search(r"\d+", text)
    assert found
    return int(found[0])


def test_a_half_typed_note_is_stored_when_the_session_ends_here_or_elsewhere_and_forget_reaches_it(
    tabs: Tabs, server: Server, workspace: Workspace, log: Log
) -> None:
    """Also one that reappeared after a reload, and who or why of the last moment."""
    log.moment(Moment.STUCK)
    with tabs.tab(server.address, DESK) as page:
        half_typed(page, server, log, "Cleo counts alo", "Ben sle")
        page.get_by_role("button", name="End session").click()
        settled(page).get_by_role("button", name="End anyway").click()
        expect(page.get_by_text("1 note,")).to_be_visible()
        assert [note.text for note in log.session().notes] == ["Cleo counts alo"]
        assert [each.note for each in log.session().moments] == ["Ben sle"]
        page.wait_for_function(NOTHING_KEPT, arg=log.id)
        other = three_at_table(workspace)
        half_typed(page, server, other, "Anna yaw")
        other.end()
        expect(page.get_by_text("1 note,")).to_be_visible()
        until(lambda: [note.text for note in other.session().notes] == ["Anna yaw"])
        page.wait_for_function(NOTHING_KEPT, arg=other.id)
        third = three_at_table(workspace)
        third.add_player("Zacharias Quast", 3)
        half_typed(page, server, third, "Zacharias bluffs, and ZACHARIAS QUAST’s cards")
        opened(page, f"{server.address}/exchange")
        person = page.get_by_role("combobox", name="Person")
        person.click()
        person.fill("Zacharias")
        page.keyboard.press("Enter")
        settled(page).get_by_role("button", name="Forget", exact=True).click()
        page.get_by_text("Yes, forget this person").click()
        settled(page).get_by_role("button", name="Forget for good").click()
        page.get_by_text("Forgotten: the name is gone").wait_for()
        page.wait_for_function("!JSON.stringify(localStorage).toLowerCase().includes('zacharias')")
        assert "somebody bluffs, and somebody’s cards" in page.evaluate("JSON.stringify(localStorage)")
        page.evaluate("localStorage.clear()")


NOTHING_KEPT = (
    "(session) => !Object.keys(localStorage).some((key) => key.startsWith('workbench') && key.endsWith(session))"
)
"""Whether the browser keeps nothing of a session."""


def half_typed(page: Page, server: Server, log: Log, note: str, why: str = "") -> None:
    """Open the board, and type a note that nobody leaves before the page is loaded anew."""
    opened(page, f"{server.address}/live?session={log.id}")
    for name, text in (("Notes", note), ("Note on the last moment", why)):
        if text:
            page.get_by_role("textbox", name=name).evaluate(TYPE, text)
    opened(page, f"{server.address}/live?session={log.id}")
    expect(page.get_by_role("textbox", name="Notes")).to_have_value(note)


TYPE = """(field, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', {bubbles: true}));
}"""
