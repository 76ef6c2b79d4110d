"""The page People and bots: it simulates on demand, and says whether people and bots disagree."""

import csv
import html
import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, text
from tests.app.waiting import ended, waited
from tests.support.evenings import evenings, logged
from tests.support.thorough import one_of
from workbench.app.jobs.job import Job
from workbench.app.pages import people_and_bots
from workbench.app.services import services
from workbench.app.widgets import document
from workbench.bots.spec import bot_title
from workbench.playtest.log.recording import begin
from workbench.playtest.people_and_bots import SCORE, FigureComparison
from workbench.playtest.sessions import header_of
from workbench.report.charts import playtests
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.stats import placement
from workbench.store import Store
from workbench.studies.people_and_bots import measure as testers

GAMES = {
    "hitmakers": "2021-04-08",
    "trickster": "prototype-a",
    "showbiz_shuffle": "reference",
    "hollywood_1947": "three-players",
}
FEW = {"game": "hitmakers", "revision": "2021-04-08", "bots": "random", "plays": 300}


@pytest.mark.usefixtures("store")
def test_the_button_simulates_and_the_sentence_says_what_came_of_it(
    open_page: OpenPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testers, "usual_bots", lambda game: ("random", "greedy"))
    monkeypatch.setattr(testers, "PLAYS", (300, 300))
    evenings(workspace, 10)
    page = open_page("reality", **FEW)
    assert not page.exception
    assert "5 sessions can be compared" in text(page)
    page.button(key="simulate").click().run()
    waited(page)
    words = text(page)
    assert "After 5 sessions, " in words
    assert "5 sessions" in words
    assert "300 plays" in words
    for part in ("Scores:", "The winner's lead:", "The number of deals:", "Seat 1 won"):
        assert part in words
    assert "simulate" not in buttons(page)
    assert len(page.get("plotly_chart")) == 4
    assert any("“Too long”" in [*frame.value.get("What people said", ())] for frame in page.dataframe)
    _says_which_bot_is_nearest(page)


def _says_which_bot_is_nearest(page: AppTest, charts: int | None = 5) -> None:
    page.button(key="ask_bots").click().run()
    waited(page)
    assert "play most like" in text(page) or "plays most like your testers is open" in text(page)
    assert charts is None or len(page.get("plotly_chart")) == charts
    shares = next(frame.value["Likely"] for frame in page.dataframe if "Likely" in frame.value)
    assert sum(shares) == pytest.approx(100)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("game", one_of(GAMES, quick="hollywood_1947"))
