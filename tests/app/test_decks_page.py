"""The page Decks: from an empty store to which cards win, and back from the store."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.waiting import waited
from tests.support.plain import run_plainly
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.engine.loop import use_range
from workbench.play.options import Stopped
from workbench.store import Store
from workbench.store.listing import entries
from workbench.studies.decks import measure

FEW = {"game": "showbiz_shuffle", "revision": "reference", "card_list": "bods", "bots": "random", "plays": 6, "seed": 2}


@pytest.fixture(autouse=True)
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop that notes cards, without compiling it."""
    run_plainly(monkeypatch, use_range)


@pytest.fixture
def decks_page(open_page: OpenPage) -> Iterator[AppTest]:
    """The page with few plays chosen."""
    page = open_page("decks", **FEW)
    assert not page.exception
    yield page


def start(page: AppTest) -> AppTest:
    """Play, and wait for the end."""
    return waited(page.button(key="start_decks").click().run())


def test_start_tells_which_cards_win_and_keeps_it(
    decks_page: AppTest, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = start(decks_page)
    assert "6 plays are too few" in text(page)
    assert "judged together" in text(page) and "Bots are not people" in text(page)
    assert {"## Which cards stand out", "## Which kinds win", "## Drawn against played"} <= set(text(page).splitlines())
    assert len(page.dataframe[1].value) == 80
    assert page.button(key="start_decks").disabled
    assert {"csv_study", "json_study", "html_study", "md_study"} <= {
        button.key for button in page.get("download_button")
    }
    [line] = entries(store)
    assert (line.study, line.plays, line.options["seed"]) == ("decks", 6, 2) and "too few" in line.sentence
    _comes_from_the_store(page, monkeypatch)
    page.selectbox(key="card_list").set_value("biz").run()
    page = waited(page)
    assert len(page.dataframe[1].value) == 34
    assert entries(store) == [line], "to look at what is stored leaves no line"


def _comes_from_the_store(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every job forgotten, the figures are there again without a play."""
    jobs = services().jobs
    jobs._all.clear()
    monkeypatch.setattr(measure, "count_card_plays", lambda *played: pytest.fail("it was played again"))
    assert len(waited(page.run()).dataframe[1].value) == 80


def test_a_cancelled_count_says_that_nothing_is_kept(decks_page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*played: object) -> None:
        raise Stopped("stopped")

    monkeypatch.setattr(measure, "count_card_plays", stopped)
    page = start(decks_page)
    assert "Nothing had been played yet." in page.info[0].value
    assert page.info[0].proto.title == "Cards of Reference set, three players was cancelled"
    assert not page.button(key="start_decks").disabled
    assert "start_decks" in buttons(page)
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    assert not job.keeps
