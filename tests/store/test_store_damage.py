"""Stores that were cut, zeroed in places, or stand beside another store's log: refused untouched; found; repaired."""

import os
import re
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from store_samples import DTYPE, MEASURES, python, results, started

from workbench.store import (
    Chunk,
    Revision,
    Status,
    Store,
    StoreDamaged,
    append_chunk,
    connection,
    finish_run,
    get_run,
    load_results,
    revisions,
    runs,
    save_revision,
)
from workbench.store import blocks as wholeness
from workbench.store.blocks import FIRST_BLOCK, check_blocks, layout, listed_free, log_of, shared_file
from workbench.store.connection import CONFIG
from workbench.store.doctor import examined, read_tables, salvage

MAKES_STORES = True

BLOCK = 262_144
PLAYS = 250_000
KILLED = """
import os, signal, sys
from pathlib import Path
from store_samples import started
from workbench.store import Store
store = Store(Path(sys.argv[1]))
with store.session():
    for seed in range(int(sys.argv[2])):
        started(store, seed=seed)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_with_log(path: Path, runs_begun: int) -> None:
    """A process that began some runs and was killed while they stood in the log alone."""
    process = python(KILLED, path, runs_begun)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert log_of(path).stat().st_size > 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of some megabytes: two runs that are done, a person, a revision."""
    store = Store(tmp_path_factory.mktemp("whole") / "workbench.duckdb")
    save_revision(store, Revision("pebbles", "2020-03-04", "r1", {"hand_size": 7}))
    for seed in range(2):
        run = started(store, plays=PLAYS, seed=seed)
        append_chunk(store, run, Chunk(0, results(PLAYS, seed=seed), MEASURES))
        finish_run(store, run.id, f"digest {seed}")
    return store.path


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    path = tmp_path / "workbench.duckdb"
    shutil.copy(whole, path)
    return path


def cut(path: Path, size: Callable[[int], int]) -> None:
    os.truncate(path, size(path.stat().st_size))


def zero(path: Path, block: int) -> None:
    with path.open("r+b") as file:
        file.seek(FIRST_BLOCK + block * BLOCK)
        file.write(bytes(BLOCK))


def blocks_of(path: Path, column: str) -> list[int]:
    """The blocks that hold a column of a table."""
    table, _, name = column.partition(".")
    with duckdb.connect(str(path), read_only=True) as connection:
        query = f"select distinct block_id from pragma_storage_info('{table}') where persistent and column_name = ?"
        return sorted(block for (block,) in connection.execute(query, [name]).fetchall() if block >= 0)


