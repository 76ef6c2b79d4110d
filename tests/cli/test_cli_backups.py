"""Backups of the text: made by themselves, in rotation; whoever is forgotten is in none."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

from hypothesis import given
from hypothesis import strategies as st

from tests.cli.commands import NEW, ONE_DEAL, as_json
from workbench.store import Store
from workbench.store.copies import DAYS, EVERY, MARK, NEWEST, WEEKS, backups, is_due, is_whole, keep_backup, superseded
from workbench.store.playtests.people import Person, forget, people, save_person

MAKES_COPIES = True
BATCH = ("simulate", NEW, "--bots", "random", "--plays", 300, *ONE_DEAL)
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=UTC)


def test_a_command_that_stores_leaves_a_backup_and_within_the_hour_no_other(home: Path, warm: None) -> None:
    run = as_json(*BATCH)["run"]
    path = home / "data" / "workbench.duckdb"
    [copy] = backups(path)
    as_json(*BATCH, "--seed", 7)
    assert list(backups(path)) == [copy]
    assert copy.stat().st_mode & 0o777 == 0o600 and copy.parent.stat().st_mode & 0o777 == 0o700
    with ZipFile(copy) as content:
        assert content.comment == MARK and run.encode() in content.read("data/ledger.jsonl")
        assert any(name.startswith("scenarios/hitmakers/") for name in content.namelist())


def test_somebody_forgotten_is_in_no_backup(tmp_path: Path) -> None:
    store = Store(tmp_path / "data" / "workbench.duckdb")
    save_person(store, Person("p1", "Ann"))
    people(store)
    (tmp_path / "data" / "ledger.jsonl").touch()
    copy = keep_backup(store.path)
    assert copy is not None and is_whole(copy)
    forget(store, "p1")
    assert backups(store.path) == {}


def test_whatever_is_damaged_in_a_backup_it_is_told_from_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "data" / "workbench.duckdb"
    path.parent.mkdir()
    (tmp_path / "data" / "ledger.jsonl").write_bytes(b"words, and words again" * 20)
    copy = keep_backup(path)
    assert copy is not None and is_whole(copy)
    content = copy.read_bytes()
    for at in range(len(content)):
        copy.write_bytes(content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :])
        assert is_whole(copy) in (True, False)


def test_a_backup_is_due_after_an_hour_and_only_of_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "data" / "workbench.duckdb"
    assert not is_due(path, NOW), "there is nothing to copy"
    ledger = path.with_name("ledger.jsonl")
    ledger.parent.mkdir()
    ledger.write_bytes(b"{}")
    assert is_due(path, NOW)
    copy = keep_backup(path, NOW)
    assert copy is not None
    os.utime(ledger, (0, copy.stat().st_mtime + 10))
    assert not is_due(path, NOW + EVERY / 2)
    assert is_due(path, NOW + EVERY)
    assert is_due(path, NOW - EVERY), "the clock was ahead when the copy was made"
    assert superseded({copy: NOW} | {Path(f"{day}"): NOW - day * timedelta(days=1) for day in range(1, 60)}, NOW)
    assert superseded(dict.fromkeys(map(Path, "abcdef"), NOW), NOW - EVERY) == [], "their time comes"
    os.utime(ledger, (0, copy.stat().st_mtime - 10))
    assert not is_due(path, NOW + 9 * EVERY)


@given(st.lists(st.integers(0, 90 * 24), unique=True, min_size=1, max_size=60))
def test_the_rotation_keeps_few_and_something_of_every_age(hours: list[int]) -> None:
    copies = {Path(f"{hour}"): NOW - timedelta(hours=hour) for hour in hours}
    staying = {copies[file] for file in copies.keys() - set(superseded(copies, NOW))}
    newest = sorted(copies.values(), reverse=True)
    assert set(newest[:NEWEST]) <= staying
    assert len(staying) <= NEWEST + (DAYS + 1) + (WEEKS + 1)
    for age in range(WEEKS):
        week = [at for at in newest if NOW - timedelta(weeks=age + 1) < at <= NOW - timedelta(weeks=age)]
        near = [at for at in staying if NOW - timedelta(weeks=age + 2) < at <= NOW - timedelta(weeks=max(0, age - 1))]
        assert not week or near
