"""Play it: people play to the end with mouse, keyboard and touch, alone, on one device, and each on their own."""

import json
import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE, Server
from tests.browser.test_every_page import ONLY_COLORS, broken
from tests.support.thorough import one_of
from workbench.play.interactive import InteractivePlay
from workbench.play.saved import begin, load, save
from workbench.scenario import load_scenario

pytestmark = pytest.mark.browser

SHORT = {
    "hitmakers/2021-04-08": "score_target=0",
    "trickster/prototype-a": "rounds=1",
    "showbiz_shuffle/reference": "score_target=10",
    "hollywood_1947/six-players": "max_movies=5",
}
BY_KEYS = "hitmakers/2021-04-08"
"""The game that is played by keys from the first decision on; of the others, the last decisions are."""
LEFT = 3
"""Decisions of a person that are left of a play that is nearly over."""
MINE = "state && seat !== null && !busy && !running && (state.actor === seat || state.session)"


def until(page: Page, holds: str) -> None:
    """Wait for what holds in the page, whose policy allows no text as code."""
    page.wait_for_function(f"() => typeof state !== 'undefined' && ({holds})")


def table(server: Server, reference: str, *names: str, device: str = "") -> tuple[str, str]:
    """The address of a new short play against bots at random, and the word of the device that holds all seats."""
    scenario = load_scenario(server.workspace, reference, set_=[SHORT[reference]], bots=["random"])
    word = device or str(uuid.uuid4())
    play = begin(scenario, 7, dict(enumerate(names)), word)
    save(server.workspace, play)
    return f"{server.address}/play/{play.id}", word


def sit(page: Page, address: str, word: str) -> Page:
    """Open a play as the device that has this word."""
    page.add_init_script(f"localStorage.setItem('workbench player', {json.dumps(json.dumps(word))})")
    page.goto(address)
    return page


def play_on(page: Page, choose: Callable[[Page, int], None], most: int = 200) -> int:
    """Decide until the end; the number of decisions."""
    for number in range(most):
        until(page, MINE)
        if page.evaluate("Boolean(state.session)"):
            return number
        at = page.evaluate("state.at")
        choose(page, number)
        until(page, f"state.at !== {at}")
    return most


