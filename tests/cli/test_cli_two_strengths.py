"""`compare --also-bots`: the same comparison once more by other bots, and where the verdicts agree."""

import json
import re

import pytest

from tests.cli.commands import FOUR, NEW, OLD, ONE_DEAL, add_scenario, as_json, run
from workbench.engine import registry
from workbench.games.hitmakers import GAME
from workbench.report.text.scenarios import NO_PEOPLE
from workbench.scenario.files import init_workspace
from workbench.store import Store, runs

pytestmark = pytest.mark.usefixtures("warm")
FEW = ("--plays", 1_500, *ONE_DEAL, "--no-store")
ALSO = (*FEW, "--also-bots", "random", "--also-plays", 900)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Both strengths, compared once for all."""
    root = init_workspace(tmp_path_factory.mktemp("both"))[0].root
    return as_json("compare", OLD, NEW, *ALSO, "--workspace", root)


def test_the_first_strength_is_told_as_without_the_second(home, found):
    alone = as_json("compare", OLD, NEW, *FEW)
    assert {name: found[name] for name in alone} == alone
    assert not {"strengths", "agreements", "disagreements"} & set(alone)


def test_each_strength_is_the_comparison_that_its_bots_give_alone(home, found):
    first, second = found["strengths"]
    assert (first["bots"], first["plays"]) == (["greedy"] * 3, 1_500)
    assert first["others"] == found["others"]
    alone = as_json("compare", OLD, NEW, *FEW, "--bots", "random", "--plays", 900)
    assert second == {name: alone[name] for name in second}


def test_what_they_disagree_on_is_listed_with_both_verdicts(found):
    (agreements,) = found["agreements"]
    assert agreements["scenario"] == "2021-04-08"
    held = [strength["others"][0]["measures"] for strength in found["strengths"]]
    for name, agreed in agreements["measures"].items():
        verdicts = [measures[name]["verdict"] for measures in held]
        assert agreed["verdicts"] == verdicts
        assert set(agreed) == {"verdicts", "accord", "opposite", "gap"}
        expected = "undecided" if "undecided" in verdicts else "agree" if len(set(verdicts)) == 1 else "disagree"
        assert agreed["accord"] == expected
        gap = agreed["gap"]
        assert gap["low"] <= gap["difference"] <= gap["high"]
        assert gap["difference"] == pytest.approx(held[1][name]["difference"] - held[0][name]["difference"])
    disagreeing = [name for name, agreed in agreements["measures"].items() if agreed["accord"] == "disagree"]
    assert [(each["scenario"], each["measure"]) for each in found["disagreements"]] == [
        ("2021-04-08", name) for name in disagreeing
    ]


def test_both_are_printed_side_by_side_with_sentences(home):
    told = run("compare", OLD, NEW, *ALSO)
    assert (told.exit_code, told.stderr) == (0, "")
    assert "1,500 paired plays, seed 1, bots greedy greedy greedy" in told.stdout
    assert "Once more: 900 paired plays, seed 1, bots random random random" in told.stdout
    assert re.search(r"\n +random +95 % interval +saved +says +more plays", told.stdout)
    assert re.search(r"\n +quick says +random says +together +gap +95 % interval", told.stdout)
    change = r"[-+][0-9.e-]+"
    assert re.search(rf"\nStars scouted +\w+ +\w+ +\w+ +{change} +{change} … {change}\n", told.stdout)
    assert re.search(r"\nOf 30 measures, quick bots and random bots agree on \d+", told.stdout)
    assert "random: Takes any legal action, evenly.\n" in told.stdout
    assert told.stdout.count(NO_PEOPLE) == 1


def test_the_report_has_both(home):
    target = home / "report.html"
    assert run("compare", OLD, NEW, *ALSO, "--html", target).exit_code == 0
    page = target.read_text(encoding="utf-8")
    for words in ("By quick bots:", "By random bots:", "Do bots of two strengths agree?", "What random bots found"):
        assert words in page


def test_several_others_are_each_asked_of_both(home):
    third = add_scenario(home, "third", 'parent = "2021-04-08"\n[rules]\nhand_size = 6\n')
    found = as_json("compare", OLD, NEW, third, *ALSO, "--plays", 300)
    assert [each["scenario"] for each in found["agreements"]] == ["2021-04-08", "third"]
    assert [len(strength["others"]) for strength in found["strengths"]] == [2, 2]


def test_tables_of_other_sizes_are_asked_of_both(home):
    found = as_json("compare", NEW, FOUR, *ALSO, "--plays", 150, "--also-plays", 150)
    assert not any("seat" in name for name in found["agreements"][0]["measures"])
    assert found["strengths"][1]["others"][0]["bots"] == ["random"] * 4


def test_both_are_stored(home):
    found = as_json("compare", OLD, NEW, "--plays", 120, *ONE_DEAL, "--also-bots", "random", "--also-plays", 110)
    kept = [each.id for each in runs(Store(home / "data" / "workbench.duckdb"))]
    assert kept[::-1] == [name for strength in found["strengths"] for name in strength["runs"]]


def test_plays_that_nobody_asked_for_are_told(home):
    told = run("compare", OLD, NEW, *FEW, "--plays", 120, "--also-bots", "ismcts:1", "--json")
    assert "120 plays" in told.stderr.splitlines()[0] and "--also-plays" in told.stderr.splitlines()[0]
    assert json.loads(told.stdout)["strengths"][1]["plays"] == 120


def test_warnings_are_told_once(home):
    odd = add_scenario(home, "odd", "[rules]\nbonus_round = true\n")
    lines = run("compare", odd, NEW, *FEW, "--plays", 100, *ALSO[len(FEW) :], "--json").stderr.splitlines()
    assert lines == list(dict.fromkeys(lines))


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


def test_another_game_is_told_once_and_with_all_else(home, monkeypatch):
    from dataclasses import replace

    monkeypatch.setattr(registry, "games", lambda: {"hitmakers": GAME, "others": replace(GAME, name="others")})
    told = run("compare", OLD, add_scenario(home, "first", "", game="others"), *FEW, "--also-bots", "greedy")
    assert told.exit_code == 2
    assert sorted(line.partition(":")[0] for line in told.stderr.splitlines()) == [
        '--also-bots = "greedy"',
        "compare = others/first",
    ]
