"""One file, many threads, other processes, and files that are no store."""

import os
import signal
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest
from store_samples import DTYPE, MEASURES, python, results, started

from workbench.store import Store, StoreDamaged, StoreFull, StoreLocked, StoreNewer
from workbench.store.errors import diagnose
from workbench.store.results import Chunk, append_chunk, load_results
from workbench.store.runs import get_run, runs

MAKES_STORES = True

HOLD = """
import sys, time
from pathlib import Path
from workbench.store import Store
with Store(Path(sys.argv[1])).session():
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""
FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from store_samples import MEASURES, results, started
from workbench.store.results import Chunk, append_chunk; from workbench.store import Store, StoreFull
from workbench.store.runs import get_run
store = Store(Path(sys.argv[1]))
run = append_chunk(store, started(store, plays=200_000), Chunk(0, results(100), MEASURES))
resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, resource.RLIM_INFINITY))
try:
    append_chunk(store, run, Chunk(100, results(150_000), MEASURES))
except StoreFull as error:
    print(error.exit_code, error)
print(get_run(store, run.id).done)
"""
FIRST_USE = """
import sys
from pathlib import Path
from store_samples import started
from workbench.store import Store
print(started(Store(Path(sys.argv[1]))).number)
"""


def test_a_new_workspace_gets_a_store(store: Store) -> None:
    assert runs(store) == []
    assert {path.name for path in store.path.parent.iterdir()} == {"workbench.duckdb", "ledger.jsonl"}


def test_the_holder_is_named(store: Store) -> None:
    runs(store)
    holder = python(HOLD, store.path, 60)
    assert holder.stdout.readline() == "held\n"
    begun = time.monotonic()
    with pytest.raises(StoreLocked) as caught:
        runs(Store(store.path, wait_s=0.3))
    assert time.monotonic() - begun >= 0.3
    assert holder.poll() is None
    assert caught.value.exit_code == 3
    assert f"process {holder.pid} " in str(caught.value)
    if sys.platform == "linux":
        assert "with Store(Path(sys.argv[1])).session()" in str(caught.value)
    holder.kill()
    holder.communicate()
    assert runs(store) == []


def test_a_lock_is_waited_for(store: Store) -> None:
    runs(store)
    holder = python(HOLD, store.path, 0.5)
    assert holder.stdout.readline() == "held\n"
    assert runs(store) == []
    holder.communicate()


def test_others_get_in_when_an_operation_has_ended(store: Store) -> None:
    started(store)
    with store.session():
        runs(store)
        other = python(FIRST_USE, store.path)
        time.sleep(0.3)
        assert other.poll() is None
    assert other.communicate()[0] == "2\n"


def test_three_processes_make_the_store_at_once(store: Store) -> None:
    others = [python(FIRST_USE, store.path) for _ in range(3)]
    assert sorted(other.communicate()[0] for other in others) == ["1\n", "2\n", "3\n"]
    assert {path.name for path in store.path.parent.iterdir()} == {"workbench.duckdb", "ledger.jsonl"}


def test_eight_threads_read_and_write_at_once(store: Store) -> None:
    def play(seed: int) -> bool:
        another = Store(store.path)
        run, written = started(another, seed=seed), results(90, seed=seed)
        for first in range(0, 90, 30):
            run = append_chunk(another, run, Chunk(first, written[first : first + 30], MEASURES))
            for other in runs(another):
                load_results(another, other, DTYPE)
        return load_results(another, run, DTYPE).tobytes() == written.tobytes()

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(play, range(8)))
    assert sorted(run.done for run in runs(store)) == [90] * 8


def test_a_reader_sees_one_state(store: Store) -> None:
    run = started(store)
    with store.reading() as cursor:
        count = "select count(*) from runs where done > 0"
        assert cursor.execute(count).fetchone() == (0,)
        append_chunk(store, run, Chunk(0, results(10), MEASURES))
        assert cursor.execute(count).fetchone() == (0,)
    assert get_run(store, run.id).done == 10


def test_an_exception_undoes_all(store: Store) -> None:
    def fail_halfway() -> None:
        with store.writing() as cursor:
            cursor.execute("delete from runs")
            raise KeyboardInterrupt

    run = started(store)
    with pytest.raises(KeyboardInterrupt):
        fail_halfway()
    assert get_run(store, run.id) == run


def test_a_wrong_query_is_not_blamed_on_the_file(store: Store) -> None:
    with pytest.raises(duckdb.CatalogException), store.reading() as cursor:
        cursor.execute("select * from corrupt_extension")


def sqlite_file(path: Path) -> bytes:
    with sqlite3.connect(path) as connection:
        connection.execute("create table plays (id)")
    connection.close()
    return path.read_bytes()


def cut_store(path: Path) -> bytes:
    started(Store(path))
    return path.read_bytes()[:20_000]


def rotten_store(path: Path) -> bytes:
    started(Store(path))
    whole = bytearray(path.read_bytes())
    whole[12_500:] = os.urandom(len(whole) - 12_500)
    return bytes(whole)


def another_database(path: Path) -> bytes:
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table recipes as select 1 as id")
    return path.read_bytes()


@pytest.mark.parametrize(
    "make",
    [
        lambda _: b"",
        lambda _: b"run,play\n1,2\n",
        lambda _: os.urandom(100_000),
        sqlite_file,
        cut_store,
        rotten_store,
        another_database,
    ],
    ids=["empty", "text", "random", "sqlite", "cut", "rotten", "foreign"],
)
def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path, make) -> None:
    path = tmp_path / "workbench.duckdb"
    content = make(tmp_path / "made")
    path.write_bytes(content)
    with pytest.raises(StoreDamaged) as caught:
        started(Store(path))
    assert caught.value.exit_code == 3
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content
    with pytest.raises(StoreDamaged):
        runs(Store(path))


def test_a_newer_duckdb_file_is_refused() -> None:
    words = "IO Error: Trying to read a database file with storage version number 99, but we can only read up to 68."
    failure = diagnose(duckdb.IOException(words), Path("data/workbench.duckdb"))
    assert isinstance(failure, StoreNewer)
    assert failure.exit_code == 3


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreFull, match="cannot be written") as caught:
        started(Store(tmp_path / "data" / "workbench.duckdb"))
    assert caught.value.exit_code == 3


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="the system does not limit the size of files")
def test_a_full_disk_keeps_what_was_stored(store: Store) -> None:
    out, errors = python(FILL_THE_DISK, store.path).communicate()
    failure, done = out.splitlines()
    assert failure.startswith("3 the store"), errors
    assert "cannot be written" in failure
    assert done == "100"
    assert get_run(store, runs(store)[0].id).done == 100
