"""Stores of every version of the tables that there ever was become today's, once: everything is there, names too."""

import hashlib
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tests.store.store_samples import DTYPE, MEASURES, results, started
from tests.store.test_store_history import ONE
from tests.support.older_stores import MIGRATIONS, make_older
from tests.support.stores import MAKES_STORES  # noqa: F401
from tests.support.thorough import some_of
from workbench.playtest.overview import sessions
from workbench.store import Store, StoreDamaged, StoreNewer, StoreOlder
from workbench.store.answers import StoredAnswer, answer_data, save_answer
from workbench.store.connection import migrate, older_version, readable_copy
from workbench.store.copies import backups
from workbench.store.history import Decision, decide, decisions, findings, save_finding
from workbench.store.ledger import fold
from workbench.store.listing import bring_back, delete_results, deletions, entries
from workbench.store.playtests.entries import delete_session, entries_of, feedback_of, find_link, session_ids
from workbench.store.playtests.imports import file_imports, undo_import
from workbench.store.playtests.people import forget, people
from workbench.store.results import Chunk, Gathered, append_chunk, load_results
from workbench.store.runs import Status, finish_run, revisions, runs

VERSIONS = [migration.number for migration in MIGRATIONS]
PLAYS = 30
ANSWER = StoredAnswer("tune", "pebbles", "later", "r1", "c1", ("greedy",), 90, 1, sentence="Tuned.", data=b"data")
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
LANDED = {
    1: "09c5840a", 2: "298315a1", 3: "ef0e5ef4", 4: "90f3dada", 5: "f5886ffb", 6: "c11899ff",
    7: "842fa988", 8: "a77818c3", 9: "6c71592f", 10: "516e32f4", 11: "3e948a88", 12: "4ac9ea33", 13: "5a2cca89",
    14: "41019f8a",
}  # fmt: skip
"""The start of each migration's hash, without its comments."""


REVISION = """
    insert into revisions values ('pebbles', '2020-03-04', 'r1', '', null, null, 'Anna Quirk wants it', '',
        '{"hand_size": 7}', '2020-03-05')
"""
RESULTS = ("runs", "findings", "answers")
DELETIONS = "{} select deletion, now()::timestamp, 1, 'the third' from today.runs where deletion is not null"
DECISION = """
    insert into decisions values ('pebbles', 'later', 'adopted', 'Anna Quirk likes it', '', false, '2020-03-06')
"""


