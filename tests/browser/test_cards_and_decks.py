"""The pages Cards and Decks as a designer uses them, in a real browser."""

import re
import tomllib

import pytest
from playwright.sync_api import expect

from tests.app.waiting import until
from tests.browser.conftest import Open
from tests.browser.grid import add_row, marks, paste, reached, remove_row, type_into
from tests.browser.steady import click, fill, shows
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser

GAME = "showbiz_shuffle"
CARDS = f"/cards?game={GAME}&revision=reference"
CARDS_OF_LIST = 80
VALUE = 3
"""The column of the value, counted from that of the key."""


def test_a_card_is_edited_checked_undone_and_saved(desk: Open, workspace: Workspace) -> None:
    for file in (workspace.scenarios / GAME).glob("*cheaper*"):
        file.unlink()
    page = desk(CARDS)
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Showbiz Shuffle")
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    changed = page.get_by_text("Aldous Fenwick (aldous-fenwick): value from 7 to 6")
    type_into(page, 0, VALUE, "6", shows(changed))
    expect(page.get_by_text("Draft against “Reference set, three players”")).to_be_visible()
    expect(page.get_by_role("img", name="Aldous Fenwick, Director, 6 points")).to_be_visible()

    left_out = page.get_by_role("status").filter(has_text="Not pasted")
    paste(page, 2, VALUE - 1, "whine\t99\tmaybe\nstar\tabc\tno")
    until(lambda: marks(page) == [(2, "value"), (3, "value")])
    expect(left_out).to_contain_text(re.compile("kind “whine” in row 3 .*; action “maybe” in row 3"))
    click(page.get_by_role("button", name="Undo"))
    until(lambda: marks(page) == [])
    expect(left_out).to_have_count(0)
    expect(page.get_by_text("1 card changed").first).to_be_visible()

    fill(page.get_by_label("Name", exact=True), "cheaper")
    fill(page.get_by_label("Reason", exact=True), "Is he worth too much?")
    click(page.get_by_role("button", name="Save only"))
    expect(page.get_by_text("Saved as Bods: other cards, a child of Reference set, three players.")).to_be_visible()
    written = tomllib.loads((workspace.scenarios / GAME / "cheaper.toml").read_text())
    assert written["rules"] == {"bods": "bods-cheaper.csv"}
    cheaper = load_scenario(workspace, f"{GAME}/cheaper").rules["bods"]
    parent = load_scenario(workspace, f"{GAME}/reference").rules["bods"]
    differing = [
        (old["id"], old["value"], new["value"]) for old, new in zip(parent, cheaper, strict=True) if old != new
    ]
    assert differing == [("aldous-fenwick", 7, 6)]


@pytest.mark.thorough
def test_rows_are_removed_and_added_and_come_back(desk: Open) -> None:
    page = desk(CARDS)
    type_into(page, 0, VALUE, "6", shows(page.get_by_text("Aldous Fenwick (aldous-fenwick): value from 7 to 6")))
    remove_row(page, 1)
    expect(page.get_by_text("Berta Quillon (berta-quillon): removed")).to_be_visible()
    click(page.get_by_role("button", name="Undo"))
    add_row(page)
    type_into(
        page, CARDS_OF_LIST, 0, "newcomer", shows(page.get_by_text(re.compile(r"Row 81 \(newcomer\): .*value: empty")))
    )
    until(lambda: {(CARDS_OF_LIST, "name"), (CARDS_OF_LIST, "value")} <= set(marks(page)))  # it is still in sight
    click(page.get_by_role("button", name="Undo"))
    expect(page.get_by_text("1 card changed").first).to_be_visible()
    click(page.get_by_role("button", name="Undo"))  # else the draft is there for other tests
    expect(page.get_by_text("1 card changed")).to_have_count(0)


BUSY = """addEventListener("keydown", ({key}) => {
    const work = () => { for (const end = performance.now() + 200; performance.now() < end;); };
    if (key === "Enter") setTimeout(() => setTimeout(work));
}, true)"""
"""After a cell is left the page is busy until the next key is there, as on a machine that has much to do."""

NEW_GRID = """() => {
    document.body.insertAdjacentHTML("beforeend", '<div class="st-key-card_grid"><input id="grid"></div>');
    grid.focus();
}"""
"""A grid that still loads its editor, and whose marks are not there yet."""


CONNECTION = "state => { document.querySelector('[data-testid=stApp]').dataset.testConnectionState = state; }"


@pytest.mark.thorough
def test_numbers_typed_down_a_column_go_where_they_are_typed(desk: Open) -> None:
    page = desk("/help")
    page.wait_for_function("() => window.workbenchKeys?.listening")
    page.evaluate(NEW_GRID)
    page.keyboard.type("12")
    assert page.evaluate("grid.value") == "1", "what follows the first key waits for the editor that it opens"
    page = desk(CARDS)
    assert reached(page, 0, VALUE)
    page.evaluate(BUSY)
    changed = page.get_by_text(re.compile(r"value from \d to \d"))
    for digit in "1234":
        page.keyboard.type(digit)
        page.keyboard.press("Enter")
    expect(changed).to_have_count(4)
    page.evaluate(CONNECTION, "PINGING_SERVER")
    page.keyboard.type("6")
    assert page.locator("#portal .gdg-clip-region").count() == 0, "a grid without its server would not take it"
    page.evaluate(CONNECTION, "CONNECTED")
    page.keyboard.press("Enter")
    for digit in "712":
        page.keyboard.type(digit)
        page.keyboard.press("Enter")
    expect(changed).to_have_count(8)
    assert "".join(text[-1] for text in changed.all_inner_texts()) == "12346712"
