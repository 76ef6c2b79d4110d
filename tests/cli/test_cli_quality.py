"""`quality`: what it prints, its JSON, its files, and what it refuses; the loop runs plain, so nothing is compiled."""

import pytest

from tests.cli.commands import NEW, OLD, as_json, run
from tests.support.plain import run_plainly
from workbench.engine.timeline import follow_range
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.studies.quality.figures import MEASURES

FAST = ("--bots", "random", "--set", "production_rounds=1", "--set", "score_target=25", "--jobs", 1)
FEW = ("quality", NEW, *FAST, "--plays", 3, "--seed", 2)


@pytest.fixture(autouse=True)
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, follow_range)


def test_every_figure_as_json(home):
    answer = as_json(*FEW)
    assert (answer["game"], answer["plays"], answer["bots"]) == ("hitmakers", 3, ["random"] * 3)
    assert set(answer["figures"]) <= set(MEASURES) and {"drama", "length", "forced"} <= set(answer["figures"])
    drama = answer["figures"]["drama"]
    assert drama["low"] <= drama["mean"] <= drama["high"] and drama["plays"] <= 3 and "Browne" in drama["source"]
    assert answer["forecasts"]["stages"] == []  # too few plays
    assert {use["kind"] for use in answer["actions"]} >= {"scout", "draw_stock"}
    assert "too few" in answer["headline"]
    assert as_json("runs")["runs"] == []  # nothing is stored
    assert as_json(*FEW) == answer


def test_a_game_of_movies_has_the_figures_of_its_standings_and_actions(home):
    answer = as_json("quality", "hollywood_1947/three-players", "--bots", "random", "--plays", 2, "--jobs", 1)
    assert {"lead_changes", "decisiveness", "choices", "length"} <= set(answer["figures"]) and answer["headline"]
    assert "swap" in {use["kind"] for use in answer["actions"]} and answer["stage"] == "movie"


def test_the_answer_is_a_line_of_the_history_unless_it_is_not_stored_or_rules_are_changed(home):
    command, store = ("quality", NEW, "--bots", "random", "--plays", 3, "--jobs", 1), Store(Workspace(home).store_path)
    as_json(*command, "--no-store")
    as_json(*FEW)
    assert not store.exists or entries(store) == []
    as_json(*command, "--against", OLD)
    [line] = entries(store)
    assert (line.study, line.revision, line.base, line.plays) == ("quality", "2021-04-08", "2020-03-04", 3)
    assert line.options == {"bots": "random", "plays": 3, "seed": line.seed, "versus": "2020-03-04"} and line.sentence


def test_against_another_revision_on_the_same_shuffles(home):
    answer = as_json(*FEW, "--against", OLD)
    assert (answer["base"]["scenario"], answer["other"]["scenario"]) == (OLD, NEW)
    length = answer["changes"]["length"]
    assert length["difference"] == pytest.approx(length["other"] - length["base"])
    assert {change["verdict"] for change in answer["changes"].values()} == {"undecided"}
    same = as_json(*FEW, "--against", NEW)["changes"]
    assert all(change["difference"] == 0 and change["low"] <= 0 <= change["high"] for change in same.values())


def test_every_problem_is_told_at_once(home, tmp_path):
    result = run("quality", NEW, "--plays", 200_000, "--jobs", 0, "--html", tmp_path)
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 3
    assert "100,000" in result.stderr and "Traceback" not in result.stderr
