"""The page People and bots: it simulates on demand, and says whether people and bots disagree."""

import csv
import html
import json
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.waiting import ended, waited
from tests.support.evenings import evenings, logged
from tests.support.thorough import one_of
from workbench.app.pages import people_and_bots
from workbench.app.pages.people_and_bots import PeopleChoice, PeopleView, model
from workbench.app.place import Place
from workbench.app.services import revisions, services
from workbench.app.widgets import document
from workbench.app.widgets.fields import BatchSetup
from workbench.bots.spec import bot_title
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.play.batches import simulate
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.people_and_bots import SCORE, FigureComparison, Simulated
from workbench.playtest.sessions import header_of
from workbench.report.charts import playtests
from workbench.report.text.playtests import people_words
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.stats import placement
from workbench.stats.evidence import enough_sessions
from workbench.store import Store
from workbench.studies.people_and_bots import measure as testers
from workbench.studies.people_and_bots.measure import simulated

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


# What stands there


@pytest.fixture
def revision(workspace: Workspace, store: Store) -> Scenario:
    return load_scenario(workspace, "hitmakers/2021-04-08", bots=["random"], plays=300)


def seated(store: Store, scenario: Scenario, ended: bool = True) -> Log:
    """A session of three who have scored."""
    log = begin(store, header_of(scenario))
    for seat, name in enumerate("ABC"):
        log.score(log.add_player(name, seat).data["player"], 0, 30 + seat)
    if ended:
        log.end()
    return log


def view(scenario: Scenario, *logs: Log, plays: Simulated | None = None) -> PeopleView:
    return model(scenario, [log.session() for log in logs], plays, 300 if plays else 0)


def test_before_anything_is_played_it_says_which_sessions_can_be_compared(store: Store, revision: Scenario) -> None:
    nobody = view(revision)
    assert nobody.missing.startswith("No session of Broad appeal by difference")
    assert nobody.start == "Simulate 300 plays"
    assert nobody.plays.endswith("with 3 players and these bots are stored yet.")
    logs = [seated(store, revision), seated(store, revision, ended=False)]
    waiting = view(revision, *logs)
    assert waiting.plays.endswith("1 session can be compared with them. Left out: 1 not played to the end.")
    assert "held against" not in waiting.plays and not waiting.missing
    alone = model(revision, [], None, 300)
    assert alone.plays.startswith("Of these rules, 300 plays are stored.") and not alone.start


def test_sessions_are_beside_plays_or_it_says_why_not(store: Store, revision: Scenario) -> None:
    plays = simulated(simulate(revision))
    begin(store, header_of(revision)).add_player("Anna", 0)
    few = begin(store, header_of(revision))
    few.add_player("Anna", 0)
    wrong = view(revision, few, plays=plays)
    assert "1 with another number of players" in wrong.missing and wrong.leads_to_sessions and not wrong.start
    logs = [seated(store, revision), seated(store, revision)]
    compared = view(revision, *logs, plays=plays)
    assert compared.compared and compared.caption == "2 sessions compared with 300 plays."
    words = people_words(compared.compared)
    assert "rule nothing out" in words.headline
    assert re.search(r" points off and about [0-9]+ if a seat wins ", words.asides["details"])
    assert not enough_sessions(compared.compared.seats[0].figure.estimate.n), "two sessions draw no chart of the seats"
    logs[0].leave(logs[0].session().players[2].player)
    assert "In 1 of them somebody left the table." in view(revision, *logs, plays=plays).caption


def test_players_that_the_rules_do_not_take_are_refused_in_words(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(games()["hitmakers"], revisions(games()["hitmakers"]), "2021-04-08", ())
    choice = PeopleChoice(**vars(place), batch=BatchSetup(bots="random", plays=300), seats=4)
    assert people_and_bots._scenario(choice).players == 4
    monkeypatch.setattr(people_and_bots, "scenario_for_players", lambda *_: None)
    with pytest.raises(BadInput, match="do not work with 4"):
        people_and_bots._scenario(choice)
