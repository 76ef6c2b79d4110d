"""The page Strategies: what each kind of action is worth and which style wins, played, followed, read again."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.app.short import SHORT, add_short
from tests.app.turning import followed, turned_to
from tests.app.waiting import ended, until, waited
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.report.renderers.html import as_html
from workbench.report.renderers.text import as_csv, as_json
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.store.runs import Status, runs

FEW = {
    "game": "hitmakers",
    "revision": SHORT,
    "restrict": "random",
    "met": ["random", "greedy"],
    "contest_plays": 3,
    "seed": 7,
}
MANY = 60_000


@pytest.fixture
def strategies_page(open_page: OpenPage, workspace: Workspace, store: Store) -> AppTest:
    """The page with few plays chosen."""
    add_short(workspace)
    page = open_page("strategies", **FEW)
    assert not page.exception
    return page


def start(page: AppTest) -> AppTest:
    """Play, and wait for the end."""
    return waited(page.button(key="start_strategies").click().run())


def test_start_plays_shows_everything_and_keeps_it(strategies_page: AppTest, open_page: OpenPage, store: Store) -> None:
    page = start(strategies_page)
    for title in ("What each kind of action is worth", "Who wins against whom", "The mixture that no bot beats"):
        assert f"## {title}" in text(page)
    assert all(chart.proto.alt for chart in page.get("plotly_chart"))
    played = "Random bots, 3 plays at each of 3 seats without each action; random and quick (greedy), 3 plays"
    assert played in text(page)
    assert "Bots are not people" in text(page)
    [verdicts] = [set(frame.value["Verdict"]) for frame in page.dataframe if "Loss without it" in frame.value]
    assert {"cannot be left out", "never a choice", "undecided"} <= verdicts
    assert page.button(key="start_strategies").disabled
    tables = [set(frame.value.columns) for frame in page.dataframe]
    assert {"Alone", "among random", "among quick"} in tables
    assert any("Plays to decide" in columns for columns in tables)
    assert "too few for a verdict" in text(page)
    for word in ("Loss without it", "Share of the wins:", "Weight", "Rating"):
        assert word in text(page)
    _can_be_taken_away(page)
    _opens_again_without_playing(open_page, store)
    _lists_of_runs_are_not_crowded(open_page)


def _can_be_taken_away(page: AppTest) -> None:
    labels = {button.proto.label for button in page.get("download_button")}
    assert labels == {"Table as CSV", "All figures as JSON", "Report as HTML", "Markdown"}
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    table = as_csv(job.answer).splitlines()
    assert table[0].startswith("study,bot,among,share,low,high,p_value,plays,even,verdict,players")
    assert any(line.startswith("left out,random~draw_stock,random,") for line in table)
    assert sum(line.startswith("round robin,") for line in table) == 2
    assert as_json(job.answer)["mechanisms"]["bot"] == "random"
    html = as_html(job.answer, "workbench strategies")
    assert "Strategies of Hitmakers: Single deals" in html
    assert "Bots are not people" in html
    assert "<th>Loss without it</th>" in html
    assert html.count("<figure") == 4


def _opens_again_without_playing(open_page: OpenPage, store: Store) -> None:
    stored = len(runs(store))
    services().jobs._all.clear()
    again = open_page("strategies", **FEW)
    waited(again)
    assert "## Who wins against whom" in text(again)
    assert len(runs(store)) == stored
    assert [bool(line.sentence) for line in entries(store) if line.study == "strategies"] == [True]


def test_a_long_study_is_followed_from_any_page_and_cancelled(strategies_page: AppTest) -> None:
    page = strategies_page
    page.number_input(key="contest_plays").set_value(MANY).run()
    page.button(key="start_strategies").click().run()
    [job] = services().jobs.active
    assert isinstance(job, Job)
    until(lambda: job.advance and job.advance.partial)
    page.run()
    assert not page.exception
    assert page.button(key="start_strategies").disabled
    assert "now random without " in page.get("progress")[0].text
    assert "So far:" in text(page)
    assert page.get("plotly_chart")
    turned_to(page, "results").run()
    assert "Strategies of Single deals" in page.get("progress")[0].text
    page.selectbox(key="revision").set_value("2020-03-04").run()
    followed(page, "Show")
    assert [title.value for title in page.title] == ["Strategies"]
    assert {name: page.get_by_key(name).value for name in FEW} == {**FEW, "contest_plays": MANY}
    page.button(key=f"cancel_{job.id}").click().run()
    ended(job)
    page.run()
    assert "plays are stored." in page.info[0].value
    assert page.button(key="start_strategies").label == "Go on"
    assert any(run.status is Status.CANCELLED for run in runs(services().store))


def _lists_of_runs_are_not_crowded(open_page: OpenPage) -> None:
    assert "Latest runs" not in text(open_page("home"))