def test_the_nearest_bot_of_every_game_can_be_taken_along(
    open_page: OpenPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(testers, "usual_bots", lambda game: ("random", "greedy"))
    monkeypatch.setattr(testers, "PLAYS", (20, 20))
    offered: dict[str, Any] = {}
    monkeypatch.setattr(document, "file_button", lambda label, data, name, *_, **__: offered.update({name: data}))
    scenario = load_scenario(workspace, f"{game}/{GAMES[game]}", bots=["random"], plays=20)
    for points in (8, 11):
        logged(workspace, scenario, points)
    ended(services().jobs.simulate(scenario))
    page = open_page("reality", game=game, revision=GAMES[game], bots="random", plays=20)
    _says_which_bot_is_nearest(page, charts=None)
    files = {name.rpartition(".")[2]: data() for name, data in offered.items() if "bots" in name}
    table, diary, file = list(csv.DictReader(files["csv"].splitlines())), files["md"], files["html"]
    assert [bot_title(row["bot"]) for row in table] == list(
        next(f.value["Bot"] for f in page.dataframe if "Bot" in f.value)
    )
    assert sum(float(row["posterior"]) for row in table) == pytest.approx(1)
    assert json.loads(files["json"])["sessions"] == 2
    again = f"workbench playtests bots {game}/{GAMES[game]} --seed"
    for text_of in (diary, html.unescape(file)):
        assert "after 2 sessions" in text_of and again in text_of and "Their mixture" in text_of
    assert "| Bot |" in diary and 'src="http' not in file and "plotly" in file.lower()


def test_one_run_has_one_bar(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job, "work", lambda job, _: job.stop.wait(60))
    page = open_page("reality", **FEW)
    page.button(key="simulate").click().run()
    [job] = services().jobs.active
    assert [job.title in bar.proto.text for bar in page.get("progress")] == [True, True], "the tray's and the page's"
    job.cancel()


@pytest.mark.usefixtures("store")
def test_sessions_that_cannot_be_compared_are_counted_with_their_reason(
    open_page: OpenPage, workspace: Workspace
) -> None:
    scenario = load_scenario(workspace, "hitmakers/2021-04-08", bots=["random"], plays=300)
    ended(services().jobs.simulate(scenario))
    begin(Store(workspace.store_path), header_of(scenario)).add_player("Anna", 0)
    page = open_page("reality", **FEW)
    assert not page.exception
    assert "1 with another number of players" in page.info[0].value.replace("\\", "")


@pytest.mark.usefixtures("store")
def test_only_sessions_that_were_played_to_the_end_wait(open_page: OpenPage, workspace: Workspace) -> None:
    store = Store(workspace.store_path)
    logs = [begin(store, header_of(load_scenario(workspace, "hitmakers/2021-04-08"))) for _ in range(2)]
    for log in logs:
        for seat, name in enumerate("ABC"):
            log.add_player(name, seat)
    assert "Left out: 2 not played to the end." in text(open_page("reality", **FEW))
    assert "held against" not in text(open_page("reality", **FEW))
    logs[0].end()
    assert "1 session can be compared with them. Left out: 1 not played to the end." in text(
        open_page("reality", **FEW)
    )


def test_without_sessions_it_leads_to_one(open_page: OpenPage) -> None:
    page = open_page("reality", **FEW)
    assert "No session of Broad appeal by difference" in page.info[0].value.replace("\\", "")
    assert "Start a session" in links(page)


def test_players_that_the_rules_do_not_take_are_refused_in_words(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not open_page("reality", **FEW, at="4").error
    monkeypatch.setattr(people_and_bots, "scenario_for_players", lambda *_: None)
    page = open_page("reality", **FEW, at="4")
    assert not page.exception
    assert "do not work with 4" in page.error[0].value


@pytest.mark.parametrize("seats", [3, 4])
def test_bars_of_a_mean_score_have_no_gaps(seats: int) -> None:
    """Means of three count in thirds: bars that are not as wide would stand apart, or doubled."""
    plays = np.random.default_rng(seats).integers(20, 60, 4000) / seats
    values = (7.0, 9.0)
    compared = FigureComparison("score", SCORE, placement(values, plays), values=values, plays=plays)
    figure = playtests.among_plays(compared).figure
    bars = figure.data[0]
    assert min(bars.y) > 0
    assert np.allclose(np.diff(bars.x), bars.width)
    assert list(figure.data[1].x) == [7.0, 9.0]


def test_an_axis_of_few_rounds_has_no_half_ones() -> None:
    plays = np.full(100, 4.0)
    compared = FigureComparison("score", SCORE, placement((1.0,), plays), values=(1.0,), plays=plays)
    figure = playtests.among_plays(compared).figure
    assert figure.layout.xaxis.dtick == 1


@pytest.mark.usefixtures("store")
def test_those_who_left_are_told_of(workspace: Workspace) -> None:
    log = begin(Store(workspace.store_path), header_of(load_scenario(workspace, "hitmakers/2021-04-08")))
    for seat, name in enumerate("ABC"):
        log.score(log.add_player(name, seat).data["player"], 0, 3)
    stand_in = SimpleNamespace(sessions=(log.id,))
    assert people_and_bots._departures(stand_in, [log.session()]) == ""
    log.leave(log.session().players[2].player)
    assert "In 1 of them" in people_and_bots._departures(stand_in, [log.session()])


@pytest.mark.usefixtures("store")
def test_two_sessions_draw_no_chart_of_the_seats(open_page: OpenPage, workspace: Workspace) -> None:
    """Seat 2 won 0 of 2 and was drawn at 20 %; two forecasts of sessions stood on one page."""
    evenings(workspace, 4)
    ended(services().jobs.simulate(load_scenario(workspace, "hitmakers/2021-04-08", bots=["random"], plays=300)))
    page = open_page("reality", **FEW)
    assert not page.exception
    words = text(page)
    assert "2 sessions rule nothing out: scores averaged" in words
    assert "Who wins from which seat" not in words and "percentile (" not in words
    assert words.count("Sessions needed in all") == 1 and "more would tell" not in words
