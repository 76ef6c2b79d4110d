"""The page Results, of a revision alone: started, followed, read again, gone on with, taken away and deleted."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, text
from tests.app.turning import followed, turned_to
from tests.app.waiting import cancelled_early, ended, started, until, waited
from workbench.app.pages.results import _plays_csv
from workbench.app.services import services
from workbench.app.widgets import decision
from workbench.scenario import load_scenario
from workbench.store import Status, Store, StoreLocked, runs

FEW = {"game": "hitmakers", "revision": "2021-04-08", "against": "", "bots": "random", "plays": 300, "seed": 7}


@pytest.fixture
def shown(open_page: OpenPage, store: Store) -> AppTest:
    """The page with few plays chosen."""
    opened = open_page("results", **FEW)
    assert not opened.exception
    return opened


def test_a_link_fills_in_the_choices(shown: AppTest) -> None:
    chosen = {name: shown.get_by_key(name).value for name in FEW}
    assert chosen == {**FEW, "against": []}
    assert "Not played with these choices yet: 300 plays, by random bots." in text(shown)
    assert {name: str(shown.query_params[name]) for name in FEW} == {name: str(value) for name, value in FEW.items()}


def test_without_a_link_the_revision_suggests_the_choices(open_page: OpenPage) -> None:
    shown = open_page("results")
    assert shown.selectbox(key="revision").value == "2021-04-08"
    assert shown.selectbox(key="bots").value == "greedy"
    assert (shown.number_input(key="plays").value, shown.number_input(key="seed").value) == (20_000, 1)


def test_a_seed_of_zero_is_a_seed(open_page: OpenPage) -> None:
    assert open_page("results", seed=0).number_input(key="seed").value == 0


def test_start_plays_stores_and_shows(shown: AppTest) -> None:
    started(shown)
    assert not shown.exception
    assert "random bots · 300 plays" in text(shown)
    assert "Bots are not people" in text(shown)
    for title in ("Win rate by seat", "Score distribution", "Points by criterion"):
        assert f"## {title}" in text(shown)
    assert 'aria-level="3">Goals<' in html(shown)
    assert all(chart.proto.alt for chart in shown.get("plotly_chart"))
    assert [(run.status, run.plays, run.seed) for run in runs(services().store)] == [(Status.DONE, 300, 7)]


def test_a_stored_batch_is_shown_without_playing(shown: AppTest, open_page: OpenPage) -> None:
    started(shown)
    services().jobs._all.clear()
    again = open_page("results", **FEW)
    waited(again)
    assert "## Win rate by seat" in text(again)
    assert len(runs(services().store)) == 1


@pytest.mark.usefixtures("store")
def test_a_running_batch_is_followed_from_any_page_and_cancelled(open_page: OpenPage) -> None:
    shown = open_page("results", **{**FEW, "plays": 5_000_000})
    shown.button(key="start").click().run()
    [job] = services().jobs.active
    until(lambda: job.done)
    shown.run()
    assert "start" not in buttons(shown)
    assert "of 5\u202f000\u202f000 plays" in shown.get("progress")[0].text
    assert "the intervals hold at every look" in text(shown)
    turned_to(shown, "home").run()
    assert "Show" in [link.value for link in shown.get("page_link")]
    assert "Playing Broad appeal by difference" in shown.get("progress")[0].text
    followed(shown, "Show")
    shown.button(key=f"cancel_{job.id}").click().run()
    ended(job)
    shown.run()
    assert "plays are stored." in shown.info[0].value
    assert runs(services().store)[0].status is Status.CANCELLED


def test_each_seat_may_have_its_own_bot(open_page: OpenPage) -> None:
    shown = open_page(
        "results", **{**FEW, "bots": "mixed", "seat_1": "random", "seat_2": "hoarder", "seat_3": "greedy"}
    )
    started(shown)
    assert "random · hoarder · quick" in text(shown)
    assert runs(services().store)[0].bots == ("random", "hoarder", "greedy")


@pytest.mark.parametrize(("name", "value"), [("plays", 0), ("plays", 10**12)])
def test_impossible_numbers_get_a_sentence_and_no_start(shown: AppTest, name: str, value: int) -> None:
    shown.number_input(key=name).set_value(value).run()
    assert not shown.exception
    assert name in shown.error[0].value
    assert "--" not in shown.error[0].value
    assert "start" not in buttons(shown)


def test_an_unfinished_run_goes_on(open_page: OpenPage, store: Store) -> None:
    scenario = load_scenario(services().workspace, "hitmakers/2020-03-04", bots="random", plays=3_000)
    cancelled_early(lambda: services().jobs.simulate(scenario), store, plays=1_000)
    services().jobs._all.clear()
    shown = open_page("results", **{**FEW, "revision": "2020-03-04", "plays": 3_000, "seed": 1})
    started(shown)
    assert "random bots · 3\u202f000 plays" in text(shown)
    assert [run.status for run in runs(store)] == [Status.DONE]


def test_plays_are_taken_away_as_a_file(shown: AppTest) -> None:
    started(shown)
    (button,) = [each for each in shown.get("download_button") if each.proto.label == "Plays as CSV"]
    assert not button.proto.disabled
    assert len(_plays_csv(runs(services().store)[0].id).splitlines()) == 301


def test_a_store_in_use_is_told_with_a_way_on(shown: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    started(shown)

    def locked(*_: object, **__: object) -> None:
        raise StoreLocked("the store is in use by process 4711 (workbench simulate); waited 2 s")

    monkeypatch.setattr(decision, "decisions", locked)
    shown.run()
    assert not shown.exception
    assert "process 4711" in shown.warning[0].value
    monkeypatch.undo()
    shown.button(key="retry").click().run()
    assert not shown.warning
