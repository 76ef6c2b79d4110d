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
GROUPS = [each.value for each in Group]
FEW = {"bots": "random", "plays": 300}


def played(open_page: OpenPage, game: str, against: list[str] | str) -> AppTest:
    """The page of the revision, once its plays are over."""
    shown = open_page("results", game=game, revision=FAMILIES[game][0], against=against, **FEW)
    assert [key for key in buttons(shown) if key in ("start", "play_more")] == ["start"], "one main action"
    shown.button(key="start").click().run()
    waited(shown)
    assert not shown.error
    assert_is_one_page_in_its_order(shown)
    return shown


def assert_is_one_page_in_its_order(shown: AppTest) -> None:
    groups = re.findall(r'aria-level="3">([A-Za-z]+)<', html(shown))
    assert groups == [each for each in GROUPS if each in groups]
    assert {"Goals", "Length", "Interaction"} <= set(groups)
    assert {"play_more"} <= set(buttons(shown))
    assert "start" not in buttons(shown)
    for group in re.split(r'aria-level="3">', html(shown))[1:]:
        names = re.findall(r'<span class="wb-name"[^>]*>([^<]+)', group)
        assert len(names) == len(set(names)), "no two rows are called alike"
    keys = [node.key for node in shown.main if getattr(node, "key", None)]
    assert keys.index("play_more") < keys.index(next(key for key in keys if key.startswith("reason:")))
    assert all(chart.proto.alt for chart in shown.get("plotly_chart"))


@pytest.mark.parametrize("game", FAMILIES)
def test_alone(open_page: OpenPage, store: Store, game: str) -> None:
    shown = played(open_page, game, "")
    rows = html(shown)
    assert "random bots · 300 plays" in text(shown)
    assert "change" not in re.sub(r"<style>.*?</style>", "", rows, flags=re.S).replace("Lead changes", "")
    assert len(re.findall(r'role="img"', rows)) >= 10, "an interval in every row"
    assert len(set(re.findall(r'class="wb-line" style="--c:([^"]+)"', rows))) == 1, "one color for the revision"


@pytest.mark.parametrize("game", FAMILIES)
def test_against_its_parent(open_page: OpenPage, store: Store, game: str) -> None:
    revision, parent, _ = FAMILIES[game]
    shown = played(open_page, game, [parent])
    assert shown.query_params["game"] == game
    rows = html(shown)
    assert "random bots · 300 paired plays" in text(shown)
    assert len(re.findall(r": change [^\"]*, (?:better|worse|higher|lower|same|undecided)", rows)) >= 10
    assert shown.selectbox(key="revision").value == revision
    assert "differs from" in text(shown)


@pytest.mark.parametrize("game", FAMILIES)
def test_against_two_others(open_page: OpenPage, store: Store, game: str) -> None:
    revision, parent, other = FAMILIES[game]
    shown = played(open_page, game, [parent, other])
    rows = html(shown)
    answers = re.findall(r'--c:([^"]+)"></span> <strong>', rows)
    assert len(answers) == len(set(answers)) == 2
    assert shown.text_input(key=f"reason:{game}/{revision}").label == "Because"
    for color in answers:
        assert rows.count(f'class="wb-line" style="--c:{color}"') >= 8
    names = {trace["name"] for chart in shown.get("plotly_chart") for trace in _traces(chart)}
    assert len(names & {each.title for each in _scenarios(game)}) == 3, "the charts have all three"


def _traces(chart: Any) -> list[dict[str, str]]:
    return [trace for trace in json.loads(chart.proto.spec)["data"] if "name" in trace]


def _scenarios(game: str) -> list[Scenario]:
    return [load_scenario(services().workspace, f"{game}/{name}") for name in FAMILIES[game]]
