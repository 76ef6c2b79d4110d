"""Questions in SQL: they see the store as it is, without names, and can change nothing."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import pytest

from tests.store.store_samples import MEASURES, results, started
from workbench.engine.problems import BadInput
from workbench.store import Store, sql
from workbench.store.errors import StoreFull
from workbench.store.results import Chunk, append_chunk
from workbench.store.runs import runs
from workbench.store.sql import EXAMPLES, LEFT_OUT, ask, examples_for, schema

FORBIDDEN = (
    "delete from runs",
    "drop table runs",
    "create table mine as from runs",
    "copy runs to 'out.csv'",
    "copy (select 1) to '/tmp/out.parquet'",
    "select * from read_csv('/etc/passwd')",
    "select * from 'other.parquet'",
    "from glob('/*')",
    "attach 'other.duckdb'",
    "install httpfs",
    "load httpfs",
    "set enable_external_access = true",
    "set memory_limit = '100GB'",
    "pragma threads = 8",
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with one run of 40 plays, open for all who ask: what they changed, the others would see."""
    store = Store(tmp_path_factory.mktemp("played") / "workbench.duckdb")
    with store.session():
        run = started(store, plays=40)
        append_chunk(store, run, Chunk(0, results(40), MEASURES, 0.1))
        yield store


def test_an_answer_has_the_columns_and_rows_of_the_plays(played: Store) -> None:
    answer = ask(played, "select play, decisions from pebbles_plays order by play")
    assert answer.columns == ("play", "decisions")
    assert np.array_equal([row[1] for row in answer.rows], results(40)["decisions"])
    assert not answer.cut


def test_rows_beyond_the_most_are_cut_and_said_to_be(played: Store) -> None:
    answer = ask(played, "from pebbles_plays", most=7)
    assert len(answer.rows) == 7
    assert answer.cut


def test_no_room_for_the_copy_that_is_asked_is_told(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(cursor: object, file: Path, name: str) -> None:
        raise duckdb.IOException(f'IO Error: Could not write file "{file}": No space left on device')

    monkeypatch.setattr(sql, "attach", full)
    with pytest.raises(StoreFull, match="TMPDIR"):
        ask(played, "select 1")


def test_tables_of_two_kinds_can_be_joined(played: Store) -> None:
    answer = ask(played, "select count(*) from pebbles_seats s join runs r on r.number = s.run")
    assert answer.rows == ((40 * 3,),)


@pytest.mark.parametrize("query", FORBIDDEN)
def test_nothing_can_be_changed_and_nothing_else_be_read(
    played: Store, query: str, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(BadInput, match="QUERY"):
        ask(played, query)
    assert {path.name for path in tmp_path.iterdir()} == before
    assert len(runs(played)) == 1


@pytest.mark.parametrize("table", LEFT_OUT)
def test_names_and_links_cannot_be_asked_for(played: Store, table: str) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        ask(played, f"select * from {table}")
    assert table not in {note.name for note in schema(played)}


@pytest.mark.parametrize("query", ["", "  -- nothing", "select 1; select 2", "selct 1", "select nothing from runs"])
def test_what_is_no_single_statement_or_does_not_fit_is_said(played: Store, query: str) -> None:
    with pytest.raises(BadInput, match="QUERY"):
        ask(played, query)


def test_a_question_that_takes_too_long_is_stopped(played: Store) -> None:
    with pytest.raises(BadInput, match="longer than"):
        ask(played, "select sum(a.range * b.range) from range(10000000) a, range(10000000) b", longest_s=0.2)


def test_a_store_that_changes_meanwhile_is_seen_as_it_was_asked(store: Store) -> None:
    for runs_begun in (1, 2):
        started(store, plays=5)
        assert ask(store, "select count(*) from runs").rows == ((runs_begun,),)


def test_the_schema_says_what_each_measure_counts(played: Store) -> None:
    tables = {note.name: note for note in schema(played)}
    columns = {column.name: column.help for column in tables["pebbles_plays"].columns}
    assert columns["tie"] == "Whether seats share the win; the 'tie'."
    assert all(note.help for note in tables.values())
    assert [
        f"{note.name}.{column.name}" for note in tables.values() for column in note.columns if not column.help
    ] == []


def test_examples_name_the_tables_of_the_game_that_are_there(played: Store) -> None:
    tables = [note.name for note in schema(played)]
    examples = examples_for(tables, "pebbles")
    assert [example.question for example in examples] == [example.question for example in EXAMPLES]
    assert all(ask(played, example.sql).columns for example in examples)
    assert len(examples_for(tables, "marbles")) < len(examples)


def test_the_answer_keeps_what_columns_count(played: Store) -> None:
    query = "select comment from duckdb_columns() where table_name = 'pebbles_plays' and column_name = 'decisions'"
    assert ask(played, query).rows == (("Decisions that the bots made.",),)


def test_an_answer_ends_after_so_many_bytes(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.store.sql.MOST_BYTES", 100_000)
    answer = ask(played, "select repeat('x', 10000) from range(1000)")
    assert answer.cut_by == "bytes"
    assert 5 < len(answer.rows) <= 10
    assert ask(played, "from range(30)", most=7).cut_by == "rows"
    with pytest.raises(BadInput, match="one row is larger"):
        ask(played, "select repeat('x', 200000)")


@pytest.mark.parametrize(
    "query",
    ["select repeat('x', 20000000) from range(2000)", "select list(range) from range(1000000000)"],
    ids=["texts that DuckDB does not count", "one huge list"],
)
def test_what_needs_too_much_memory_is_stopped_in_a_process_of_its_own(played: Store, query: str) -> None:
    with pytest.raises(BadInput, match="too much memory"):
        ask(played, query)


def test_a_year_is_a_year(played: Store) -> None:
    query = "select interval 1 year as span, [interval 90 minutes] as span, {'a': interval 2 months}, 3 -- a remark"
    answer = ask(played, f"with t as ({query}\n) from t order by all desc;")
    assert answer.rows[0][:2] == ("1 year", "['01:30:00']")
    assert "2 months" in answer.rows[0][2]
    assert (answer.columns[:2], answer.types[0]) == (("span", "span_1"), "INTERVAL")
    assert ask(played, query).columns[:2] == ("span", "span")
    assert ask(played, "describe select interval 1 year as span").rows[0][:2] == ("span", "INTERVAL")
