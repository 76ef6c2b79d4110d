"""A report as whoever receives it opens it: one file, offline, in a light and in a dark browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE
from tests.cli.commands import NEW, OLD, run
from tests.support.thorough import one_of
from workbench.report.document import VerdictRows
from workbench.report.example import example_in
from workbench.report.renderers.rows_html import rows_html
from workbench.scenario.files import init_workspace
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decide
from workbench.studies.registry import studies

pytestmark = pytest.mark.browser
COLORS = {"light": "rgb(31, 41, 51)", "dark": "rgb(232, 238, 236)"}
TITLE = "Hitmakers: Broad appeal by difference against First published rules"
EVIL = "<a href='https://example.org'>more tension</a>"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A comparison by bots of two strengths, with the decision of its revision."""
    root = init_workspace(tmp_path_factory.mktemp("report"))[0].root
    store = Store(root / "data" / "workbench.duckdb")
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, EVIL, "ask Ben"))
    path = root / "report.html"
    plays = ("--bots", "random", "--plays", 200, "--also-bots", "greedy", "--also-plays", 120)
    answer = run("compare", OLD, NEW, *plays, "--html", path, "--workspace", root)
    assert answer.exit_code == 0, answer.output
    return path


@pytest.mark.parametrize("scheme", one_of(COLORS, quick="light"))  # the other one follows in it
def test_a_report_draws_its_charts_offline_in_the_readers_colors(chromium: Browser, report: Path, scheme: str) -> None:
    with chromium.new_context(color_scheme=scheme, offline=True) as context:  # type: ignore[arg-type]
        page = context.new_page()
        messages: list[str] = []
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(report.as_uri())
        charts = page.locator(".chart")
        expect(page.locator(".chart .main-svg").first).to_be_visible()
        assert charts.count() == 10, "five of each strength"
        page.locator("summary", has_text="By quick bots").click()
        for place in range(10):
            expect(charts.nth(place).locator(".main-svg").first).to_be_visible()
        label = page.locator(".chart .xtick text, .chart .ytick text").first
        assert label.evaluate("text => getComputedStyle(text).fill") == COLORS[scheme]
        assert page.locator("body").evaluate("body => getComputedStyle(body).color") == COLORS[scheme]
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
        expect(page.get_by_text("Decision: Adopted.")).to_contain_text("more tension</a>. ask Ben.")
        assert page.locator("a").count() == 0
        for width, height in (DESK, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
        page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
        other = COLORS["dark" if scheme == "light" else "light"]
        until(lambda: label.evaluate("text => getComputedStyle(text).fill") == other)
        assert messages == []


def test_verdicts_stay_within_their_room_however_wide_it_is(chromium: Browser) -> None:
    example = example_in(studies()["compare"].folder)
    assert example
    [rows] = [block for block in example.blocks if isinstance(block, VerdictRows)]
    with chromium.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.set_content(f'<main style="overflow: auto">{rows_html(rows)}</main>')
        for width in range(300, 1400, 50):
            page.locator("main").evaluate("(main, width) => { main.style.width = `${width}px` }", width)
            assert page.locator("main").evaluate("main => main.scrollWidth <= main.clientWidth"), width
