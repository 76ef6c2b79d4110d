"""`doctor`, `backup`, `runs delete`; what commands say of a damaged store; who may read what they write."""

import hashlib
import json
import os
import re
import resource
import shutil
import stat
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import duckdb
import pytest

from tests.cli.commands import NEW, OLD, ONE_DEAL, as_json, refuse_writing, run
from workbench.engine.registry import game_named
from workbench.play.sinks import stored_run
from workbench.play.stored import load
from workbench.playtest.log.recording import begin
from workbench.report.json import outcome_json
from workbench.scenario.files import init_workspace
from workbench.store import Store, connection
from workbench.store.copies import log_of
from workbench.store.errors import unwritable
from workbench.store.history import Decision, decide, decisions, findings
from workbench.store.playtests.people import Person, people, save_person
from workbench.store.results import load_results
from workbench.store.runs import Status, get_run, runs, set_status
from workbench.store.texts import LEDGER

pytestmark = pytest.mark.usefixtures("warm")
BATCH = ("simulate", NEW, "--bots", "random", "--plays", 300, *ONE_DEAL)


@pytest.fixture(scope="module")
def stored(warm: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one batch, which tests copy; its file, and the run."""
    root = init_workspace(tmp_path_factory.mktemp("stored"))[0].root
    return root / "data" / "workbench.duckdb", as_json(*BATCH, "--workspace", root)["run"]


@pytest.fixture
def played(home: Path, stored: tuple[Path, str]) -> tuple[Path, str]:
    """A store of the workspace with one batch; its file, and the run."""
    file, batch = stored
    shutil.rmtree(home / "data", ignore_errors=True)
    return shutil.copytree(file.parent, home / "data") / file.name, batch


def tamper(path: Path, statement: str) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)


def test_a_whole_store(played):
    path, batch = played
    answer = as_json("doctor")
    assert (answer["whole"], answer["lost"], answer["repaired"], answer["kept"]) == (True, [], False, None)
    (row,) = answer["runs"]
    assert (row["run"], row["rows"]) == (batch, "whole")
    assert row["digest"] == row["rows_digest"] == get_run(Store(path), batch).digest
    assert {table["name"]: table["rows"] for table in answer["tables"]}["hitmakers_plays"] == 300
    told = run("doctor", "--repair")
    assert told.exit_code == 0 and told.stdout.endswith("The store is whole.\n")


def test_a_digest_of_the_older_kind_is_still_checked(played):
    """Before there were trees, it was one hash over all rows; such digests begin with `rows:`."""
    path, batch = played
    store = Store(path)
    rows = load_results(store, get_run(store, batch), game_named("hitmakers").result)
    older = f"rows:{hashlib.sha256(rows.tobytes()).hexdigest()}"
    tamper(path, f"update runs set digest = '{older}'")
    answer = as_json("repeat", batch)
    assert answer["same"] and answer["digest"] == answer["repeated_digest"] == answer["rows_digest"] == older
    assert as_json("doctor")["runs"][0]["rows"] == "whole"
    tamper(path, "update hitmakers_plays set decisions = decisions + 1 where play = 17")
    assert as_json("doctor", code=3)["runs"][0]["rows"] == "changed"


def test_tallies_that_cannot_be_read_are_counted_anew(played):
    path, batch = played
    measures = as_json(*BATCH)["measures"]
    tamper(path, "update tallies set data = 'damaged'::blob")
    store = Store(path)
    loaded = load(store, get_run(store, batch))
    assert outcome_json(loaded)["measures"] == measures
    again = load(store, get_run(store, batch))
    assert again.gathered is not None and "results" not in vars(again)


def test_rows_that_were_changed_are_found_and_repair_lets_the_run_be_played_again(played):
    path, batch = played
    digest = get_run(Store(path), batch).digest
    tamper(path, "update hitmakers_plays set decisions = decisions + 1 where play = 17")
    answer = as_json("repeat", batch, code=1)
    assert answer["digest"] == answer["repeated_digest"] == digest != answer["rows_digest"]
    assert not answer["same"] and answer["same_code"]
    assert "the rows in the store differ" in run("repeat", batch).stdout
    answer = as_json("doctor", code=3)
    assert (answer["whole"], answer["runs"][0]["rows"]) == (False, "changed")
    assert batch in answer["lost"][0] and "digest differs" in answer["lost"][0]
    told = run("doctor", "--repair")
    assert told.exit_code == 0, told.output
    set_aside = Path(re.search(r"stays as (\S+\.duckdb)", told.stdout)[1])
    assert "takes over" in told.stdout and "300 plays, which took" in told.stdout
    assert set_aside.parent.resolve() == path.parent.resolve()
    assert as_json("doctor")["copies"] == [str(set_aside)]
    assert as_json("resume", batch)["digest"] == digest
    assert as_json("repeat", batch)["same"]


def test_a_run_of_other_code_cannot_be_told(played):
    path, batch = played
    tamper(path, "update hitmakers_plays set decisions = 0; update runs set code_hash = 'older'")
    answer = as_json("doctor")
    assert (answer["whole"], answer["runs"][0]["rows"]) == (True, "unknown")
    assert f"note: run {batch}" in run("doctor").stdout
    tamper(path, "update runs set game = 'gone'; alter table hitmakers_plays rename to gone_plays")
    tamper(path, "alter table hitmakers_seats rename to gone_seats")
    assert as_json("doctor")["runs"][0]["rows"] == "unknown"


def test_nothing_can_be_read(played):
    """Everything that people wrote stays; the plays are made again, and the digest proves that they are the same."""
    path, batch = played
    store, digest = Store(path), get_run(Store(path), batch).digest
    decide(store, Decision("hitmakers", "2021-04-08", reason="Clearer wins."))
    save_person(store, Person("p1", "Ann"))
    begin(store, {"game": "hitmakers"})
    content = path.read_bytes()[:12_288][:8] + b"KCUD" + os.urandom(500_000)
    path.write_bytes(content)
    for command in (BATCH, ("runs",), ("repeat", batch)):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (3, ""), result.output
        assert "1 finished batch with 300 plays" in result.stderr and len(result.stderr.splitlines()) == 1
        assert "workbench doctor" in result.stderr
    answer = as_json("doctor", code=3)
    assert answer["lost"] and answer["runs"] == [] and "300 plays" in answer["played"]
    assert path.read_bytes() == content
    told = run("doctor", "--repair")
    assert told.exit_code == 0 and "can take over nothing" in told.stdout and "300 plays" in told.stdout
    assert Path(re.search(r"stays as (\S+\.duckdb)", told.stdout)[1]).read_bytes() == content
    assert [row["status"] for row in as_json("runs")["runs"]] == ["interrupted"]
    assert as_json("resume", batch)["digest"] == digest and as_json("repeat", batch)["same"]
    assert decisions(store, "hitmakers")["2021-04-08"].reason == "Clearer wins." and people(store)["p1"].name == "Ann"
    assert len(as_json("playtests", "list")["sessions"]) == 1


@contextmanager
def full_disk():
    """Every write of this process to a file fails meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_on_a_full_disk_everything_can_be_read(played):
    path, batch = played
    assert as_json("playtests", "list")["sessions"] == []
    begin(Store(path), {"game": "hitmakers"})  # which the index lacks
    with path.with_name(LEDGER).open("ab") as ledger:
        ledger.write(b"\n")  # which the database has yet to read
    with full_disk():
        assert [one["run"] for one in as_json("runs")["runs"]] == [batch] == [as_json(*BATCH)["run"]]
        assert len(as_json("playtests", "list")["sessions"]) == 1
        assert as_json("doctor")["whole"] and as_json("repeat", batch)["same"]
        for command in ((*BATCH, "--seed", 8), ("playtests", "begin", NEW, "--players", "Ann,Bo,Cy")):
            result = run(*command)
            assert result.exit_code == 3 and "File too large" in result.stderr and "can be read" in result.stderr
            assert ("a play lasts" in result.stdout) == (command[0] == "simulate"), "the answer is printed"
        assert run("new-game", "mine", "--kind", "dice").exit_code == 2
    assert len(as_json("playtests", "list")["sessions"]) == 1
    assert run("new-game", "mine", "--kind", "dice").exit_code == 0


def test_a_disk_that_fills_up_while_revisions_are_played_costs_no_answer(played, monkeypatch):
    path, _ = played

    def full(*_: object) -> None:
        raise unwritable(path, "No space left on device")

    monkeypatch.setattr(stored_run, "append", full)
    result = run("compare", OLD, NEW, "--bots", "random", "--plays", 300, *ONE_DEAL, "--json")
    assert result.exit_code == 3 and json.loads(result.stdout)["plays"] == 300
    assert "No space left" in result.stderr and "0 of 300 plays are kept" in result.stderr


@pytest.mark.parametrize("name", ["old.html", "x" * 250])
def test_on_a_full_disk_a_file_that_was_written_before_stays(played, name):
    _, batch = played
    file = Path(name).absolute()
    file.write_text("the older one")
    file.chmod(0o640)
    Path("link").symlink_to(file)
    assert run("export", batch, "rows").exit_code == 0
    before = {one: one.read_bytes() for one in (file, *Path("rows").iterdir())}
    with full_disk():
        result = run(*BATCH, "--no-store", "--html", "link")
        assert result.exit_code == 2 and "File too large" in result.stderr and "a play lasts" in result.stdout
        assert run("export", batch, "rows").exit_code == 2
        assert run("rules", NEW, "--html", "/dev/null").exit_code == 0
    assert {one: one.read_bytes() for one in (file, *Path("rows").iterdir())} == before
    assert run("rules", NEW, "--html", "link").exit_code == 0
    assert Path("link").is_symlink() and file.stat().st_mode & 0o777 == 0o640 and b"<html" in file.read_bytes()
    assert not [*file.parent.glob(".*.new")]


def test_a_backup_on_a_stick_can_be_read_without_a_database(played, monkeypatch):
    path, batch = played
    begin(Store(path), {"game": "hitmakers"})
    path.unlink()
    refuse_writing(monkeypatch, path, "Read-only file system")
    monkeypatch.setattr(connection, "put_in_place", lambda fresh, path: (_ for _ in ()).throw(OSError("read-only")))
    assert [one["run"] for one in as_json("runs")["runs"]] == [batch]
    assert len(as_json("playtests", "list")["sessions"]) == 1
    assert run(*BATCH, "--seed", 8).exit_code == 3 and not path.exists()


def test_in_a_read_only_folder_everything_can_be_read(played, tmp_path, monkeypatch):
    path, batch = played
    begin(Store(path), {"game": "hitmakers"})  # a log that no list has read yet
    why = "Read-only file system"
    refuse_writing(monkeypatch, path, why)
    before = path.read_bytes()
    assert [one["run"] for one in as_json("runs")["runs"]] == [batch]
    assert len(as_json("playtests", "list")["sessions"]) == 1
    assert as_json("sql", "select count(*) as n from hitmakers_plays")["rows"] == [[300]]
    assert as_json("doctor")["whole"] and as_json("repeat", batch)["same"]
    assert run("backup", tmp_path / "copy.zip").exit_code == 0
    result = run(*BATCH, "--seed", 8)
    assert result.exit_code == 3 and why in result.stderr and "can be read" in result.stderr
    assert path.read_bytes() == before


def test_a_database_of_another_program_or_a_newer_one_can_be_put_aside(played):
    path, batch = played
    tamper(path, "insert into schema_version values (99, 'of the future', now()); alter table runs add column new text")
    result = run("runs")
    assert result.exit_code == 3 and "version 99" in result.stderr
    assert run("doctor", "--repair").exit_code == 0
    assert as_json("repeat", batch)["same"], "what both have columns for is taken over"
    path.unlink()
    tamper(path, "create table songs as select 1 as number")
    for command in (("doctor",), ("runs",)):
        result = run(*command)
        assert result.exit_code == 3 and "another program (songs)" in result.output
    assert run("doctor", "--repair").exit_code == 0
    assert [row["run"] for row in as_json("runs")["runs"]] == [batch]


def test_a_log_of_another_store_is_no_traceback(played):
    path, _ = played
    log_of(path).write_bytes(b"x")
    path.rename(path.with_name("moved"))
    for command in (("runs",), BATCH, ("doctor",)):
        result = run(*command)
        assert result.exit_code == 3 and "put it back" in result.output
    assert log_of(path).read_bytes() == b"x"


def test_a_backup_is_unpacked_in_a_workspace(played, tmp_path):
    """All text is in it; what bots played too, where that is asked for, and else can be played again."""
    path, batch = played
    decide(Store(path), Decision("hitmakers", "2021-04-08", reason="Clearer wins."))
    save_person(Store(path), Person("p1", "Ann"))
    digest = get_run(Store(path), batch).digest
    for name, options in (("text.zip", ()), ("whole.zip", ("--database",))):
        assert run("backup", name, *options).exit_code == 0
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600
        place = tmp_path / name.removesuffix(".zip")
        with ZipFile(name) as content:
            content.extractall(place)
        store = Store(place / "data" / "workbench.duckdb")
        assert decisions(store, "hitmakers") and people(store)["p1"].name == "Ann"
        there = ("--workspace", place)
        assert as_json("repeat" if options else "resume", batch, *there)["digest"] == digest
    assert run("backup", "text.zip").exit_code == 0, "over an older one"


def test_a_backup_is_written_over_nothing_else(played):
    path, _ = played
    Path("notes.txt").write_text("mine")
    for file, words in (
        ("notes.txt", "is not a backup"),
        (path, "belongs to the store"),
        ("none/x", "there is no folder"),
    ):
        result = run("backup", file)
        assert result.exit_code == 2 and words in result.stderr
    assert Path("notes.txt").read_text() == "mine" and len(runs(Store(path))) == 1


def test_there_is_no_store_to_read_or_to_copy(home):
    for command in (("doctor",), ("backup", "x.zip")):
        result = run(*command)
        assert result.exit_code == 2 and "no store in this workspace yet" in result.stderr


def test_runs_are_deleted_all_or_none(played, monkeypatch):
    path, first = played
    second = as_json(*BATCH, "--seed", 2)["run"]
    monkeypatch.setattr("workbench.cli.runs.MOST_LISTED", 1)
    listed = run("runs").stdout
    assert second in listed and first not in listed and "and 1 older one" in listed
    result = run("runs", "delete", first, "nothing", "neither", second)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 2)
    assert "nothing" in result.stderr and "neither" in result.stderr
    assert len(as_json("runs")["runs"]) == 2
    assert [batch["run"] for batch in as_json("runs", "delete", first, first)["deleted"]] == [first]
    assert [batch["run"] for batch in as_json("runs")["runs"]] == [second]
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("select min(rowid), count(*) from hitmakers_plays").fetchone() == (300, 300)
    assert as_json("doctor")["whole"]


