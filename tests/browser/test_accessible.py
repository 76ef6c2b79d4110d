"""Every page, in both themes, as axe-core sees it: what a screen reader, a keyboard and weak eyes need.

The rules are those of axe-core (https://dequeuniversity.com/rules/axe/), all of them. What Streamlit's own markup
breaks is listed by name; nothing of ours may be.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, Page

from tests.browser.conftest import _open, _served, _tab
from tests.browser.steady import settled
from tests.support.evenings import evenings
from workbench.app.navigation import PAGES
from workbench.app.widgets.theme import THEMES, colours
from workbench.cli import main
from workbench.playtest.log.recording import begin
from workbench.scenario import load_scenario
from workbench.scenario.workspace import Workspace, init_workspace
from workbench.store import Store
from workbench.study.playtests import header_of

pytestmark = pytest.mark.browser

STREAMLITS = {
    "presentation-role-conflict": '[data-testid="stFileUploaderDropzone"]',  # its drop zone is no button, but focusable
}
"""Rules that Streamlit's markup breaks, with what breaks them."""
PLAYED = (
    "compare hitmakers/2020-03-04 hitmakers/2021-04-08 --bots random --plays 200",
    "strategies hitmakers/2021-04-08 --bots 'random spreader' --restrict random --plays 40",
    "ladder hitmakers/2021-04-08 --set score_target=0 --lowest 1 --top 1 --plays 40 --shuffles 3 --retakes 2",
)
LOOKS = {
    "run": ("?game=hitmakers&revision=2021-04-08&bots=random&plays=200",),
    "compare": ("?game=hitmakers&base=2020-03-04&other=2021-04-08&bots=random&plays=200",),
    "rules": ("?game=hitmakers&start=2021-04-08", "?game=showbiz_shuffle"),
    "cards": ("?game=showbiz_shuffle",),
    "decks": ("?game=showbiz_shuffle",),
    "live": ("", "?session={session}"),
    "sessions": ("?game=hitmakers",),
    "reality": ("?game=hitmakers&revision=2021-04-08",),
}
"""What follows a page's address, where the page alone shows little."""
MARKUP = re.compile(r":[a-z-]+\[|:material/|\*\*|~~")
NAMED = "[aria-label], [alt], [title], [placeholder]"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace in use: plays, sessions, one of them still open."""
    made = init_workspace(tmp_path_factory.mktemp("looked-at") / "studio")[0]
    evenings(made, 6)
    log = begin(Store(made.store_path), header_of(load_scenario(made, "hitmakers/2021-04-08")))
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        log.sit(name, seat)
    Path(made.root / "session.txt").write_text(log.id)
    for line in PLAYED:
        assert CliRunner().invoke(main, [*split(line), "--workspace", str(made.root)]).exit_code == 0
    return made


def split(line: str) -> list[str]:
    return [each.strip("'") for each in re.findall(r"'[^']*'|\S+", line)]


@pytest.fixture(scope="module")
def desk(chromium: Browser, studio: Workspace) -> Iterator[tuple[Page, str]]:
    with _served(studio) as address, _tab(chromium, address, 1440, 900) as page:
        yield page, address


@pytest.mark.parametrize("name", [spec.name for spec in PAGES])
def test_axe_finds_nothing_on_any_page(name: str, desk: tuple[Page, str], studio: Workspace) -> None:
    page, address = desk
    session = (studio.root / "session.txt").read_text()
    for choices in LOOKS.get(name, ("",)):
        _open(page, address, f"/{name}{choices.format(session=session)}")
        for theme in THEMES:
            themed(page, theme)
            assert broken(page) == [], f"{name}{choices}, {theme}"
        assert unreadable_names(page) == [], f"{name}{choices}"


def themed(page: Page, theme: str) -> None:
    """Have the page drawn in a theme."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    red, green, blue = (int(colours(theme)["backgroundColor"][at : at + 2], 16) for at in (1, 3, 5))
    page.wait_for_function(
        "ground => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor === ground",
        arg=f"rgb({red}, {green}, {blue})",
    )
    settled(page)


def broken(page: Page) -> list[str]:
    """What breaks a rule of axe-core and is not Streamlit's: rule, place and why, a line each."""
    found = Axe().run(page).response["violations"]
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
