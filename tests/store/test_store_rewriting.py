"""The file written anew: what is stored stays, what was deleted is gone from the disk."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from store_samples import DTYPE, MEASURES, python, results, started
from test_store_connection import FIRST_USE, HOLD

from workbench.store import Chunk, Store, StoreFull, StoreLocked, append_chunk, load_results, runs


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
