"""The table looks as it did: pictures of fixed plays against stored ones (`python -m tests.golden.regenerate`)."""

from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import DESK, Server, Tabs
from tests.browser.pictures import FOLDER, STEPS, TOLERANCE, distance, pictures_of
from tests.support.thorough import one_of

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tabs: Tabs, server: Server) -> Iterator[Page]:
    with tabs.tab(server.address, DESK) as tab:
        yield tab
        tab.evaluate("document.adoptedStyleSheets = []")


@pytest.mark.parametrize("play", one_of(STEPS, quick="trickster/prototype-a"))
def test_a_fixed_play_looks_as_stored_in_both_themes_and_widths(play: str, page: Page, server: Server) -> None:
    pictures = pictures_of(page, server.address, play)
    apart = {name: distance(picture, Image.open(FOLDER / name)) for name, picture in pictures.items()}
    assert {name: far for name, far in apart.items() if far > TOLERANCE} == {}
    assert len(pictures) == 4


def test_another_step_another_theme_and_another_size_are_told_apart() -> None:
    light, dark, phone = (
        Image.open(FOLDER / f"hitmakers-{name}.png") for name in ("desk-light", "desk-dark", "phone-light")
    )
    other = dark.convert("L")
    other.paste(40, (9, 9, 20, 26))  # where a card lies
    assert distance(light, light) == 0
    assert distance(light, dark) > TOLERANCE
    assert distance(light, phone) == float("inf")
    assert distance(dark, other) > TOLERANCE
