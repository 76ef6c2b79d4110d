"""Results come back byte for byte; chunks follow each other; measures may be added later."""

import tempfile
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from store_samples import DTYPE, MEASURES, results, started

from tests.support.thorough import examples
from workbench.engine.measures import Measure, Scope, result_type, win_shares
from workbench.store import Store, StoreDamaged
from workbench.store.errors import ChunkRefused, ResultsDiffer, RunRefused
from workbench.store.results import Chunk, append_chunk, load_results
from workbench.store.runs import Status, delete_runs, get_run, set_status
from workbench.store.tables import tables_of

names = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True).filter(
    lambda name: name not in {"run", "play", "seat", "win", "winners"}
)
measures = st.builds(
    Measure,
    name=names,
    help=st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20),
    margin=st.just(0.5),
    type=st.sampled_from(["?", "u1", "u2", "i2", "u4", "i4", "f4"]),
    scope=st.sampled_from(list(Scope)),
)
declarations = st.lists(measures, max_size=6, unique_by=lambda measure: measure.name)
numbers = count()
pytestmark = pytest.mark.usefixtures("open_throughout")


@pytest.fixture(scope="module")
def shared_store() -> Iterator[Store]:
    """One store for many examples, each with a game of its own: making a file is what would take the time."""
    with tempfile.TemporaryDirectory() as folder:
        yield Store(Path(folder) / "workbench.duckdb")


@examples(12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    declared=declarations,
    seats=st.integers(1, 5),
    spare=st.integers(0, 2),
    ends=st.lists(st.integers(0, 60), min_size=1, max_size=4).map(sorted),
    seed=st.integers(0, 2**32),
)
def test_round_trip(
    shared_store: Store, declared: list[Measure], seats: int, spare: int, ends: list[int], seed: int
) -> None:
    dtype = result_type(declared, seats + spare)
    written = results(ends[-1], seats, seed, dtype)
    with shared_store.session():  # read back from the file, which is closed in between
        run = started(shared_store, game=f"game_{next(numbers)}", plays=ends[-1], seats=seats)
        for first, end in pairwise([0, *ends]):
            run = append_chunk(shared_store, run, Chunk(first, written[first:end], declared))
    assert run.done == ends[-1]
    back = load_results(shared_store, run, dtype)
    assert back.dtype == dtype
    assert back.tobytes() == written.tobytes()


def test_floats_keep_every_bit_when_compressed(closed: Store) -> None:
    declared = [Measure("share", "A share.", 0.1, "f4"), Measure("time", "A time.", 0.1, "f4", Scope.SEAT)]
    dtype = result_type(declared, 3)
    written = results(5000, seed=3, dtype=dtype)
    written["share"][:2000] = np.arange(2000) / 8
    written["share"][::7] = -0.0
    written["time"][1::3] = np.float32(np.nan)
    run = append_chunk(closed, started(closed, plays=5000), Chunk(0, written, declared))
    assert load_results(closed, run, dtype).tobytes() == written.tobytes()


def test_rows_of_plays_and_of_seats_are_known_by_these_columns() -> None:
    plays, seats = tables_of("nim", [])
    assert [column.name for column in plays.columns] == ["run", "play", "winners"]
    assert [column.name for column in seats.columns] == ["run", "play", "seat", "win"]


def test_runs_do_not_mix(store: Store) -> None:
    one, two = started(store), started(store, seats=4)
    first, second = results(100, 3, seed=1), results(100, 4, seed=2)
    for begin in (0, 50):
        one = append_chunk(store, one, Chunk(begin, first[begin : begin + 50], MEASURES))
        two = append_chunk(store, two, Chunk(begin, second[begin : begin + 50], MEASURES))
    assert load_results(store, one, DTYPE).tobytes() == first.tobytes()
    assert load_results(store, two, DTYPE).tobytes() == second.tobytes()
    set_status(store, one.id, Status.CANCELLED)
    delete_runs(store, [one.id])
    assert load_results(store, two, DTYPE).tobytes() == second.tobytes()
    with pytest.raises(RunRefused, match="no run"):
        load_results(store, one, DTYPE)
    with store.reading() as cursor:
        assert cursor.execute("select count(*) from pebbles_seats").fetchall() == [(400,)]


def test_plays_from_some_on_and_some_measures_only(store: Store) -> None:
    written = results(100)
    run = append_chunk(store, started(store), Chunk(0, written, MEASURES))
    few = result_type(MEASURES[2:3], 3)
    back = load_results(store, run, few, first=90)
    assert back["points"].tolist() == written["points"][90:, :3].tolist()
    assert load_results(store, run, DTYPE, first=100).size == 0
    assert load_results(store, run, DTYPE, first=500).size == 0


def test_a_run_without_plays_is_empty(store: Store) -> None:
    run = append_chunk(store, started(store), Chunk(0, results(0), MEASURES))
    assert load_results(store, run, DTYPE).shape == (0,)


def test_sql_reads_as_a_designer_writes_it(store: Store) -> None:
    written = results(100)
    run = append_chunk(store, started(store), Chunk(0, written, MEASURES))
    with store.reading() as cursor:
        query = """
            select seat, avg(points), avg("order"), sum(win) from pebbles_seats where run = ? group by seat order by 1
        """
        rows = np.array(cursor.execute(query, [run.number]).fetchall())
        help_ = cursor.execute("select comment from duckdb_columns() where column_name = 'tie'").fetchall()
    assert rows[:, 0].tolist() == [0, 1, 2]
    assert rows[:, 1] == pytest.approx(written["points"][:, :3].mean(axis=0))
    assert rows[:, 2] == pytest.approx(written["order"][:, :3].mean(axis=0))
    assert rows[:, 3] == pytest.approx(win_shares(written["winners"], 3).sum(axis=0))
    assert help_ == [("Whether seats share the win; the 'tie'.",)]