def test_migrations_that_landed_are_as_they_were() -> None:
    """So the first of them make the stores of that time."""
    for migration in MIGRATIONS:
        text = " ".join(re.sub("--.*", "", migration.sql).split())
        assert LANDED[migration.number] == hashlib.sha1(text.encode()).hexdigest()[:8], migration.name


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


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of today with what bots played: three runs, of which one was deleted, a finding and an answer."""
    store = Store(tmp_path_factory.mktemp("today") / "workbench.duckdb")
    with store.session():
        done = []
        for seed in range(3):
            chunk = Chunk(0, results(PLAYS, seed=seed), MEASURES, 0.5, Gathered(b"sums"))
            run = append_chunk(store, started(store, plays=PLAYS, seed=seed), chunk)
            done.append(finish_run(store, run.id, f"digest {seed}"))
        run = started(store, plays=2 * PLAYS, seed=9)
        append_chunk(store, run, Chunk(0, results(PLAYS, seed=9), MEASURES, 0.5))
        save_finding(store, replace(ONE, run=done[0].id, base_run=done[1].id))
        save_answer(store, ANSWER)
        delete_results(store, [entry for entry in entries(store) if done[2].id in entry.runs], "the third")
    return store.path


def old(path: Path, today: Path, version: int = VERSIONS[-1]) -> Store:
    """A store as that version wrote it, with what it has tables and columns for."""
    path.parent.mkdir(parents=True)
    with duckdb.connect(str(path)) as connection:
        make_older(connection, version)
        connection.execute(f"attach '{today}' as today (read_only)")
        names = "select table_name, string_agg(column_name, ', ') from duckdb_columns() where not internal"
        there = dict(connection.execute(f"{names} and database_name <> 'today' group by all").fetchall())
        now = dict(connection.execute(f"{names} and database_name = 'today' group by all").fetchall())
        for table in there.keys() - {"schema_version"}:
            source = table.removeprefix("deleted_")
            gone = f" where deletion is {'not ' * (source != table)}null" if source in RESULTS else ""
            if source in now:
                connection.execute(
                    f"insert into {table} ({there[table]}) select {there[table]} from today.{source}{gone}"
                )
        if version >= 10:
            connection.execute(DELETIONS.format("insert into deletions"))
        connection.execute(REVISION)
        if version >= 9:
            connection.execute(DECISION)
        if 3 <= version < 14:
            connection.execute(ROWS)
        for table in now.keys() - there.keys() if version >= 2 else ():
            if table.startswith("pebbles_"):
                connection.execute(f"create table {table} as from today.{table}")
    return Store(path)


def check_played(store: Store, version: int) -> None:
    """What bots played is as it was; so is what was found, and decided."""
    assert [revision.reason for revision in revisions(store, "pebbles")] == ["Anna Quirk wants it"]
    assert len(decisions(store, "pebbles")) == (version >= 9)
    assert len(findings(store)) == (version >= 9)
    if version >= 11:
        assert answer_data(store, ANSWER) == b"data"
    if version < 2:
        return
    first, second, part = sorted(runs(store), key=lambda run: run.number)
    assert (first.digest, second.digest) == tuple(f"{'rows:' * (version < 7)}digest {seed}" for seed in range(2))
    assert [load_results(store, run, DTYPE).tobytes() for run in (first, second, part)] == [
        results(PLAYS, seed=seed).tobytes() for seed in (0, 1, 9)
    ]
    assert (part.status, part.done, started(store).number) == (Status.RUNNING, PLAYS, 5)
    if version >= 10:
        [deletion] = deletions(store)
        bring_back(store, deletion.id)
        assert len(runs(store)) == 5
    ledger = fold((store.path.parent / "ledger.jsonl").read_bytes(), "run")
    assert {its["digest"].rpartition(" ")[2] for its in ledger.values()} == {"0", "1", *("2" * (version >= 10))}


@pytest.mark.parametrize("version", some_of(VERSIONS, quick=lambda version: version in (1, 6, 14)))
def test_an_older_store_is_read_over_once_and_stays_beside(tmp_path: Path, today: Path, version: int) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb", today, version)
    before = store.path.read_bytes()
    with pytest.raises(StoreOlder, match="workbench migrate"):
        decisions(store, "pebbles")
    refusal = older_version(store)
    assert refusal is not None
    (tmp_path / "copy").mkdir()
    copy = readable_copy(store, refusal, tmp_path / "copy")
    assert version < 3 or version == 14 or whole(copy)
    with pytest.raises(StoreOlder):
        started(copy)
    with pytest.raises(StoreOlder):
        decide(copy, Decision("pebbles", "later"))
    assert [file.name for file in store.path.parent.iterdir()] == [store.path.name], "what is read is not changed"
    assert migrate(store) and not migrate(store) and len(backups(store.path)) == 1
    assert version < 3 or version == 14 or whole(store)
    assert len(decisions(store, "pebbles")) == (version >= 9)
    check_played(store, version)
    assert store.path.with_name("workbench.before-16.duckdb").read_bytes() == before
    again = Store(store.path)
    assert len(runs(again)) == len(runs(store))


def test_a_database_that_is_a_cache_alone_is_taken_over_by_itself(tmp_path: Path, today: Path, caplog) -> None:
    """Of 15, what was deleted lay in tables of its own."""
    store = Store(shutil.copytree(today.parent, tmp_path / "data") / today.name)
    with duckdb.connect(str(store.path)) as connection:
        connection.execute(f"attach '{today}' as today (read_only)")
        connection.execute(DELETIONS.format("create table deletions (id, deleted_at, results, about) as"))
        for table in RESULTS:
            connection.execute(f"create table deleted_{table} as from {table} where deletion is not null")
            connection.execute(f"delete from {table} where deletion is not null")
            connection.execute(f"alter table {table} drop column deletion")
        connection.execute("update schema_version set number = 15")
    before = store.path.read_bytes()
    assert [older_version(store), len(runs(store)), answer_data(store, ANSWER)] == [None, 3, b"data"]
    assert store.path.with_name("workbench.before-16.duckdb").read_bytes() == before
    assert "was of version 15" in caplog.text and not migrate(store)
    [deletion] = deletions(store)
    assert (deletion.results, deletion.about) == (1, "the third")
    bring_back(store, deletion.id)
    assert sorted(run.digest or "" for run in runs(store)) == ["", "digest 0", "digest 1", "digest 2"]


def test_playtests_of_an_older_store_are_text_from_then_on(tmp_path: Path, today: Path) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb", today, 13)
    migrate(store)
    assert whole(store)
    assert {row.session for row in sessions(store)} == {"first", "second"}
    delete_session(store, "first")
    assert {row.session for row in sessions(store)} == {"second"}, "what is deleted does not come back"
    undo_import(store, "b1")
    assert session_ids(store) == [] and set(people(store)) == {ANNA, "gone"}


def test_an_older_backup_brings_texts_back_and_changes_none_that_are_there(tmp_path: Path, today: Path) -> None:
    """Until 14, a backup was a database with the text files in a table."""
    store = old(tmp_path / "data" / "workbench.duckdb", today, 13)
    migrate(store)
    assert whole(store)
    forget(store, ANNA)
    backup = old(tmp_path / "backup" / "workbench.duckdb", today, 14)
    with duckdb.connect(str(backup.path)) as connection:
        line = b'{"at":"2026-01-01T18:00:00Z","data":{"game":"pebbles"},"id":"z1","kind":"open"}'
        connection.execute("create table text_files (file varchar, content blob)")
        names = json.dumps([{"id": ANNA, "name": "Anna Quirk"}]).replace("}, ", "},\n").encode()
        rows = [["sessions/third.jsonl", line], ["sessions/first.jsonl", line], ["people.json", names]]
        connection.executemany("insert into text_files values (?, ?)", rows)
    store.path.write_bytes(backup.path.read_bytes())
    migrate(store)
    assert {"z1"} < {entry.id for entry in entries_of(store, "first")} or runs(store)
    assert session_ids(store) and people(store)[ANNA].forgotten
    assert [entry.id for entry in entries_of(store, "third")] == ["z1"]


def test_a_name_is_in_no_file_of_an_older_store_once_it_is_forgotten(tmp_path: Path, today: Path) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb", today, 13)
    migrate(store)
    sessions(store)
    forget(store, ANNA)
    sessions(store)
    held = [file.name for file in tmp_path.rglob("*") if file.is_file() and b"Quirk" in file.read_bytes()]
    assert held == [] and backups(store.path) == {}
    assert decisions(store, "pebbles")["later"].reason == "somebody likes it"


def test_a_newer_store_is_refused_and_left_alone(store: Store) -> None:
    started(store)
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("insert into schema_version values (99, 'of the future', now())")
    before = store.path.read_bytes()
    with pytest.raises(StoreNewer, match=r"version 99 .* knows 16") as caught:
        started(store)
    assert caught.value.exit_code == 3
    assert store.path.read_bytes() == before


def test_an_older_store_with_a_damaged_part_is_refused_and_left_alone(tmp_path: Path, today: Path) -> None:
    store = old(tmp_path / "data" / "workbench.duckdb", today, 9)
    content = bytearray(store.path.read_bytes())
    content[3 * 4096 + 5000 :] = bytes(len(content) - 3 * 4096 - 5000)
    store.path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="workbench doctor"):
        migrate(store)
    assert store.path.read_bytes() == content
