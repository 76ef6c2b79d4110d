"""`replay`: the trace of single plays of a batch, as it happened or as one seat saw it."""

import csv
import json

import pytest

from tests.cli.commands import FOUR, NEW, ONE_DEAL, as_json, run
from workbench.engine.registry import game_named
from workbench.store import Store
from workbench.store.results import load_results
from workbench.store.runs import get_run

SEED = ("--seed", 11)
PLAY = "--play = {}: must be a play's number from 0, or K..L with K at most L and at most 10000 plays"
NOTES = ("so few plays run as plain Python; ", "compiling the rules ")
"""How the lines begin that standard error may hold: whether the rules are compiled by then is not asked here."""


def told(*arguments: object) -> list[dict]:
    """The events that `replay --json` prints, one a line."""
    result = run("replay", *arguments, "--json")
    assert result.exit_code == 0, result.output
    assert all(line.startswith(NOTES) for line in result.stderr.splitlines()), result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_first_line_says_what_is_played(home):
    events = told(NEW, *ONE_DEAL, *SEED, "--play", 3, "--bots", "greedy random scout")
    rules = as_json("simulate", NEW, "--plays", 1, *ONE_DEAL, "--no-store")["rules"]
    head = {"n": 0, "event": "rules", "game": "hitmakers", "rules": rules, "seed": 11, "play": 3}
    assert events[0] == head | {"bots": ["greedy", "random", "scout"]}
    assert list(events[0]) == ["n", "event", "game", "rules", "seed", "play", "bots"]


def test_events_are_numbered_from_0_and_end_the_play(home):
    events = told(NEW, *ONE_DEAL, *SEED, "--play", 0)
    assert [event["n"] for event in events] == list(range(len(events)))
    assert all(isinstance(event["event"], str) for event in events)
    assert events[-1]["event"] == "end"


def test_the_totals_are_those_of_the_batch(home):
    batch = as_json("simulate", NEW, "--plays", 6, *SEED)
    store = Store(home / "data" / "workbench.duckdb")
    rows = load_results(store, get_run(store, batch["run"]), game_named("hitmakers").result)
    plays = [told(NEW, *SEED, "--play", play) for play in (0, 5)]
    for events, row in zip(plays, rows[[0, 5]], strict=True):
        totals = [event["totals"] for event in events if "totals" in event]
        assert totals[-1] == row["points"][:3].tolist()
        assert sum(1 << winner for winner in events[-1]["winners"]) == row["winners"]
        assert sum(event["event"] == "deal" for event in events) == row["deals"]


def test_a_play_of_a_batch_without_rows_is_made_again(home):
    batch = as_json("simulate", NEW, "--plays", 6, *SEED, *ONE_DEAL, "--keep", "tallies")
    (row,) = as_json("runs")["runs"]
    assert (row["run"], row["rows"]) == (batch["run"], False)
    assert told("--run", batch["run"], "--play", 5) == told(NEW, *SEED, *ONE_DEAL, "--play", 5)


def test_several_plays_come_one_after_the_other(home):
    together = told(NEW, *ONE_DEAL, *SEED, "--play", "2..4")
    assert together == [event for play in (2, 3, 4) for event in told(NEW, *ONE_DEAL, *SEED, "--play", play)]
    assert [event["play"] for event in together if event["event"] == "rules"] == [2, 3, 4]


def test_a_seat_sees_its_own_hand_only(home):
    whole = told(FOUR, *ONE_DEAL, *SEED, "--play", 1)
    for seat in range(4):
        seen = told(FOUR, *ONE_DEAL, *SEED, "--play", 1, "--seat", seat)
        assert [event["event"] for event in seen] == [event["event"] for event in whole]
        hands = next(event["hands"] for event in seen if event["event"] == "deal")
        assert [hand is not None for hand in hands] == [place == seat for place in range(4)]


def test_holes_as_csv_are_those_of_the_json(home):
    command = ("holes", NEW, *ONE_DEAL, "--plays", 5)
    rows = csv.DictReader(run(*command, "--csv", "-").stdout.splitlines())
    expected = as_json(*command)
    assert [(row["revision"], row["hole"], int(row["plays"]), int(row["of"])) for row in rows] == [
        (expected["scenario"], hole["name"], hole["plays"], hole["of"]) for hole in expected["holes"]
    ]


def test_nothing_is_stored_by_a_replay(home):
    told(NEW, *ONE_DEAL, "--play", 0)
    assert not (home / "data" / "workbench.duckdb").exists()


def test_bad_numbers_of_plays_are_refused(home):
    for text in ("-1", "x", "", "1.5", "4..2", "1...2", "0..10000", "1..", "9" * 5_000):
        result = run("replay", NEW, f"--play={text}")
        assert (result.exit_code, result.stdout) == (2, "")
        excerpt = text if len(text) < 300 else text[:299] + "…"
        assert result.stderr == PLAY.format(excerpt) + "\n"


@pytest.mark.parametrize("text", ["3", "-1", "x", "", "9" * 5_000])
def test_a_seat_that_is_not_there_is_refused(home, text):
    result = run("replay", NEW, "--play", 0, f"--seat={text}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(": must be a whole number from 0 to 2\n")


def test_all_problems_are_told_at_once(home):
    wrong = ("--play", "x", "--seat", "y", "--seed", "z", "--bots", "oracle", "--set", "hand_size=40")
    result = run("replay", NEW, *wrong)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sorted(line.split(" = ")[0] for line in result.stderr.splitlines()) == [
        *("--bots", "--play", "--seat", "--seed", "--set: hand_size")
    ]
    assert len(run("replay", "hitmakers/1999", "--play", "x", "--seat", "y").stderr.splitlines()) == 3
    assert len(run("replay", NEW, "--play", "x", "--seat", "7").stderr.splitlines()) == 2
