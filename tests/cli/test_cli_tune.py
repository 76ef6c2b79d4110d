"""`tune`: what it says and writes, and what it refuses; with sides and without. Its page searches every game."""

from importlib import import_module

import pytest

from tests.cli.commands import NEW, ONE_DEAL, as_json, run
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries

GAMES = {
    NEW: ("--vary", "hand_size=6..8", "--goal", "tie_rate <= 0.2"),
    "hollywood_1947/three-players": ("--vary", "ties_go_to=patriots,nobody,communists", "--goal", "tie_rate <= 0.1"),
}
QUICK = ("--bots", "random", "--plays", 1_000, "--no-store")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_tuned_with_evidence_and_the_command_that_makes_it_again(name, home):
    answer = as_json("tune", name, *GAMES[name], *QUICK)
    assert answer["goals"] and answer["tried"] >= 2 and answer["spent"] <= 1_000
    proof = answer["evidence"]
    assert proof["seed"] != answer["seed"] and proof["plays"] >= 100
    assert answer["met"] == all(goal["standing"] == "met" for goal in proof["goals"])
    assert set(answer["differences"]) <= set(answer["vary"])
    assert len(answer["trials"]) == answer["tried"]
    assert answer["command"].startswith(f"workbench tune {name} --vary ")


def test_the_suggestion_is_saved_and_written_as_a_page_and_as_markdown(home, warm):
    options = (NEW, *ONE_DEAL, "--vary", "market_saturation_points=1..4", "--goal", "points >= 6")
    files = ("--html", home / "tuned.html", "--markdown", home / "tuned.md")
    result = run("tune", *options, "--bots", "random", "--plays", 4_000, "--save", "tuned", *files)
    assert result.exit_code == 0, result.output
    assert "saved hitmakers/tuned" in result.stderr
    checked = as_json("check", "hitmakers/tuned", "--bots", "random", "--plays", 1_000, code=0)["scenarios"][0]
    assert [(goal["measure"], goal["min"]) for goal in checked["goals"]] == [("points", 6.0)]
    page, text = (file.read_text(encoding="utf-8") for file in files[1::2])
    again = "workbench tune hitmakers/2021-04-08 --set score_target=0 --vary market_saturation_points=1..4"
    for written in (result.stdout.replace("\n", " "), page, text):
        assert again in written and "tune" in written
    assert 'src="http' not in page and "What was tried" in page
    refused = run("tune", *options, "--save", "tuned")
    assert refused.exit_code == 2 and "there is one by that name" in refused.stderr


def test_the_answer_is_a_line_of_the_history_that_leads_to_the_page(home):
    command = ("tune", NEW, "--vary", "hand_size=6,7", "--bots", "random", "--plays", 1_000, "--seed", 3)
    as_json(*command, "--no-store")
    store = Store(Workspace(home).store_path)
    assert not store.exists or entries(store) == []
    answer = as_json(*command)
    [line] = entries(store)
    assert (line.study, line.revision, line.seed, line.plays) == ("tune", NEW.partition("/")[2], 3, 1_000)
    assert line.sentence
    assert line.options["move"] == ["hand_size"] and line.options["values_hand_size"] == "6,7"
    assert line.options["goals"] and line.options["length"] == "long" and line.options["plays"] == 1_000
    as_json(*command[:-2], "--set", "score_target=0")
    assert len(entries(store)) == 1 and answer["evidence"], "a rule changed for this call is no revision's"


def test_a_quick_look_is_the_one_of_the_page(home, monkeypatch):
    monkeypatch.setattr(import_module("workbench.studies.find.tuning"), "QUICK_PLAYS", (1_000, 1_000))
    answer = as_json("tune", NEW, "--vary", "hand_size=6,7", "--bots", "random", "--quick")
    [line] = entries(Store(Workspace(home).store_path))
    assert line.options["length"] == "quick" and "plays" not in line.options
    assert answer["plays"] <= 1_000


def test_all_that_is_wrong_is_said_at_once(home):
    result = run(
        "tune", NEW, "--vary", "hand_sice=5..9", "--goal", "ties <= 1", "--plays", 3, "--jobs", 0, "--save", "A B"
    )
    assert result.exit_code == 2 and not result.stdout
    for part in ("did you mean hand_size?", "--goal = ties <= 1", "--plays = 3", "--jobs = 0", "--save"):
        assert part in result.stderr
    assert "missing" in run("tune", "trickster/prototype-a", "--vary", "sum_limit=11..13").stderr
