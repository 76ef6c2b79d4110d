"""`compare --also-bots`: the same comparison once more by other bots, and where the verdicts agree."""

import json

import pytest

from tests.cli.commands import FOUR, NEW, OLD, ONE_DEAL, as_json, run
from workbench.scenario.files import init_workspace
from workbench.store import Store
from workbench.store.runs import runs

pytestmark = pytest.mark.usefixtures("warm")
FEW = ("--plays", 1_500, *ONE_DEAL, "--no-store")
ALSO = (*FEW, "--also-bots", "random", "--also-plays", 900)


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    """Both strengths, compared once for all."""
    root = init_workspace(tmp_path_factory.mktemp("both"))[0].root
    return as_json("compare", OLD, NEW, *ALSO, "--workspace", root)


def test_the_first_strength_is_told_as_without_the_second(home, answer):
    alone = as_json("compare", OLD, NEW, *FEW)
    assert {name: answer[name] for name in alone} == alone
    assert not {"strengths", "agreements", "disagreements"} & set(alone)


def test_each_strength_is_the_comparison_that_its_bots_give_alone(home, answer):
    first, second = answer["strengths"]
    assert (first["bots"], first["plays"]) == (["greedy"] * 3, 1_500)
    assert first["others"] == answer["others"]
    alone = as_json("compare", OLD, NEW, *FEW, "--bots", "random", "--plays", 900)
    assert second == {name: alone[name] for name in second}


def test_tables_of_other_sizes_are_asked_of_both(home):
    data = as_json("compare", NEW, FOUR, *ALSO, "--plays", 150, "--also-plays", 150)
    assert not any("seat" in name for name in data["agreements"][0]["measures"])
    assert data["strengths"][1]["others"][0]["bots"] == ["random"] * 4


def test_both_are_stored(home):
    compared = as_json("compare", OLD, NEW, "--plays", 120, *ONE_DEAL, "--also-bots", "random", "--also-plays", 110)
    stored = [batch.id for batch in runs(Store(home / "data" / "workbench.duckdb"))]
    assert stored[::-1] == [name for strength in compared["strengths"] for name in strength["runs"]]


def test_plays_that_nobody_asked_for_are_told(home):
    told = run("compare", OLD, NEW, *FEW, "--plays", 120, "--also-bots", "ismcts:1", "--json")
    assert "120 plays" in told.stderr.splitlines()[0] and "--also-plays" in told.stderr.splitlines()[0]
    assert json.loads(told.stdout)["strengths"][1]["plays"] == 120


# Bad input


def test_all_problems_of_both_strengths_are_told_at_once(home):
    told = run("compare", OLD, "hitmakers/1999", "--plays", 0, "--bots", "oracle", "--also-bots", "seer greedy",
               "--also-plays", "many", "--seed", "x", "--jobs", 0)  # fmt: skip
    assert (told.exit_code, told.stdout) == (2, "")
    lines = told.stderr.splitlines()
    starts = [
        "--jobs = 0: ",
        "--plays = 0: ",
        "--seed = x: ",
        '--bots = "oracle": no such bot',
        'scenario = "hitmakers/1999": no such revision',
        "--also-plays = many: ",
        '--also-bots = "seer": no such bot',
        '--also-bots = "seer greedy": 2 given',
    ]
    for start in starts:
        assert sum(line.replace('"x"', "x").replace('"many"', "many").startswith(start) for line in lines) == 1, start
    assert len(lines) == len(starts)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--also-plays", 5), "--also-plays = 5: needs --also-bots, whose plays it counts"),
        (("--also-bots", "greedy"), '--also-bots = "greedy": must be other bots than those that are asked first'),
    ],
)
def test_what_makes_no_second_strength_is_refused(home, options, line):
    told = run("compare", OLD, NEW, *FEW, *options)
    assert (told.exit_code, told.stdout, told.stderr) == (2, "", f"{line}\n")
