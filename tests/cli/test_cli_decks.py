"""`decks`: what it prints, its JSON, its files, what it stores and what it refuses; the loop runs plain."""

import pytest

from tests.cli.commands import as_json, run
from tests.support.plain import run_plainly
from workbench.engine.loop import use_range
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.studies.decks import measure

SHOWBIZ, HOLLYWOOD = "showbiz_shuffle/reference", "hollywood_1947/six-players"
FEW = ("decks", SHOWBIZ, "--bots", "random", "--plays", 6, "--seed", 2, "--jobs", 1)


@pytest.fixture(autouse=True)
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, use_range)


def test_every_card_as_json_and_the_counts_are_there_next_time(home, monkeypatch):
    told = as_json(*FEW)
    assert (told["game"], told["plays"], told["list"], len(told["cards"])) == ("showbiz_shuffle", 6, "bods", 80)
    assert "too few" in told["headline"] and told["make_up"]["cards"] == 80
    assert sum(card["played"] for card in told["cards"]) > 100
    monkeypatch.setattr(measure, "count_card_plays", lambda *played: pytest.fail("it was played again"))
    assert as_json(*FEW) == told
    assert len(as_json(*FEW, "--list", "biz")["cards"]) == 34
    assert as_json(*FEW, "--list", "bods") == told
    [line] = entries(Store(Workspace(home).store_path))
    assert (line.study, line.plays, line.sentence) == ("decks", 6, told["headline"]) and as_json("runs")["runs"] == []


def test_nothing_is_stored_where_it_is_not_to_be(home):
    as_json(*FEW, "--no-store")
    assert not Store(Workspace(home).store_path).exists


def test_a_list_whose_use_is_not_recorded_is_told_of_without_a_play(home):
    told = as_json("decks", HOLLYWOOD)
    assert (told["list"], told["plays"], told["cards"]) == ("propaganda", 0, [])
    assert "communist 36 times and patriot 24 times" in told["headline"]
    assert "nothing to count" in run("decks", HOLLYWOOD).stdout
    store = Store(Workspace(home).store_path)
    assert not store.exists or entries(store) == []


def test_what_it_is_not_for_is_refused_with_all_that_is_wrong(home):
    assert run("new-game", "dice", "--family", "press", "--preset", "pig").exit_code == 0
    refused = run("decks", "dice/default")
    assert refused.exit_code == 2 and "Dice is played without cards" in refused.stderr
    refused = run("decks", "trickster/prototype-a", "--list", "bods", "--seed", "x")
    assert len(refused.stderr.splitlines()) == 2 and "--list = bods: must be one of pack" in refused.stderr
    refused = run("decks", SHOWBIZ, "--list", "bidz", "--plays", 0)
    assert refused.exit_code == 2 and "--list = bidz: must be one of bods, biz" in refused.stderr
    assert len(refused.stderr.splitlines()) == 2