def test_what_comparisons_store_is_checked_repeated_copied_and_deleted(home):
    command = ("compare", OLD, NEW, *ONE_DEAL, "--plays")
    short, long = as_json(*command, 200), as_json(*command, 300)
    assert long["stored_before"] == [200, 200]
    assert [batch["rows"] for batch in as_json("doctor")["runs"]] == ["whole"] * 4
    assert all(as_json("repeat", name)["same"] for name in (*short["runs"], *long["runs"]))
    assert run("backup", "kept.zip", "--database").exit_code == 0
    assert run("runs", "delete", long["runs"][0], *short["runs"]).exit_code == 0
    store = Store(home / "data" / "workbench.duckdb")
    with duckdb.connect(str(store.path)) as connection:
        assert connection.execute("select count(*) from tallies where other >= 0").fetchone() == (0,)
    assert findings(store) == []
    again = as_json(*command, 300)
    assert (again["stored_before"], again["runs"][1]) == ([0, 300], long["runs"][1])
    assert again["others"] == long["others"]
    with ZipFile("kept.zip") as content:
        content.extract("data/workbench.duckdb")
    assert as_json(*command, 300) == {**long, "stored_before": [300, 300]}
    assert as_json("doctor")["whole"]


def test_a_run_that_is_being_played_is_not_deleted(played):
    path, batch = played
    tamper(path, f"update runs set status = 'running', owner_pid = {os.getpid()}, owner_started = ''")
    result = run("runs", "delete", batch)
    assert result.exit_code == 2 and f"process {os.getpid()}" in result.stderr
    set_status(Store(path), batch, Status.CANCELLED)
    assert run("runs", "delete", batch).exit_code == 0


