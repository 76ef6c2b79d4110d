"""Every page as axe-core sees it: what a screen reader, a keyboard and weak eyes need; and on a phone.

The rules are those of axe-core (https://dequeuniversity.com/rules/axe/), all of them. What Streamlit's own markup
breaks is listed by name; nothing of ours may be.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Frame, Page, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE, Server, compiled_ms, opened
from tests.browser.steady import fits, moved, settled
from tests.support.thorough import some_of
from workbench.app.navigation import PAGES
from workbench.app.widgets.theme import colors

pytestmark = pytest.mark.browser

STREAMLITS = {
    "presentation-role-conflict": '[data-testid="stFileUploaderDropzone"]',  # its drop zone is no button, but focusable
    "landmark-unique": ".stPagination",  # nobody can name it, and a page may have two long lists
}
"""Rules that Streamlit's markup breaks, with what breaks them."""
GOALS = "view=every+goal&game=hitmakers&bots=random&plays=150"
LOOKS = {
    "results": (
        "?game=hitmakers&revision=2021-04-08&against=2020-03-04&bots=random&plays=200",
        "?game=hitmakers&revision=2021-04-08&against=&bots=random&plays=200",
    ),
    "rules": ("?game=hitmakers&revision=2021-04-08", "?game=showbiz_shuffle&view=Rulebook&round=True"),
    "revisions": ("", f"?{GOALS}"),
    "cards": ("?game=showbiz_shuffle",),
    "decks": ("?game=showbiz_shuffle",),
    "sessions": ("?game=hitmakers",),
    "reality": ("?game=hitmakers&revision=2021-04-08",),
    "history": ("", "?view=Ask+with+SQL"),
    "help": ("", "?page=glossary", "?page=commands"),
}
"""What follows a page's address, where the page alone shows little."""
BUTTON = '[data-testid="stBaseButton-primary"]'
MAIN_ACTIONS = {
    "home": ".st-key-main_action",
    "revisions": ".st-key-main_action",
    "rules": ".st-key-rule_players input, .st-key-rule_players button",
    "new_game": ".st-key-main_action",
    "cards": ".stDataFrame button",
    "sessions": 'a[href*="evening"]',
    "help": '[data-testid="stButtonGroup"] button',
    "results": f"{BUTTON}, .st-key-folded button",
    "history": 'input[aria-label="Search"]',
    "find": ".st-key-vary input",
    **dict.fromkeys(("decks", "strategies", "ladder", "reality", "exchange"), BUTTON),
}
"""What one comes to a page for; of a form, its first field: Ctrl+Enter is its button."""
VIOLATIONS = {"resultTypes": ["violations"]}
"""Nothing else is described node by node: on a long page that took five times as long as to look."""
ONLY_COLORS = {"runOnly": ["color-contrast", "link-in-text-block"], **VIOLATIONS}
"""The other theme changes colors, and nothing else."""
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
MARKUP = re.compile(r":[a-z-]+\[|:material/|\*\*|~~")
NAMED = "[aria-label], [alt], [title], [placeholder]"


def first_look(name: str) -> str:
    """What shows most of a page."""
    return LOOKS.get(name, ("",))[0]


def is_quick(look: tuple[str, str]) -> bool:
    """Whether it is no case for `make thorough` alone."""
    return look[1] == first_look(look[0])


@pytest.fixture
def page(shared: Page, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """That tab, in the theme that the last test has left; afterwards it fails the test if its console has an error."""
    resized(shared, DESK)
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    shared.on("console", note)
    yield opened(shared, server.address) if request.node.execution_count > 1 else shared
    shared.remove_listener("console", note)
    assert errors == []


EVERY_LOOK = [(spec.name, choices) for spec in PAGES for choices in LOOKS.get(spec.name, ("",))]


@pytest.mark.parametrize(("name", "choices"), some_of(EVERY_LOOK, quick=is_quick))
def test_axe_finds_nothing_and_all_fits_a_phone(name: str, choices: str, page: Page) -> None:
    """The first half of the pages is light, the other dark: each is drawn once."""
    themed(page, usual_theme(name))
    place = looked_at(page, name, choices)
    assert broken(page) == [], place
    assert unreadable_names(page) == [], place
    if "round=True" in choices:
        expect(page.locator(".example img").first).to_be_visible()
    if name == "home":
        for first in ("go_on", "example"):
            expect(page.locator(f".st-key-{first}")).to_be_in_viewport()
    if choices == first_look(name):
        assert reached_by_keyboard(page, MAIN_ACTIONS[name]), f"{place}: the main action is more than ten stops away"
    none_is_cut(page)
    on_a_phone(page)
    none_is_cut(page)
    if name == "results":
        assert page.evaluate(HIGH) <= MOST_SCREENS * PHONE[1], place


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "choices"), EVERY_LOOK)
def test_axe_finds_nothing_in_the_other_theme_either(name: str, choices: str, page: Page) -> None:
    themed(page, "light" if usual_theme(name) == "dark" else "dark")
    place = looked_at(page, name, choices)
    assert broken(page, ONLY_COLORS) == [], place


