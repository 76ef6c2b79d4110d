"""`compare --plan`: how many plays show how large a change, before anything is played."""

from pathlib import Path

import pytest

from tests.app.test_results_every_game import FAMILIES
from tests.cli.commands import NEW, OLD, as_json, run
from tests.support.thorough import one_of
from workbench.store import Store
from workbench.store.runs import runs

FEW = ("--bots", "random", "--plays", 300)


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hitmakers"))
def test_the_plan_is_from_a_pilot_at_first_and_from_pairs_once_they_are_stored(home: Path, game: str) -> None:
    other, base, third = (f"{game}/{name}" for name in FAMILIES[game])
    store = Store(home / "data" / "workbench.duckdb")
    first = as_json("compare", base, other, third, *FEW, "--plan")
    assert [plan["scenario"] for plan in first["plans"]] == [other, third]
    assert {plan["source"] for plan in first["plans"]} == {"pilot"}
    assert not store.exists or runs(store) == []
    compared = as_json("compare", base, other, *FEW)
    again = as_json("compare", base, other, third, "--bots", "random", "--plays", 9_000, "--seed", 4, "--plan")
    paired, separate = again["plans"]
    assert (paired["source"], paired["known"], paired["plays"]) == ("pairs", [300, 300], 9_000)
    assert (separate["source"], separate["known"]) == ("separate", [300, 0])
    for name, planned in paired["measures"].items():
        assert planned["margin"] == compared["others"][0]["measures"][name]["margin"]
        assert planned["change"] == 2 * planned["margin"]
    result = run("compare", base, other, *FEW, "--plan")
    assert result.exit_code == 0
    assert "300 stored pairs of these two" in " ".join(result.stdout.split())


def test_slow_bots_of_whom_nothing_is_stored_have_no_plan(home: Path) -> None:
    (plan,) = as_json("compare", OLD, NEW, "--bots", "ismcts:2000", "--plan")["plans"]
    assert plan == {"scenario": "hitmakers/2021-04-08", "source": None}
    page = home / "plan.html"
    told = run("compare", OLD, NEW, "--bots", "ismcts:2000", "--plan", "--html", page)
    assert "first 100 plays" in told.stdout and "first 100 plays" in page.read_text("utf-8")


def test_what_asks_for_results_is_refused_all_at_once() -> None:
    refused = run("compare", OLD, NEW, "--plan", "--until-decided", "--also-bots", "random")
    assert refused.exit_code == 2
    assert [line.partition(" = ")[0] for line in refused.stderr.splitlines()] == ["--also-bots", "--until-decided"]