@pytest.mark.parametrize(
    "size",
    [lambda n: n * 9 // 10, lambda n: n // 2, lambda n: n - 4096, lambda n: n - 1],
    ids=["90%", "50%", "4KiB", "1B"],
)
def test_a_store_that_was_cut_is_refused_before_the_first_write_and_left_as_it_is(copy: Path, size) -> None:
    cut(copy, size)
    before = copy.read_bytes()
    for use in (started, runs):
        with pytest.raises(StoreDamaged, match="workbench doctor") as caught:
            use(Store(copy))
        assert caught.value.exit_code == 3
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_a_store_whose_last_block_cannot_be_read_is_refused(copy: Path) -> None:
    with examined(Store(copy)) as seen:
        used = max(block for table in ("pebbles_plays", "pebbles_seats") for block in blocks_in(seen, table))
    zero(copy, used)
    before = copy.read_bytes()
    with pytest.raises(StoreDamaged, match="blocks missing or damaged: "):
        started(Store(copy))
    assert copy.read_bytes() == before


def blocks_in(seen, table: str) -> list[int]:
    query = "select distinct block_id from pragma_storage_info(?) where persistent"
    return [block for (block,) in seen.connection.execute(query, [table]).fetchall()]


def test_a_store_with_fewer_plays_than_its_runs_count_is_refused(copy: Path) -> None:
    with duckdb.connect(str(copy)) as connection:
        connection.execute("delete from pebbles_seats where run = 1 and play = 17 and seat = 2")
    with pytest.raises(StoreDamaged, match="pebbles_seats has 1499999 rows, the runs count 1500000"):
        runs(Store(copy))


def test_unused_blocks_may_hold_anything(store: Store) -> None:
    """What was deleted leaves blocks that a crash may tear; they are no damage."""
    for seed in range(3):
        run = started(store, plays=PLAYS, seed=seed)
        append_chunk(store, run, Chunk(0, results(PLAYS, seed=seed), MEASURES))
    with duckdb.connect(str(store.path)) as connection:
        for table in ("pebbles_plays", "pebbles_seats", "runs"):
            connection.execute(f"delete from {table} where {'number' if table == 'runs' else 'run'} = 2")
    with shared_file(store.path) as file:
        of = layout(file)
        listed = listed_free(file, of)
    with examined(store) as seen:
        used = {block for table in seen.tables for block in blocks_in(seen, table)}
        catalog = seen.connection.execute("select block_id from pragma_metadata_info()").fetchall()
    free = set(range(of.blocks)) - used - {block for (block,) in catalog}
    assert free == listed
    for block in free & set(range(of.there)):
        zero(store.path, block)
    assert len(runs(Store(store.path))) == 2
    with examined(store) as seen:
        assert all(table.lost == 0 for table in read_tables(seen))


def test_a_whole_store_is_looked_at_without_opening_it_once_for_each_state(copy: Path, monkeypatch) -> None:
    """A look reads at most 40 blocks, 3 ms; this one has unused blocks beyond the end of its file."""
    looked = []
    monkeypatch.setattr(wholeness.duckdb, "connect", lambda *_, **__: pytest.fail("opens the store"))
    check_blocks(copy, CONFIG)
    monkeypatch.undo()
    monkeypatch.setattr(connection, "check_blocks", lambda path, _: looked.append(path))
    started(Store(copy))
    started(Store(copy))
    assert len(looked) == 1, "what this process closed, it knows"
    other = python("import sys, os; os.utime(sys.argv[1])", copy)
    other.communicate()
    started(Store(copy))
    assert len(looked) == 2


def test_the_doctor_finds_zeroed_blocks_in_the_middle(copy: Path) -> None:
    middle = blocks_of(copy, "pebbles_seats.points")
    zero(copy, middle[len(middle) // 2])
    store = Store(copy)
    with examined(store) as seen:
        tables = {table.name: table for table in read_tables(seen)}
    assert 0 < tables["pebbles_seats"].lost < tables["pebbles_seats"].rows == 6 * PLAYS
    assert [table.lost for name, table in tables.items() if name != "pebbles_seats"] == [0] * (len(tables) - 1)


@pytest.mark.parametrize("deleted", [0, 1])
def test_a_whole_store_is_found_whole(copy: Path, deleted: int) -> None:
    """After a delete, row ids begin higher than at 0."""
    store = Store(copy)
    with duckdb.connect(str(copy)) as connection:
        for table in ("pebbles_plays", "pebbles_seats", "runs"):
            connection.execute(f"delete from {table} where {'number' if table == 'runs' else 'run'} = {deleted}")
    with examined(store) as seen:
        assert all(table.lost == 0 for table in read_tables(seen))
        assert {table.name: table.rows for table in read_tables(seen)}["pebbles_plays"] == (2 - deleted) * PLAYS


def test_a_repair_keeps_what_can_be_read_and_the_damaged_store(copy: Path) -> None:
    blocks = blocks_of(copy, "pebbles_plays.decisions")
    zero(copy, blocks[-1])
    damaged = copy.read_bytes()
    set_aside = salvage(copy)
    store = Store(copy)
    assert set_aside.read_bytes() == damaged
    first, second = sorted(runs(store), key=lambda run: run.number)
    assert (first.status, first.digest, first.done) == (Status.DONE, "digest 0", PLAYS)
    assert load_results(store, first, DTYPE).tobytes() == results(PLAYS, seed=0).tobytes()
    assert (second.status, second.digest) == (Status.INTERRUPTED, None)
    assert second.done < PLAYS and "resume" in second.note
    assert load_results(store, second, DTYPE).tobytes() == results(PLAYS, seed=1)[: second.done].tobytes()
    assert len(revisions(store, "pebbles")) == 1
    assert started(store).number == 3
    with store.reading() as cursor:
        told = "select comment from duckdb_columns() where table_name = 'pebbles_plays' and column_name = 'tie'"
        assert cursor.execute(told).fetchone() == ("Whether seats share the win; the 'tie'.",)
    with examined(store) as seen:
        assert all(table.lost == 0 for table in read_tables(seen))


def test_a_repair_without_the_runs_keeps_everything_else(copy: Path) -> None:
    for block in blocks_of(copy, "runs.id"):
        zero(copy, block)
    set_aside = salvage(copy)
    store = Store(copy)
    assert runs(store) == [] and set_aside.exists()
    assert started(store).number == 3


def test_a_repair_does_without_hard_links(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_links(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    started(store)
    before = store.path.read_bytes()
    monkeypatch.setattr(os, "link", without_links)
    set_aside = salvage(store.path)
    assert (set_aside.read_bytes(), mode(set_aside)) == (before, 0o600)
    assert len(runs(Store(store.path))) == 1


def test_a_store_that_was_cut_is_repaired_as_far_as_it_can_be_read(copy: Path) -> None:
    cut(copy, lambda size: size * 9 // 10)
    salvage(copy)
    store = Store(copy)
    for run in runs(store):
        expected = results(PLAYS, seed=run.seed)[: run.done]
        assert load_results(store, run, DTYPE).tobytes() == expected.tobytes()
    assert sum(run.done for run in runs(store)) > 0


def files(path: Path) -> dict[str, bytes]:
    """What is beside the store, but for places in the line of those who want it."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if ".ticket-" not in file.name}


def advice(path: Path, match: str = "does not belong to the store") -> list[str]:
    """The commands that the refusal names, in order."""
    before = files(path)
    for use in (runs, started):
        with pytest.raises(StoreDamaged, match=match) as caught:
            use(Store(path))
        assert caught.value.exit_code == 3
    assert files(path) == before
    return re.findall(r"`([^`]+)`", str(caught.value))


def follow(command: str, store: Path | None = None) -> None:
    subprocess.run(command.replace("STORE", str(store)), shell=True, check=True)


@pytest.fixture
def torn(tmp_path: Path) -> tuple[Path, Path]:
    """A store that was moved away, with 3 runs in the log that it left behind; where it was moved."""
    path, moved = tmp_path / "data" / "workbench.duckdb", tmp_path / "moved.duckdb"
    runs(Store(path))
    killed_with_log(path, 3)
    path.rename(moved)
    return path, moved


def test_a_log_whose_store_is_gone_and_came_back(torn: tuple[Path, Path]) -> None:
    path, moved = torn
    back, _ = advice(path)
    follow(back, moved)
    assert len(runs(Store(path))) == 3


def test_a_log_whose_store_is_gone_for_good(torn: tuple[Path, Path]) -> None:
    path, _ = torn
    _, aside = advice(path)
    follow(aside)
    assert runs(Store(path)) == []
    assert path.with_name("workbench.duckdb.wal.old").exists()


@pytest.mark.parametrize("which", ["another store", "an older copy", "a newer state"])
def test_a_log_beside_another_store(tmp_path: Path, torn: tuple[Path, Path], which: str) -> None:
    path, moved = torn
    log = log_of(path).rename(tmp_path / "log")
    if which == "another store":
        started(Store(path))
    elif which == "an older copy":
        started(Store(path))
        shutil.copy(path, tmp_path / "older")
        started(Store(path))
        killed_with_log(path, 2)
        moved = path.rename(tmp_path / "left")
        log = log_of(path).rename(tmp_path / "log")
        shutil.move(tmp_path / "older", path)
    else:
        shutil.copy(moved, path)
        shutil.copy(log, log_of(path))
        assert len(runs(Store(path))) == 3
    log.rename(log_of(path))
    away, back, aside = advice(path)
    folder = shutil.copytree(path.parent, tmp_path / "again")
    follow(aside)
    assert len(runs(Store(path))) == (3 if which == "a newer state" else 1)
    for name in (path.name, log_of(path).name):
        shutil.copy(folder / name, path.parent)
    follow(away)
    follow(back, moved)
    assert len(runs(Store(path))) == (4 if which == "an older copy" else 3)
    assert path.with_name("workbench.duckdb.old").exists()


@pytest.mark.parametrize("spoil", [lambda log: log[:70] + b"?" + log[71:], lambda log: bytes(len(log))])
def test_a_log_that_cannot_be_read_is_refused_and_can_be_moved_away(tmp_path: Path, spoil) -> None:
    path = tmp_path / "workbench.duckdb"
    started(Store(path))
    killed_with_log(path, 2)
    log_of(path).write_bytes(spoil(log_of(path).read_bytes()))
    (aside,) = advice(path, "is damaged")
    follow(aside)
    assert len(runs(Store(path))) == 1


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_that_the_store_writes_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(tmp_path / "data" / "workbench.duckdb")
        with store.session():
            started(store)
            assert log_of(store.path).exists()
            modes = {file.name: mode(file) for file in store.path.parent.iterdir()}
        store.back_up(tmp_path / "backup.duckdb")
        store.rewrite()
        set_aside = salvage(store.path)
        (tmp_path / "other").touch()
        modes |= {file.name: mode(file) for file in (store.path, set_aside, tmp_path / "backup.duckdb")}
        assert set(modes.values()) == {0o600}, modes
        assert mode(store.path.parent) == 0o700
        assert mode(tmp_path / "other") == 0o644, "the process writes other files as before"
    finally:
        os.umask(before)


def test_a_backup_has_what_is_in_the_log_and_is_made_while_others_write(store: Store, tmp_path: Path) -> None:
    backup = tmp_path / "backup.duckdb"
    with store.session():
        run = append_chunk(store, started(store, plays=90), Chunk(0, results(90), MEASURES))
        copied = shutil.copy(store.path, tmp_path / "copied.duckdb")
        store.back_up(backup)
        started(store)
    assert runs(Store(Path(copied))) == [], "a copy of the file alone lacks it"
    restored = Store(backup)
    assert [run.id for run in runs(restored)] == [run.id]
    assert load_results(restored, run, DTYPE).tobytes() == results(90).tobytes()
    assert started(restored).number == 2
    store.back_up(backup)
    assert len(runs(restored)) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.duckdb", "copied.duckdb", "data"]


def test_a_backup_waits_for_another_process(store: Store, tmp_path: Path) -> None:
    runs(store)
    process = python(KILLED.replace("os.kill", "import time; time.sleep(1); print"), store.path, 2)
    time.sleep(0.3)
    while not (store.path.exists() and log_of(store.path).exists()) and process.poll() is None:
        time.sleep(0.01)
    store.back_up(tmp_path / "backup.duckdb")
    assert len(runs(Store(tmp_path / "backup.duckdb"))) == 2
    process.communicate()
    assert get_run(store, "1").seed == 0
