"""`repeat`, and `replay --run`: a stored batch once more, whatever has become of its scenario and card files."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import as_json, run
from workbench.play.forms import request_of
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import create_run, get_run

pytestmark = pytest.mark.usefixtures("open_throughout")

SHOWBIZ = "showbiz_shuffle/reference"
BATCH = ("simulate", SHOWBIZ, "--bots", "random", "--plays", 60, "--seed", 4)


@pytest.fixture
def played(home: Path) -> str:
    """A stored batch of the reference set, whose cards have been changed since."""
    stored = as_json(*BATCH)
    bods = home / "data" / "showbiz_shuffle" / "bods.csv"
    first, *rest = bods.read_text("utf-8").splitlines()
    bods.write_text("\n".join([first, *(row.replace(",8,", ",1,", 1) for row in rest)]) + "\n", "utf-8")
    assert as_json(*BATCH)["digest"] != stored["digest"], "the changed cards make other plays"
    return str(stored["run"])


def test_an_old_run_is_repeated_with_its_cards_after_the_csv_has_changed(home, played):
    answer = as_json("repeat", played)
    assert answer["same"] and answer["same_code"] and answer["digest"] == answer["repeated_digest"]
    assert answer["plays"] == 60 and answer["run"] == played
    assert "the same 60 plays, to the last bit" in run("repeat", played).stdout


def test_plays_of_an_old_run_are_told_with_its_cards(played):
    old = run("replay", "--run", played, "--play", 3, "--json").stdout.splitlines()
    new = run("replay", SHOWBIZ, "--bots", "random", "--seed", 4, "--play", 3, "--json").stdout.splitlines()
    values = [[row["value"] for row in json.loads(lines[0])["card_lists"]["bods"]] for lines in (old, new)]
    assert max(values[0]) == 8 > max(values[1])
    assert [json.loads(line)["event"] for line in old][:2] == ["rules", "setup"]


def test_a_digest_that_differs_is_said_and_ends_with_1(home, played):
    with Store(home / "data" / "workbench.duckdb").writing() as connection:
        connection.execute("UPDATE runs SET digest = ? WHERE id = ?", ["0" * 64, played])
    assert not as_json("repeat", played, code=1)["same"]
    assert "other plays than those stored" in run("repeat", played).stdout


def test_only_a_finished_run_is_repeated(home):
    place = Workspace(home)
    batch = create_run(Store(place.store_path), request_of(load_scenario(place, SHOWBIZ), {}))
    result = run("repeat", batch.id)
    assert result.exit_code == 2 and f"workbench resume {batch.id}" in result.stderr
    assert get_run(Store(place.store_path), batch.id).done == 0
    assert run("repeat", "none").exit_code == run("replay", "--run", "none", "--play", 0).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "SCENARIO: must be given"),
        ((SHOWBIZ, "--run", "x"), "takes no SCENARIO"),
        (("--run", "x", "--bots", "greedy"), "takes no SCENARIO, --set, --bots or --seed"),
    ],
)
def test_a_replay_is_of_a_scenario_or_of_a_run(home, arguments, words):
    result = run("replay", *arguments, "--play", 0)
    assert result.exit_code == 2 and words in result.stderr
    assert len(result.stderr.splitlines()) == 1
