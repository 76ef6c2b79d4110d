"""Cells of a grid, which is drawn on a canvas: the tables inside it, made for screen readers, say what is selected.

A key that is pressed while the canvas draws may be lost, and what is typed next would land in another cell: so each
step waits until the grid says that it is there, and the whole is done again if the app did not take it.
"""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.steady import TAKEN_S, TRIES, settled, within

HEAD, ROW = 35, 35
"""Pixels of the grid's heading and of a row."""
KEY_X, MARK_X = 100, 16
"""Pixels from the left: inside the column of the key, and of the mark that selects a row."""


def type_into(page: Page, row: int, column: int, text: str, taken: Callable[[], bool]) -> None:
    """Type into a cell, rows and columns counted from 0; again if the app did not take it, as `taken` says."""
    for _ in range(TRIES):
        page.keyboard.press("Escape")
        if not reached(page, row, column):
            continue
        page.keyboard.press("Enter")
        editor = page.locator("#portal input, #portal textarea").first
        editor.fill(text)
        expect(editor).to_have_value(text)
        editor.press("Enter")
        if within(TAKEN_S, taken, page):
            return
    raise AssertionError(f"the app did not take {text!r} in row {row}, column {column}")


def paste(page: Page, row: int, column: int, block: str) -> None:
    """Paste a block of cells, as a spreadsheet copies them."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", block)
    assert any(reached(page, row, column) for _ in range(TRIES))
    page.keyboard.press("Control+v")


def remove_row(page: Page, row: int) -> None:
    """Select a row, and press what removes it."""
    grid = _grid(page)
    delete = page.get_by_role("button", name="Delete row")
    for _ in range(TRIES):
        _click(page, row, MARK_X)
        grid.hover()
        if within(TAKEN_S, delete.is_visible, page):
            delete.click()
            return
    raise AssertionError(f"row {row} could not be selected")


def add_row(page: Page) -> None:
    """Add an empty row below the last one, which comes into sight."""
    settled(page)
    _grid(page).hover()
    page.get_by_role("button", name="Add row").click()
    settled(page)


def cell_at(page: Page, row: int, column: int) -> Locator:
    """A cell as screen readers have it."""
    return page.locator(f"#glide-cell-{column + 1}-{row}")  # column 0 of the canvas has the marks of rows


def marks(page: Page) -> list[tuple[int, str]]:
    """The cells that are marked as wrong and in sight, by row and heading."""
    cells = page.locator(".wb-cell-mark:visible").evaluate_all("all => all.map(mark => ({...mark.dataset}))")
    return [(int(cell["row"]), cell["column"]) for cell in cells]


def reached(page: Page, row: int, column: int) -> bool:
    """Go to a cell; False if a click or a key was lost on the way."""
    _click(page, row, KEY_X)
    if not _selected(page, row, 0):
        return False
    for number in range(1, column + 1):
        page.keyboard.press("ArrowRight")
        if not _selected(page, row, number):
            return False
    return True


def _selected(page: Page, row: int, column: int) -> bool:
    cell = cell_at(page, row, column)
    return within(TAKEN_S, lambda: cell.count() == 1 and cell.get_attribute("aria-selected") == "true", page)


def _click(page: Page, row: int, x: int) -> None:
    """Click into a row; one that lies below what can be seen is the last one, to which the grid has scrolled."""
    _grid(page).scroll_into_view_if_needed()
    settled(page)
    box = _grid(page).bounding_box()
    assert box is not None
    y = min(HEAD + ROW * row + ROW / 2, box["height"] - ROW / 2)
    page.mouse.click(box["x"] + x, box["y"] + y)


def _grid(page: Page) -> Locator:
    return page.get_by_test_id("stDataFrame").first
