"""Typing and clicking as a person does: once the dashboard has come to rest.

While the script still runs, Streamlit draws widgets anew under one's hands, and what is typed into them may be lost.
A widget whose code is still being loaded is a skeleton, and moves all that is below it when it comes: a click meant for
something there would miss. The page says of itself whether its script runs, and whether it has its server.
"""

import time
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Locator, Page

HOLD_MS = 250
"""How long the script has to stand still, untouched. A click takes its time to the server and back."""
MOST_ENTRIES = 50
"""How long Chromium lets the history of a tab grow."""
TRIES = 4
TAKEN_S = 15.0
"""How long the app may take for what was typed, before it is typed again."""
AT_REST = """([hold, call]) => {
    const rest = window.atRest ??= watched();
    function watched() {
        const rest = {since: performance.now()}, again = () => { rest.since = performance.now(); };
        for (const kind of ['pointerdown', 'click', 'keydown', 'input', 'change', 'blur', 'popstate', 'resize'])
            addEventListener(kind, again, {capture: true});
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
        const attributeFilter = ['data-test-script-state', 'data-test-connection-state'];
        new MutationObserver(again).observe(document, {subtree: true, attributeFilter});
        return rest;
    }
    if (rest.call !== call) Object.assign(rest, {call, pauses: new Set()});
    const app = document.querySelector('[data-testid=stApp]');
    const calm = app?.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED';
    if (!calm || document.querySelector('[data-testid=stAppSkeleton], [data-testid=stSkeleton]')) {
        rest.since = performance.now();
        return false;
    }
    rest.pauses.add(rest.since);
    return performance.now() - rest.since >= hold || rest.pauses.size > 3;
}"""
"""The page watches itself from the first call on, so that one that has been at rest need not be waited for again.

For a clock that ticks every second a slow machine may need most of it: then a few pauses will do."""
CALLS = count()
RUN_AGAIN = """patience => new Promise((done, fail) => {
    const app = document.querySelector('[data-testid=stApp]'), state = () => app.dataset.testScriptState;
    let begun = false;
    new MutationObserver((_, watch) => {
        if (state() !== 'notRunning') begun = true;
        else if (begun) { watch.disconnect(); done(); }
    }).observe(app, {attributes: true});
    setTimeout(() => fail(new Error('the script did not run again')), patience);
})"""
WIDTHS = """() => ['html', '[data-testid=stMain]']
    .map(name => document.querySelector(name).scrollWidth - innerWidth)"""


def settled(page: Page) -> Page:
    """Wait until the script has stood still for a while, or several times for a moment."""
    page.wait_for_function(AT_REST, arg=[HOLD_MS, next(CALLS)], polling=50)
    return page


GO = f"""([path, patience]) => {{
    const shown = ({RUN_AGAIN})(patience).catch(() => 'too short to be seen');
    history.pushState({{}}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    return shown;
}}"""
UNSEEN_S = 5.0
"""After so long without a run of the script it was over before the browser drew it: a page of Help takes 20 ms."""


def moved(page: Page, path: str) -> Page:
    """Another page of the dashboard that is open, as Back and Forward lead there: a third of the work of loading it."""
    settled(page).evaluate(GO, [path, UNSEEN_S * 1000])
    page.get_by_role("heading", level=1).wait_for()
    return settled(page)


def fits(page: Page) -> None:
    """Wait until the page is no wider than its window, as charts follow a change of size; fails if it never is."""
    page.wait_for_function(f"({WIDTHS})().every(over => over <= 0)")


def click(target: Locator) -> None:
    """Click, once the page has come to rest."""
    settled(target.page)
    target.click()


def unfold(page: Page) -> Page:
    """Open what the folded line hides: bots, plays, seed."""
    click(page.locator(".st-key-folded button").first)
    page.get_by_test_id("stPopoverBody").wait_for()
    return settled(page)


def fill(field: Locator, text: str) -> None:
    """Type into a field that is taken as one types, once the page has come to rest; type again if it was lost."""
    _until_taken(field, text, lambda: field.input_value() == text, press="")


def enter(field: Locator, text: str, taken: Callable[[], bool]) -> None:
    """Type, press Enter, and see that the app took it, as `taken` says; else type again."""
    _until_taken(field, text, taken, press="Enter")


def in_address(page: Page, *choices: str) -> Callable[[], bool]:
    """Whether the address has these choices, `plays=4000` for one."""
    return lambda: all(choice in page.url for choice in choices)


def shows(locator: Locator) -> Callable[[], bool]:
    """Whether something can be seen."""
    return locator.first.is_visible


def _until_taken(field: Locator, text: str, taken: Callable[[], bool], press: str) -> None:
    for _ in range(TRIES):
        settled(field.page)
        field.fill("")  # a text that stands there already is no news to the field
        field.fill(text)
        if press:
            field.press(press)
        settled(field.page)
        if within(TAKEN_S, taken, field.page):
            return
    raise AssertionError(f"the app did not take {text!r}; the field says {field.input_value()!r} at {field.page.url}")


def within(seconds: float, taken: Callable[[], bool], page: Page) -> bool:
    """Whether it comes true in time."""
    deadline = time.monotonic() + seconds
    while not taken():
        if time.monotonic() > deadline:
            return False
        page.wait_for_timeout(50)
    return True
