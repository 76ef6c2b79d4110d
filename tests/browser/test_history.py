"""History as a designer uses it, in a real browser: find a result, open it, take it away, delete it, undo that."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.steady import click, enter, in_address, settled

pytestmark = pytest.mark.browser
ABOUT = "Broad appeal by difference against First published rules"
WORDS = "broad appeal random 200"
"""What finds it alone: other tests may have stored answers of stronger bots, by `ismcts:200`."""
STATUS = ".wb-status"


def test_a_result_is_found_opened_taken_away_deleted_and_brought_back(desk: Open, tmp_path: Path) -> None:
    page = desk("/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    click(page.get_by_role("link", name="All results"))
    expect(page.get_by_role("heading", level=1, name="History")).to_be_visible()
    enter(page.get_by_label("Search", exact=True), WORDS, in_address(page, "find=broad"))
    click(page.get_by_role("link", name=re.compile(ABOUT)))
    expect(page.get_by_role("heading", name=re.compile("worse off|less often")).first).to_be_visible()

    taken = page.locator(".wb-exports")
    expect(taken).to_be_visible()
    copied_link = copied(page, "Copy link", "Link copied")
    assert re.search(r"/results\?game=hitmakers&revision=2021-04-08&against=2020-03-04&.*plays=200", copied_link)
    assert copied(page, "Copy summary", "Summary copied").startswith(f"Hitmakers: {ABOUT}\n")
    assert copied(page, "Copy as Markdown", "as Markdown").startswith(f"# Hitmakers: {ABOUT}\n")
    chart_chosen(page, "Every measure")
    assert ElementTree.parse(saved(page, "SVG", tmp_path)).getroot().tag.endswith("svg")
    chart_chosen(page, "Score distribution")
    with Image.open(saved(page, "PNG", tmp_path)) as picture:
        assert picture.width > 600
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 20, "something is drawn"

    click(page.get_by_role("link", name="All results of this revision"))
    expect(page.get_by_role("heading", level=1, name="History")).to_be_visible()
    lines = page.locator(".st-key-history > div")
    enter(page.get_by_label("Search", exact=True), WORDS, in_address(page, "find=broad"))
    expect(page.get_by_role("link", name=re.compile(ABOUT))).to_be_visible()
    number = settled(page).locator(".st-key-history > div").count()
    box = page.get_by_role("checkbox", name=re.compile(f"Choose {ABOUT}"))
    box.check(force=True)
    click(page.get_by_role("button", name="Delete 1 result"))
    expect(page.get_by_text(f"Deleted: {ABOUT}.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(ABOUT))).to_have_count(0)
    settled(page).reload()
    click(page.get_by_text(re.compile("^Deleted: ")).first)
    click(page.get_by_role("button", name="Bring back"))
    expect(lines).to_have_count(number)
    expect(page.get_by_role("link", name=re.compile(ABOUT))).to_be_visible()


@pytest.mark.thorough
def test_an_answer_in_sql_is_taken_away_without_formulas(desk: Open, tmp_path: Path) -> None:
    page = desk("/history?view=Ask+with+SQL")
    question = page.get_by_label("Question in SQL", exact=True)
    question.fill("select '=1+1' as \"@x\", interval 1 year as span")
    question.press("Control+Enter")
    table = page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()
    with page.expect_download() as download:
        click(page.get_by_role("button", name="Answer as CSV"))
    download.value.save_as(tmp_path / "answer.csv")
    assert (tmp_path / "answer.csv").read_text() == "'@x,span\n'=1+1,1 year\n"
    settled(page)
    table.hover()
    expect(page.get_by_role("button", name=re.compile("^Search")).first).to_be_visible()
    assert page.get_by_role("button", name=re.compile("^Download as CSV")).count() == 0, "Streamlit's has no guard"


def copied(page: Page, button: str, message: str) -> str:
    click(page.get_by_role("button", name=button, exact=True))
    expect(page.locator(STATUS)).to_contain_text(message)
    return str(page.evaluate("navigator.clipboard.readText()"))


def chart_chosen(page: Page, chart: str) -> None:
    page.get_by_label("Chart", exact=True).focus()
    page.get_by_label("Chart", exact=True).select_option(chart)


def saved(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file
