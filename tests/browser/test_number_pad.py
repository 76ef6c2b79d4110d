"""Writing scores down by taps, as they are stored: one number in one field, whatever moves, and whoever else writes."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, Server, opened
from tests.browser.steady import click, moved, settled
from tests.browser.test_every_page import resized
from workbench.app.widgets.scripts import HERE
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import Log, begin
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.study.playtests import header_of

pytestmark = pytest.mark.browser
SMALL_PHONE = (360, 740)
NAMES = ("Anna", "Ben", "Cleo", "Dmitri", "Elif", "Frida", "G. H.", "Ines", "Jo")
DOWN = """shown => shown.getBoundingClientRect().bottom
    + document.querySelector('[data-testid=stMain]').scrollTop"""
"""How far down the page something reaches."""
IDLE_MS = int(re.findall(r"IDLE_MS = (\d+)", (HERE / "score_grid.js").read_text())[0])
NEVER_IDLE = """idle => {
    const later = window.setTimeout;
    window.setTimeout = (act, after, ...more) => after === idle ? 0 : later(act, after, ...more);
}"""
"""Nothing is stored because nobody goes on writing for a while: on a busy machine that happens between two keys."""


@pytest.fixture
def wide(shared: Page, server: Server, request: pytest.FixtureRequest) -> Page:
    """That tab; opened anew where a test is repeated."""
    return opened(shared, server.address) if request.node.execution_count > 1 else shared


@pytest.fixture
def page(wide: Page) -> Iterator[Page]:
    """That tab, as wide as a small phone."""
    resized(wide, SMALL_PHONE)
    yield wide
    resized(wide, DESK)


def seated(workspace: Workspace, scenario: str, players: int | None = None) -> Log:
    loaded = load_scenario(workspace, scenario)
    made = begin(Store(workspace.store_path), header_of(loaded))
    for seat, name in enumerate(NAMES[: players or loaded.players]):
        made.add_player(name, seat)
    return made


def scores(page: Page, log: Log, way: str = "") -> Locator:
    """Open the part of the board where scores are written; the number pad."""
    moved(page, f"/live?session={log.id}")
    if page.get_by_role("radio", name="Scores").is_visible():
        click(page.get_by_role("radio", name="Scores"))
    if way:
        click(page.get_by_role("radio", name=way, exact=True))
    settled(page)
    return page.get_by_role("group", name="Number pad")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def presser(page: Page, pad: Locator) -> Callable[[str], None]:
    """Taps where the keys of the pad are now, whatever is there later."""
    places = {}
    for key in [*"0123456789", "Next"]:
        box = pad.get_by_role("button", name=key, exact=True).bounding_box()
        assert box
        places[key] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(keys: str) -> None:
        for key in keys.split():
            page.mouse.click(*places[key])

    return press


def entries(log: Log) -> list[tuple[str, float]]:
    """What was stored, in order: whose, and how much."""
    names = [each.player for each in log.session().everybody]
    return [
        (NAMES[names.index(line.data["player"])], line.data["points"])
        for line in log.session().lines
        if line.kind is EntryKind.SCORE
    ]


def test_what_is_tapped_is_what_is_stored(page: Page, workspace: Workspace) -> None:
    """Digits make one number; Next goes on; a full sheet takes no more; a number that stands is asked about."""
    log, row = seated(workspace, "hitmakers/2021-04-08"), "deal"
    names = [NAMES[place] for place in range(len(log.session().players))]
    pad = scores(page, log, f"by {row}")
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    field(page, f"Anna, {row.capitalize()} 1").click()
    expect(pad).to_contain_text(f"Anna · {row} 1")
    press = presser(page, pad)
    press("1 2 Next")
    expect(pad).to_contain_text(f"Ben · {row} 1")
    until(lambda: entries(log) == [("Anna", 12)])
    expect(field(page, f"Anna, {row.capitalize()} 2")).to_be_visible()  # another line, and nothing has moved
    for _ in names[1:]:
        press("7 Next")
    press("9 9")  # taps too many
    numbers = [("Anna", 12), *((name, 7) for name in names[1:])]
    until(lambda: entries(log) == numbers)
    last, second = field(page, f"{names[-1]}, {row.capitalize()} 1"), field(page, f"Ben, {row.capitalize()} 2")
    last.click()
    press("9 Next")
    expect(pad).to_contain_text("Replace 7 by 9?")
    pad.get_by_role("button", name="Keep 7").click()
    second.click()
    log.score(log.session().players[1].player, 1, 5)  # another device
    expect(second).to_have_value("5")
    press("8")
    expect(pad).to_contain_text("Replace 5 by 8?")
    last.click()
    question = page.get_by_text("5 stands there; you wrote 8")
    expect(question).to_be_visible()
    settled(page).get_by_role("button", name="Keep 5").click()
    expect(question).to_have_count(0)
    last.click()
    press("9")
    pad.get_by_role("button", name="Replace").click()
    page.get_by_role("radio", name="Table").click()  # a field is left by any tap elsewhere
    until(lambda: entries(log) == [*numbers, ("Ben", 5), (names[-1], 9)])
    assert page.evaluate("workbenchOutbox.queue") == []


def test_points_that_were_taken_over_stand_in_the_field_and_are_replaced(page: Page, workspace: Workspace) -> None:
    """Also a deduction: 2 over −4 makes −2."""
    log = seated(workspace, "showbiz_shuffle/reference")
    ben = log.session().players[1].player
    log.score(ben, 0, 4, "penalty")
    log.score(ben, 0, 3, "movie_points")
    log.leave(ben)
    dora = log.add_player("Dora", 1, takes_over=ben).data["player"]
    assert log.session().scores.totals[dora] == -1
    pad = scores(page, log)
    taken = field(page, "Dora, Unfinished movies")
    expect(taken).to_have_value("-4")
    expect(field(page, "Dora, Movie")).to_have_value("3")
    taken.click()
    expect(pad).to_contain_text("taken over from Ben")
    presser(page, pad)("2")
    expect(pad).to_contain_text("Replace −4 by 2?")
    pad.get_by_role("button", name="Replace").click()
    pad.get_by_role("button", name="Next").click()
    until(lambda: log.session().scores.totals[dora] == 1)
    expect(taken).to_have_value("-2")
    click(page.get_by_role("radio", name="totals only"))
    total = field(page, "Dora, Total")
    expect(total).to_have_attribute("placeholder", "1")
    total.click()
    expect(pad).to_contain_text("1 of Ben, taken over")
    presser(page, pad)("8")
    expect(pad).to_contain_text("Replace 1 by 8?")
    pad.get_by_role("button", name="Replace").click()
    page.get_by_role("radio", name="Table").click()
    until(lambda: log.session().scores.totals[dora] == 8)


def test_typed_on_a_full_sheet_nothing_is_overwritten_and_no_moment_logged(wide: Page, workspace: Workspace) -> None:
    """A half-typed number is no number yet, though the sheet gets another line."""
    log = seated(workspace, "trickster/prototype-a")
    pad = scores(wide, log)
    wide.evaluate(NEVER_IDLE, IDLE_MS)
    field(wide, "Anna, Round 1").click()
    wide.keyboard.press("1")
    log.score(log.session().players[3].player, 0, 4)  # another device, while a number is half typed
    expect(field(wide, "Anna, Round 2")).to_be_visible()
    for points in ("2", "0", "33"):
        wide.keyboard.type(points, delay=10)
        wide.keyboard.press("Enter")
    numbers = [("Dmitri", 4), ("Anna", 12), ("Ben", 0), ("Cleo", 33)]
    wide.keyboard.press("5")
    until(lambda: entries(log) == numbers)
    pad.get_by_role("button", name="close the number pad").click()
    expect(pad).to_be_hidden()
    assert entries(log) == numbers
    assert log.session().moments == ()


def test_nothing_moves_while_sides_are_tapped_and_the_verdict_stands_above_nine_names(
    page: Page, workspace: Workspace
) -> None:
    log = seated(workspace, "hollywood_1947/nine-players")
    scores(page, log)
    ines = page.get_by_role("radiogroup", name="Ines")
    movies = [page.get_by_role("radiogroup", name=f"Movie {number}") for number in (1, 2, 3, 4)]
    before = [each.evaluate(DOWN) for each in (*movies, ines)]
    verdict = page.locator(".st-key-ahead")
    for movie in movies:
        movie.get_by_role("radio", name="Patriots").click()
    ines.get_by_role("radio", name="Communist").click()
    expect(verdict).to_contain_text("Won by Patriots")
    until(lambda: len(log.session().scores.outcomes) == 4 and len(log.session().scores.sides) == 1)
    assert [each.evaluate(DOWN) for each in (*movies, ines)] == before
    assert verdict.evaluate(DOWN) < before[0]
