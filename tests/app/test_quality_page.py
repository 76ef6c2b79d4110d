"""Is it exciting? On the page of results: a headline for every game, what a change did, one play by its number."""

from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.waiting import waited
from tests.support.plain import run_plainly
from tests.support.thorough import one_of
from workbench.bots import obvious
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


def table_with(page: AppTest, column: str) -> Any:
    return next(element.value for element in page.dataframe if column in element.value.columns)


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


def test_what_changed_since_another_revision(open_page: OpenPage) -> None:
    page = start(open_page("results", game="trickster", revision="no-moon", against="prototype-a", **FEW))
    table = table_with(page, "Verdict")
    assert "Lead changes" in set(table["Figure"]) and {"Prototype A", "No moon"} < set(table.columns)
    assert set(table["Verdict"]) == {"undecided"}
    again = open_page("results", game="trickster", revision="no-moon", against="prototype-a", **FEW)
    assert list(table_with(again, "Verdict")["Figure"]) == list(table["Figure"])  # the link leads back


def test_a_play_is_chosen_by_its_number(open_page: OpenPage) -> None:
    page = start(open_page("results", game="trickster", revision="prototype-a", one_play=2, **FEW))
    assert "## Play 2" in text(page)
    page.number_input(key="one_play").set_value(1).run()
    assert "## Play 1" in text(page) and "--play 1 " in text(page) and page.query_params["one_play"] == "1"


def test_search_is_asked_where_it_is_wanted(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, obvious.ask_range)
    monkeypatch.setattr("workbench.studies.quality.measure.PLAYS", 1)
    page = start(open_page("results", game="trickster", revision="prototype-a", search="2 iterations", **FEW))
    assert "search of 2 iterations" in text(page) and "--search 2" in page.code[0].value
