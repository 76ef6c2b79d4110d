"""Addresses in a real browser: one choice is one entry of the history, and each entry leads to what was shown there."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.app.waiting import until
from tests.browser.conftest import Open, opened
from tests.browser.steady import MOST_ENTRIES, TAKEN_S, click, settled, unfold, within
from workbench import CLAIM
from workbench.engine.registry import games
from workbench.scenario import list_scenarios
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser

BACK_AFTER_MS = (0, 250)
"""How long after a click Back is pressed: before the server heard of it, and while it draws the page."""
LINK_AND_BACK = """([link, ms]) => { document.querySelector(link).click(); setTimeout(() => history.back(), ms); }"""

ELSEWHERE = "before => location.pathname + location.search !== before"


class Sight(NamedTuple):
    """An address, and what its page shows: its title, the game, the revision."""

    address: str
    title: str
    game: str
    revision: str


def sight(page: Page) -> Sight:
    """What can be seen, once the page has come to rest."""
    boxes = (settled(page).get_by_role("combobox", name=name, exact=True) for name in ("Game", "Revision"))
    game, revision = (box.input_value() for box in boxes)
    return Sight(page.evaluate("location.pathname + location.search"), page.locator("h1").inner_text(), game, revision)


def choose(page: Page, box: str, option: str) -> None:
    """Choose from a list of the header."""
    click(page.get_by_role("combobox", name=box, exact=True))
    click(page.get_by_role("option", name=option, exact=True))


def walk(page: Page, *choices: Callable[[], object]) -> list[Sight]:
    """What each choice shows, the beginning first; each makes one entry in the history, and another address."""
    seen = [sight(page)]
    for choice in choices:
        before = page.evaluate("history.length")
        choice()
        page.wait_for_function(ELSEWHERE, arg=seen[-1].address)
        seen.append(sight(page))
        assert page.evaluate("history.length") == min(before + 1, MOST_ENTRIES), seen[-2:]
    return seen


def goes_back(page: Page, seen: list[Sight]) -> None:
    """Back leads to each of them, and to what was shown there."""
    for expected in reversed(seen[:-1]):
        page.go_back()
        comes_to(page, expected)


def comes_to(page: Page, expected: Sight, about: str = "") -> None:
    """Wait for what an address shows: a busy server begins late, and what was there before may have come to rest."""
    if not within(TAKEN_S, lambda: sight(page) == expected, page):
        assert sight(page) == expected, about


def test_the_address_is_what_is_shown_whatever_chose_it(desk: Open, workspace: Workspace) -> None:
    """From one game to another, Back through all of it, a copied address, and Back at once after a click."""
    names = {game: [name.partition("/")[2] for name in list_scenarios(workspace, game)] for game in games()}
    game, other = [*games()][:2]
    page = desk(f"/revisions?game={game}&revision={names[game][0]}")
    seen = [sight(page), *through_a_game(page, names[game], games()[other].title)]
    goes_back(page, seen)
    opened(page, page.url.partition("/revisions")[0] + seen[2].address)
    comes_to(page, seen[2], "a copied address")
    for ms in BACK_AFTER_MS:
        page.evaluate(LINK_AND_BACK, ['.st-key-tabs a[href^="revisions"]', ms])
        page.wait_for_timeout(ms + 50)
        comes_to(page, seen[2], f"Back is lost {ms} ms after a click")


def through_a_game(page: Page, revisions: list[str], other: str) -> list[Sight]:
    """What is shown after another revision is chosen in the tree, its rules, and another game."""
    last = revisions[-1] if f"revision={revisions[-1]}" not in page.url else revisions[0]
    before, *seen = walk(
        page,
        lambda: click(page.locator(f'.st-key-tree a[href$="revision={last}"]')),
        lambda: click(page.get_by_role("link", name="Rules & goals")),
        lambda: choose(page, "Game", other),
    )
    assert [sight_there.title for sight_there in seen] == ["Revisions", "Rules & goals", "Rules & goals"]
    assert seen[0].revision == seen[1].revision != before.revision and seen[2].game == other
    assert all(f"revision={last}" in sight_there.address for sight_there in seen[:2])
    return seen


@pytest.mark.thorough
def test_choices_of_a_page_and_of_home_are_entries_too(desk: Open) -> None:
    page = desk("/results?game=hitmakers&revision=2021-04-08&bots=random&plays=200&against=")
    against, bots = page.locator(".st-key-against"), page.get_by_role("combobox", name="Bots")
    seen = walk(
        page,
        lambda: choose(page, "Revision", "Four players"),
        lambda: click(page.get_by_role("link", name="Workbench")),
        lambda: choose(page, "Game", "Trickster"),
    )
    assert [sight_there.title for sight_there in seen] == ["Results", "Results", CLAIM, "Revisions"]
    goes_back(page, seen)
    unfold(page)
    click(bots)
    click(page.get_by_role("option", name="quick", exact=True))
    page.keyboard.press("Escape")
    chosen = sight(page).address
    click(against)
    click(page.get_by_role("option", name="First published rules"))
    page.keyboard.press("Escape")
    expect(against).to_contain_text("First published rules")
    assert "against" not in sight(page).address, "the parent goes without saying"
    page.go_back()
    until(lambda: sight(page).address == chosen)
    expect(against).not_to_contain_text("First published rules")
    page.go_back()
    comes_to(page, seen[0])
    unfold(page)
    expect(bots).to_have_value("random")