def test_new_workspaces_stores_and_exports_are_their_owners_alone(tmp_path, monkeypatch):
    before = os.umask(0o022)
    try:
        place = tmp_path / "new"
        assert run("init", place).exit_code == 0
        monkeypatch.chdir(place)
        save_person(Store(place / "data" / "workbench.duckdb"), Person("p1", "Ann"))
        run("playtests", "export", "people.json")
        run("playtests", "export", "people.zip", "--format", "tables")
        run("rules", NEW, "--html", "rules.html")
        assert run("backup", "copy.zip").exit_code == 0
        modes = {name: stat.S_IMODE((place / name).stat().st_mode) for name in ("", "data", "scenarios", "rules.html")}
        assert modes == {"": 0o700, "data": 0o700, "scenarios": 0o700, "rules.html": 0o644}
        for name in ("data/people.json", "people.json", "people.zip", "copy.zip"):
            assert stat.S_IMODE((place / name).stat().st_mode) == 0o600, name
    finally:
        os.umask(before)


WITHOUT_A_STORE = {
    "simulate": ["simulate", NEW],
    "check": ["check", NEW],
    "compare": ["compare", NEW, NEW],
    "quality": ["quality", NEW, "--bots", "random"],
}


@pytest.mark.parametrize("command", WITHOUT_A_STORE.values(), ids=WITHOUT_A_STORE)
def test_what_stores_nothing_goes_on_beside_a_damaged_store(home: Path, warm: None, command: list[str]) -> None:
    damaged = b"\0" * 8 + b"DUCK" + b"\0" * 20_000
    (home / "data" / "workbench.duckdb").write_bytes(damaged)
    result = run(*command, "--plays", 120, "--no-store", *ONE_DEAL)
    assert (result.exit_code in (0, 1) and result.exception is None) or isinstance(result.exception, SystemExit), (
        result.output
    )
    assert result.exit_code != 3 and result.stdout, result.stderr
    assert ("minutes" in result.stderr) == (command[0] == "quality")
    assert (home / "data" / "workbench.duckdb").read_bytes() == damaged
    assert run("quality", NEW, "--plays", 120).exit_code == 3
