"""The file written anew: what is stored stays, what was deleted is gone from the disk."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from store_samples import DTYPE, MEASURES, python, results, started
from test_store_connection import FIRST_USE, HOLD

from workbench.store import Chunk, Store, StoreFull, StoreLocked, append_chunk, load_results, runs
from workbench.store.playtests import Person, forget, new_uuid, save_person

NAME = "Zacharias Quirk"


def everything(store: Store) -> str:
    """All rows of all tables, and how the tables are made."""
    with store.reading() as cursor:
        schema = cursor.execute("select table_name, sql from duckdb_tables() order by table_name").fetchall()
        rows = {name: cursor.execute(f"select * from {name} order by all").fetchall() for name, _ in schema}
    return json.dumps([schema, rows], default=str)


@pytest.fixture
def person(store: Store) -> str:
    """Somebody among others; the id."""
    for name in (*"ABC", NAME):
        saved = save_person(store, Person(new_uuid(), name))
    return saved.id


def test_a_forgotten_name_is_not_in_the_file(store: Store, person: str) -> None:
    forget(store, person)
    assert NAME.encode() in store.path.read_bytes()  # if DuckDB learns to clear it, this module can go
    before = everything(store)
    store.rewrite()
    assert NAME.encode()[:8] not in store.path.read_bytes()
    assert everything(store) == before
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]


def test_plays_and_the_count_of_runs_go_on(store: Store) -> None:
    run = append_chunk(store, started(store, plays=90), Chunk(0, results(90), MEASURES))
    store.rewrite()
    assert load_results(store, run, DTYPE).tobytes() == results(90).tobytes()
    assert started(store).number == run.number + 1


def test_another_process_is_waited_for(store: Store) -> None:
    runs(store)
    holder = python(HOLD, store.path, 60)
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(StoreLocked):
        Store(store.path, wait_s=0.2).rewrite()
    holder.kill()
    holder.communicate()
    store.rewrite()


def test_threads_of_this_process_are_waited_for(store: Store) -> None:
    with ThreadPoolExecutor(1) as pool:
        with store.session():
            with pytest.raises(StoreLocked, match="in use by this program"):
                Store(store.path, wait_s=0.1).rewrite()
            waiting = pool.submit(store.rewrite)
            started(store)
            assert not waiting.done()
        waiting.result(10)
    assert len(runs(store)) == 1


def test_who_waits_meanwhile_finds_the_new_file(store: Store) -> None:
    started(store)
    with store.session():
        others = [python(FIRST_USE, store.path) for _ in range(2)]
    for _ in range(5):
        store.rewrite()
    assert sorted(other.communicate()[0] for other in others) == ["2\n", "3\n"]
    assert len(runs(store)) == 3


def test_a_failure_leaves_the_old_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    started(store)

    def full(path: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreFull):
        store.rewrite()
    assert len(runs(store)) == 1
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]
