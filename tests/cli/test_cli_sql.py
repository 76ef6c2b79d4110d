"""`workbench sql`: questions to the store from a shell."""

import csv
import io
from pathlib import Path

import pytest

from tests.cli.commands import NEW, ONE_DEAL, as_json, run
from workbench.store.sql import EXAMPLES

PLAYS = 30


@pytest.fixture
def played(home: Path, warm: None, open_throughout: None) -> Path:
    """A workspace with one small batch."""
    assert run("simulate", NEW, "--plays", PLAYS, *ONE_DEAL).exit_code == 0
    return home


def test_the_answer_as_a_table_as_csv_and_as_json(played: Path) -> None:
    query = "select scenario, plays from runs"
    assert f"2021-04-08  {PLAYS}" in run("sql", query).stdout
    assert list(csv.reader(io.StringIO(run("sql", query, "--csv").stdout))) == [
        ["scenario", "plays"],
        ["2021-04-08", str(PLAYS)],
    ]
    answer = as_json("sql", query)
    assert [column["name"] for column in answer["columns"]] == ["scenario", "plays"]
    assert answer["rows"] == [["2021-04-08", PLAYS]]
    assert answer["cut"] is False


def test_values_that_json_lacks_become_text(played: Path) -> None:
    answer = as_json("sql", "select bots, created_at, seed, null as nothing from runs")
    bots, created, seed, nothing = answer["rows"][0]
    assert isinstance(bots, list)
    assert created.startswith("20")
    assert isinstance(seed, int)
    assert nothing is None


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.question for example in EXAMPLES])
def test_every_example_finds_something(played: Path, example) -> None:
    assert as_json("sql", example.sql)["rows"]


def test_the_query_may_come_from_standard_input(played: Path) -> None:
    from click.testing import CliRunner

    from workbench.cli import main

    result = CliRunner().invoke(main, ["sql", "-", "--json"], input="select count(*) from runs")
    assert result.exit_code == 0
    assert '"rows"' in result.stdout


@pytest.mark.parametrize(
    "arguments", [("sql",), ("sql", "selct"), ("sql", "select 1", "--limit", "0"), ("sql", "drop table runs")]
)
def test_bad_input_is_said_without_a_traceback(played: Path, arguments) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_without_a_store_it_says_how_to_make_one(home: Path) -> None:
    result = run("sql", "select 1")
    assert result.exit_code == 2
    assert "simulate" in result.stderr


def test_an_answer_is_cut_after_so_many_bytes_and_that_is_said(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.store.sql.MOST_BYTES", 100_000)
    query = "select repeat('x', 10000) as x from range(1000)"
    answer = as_json("sql", query)
    assert (answer["cut"], answer["cut_by"]) == (True, "bytes")
    assert "bytes" in run("sql", query, "--csv").stderr
    refused = run("sql", "select repeat('x', 200000) from range(60)")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_formulas_are_texts_and_a_year_is_a_year(played: Path) -> None:
    answer = run("sql", "select '=1+1' as \"@x\", '@x', interval 1 year, -1", "--csv")
    assert list(csv.reader(io.StringIO(answer.stdout)))[1] == ["'=1+1", "'@x", "1 year", "-1"]
    assert answer.stdout.startswith("'@x,")
    assert as_json("sql", "select interval 1 year")["rows"] == [["1 year"]]
