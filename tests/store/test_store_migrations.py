"""Migrations keep what is there; a newer file is refused."""

import duckdb
import pytest
from store_samples import MEASURES, results, started

from workbench.store import Chunk, Revision, Store, StoreNewer, append_chunk, get_run, revisions, save_revision
from workbench.store.migrations import MIGRATIONS, Migration, migrate, version

MAKES_STORES = True

REVISION = Revision("pebbles", "2020-03-04", "r1", {"hand_size": 7})


def migrated_to(store: Store, migrations: tuple[Migration, ...]) -> None:
    """Make, or bring, the file to the last of these migrations."""
    store.path.parent.mkdir(exist_ok=True)
    with duckdb.connect(str(store.path)) as connection:
        migrate(connection, store.path, migrations)
        assert version(connection, store.path) == migrations[-1].number


def test_numbers_follow_each_other() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_from_version_1_to_the_latest(store: Store) -> None:
    migrated_to(store, MIGRATIONS[:1])
    old = "('pebbles', '2020-03-04', 'r1', '', null, null, '', '', '{\"hand_size\": 7}', '2020-03-05')"
    with duckdb.connect(str(store.path)) as connection:
        connection.execute(f"insert into revisions values {old}")
    run = started(store)
    assert revisions(store, "pebbles") == [REVISION]
    with store.reading() as cursor:
        applied = cursor.execute("select number, name from schema_version order by number").fetchall()
    assert applied == [(migration.number, migration.name) for migration in MIGRATIONS]
    assert get_run(store, run.id) == run


def test_the_tables_can_be_altered_later(store: Store) -> None:
    save_revision(store, REVISION)
    run = append_chunk(store, started(store), Chunk(0, results(10), MEASURES))
    number = MIGRATIONS[-1].number + 1
    change = "alter table runs add column host varchar default 'here'; alter table runs alter note type varchar"
    migrated_to(store, (*MIGRATIONS, Migration(number, "hosts", change)))
    with duckdb.connect(str(store.path)) as connection:
        assert connection.execute("select id, host from runs").fetchall() == [(run.id, "here")]


def test_a_failing_migration_changes_nothing(store: Store) -> None:
    started(store)
    number = MIGRATIONS[-1].number + 1
    wrong = Migration(number, "wrong", "drop table revisions; select * from nowhere")
    with pytest.raises(duckdb.CatalogException):
        migrated_to(store, (*MIGRATIONS, wrong))
    assert revisions(store, "pebbles") == []


def test_a_newer_store_is_refused_and_left_alone(store: Store) -> None:
    started(store)
    migrated_to(store, (*MIGRATIONS, Migration(99, "of the future", "create table future (id integer)")))
    before = store.path.read_bytes()
    with pytest.raises(StoreNewer, match=f"version 99 .* knows {MIGRATIONS[-1].number}") as caught:
        started(store)
    assert caught.value.exit_code == 3
    assert store.path.read_bytes() == before
