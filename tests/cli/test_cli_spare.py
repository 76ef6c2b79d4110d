"""Spare copies: made by themselves, in rotation, brought back by the doctor where the store's first pages are lost."""

import os
import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.commands import NEW, ONE_DEAL, as_json, run
from tests.support.thorough import one_of, some_of
from workbench.scenario.files import init_workspace
from workbench.store import Store, runs
from workbench.store.blocks import log_of
from workbench.store.copies import spare_copies, spare_copy_name, tables_of, tables_with_plays
from workbench.store.history import Decision, DecisionState, decide, decisions
from workbench.store.playtests import Person, forget, people, save_person
from workbench.store.spare import DAYS, EVERY, NEWEST, WEEKS, is_due, keep_spare_copy, superseded

MAKES_COPIES = True
BATCH = ("simulate", NEW, "--bots", "random", "--plays", 300, *ONE_DEAL)
NOW = datetime(2026, 11, 25, 19, 0, tzinfo=UTC)
FIRST_PAGES = 12_288
"""Bytes at the begin of a file by whose loss DuckDB cannot open it."""


@pytest.fixture(scope="module")
def stored(warm: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a batch, a decision, a person, and the spare copy that a command left."""
    root = init_workspace(tmp_path_factory.mktemp("spare"))[0].root
    store = Store(root / "data" / "workbench.duckdb")
    as_json(*BATCH, "--workspace", root)
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, "Clearer wins."))
    save_person(store, Person("p1", "Ann"))
    shutil.rmtree(store.path.parent / "backups")
    keep_spare_copy(store)
    return root


@pytest.fixture
def store(home: Path, stored: Path) -> Store:
    """A copy of it, in the workspace of the test."""
    shutil.rmtree(home / "data", ignore_errors=True)
    shutil.copytree(stored / "data", home / "data")
    return Store(home / "data" / "workbench.duckdb")


def test_a_command_that_stores_leaves_a_spare_copy_and_within_the_hour_no_other(home: Path, warm: None) -> None:
    as_json(*BATCH)
    path = home / "data" / "workbench.duckdb"
    [copy] = spare_copies(path)
    as_json(*BATCH, "--seed", 7)
    assert list(spare_copies(path)) == [copy]
    assert copy.stat().st_mode & 0o777 == 0o600 and copy.parent.stat().st_mode & 0o777 == 0o700
    with duckdb.connect(str(copy), read_only=True) as connection:
        assert connection.execute("select done from runs").fetchall() == [(300,)]


def test_a_spare_copy_has_every_table_but_those_of_plays(store: Store) -> None:
    newest = list(spare_copies(store.path))[-1]
    with store.reading() as cursor:
        every, plays = tables_of(cursor, "workbench"), tables_with_plays(cursor, "workbench")
        rows = {name: cursor.execute(f'select * from "{name}"').fetchall() for name in every.keys() - plays}
    assert plays
    with duckdb.connect(str(newest), read_only=True) as connection:
        assert rows == {name: connection.execute(f'select * from "{name}"').fetchall() for name in rows}
        assert connection.execute("select count(*) from duckdb_tables()").fetchall() == [(len(rows) + 1,)], "texts too"
    assert newest.stat().st_size < store.path.stat().st_size * 2


def flipped(path: Path, offset: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 0xFF]))


FLIPS = [lambda path, at=at: flipped(path, at) for at in range(100, FIRST_PAGES, FIRST_PAGES // 3)]
CUTS = [lambda path, part=part: os.truncate(path, path.stat().st_size * part // 9) for part in (1, 4, 8)]


@pytest.mark.parametrize("at", one_of([8, 100, FIRST_PAGES // 3 + 100, FIRST_PAGES // 3 * 2 + 100], quick=8))
def test_with_a_damaged_header_every_play_can_still_be_read(store: Store, at: int) -> None:
    before = runs(store), decisions(store, "hitmakers"), people(store)
    shutil.rmtree(store.path.parent / "backups")
    flipped(store.path, at)
    assert "(302 of 302)" not in run("doctor").stdout
    assert run("doctor", "--repair").exit_code == 0
    assert (runs(store), decisions(store, "hitmakers"), people(store)) == before
    assert run("doctor").exit_code == 0 and before[0][0].has_rows


def test_a_damaged_log_is_put_aside_and_no_play_of_the_store_is_lost(store: Store) -> None:
    """The spare copy is empty: whoever puts that in the place of a whole store loses everything."""
    before = runs(store), people(store)
    [spare] = spare_copies(store.path)
    with duckdb.connect(str(spare)) as connection:
        connection.execute("delete from runs")
    log_of(store.path).write_bytes(b"junk!")
    told = run("doctor", "--repair")
    assert told.exit_code == 0 and "the log" in told.stdout and "delete" not in told.stdout
    assert (runs(store), people(store)) == before and before[0][0].has_rows
    assert next(store.path.parent.glob("workbench.damaged-*.wal")).read_bytes() == b"junk!"


def test_a_spare_copy_is_vouched_for_only_when_it_was_read_to_its_end(store: Store) -> None:
    [spare] = spare_copies(store.path)
    as_json(*BATCH, "--seed", 9)
    shutil.copy(spare, spare_copy_name(store.path, NOW))
    with spare.open("r+b") as file:
        file.seek(FIRST_PAGES + 4096)
        file.write(os.urandom(spare.stat().st_size - FIRST_PAGES - 8192))
    copies = {Path(copy["file"]).name: copy["whole"] for copy in as_json("doctor")["spare_copies"]}
    assert copies == {spare.name: False, spare_copy_name(store.path, NOW).name: True}
    assert f"damaged spare copy: {spare}" in run("doctor").stdout


@pytest.mark.parametrize("damage", some_of([*FLIPS, *CUTS], quick=lambda damage: damage in (FLIPS[0], CUTS[1])))
def test_what_is_small_comes_back_wherever_the_file_was_flipped_or_cut(store: Store, damage) -> None:
    before = runs(store), decisions(store, "hitmakers"), people(store)
    damage(store.path)
    told = run("doctor")
    if told.exit_code == 0:
        assert "is whole" in told.stdout
        return
    assert told.exit_code == 3 and "doctor --repair" in told.stdout
    repaired = run("doctor", "--repair")
    assert repaired.exit_code == 0, repaired.output
    after = runs(store)
    assert [(one.id, one.plays, one.seed) for one in after] == [(one.id, one.plays, one.seed) for one in before[0]]
    assert (decisions(store, "hitmakers"), people(store)) == before[1:]
    assert run("doctor").exit_code == 0
    again = as_json(*BATCH, "--seed", 9)
    assert again["plays"] == 300 and len({one.number for one in runs(store)}) == 2
    assert list(store.path.parent.glob("workbench.damaged-*"))


def test_a_finished_run_keeps_its_figures_without_its_rows(store: Store) -> None:
    figures = as_json(*BATCH, "--keep", "tallies")["measures"]
    os.truncate(store.path, FIRST_PAGES)
    told = run("doctor", "--repair")
    assert told.exit_code == 0
    assert re.search(
        r"puts the spare copy \(\d+ \w+ old\) in its place: 1 run, 1 file of what people wrote and 1 decision",
        told.stdout,
    )
    [brought_back] = runs(store)
    assert (brought_back.done, brought_back.has_rows) == (300, False)
    assert as_json(*BATCH, "--keep", "tallies")["measures"] == figures


def test_somebody_forgotten_is_in_no_spare_copy(store: Store) -> None:
    assert spare_copies(store.path)
    forget(store, "p1")
    people(store)
    assert spare_copies(store.path) == {}


def test_a_copy_is_due_after_an_hour_and_only_of_a_store_that_changed(tmp_path: Path) -> None:
    path = tmp_path / "workbench.duckdb"
    assert not is_due(path, NOW), "there is nothing to copy"
    path.write_bytes(b"store")
    assert is_due(path, NOW)
    copy = spare_copy_name(path, NOW)
    copy.parent.mkdir()
    copy.write_bytes(b"copy")
    os.utime(path, (0, copy.stat().st_mtime + 10))
    assert not is_due(path, NOW + EVERY / 2)
    assert is_due(path, NOW + EVERY)
    assert is_due(path, NOW - EVERY), "the clock was ahead when the copy was made"
    assert superseded({copy: NOW} | {Path(f"{day}"): NOW - day * timedelta(days=1) for day in range(1, 60)}, NOW)
    assert superseded(dict.fromkeys(map(Path, "abcdef"), NOW), NOW - EVERY) == [], "their time comes"
    os.utime(path, (0, copy.stat().st_mtime - 10))
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
