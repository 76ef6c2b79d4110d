"""What is left of dead processes, and of a list, when a person is forgotten."""

from store_samples import python, started

from workbench.playtest.log.recording import begin
from workbench.playtest.overview import update_overview
from workbench.store import Store
from workbench.store.history import Decision, decide
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.people import Person, forget, save_person
from workbench.store.texts import IMPORTS, list_of

NAME = "Zacharias Quirk"


def somebody(store: Store) -> str:
    for name in (*"ABC", NAME):
        saved = save_person(store, Person(new_uuid(), name))
    log = begin(store, {"game": "hitmakers", "goal": f"what {NAME} wants"})
    log.add_player(saved, 0)
    log.note(f"{NAME} is late")
    decide(store, Decision("hitmakers", "2021-04-08", reason=f"{NAME} likes it"))
    update_overview(store)
    return saved.id


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
