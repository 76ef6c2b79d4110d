"""The table: a play stepped through by mouse, keyboard and touch, in both themes, at the desk and on a phone."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.analyzed import analyzed
from tests.browser.conftest import Server
from tests.browser.test_every_page import broken
from tests.support.processor import slowness
from tests.support.thorough import one_of

pytestmark = pytest.mark.browser

PLAYS = {
    "hitmakers/2021-04-08": "Deal",
    "trickster/prototype-a": "Round",
    "showbiz_shuffle/reference": "Round",
    "hollywood_1947/six-players": "Movie",
}
ANALYZED = "trickster/prototype-a"
"""The play that is stepped through and looked into; the pictures are of plays of every game."""
STEP_MS = 50
TIMES = """() => {
  const times = [];
  for (let at = 0; at < last; at += 1 + (last >> 6)) {
    go(at);
    document.body.offsetHeight;
    const begun = performance.now();
    go(at + 1);
    document.body.offsetHeight;
    times.push(performance.now() - begun);
  }
  return times.sort((one, other) => one - other)[times.length >> 1];
}"""
"""Milliseconds from one step to the next drawn, the median of about 64 over a play."""


def at_table(page: Page, server: Server, play: str, query: str = "") -> Page:
    """The table of a play by bots at random, whose code needs no search."""
    page.goto(f"{server.address}/table/{play}?bots=random{query}")
    expect(page.locator("#says")).not_to_be_empty()
    return page


def step(page: Page) -> int:
    return int(page.locator("#count").inner_text().split()[0])


@pytest.mark.parametrize("play", one_of(PLAYS, quick=ANALYZED))
def test_a_play_is_stepped_through(play: str, page: Page, server: Server) -> None:
    at_table(page, server, play)
    assert step(page) == 1
    first = page.locator("#says").inner_text()
    page.get_by_role("button", name="One step on").click()
    page.keyboard.press("ArrowRight")
    assert step(page) == 3
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert page.locator("#says").inner_text() == first
    page.get_by_label("Go to").select_option(label=f"{PLAYS[play]} 2")
    second = step(page)
    assert second > 1
    page.wait_for_url(f"**step={second - 1}")
    page.reload()
    assert step(page) == second
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Last step")).to_be_disabled()
    assert page.evaluate(TIMES) < STEP_MS * slowness()


@pytest.mark.parametrize("play", one_of(PLAYS, quick=ANALYZED))
def test_what_the_bot_thought_another_move_and_the_chances_are_shown(play: str, page: Page, server: Server) -> None:
    analyzed(at_table(page, server, play))


def test_players_whose_chances_are_the_same_share_a_line(page: Page, server: Server) -> None:
    even, low = [0.5, 0.4, 0.6], [0.1, 0.0, 0.2]
    curve = {"points": [{"step": 0, "chances": [even, low, even]}], "end": {"step": 9, "shares": [0.5, 0.0, 0.5]}}
    page.route(
        "**/chances?*",
        lambda route: route.fulfill(json={**curve, "turns": [], "done": True, "bots": "", "counted": ""}),
    )
    at_table(page, server, "hitmakers/2021-04-08").locator("#chances summary").click()
    expect(page.locator(".legend span")).to_have_text([" Player 1, Player 3", " Player 2"])


def test_a_swipe_turns_to_the_next_step(phone: Callable[[], BrowserContext], server: Server) -> None:
    page = at_table(phone().new_page(), server, "hitmakers/2021-04-08", "&step=4")
    swipe = """([from, to]) => {
      const table = document.getElementById('table');
      const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
      table.dispatchEvent(new TouchEvent('touchstart', { changedTouches: [touch(from)] }));
      table.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(to)] }));
    }"""
    page.evaluate(swipe, [300, 100])
    assert step(page) == 6
    page.evaluate(swipe, [100, 300])
    assert step(page) == 5


def test_it_plays_by_itself_and_pauses(page: Page, server: Server) -> None:
    at_table(page, server, "hitmakers/2021-04-08")
    page.get_by_label("Speed").select_option("very fast")
    page.locator("#run").click()
    expect(page.locator("#count")).to_have_text(re.compile(r"^([4-9]|\d\d+) of"))
    page.locator("#run").click()
    at = step(page)
    page.wait_for_timeout(300)
    assert step(page) == at


def test_another_view_stays_at_the_step_and_has_backs_for_what_is_hidden(page: Page, server: Server) -> None:
    at_table(page, server, "hitmakers/2021-04-08", "&step=10")
    backs = page.get_by_role("img", name="card face down")
    assert backs.count() == 1  # the stock
    page.get_by_label("Show").select_option(label="What player 2 sees")
    page.wait_for_url("**seat=2**")
    assert step(page) == 11
    assert backs.count() > 10
    play = json.loads(page.locator("#play").inner_text())
    hands = [number for number, zone in enumerate(play["zones"]) if zone["name"] == "Hand"]
    dealt = [set(play["frames"][0]["zones"][str(zone)]) for zone in hands]
    assert dealt[0] == dealt[2] == {None}
    assert None not in dealt[1]


def test_the_step_where_two_revisions_part_is_one_click_away(page: Page, server: Server) -> None:
    at_table(page, server, "hitmakers/2021-04-08")
    page.get_by_label("Against").select_option(label="concentration")
    expect(page.locator("#parting")).to_contain_text("From there to here")
    assert broken(page) == []
    page.get_by_role("link", name="See it there").click()
    page.wait_for_url("**/concentration?**against=2021-04-08**")


def test_the_cards_of_a_revision_are_printed_at_their_size(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/table/showbiz_shuffle/kinder-biz/cards?against=reference")
    cards = page.locator(".sheet > svg").count()
    assert cards > 0
    assert broken(page) == []
    size, millimeters = page.locator(".sheet").first.bounding_box(), 63 * min(3, cards) + 8
    assert size is not None and size["width"] == pytest.approx(millimeters / 25.4 * 96, abs=1)


def test_what_does_not_exist_is_told_with_what_would_work(page: Page, server: Server) -> None:
    for path, words in (
        ("/table", "run=1"),
        ("/table/hitmakers/2021-04-09", "2021-04-08"),
        ("/table/hitmakers/2021-04-08?seat=9", "1 to 3"),
        ("/table/hitmakers/2021-04-08?play=x", "play"),
        ("/table?run=99", "workbench runs"),
    ):
        answer = page.goto(server.address + path)
        assert answer is not None and answer.status == (404 if "run=" in path else 422), path
        expect(page.locator("main")).to_contain_text(words)
