"""The page Results, of a revision alone: started, followed, read again, gone on with, taken away and deleted."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, text
from tests.app.turning import followed, turned_to
from tests.app.waiting import ended, started, until
from workbench.app.services import services
from workbench.app.widgets import decision
from workbench.report.downloads import run_csv
from workbench.store import Store, StoreLocked
from workbench.store.runs import Status, runs

FEW = {"game": "hitmakers", "revision": "2021-04-08", "against": "", "bots": "random", "plays": 300, "seed": 7}


@pytest.fixture
def results_page(open_page: OpenPage, store: Store) -> AppTest:
    """The page with few plays chosen."""
    opened = open_page("results", **FEW)
    assert not opened.exception
    return opened


def test_start_plays_stores_and_shows(results_page: AppTest) -> None:
    started(results_page)
    assert not results_page.exception
    assert "random bots · 300 plays" in text(results_page)
    assert "Bots are not people" in text(results_page)
    for title in ("Win rate by seat", "Score distribution", "Points by criterion"):
        assert f"## {title}" in text(results_page)
    assert 'aria-level="3">Goals<' in html(results_page)
    assert all(chart.proto.alt for chart in results_page.get("plotly_chart"))
    assert [(run.status, run.plays, run.seed) for run in runs(services().store)] == [(Status.DONE, 300, 7)]
    (button,) = [button for button in results_page.get("download_button") if button.proto.label == "Plays as CSV"]
    assert not button.proto.disabled
    assert len(run_csv(services().store, runs(services().store)[0]).splitlines()) == 301


@pytest.mark.usefixtures("store")
def test_a_running_batch_is_followed_from_any_page_and_cancelled(open_page: OpenPage) -> None:
    page = open_page("results", **{**FEW, "plays": 5_000_000})
    page.button(key="start").click().run()
    [job] = services().jobs.active
    until(lambda: job.done)
    page.run()
    assert "start" not in buttons(page)
    assert "of 5\u202f000\u202f000 plays" in page.get("progress")[0].text
    assert "the intervals hold at every look" in text(page)
    turned_to(page, "home").run()
    assert "Show" in [link.value for link in page.get("page_link")]
    assert "Playing Broad appeal by difference" in page.get("progress")[0].text
    followed(page, "Show")
    page.button(key=f"cancel_{job.id}").click().run()
    ended(job)
    page.run()
    assert "plays are stored." in page.info[0].value
    assert runs(services().store)[0].status is Status.CANCELLED
    assert "So far:" in text(page), "what was shown is kept"


def test_a_store_in_use_is_told_with_a_way_on(results_page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    started(results_page)

    def locked(*_: object, **__: object) -> None:
        raise StoreLocked("the store is in use by process 4711 (workbench simulate); waited 2 s")

    with monkeypatch.context() as patch:
        patch.setattr(decision, "decisions", locked)
        results_page.run()
    assert not results_page.exception
    assert "process 4711" in results_page.warning[0].value
    results_page.button(key="retry").click().run()
    assert not results_page.warning
