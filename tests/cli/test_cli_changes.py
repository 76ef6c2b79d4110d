"""`compare --until-decided` and `--by-change`: with sides and without: what each says and refuses."""

import pytest

from tests.cli.commands import NEW, OLD, ONE_DEAL, as_json, run
from workbench.store import Store
from workbench.store.runs import Status, runs

pytestmark = pytest.mark.usefixtures("open_throughout")

PAIRS = {"hitmakers/2020-03-04": "hitmakers/2021-04-08", "hollywood_1947/six-players": "hollywood_1947/even-deck"}
QUICK = ("--bots", "random", "--until-decided", "--limit", 400)


@pytest.mark.parametrize("base", PAIRS)
def test_plays_end_where_the_goals_are_decided_or_at_the_limit_and_are_stored_so(base, home):
    answer = as_json("compare", base, PAIRS[base], *QUICK)
    until = answer["others"][0]["until"]
    assert until["asked"] == "goals" and {goal["standing"] for goal in until["goals"]} <= {"met", "missed", "undecided"}
    assert until["rule"] == ("limit" if until["open"] else "decided")
    assert [look["plays"] for look in until["looks"]][-1] == until["plays"] == answer["plays"] <= 400
    stored = runs(Store(home / "data" / "workbench.duckdb"))
    assert [(run.plays, run.status) for run in stored] == [(until["plays"], Status.DONE)] * 2


def test_measures_named_are_decided_and_the_same_question_plays_nothing_again(home):
    command = ("compare", OLD, NEW, "--until-decided", "--for", "broad_appeal", "--for", "tie_rate")
    first = as_json(*command, "--limit", 600)["others"][0]["until"]
    assert set(first["measures"]) == {"tie", "broad_appeal"} and first["open"] == ["tie"]
    assert first["measures"]["broad_appeal"]["verdict"] == "lower"
    assert as_json(*command, "--limit", 600)["others"][0]["until"] == first


def test_all_that_is_wrong_is_said_at_once(home):
    result = run("compare", OLD, NEW, "--until-decided", "--plays", 10, "--also-bots", "random", "--limit", 5)
    assert result.exit_code == 2
    for option in ("--plays", "--also-bots"):
        assert option in result.stderr
    result = run("compare", OLD, NEW, "--for", "deals", "--limit", 500)
    assert result.exit_code == 2 and "--for" in result.stderr and "--limit" in result.stderr
    result = run("compare", OLD, NEW, "--until-decided", "--for", "brod_appeal", "--for", "nonsense", "--no-store")
    assert result.exit_code == 2 and "broad_appeal" in result.stderr and "nonsense" in result.stderr


@pytest.mark.parametrize("base", PAIRS)
def test_which_change_did_it_adds_up_to_the_whole(base, home):
    answer = as_json("compare", base, PAIRS[base], "--bots", "random", "--plays", 200, "--by-change", "--no-store")
    other = answer["others"][0]
    assert other["by_change"]["changes"] == list(other["differences"])
    total = {effect["measure"]: effect for effect in other["by_change"]["effects"] if effect["kind"] == "total"}
    assert total
    for name, effect in total.items():
        assert effect["difference"] == pytest.approx(other["measures"][name]["difference"], abs=1e-9)


def test_reports_have_what_was_asked_with_the_command_that_makes_them_again(home, tmp_path):
    page, diary = tmp_path / "report.html", tmp_path / "diary.md"
    files = ("--html", page, "--markdown", diary)
    assert run("compare", OLD, NEW, *ONE_DEAL, *QUICK, "--for", "broad_appeal", *files).exit_code == 0
    options = " ".join(map(str, ONE_DEAL))
    again = f"{options} --until-decided --for broad_appeal --limit 400 --seed 1 --bots random"
    assert "every look" in page.read_text() and again in diary.read_text()
    other = as_json("compare", OLD, NEW, *ONE_DEAL, *QUICK, "--for", "broad_appeal")["others"][0]
    once_more = "compare", OLD, NEW, *ONE_DEAL, "--bots", "random", "--plays", other["until"]["plays"]
    plain, stored = (as_json(*once_more, *more)["others"][0] for more in (["--no-store"], []))
    assert (stored["measures"], stored["ended"]) == (other["measures"], other["ended"]) and "ended" not in plain
    assert other["measures"]["broad_appeal"] == other["until"]["measures"]["broad_appeal"]
    assert other["measures"]["tie"]["low"] < plain["measures"]["tie"]["low"], "plays ended when one had seen enough"
    assert again in page.read_text()
    settings = ("--bots", "random", "--plays", 1_000, "--by-change", "--no-store", *files)
    assert run("compare", OLD, NEW, *ONE_DEAL, *settings).exit_code == 0
    assert "Criteria order changed nothing" in page.read_text() and "--by-change --plays 1000" in diary.read_text()
