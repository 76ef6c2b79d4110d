"""`bench`: rates on this machine, and references that may be missing or broken."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import as_json, run
from tests.support.thorough import one_of
from workbench.cli import bench as benching
from workbench.engine.registry import game_named, games

ROOT = Path(__file__).parents[2]
KEYS = {
    *("game", "bots", "plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s", "ratio"),
    *("c_plays_per_s", "ratio_to_c", "threads", "threaded_plays", "threaded_plays_per_s", "threads_ratio"),
    *("ratio_to_random", "command_plays_per_s", "command_ratio", "command_ratio_to_c", "stored_plays_per_s"),
    *("startup_s", "memory_a_play"),
}
COMMAND = ("command_plays_per_s", "command_ratio", "stored_plays_per_s", "startup_s")
QUICK = ("--seconds", "0.1")


THREADED = ("threads", "threaded_plays", "threaded_plays_per_s", "threads_ratio")
REFERENCES = ("naive_plays_per_s", "ratio", "c_plays_per_s", "ratio_to_c")


@pytest.fixture
def small(monkeypatch):
    """Short rounds of one game, the one whose search compiles soonest."""
    monkeypatch.setattr(benching, "ROUND_PLAYS", 500)
    only = {"trickster": game_named("trickster")}
    monkeypatch.setattr("workbench.engine.registry.games", lambda: only)


@pytest.mark.thorough
def test_without_references_there_are_rates_alone(home, small, monkeypatch):
    """A workspace's own are a stranger's code."""
    monkeypatch.setattr(benching, "REFERENCES", home / "nowhere")
    put(home / "tests" / "naive" / "trickster.py", FIGURE)
    rows = as_json("bench", *QUICK)
    assert [(row["game"], row["bots"]) for row in rows] == [
        ("trickster", bot) for bot in ("random", "greedy", "ismcts:200", "thinker:200")
    ]
    assert rows[2]["iterations_per_s"] > rows[2]["decisions_per_s"]
    assert rows[0]["iterations_per_s"] is None
    for row in rows:
        assert set(row) == KEYS
        assert row["decisions_per_s"] > row["plays_per_s"] > 0
        assert all(row[name] is None for name in REFERENCES)
    assert len({row["plays_per_s"] for row in rows}) == 4
    assert [row["ratio_to_random"] is None for row in rows] == [True, False, True, True]
    for row in rows[:2]:
        assert row["command_plays_per_s"] > 0 and row["stored_plays_per_s"] > 0
        assert 0.1 < row["startup_s"] < 30 and row["memory_a_play"] >= 0
    assert all(rows[2][name] is None for name in COMMAND)
    *others, search, thinker = rows
    assert all(row[name] is None for row in (*others, thinker) for name in THREADED)
    if benching.cores() > 1:
        assert search["threads"] == 2 and search["threaded_plays"] >= benching.FEWEST_THREADED
        assert search["threads_ratio"] > 0 and search["threaded_plays_per_s"] > 0
    assert not (home / "data" / "workbench.duckdb").exists()


def test_ratios_are_to_the_references(home, small, monkeypatch):
    monkeypatch.setattr(benching, "naive_rate", lambda game: 1_000.0)
    monkeypatch.setattr(benching, "limit_rate", lambda game: 1_000_000.0)
    monkeypatch.setattr(benching, "rates", lambda game, bot, measured_s, most=1, least=1: (700_000.0, 30_000_000.0))
    whole = benching.CommandRates(350_000.0, 210_000.0, 0.42, 3.3)
    monkeypatch.setattr(benching.CommandTimer, "_took", lambda *arguments: None)
    monkeypatch.setattr(benching.CommandTimer, "measure", lambda commands, bot, rate, measured_s: whole)
    monkeypatch.setattr(benching, "search_rate", lambda game, measured_s: 180_000.0)
    monkeypatch.setattr(benching, "threaded_rates", lambda game, plays: (plays, 100.0, 190.0))
    row, greedy, search, *_ = as_json("bench")
    assert search["iterations_per_s"] == 180_000
    assert tuple(search[name] for name in THREADED) == (2, 280_000, 190, 1.9)
    assert (row["naive_plays_per_s"], row["ratio"], row["c_plays_per_s"], row["ratio_to_c"]) == (1000, 700, 10**6, 0.7)
    assert [row[name] for name in COMMAND] == [350_000, 0.5, 210_000, 0.42]
    assert (row["command_ratio_to_c"], row["memory_a_play"], greedy["ratio_to_random"]) == (0.35, 3, 1.0)
    assert (greedy["naive_plays_per_s"], greedy["c_plays_per_s"]) == (None, None)
    printed = run("bench").stdout
    for words in (
        "trickster",
        "random",
        "greedy",
        "700,000",
        "30,000,000",
        "700",
        "0.7",
        "1.9 times as fast on 2",
        "350,000",
        "210,000",
    ):
        assert words in printed
    figures = printed.partition("Rates on this machine")[0].splitlines()
    assert "trickster: random, 700,000 plays/s" in figures and "trickster: straight C, 1,000,000 plays/s" in figures
    monkeypatch.setattr(benching, "BEGUN_WITHIN_S", -1.0)
    assert run("bench").stdout.startswith("trickster: left out")
    monkeypatch.setattr(benching, "BEGUN_WITHIN_S", 100.0)
    clock = iter([0.0, 1.0])  # then it is late
    monkeypatch.setattr(benching.time, "monotonic", lambda: next(clock, 101.0))
    assert [row["bots"] for row in as_json("bench")] == ["random", "greedy"], "no search is begun late"


def test_one_processor_has_no_second_thread(monkeypatch):
    monkeypatch.setattr(benching, "cores", lambda: 1)
    assert benching.threaded_rates(game_named("hitmakers"), 10) is None


def test_threads_take_the_same_plays_in_turn(monkeypatch):
    calls = []

    def round_(batch, first, plays, threads=1, clock=None):
        calls.append((first, plays, threads, batch.smallest_piece))
        return 10.0 * threads - len(calls), 0.0

    monkeypatch.setattr(benching, "cores", lambda: 2)
    monkeypatch.setattr(benching, "_round", round_)
    monkeypatch.setattr(benching.Batch, "warm_up", lambda batch: None)
    assert benching.threaded_rates(game_named("hitmakers"), 40) == (40, 9.0, 18.0)
    assert calls == [(0, 40, 1, 1), (0, 40, 2, 1)] * benching.TURNS


def test_rounds_are_as_long_as_the_clock_allows(monkeypatch):
    calls = []

    def round_(batch, first, plays, threads=1, clock=None):
        calls.append(plays)
        return 10_000.0, 0.0

    monkeypatch.setattr(benching, "_round", round_)
    monkeypatch.setattr(benching.Batch, "warm_up", lambda batch: None)
    for measured_s, most, expected in ((0.05, 20_000, 100), (0.05, 80, 80), (0.007, 20_000, benching.FIRST_PLAYS)):
        calls.clear()
        benching.rates(game_named("hitmakers"), "greedy", measured_s, most)
        assert (calls[0], set(calls[1:])) == (benching.FIRST_PLAYS, {expected})
    calls.clear()
    benching.rates(game_named("hitmakers"), "greedy", 0.001)
    assert calls == [benching.FIRST_PLAYS]  # they took longer than that


def test_a_command_that_fails_has_no_figures(monkeypatch):
    monkeypatch.setattr(benching, "COMMAND", "raise SystemExit(2)")
    with benching.CommandTimer(game_named("hitmakers")) as commands:
        assert commands.measure("random", 1000.0, 0.1) == benching.CommandRates()


@pytest.mark.parametrize("name", one_of(games(), quick="hitmakers"))
def test_the_real_references_run(name, monkeypatch):
    shorten = benching._measured
    monkeypatch.setattr(benching, "_measured", lambda command: shorten([*command[:-1], "200"]))
    if (ROOT / "tests" / "naive" / f"{name}.py").is_file():
        assert benching.naive_rate(game_named(name)) > 100
    if shutil.which("cc") and (ROOT / "tests" / "limit" / f"{name}.c").is_file():
        assert benching.limit_rate(game_named(name)) > 1_000


FIGURE = f"import sys\nprint('warming up')\nprint({json.dumps({'plays_per_s': 12.5})!r})"


@pytest.mark.parametrize(
    ("source", "rate"),
    [("raise SystemExit(1)", None), ("print('nothing to read')", None), ("pass", None), ("print('{}')", None),
     ("print('[1]')", None), ("print('null')", None), (FIGURE, 12.5)],
)  # fmt: skip
def test_a_reference_that_fails_counts_as_missing(tmp_path, monkeypatch, source, rate):
    monkeypatch.setattr(benching, "REFERENCES", tmp_path)
    put(tmp_path / "naive" / "hitmakers.py", source)
    assert benching.naive_rate(game_named("hitmakers")) == rate


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_limit_that_does_not_compile_counts_as_missing(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(benching, "REFERENCES", tmp_path)
    put(tmp_path / "limit" / "hitmakers.c", "int main( {")
    assert benching.limit_rate(game_named("hitmakers")) is None
    assert capfd.readouterr().err == ""


def put(file, source):
    file.parent.mkdir(parents=True)
    file.write_text(source, encoding="utf-8")


@pytest.mark.parametrize("text", ["0", "-1", "61", "nan", "inf", "long", ""])
def test_bad_seconds_are_told_with_all_else(home, text):
    result = run("bench", f"--seconds={text}", "--workspace", "nowhere")
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.split(" = ")[0] for line in result.stderr.splitlines()] == ["--workspace", "--seconds"]
