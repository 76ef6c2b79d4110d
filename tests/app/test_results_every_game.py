"""The page Results in every game: a revision alone, against its parent, and against two others."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, text
from tests.app.waiting import waited
from workbench.app.services import services
from workbench.report.rows import Group
from workbench.scenario import Scenario, load_scenario
from workbench.store import Store

FAMILIES = {
    "hitmakers": ("2021-04-08", "2020-03-04", "concentration"),
    "hollywood_1947": ("even-deck", "six-players", "justice-served"),
    "showbiz_shuffle": ("kinder-biz", "reference", "second-final-turn"),
    "trickster": ("no-moon", "prototype-a", "higher-limit"),
}
"""A revision of each game, its parent, and a third that has as many seats."""
GROUPS = [group.value for group in Group]
FEW = {"bots": "random", "plays": 300}


def played(open_page: OpenPage, game: str, against: list[str] | str) -> AppTest:
    """The page of the revision, once its plays are over."""
    page = open_page("results", game=game, revision=FAMILIES[game][0], against=against, **FEW)
    assert [key for key in buttons(page) if key in ("start", "play_more")] == ["start"], "one main action"
    page.button(key="start").click().run()
    waited(page)
    assert not page.error
    assert_is_one_page_in_its_order(page)
    return page


def assert_is_one_page_in_its_order(page: AppTest) -> None:
    groups = re.findall(r'aria-level="3">([A-Za-z]+)<', html(page))
    assert groups == [group for group in GROUPS if group in groups]
    assert {"Goals", "Length", "Interaction"} <= set(groups)
    assert {"play_more"} <= set(buttons(page))
    assert "start" not in buttons(page)
    for group in re.split(r'aria-level="3">', html(page))[1:]:
        names = re.findall(r'<span class="wb-name"[^>]*>([^<]+)', group)
        assert len(names) == len(set(names)), "no two rows are called alike"
    keys = [node.key for node in page.main if getattr(node, "key", None)]
    assert keys.index("play_more") < keys.index(next(key for key in keys if key.startswith("reason:")))
    assert all(chart.proto.alt for chart in page.get("plotly_chart"))


@pytest.mark.thorough
@pytest.mark.parametrize("game", FAMILIES)
def test_alone(open_page: OpenPage, store: Store, game: str) -> None:
    page = played(open_page, game, "")
    rows = html(page)
    assert "random bots · 300 plays" in text(page)
    assert "change" not in re.sub(r"<style>.*?</style>", "", rows, flags=re.S).replace("Lead changes", "")
    assert len(re.findall(r'role="img"', rows)) >= 10, "an interval in every row"
    assert len(set(re.findall(r'class="wb-line" style="--c:([^"]+)"', rows))) == 1, "one color for the revision"


@pytest.mark.thorough
@pytest.mark.parametrize("game", FAMILIES)
def test_against_its_parent(open_page: OpenPage, store: Store, game: str) -> None:
    revision, parent, _ = FAMILIES[game]
    page = played(open_page, game, [parent])
    assert page.query_params["game"] == game
    rows = html(page)
    assert "random bots · 300 paired plays" in text(page)
    assert len(re.findall(r": change [^\"]*, (?:better|worse|higher|lower|same|undecided)", rows)) >= 10
    assert page.selectbox(key="revision").value == revision
    assert "differs from" in text(page)


@pytest.mark.thorough
@pytest.mark.parametrize("game", FAMILIES)
def test_against_two_others(open_page: OpenPage, store: Store, game: str) -> None:
    revision, parent, other = FAMILIES[game]
    page = played(open_page, game, [parent, other])
    rows = html(page)
    answers = re.findall(r'--c:([^"]+)"></span> <strong>', rows)
    assert len(answers) == len(set(answers)) == 2
    assert page.text_input(key=f"reason:{game}/{revision}").label == "Because"
    for color in answers:
        assert rows.count(f'class="wb-line" style="--c:{color}"') >= 8
    names = {trace["name"] for chart in page.get("plotly_chart") for trace in _traces(chart)}
    assert len(names & {scenario.title for scenario in _scenarios(game)}) == 3, "the charts have all three"


def _traces(chart: Any) -> list[dict[str, str]]:
    return [trace for trace in json.loads(chart.proto.spec)["data"] if "name" in trace]


def _scenarios(game: str) -> list[Scenario]:
    return [load_scenario(services().workspace, f"{game}/{name}") for name in FAMILIES[game]]
