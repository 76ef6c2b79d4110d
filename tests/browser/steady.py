"""Typing and clicking as a person does: once the dashboard has come to rest.

While the script still runs, Streamlit draws widgets anew under one's hands, and what is typed into them may be lost.
The page says of itself whether its script runs, and whether it has its server.
"""

import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page

HOLD_MS = 250
"""How long the script has to stand still. A click takes its time to the server and back."""
TRIES = 3
TAKEN_S = 10.0
"""How long the app may take for what was typed, before it is typed again."""
AT_REST = """hold => {
    const app = document.querySelector('[data-testid=stApp]');
    const calm = app?.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED';
    const waiting = document.querySelector('[data-testid=stAppSkeleton]');
    if (!calm || waiting) { window.atRestSince = undefined; return false; }
    window.atRestSince ??= performance.now();
    return performance.now() - window.atRestSince >= hold;
}"""


def settled(page: Page) -> Page:
    """Wait until the script has stood still for a while; not for pages that follow a job, which run again and again."""
    page.evaluate("window.atRestSince = undefined")
    page.wait_for_function(AT_REST, arg=HOLD_MS, polling=50)
    return page


def click(target: Locator) -> None:
    """Click, once the page has come to rest."""
    settled(target.page)
    target.click()


def fill(field: Locator, text: str) -> None:
    """Type into a field that is taken as one types, once the page has come to rest; type again if it was lost."""
    _until_taken(field, text, lambda: field.input_value() == text, press="")


def enter(field: Locator, text: str, taken: Callable[[], bool]) -> None:
    """Type, press Enter, and see that the app took it, as `taken` says; else type again."""
    _until_taken(field, text, taken, press="Enter")


def in_address(page: Page, *choices: str) -> Callable[[], bool]:
    """Whether the address has these choices, `plays=4000` for one."""
    return lambda: all(choice in page.url for choice in choices)


def shows(found: Locator) -> Callable[[], bool]:
    """Whether something can be seen."""
    return found.first.is_visible


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
