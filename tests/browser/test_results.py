"""The page of results in a real browser, on a desk and on a phone."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE, Open, compiled_ms
from tests.browser.steady import TRIES, click, fits, settled
from tests.browser.test_every_page import resized
from tests.support.thorough import one_of

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("unplayed")]

COMPARISONS = {
    "hitmakers": "plays=150&revision=concentration&against=2021-04-08",
    "showbiz_shuffle": "plays=150&revision=kinder-biz&against=reference&against=second-final-turn",
    "trickster": "plays=20&revision=no-moon&against=",
}
"""Against the parent, against two others, alone (each play is looked at for rule holes); in the loop every game is held
against its parent, without goals."""
ANSWER = re.compile("goals?.* (hold|undecided)|by the goals|^Against ")


@pytest.mark.parametrize("game", one_of(COMPARISONS, quick="trickster"))
def test_the_answer_and_the_goals_come_first(desk: Open, game: str) -> None:
    page = desk(f"/results?game={game}&{COMPARISONS[game]}&bots=random&seed=77")
    click(page.locator(".st-key-start").get_by_role("button"))
    expect(page.get_by_role("button", name="Play more")).to_be_visible(timeout=compiled_ms())
    expect(page.get_by_role("heading", name="Goals", exact=True).first).to_be_visible()  # the old one may still fade
    for size in (DESK, PHONE):
        resized(page, size)
        fits(settled(page))
        several = page.locator(".wb-several").count() > 0
        assert_first_screen(page, ANSWER if several else re.compile("^Goals$"), size[1])
    if COMPARISONS[game].endswith("against="):
        counts_rule_holes(page)
        watches_a_play_within_the_page(page)


def counts_rule_holes(page: Page) -> None:
    """What only the moves show is counted by a click, in another process, and comes by itself."""
    click(page.get_by_role("button", name="Count rule holes"))
    expect(page.get_by_text("Rule holes are being counted")).to_be_visible()
    expect(page.get_by_role("button", name="Count rule holes")).to_have_count(0, timeout=compiled_ms())
    expect(page.get_by_text("Rule holes are being counted")).to_have_count(0, timeout=compiled_ms())


def watches_a_play_within_the_page(page: Page) -> None:
    """Nothing is framed until a play is chosen; then it is stepped through there, on a phone too."""
    expect(page.locator("iframe")).to_have_count(0)
    resized(page, DESK)
    plays, longest = page.get_by_role("combobox", name="Watch one here"), page.get_by_role("option", name="The longest")
    until(lambda: plays.click() or longest.count())  # the page that tells of rule holes is drawn anew, and closes it
    longest.click()
    table = page.frame_locator("iframe[title^='The table']")
    expect(table.locator("#count")).to_have_text(re.compile("^1 of"), timeout=compiled_ms())
    table.get_by_role("button", name="One step on").click()
    expect(table.locator("#count")).to_have_text(re.compile("^2 of"))
    expect(table.locator("nav a", has_text="Play it")).to_have_attribute("target", "_blank")  # folded on a phone
    resized(page, PHONE)
    click(page.locator(".wb-more > summary"))
    fits(settled(page))
    assert page.frames[-1].evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert "watched=The+longest" in page.url


def test_a_click_on_a_bar_leads_to_a_play_of_that_value(desk: Open) -> None:
    page = desk("/results?game=hitmakers&revision=2021-04-08&against=&bots=random&plays=150&seed=79")
    click(page.locator(".st-key-start").get_by_role("button"))
    expect(page.get_by_role("button", name="Play more")).to_be_visible(timeout=compiled_ms())
    bars = page.locator("[class*='_scores '], [class$='_scores']").locator(".bars path")
    expect(bars.first).to_be_visible()
    settled(page)
    boxes = page.evaluate(LEGENDS_AND_ICONS)
    assert boxes and all(legend_bottom <= icons_top for legend_bottom, icons_top in boxes)
    heights = bars.evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().height)")
    leads_on(page, bars.nth(heights.index(max(heights))))


LEGENDS_AND_ICONS = """() => [...document.querySelectorAll('.js-plotly-plot:has(.legend):has(.modebar)')].map(
    plot => ['.legend', '.modebar'].map(part => plot.querySelector(part).getBoundingClientRect()))
    .map(([legend, icons]) => [legend.bottom, icons.top])"""
"""Where the legend of a chart ends, and where its icons begin: below it, since on a phone it takes the whole width."""


def leads_on(page: Page, mark: Locator) -> None:
    """A click on a mark of a chart leads to a play; clicked again if the chart was drawn anew under it."""
    for _ in range(TRIES):
        settled(page)
        mark.scroll_into_view_if_needed()
        x, y, width, height = (mark.bounding_box() or {}).values()
        page.mouse.move(x + width / 2 - 3, y + height / 2)
        page.mouse.move(x + width / 2, y + height / 2, steps=3)  # a chart that was drawn anew knows of no mouse
        page.mouse.click(x + width / 2, y + height / 2)  # a layer of the chart's own lies above its marks
        with suppress(TimeoutError):
            page.wait_for_url("**/table/hitmakers/2021-04-08?**play=**", wait_until="commit", timeout=FOLLOWED_MS)
            return
    raise AssertionError("no click leads from the chart to a play of the table")


FOLLOWED_MS = 6_000


def assert_first_screen(page: Page, last: re.Pattern[str], height: int) -> None:
    """A heading is seen without scrolling, and nothing is cut off."""
    page.wait_for_function("height => innerHeight === height", arg=height)
    expect(page.get_by_role("heading", name=last).first).to_be_in_viewport(ratio=1)  # once nothing is told above it
    cut = page.eval_on_selector_all(
        ".wb-word, .wb-numbers, .wb-interval",
        "all => all.filter(each => each.offsetParent && each.getBoundingClientRect().right > innerWidth)"
        ".map(each => each.textContent)",
    )
    assert cut == []


@pytest.mark.thorough
def test_a_new_answer_stands_on_top_and_nothing_covers_it(desk: Open) -> None:
    page = desk("/results?game=hitmakers&revision=2021-04-08&against=2020-03-04&bots=random&plays=250&seed=78")
    click(page.locator(".st-key-start").get_by_role("button"))
    verdict = page.get_by_role("heading", level=2).first
    expect(page.get_by_role("button", name="Play more")).to_be_visible(timeout=compiled_ms())
    expect(verdict).to_be_visible()
    click(page.get_by_role("button", name="Play until decided"))
    click(page.get_by_test_id("stPopoverBody").get_by_role("button", name="Play until decided"))
    expect(page.get_by_text("Played until decided: ")).to_be_visible(timeout=compiled_ms())
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    sentence, by_change = verdict.inner_text(), page.locator(".st-key-asked_by_change")
    click(page.get_by_role("button", name="Which change did it"))
    expect(by_change.get_by_role("heading", level=2).first).to_be_in_viewport()
    stronger = page.get_by_role("button", name=re.compile("^Ask stronger bots, (a few|about)"))
    settled(page)
    stronger.hover()
    page.wait_for_timeout(600)
    expect(page.get_by_test_id("stTooltipContent")).to_have_count(0)
    stronger.click()
    expect(page.get_by_role("button", name="Cancel").first).to_be_in_viewport()
    expect(page.get_by_role("heading", name=sentence)).to_be_visible()
    click(page.get_by_role("button", name="Cancel").first)
