"""Is it exciting? On the page of results: a headline for every game, one play by its number."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.waiting import waited
from tests.support.plain import run_plainly
from tests.support.thorough import one_of
from workbench.engine.timeline import follow_range
from workbench.store import Store
from workbench.store.runs import runs

GAMES = {
    "hitmakers": "2021-04-08",
    "trickster": "prototype-a",
    "showbiz_shuffle": "reference",
    "hollywood_1947": "three-players",
}
FEW = {"bots": "random", "plays": 3, "seed": 2, "quality": "yes"}


@pytest.fixture(autouse=True)
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    run_plainly(monkeypatch, follow_range)
    yield


def start(page: AppTest) -> AppTest:
    """Play, and wait for the end."""
    assert not page.exception
    waited(page.button(key="start_quality").click().run())
    assert not page.error
    return page


@pytest.mark.parametrize("game", one_of(GAMES, quick="hollywood_1947"))
def test_every_game_ends_in_a_headline_and_stores_nothing(open_page: OpenPage, store: Store, game: str) -> None:
    page = start(open_page("results", game=game, revision=GAMES[game], against="", **FEW))
    words = text(page)
    assert "## 3 plays are too few" in words and "Too few plays for a forecast" in words
    assert len(page.get("plotly_chart")) >= 3  # the band, the actions, and one play
    assert len(page.get("download_button")) == 4
    assert f"workbench quality {game}/{GAMES[game]} --plays 3 --seed 2 --bots random" in page.code[0].value
    assert "start_quality" not in buttons(page) and "start" in buttons(page), "the batch itself is not played"
    assert runs(store) == []


def test_a_play_is_chosen_by_its_number(open_page: OpenPage) -> None:
    page = start(open_page("results", game="trickster", revision="prototype-a", one_play=2, **FEW))
    assert "## Play 2" in text(page)
    page.number_input(key="one_play").set_value(1).run()
    assert "## Play 1" in text(page) and "--play 1 " in text(page) and page.query_params["one_play"] == "1"
