"""`ladder` and `strategies`: what they print, what they keep, and what they refuse."""

import signal
import subprocess
import sys

import pytest

from tests.cli.commands import NEW, ONE_DEAL, PATIENCE_S, as_json, run
from workbench.store import Store
from workbench.store.listing import ResultKind, entries

TWO = (NEW, *ONE_DEAL, "--set", "players=2")
LADDER = ("ladder", *TWO, "--lowest", 2, "--top", 4, "--plays", 10, "--shuffles", 3, "--retakes", 2)
STRATEGIES = ("strategies", *TWO, "--plays", 12, "--bots", "greedy random scout")
ESTIMATE = {"mean", "sd", "low", "high", "n"}
CONTEST = {"even", "bot", "among", "plays", "share", "by_seat", "p_value", "runs"}
HEAD = {"together", "game", "scenario", "rules", "rules_hash", "seed", "players", "even"}


def has_one_line(home, study, begins):
    """The history says in one line what was found."""
    [line] = entries(Store(home / "data" / "workbench.duckdb"))
    assert (line.kind, line.study) == (ResultKind.STUDY, study)
    assert line.runs and line.sentence.startswith(begins)


@pytest.mark.usefixtures("open_throughout")
def test_a_ladder_as_json(home):
    answer = as_json(*LADDER)
    of_top = {"top", "skill", "over_greedy", "skill_over_greedy"}
    assert set(answer) == {*HEAD, *of_top, "rungs", "doubling", "simple", "seed_effect"}
    assert [(rung["bot"], rung["among"]) for rung in answer["rungs"]] == [
        *(("greedy", "random"), ("thinker:2", "greedy"), ("thinker:4", "thinker:2"))
    ]
    for rung in answer["rungs"]:
        assert set(rung) == {*CONTEST, "gain", "verdict", "doubt"}
        assert (rung["doubt"]["few"], rung["doubt"]["among"]) == (True, 3)
        assert set(rung["share"]) == set(rung["gain"]) == ESTIMATE
        assert rung["gain"]["mean"] == pytest.approx(rung["share"]["mean"] - 0.5)
        assert (rung["plays"], len(rung["by_seat"]), len(rung["runs"])) == (10, 2, 2)
    assert (answer["game"], answer["players"], answer["even"]) == ("hitmakers", 2, 0.5)
    assert (answer["top"]["bot"], answer["top"]["among"]) == ("thinker:4", "random")
    assert (answer["over_greedy"]["bot"], answer["over_greedy"]["among"]) == ("thinker:4", "greedy")
    luck = answer["seed_effect"]
    assert (luck["bot"], luck["shuffles"], luck["retakes"], luck["own_chance"]) == ("ismcts:2", 3, 2, "much")
    assert set(luck["effect"]) == set(luck["spread"]) == set(answer["skill"]) == set(answer["doubling"]) == ESTIMATE
    has_one_line(home, "ladder", "10 plays of each rung")
    stored = as_json("runs")["runs"]
    assert {batch["status"] for batch in stored} == {"done"}
    again = as_json(*LADDER)
    assert again == answer
    simple = {run for line in answer["simple"]["contests"] for run in line["runs"]}
    assert len(as_json("runs")["runs"]) == len(stored) and 2 * 5 + 2 <= len(stored) <= 2 * 5 + 2 + len(simple)
    assert as_json(*LADDER, "--seed", 2, "--no-store")["rungs"] != answer["rungs"]


@pytest.mark.usefixtures("open_throughout")
@pytest.mark.parametrize("command", [LADDER, STRATEGIES])
def test_a_quick_look_stores_nothing_and_says_the_same_each_time(home, command):
    first, second = (as_json(*command, "--quick") for _ in range(2))
    assert first == second
    assert as_json("runs")["runs"] == []