def usual_theme(name: str) -> str:
    """The theme in which a page is looked at whole."""
    names = [spec.name for spec in PAGES]
    return "dark" if names.index(name) >= len(names) // 2 else "light"


def looked_at(page: Page, name: str, choices: str) -> str:
    """Go to a page; its address."""
    place = f"{name}{choices}" if name != "home" else ""  # the first page has no name in the address
    moved(page, f"/{place}")
    if choices == f"?{GOALS}":  # it fills itself, and each row that comes takes the place of what has the keyboard
        expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=compiled_ms())
    return place


@pytest.mark.thorough
def test_a_title_of_180_letters_scrolls_no_page(page: Page, server: Server) -> None:
    title = "Hands of six cards, as " + "everybodyatthetable" * 5 + " said that seven are far too many to sort in time"
    content = f'game = "hitmakers"\ntitle = "{title:x<180}"\nparent = "2021-04-08"\nreason = "To see."'
    (server.workspace.scenarios / "hitmakers" / "long.toml").write_text(content)
    for name in ("results", "rules", "revisions"):
        moved(page, f"/{name}?game=hitmakers&revision=long")
        for size in (DESK, PHONE):
            resized(page, size)
            fits(settled(page))


CUT = """() => {
    const scrolls = at => at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX);
    const isBeyond = box => box.width > 1 && box.right > 0 && (box.left < -1 || box.right > innerWidth + 1);
    return [...document.querySelectorAll('[data-testid=stMain] :is(button, a, input, [role=radio])')]
        .filter(at => at.getClientRects().length && isBeyond(at.getBoundingClientRect()))
        .filter(at => { while ((at = at.parentElement)) if (scrolls(at)) return false; return true; })
        .map(at => at.outerHTML.slice(0, 160));
}"""
"""What can be pressed and does not stand wholly on the screen; what is wide itself, as a table, scrolls alone."""
HIGH = "() => document.querySelector('[data-testid=stMain]').scrollHeight"
MOST_SCREENS = 4


def none_is_cut(page: Page) -> None:
    """What can be done stands wholly on the screen, wide or narrow."""
    until(lambda: page.evaluate(CUT) == [])


HEADER_ENDS = "above => document.querySelector('.st-key-header').getBoundingClientRect().bottom < above"


def on_a_phone(page: Page) -> None:
    """All fits, and the header leaves most of the screen to the page."""
    resized(page, PHONE)
    fits(settled(page))
    page.wait_for_function(HEADER_ENDS, arg=PHONE[1] / 6)


FOCUSED = """wanted => {
    const at = document.activeElement, style = getComputedStyle(at);
    const framed = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    return [!!at.closest(wanted), framed || at.tagName === 'CANVAS', at.outerHTML.slice(0, 160)];
}"""
"""A canvas draws its own frame, around a cell."""


def reached_by_keyboard(page: Page, stop: str) -> bool:
    """Whether the first stop is the skip link, and ten more lead to what is wanted; each of them is framed."""
    settled(page).evaluate("document.body.tabIndex = -1, document.body.focus()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.outerHTML").startswith('<a class="skip"')
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    for _ in range(10):
        page.keyboard.press("Tab")
        is_there, framed, what = page.evaluate(FOCUSED, stop)
        assert framed, f"nobody sees that this has the keyboard: {what}"
        if is_there:
            return True
    return False


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def themed(page: Page, theme: str) -> None:
    """Have the dashboard in a theme, unless it is."""
    if page.evaluate(IS_DARK) == (theme == "dark"):
        return
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    red, green, blue = (int(colors(theme)["backgroundColor"][at : at + 2], 16) for at in (1, 3, 5))
    page.wait_for_function(
        "ground => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor === ground",
        arg=f"rgb({red}, {green}, {blue})",
    )
    settled(page)


def broken(page: Page | Frame, options: dict[str, Any] = VIOLATIONS) -> list[str]:
    """What breaks a rule of axe-core and is not Streamlit's: rule, place and why, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)  # half a megabyte, once for all pages of a tab
    violations = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['html'][:200]} ({node['failureSummary']})"
        for rule in violations
        for node in rule["nodes"]
        if not _is_streamlits(page, rule["id"], node["target"][0])
    ]


def _is_streamlits(page: Page | Frame, rule: str, target: str) -> bool:
    exceptions = STREAMLITS.get(rule)
    return exceptions is not None and bool(
        page.evaluate(
            "([target, exceptions]) => !!document.querySelector(target)?.closest(exceptions)", [target, exceptions]
        )
    )


def unreadable_names(page: Page) -> list[str]:
    """Accessible names that hold raw Markdown, which a screen reader reads out."""
    names = page.eval_on_selector_all(
        NAMED,
        "all => all.flatMap(each => ['aria-label', 'alt', 'title', 'placeholder'].map(a => each.getAttribute(a)))",
    )
    return sorted({name for name in names if name and MARKUP.search(name)})
