"""Forgetting a person, killed at every step: either they are still there, or the name is in no file any more."""

import json
from pathlib import Path

import pytest
from store_samples import python, started

from tests.support.thorough import one_of
from workbench.playtest.log.recording import begin
from workbench.playtest.overview import update_overview
from workbench.store import Store
from workbench.store.copies import keep_backup
from workbench.store.history import Decision, decide
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.people import Person, forget, save_person
from workbench.store.texts import IMPORTS, list_of

NAME = "Zacharias Quirk"
DRIVE = """
import json, os, shutil, signal, sys
import duckdb  # not anew in each child
from pathlib import Path
from workbench.playtest.overview import update_overview
from workbench.store import Store
from workbench.store.playtests.people import forget, people
from workbench.store.texts import Writer

whole, person, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3].encode()
WATCHED = {forget.__code__, Store.writing.__wrapped__.__code__, Writer.replace.__code__}

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
        if event == "line":
            seen.append(frame.f_lineno)
            if len(seen) == last:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)
    forget(store, person)

def look(store, out):
    store.path.with_name(out).write_text(people(store)[person].name or "")
    update_overview(store)

killed, last = [], 0
while True:
    last += int(sys.argv[4])
    folder = whole.parent / f"killed-{last}"
    shutil.copytree(whole.parent / "whole", folder)
    store = Store(folder / whole.name)
    status = in_child(forget_and_die, store, last)
    assert os.WIFSIGNALED(status) or status == 0, status
    assert in_child(look, store, "known") == 0
    known = (folder / "known").read_text()
    (folder / "known").unlink()
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    held = [file.name for file in files if name in file.read_bytes()]
    killed.append([last, bool(known), held, [file.name for file in files]])
    shutil.rmtree(folder)
    if status == 0:
        break
print(json.dumps(killed))
"""


def somebody(store: Store) -> str:
    for name in (*"ABC", NAME):
        saved = save_person(store, Person(new_uuid(), name))
    log = begin(store, {"game": "hitmakers", "goal": f"what {NAME} wants"})
    log.add_player(saved, 0)
    log.note(f"{NAME} is late")
    decide(store, Decision("hitmakers", "2021-04-08", reason=f"{NAME} likes it"))
    update_overview(store)
    return saved.id


@pytest.mark.parametrize("step", one_of((2, 7), quick=7))
def test_killed_at_every_step_the_name_is_gone_or_nothing_is(tmp_path: Path, step: int) -> None:
    store = Store(tmp_path / "whole" / "workbench.duckdb")
    person = somebody(store)
    store.path.with_name("workbench.before-16.duckdb").write_text(NAME)
    assert keep_backup(store.path) is not None
    out, errors = python(DRIVE, tmp_path / store.path.name, person, NAME, step).communicate()
    killed = json.loads(out or "[]")
    assert len(killed) > 40 // step, errors
    forgotten = [held for _, is_stored, held, _ in killed if not is_stored]
    assert len(forgotten) > 16 // step and not any(forgotten), killed
    for _, is_stored, held, files in killed:
        assert store.path.name in files and "pending.jsonl" not in files
        assert is_stored == ("ledger.jsonl" in held) == ("workbench.before-16.duckdb" in files)


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


def test_a_list_without_imports_stays_as_it_is(store: Store) -> None:
    person = somebody(store)
    file = store.path.with_name(IMPORTS)
    file.write_bytes(list_of([]))
    forget(store, person)
    assert file.read_bytes() == list_of([])
