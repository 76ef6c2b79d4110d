"""Stores that were cut, flipped, emptied or replaced: refused, put aside as they are; what plain DuckDB reads stays."""

import os
import shutil
import signal
import stat
from pathlib import Path

import duckdb
import pytest
from store_samples import DTYPE, MEASURES, python, results, started

from workbench.store import Store, StoreDamaged
from workbench.store.copies import log_of, put_aside
from workbench.store.results import Chunk, Gathered, append_chunk, load_results
from workbench.store.runs import Revision, Run, Status, finish_run, get_run, resume_run, revisions, runs, save_revision
from workbench.store.taking_over import Taken, begin_anew, openable, read_tables

MAKES_STORES = True

FIRST_BLOCK, BLOCK = 3 * 4_096, 262_144
PLAYS = 125_000
KILLED = """
import os, signal, sys
from pathlib import Path
from store_samples import started
from workbench.store import Store
store = Store(Path(sys.argv[1]))
with store.session():
    for seed in range(int(sys.argv[2])):
        started(store, seed=7 + seed)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_with_log(path: Path, runs_begun: int) -> None:
    """A process that began some runs and was killed while they stood in the log alone."""
    process = python(KILLED, path, runs_begun)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert log_of(path).stat().st_size > 0


def play(store: Store, seed: int, gathered: Gathered | None = None) -> Run:
    run = started(store, plays=PLAYS, seed=seed)
    append_chunk(store, run, Chunk(0, results(PLAYS, seed=seed), MEASURES, 2.0, gathered))
    return finish_run(store, run.id, f"digest {seed}")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of some megabytes: two runs that are done, and a revision."""
    store = Store(tmp_path_factory.mktemp("whole") / "workbench.duckdb")
    save_revision(store, Revision("pebbles", "2020-03-04", "r1", {"hand_size": 7}))
    for seed in range(2):
        play(store, seed)
    return store.path


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(whole.parent, tmp_path / "data") / whole.name


def blocks_of(path: Path, column: str) -> list[int]:
    """The blocks that hold a column of a table."""
    table, _, name = column.partition(".")
    with duckdb.connect(str(path), read_only=True) as connection:
        query = f"select distinct block_id from pragma_storage_info('{table}') where persistent and column_name = ?"
        return sorted(block for (block,) in connection.execute(query, [name]).fetchall() if block >= 0)


def zero(path: Path, block: int) -> None:
    with path.open("r+b") as file:
        file.seek(FIRST_BLOCK + block * BLOCK)
        file.write(bytes(BLOCK))


def anew(path: Path) -> Taken:
    """Begin anew; the old file stays as it is."""
    before = path.read_bytes() if path.exists() else None
    with Store(path).in_turn():
        taken = begin_anew(path)
    assert before is None or taken.aside.read_bytes() == before
    return taken


def tables(path: Path) -> dict[str, tuple[int, int]]:
    """The rows of each table, and how many of them can be read."""
    with Store(path).in_turn(), openable(path) as (old, _):
        there = read_tables(old.connection) if old else []
        return {table.name: (table.rows, table.readable) for table in there}


def check_usable(path: Path, most: int = 2) -> list[Run]:
    """The new store has the runs of the ledger; of each, all plays or none, and these can be played again."""
    store = Store(path)
    there = sorted(runs(store), key=lambda run: run.seed)
    assert [(run.seed, run.plays) for run in there][:most] == [(seed, PLAYS) for seed in range(2)][:most]
    for run in there:
        if run.done:
            assert load_results(store, run, DTYPE).tobytes() == results(PLAYS, seed=run.seed).tobytes()
        else:
            assert run.status is Status.INTERRUPTED and "resume" in run.note
            again = resume_run(store, run.id)
            append_chunk(store, again, Chunk(0, results(PLAYS, seed=run.seed), MEASURES))
            finish_run(store, run.id, f"digest {run.seed}")
    assert started(store).number == 1 + max(run.number for run in there)
    assert len(revisions(store, "pebbles")) == 1
    return there


def test_what_does_not_open_is_refused_with_what_it_held(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:8] + b"KCUD" + copy.read_bytes()[12:])
    before = copy.read_bytes()
    for use in (started, runs):
        with pytest.raises(StoreDamaged, match=r"2 finished batches with 250,000 plays, which took 4 s"):
            use(Store(copy))
    assert copy.read_bytes() == before and not put_aside(copy)


