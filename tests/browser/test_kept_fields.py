"""What a browser says of its own accord is nobody's edit: popovers opened and closed, and fields that load late."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import LONG_MS, _open, _served, _tab
from tests.browser.steady import settled
from workbench.playtest.log.kinds import Direction, Kind, Medium, Moment
from workbench.playtest.log.recording import Log, begin
from workbench.scenario import load_scenario
from workbench.scenario.workspace import Workspace, init_workspace
from workbench.store import Store
from workbench.store.playtests import Entry, entries_of
from workbench.study.playtests import header_of

pytestmark = pytest.mark.browser
expect.set_options(timeout=LONG_MS)
TOLD_MS = 1_200
"""Within it the clock, which sends all that the browser knows, has been drawn."""
LATE_S = 2.5


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("kept") / "studio")[0]


@pytest.fixture(scope="module")
def served(studio: Workspace) -> Iterator[str]:
    with _served(studio) as found:
        yield found


@pytest.fixture
def log(studio: Workspace) -> Log:
    """A session of which every field says something."""
    header = header_of(load_scenario(studio, "hitmakers/2021-04-08"))
    said = {"goal": "Is it fun?", "location": "Club", "printed": "copy 2", "medium": Medium.DIGITAL.value}
    made = begin(Store(studio.store_path, wait_s=60), {**header, **said, "direction": Direction.LOWEST.value})
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        player = made.sit(name, seat, newcomer=seat == 2).data["player"]
        made.score(player, 0, seat + 3, "market_saturation")
    made.moment(Moment.STUCK, player, "ace?")
    return made


def stored(log: Log) -> list[Entry]:
    return entries_of(log.store, log.id)


def test_opening_and_closing_what_the_board_hides_stores_nothing(
    chromium: Browser, served: str, studio: Workspace, log: Log
) -> None:
    with _tab(chromium, served, 1440, 900) as page:
        _open(page, served, f"/live?session={log.id}")
        tap(page, "Laughter")
        before = stored(log)
        opened = [open_and_close(page, popover) for popover in page.get_by_test_id("stPopover").all()]
        assert len(opened) >= 8  # three players, one to add, details, override, questions, abandon
        assert stored(log) == before
        tap(page, "Stuck")  # sends again all that the browser knows
        page.wait_for_timeout(TOLD_MS)
        assert [each.kind for each in stored(log)[len(before) :]] == [Kind.MOMENT]


def test_what_was_said_in_a_popover_stays_said_when_another_device_says_something_else(
    chromium: Browser, served: str, log: Log
) -> None:
    with _tab(chromium, served, 1440, 900) as page:
        _open(page, served, f"/live?session={log.id}")
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
        assert [each.kind for each in stored(log)[len(before) :]] == [Kind.MOMENT]


def test_scores_whose_fields_load_late_are_not_wiped_out(chromium: Browser, served: str, log: Log) -> None:
    """On a slow network the page's own code is still on its way when the first tap is stored."""

    def late(route: Route) -> None:
        time.sleep(LATE_S)
        route.continue_()

    with _tab(chromium, served, 1440, 900) as page:
        page.route(re.compile("BidiComponent.*js"), late)
        page.goto(f"{served}/live?session={log.id}")
        tap(page, "Laughter")
        tap(page, "Stuck")
        before = stored(log)
        fields = page.get_by_role("spinbutton", name="Ben")
        expect(fields.first).to_have_value("4")
        page.wait_for_timeout(TOLD_MS)
        assert stored(log) == before
        fields.first.fill("")
        fields.first.press("Tab")
        expect(page.locator(".st-key-last_entry")).to_contain_text("Ben: nothing in deal 1")
        expect(fields.first).to_have_value("")


def tap(page: Page, title: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{title}")).click()
    expect(page.locator(".st-key-last_entry")).to_contain_text(title)
    settled(page)


def open_and_close(page: Page, popover: object) -> str:
    """Open a popover, wait until the browser has told of its fields, close it, and wait again."""
    button = popover.get_by_role("button").first  # type: ignore[attr-defined]
    button.click()
    page.get_by_test_id("stPopoverBody").wait_for()
    page.wait_for_timeout(TOLD_MS)
    page.keyboard.press("Escape")
    return str(button.inner_text())
