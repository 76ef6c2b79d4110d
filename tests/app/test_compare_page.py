"""The page Compare: two revisions on the same shuffles, told in sentences, charts and tables."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.waiting import ended, until
from workbench.app.state import services
from workbench.store import runs

FEW = {"base": "2020-03-04", "other": "2021-04-08", "bots": "greedy", "plays": 2_000, "seed": 3}


@pytest.fixture
def shown(open_page: OpenPage) -> AppTest:
    """The page with few plays chosen."""
    opened = open_page("compare", **FEW)
    assert not opened.exception
    return opened


def start(shown: AppTest) -> AppTest:
    """Start the comparison and wait for its end."""
    shown.button(key="start_compare").click().run()
    assert not shown.exception
    for job in services().jobs.active:
        ended(job)
    return shown.run()


def test_a_link_fills_in_the_choices(shown: AppTest) -> None:
    assert {name: shown.get_by_key(name).value for name in FEW} == FEW
    assert "have not been compared with these choices yet" in text(shown)
    assert "**Why 2021-04-08:** Broad appeal goes to the widest span" in text(shown)
    assert list(shown.table[0].value.index) == ["Broad appeal", "Criteria order"]


def test_without_a_link_the_featured_pair_is_suggested(open_page: OpenPage) -> None:
    shown = open_page("compare")
    assert (shown.selectbox(key="base").value, shown.selectbox(key="other").value) == ("2020-03-04", "2021-04-08")


def test_the_verdict_is_told_in_sentences_with_bots_beside_the_numbers(shown: AppTest) -> None:
    start(shown)
    assert not shown.exception
    said = text(shown)
    assert "#### With 2021-04-08, " in said
    assert "Broad appeal fell: " in said
    assert "95\u202f% interval" in said
    assert "2021-04-08 differs from 2020-03-04 in 2 rules: broad appeal (lowest rank → largest difference)" in said
    assert "2\u202f000 paired plays on the same shuffles (seed 3), every seat a greedy bot" in said
    assert "Bots are not people" in said
    assert ":blue-badge[:material/south: lower]" in said
    assert "further plays would decide" in said


def test_charts_tables_and_downloads_are_there(shown: AppTest) -> None:
    start(shown)
    titles = ("What changed, and how sure that is", "Win rate by seat", "Score distribution", "Points by criterion")
    for title in titles:
        assert f"##### {title}" in text(shown)
    assert len(shown.get("plotly_chart")) == len(titles)
    assert all(chart.proto.alt for chart in shown.get("plotly_chart"))
    assert {metric.label for metric in shown.metric} == {"Moved", "Stayed the same", "Undecided", "Goals met"}
    assert "Correlation" in shown.dataframe[0].value.columns
    assert "the same shuffles" in text(shown)
    assert len(shown.get("download_button")) == 2
    assert shown.button(key="start_compare").disabled


def test_goals_stand_beside_both_revisions(shown: AppTest) -> None:
    start(shown)
    goals = shown.table[-1].value
    assert list(goals.index) == ["Ties", "The gap between best and worst seat", "Deals"]
    assert list(goals.columns) == ["Goal", "2020-03-04", "2021-04-08", "Stands"]


def test_while_it_runs_the_charts_fill_in(open_page: OpenPage) -> None:
    shown = open_page("compare", **{**FEW, "plays": 3_000_000})
    shown.button(key="start_compare").click().run()
    [job] = services().jobs.active
    until(job.look)
    shown.run()
    assert not shown.exception
    assert "pairs of plays. The intervals hold at every look" in text(shown)
    assert len(shown.get("plotly_chart")) == 3
    shown.button(key=f"cancel_{job.id}").click().run()
    ended(job)
    shown.run()
    assert "was cancelled" in str(shown.info[0].proto)


def test_stored_batches_are_compared_without_a_click(shown: AppTest, open_page: OpenPage) -> None:
    start(shown)
    services().jobs._all.clear()
    again = open_page("compare", **FEW)
    for job in services().jobs.active:
        ended(job)
    again.run()
    assert "Broad appeal fell: " in text(again)
    assert len(runs(services().store)) == 2


def test_it_can_be_held_the_other_way_round(shown: AppTest) -> None:
    shown.button(key="swap").click().run()
    assert (shown.selectbox(key="base").value, shown.selectbox(key="other").value) == ("2021-04-08", "2020-03-04")
    assert shown.query_params["base"] == "2021-04-08"


def test_a_revision_is_not_compared_with_itself(open_page: OpenPage) -> None:
    shown = open_page("compare", **{**FEW, "other": "2020-03-04"})
    assert "Choose two different revisions." in shown.info[0].value
    assert "start_compare" not in buttons(shown)


def test_tables_of_different_size_are_compared_as_far_as_that_goes(open_page: OpenPage) -> None:
    shown = open_page("compare", **{**FEW, "base": "2021-04-08", "other": "four-players", "plays": 500})
    start(shown)
    assert not shown.exception
    assert "players (3 players → 4 players)" in text(shown)
    shown = open_page(
        "compare",
        **{**FEW, "base": "2021-04-08", "other": "four-players", "plays": 500, "bots": "mixed", "seat_4": "random"},
    )
    start(shown)
    assert not shown.exception
    assert "four-players with seats 1 greedy, 2 greedy, 3 greedy, 4 random" in text(shown)


@pytest.mark.parametrize("link", [{"base": "nonsense"}, {"plays": "many"}, {"game": "chess"}, {"bots": "genius"}])
def test_a_link_with_nonsense_falls_back_on_the_suggestion(open_page: OpenPage, link: dict[str, str]) -> None:
    shown = open_page("compare", **link)
    assert not shown.exception
    assert shown.selectbox(key="base").value == "2020-03-04"
