"""Forgetting a person, killed at every step: either they are still there, or the name is in no file any more."""

import json
from pathlib import Path

import duckdb
import pytest
from store_samples import python, started

from workbench.playtest.log.recording import begin
from workbench.playtest.overview import update_overview
from workbench.store import Store, connection
from workbench.store.copies import automatic_copies
from workbench.store.history import Decision, decide
from workbench.store.playtests import Person, forget, new_uuid, people, save_person

FULL = "No space left on device"
NAME = "Zacharias Quirk"
DRIVE = """
import json, os, shutil, signal, sys
import duckdb  # not anew in each child
from pathlib import Path
from workbench.playtest.overview import update_overview
from workbench.store import Store, copies
from workbench.store.playtests import forget, overview, people
from workbench.store.texts import Writer

whole, person, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3].encode()
WATCHED = {
    forget.__code__, Store.writing.__wrapped__.__code__, copies.replace_with_copy.__code__,
    copies._delete_automatic_copies.__code__, Writer.replace.__code__, overview.drop_from_index.__code__,
}

def in_child(act, *arguments):
    child = os.fork()
    if child == 0:
        try:
            act(*arguments)
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1]

def forget_and_die(store, last):
    seen = []
    def trace(frame, event, argument):
        if frame.f_code not in WATCHED:
            return None
        if event == "line" and (line := (frame.f_code, frame.f_lineno)) not in seen:
            seen.append(line)
            if len(seen) == last:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)
    forget(store, person)
    store.rewrite()

def look(store, out):
    name_there = people(store)[person].name
    update_overview(store)
    with store.session():
        pass
    store.path.with_name(out).write_text(name_there or "")

killed, last = [], 0
while True:
    last += 2
    folder = whole.parent / f"killed-{last}"
    shutil.copytree(whole.parent / "whole", folder)
    store = Store(folder / whole.name)
    status = in_child(forget_and_die, store, last)
    assert os.WIFSIGNALED(status) or status == 0, status
    def files_of(folder):
        return [file for file in sorted(folder.rglob("*")) if file.is_file()]

    before = any(name in file.read_bytes() for file in files_of(folder))
    assert in_child(look, store, "known") == 0
    known = (folder / "known").read_text()
    (folder / "known").unlink()
    files = [file.name for file in files_of(folder)]
    held = [file.name for file in files_of(folder) if name in file.read_bytes()]
    killed.append([last, bool(known), before, held, files])
    shutil.rmtree(folder)
    if status == 0:
        break
print(json.dumps(killed))
"""


@pytest.fixture
def person(store: Store) -> str:
    """Somebody among others, of whom a log and a decision speak, in files that are closed; the id."""
    return somebody(store)


def somebody(store: Store) -> str:
    for name in (*"ABC", NAME):
        saved = save_person(store, Person(new_uuid(), name))
    log = begin(store, {"game": "hitmakers", "goal": f"what {NAME} wants"})
    log.add_player(saved, 0)
    log.note(f"{NAME} is late")
    decide(store, Decision("hitmakers", "2021-04-08", reason=f"{NAME} likes it"))
    update_overview(store)
    return saved.id


def test_killed_at_every_step_the_name_is_gone_with_the_next_opening(tmp_path: Path) -> None:
    store = Store(tmp_path / "whole" / "workbench.duckdb")
    person = somebody(store)
    store.path.with_name("workbench.before-5.duckdb").write_bytes(store.path.read_bytes())
    out, errors = python(DRIVE, tmp_path / store.path.name, person, NAME).communicate()
    killed = json.loads(out or "[]")
    assert len(killed) > 20, errors
    forgotten = [held for _, is_stored, _, held, _ in killed if not is_stored]
    assert len(forgotten) > 8 and not any(forgotten), killed
    assert any(before for _, is_stored, before, *_ in killed if not is_stored), (
        "some kill leaves the name, until opened again"
    )
    for _, is_stored, _, _, files in killed:
        assert store.path.name in files and "pending.jsonl" not in files
        assert is_stored or "workbench.before-5.duckdb" not in files


def test_a_new_text_of_somebody_forgotten_owes_a_rewrite_too_and_automatic_copies_go(store: Store, person: str) -> None:
    copy = store.path.with_name("workbench.before-4.duckdb")
    copy.write_bytes(store.path.read_bytes())
    assert automatic_copies(store.path) == [copy]
    started(store)
    assert copy.exists()
    forget(store, person)
    assert people(store)[person].forgotten
    started(store)
    assert NAME.encode() not in store.path.read_bytes()
    assert automatic_copies(store.path) == []


def test_what_dead_processes_left_is_removed_and_what_living_ones_make_stays(store: Store) -> None:
    holder = python("import time; print('here', flush=True); time.sleep(60)")
    assert holder.stdout.readline() == "here\n"
    started(store)
    names = [f"copy-{2**22 + 1}-ab12", f"copy-{2**22 + 1}-ab12.wal", f"new-{2**22 + 1}-ab12", "backup"]
    left = [store.path.with_name(f"{store.path.name}.{name}") for name in (*names, f"new-{holder.pid}-ab12")]
    for file in left:
        file.write_text(NAME)
    started(store)
    assert [file.exists() for file in left] == [False, False, False, True, True]
    holder.kill()
    holder.communicate()
    started(store)
    assert [file.exists() for file in left] == [False, False, False, True, False]


@pytest.mark.parametrize("failure", [OSError(28, FULL), duckdb.IOException(f"workbench.duckdb: {FULL}")])
def test_where_the_disk_is_full_the_rewrite_stays_owed_and_the_store_can_be_used(
    store: Store, person: str, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def full(path: Path, target: Path) -> None:
        raise failure

    with store.session():
        forget(store, person)
    monkeypatch.setattr(connection, "_not_rewritten", set())
    monkeypatch.setattr(Path, "replace", full)
    assert started(store).number == 1
    assert NAME.encode() in store.path.read_bytes()
    monkeypatch.undo()
    assert started(store).number == 2
    assert NAME.encode() not in store.path.read_bytes()
