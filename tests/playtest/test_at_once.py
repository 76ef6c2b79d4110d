"""Processes and threads that log one session at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.processes import start
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.recording import Log, begin, load
from workbench.store import Store
from workbench.store.playtests.entries import entries_of
from workbench.store.runs import runs

TAP = """
import sys
from pathlib import Path
from workbench.playtest.log.kinds import ClockPhase, Moment
from workbench.playtest.log.recording import Log
from workbench.store import Store

log = Log(Store(Path(sys.argv[1])), sys.argv[2])
print("begun", flush=True)
for number in range(int(sys.argv[3])):
    taps = [
        lambda: log.moment(Moment.STUCK, note=str(number)),
        lambda: log.note(str(number)),
        lambda: log.phase(ClockPhase.PLAY if number % 2 else ClockPhase.BREAK),
        lambda: log.undo(log.note("a slip").id),
    ]
    print(taps[number % len(taps)]().id, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Store:
    """A store that is open only while it is used, as a page does it."""
    store = Store(tmp_path / "workbench.duckdb", wait_s=60)
    runs(store)
    return store


def test_two_processes_log_one_session(file: Store) -> None:
    log = begin(file, {"game": "hitmakers"})
    processes = [start("-c", TAP, str(file.path), log.id, "4") for _ in range(2)]
    printed = [process.communicate(timeout=120)[0].split("\n")[1:-1] for process in processes]
    assert [len(ids) for ids in printed] == [4, 4]
    stored = [entry.id for entry in entries_of(file, log.id)]
    assert {id for ids in printed for id in ids} <= set(stored)
    assert len(load(file, log.id).moments) == 2


def test_eight_threads_log_one_session(store: Store, log: Log) -> None:
    def tap(device: int) -> None:
        my_log = Log(store, log.id, f"{device}")
        for number in range(5):
            my_log.moment(Moment.LAUGHTER, note=f"{device} {number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(tap, range(8)))
    notes = [moment.note for moment in log.session().moments]
    assert sorted(notes) == sorted(f"{device} {number}" for device in range(8) for number in range(5))
    for device in range(8):
        my_notes = [note for note in notes if note.startswith(str(device))]
        assert my_notes == sorted(my_notes)
    numbers = [entry.number for entry in entries_of(store, log.id)]
    assert numbers == sorted(set(numbers))
