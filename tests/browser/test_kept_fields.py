"""What a browser says of its own accord is nobody's edit: popovers opened and closed, and fields that load late."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import DESK, Open, Server, Tabs, three_at_table
from tests.browser.steady import run_again, settled
from workbench.playtest.log.kinds import EntryKind, Medium, Moment, WinDirection
from workbench.playtest.log.recording import Log
from workbench.scenario.files import Workspace
from workbench.store.playtests import Entry, entries_of

pytestmark = pytest.mark.browser


@pytest.fixture
def log(workspace: Workspace) -> Log:
    """A session of which every field says something."""
    said = {"goal": "Is it fun?", "location": "Club", "printed": "copy 2", "medium": Medium.DIGITAL.value}
    made = three_at_table(workspace, **said, direction=WinDirection.LOWEST.value)
    players = [each.player for each in made.session().players]
    for seat, player in enumerate(players):
        made.score(player, 0, seat + 3, "market_saturation")
    made.moment(Moment.STUCK, player, "ace?")
    return made


def stored(log: Log) -> list[Entry]:
    return entries_of(log.store, log.id)


def test_opening_and_closing_what_the_board_hides_stores_nothing(desk: Open, log: Log) -> None:
    page = desk(f"/live?session={log.id}")
    tap(page, "Laughter")
    before = stored(log)
    popovers = page.get_by_test_id("stPopover").all()
    assert len(popovers) >= 8  # three players, one to add, details, override, questions, abandon
    others = re.compile("Ben|Cleo")  # theirs have the same fields as Anna's
    for popover in (each for each in popovers if not others.search(each.inner_text())):
        open_and_close(page, popover)
    assert stored(log) == before
    tap(page, "Stuck")  # sends again all that the browser knows
    run_again(page)
    assert [each.kind for each in stored(log)[len(before) :]] == [EntryKind.MOMENT]


def test_what_was_said_in_a_popover_stays_said_when_another_device_says_something_else(desk: Open, log: Log) -> None:
    page = desk(f"/live?session={log.id}")
    details = page.get_by_test_id("stPopover").filter(has_text="Details")
    details.get_by_role("button").first.click()
    place = page.get_by_label("Place", exact=True)
    expect(place).to_have_value("Club")
    place.fill("Cellar")
    place.press("Enter")
    expect(page.locator(".st-key-last_entry")).to_contain_text("Cellar")
    page.keyboard.press("Escape")
    log.header(location="Attic")
    before = stored(log)
    expect(page.locator(".st-key-last_entry")).to_contain_text("Attic")
    tap(page, "Laughter")
    open_and_close(page, details)
    details.get_by_role("button").first.click()
    expect(place).to_have_value("Attic")
    assert [each.kind for each in stored(log)[len(before) :]] == [EntryKind.MOMENT]


def test_scores_whose_fields_load_late_are_not_wiped_out(tabs: Tabs, server: Server, log: Log) -> None:
    """On a slow network the page's own code is still on its way when the first taps are stored."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    with tabs.tab(server.address, DESK) as page:
        page.route(re.compile("BidiComponent.*js"), hold)
        page.goto(f"{server.address}/live?session={log.id}")
        press(page, "Laughter")
        press(page, "Stuck")
        before = stored(log)
        fields = page.get_by_role("spinbutton", name="Ben")
        assert late
        assert fields.count() == 0
        for route in late:
            route.continue_()
        page.unroute_all()
        expect(fields.first).to_have_value("4")
        run_again(page)
        assert stored(log) == before
        fields.first.fill("")
        fields.first.press("Tab")
        expect(page.locator(".st-key-last_entry")).to_contain_text("Ben: nothing in deal 1")
        expect(fields.first).to_have_value("")


def press(page: Page, title: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{title}")).click()
    expect(page.locator(".st-key-last_entry")).to_contain_text(title)


def tap(page: Page, title: str) -> None:
    press(page, title)
    settled(page)


def open_and_close(page: Page, popover: Locator) -> None:
    """Open a popover, wait until the browser has told of its fields, and close it."""
    popover.get_by_role("button").first.click()
    page.get_by_test_id("stPopoverBody").wait_for()
    run_again(page)
    page.keyboard.press("Escape")
