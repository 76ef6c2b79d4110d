"""`simulate`, `compare` and `check`: what they print, what they keep, and what they refuse."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import duckdb
import pytest
from click.testing import CliRunner

from tests.cli.commands import (
    COMMAND,
    FOUR,
    NEW,
    OLD,
    ONE_DEAL,
    add_scenario,
    as_json,
    commands_of,
    process,
    run,
    store_of,
)
from tests.support.thorough import one_of
from workbench.app.widgets.text import DOCS
from workbench.cli import main
from workbench.engine import batch, registry
from workbench.games.hitmakers import GAME
from workbench.play import ahead
from workbench.play import options as play_options
from workbench.store.history import findings
from workbench.store.results import find_tallies
from workbench.store.runs import get_run, revisions, runs

pytestmark = pytest.mark.usefixtures("warm")
DEFAULTS = {name: parameter.default for name, parameter in GAME.parameters.items()}
FEW = ("--plays", 300, *ONE_DEAL, "--no-store")
VERDICTS = {"better", "worse", "higher", "lower", "same", "undecided"}
SEATED = {measure.name for measure in GAME.all_measures if measure.scope == "seat"}
OF_PLAYS = {measure.name for measure in GAME.all_measures if measure.scope == "play"}


def is_estimate(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"mean", "sd", "low", "high", "n"}
        and value["low"] <= value["mean"] <= value["high"]
        and isinstance(value["n"], int)
    )


# simulate


def test_simulate_prints_what_the_contract_says(home):
    answer = as_json("simulate", NEW, "--plays", 400, "--seed", 7, *ONE_DEAL)
    assert list(answer) == [
        *("run", "game", "scenario", "rules", "rules_hash", "code_hash", "bots", "seed", "plays"),
        *("stored_before", "elapsed_s", "plays_per_s", "digest", "rows", "measures", "seats", "deal_seats", "holes"),
        *("strength", "next"),
    ]
    assert answer["next"] == {"step": "play on", "plays": 3 * 400}
    assert (answer["game"], answer["scenario"], answer["seed"], answer["plays"]) == ("hitmakers", NEW, 7, 400)
    assert answer["rules"] == {**DEFAULTS, "score_target": 0}
    assert answer["bots"] == ["greedy"] * 3
    for name in ("rules_hash", "code_hash", "digest"):
        assert re.fullmatch("[0-9a-f]{64}", answer[name])
    assert answer["elapsed_s"] > 0
    assert answer["plays_per_s"] == pytest.approx(400 / answer["elapsed_s"], rel=0.02)
    assert set(answer["measures"]) == OF_PLAYS | SEATED | {"seat_win_rate_spread"}
    assert {"decisions", "tie"} <= OF_PLAYS
    assert all(map(is_estimate, answer["measures"].values()))
    assert all(estimate["n"] == 400 for name, estimate in answer["measures"].items() if name != "seat_win_rate_spread")


def test_an_equal_batch_is_read_and_its_plays_are_exported(home):
    first, again = (as_json("simulate", NEW, *FEW[:-1]) for _ in range(2))
    timed = {"stored_before": first["plays"], "elapsed_s": 0.0, "plays_per_s": 0.0}
    assert again == {**first, **timed} and first["stored_before"] == 0
    files = as_json("export", first["run"], "out")["files"]
    plays, csv, seats, _ = (home / file for file in files)
    assert [file.rpartition("-")[2] for file in files] == ["plays.parquet", "plays.csv", "seats.parquet", "seats.csv"]
    mean = first["measures"]["decisions"]["mean"]
    for file in (plays, csv):
        assert duckdb.sql(f"select count(*), avg(decisions) from '{file}'").fetchall() == [(first["plays"], mean)]
    wins = duckdb.sql(f"select avg(win) from '{seats}' group by seat order by seat").fetchall()
    assert [win for (win,) in wins] == pytest.approx([seat["win_rate"]["mean"] for seat in first["seats"]])


def test_simulate_tells_of_each_seat(home):
    seats = as_json("simulate", NEW, "--bots", "greedy random scout", *FEW)["seats"]
    assert [seat["seat"] for seat in seats] == [0, 1, 2]
    for seat in seats:
        assert set(seat) == {"seat", "win_rate", "measures"}
        assert is_estimate(seat["win_rate"])
        assert set(seat["measures"]) == SEATED
        assert all(map(is_estimate, seat["measures"].values()))
    assert sum(seat["win_rate"]["mean"] for seat in seats) == pytest.approx(1)
    assert seats[0]["measures"]["points"]["mean"] > seats[1]["measures"]["points"]["mean"]


@pytest.mark.usefixtures("open_throughout")
def test_a_batch_is_stored_with_its_revision(home):
    answer = as_json("simulate", NEW, "--plays", 200, *ONE_DEAL)
    (stored,) = runs(store_of(home))
    assert (stored.id, stored.digest, stored.done) == (answer["run"], answer["digest"], 200)
    (revision,) = revisions(store_of(home), "hitmakers")
    assert (revision.name, revision.parent, revision.rules) == ("2021-04-08", "2020-03-04", answer["rules"])


@pytest.mark.parametrize("command", [("simulate", NEW), ("compare", OLD, NEW), ("check", NEW)])
def test_no_store_writes_no_file(home, command):
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    answer = as_json(*command, *FEW, "--set", "max_deals=1", code=1 if command[0] == "check" else 0)
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    told = answer["scenarios"][0]["run"] if command[0] == "check" else answer.get("run", answer.get("runs", [None])[0])
    assert told is None


@pytest.mark.usefixtures("open_throughout")
@pytest.mark.parametrize(("keep", "rows"), [("all", True), ("tallies", False)])
def test_keep_says_whether_each_play_has_a_row(home, monkeypatch, keep, rows):
    monkeypatch.setattr(play_options, "USUAL_ROWS", 100 if rows else 10_000)  # of themselves they would not
    answer = as_json("simulate", NEW, "--plays", 200, *ONE_DEAL, "--keep", keep)
    (listed,) = as_json("runs")["runs"]
    assert (listed["run"], listed["rows"]) == (answer["run"], rows)
    counted = run("sql", "select count(*) as plays from hitmakers_plays", "--csv")
    assert counted.stdout.split() == (["plays", "200"] if rows else []), "the table comes with the first rows"


def test_rows_are_kept_of_as_many_plays_as_the_help_says():
    (option,) = [option for option in commands_of(main)["simulate"].params if "--keep" in option.opts]
    assert f"rows of up to {play_options.USUAL_ROWS:,} plays" in option.help
    assert f"up to {play_options.USUAL_ROWS:,} plays also keeps a row" in (DOCS / "store.md").read_text(
        encoding="utf-8"
    )


def test_rows_go_to_files_also_without_a_store(home):
    answer = as_json("simulate", NEW, *FEW, "--rows-to", home / "rows")
    query = f"select count(*), avg(deals) from read_parquet('{home}/rows/plays/*/*/*.parquet')"
    assert duckdb.sql(query).fetchall() == [(300, answer["measures"]["deals"]["mean"])]


def test_set_is_repeatable_and_the_last_value_counts(home):
    options = ("--set", "hand_size=5", "--set", "ties=everybody", "--set", " hand_size = 6 ")
    answer = as_json("simulate", NEW, *FEW, *options, "--set", 'criteria_order=["appeal","saturation","prestige"]')
    assert answer["rules"] == {
        **DEFAULTS,
        "score_target": 0,
        "hand_size": 6,
        "ties": "everybody",
        "criteria_order": ["appeal", "saturation", "prestige"],
    }


def test_the_scenario_says_what_the_command_does_not(home):
    text = '[table]\nbots = ["random", "greedy", "random"]\n[batch]\nplays = 120\nseed = 5\n[rules]\nscore_target = 0\n'
    answer = as_json("simulate", add_scenario(home, "mine", text), "--no-store")
    assert (answer["bots"], answer["plays"], answer["seed"]) == (["random", "greedy", "random"], 120, 5)
    by_path = as_json("simulate", home / "scenarios/hitmakers/mine.toml", "--no-store")
    assert by_path["digest"] == answer["digest"]


@pytest.mark.usefixtures("open_throughout")
def test_the_largest_seed_is_told_as_it_is(home):
    assert as_json("simulate", NEW, "--plays", 20, *ONE_DEAL, "--seed", 2**64 - 1)["seed"] == 2**64 - 1
    assert as_json("runs")["runs"][0]["seed"] == 2**64 - 1


def test_without_a_terminal_there_is_one_json_object_and_no_progress(home):
    ended = process("simulate", NEW, "--plays", 300, *ONE_DEAL, "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["plays"] == 300


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_json_in_every_encoding(home, encoding):
    name = add_scenario(home, "größer…", "")
    command = ["simulate", name, "--plays", "20", *ONE_DEAL, "--no-store", "--json"]
    printed = CliRunner(charset=encoding).invoke(main, command)
    assert json.loads(printed.stdout_bytes.decode(encoding))["scenario"] == name


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_goes_to_a_terminal_on_standard_error(home):
    import pty

    ours, theirs = pty.openpty()
    command = [COMMAND, "simulate", NEW, "--plays", "3000", "--set", "score_target=0", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"}
    ) as started:
        os.close(theirs)
        screen = b""
        while part := _read(ours):
            screen += part
        printed = started.communicate(timeout=300)[0]
    os.close(ours)
    assert json.loads(printed)["plays"] == 3_000
    assert b"hitmakers/2021-04-08" in screen
    assert b"plays/s" in screen


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # the other side is closed
        return b""


def test_warnings_go_to_standard_error(home):
    name = add_scenario(home, "odd", "[rules]\nbonus_round = true\n[batch]\nplays = 50\n")
    result = run("simulate", name, *ONE_DEAL, "--no-store", "--json")
    warnings = run("validate", name, *ONE_DEAL).stderr
    assert result.stderr == warnings
    assert json.loads(result.stdout)["plays"] == 50


@pytest.mark.parametrize("scenario", one_of([NEW, "hollywood_1947/six-players"], quick=NEW))
def test_a_few_plays_run_plainly_where_code_is_missing_and_are_the_same(home, tmp_path, monkeypatch, scenario):
    commands = [("simulate", scenario, "--plays", 2, "--no-store"), ("replay", scenario, "--play", 1)]
    monkeypatch.setattr(ahead, "_elsewhere", lambda *arguments: None)
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path / "compiled"))
    batch.kernel_of.cache_clear()
    plain = [run(*command, "--json") for command in commands]
    assert all("run as plain Python; the rules are compiled meanwhile" in result.stderr for result in plain)
    monkeypatch.undo()
    batch.kernel_of.cache_clear()
    monkeypatch.chdir(home)
    monkeypatch.setattr(ahead, "FEW_PLAYS", 0)
    digest, rows = (run(*command, "--json").stdout for command in commands)
    assert json.loads(digest)["digest"] == json.loads(plain[0].stdout)["digest"]
    assert rows == plain[1].stdout


# compare


def test_compare_prints_an_answer_that_one_screen_and_a_half_holds(home):
    told = run("compare", OLD, NEW, "--plays", 600, "--seed", 3, *ONE_DEAL, "--no-store").stdout
    _, table, after = told.partition("more plays\n")
    assert table and len(told.splitlines()) <= 60 and len(after.rpartition("undecided:")[2].splitlines()) <= 20


@pytest.mark.usefixtures("open_throughout")
def test_compare_prints_what_the_contract_says(home):
    answer = as_json("compare", OLD, NEW, "--plays", 600, "--seed", 3, *ONE_DEAL)
    assert {"base", "others", "plays", "seed", "bots"} <= set(answer)
    assert (answer["base"], answer["plays"], answer["seed"], answer["bots"]) == (OLD, 600, 3, ["greedy"] * 3)
    (other,) = answer["others"]
    assert set(other) == {"scenario", "bots", "differences", "measures", "holes", "aims", "next"}
    assert set(other["next"]) == {"step", "plays"}
    assert other["bots"] == ["greedy"] * 3
    assert other["scenario"] == NEW
    assert other["differences"] == {
        "broad_appeal": ["lowest_rank", "largest_difference"],
        "criteria_order": [["saturation", "appeal", "prestige"], ["saturation", "prestige", "appeal"]],
    }
    assert OF_PLAYS | SEATED | {"win_rate_seat_0", "deal_points_seat_2", "seat_win_rate_spread"} <= set(
        other["measures"]
    )
    for measure in other["measures"].values():
        assert set(measure) == {
            *("base", "other", "difference", "low", "high", "correlation", "variance_ratio", "verdict"),
            *("plays_to_decide", "plays_to_decide_80", "margin", "n"),
        }
        assert measure["verdict"] in VERDICTS
        assert measure["plays_to_decide"] is None or type(measure["plays_to_decide"]) is int
        assert measure["difference"] == pytest.approx(measure["other"] - measure["base"], abs=1e-9)
        assert measure["low"] <= measure["difference"] <= measure["high"]
    assert [stored.id for stored in runs(store_of(home))] == answer["runs"][::-1]


def test_both_sides_are_the_batches_that_simulate_plays(home):
    answer = as_json("compare", OLD, NEW, *FEW, "--seed", 4, "--bots", "greedy random greedy")
    for side, name in (("base", OLD), ("other", NEW)):
        alone = as_json("simulate", name, *FEW, "--seed", 4, "--bots", "greedy random greedy")["measures"]
        for measure in ("points", "decisions", "tie", "broad_appeal"):
            assert answer["others"][0]["measures"][measure][side] == pytest.approx(alone[measure]["mean"])


@pytest.mark.usefixtures("open_throughout")
def test_all_take_plays_seed_and_bots_of_the_base(home):
    rules = "[rules]\nscore_target = 0\n"
    base = add_scenario(home, "base", f'{rules}[table]\nbots = ["random"]\n[batch]\nplays = 150\nseed = 8\n')
    other = add_scenario(home, "other", f'{rules}[table]\nbots = ["greedy"]\n[batch]\nplays = 99\nseed = 1\n')
    answer = as_json("compare", base, other)
    assert (answer["plays"], answer["seed"], answer["bots"]) == (150, 8, ["random"] * 3)
    stored = runs(store_of(home))
    assert {(stored_run.plays, stored_run.seed, stored_run.bots) for stored_run in stored} == {
        (150, 8, ("random",) * 3)
    }
    assert len({stored_run.digest for stored_run in stored}) == 1
    assert {measure["verdict"] for measure in answer["others"][0]["measures"].values()} <= {"same", "undecided"}


@pytest.mark.usefixtures("open_throughout")
def test_bots_that_are_all_alike_sit_at_a_larger_table_too(home):
    answer = as_json("compare", NEW, FOUR, "--plays", 120, *ONE_DEAL, "--bots", "random")
    assert answer["others"][0]["differences"]["players"] == [3, 4]
    assert not any("seat" in name for name in answer["others"][0]["measures"])
    base = add_scenario(home, "base", '[table]\nbots = ["random"]\n')
    assert as_json("compare", base, FOUR, "--plays", 120, *ONE_DEAL)["bots"] == ["random"] * 3
    assert {stored.bots for stored in runs(store_of(home))} == {("random",) * 3, ("random",) * 4}


def test_a_revision_of_another_game_is_refused(home, monkeypatch):
    games = {"hitmakers": GAME, "others": replace(GAME, name="others")}
    monkeypatch.setattr(registry, "games", lambda: games)
    name = add_scenario(home, "first", "", game="others")
    result = run("compare", OLD, NEW, name, name, *FEW)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "compare = others/first: must be a revision of hitmakers, as hitmakers/2020-03-04 is\n"


@pytest.mark.usefixtures("open_throughout")
def test_compare_stores_what_the_app_finds_and_plays_nothing_twice(home):
    command = ("compare", OLD, NEW, *ONE_DEAL, "--plays")
    first = as_json(*command, 600)
    assert first["stored_before"] == [0, 0]
    assert as_json(*command, 600) == {**first, "stored_before": [600, 600]}
    more = as_json(*command, 900)
    assert (more["stored_before"], len(runs(store_of(home)))) == ([600, 600], 4)
    assert as_json(*command, 900, "--no-store") == {**more, "runs": [None, None], "stored_before": [0, 0]}
    details = " ".join(run(*command, 900, "--details").stdout.split())
    assert "Every measure Measure Too small to matter below Saved by pairing Decisions" in details, "no row is repeated"
    assert f"900 of 900 plays as stored in run {more['runs'][0]}" in details
    fewer = as_json(*command, 400)
    assert fewer["stored_before"] == [400, 400]
    again = as_json(*command, 400, "--no-store")
    assert again == {**fewer, "runs": [None, None], "stored_before": [0, 0]}
    store = store_of(home)
    assert all(find_tallies(store, *(get_run(store, name) for name in answer["runs"])) for answer in (first, more))
    assert [finding.base_run for finding in findings(store)] == [answer["runs"][0] for answer in (fewer, more, first)]


# check

MET = "[goals]\ndeals = { min = 0.5, max = 1.5 }\npoints = { min = 1 }\n"
MISSED = "[goals]\ndeals = { max = 1.5 }\npoints = { min = 20 }\n"


def test_check_exits_with_0_where_every_goal_is_met(home):
    (checked,) = as_json("check", add_scenario(home, "met", MET), *FEW)["scenarios"]
    assert (checked["scenario"], checked["met"], checked["plays"], checked["run"]) == ("hitmakers/met", True, 300, None)
    deals, *points = checked["goals"]
    assert deals == {
        **{"measure": "deals", "min": 0.5, "max": 1.5, "mean": 1.0, "sd": 0.0, "n": 300, "standing": "met"},
        **{"low": pytest.approx(1 - 5 / 300, abs=0.001), "high": pytest.approx(1 + 5 / 300, abs=0.001)},
    }  # a number that never varied has an interval with room for what has not happened yet
    assert [goal["measure"].partition("_seat_")[0] for goal in points] == ["points"] * len(points)
    assert all((goal["min"], goal["max"], goal["standing"]) == (1.0, None, "met") for goal in points)


def test_check_exits_with_1_where_a_goal_is_missed(home):
    met, missed = add_scenario(home, "met", MET), add_scenario(home, "missed", MISSED)
    scenarios = as_json("check", met, missed, *FEW, code=1)["scenarios"]
    assert [scenario["met"] for scenario in scenarios] == [True, False]
    assert {goal["standing"] for goal in scenarios[1]["goals"]} == {"met", "missed"}


def test_check_exits_with_1_where_a_goal_is_undecided(home):
    mean = as_json("simulate", NEW, *FEW)["measures"]["tie"]["mean"]
    name = add_scenario(home, "close", f"[goals]\ntie_rate = {{ max = {mean} }}\n")
    (goal,) = as_json("check", name, *FEW, code=1)["scenarios"][0]["goals"]
    assert (goal["measure"], goal["max"], goal["standing"]) == ("tie", mean, "undecided")
    (checked,) = as_json("check", name, *FEW, "--undecided-exit", 4, code=4)["scenarios"]
    assert (checked["met"], checked["standing"]) == (False, "undecided")
    missed = add_scenario(home, "missed", MISSED)
    both = as_json("check", name, missed, *FEW, "--undecided-exit", 4, code=1)["scenarios"]
    assert [checked["standing"] for checked in both] == ["undecided", "missed"]
    assert "--undecided-exit = 126" in run("check", name, *FEW, "--undecided-exit", 126).stderr


@pytest.mark.usefixtures("open_throughout")
def test_check_answers_aims_against_the_parent_and_goals_alone_decide_the_exit_code(home):
    wishes = (
        'deals = "lower"\npoints = { wish = "higher", by = "500 %" }\ntie_rate = { wish = "not higher", max = 1.0 }\n'
    )
    name = add_scenario(home, "aims", f'parent = "2021-04-08"\n[rules]\nhand_size = 6\n{MET}[aims]\n{wishes}')
    command = ("check", name, *ONE_DEAL, "--plays", 300)
    (checked,) = as_json(*command)["scenarios"]
    standings = {measure: aim["standing"] for measure, aim in checked["aims"].items()}
    assert standings == {"deals": "missed", "points": "missed", "tie_rate": "reached"}
    assert (checked["met"], checked["aims"]["points"]["by"]) == (True, "500 %")
    (compared,) = as_json("compare", NEW, name, *ONE_DEAL, "--plays", 300)["others"]
    assert compared["aims"] == checked["aims"]
    assert as_json("compare", OLD, name, *ONE_DEAL, "--plays", 300)["others"][0]["aims"] == {}, "it is not its parent"
    assert "as wanted" in run(*command).stdout


@pytest.mark.usefixtures("open_throughout")
def test_check_takes_what_is_stored_and_goes_on(home):
    command = ("check", add_scenario(home, "met", MET), *ONE_DEAL, "--plays")
    (first,) = as_json(*command, 300)["scenarios"]
    assert as_json(*command, 300)["scenarios"] == [{**first, "stored_before": 300}]
    (more,) = as_json(*command, 400)["scenarios"]
    assert (more["stored_before"], more["run"] != first["run"], len(runs(store_of(home)))) == (300, True, 2)
    (fresh,) = as_json(*command, 400, "--no-store")["scenarios"]
    assert fresh == {**more, "run": None, "stored_before": 0}
    assert as_json("repeat", more["run"])["same"]


def test_check_refuses_goals_that_make_no_sense(home):
    result = run("check", NEW, add_scenario(home, "bad", "[goals]\nfun = { max = 1 }\ndeals = 3\n"), *FEW)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.split(": ")[1].split(" = ")[0] for line in result.stderr.splitlines()] == ["goals.fun", "goals.deals"]


# Bad input

BAD = {
    "--plays": ("0", "--plays = 0: must be a whole number from 1 to 2000000000"),
    "--seed": ("1.5", '--seed = "1.5": must be a whole number from 0 to 18446744073709551615'),
    "--jobs": ("0", "--jobs = 0: must be a whole number from 1 to 256"),
    "--bots": ("greedy oracle", '--bots = "oracle": no such bot; '),
    "--set": ("hand_size=40", "--set: hand_size = 40: at most 13"),
}
COMMANDS = [("simulate", NEW), ("compare", OLD, NEW), ("check", OLD, NEW)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_all_problems_of_a_call_are_told_at_once_each_on_its_line(home, command):
    options = [part for option, (value, _) in BAD.items() for part in (option, value)]
    result = run(*command, *options, "--set", "color=red", "--set", "nonsense")
    assert (result.exit_code, result.stdout) == (2, "")
    expected = [
        *(line for _, line in BAD.values()),
        '--bots = "greedy oracle": 2 given; must be 1 for all seats, or 3, one a seat',
        "--set: color = red: no such rule; ",
        "--set = nonsense: must be NAME=VALUE",
    ]
    lines = result.stderr.splitlines()
    assert len(lines) == len(expected)
    for start in expected:
        assert any(line.startswith(start) for line in lines), start
    assert not store_of(home).path.exists()


WRONG = {
    "--plays": ("-1", "2000000001", "many", "", "1e-3"),
    "--seed": ("-1", "0x10", str(2**64), "9" * 5_000),
    "--jobs": ("-2", "all", "257", "9" * 5_000, "1\n2"),
    "--bots": ("", "greedy greedy", "ismcts:0", "greedy " * 4),
    "--set": ("players=9", "=3", "hand_size", "hand_size=7.5", "ties=no", "criteria_order=[]"),
    "--workspace": ("nowhere",),
}


def test_bad_options_are_told_in_one_line(home):
    for option, value in [(option, value) for option, values in WRONG.items() for value in values]:
        result = run("compare", OLD, NEW, option, value)
        assert (result.exit_code, result.stdout) == (2, ""), (option, value)
        assert len(result.stderr.splitlines()) == 1 and len(result.stderr) < 700, result.stderr
        assert option in result.stderr
