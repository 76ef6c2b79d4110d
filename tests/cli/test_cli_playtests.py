"""`workbench playtests`: sessions to and from files, with the exit codes of the contract."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.commands import as_json, process, run
from tests.playtest.generated import some_sessions
from workbench.playtest.exchange import template
from workbench.playtest.log import begin
from workbench.playtest.overview import sessions
from workbench.store import Store


@pytest.fixture
def table(home: Path) -> Path:
    path = home / "tuesday.csv"
    path.write_text(template(), encoding="utf-8")
    return path


def store_of(home: Path) -> Store:
    return Store(home / "data" / "workbench.duckdb")


def test_import_and_take_back(home: Path, table: Path) -> None:
    found = run("playtests", "import", table)
    assert found.exit_code == 0, found.output
    first, second = found.stdout.splitlines()
    assert first.startswith("stored 1 new sessions, ")
    assert [row.location for row in sessions(store_of(home))] == [""]
    undone = run(*second.split("`")[1].split()[1:])
    assert undone.exit_code == 0
    assert undone.stdout.startswith("took back tuesday.csv: 1 sessions")
    assert sessions(store_of(home)) == []
    again = run(*second.split("`")[1].split()[1:])
    assert (again.exit_code, "no import" in again.stderr) == (2, True)


def test_a_dry_run_stores_nothing(home: Path, table: Path) -> None:
    seen = as_json("playtests", "import", table, "--dry-run")
    assert [(session["players"], session["news"]) for session in seen["sessions"]] == [(["Anna", "B."], "new")]
    assert "Anna, B.:" in run("playtests", "import", table, "--dry-run").stdout
    assert sessions(store_of(home)) == []


def test_every_problem_is_a_line_and_nothing_is_stored(home: Path, table: Path) -> None:
    table.write_text(template().replace("21,yes", "many,perhaps"), encoding="utf-8")
    for extra in ([], ["--dry-run"]):
        found = run("playtests", "import", table, *extra)
        assert found.exit_code == 2
        assert len([line for line in found.stderr.splitlines() if "row 2" in line]) == 2
        assert "Traceback" not in found.stderr
    assert sessions(store_of(home)) == []


@pytest.mark.parametrize("name", ["all.json", "all.csv", "all.bgsplay"])
def test_what_is_exported_is_known_here(home: Path, name: str) -> None:
    some_sessions(seed=2, count=3).store_in(store_of(home))
    found = run("playtests", "export", home / name)
    assert (found.exit_code, found.stdout) == (0, "")
    done = as_json("playtests", "import", home / name)
    assert (done["import"], done["sessions"]) == (None, 0)
    assert sum("is there already" in warning for warning in done["warnings"]) == 3


@pytest.mark.parametrize(("name", "options"), [("all.zip", ()), ("all.tables", ("--format", "tables"))])
def test_tables_with_everything_are_a_zip(home: Path, name: str, options: tuple[str, ...]) -> None:
    some_sessions(seed=2, count=3).store_in(store_of(home))
    assert run("playtests", "export", home / name, *options).exit_code == 0
    with ZipFile(home / name) as archive:
        assert archive.read("sessions.csv").count(b"\r\n") == 4
        assert archive.testzip() is None
    back = run("playtests", "import", home / name)
    assert (back.exit_code, "no way back" in back.stderr) == (2, True)


def test_names_are_hidden_on_request(home: Path) -> None:
    made = some_sessions(seed=2, count=3)
    made.store_in(store_of(home))
    run("playtests", "export", home / "p.json", "--pseudonyms")
    names = {player["name"] for player in json.loads((home / "p.json").read_text(encoding="utf-8"))["players"]}
    assert all(name.startswith("Player ") for name in names)


def test_what_is_wrong_with_the_options_is_said_at_once(home: Path) -> None:
    found = run("playtests", "export", home / "no" / "file", "--format", "xml", "--workspace", home / "nowhere")
    assert found.exit_code == 2
    assert [line.split(" ")[0] for line in found.stderr.splitlines()] == ["--workspace", "--format", "FILE"]
    missing = run("playtests", "import", home / "nothing.csv")
    assert (missing.exit_code, "no such file" in missing.stderr) == (2, True)
    assert run("playtests", "import", home).exit_code == 2


def test_a_damaged_store_is_code_3(home: Path, table: Path) -> None:
    store_of(home).path.parent.mkdir(exist_ok=True)
    store_of(home).path.write_text("no store")
    assert run("playtests", "import", table).exit_code == 3


def test_as_a_shell_runs_it(home: Path, table: Path) -> None:
    done = process("playtests", "import", table, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sessions"] == 1


def test_what_a_file_says_otherwise_is_told_and_taken_on_request(home: Path, table: Path) -> None:
    run("playtests", "import", table)
    table.write_text(template().replace(",21,", ",99,"), encoding="utf-8")
    refused = run("playtests", "import", table)
    assert (refused.exit_code, "score of Anna 21, now 99" in refused.stderr) == (0, True)
    assert refused.stdout == "nothing new: 1 differ from what is there, and are left out\n"
    assert as_json("playtests", "import", table, "--dry-run", "--update")["sessions"][0]["news"] == "updated"
    taken = run("playtests", "import", table, "--update")
    first, second = taken.stdout.splitlines()
    assert first.endswith("; 1 brought up to date")
    assert run(*second.split("`")[1].split()[1:]).exit_code == 0
    assert as_json("playtests", "import", table, "--dry-run")["sessions"][0]["news"] == "differs"


def test_open_sessions_are_said_to_be_left_out_of_bg_stats(home: Path) -> None:
    begin(store_of(home), {"game": "hitmakers"})
    found = run("playtests", "export", home / "all.bgsplay")
    assert (found.exit_code, "1 sessions are still open: left out" in found.stderr) == (0, True)
