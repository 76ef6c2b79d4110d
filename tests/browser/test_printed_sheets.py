"""Paper as Chromium prints it: a session sheet is one page of A4, for every game and number of players."""

import re

import pytest

from tests.browser.conftest import DESK, Tabs
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.playtest.printing import feedback_form, session_sheet

pytestmark = pytest.mark.browser


def pages(tabs: Tabs, text: str) -> int:
    with tabs.tab("about:blank", DESK) as page:
        page.set_content(text)
        printed = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        *(("hitmakers", {"players": players, "hand_size": 8}) for players in (2, 3, 4, 6)),
        ("hitmakers", {"players": 4, "score_target": 0, "shutout_points": 1}),
        *((name, {}) for name in ("hollywood_1947", "showbiz_shuffle", "trickster")),
        ("hollywood_1947", {"players": 9}),
        ("showbiz_shuffle", {"players": 4}),
        ("trickster", {"players": 8}),
    ],
)
def test_a_session_sheet_is_one_page(tabs: Tabs, game: str, rules: dict[str, int]) -> None:
    family = game_named(game)
    text = session_sheet(family, complete(family.parameters, rules), revision="2021-04-08", goal="Is it too long?")
    assert pages(tabs, text) == 1


def test_a_feedback_form_is_one_page(tabs: Tabs) -> None:
    assert pages(tabs, feedback_form("Hitmakers", revision="2021-04-08")) == 1
