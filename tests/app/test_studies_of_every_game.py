"""Strategies and Skill ladder of every game: each ends in a headline; a quick look stores nothing."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.short import SHORT, add_short
from tests.app.waiting import ended, until, waited
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import runs

GAMES = {
    "hitmakers": "2021-04-08",
    "trickster": "prototype-a",
    "showbiz_shuffle": "reference",
    "hollywood_1947": "three-players",
}
CHOSEN = {"strategies": {"restrict": "random", "met": ["random", "greedy"]}, "ladder": {}}


@pytest.fixture(autouse=True)
def few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick looks of two plays for each contest."""
    fewest = {"strategies": ["robin.PLAYS", "measure.PLAYS"], "ladder": ["measure.QUICK_PLAYS", "luck.QUICK_SHUFFLES"]}
    for place in (f"{study}.{name}" for study, names in fewest.items() for name in names):
        monkeypatch.setattr(f"workbench.studies.{place}", (2, 2))


def looked(page: AppTest, name: str) -> AppTest:
    """Take the quick look, and wait for the end."""
    page.button(key=f"start_{name}").click().run()
    waited(page)
    assert not page.error
    return page


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_quick_look_ends_in_a_headline_and_stores_nothing(
    open_page: OpenPage, store: Store, game: str, name: str
) -> None:
    page = looked(open_page(name, game=game, revision=GAMES[game], **CHOSEN[name]), name)
    assert "## 2 plays of each" in text(page)
    assert page.get("plotly_chart") and page.get("download_button")
    assert page.button(key=f"start_{name}").disabled
    assert "a few seconds" in page.button(key="long_study").label or "about" in page.button(key="long_study").label
    assert runs(store) == []


@pytest.mark.usefixtures("store")
def test_the_long_study_begins_with_one_click_and_does_not_hold_up_a_quick_look(
    open_page: OpenPage, workspace: Workspace
) -> None:
    add_short(workspace)
    page = open_page("ladder", game="hitmakers", revision=SHORT)
    page.button(key="long_study").click().run()
    assert page.selectbox(key="length").value == "long" and page.query_params["length"] == "long"
    [long] = services().jobs.active
    assert isinstance(long, Job) and long.keeps and not long.quick
    until(lambda: long.advance)
    page.button(key="quick_look").click().run()
    assert page.selectbox(key="length").value == "quick"
    page.button(key="start_ladder").click().run()
    quick = next(job for job in services().jobs._all.values() if job.quick)
    assert services().jobs.ahead_of(quick) == 0
    ended(quick)
    assert not long.ended
    page.run()
    assert "## 2 plays of each rung" in text(page)
    assert "quick_look" not in buttons(page)
    services().jobs.cancel(long)
    ended(long)
