"""The loop, on a desk and on a phone: change a rule, try it, save it, read, decide, find it again.

A script that a person could follow. What it stores is looked up once more after the dashboard was killed.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Server, Tabs, compiled_ms, opened
from tests.browser.steady import click, fill, fits, moved, settled
from tests.browser.test_every_page import resized
from tests.browser.test_results import assert_first_screen
from tests.support.thorough import one_of
from workbench.engine.registry import games
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser

QUICK = 'game = "{game}"\ntitle = "Few plays"\nparent = "{parent}"\nreason = "Tests wait."\n[batch]\nplays = 400\n'
CHANGES = {
    "hollywood_1947": ("six-players", "Justice served", "phone"),
    "showbiz_shuffle": ("reference", "Shake-up allowed", "desk"),
}
"""By game, with sides and without, the revision to begin with, the switch that is turned, and where. Each page on the
way is asked for every game without a browser (`tests/app`)."""
SIZES = {"desk": DESK, "phone": PHONE}
TRIED, MOVED = re.compile(r"Draft against .* [0-9]+.* paired plays"), re.compile(": change ")
VERDICT = re.compile("goal|seat|change|undecided")
REASON, WHY = "Does it matter?", "It plays better."


@dataclass(frozen=True)
class Saved:
    """What somebody has saved and decided: its title, the address of its result, and what that says."""

    title: str
    address: str
    verdict: str


DECIDED: list[Saved] = []


@pytest.fixture(scope="module")
def studio(server: Server) -> Server:
    """The dashboard, whose workspace has a revision of few plays of both games."""
    for game, (parent, *_) in CHANGES.items():
        (server.workspace.scenarios / game / "few.toml").write_text(QUICK.format(game=game, parent=parent))
    return server


@pytest.fixture
def page(studio: Server, tabs: Tabs) -> Iterator[Page]:
    """The first page, in a tab that has nothing of the test before."""
    with tabs.tab(studio.address, DESK) as page:
        yield opened(page, studio.address)


@pytest.mark.parametrize("game", one_of(CHANGES, quick="hollywood_1947"))
def test_a_rule_is_changed_tried_saved_compared_decided_and_found_in_the_tree(
    studio: Server, page: Page, game: str
) -> None:
    _, rule, size = CHANGES[game]
    title = f"Turned on the {size}"
    (studio.workspace.scenarios / game / f"turned-on-the-{size}.toml").unlink(missing_ok=True)  # of a first try
    resized(page, SIZES[size])
    start_from_home(page, game)
    try_the_change(page, rule)
    change_it_again(page, rule)
    read_all_of_it(page)
    save_and_compare(page, title)
    in_its_file(studio.workspace, game, title)
    fits(page)
    assert_first_screen(page, VERDICT, SIZES[size][1])
    verdict = decide(page)
    DECIDED.append(Saved(title, page.url, verdict))
    in_the_tree(page, title)


@pytest.mark.thorough
def test_each_is_found_again_by_its_address_after_a_restart(studio: Server, page: Page) -> None:
    assert DECIDED
    studio.kill()
    studio.start()
    opened(page, DECIDED[0].address)
    for saved in DECIDED:
        opens_as_saved(page, saved)


def start_from_home(page: Page, game: str) -> None:
    """From Home to the form of the revision that is to be changed."""
    click(page.get_by_role("link", name=f"Revisions of {games()[game].title}"))
    click(page.get_by_role("link", name=re.compile("Few plays")))
    click(page.get_by_role("link", name="New revision from here"))
    expect(page.get_by_text("“Few plays” as it is")).to_be_visible()


def try_the_change(page: Page, rule: str) -> None:
    """Turn a switch: the first intervals come by themselves."""
    beside = page.locator(".st-key-beside")
    click(page.get_by_text(rule, exact=True).first)
    expect(beside.get_by_text(TRIED)).to_be_visible(timeout=compiled_ms())
    expect(beside.get_by_role("img", name=MOVED)).not_to_have_count(0)


def change_it_again(page: Page, rule: str) -> None:
    """Undo, and turn the switch again."""
    beside = page.locator(".st-key-beside")
    click(beside.get_by_role("button", name="Undo", exact=True))
    expect(beside.get_by_text("“Few plays” as it is")).to_be_visible()
    try_the_change(page, rule)


def read_all_of_it(page: Page) -> None:
    """The draft's results as a whole, and its rulebook with what changed."""
    beside, whole = page.locator(".st-key-beside"), page.get_by_role("dialog")
    click(beside.get_by_role("button", name="Open as results"))
    expect(whole.get_by_text(re.compile(r"quick · .*[0-9]+ paired plays"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(whole).to_have_count(0)
    click(beside.get_by_text("Rulebook", exact=True))
    expect(beside.get_by_role("deletion").or_(beside.get_by_role("img", name="add icon")).first).to_be_visible()


def save_and_compare(page: Page, title: str) -> None:
    """Give the draft a title and a reason; then it is compared at once."""
    click(page.get_by_role("button", name="Save and compare").first)
    fill(page.get_by_label("Title", exact=True), title)
    reason = settled(page).get_by_label("Reason", exact=True)
    reason.fill(REASON)
    reason.press("Control+Enter")  # before the app has taken what was typed
    expect(page.get_by_label("Because", exact=True)).to_be_visible()
    expect(settled(page).locator("#content")).to_be_focused()


def in_its_file(workspace: Workspace, game: str, title: str) -> None:
    name = title.lower().replace(" ", "-")
    written = tomllib.loads((workspace.scenarios / game / f"{name}.toml").read_text("utf-8"))
    assert (written["title"], written["reason"], written["parent"]) == (title, REASON, "few")
    assert len(written["rules"]) == 1


def decide(page: Page) -> str:
    """Read the verdict, decide, and say why; the verdict."""
    verdict = page.get_by_role("heading", level=2).first.inner_text()
    assert VERDICT.search(verdict), verdict
    click(page.get_by_role("radio", name="adopted"))
    expect(page.get_by_text("Decision: adopted.")).to_be_visible()
    fill(page.get_by_label("Because", exact=True), WHY)
    page.keyboard.press("Tab")
    expect(page.get_by_text("The reason is stored.")).to_be_visible()
    settled(page)
    return verdict


def in_the_tree(page: Page, title: str) -> None:
    click(page.get_by_role("link", name="Revisions", exact=True))
    node = page.locator(".st-key-chosen_node")
    expect(node.get_by_role("link", name=re.compile(title))).to_be_visible()
    expect(node).to_contain_text("adopted")
    expect(node).to_contain_text(WHY)


def opens_as_saved(page: Page, saved: Saved) -> None:
    moved(page, saved.address)
    expect(page.get_by_role("heading", level=2).first).to_have_text(saved.verdict)
    expect(page.get_by_role("radio", name="adopted")).to_be_checked()
    expect(page.get_by_label("Because", exact=True)).to_have_value(WHY)
