"""What the table says beside a play: opened, read, looked at in both themes and on a phone."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, compiled_ms
from tests.browser.test_every_page import ONLY_COLORS, broken

TO_A_CHOICE = """async () => {
  for (let at = 0; ;) {
    const { thoughts, next } = await (await fetch(`${location.pathname}/thoughts?bots=random&step=${at}`)).json();
    if (thoughts.some(({ moves }) => moves.length > 1) || next === null) return go(at);
    at = next;
  }
}"""
"""Go to a step after which a bot has a choice."""


def analyzed(page: Page) -> None:
    """Open both panels of a table at a play by bots at random, and ask for one other move."""
    page.evaluate(TO_A_CHOICE)
    thoughts, chances = page.locator("#thoughts"), page.locator("#chances")
    thoughts.locator("summary").click()
    expect(thoughts.locator("tr.chosen")).not_to_have_count(0, timeout=compiled_ms())
    other = thoughts.get_by_role("button", name="What if").first
    other.click()
    expect(thoughts.locator("tr.answer:not([hidden])")).to_contain_text("difference", timeout=compiled_ms())
    if other.inner_text() == "Stop":
        other.click()
    chances.locator("summary").click()
    expect(page.locator("#curve polyline")).to_have_count(page.evaluate("play.players.length"), timeout=compiled_ms())
    expect(chances).to_contain_text("from each of", timeout=compiled_ms())
    chances.locator("summary").click()  # so that it rests
    chances.locator("summary").click()
    sound_down_to_a_phone(page)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def sound_down_to_a_phone(page: Page) -> None:
    """Axe finds nothing in either theme; on a phone nothing scrolls sideways, and one can step on; it is left so."""
    problems = broken(page)
    assert problems == [], problems
    page.emulate_media(color_scheme="dark")
    problems = broken(page, ONLY_COLORS)
    assert problems == [], problems
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.locator(".seat").last.scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="One step on")).to_be_in_viewport()
    expect(page.locator("#says")).to_be_in_viewport()