@pytest.mark.usefixtures("open_throughout")
def test_strategies_as_json(home):
    answer = as_json(*STRATEGIES, "--restrict", "greedy~pass")
    assert set(answer) == {*HEAD, "mechanisms", "round_robin", "simple"}
    has_one_line(home, "strategies", "12 plays of each pair")
    kinds = {kind["kind"]: kind for kind in answer["mechanisms"]["kinds"]}
    assert answer["mechanisms"]["bot"] == "greedy~pass"
    assert (kinds["discard"]["standing"], kinds["discard"]["contest"]) == ("cannot be left out", None)
    assert kinds["pass"]["standing"] == "never possible"
    assert kinds["scout"]["contest"]["bot"] == "greedy~pass~scout"
    assert set(kinds["scout"]["usage"]) == {"plays", "offered", "chosen", "forced"}
    robin = answer["round_robin"]
    assert robin["bots"] == ["greedy", "random", "scout"]
    assert [robin["shares"][place][place] for place in range(3)] == [0.5] * 3
    assert robin["shares"][0][1] > 0.5 > robin["shares"][1][0]
    assert sum(bar["weight"] for bar in robin["equilibrium"]) == pytest.approx(1)
    assert [set(rating) for rating in robin["ratings"]] == [{"bot", "mean", "low", "high", "sigma"}] * 3
    assert set(robin["runs"]["greedy among random"]) == set(robin["runs"]["random among greedy"])


@pytest.mark.usefixtures("open_throughout")
def test_a_solo_game_is_held_against_plays_of_another_bot(home):
    few = ("--lowest", 2, "--top", 2, "--shuffles", 3, "--retakes", 2, "--plays", 6, "--no-store")
    answer = as_json("ladder", "hollywood_1947/solo", *few)
    assert answer["together"] and answer["players"] == 1
    for rung in answer["rungs"]:
        assert rung["by_seat"] == [] and rung["gain"]["mean"] == pytest.approx(rung["share"]["mean"] - rung["even"])


@pytest.mark.usefixtures("open_throughout")
def test_everything_wrong_is_told_at_once(home):
    result = run("ladder", NEW, "--set", "hand_size=99", "--seed", "x", "--top", 70, "--plays", 0, "--jobs", 0)
    assert (result.exit_code, result.stdout) == (2, "")
    places = [line.split(" = ")[0].split(": ")[-1] for line in result.stderr.splitlines()]
    assert sorted(places) == ["--jobs", "--plays", "--seed", "--top", "hand_size"]
    result = run("strategies", NEW, "--bots", "greedy", "--restrict", "nobody", "--plays", "x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.split(" = ")[0] for line in result.stderr.splitlines()] == ["--bots", "--restrict", "--plays"]


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(home):
    slowly = (
        "import sys, time\n"
        "import workbench.play.sinks.stored_run as simulating\n"
        "from workbench.cli import main\n"
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "finish = simulating.finish_run\n"
        "def told(*arguments):\n"
        "    print('finished', file=sys.stderr, flush=True)\n"
        "    time.sleep(0.3)\n"
        "    return finish(*arguments)\n"
        "simulating.finish_run = told\n"
        "main(sys.argv[1:])\n"
    )
    command = [sys.executable, "-c", slowly, *map(str, LADDER)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        line = ""
        while "finished" not in line:
            line = started.stderr.readline()
            assert line, "it ended before anything was finished"
        started.send_signal(signal.SIGINT)
        printed, errors = started.communicate(timeout=PATIENCE_S)
    assert (started.returncode, printed) == (130, "")
    assert "Traceback" not in errors
    assert "go on with: workbench ladder" in errors.splitlines()[-1]
    stored = as_json("runs")["runs"]
    assert "done" in {batch["status"] for batch in stored}
    answer = as_json(*LADDER)
    assert {batch["run"] for batch in stored} <= {batch["run"] for batch in as_json("runs")["runs"]}
    unbroken = as_json(*LADDER, "--no-store")
    assert [rung["share"] for rung in answer["rungs"]] == [rung["share"] for rung in unbroken["rungs"]]
    assert answer["seed_effect"]["effect"] == unbroken["seed_effect"]["effect"]
