"""`playtests bots`: which bot plays most like the testers."""

import re

import pytest

from tests.cli.commands import NEW, as_json, run
from tests.support.evenings import evenings, logged
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace

pytestmark = pytest.mark.usefixtures("open_throughout")

FEW = ("--bots", "random greedy", "--plays", 300)


def test_the_likely_bots_are_named_with_what_would_tell_them_apart(home):
    evenings(Workspace(home), 10)
    answer = as_json("playtests", "bots", NEW, *FEW)
    assert answer["sessions"] == 5 and {bot["bot"] for bot in answer["bots"]} == {"random", "greedy"}
    assert abs(sum(bot["posterior"] for bot in answer["bots"]) - 1) < 1e-9
    assert answer["bots"][0]["posterior"] >= answer["bots"][1]["posterior"]
    assert answer["bots"][0]["sessions_to_tell"] == 0
    pairs = {(pair["answer"], pair["figure"]): pair for pair in answer["said"]}
    assert ("length", "minutes") in pairs and ("fun", "margin") in pairs
    assert all(pair["sessions"] <= 5 and pair["follows"] in (None, True, False) for pair in pairs.values())
    out = run("playtests", "bots", NEW, *FEW).stdout
    assert "most like your testers" in out.replace("\n", " ") or "testers play most like" in out.replace("\n", " ")
    assert "Their mixture" in out and re.search("“Too long” +the minutes of play", out)


def test_sessions_of_a_game_with_sides_are_held_against_its_bots(home):
    name = "hollywood_1947/three-players"
    for points in (8, 11):
        logged(Workspace(home), load_scenario(Workspace(home), name), points)
    answer = as_json("playtests", "bots", name, "--bots", "random greedy", "--plays", 20)
    assert answer["sessions"] == 2 and {bot["bot"] for bot in answer["bots"]} == {"random", "greedy"}
    assert sum(bot["posterior"] for bot in answer["bots"]) == pytest.approx(1)
    assert answer["mixture"]


def test_without_sessions_and_with_bad_options_it_says_so(home):
    none = run("playtests", "bots", NEW, *FEW)
    assert none.exit_code == 2 and "there are none" in none.stderr
    wrong = run("playtests", "bots", NEW, "--bots", "gredy random", "--plays", "few", "--seed", -3, "--html", home)
    assert wrong.exit_code == 2
    for part in ("gredy", "--plays = few", "--seed = -3", "--html"):
        assert part in wrong.stderr


def test_decisions_are_asked_about_where_people_played_on_a_screen(home):
    evenings(Workspace(home), 10)
    none = run("playtests", "bots", NEW, "--decisions", "--bots", "random greedy")
    assert none.exit_code == 2 and "on a screen" in none.stderr
