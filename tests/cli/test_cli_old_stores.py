"""Stores of every version of the tables that there ever was, whole and damaged: the doctor reads and repairs them.

A store of version N is made by the first N migrations, and filled with one batch of today.
"""

import hashlib
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.cli.commands import NEW, ONE_DEAL, as_json, refuse_writing, run
from tests.support.thorough import one_of, some_of
from workbench.engine.registry import game_named
from workbench.scenario.files import init_workspace
from workbench.store import Store, get_run, load_results
from workbench.store.blocks import FIRST_BLOCK, log_of
from workbench.store.connection import CONFIG
from workbench.store.doctor import salvage
from workbench.store.migrations import MIGRATIONS, migrate

pytestmark = pytest.mark.usefixtures("warm")
PLAYS = 10_000
BATCH = ("simulate", NEW, "--bots", "random", "--plays", PLAYS, *ONE_DEAL)
VERSIONS = [migration.number for migration in MIGRATIONS]
TURNS = (1, 2, 6, 7, VERSIONS[-1])
"""The first version, those where plays and digests changed, with what was just before; and the latest."""
LANDED = {
    1: "09c5840a", 2: "298315a1", 3: "ef0e5ef4", 4: "90f3dada", 5: "f5886ffb", 6: "c11899ff",
    7: "842fa988", 8: "a77818c3", 9: "6c71592f", 10: "516e32f4", 11: "3e948a88", 12: "4ac9ea33", 13: "5a2cca89",
    14: "41019f8a",
}  # fmt: skip
"""The start of each migration's hash, without its comments."""
BLOCK = 262_144


def test_migrations_that_landed_are_as_they_were() -> None:
    """So the first of them make the stores of that time."""
    for migration in MIGRATIONS:
        text = " ".join(re.sub("--.*", "", migration.sql).split())
        assert LANDED[migration.number] == hashlib.sha1(text.encode()).hexdigest()[:8], migration.name


@pytest.fixture(scope="module")
def latest(warm: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one batch; its file, and the run."""
    root = init_workspace(tmp_path_factory.mktemp("latest"))[0].root
    return root / "data" / "workbench.duckdb", as_json(*BATCH, "--workspace", root)["run"]


@pytest.fixture(scope="module")
def stores(latest: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Makes the same store as a version would have written it, once."""
    folder, (file, batch) = tmp_path_factory.mktemp("stores"), latest
    rows = load_results(Store(file), get_run(Store(file), batch), game_named("hitmakers").result)
    digest = hashlib.sha256(rows.tobytes()).hexdigest()
    return cache(lambda version: older(file, version, folder / f"{version}.duckdb", digest))


def older(latest: Path, version: int, path: Path, digest: str) -> Path:
    """A store of that version at `path`, with what it has columns for; `digest` is that of a time without trees."""
    with duckdb.connect(str(path), config=CONFIG) as connection:
        migrate(connection, path, MIGRATIONS[:version])
        connection.execute(f"attach '{latest}' as latest (read_only)")
        query = "select table_name, string_agg(column_name, ', ') from duckdb_columns() where not internal "
        names = "select table_name from duckdb_tables() where database_name = 'latest'"
        today = {name for (name,) in connection.execute(names).fetchall()}
        for table, columns in connection.execute(f"{query} and database_name <> 'latest' group by all").fetchall():
            if table in today - {"schema_version"}:
                connection.execute(f"insert into {table} ({columns}) select {columns} from latest.{table}")
        if version >= 2:
            for table in ("hitmakers_plays", "hitmakers_seats"):
                connection.execute(f"create table {table} as from latest.{table}")
            connection.execute("select nextval('run_numbers')")
        if 2 <= version < 7:
            connection.execute("update runs set digest = ?", [digest])
    return path


@pytest.fixture
def store(home: Path, stores: Callable[[int], Path], version: int) -> Path:
    """A copy of the store of that version in the workspace."""
    path = home / "data" / "workbench.duckdb"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    return Path(shutil.copy(stores(version), path))


def damage(path: Path, version: int) -> None:
    """Zero the block that holds the last seats; where there are no plays, that of the revisions."""
    table, column = ("hitmakers_seats", "win") if version >= 2 else ("revisions", "name")
    with duckdb.connect(str(path), read_only=True, config=CONFIG) as connection:
        query = f"select max(block_id) from pragma_storage_info('{table}') where persistent and column_name = ?"
        [(block,)] = connection.execute(query, [column]).fetchall()
    with path.open("r+b") as file:
        file.seek(FIRST_BLOCK + block * BLOCK)
        file.write(bytes(BLOCK))


def read_runs(answer: dict[str, Any]) -> list[str]:
    """What the rows of each run are like."""
    return [batch["rows"] for batch in answer["runs"]]


@pytest.mark.parametrize("version", one_of(TURNS, quick=6))
def test_the_doctor_reads_a_whole_store_of_older_versions(
    store: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = store.read_bytes()
    answer = as_json("doctor")
    assert (answer["whole"], answer["lost"], read_runs(answer)) == (True, [], ["whole"] if version >= 2 else [])
    assert {table["name"]: table["rows"] for table in answer["tables"]}["schema_version"] == version
    plain, repaired = run("doctor"), run("doctor", "--repair")
    assert (plain.exit_code, repaired.exit_code) == (0, 0)
    assert plain.stdout == repaired.stdout and "is whole" in plain.stdout
    refuse_writing(monkeypatch, store, "Read-only file system")
    assert len(as_json("runs")["runs"]) == (version >= 2)
    assert store.read_bytes() == before and not log_of(store).exists()


@pytest.mark.parametrize("version", some_of(TURNS, quick=lambda version: version in (1, 6)))
def test_the_doctor_repairs_a_damaged_store_of_older_versions(
    store: Path, version: int, latest: tuple[Path, str]
) -> None:
    damage(store, version)
    before = store.read_bytes()
    plain, report = run("doctor"), as_json("doctor", code=3)
    assert (plain.exit_code, report["whole"]) == (3, False)
    assert read_runs(report) == (["lost"] if version >= 2 else [])
    assert store.read_bytes() == before
    if version == 1:  # all its tables lie in the one block
        assert "--repair" not in plain.output and run("doctor", "--repair").exit_code == 3
        return
    assert "--repair" in plain.stdout and "cannot be read" in plain.stdout
    assert run("doctor", "--repair").exit_code == 0
    file, batch = latest
    assert as_json("doctor")["whole"] and get_run(Store(store), batch).done < PLAYS
    assert as_json("resume", batch)["digest"] == get_run(Store(file), batch).digest


@pytest.mark.parametrize("version", one_of(VERSIONS[::2], quick=VERSIONS[4]))
def test_a_repair_tells_the_version_by_the_tables_where_it_is_lost(store: Path, version: int) -> None:
    with duckdb.connect(str(store), config=CONFIG) as connection:
        connection.execute("delete from schema_version")
    salvage(store)
    with duckdb.connect(str(store), config=CONFIG) as connection:
        applied = connection.execute("select number from schema_version order by number").fetchall()
        revisions = connection.execute("select count(*) from revisions").fetchall()
    assert applied == [(number,) for number in VERSIONS] and revisions == [(1,)]
    assert read_runs(as_json("doctor")) == (["whole"] if version >= 2 else [])