def test_while_bots_at_its_seats_learn_the_setup_says_how_far_they_are(page: Page, server: Server) -> None:
    answer = {"ready": False, "lesson": "round 1 of 3"}
    page.route("**/ready?*", lambda route: route.fulfill(json=answer))
    page.goto(f"{server.address}/table/{BY_KEYS}/play")
    expect(page.locator("#preparing")).to_contain_text("round 1 of 3")
    assert broken(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    bot, form = page.locator("select").nth(1).bounding_box(), page.locator("form").bounding_box()
    assert bot and form and bot["width"] == form["width"], "room for the longest name of a bot"
    answer["ready"] = True
    expect(page.locator("#preparing")).to_be_empty()


def click(page: Page, number: int) -> None:
    choices = page.locator("#choices button")
    choices.nth(number % choices.count()).click()


def tap(page: Page, number: int) -> None:
    cards = page.locator(".card.can")
    cards.nth(number % cards.count()).tap()


@pytest.mark.parametrize("reference", one_of(SHORT, quick="hollywood_1947/six-players"))
def test_a_person_plays_to_the_end(reference: str, page: Page, server: Server) -> None:
    sit(page, *table(server, reference, "Anna"))
    assert play_on(page, click) > 3
    expect(page.locator("table.sheet")).to_contain_text("Anna")
    expect(page.locator("#choices .won")).to_be_visible()
    page.get_by_role("link", name="The session of this play").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def use_keys(page: Page, number: int) -> None:
    """Go to a choice by the tabulator, and take it by Enter; every other time, name it by a digit."""
    if number % 2:
        page.keyboard.press(str(1 + number % min(9, page.locator("#choices button").count())))
        return
    page.locator("#table").focus()
    for _ in range(1 + number % page.locator("#choices button").count()):
        page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.parentElement.id !== 'choices'"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def nearly_over(server: Server, reference: str) -> tuple[str, str]:
    """A short play of one person whose last decisions are left, and its device."""
    scenario = load_scenario(server.workspace, reference, set_=[SHORT[reference]], bots=["random"])
    word = str(uuid.uuid4())
    play = InteractivePlay(scenario, 7, {0})
    taken: list[int] = []
    while not play.is_over:
        taken += [len(play.decisions)] * play.waits_for_person
        play.decide(play.legal()[0], word) if play.waits_for_person else play.take_bots(play.bots_action())
    saved = begin(scenario, 7, {0: "Anna"}, word)
    left = replace(saved, decisions=tuple(play.decisions[: taken[-LEFT]]))
    save(server.workspace, left)
    return f"{server.address}/play/{left.id}", word


@pytest.mark.parametrize("reference", one_of(SHORT, quick=BY_KEYS))
def test_the_keyboard_alone_suffices_to_the_end(reference: str, page: Page, server: Server) -> None:
    sit(page, *(table(server, reference, "Anna") if reference == BY_KEYS else nearly_over(server, reference)))
    assert play_on(page, use_keys) > 0
    expect(page.locator("#choices .won")).to_be_visible()


def test_an_onlooker_sees_the_table_and_no_hand(page: Page, server: Server) -> None:
    address, _ = table(server, "hitmakers/2021-04-08", "Anna", "Ben")
    page.goto(address)
    page.get_by_role("link", name="Only look on").click()
    until(page, "state && seat === ONLOOKER")
    expect(page.locator(".seat").first.get_by_role("img", name="card face down")).not_to_have_count(0)
    assert page.locator("#choices button").count() == 0
    assert broken(page) == []


@pytest.mark.thorough
def test_cards_are_tapped_on_a_phone(phone: Callable[[], BrowserContext], server: Server) -> None:
    page = sit(phone().new_page(), *table(server, "trickster/prototype-a", "Anna"))
    assert play_on(page, tap) == 13
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_two_on_one_device_cover_their_hands(page: Page, server: Server) -> None:
    sit(page, *table(server, "hitmakers/2021-04-08", "Anna", "Ben", "Cleo"))
    for _ in range(2):
        page.get_by_role("button", name="show my cards").click()
        until(page, MINE)
        name = page.evaluate("state.names[seat]")
        assert page.locator(".seat.mine").get_by_role("img", name="card face down").count() == 0
        while page.evaluate("state.names[state.actor]") == name:
            at = page.evaluate("state.at")
            click(page, 0)
            until(page, f"state.at !== {at} && !busy && !running")
        expect(page.locator("#whose")).not_to_contain_text(name)
        expect(page.locator("#playing")).to_be_hidden()
        until(page, "play.cards.length === 0")


def test_a_hint_says_what_the_quick_bot_holds_of_each_action_and_undo_takes_one_back(
    page: Page, server: Server
) -> None:
    sit(page, *table(server, "showbiz_shuffle/reference", "Anna"))
    until(page, MINE)
    page.locator("#hint").click()
    expect(page.locator("#choices button.best").first).to_contain_text("best")
    assert broken(page) == []
    before = page.locator("#choices").inner_text().replace("best", "")
    page.get_by_role("button", name="with").first.click()
    page.locator("#undo").click()
    until(page, "state.at === 0 && !busy && !running")
    assert page.locator("#choices button").first.inner_text() in before


def test_two_phones_and_a_laptop_one_offline_and_one_reloaded(
    page: Page, phone: Callable[[], BrowserContext], server: Server
) -> None:
    address, word = table(server, "trickster/prototype-a", "Anna", "Ben", "Cleo")
    sit(page, address, word)
    phones = [phone().new_page(), phone().new_page()]
    for other, name in zip(phones, ("Ben", "Cleo"), strict=True):
        other.goto(address)
        other.get_by_role("button", name=f"I am {name}").click()
        expect(other.locator("#requests")).to_contain_text(f"You asked for the seat of {name}")
        page.get_by_role("button", name="Give it the seat").click()
        until(other, "seat !== null")
        until(other, f"state.names[seat] === {name!r}")
    until(page, "seat === 0")
    while page.evaluate("state.actor === 0"):
        at = page.evaluate("state.at")
        click(page, 0)
        until(page, f"state.at !== {at} && !busy && !running")
    ben, cleo = phones
    until(ben, MINE)
    ben.context.set_offline(True)
    ben.locator("#choices button").first.click()
    expect(ben.locator("#trouble")).to_contain_text("sent again")
    cleo.reload()
    until(cleo, "seat === 2")
    ben.context.set_offline(False)
    expect(ben.locator("#trouble")).to_have_text("")
    until(ben, "!busy && !running")
    play = load(server.workspace, address.rpartition("/")[2])
    assert play is not None
    assert [decision.actor for decision in play.decisions].count(1) == 1  # it was sent again, and taken once
    for tab in (page, ben, cleo):
        until(tab, f"state.at === {len(play.decisions)}")
    assert len({tab.evaluate("play.frames.length") for tab in (page, ben, cleo)}) == 1


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.thorough)])
def test_a_play_is_begun_by_a_form_and_axe_finds_nothing(size: tuple[int, int], page: Page, server: Server) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.address}/table/hitmakers/2021-04-08/play?play=3")
    assert broken(page) == []
    page.get_by_label("Name of player 1").fill("Anna")
    for seat in (2, 3):
        page.get_by_label(f"Who plays at seat {seat}").select_option("random")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/play/*")
    until(page, MINE)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert broken(page, ONLY_COLORS) == []
    page.emulate_media(color_scheme="light")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    expect(page.locator("#choices button").first).to_be_in_viewport()
    page.get_by_role("button", name="Seats").click()
    expect(page.get_by_role("dialog")).to_contain_text("Let phones take seats")
    assert broken(page) == []