@pytest.mark.parametrize(("first", "plays"), [(39, 10), (0, 40), (41, 10), (100, 1), (40, 61)])
def test_a_chunk_that_does_not_follow_is_refused(store: Store, first: int, plays: int) -> None:
    run = append_chunk(store, started(store), Chunk(0, results(40), MEASURES, elapsed_s=2.0))
    with pytest.raises(ChunkRefused, match=run.id):
        append_chunk(store, run, Chunk(first, results(plays, seed=1), MEASURES, elapsed_s=1.0))
    assert get_run(store, run.id) == run
    assert load_results(store, run, DTYPE).tobytes() == results(40).tobytes()


def test_progress_adds_up(store: Store) -> None:
    run = append_chunk(store, started(store), Chunk(0, results(40), MEASURES, elapsed_s=2.0))
    run = append_chunk(store, run, Chunk(40, results(10), MEASURES, elapsed_s=0.5))
    assert (run.done, run.elapsed_s) == (50, 2.5)
    assert run == get_run(store, run.id)


def test_a_measure_added_later(store: Store) -> None:
    old, records = started(store), results(100)
    old = append_chunk(store, old, Chunk(0, records, MEASURES))
    more = (*MEASURES, Measure("crashes", "New.", 0.1, "u1"), Measure("jumps", "New.", 0.1, "f4", Scope.SEAT))
    wide = result_type(more, 4)
    new, fuller = started(store), results(100, seed=5, dtype=wide)
    new = append_chunk(store, new, Chunk(0, fuller, more))
    assert load_results(store, new, wide).tobytes() == fuller.tobytes()
    assert load_results(store, old, DTYPE).tobytes() == records.tobytes()
    with pytest.raises(ResultsDiffer, match="crashes"):
        load_results(store, old, wide)
    with pytest.raises(ResultsDiffer, match="unheard"):
        load_results(store, old, result_type([Measure("unheard", "", 0.1)], 3))


@pytest.mark.parametrize(("before", "after"), [("u1", "u4"), ("?", "u2"), ("u4", "i4"), ("i4", "f4"), ("u4", "u1")])
def test_a_measure_whose_type_changed(store: Store, before: str, after: str) -> None:
    written = []
    for seed, code in enumerate((before, after)):
        declared = [Measure("size", "", 0.1, code), Measure("weight", "", 0.1, code, Scope.SEAT)]
        dtype = result_type(declared, 3)
        records = results(50, seed=seed, dtype=dtype)
        written.append((append_chunk(store, started(store), Chunk(0, records, declared)), dtype, records))
    for run, dtype, records in written:
        if dtype["size"].kind == "f":  # a NaN's own bits do not survive a change of type; its value does
            assert np.array_equal(load_results(store, run, dtype)["size"], records["size"], equal_nan=True)
        else:
            assert load_results(store, run, dtype).tobytes() == records.tobytes()


def test_values_that_the_type_cannot_hold(store: Store) -> None:
    declared = [Measure("size", "", 0.1, "u4")]
    records = results(50, dtype=result_type(declared, 3))
    run = append_chunk(store, started(store), Chunk(0, records, declared))
    with pytest.raises(ResultsDiffer, match="size"):
        load_results(store, run, result_type([declared[0]._replace(type="u1")], 3))


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ([Measure("Points", "", 1)], "cannot name"),
        ([Measure('a" int); drop table runs; --', "", 1)], "cannot name"),
        ([Measure("points\n", "", 1)], "cannot name"),
        ([Measure("seat", "", 1, scope=Scope.SEAT)], "already"),
        ([Measure("run", "", 1)], "already"),
    ],
)
def test_names_that_are_no_identifiers(store: Store, declared: list[Measure], complaint: str) -> None:
    run, records = started(store), np.zeros(1, result_type(declared, 3))
    with pytest.raises(ValueError, match=complaint):
        append_chunk(store, run, Chunk(0, records, declared))


def test_a_game_that_is_no_identifier(store: Store) -> None:
    with pytest.raises(ValueError, match="cannot name"):
        append_chunk(store, started(store, game="../x"), Chunk(0, results(1), MEASURES))


def test_records_that_are_not_what_is_declared(store: Store) -> None:
    run = started(store)
    with pytest.raises(TypeError, match="records of winners"):
        append_chunk(store, run, Chunk(0, results(1), MEASURES[:2]))
    with pytest.raises(TypeError, match="points"):
        append_chunk(store, run, Chunk(0, results(1), (*MEASURES[:2], MEASURES[2]._replace(type="i4"), MEASURES[3])))
    with pytest.raises(ValueError, match="zero beyond"):
        append_chunk(store, run, Chunk(0, results(1, seats=4), MEASURES))
    with pytest.raises(ValueError, match="place for each"):
        append_chunk(store, run, Chunk(0, results(1, dtype=result_type(MEASURES, 2)), MEASURES))
    assert get_run(store, run.id).done == 0


def test_rows_that_somebody_took_away_are_told(store: Store) -> None:
    run = append_chunk(store, started(store), Chunk(0, results(100), MEASURES))
    with store.writing() as cursor:
        cursor.execute("delete from pebbles_seats where play = 7")
    with pytest.raises(StoreDamaged, match="297 rows where 300"):
        load_results(store, run, DTYPE)
