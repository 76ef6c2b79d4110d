"""Playtests of an older store become text, once: everything is there, names too, and what lies beside stays."""

import hashlib
import json
import signal
from pathlib import Path

import duckdb
import pytest
from store_samples import python

from tests.support.stores import MAKES_STORES  # noqa: F401
from workbench.playtest.overview import sessions
from workbench.store import Store
from workbench.store.migrations import MIGRATIONS, migrate
from workbench.store.playtests import (
    delete_session,
    entries_of,
    feedback_of,
    file_imports,
    find_link,
    forget,
    people,
    session_ids,
    undo_import,
)

ANNA, BEN = "4be0643f-1d98-573b-97cd-ca98a65347dd", "5be0643f-1d98-573b-97cd-ca98a65347dd"
HASH = hashlib.sha256(b"secret").hexdigest()
ROWS = f"""
    insert into playtest_people values
        ('{ANNA}', 'Anna Quirk', false, null), ('{BEN}', 'Ben', false, 'b1'), ('gone', null, true, null);
    insert into playtest_batches values ('b1', '2026-01-05 10:00:00', 'csv', 'Anna Quirk.csv', 1, 2, 0);
    insert into playtest_entries values
        (1, 'e1', 'first', 'open', '2026-01-01 18:00:00.123456', 'a1', '{{"game":"hitmakers"}}', null),
        (2, 'e2', 'first', 'player', '2026-01-01 18:00:01', 'a1', '{{"player":"{ANNA}","seat":0}}', null),
        (3, 'f1', 'second', 'open', '2026-01-02 18:00:00', '', '{{"game":"hitmakers"}}', 'b1'),
        (4, 'f2', 'second', 'player', '2026-01-02 18:00:00', '', '{{"player":"{BEN}","seat":0}}', 'b1'),
        (5, 'e3', 'first', 'note', '2026-01-01 17:59:00', 'b2', '{{"text":"Anna Quirk is late","player":null}}', null);
    insert into playtest_feedback (number, id, session, player, happened_at, fun, length, best, worst, change, quote,
            answers) values
        (1, 'g1', 'first', '{ANNA}', '2026-01-01 20:00:00', 4, 0, 'Anna won', '', '', true, '{{"{BEN}":3}}');
    insert into playtest_links values
        ('selector1234', '{HASH}', 'first', null, '2026-01-01 18:30:00')
"""
OPEN = """
import os, signal, sys
from pathlib import Path
from workbench.store import Store, migrations, texts

def trace(frame, event, argument):
    if frame.f_code not in (texts.Writer.replace.__code__, migrations.migrate.__code__):
        return None
    trace.lines += event == "line"
    if trace.lines == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return trace

trace.lines = 0
sys.settrace(trace)
with Store(Path(sys.argv[1])).reading():
    pass
"""


def old(path: Path, version: int = 13) -> Store:
    """A store as that version wrote it, with two sessions."""
    path.parent.mkdir(parents=True)
    with duckdb.connect(str(path)) as connection:
        migrate(connection, path, MIGRATIONS[:version])
        connection.execute(ROWS)
    return Store(path)


def whole(store: Store) -> bool:
    """True if everything of the old store is there."""
    first, second = entries_of(store, "first"), entries_of(store, "second")
    [form] = feedback_of(store, "first")
    assert [entry.id for entry in first] == ["e3", "e1", "e2"] and first[1].time.microsecond == 123456
    assert [entry.batch for entry in second] == ["b1", "b1"] and first[0].device == "b2"
    assert (form.fun, form.length, form.best, form.quote, form.answers) == (4, 0, "Anna won", True, {BEN: 3})
    assert {person.name for person in people(store).values()} == {"Anna Quirk", "Ben", None}
    assert people(store)["gone"].forgotten and session_ids(store) == ["second", "first"]
    link = find_link(store, "selector1234")
    assert link is not None and (link.session, link.hash) == ("first", HASH)
    assert [batch.file for batch in file_imports(store)] == ["Anna Quirk.csv"]
    return True


@pytest.mark.parametrize("version", [3, 5, 13])
def test_an_older_store_is_read_over_once_with_a_copy_kept(tmp_path: Path, version: int) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb", version)
    assert whole(store)
    assert store.path.with_name(f"workbench.before-{version + 1}.duckdb").exists()
    assert {row.session for row in sessions(store)} == {"first", "second"}
    delete_session(store, "first")
    assert {row.session for row in sessions(store)} == {"second"}, "what is deleted does not come back"
    undo_import(store, "b1")
    assert session_ids(store) == [] and set(people(store)) == {ANNA, "gone"}


def test_killed_at_any_moment_it_is_read_over_by_the_next(tmp_path: Path) -> None:
    killed = 0
    for last in range(1, 60, 2):
        store = old(tmp_path / str(last) / "workbench.duckdb")
        process = python(OPEN, store.path, last)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        assert whole(store)
        if not process.returncode:
            break
    assert killed > 10


def test_an_older_store_that_cannot_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb")
    monkeypatch.setattr("workbench.store.connection._open", _refused)
    assert whole(store)
    assert [file.name for file in store.path.parent.iterdir()] == [store.path.name]


def _refused(path: Path, *_: object) -> None:
    from workbench.store.errors import unwritable

    raise unwritable(path, "Read-only file system")


def test_a_backup_brings_texts_back_and_changes_none_that_are_there(tmp_path: Path) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb")
    assert whole(store)
    store.back_up(backup := tmp_path / "backup.duckdb")
    there = Store(tmp_path / "there" / "workbench.duckdb")
    there.path.parent.mkdir()
    there.path.write_bytes(backup.read_bytes())
    assert whole(there)
    forget(store, ANNA)
    with store.session():
        pass
    store.path.write_bytes(backup.read_bytes())
    with store.session():
        pass
    assert people(store)[ANNA].forgotten
    assert b"Quirk" not in b"".join(file.read_bytes() for file in store.path.parent.rglob("*.json*"))


def test_a_name_is_in_no_file_of_a_read_over_store_once_it_is_forgotten(tmp_path: Path) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb")
    sessions(store)
    forget(store, ANNA)
    with store.session():
        pass
    held = [file.name for file in tmp_path.rglob("*") if file.is_file() and b"Quirk" in file.read_bytes()]
    assert held == []
    assert json.loads((store.path.parent / "people.json").read_text())[-1]["id"]
