"""Every page, in both themes, as axe-core sees it: what a screen reader, a keyboard and weak eyes need; and on a phone.

The rules are those of axe-core (https://dequeuniversity.com/rules/axe/), all of them. What Streamlit's own markup
breaks is listed by name; nothing of ours may be.
"""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, Open, three_at_table
from tests.browser.steady import fits, settled
from workbench.app.navigation import PAGES
from workbench.app.widgets.theme import colours
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.browser

STREAMLITS = {
    "presentation-role-conflict": '[data-testid="stFileUploaderDropzone"]',  # its drop zone is no button, but focusable
}
"""Rules that Streamlit's markup breaks, with what breaks them."""
LOOKS = {
    "run": ("?game=hitmakers&revision=2021-04-08&bots=random&plays=200",),
    "compare": ("?game=hitmakers&base=2020-03-04&other=2021-04-08&bots=random&plays=200",),
    "rules": ("?game=hitmakers&revision=2021-04-08", "?game=showbiz_shuffle"),
    "cards": ("?game=showbiz_shuffle",),
    "decks": ("?game=showbiz_shuffle",),
    "live": ("", "?session={session}"),
    "sessions": ("?game=hitmakers",),
    "reality": ("?game=hitmakers&revision=2021-04-08",),
    "history": ("", "?view=Ask+with+SQL"),
    "help": ("", "?page=glossary", "?page=commands"),
}
"""What follows a page's address, where the page alone shows little."""
VIOLATIONS = {"resultTypes": ["violations"]}
"""Nothing else is described node by node: on a long page that took five times as long as to look."""
ONLY_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], **VIOLATIONS}
"""The second theme changes colours, and nothing else."""
MARKUP = re.compile(r":[a-z-]+\[|:material/|\*\*|~~")
NAMED = "[aria-label], [alt], [title], [placeholder]"


@pytest.mark.parametrize("name", [spec.name for spec in PAGES])
def test_axe_finds_nothing_in_either_theme_and_all_fits_a_phone(name: str, desk: Open, workspace: Workspace) -> None:
    session = three_at_table(workspace).id if name == "live" else ""
    for choices in LOOKS.get(name, ("",)):
        place = f"{name}{choices}"
        page = desk(f"/{place.format(session=session)}")
        assert broken(page) == [], place
        assert unreadable_names(page) == [], place
        on_a_phone(page)
        themed(page, "dark")
        fits(page)
        resized(page, DESK)
        assert broken(page, ONLY_COLOURS) == [], f"{place}, dark"
        themed(page, "light")


def on_a_phone(page: Page) -> None:
    resized(page, PHONE)
    fits(page)


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settled(page)


def themed(page: Page, theme: str) -> None:
    """Have the page drawn in a theme."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    red, green, blue = (int(colours(theme)["backgroundColor"][at : at + 2], 16) for at in (1, 3, 5))
    page.wait_for_function(
        "ground => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor === ground",
        arg=f"rgb({red}, {green}, {blue})",
    )
    settled(page)


def broken(page: Page, options: dict[str, Any] = VIOLATIONS) -> list[str]:
    """What breaks a rule of axe-core and is not Streamlit's: rule, place and why, a line each."""
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
        if not _is_streamlits(page, rule["id"], node["target"][0])
    ]


def _is_streamlits(page: Page, rule: str, target: str) -> bool:
    known = STREAMLITS.get(rule)
    return known is not None and bool(
        page.evaluate("([at, known]) => !!document.querySelector(at)?.closest(known)", [target, known])
    )


def unreadable_names(page: Page) -> list[str]:
    """Accessible names that hold raw Markdown, which a screen reader reads out."""
    names = page.eval_on_selector_all(
        NAMED,
        "all => all.flatMap(each => ['aria-label', 'alt', 'title', 'placeholder'].map(a => each.getAttribute(a)))",
    )
    return sorted({name for name in names if name and MARKUP.search(name)})