def test_damage_met_while_reading_leaves_file_and_log_as_they_are(copy: Path) -> None:
    killed_with_log(copy, 2)
    os.truncate(copy, copy.stat().st_size // 3 * 2)
    before = copy.read_bytes(), log_of(copy).read_bytes()
    with pytest.raises(StoreDamaged, match="left unchanged"), Store(copy).session():
        for run in runs(Store(copy)):
            load_results(Store(copy), run, DTYPE)
    assert (copy.read_bytes(), log_of(copy).read_bytes()) == before


def test_one_run_that_cannot_be_read_costs_that_run_alone(copy: Path) -> None:
    zero(copy, blocks_of(copy, "pebbles_plays.decisions")[-1])
    rows, readable = tables(copy)["pebbles_plays"]
    assert (rows, readable) == (2 * PLAYS, PLAYS)
    taken = anew(copy)
    assert taken.lost == ["pebbles_plays"] and taken.rows["pebbles_plays"] == PLAYS
    assert [run.done for run in check_usable(copy)] == [PLAYS, 0]
    with Store(copy).reading() as cursor:
        told = "select comment from duckdb_columns() where table_name = 'pebbles_plays' and column_name = 'tie'"
        assert cursor.execute(told).fetchone() == ("Whether seats share the win; the 'tie'.",)


def test_without_its_rows_a_finished_run_keeps_its_figures(store: Store) -> None:
    run = play(store, 0, Gathered(b"sums"))
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("delete from pebbles_seats where play = 17")
    anew(store.path)
    after = get_run(store, run.id)
    assert (after.status, after.digest, after.has_rows) == (Status.DONE, run.digest, False)


def test_runs_that_cannot_be_read_come_from_the_ledger(copy: Path) -> None:
    for block in blocks_of(copy, "runs.id"):
        zero(copy, block)
    anew(copy)
    assert [run.done for run in check_usable(copy)] == [0, 0]


@pytest.mark.parametrize("deleted", [0, 1])
def test_a_whole_store_is_found_whole(copy: Path, deleted: int) -> None:
    """After a delete, row ids begin higher than at 0."""
    with duckdb.connect(str(copy)) as connection:
        for table in ("pebbles_plays", "pebbles_seats", "runs"):
            connection.execute(f"delete from {table} where {'number' if table == 'runs' else 'run'} = {deleted}")
    assert all(rows == readable for rows, readable in tables(copy).values())
    assert tables(copy)["pebbles_plays"] == ((2 - deleted) * PLAYS,) * 2


def test_a_missing_database_begins_anew_by_itself(copy: Path) -> None:
    copy.unlink()
    assert [run.done for run in check_usable(copy)] == [0, 0]


def test_other_plays_than_before_are_told(copy: Path) -> None:
    copy.unlink()
    store = Store(copy)
    run = min(runs(store), key=lambda run: run.seed)
    append_chunk(store, resume_run(store, run.id), Chunk(0, results(PLAYS), MEASURES))
    assert "digest was digest 0" in finish_run(store, run.id, "another").note


def test_a_log_whose_store_is_gone_or_another_is_put_aside_with_it(copy: Path, tmp_path: Path) -> None:
    killed_with_log(copy, 2)
    moved = copy.rename(tmp_path / "moved.duckdb")
    log = log_of(copy).read_bytes()
    with pytest.raises(StoreDamaged, match="put it back"):
        runs(Store(copy))
    assert log_of(copy).read_bytes() == log
    taken = anew(copy)
    assert log_of(taken.aside).read_bytes() == log and [run.done for run in check_usable(copy)] == [0, 0]
    log_of(copy).write_bytes(log)
    with pytest.raises(StoreDamaged, match="does not belong"):
        runs(Store(copy))
    shutil.copy(moved, copy)
    assert len(runs(Store(copy))) == 4, "the log's own store has come back"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_that_the_store_writes_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(tmp_path / "data" / "workbench.duckdb")
        with store.session():
            started(store)
            with store.writing(index=True):
                pass
            assert log_of(store.path).exists()
            modes = {file.name: mode(file) for file in store.path.parent.iterdir()}
        store.back_up(tmp_path / "backup.duckdb")
        taken = anew(store.path)
        (tmp_path / "other").touch()
        modes |= {file.name: mode(file) for file in (store.path, taken.aside, tmp_path / "backup.duckdb")}
        assert set(modes.values()) == {0o600}, modes
        assert mode(store.path.parent) == 0o700
        assert mode(tmp_path / "other") == 0o644, "the process writes other files as before"
    finally:
        os.umask(before)


def test_a_copy_has_what_is_in_the_log_and_is_made_while_others_write(store: Store, tmp_path: Path) -> None:
    backup = tmp_path / "backup.duckdb"
    with store.session():
        run = append_chunk(store, started(store, plays=90), Chunk(0, results(90), MEASURES))
        store.back_up(backup)
        started(store)
    restored = Store(backup)
    assert [run.id for run in runs(restored)] == [run.id]
    assert load_results(restored, run, DTYPE).tobytes() == results(90).tobytes()
    assert started(restored).number == 2
