"""The page Skill ladder: how far stronger bots win more, and how far the shuffle decides."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.app.short import SHORT, add_short
from tests.app.waiting import waited
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.report.renderers.html import as_html
from workbench.report.renderers.text import as_csv, as_json
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.store.runs import runs
from workbench.studies.ladder.columns import FIGURES, JUDGED

FEW = {
    "game": "hitmakers",
    "revision": SHORT,
    "top": "2",
    "contest_plays": 2,
    "seed": 7,
    "lowest": 1,
    "shuffles": 3,
    "retakes": 2,
    "luck_bot": "random",
}


@pytest.fixture
def ladder_page(open_page: OpenPage, workspace: Workspace, store: Store) -> AppTest:
    """The page with few plays chosen, of a ladder whose thinkers have two playouts at most."""
    add_short(workspace)
    page = open_page("ladder", **FEW)
    assert not page.exception
    return page


def start(page: AppTest) -> AppTest:
    """Play, and wait for the end."""
    return waited(page.button(key="start_ladder").click().run())


def test_start_plays_shows_everything_and_keeps_it(ladder_page: AppTest, open_page: OpenPage, store: Store) -> None:
    page = start(ladder_page)
    assert "2 plays of each rung at each seat" in text(page)
    played = "Random, quick (greedy), thinker 1 (thinker:1) and thinker 2 (thinker:2): 2 plays of each rung"
    assert f"{played} at each of 3 seats (seed 7)" in text(page)
    assert "Bots are not people" in text(page)
    for title in ("How far each rung beats the one below", "How much the shuffle matters"):
        assert f"## {title}" in text(page)
    assert all(chart.proto.alt for chart in page.get("plotly_chart"))
    figures = ["Skill share", "Lead over quick bots", "Gain of a doubling", "Luck of the shuffle"]
    assert [metric.label for metric in page.metric] == figures
    helps = " ".join(metric.proto.help for metric in page.metric).replace("\\", "")
    for title, about in FIGURES.definitions():
        assert f"{title}: {about}" in helps and about in text(page)
    assert "3 shuffles, each played 2 times by random bots at every seat" in text(page)
    assert "too few for a verdict" in text(page)
    assert all(metric.proto.help for metric in page.metric)
    assert list(page.dataframe[0].value["Bot"])[:5] == ["quick", "thinker 1", *["thinker 2"] * 3]
    assert page.button(key="start_ladder").disabled
    _can_be_taken_away()
    page.number_input(key="seed").set_value(8).run()
    assert "A true answer" in text(page), "nothing is played yet: the example stands there"
    assert not page.button(key="start_ladder").disabled
    _opens_again_without_playing(open_page, store)


def _can_be_taken_away() -> None:
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    table = as_csv(job.answer).splitlines()
    parts = ["study", *["rung"] * 3, "top among random", "top among greedy", "simple strategy"]
    assert [*dict.fromkeys(line.split(",")[0] for line in table)] == [*dict.fromkeys(parts)]
    assert as_json(job.answer)["scenario"] == f"hitmakers/{SHORT}"
    html = as_html(job.answer, "workbench ladder")
    assert "Skill ladder of Hitmakers: Single deals" in html
    assert all(about in html for _, about in JUDGED.definitions())
    assert html.count("<figure") == 2
    assert "showSendToCloud" in html


def _opens_again_without_playing(open_page: OpenPage, store: Store) -> None:
    stored = len(runs(store))
    services().jobs._all.clear()
    again = open_page("ladder", **FEW)
    waited(again)
    assert [metric.label for metric in again.metric][:1] == ["Skill share"]
    assert len(runs(store)) == stored
    assert [bool(line.sentence) for line in entries(store) if line.study == "ladder"] == [True]
