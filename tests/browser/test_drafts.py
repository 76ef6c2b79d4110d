"""A draft outlives a reload, a restart and its tab; each tab has its own; every page has the badge."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, Server, Tabs, opened
from tests.browser.grid import cell_at, marks, type_into
from tests.browser.steady import MOST_ENTRIES, click, moved, settled
from workbench.app.navigation import PAGES
from workbench.engine.card_lists import NumberColumn, card_lists
from workbench.engine.registry import games
from workbench.report.text.phrases import words_of
from workbench.scenario.drafts import StoredDraft, list_drafts

pytestmark = pytest.mark.browser


SWITCHES = {
    "hitmakers": ("2021-04-08", "may_pass"),
    "showbiz_shuffle": ("reference", "shake_up"),
    "trickster": ("prototype-a", "must_follow"),
}
"""By game, the revision to begin with, and the switch that is turned."""


@pytest.fixture
def page(tabs: Tabs, new: Server) -> Iterator[Page]:
    for draft in (new.workspace.data / "drafts").glob("*.json"):  # of a first try
        draft.unlink()
    with tabs.tab(new.address, DESK) as page:
        yield page


def drafts(server: Server) -> list[StoredDraft]:
    return list_drafts(server.workspace)


def badge(page: Page) -> Locator:
    return page.locator(".st-key-drafts button").first


def reloaded(page: Page) -> None:
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    settled(page)


def begin_draft(page: Page, server: Server, game: str) -> str:
    """Turn a switch; the rule."""
    revision, rule = SWITCHES[game]
    label = games()[game].parameters[rule].label
    opened(page, f"{server.address}/rules?game={game}&revision={revision}")
    click(page.get_by_text(label, exact=True).first)
    expect(badge(page)).to_be_visible()
    return label


def half_type(page: Page, server: Server) -> None:
    click(page.get_by_role("button", name="Save and compare").first)
    form = page.get_by_test_id("stPopoverBody")
    settled(page)
    form.get_by_label("Reason", exact=True).fill("Because of")
    settled(page)
    hypothesis = form.get_by_label("Hypothesis", exact=True)
    hypothesis.press_sequentially("Short")
    until(lambda: "Short" in [draft.texts.get("hypothesis") for draft in drafts(server)])
    expect(hypothesis).to_be_focused()


def holds(page: Page, label: str) -> None:
    """The form holds the draft, and what was half typed."""
    expect(page.get_by_text("one rule changed")).to_be_visible()
    click(page.get_by_role("button", name="Save and compare").first)
    form = page.get_by_test_id("stPopoverBody")
    expect(form.get_by_label("Reason", exact=True)).to_have_value("Because of")
    expect(form.get_by_label("Hypothesis", exact=True)).to_have_value("Short")
    page.keyboard.press("Escape")
    click(badge(page))
    expect(form).to_contain_text(label)
    page.keyboard.press("Escape")
    settled(page)


@pytest.mark.thorough
def test_drafts_are_there_again_after_a_restart(page: Page, new: Server) -> None:
    before = page.evaluate("history.length")
    label = begin_draft(page, new, "hitmakers")
    assert page.evaluate("history.length") == min(before + 1, MOST_ENTRIES), "a draft is no step of the history"
    half_type(page, new)
    new.kill()
    new.start()
    opened(page, page.url)
    holds(page, label)
    until(lambda: [list(draft.rules) for draft in drafts(new)] == [[SWITCHES["hitmakers"][1]]])


@pytest.mark.thorough
def test_each_tab_has_its_own_and_every_page_tells(page: Page, new: Server, tabs: Tabs) -> None:
    begin_draft(page, new, "trickster")
    settled(page)
    with tabs.tab(new.address, DESK) as copy:
        opened(copy, page.url)
        expect(copy.get_by_text("a copy of its own")).to_be_visible()
        limit = copy.get_by_role("spinbutton", name="Sum limit")
        limit.fill("15")
        limit.press("Enter")
        expect(copy.get_by_text("2 rules changed")).to_be_visible()
        reloaded(page)
        expect(page.get_by_text("one rule changed")).to_be_visible()
        until(lambda: sorted(len(draft.rules) for draft in drafts(new)) == [1, 2])
    for spec in PAGES[::6]:
        moved(page, f"/{spec.name if spec is not PAGES[0] else ''}?game=trickster&revision=prototype-a")
        expect(badge(page)).to_contain_text("2 drafts")
    for left in (1, 0):
        click(badge(page))
        click(page.get_by_role("button", name="Throw away").first)
        until(lambda left=left: len(drafts(new)) == left)
        expect(page.get_by_text("Draft thrown away")).to_be_visible()
        page.keyboard.press("Escape")
    click(page.locator(".st-key-undo_done button"))
    expect(badge(page)).to_contain_text("Draft")
    click(badge(page))
    click(page.get_by_role("link", name="Open"))
    expect(page.get_by_text(re.compile("rules? changed"))).to_be_visible()
    page.keyboard.press("Escape")
    path = new.workspace.scenarios / "trickster" / "prototype-a.toml"
    written = path.read_text()
    assert "king_points" not in written
    rules = "[rules]\nking_points = 9\n"
    path.write_text(written.replace("[rules]\n", rules) if "[rules]" in written else f"{written}\n{rules}")
    reloaded(page)
    expect(page.get_by_text("has changed since this draft began")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="King points")).to_have_value("9")
    path.write_text(written)


ROW, WRONG = 1, "abc"


def number_to_edit(game: str) -> tuple[str, int, NumberColumn]:
    """A card list, and a column of numbers with its place in the grid, where those of the key come first."""
    for name, declared in card_lists(games()[game].parameters).items():
        columns = sorted(declared.columns, key=lambda column: column.name not in declared.key)
        for place, column in enumerate(columns):
            if isinstance(column, NumberColumn) and place:
                return name, place, column
    raise AssertionError(f"{game} has no number to edit")


def is_marked(page: Page, place: int, column: NumberColumn) -> None:
    """The mark lies on the cell, which still says what was typed and says what would work."""
    until(lambda: marks(page) == [(ROW, words_of(column.name))])
    cell = cell_at(page, ROW, place)
    expect(cell).to_have_text(WRONG)
    expect(cell).to_have_attribute("aria-invalid", "true")
    page.locator(".wb-cell-mark").click(force=True)
    expect(cell).to_have_attribute("aria-selected", "true")
    expect(page.locator(".wb-cell-note")).to_contain_text(column.allowed)


@pytest.mark.thorough
def test_a_wrong_cell_is_marked_until_mended_also_after_a_reload_and_texts_are_a_draft_too(
    page: Page, new: Server
) -> None:
    game = "showbiz_shuffle"
    name, place, column = number_to_edit(game)
    address = f"{new.address}/cards?game={game}&revision={SWITCHES[game][0]}&card_list={name}"
    opened(page, address)
    before = cell_at(page, ROW, place).inner_text()
    type_into(page, ROW, place, WRONG, lambda: bool(marks(page)))
    expect(cell_at(page, ROW + 1, place)).to_be_focused()
    is_marked(page, place, column)
    click(page.get_by_role("button", name="Save only"))
    refused = page.get_by_test_id("stAlert").filter(has_text="Not saved yet")
    expect(refused).to_contain_text(f"to be mended: {words_of(column.name)} in row {ROW + 1}")
    until(lambda: [draft.cards[name][ROW][column.name] for draft in drafts(new) if draft.cards] == [WRONG])
    title = page.get_by_label("Title", exact=True)
    title.fill("Dearer")
    until(lambda: [draft.texts for draft in drafts(new)] == [{"title": "Dearer"}])
    reloaded(page)
    is_marked(page, place, column)
    expect(title).to_have_value("Dearer")
    type_into(page, ROW, place, before, lambda: not marks(page))
    expect(badge(page)).to_be_visible()
    title.fill("")
    settled(page)
    expect(badge(page)).to_have_count(0)
    until(lambda: drafts(new) == [])
