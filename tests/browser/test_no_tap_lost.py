"""No tap is lost or doubled: three devices tap while the server is killed, the network cut, pages loaded anew."""

import random
from collections import Counter
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.app.waiting import until
from tests.browser.conftest import Server, three_at_table
from tests.browser.test_evening import board
from tests.support.thorough import one_of
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.recording import Log

pytestmark = pytest.mark.browser
KINDS = (Moment.LAUGHTER, Moment.STUCK, Moment.EXCITING)
"""The kind of moment that each device taps."""
CRITERION = "critical_prestige"
EVERY = 10
"""Taps between two disasters."""


class Phone:
    """A device that taps, and what it has tapped."""

    def __init__(self, server: Server, log: Log, context: BrowserContext, number: int, chance: random.Random) -> None:
        self.server, self.log, self.context, self.number, self.chance = server, log, context, number, chance
        self.moments, self.notes, self.score = 0, list[str](), 0
        self.page: Page = context.new_page()
        board(self.page, server, log)

    def tap(self) -> None:
        """A moment, a note, or a score of the player that this device writes for."""
        self.open()
        kind = self.chance.choice(("moment", "moment", "moment", "note", "score"))
        if kind == "moment":
            self.show("Moments")
            self.page.locator(f"[data-key='moment {KINDS[self.number]}']").click(no_wait_after=True)
            self.moments += 1
        elif kind == "note":
            self.show("Moments")
            self.notes.append(f"note {self.number}-{len(self.notes)}")
            self.page.locator("#note").fill(self.notes[-1])
            self.page.locator("#save-note").click(no_wait_after=True)
        else:
            self.write_score()
        self.page.wait_for_timeout(45)  # no finger is quicker

    def write_score(self) -> None:
        self.show("Scores")
        player = self.log_players[self.number]
        field = self.page.locator(f"#sheet input[data-key='{player}|0|{CRITERION}']")
        self.score = self.chance.choice([points for points in range(1, 5) if points != self.score])
        field.fill(str(self.score))
        self.page.locator("[data-tab=Moments]:not(main)").click()

    @property
    def log_players(self) -> list[str]:
        return PLAYERS[self.log.id]

    def show(self, tab: str) -> None:
        self.page.locator(f"[data-tab={tab}]:not(main)").click()

    def open(self) -> None:
        """Have the board there: a reload while the server is away shows the browser's own page."""
        if self.page.locator("#board").count() == 0:
            self.context.set_offline(False)
            self.server.back()  # type: ignore[attr-defined]
            board(self.page, self.server, self.log)

    def sent(self) -> bool:
        """True once the server has confirmed all."""
        self.open()
        return bool(self.page.evaluate("queue.length === 0"))


PLAYERS: dict[str, list[str]] = {}


class Disasters:
    def __init__(self, server: Server, phones: list[Phone], chance: random.Random) -> None:
        self.server, self.phones, self.chance = server, phones, chance
        self.is_down = False
        server.back = self.back  # type: ignore[attr-defined]

    def back(self) -> None:
        """Start the server again, if it was killed."""
        if self.is_down:
            self.server.start()
            self.is_down = False

    def strike(self) -> None:
        phone = self.chance.choice(self.phones)
        name = self.chance.choice(("kill", "back", "cut", "cut", "reload", "reload"))
        if name == "kill" and not self.is_down:
            self.server.kill()
            self.is_down = True
        elif name == "back":
            self.back()
        elif name == "cut":
            phone.context.set_offline(self.chance.random() < 0.6)
        elif name == "reload":
            with suppress(Error):
                phone.page.reload()

    def end(self) -> None:
        self.back()
        for phone in self.phones:
            phone.context.set_offline(False)


@pytest.mark.parametrize("taps", one_of([24, 500], quick=24))
def test_every_tap_of_three_devices_is_stored_once(chromium: object, server: Server, taps: int) -> None:
    chance = random.Random(taps)
    log = three_at_table(server.workspace)
    PLAYERS[log.id] = [player.player for player in log.session().players]
    with ExitStack() as stack:
        contexts = [chromium.new_context(viewport={"width": 390, "height": 844}) for _ in KINDS]  # type: ignore[attr-defined]
        for context in contexts:
            stack.callback(context.close)
        phones = [Phone(server, log, context, number, chance) for number, context in enumerate(contexts)]
        disasters = Disasters(server, phones, chance)
        stack.callback(disasters.back)
        for number in range(taps):
            chance.choice(phones).tap()
            if number % EVERY == EVERY - 1:
                disasters.strike()
        disasters.end()
        until(lambda: all(phone.sent() for phone in phones))
        assert_all_there(log, phones)


def assert_all_there(log: Log, phones: list[Phone]) -> None:
    session = log.session()
    counts = Counter(moment.moment for moment in session.moments)
    assert counts == Counter({KINDS[phone.number]: phone.moments for phone in phones})
    assert sorted(note.text for note in session.notes) == sorted(note for phone in phones for note in phone.notes)
    for phone in phones:
        player = phone.log_players[phone.number]
        assert session.scores.cells.get((player, 0, CRITERION), 0) == phone.score
