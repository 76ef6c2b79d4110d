"""`workbench playtests`: sessions to and from files, with the exit codes of the contract."""

import json
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.commands import as_json, run, store_of
from tests.playtest.generated import some_sessions
from tests.playtest.test_exchange import BGSTATS
from workbench.playtest.exchange.csv_table import template
from workbench.playtest.exchange.reconcile import STORED_ALREADY
from workbench.playtest.log.recording import load
from workbench.playtest.overview import sessions
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace


@pytest.fixture
def table(home: Path) -> Path:
    path = home / "tuesday.csv"
    path.write_text(template(), encoding="utf-8")
    return path


@pytest.mark.usefixtures("open_throughout")
def test_import_and_take_back(home: Path, table: Path) -> None:
    result = run("playtests", "import", table)
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()
    assert first.startswith("stored 1 new session, ")
    assert [row.location for row in sessions(store_of(home))] == [""]
    undone = run(*second.split("`")[1].split()[1:])
    assert undone.exit_code == 0
    assert "tuesday.csv" in undone.stdout and "1 session, " in undone.stdout
    assert sessions(store_of(home)) == []
    again = run(*second.split("`")[1].split()[1:])
    assert (again.exit_code, "no import" in again.stderr) == (2, True)


@pytest.mark.usefixtures("open_throughout")
def test_a_dry_run_stores_nothing(home: Path, table: Path) -> None:
    seen = as_json("playtests", "import", table, "--dry-run")
    assert [(session["players"], session["news"]) for session in seen["sessions"]] == [(["Anna", "B."], "new")]
    assert "Anna 21, B. 17:" in run("playtests", "import", table, "--dry-run").stdout
    assert sessions(store_of(home)) == []


@pytest.mark.usefixtures("open_throughout")
def test_every_problem_is_a_line_and_nothing_is_stored(home: Path, table: Path) -> None:
    table.write_text(template().replace("21,yes", "many,perhaps"), encoding="utf-8")
    for extra in ([], ["--dry-run"]):
        result = run("playtests", "import", table, *extra)
        assert result.exit_code == 2
        assert len([line for line in result.stderr.splitlines() if "row 2" in line]) == 2
        assert "Traceback" not in result.stderr
    assert sessions(store_of(home)) == []


MIXED = (
    "session,game,date,player,score\n"
    "a,hitmakers,2024-05-01,Anna,21\na,,,Ben,17\n"
    "b,hitmakers,yesterday,Anna,many\nb,,,Ben,3\n"
    "c,hitmakers,2024-05-03,Cleo,9\n"
)


@pytest.mark.usefixtures("open_throughout")
def test_good_rows_are_taken_and_the_others_kept_in_a_file(home: Path) -> None:
    path, rejects = home / "mixed.csv", home / "to-mend.csv"
    path.write_text(MIXED, encoding="utf-8")
    assert run("playtests", "import", path).exit_code == 2
    assert sessions(store_of(home)) == []
    assert "--good-rows takes 2 sessions" in run("playtests", "import", path, "--dry-run").stdout
    result = run("playtests", "import", path, "--good-rows", "--rejects", rejects)
    assert result.exit_code == 0, result.output
    assert "row 4, date = yesterday" in result.stderr and "row 4, score = many" in result.stderr
    assert "1 session with problems was left out" in result.stdout
    assert len(sessions(store_of(home))) == 2
    lines = rejects.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "session,game,date,player,score,problem"
    assert [line.split(",")[3] for line in lines[1:]] == ["Anna", "Ben"] and "yesterday" in lines[1].split(",", 5)[5]
    rejects.write_text("\n".join(lines).replace(",yesterday,Anna,many", ",2024-05-02,Anna,4"), encoding="utf-8")
    mended = run("playtests", "import", rejects)
    assert (mended.exit_code, len(sessions(store_of(home)))) == (0, 3), mended.output
    assert "left out" not in mended.stderr


@pytest.mark.usefixtures("open_throughout")
def test_rejects_need_good_rows_and_a_free_name(home: Path) -> None:
    (home / "mixed.csv").write_text(MIXED, encoding="utf-8")
    (home / "there.csv").write_text("mine", encoding="utf-8")
    alone = run("playtests", "import", home / "mixed.csv", "--rejects", home / "x.csv")
    assert (alone.exit_code, "needs --good-rows" in alone.stderr) == (2, True)
    taken = run("playtests", "import", home / "mixed.csv", "--good-rows", "--rejects", home / "there.csv")
    assert (taken.exit_code, "exists already" in taken.stderr) == (2, True)
    assert sessions(store_of(home)) == []


@pytest.mark.usefixtures("open_throughout")
def test_a_date_that_could_be_two_days_is_asked_about(home: Path) -> None:
    path = home / "a.csv"
    path.write_text("session,game,date,player\na,hitmakers,03/04/2024,Anna\n", encoding="utf-8")
    result = run("playtests", "import", path)
    assert result.exit_code == 2
    assert "could be 3 April or 4 March" in result.stderr
    assert "--dates: must be day-first or month-first: 1 dates of FILE could be two days" in result.stderr
    wrong = run("playtests", "import", path, "--dates", "guess")
    assert (wrong.exit_code, "must be day-first or month-first" in wrong.stderr) == (2, True)
    for order, begun in (("day-first", "2024-04-03"), ("month-first", "2024-03-04")):
        seen = as_json("playtests", "import", path, "--dates", order, "--dry-run")
        assert datetime.fromisoformat(seen["sessions"][0]["started_at"]).astimezone().date().isoformat() == begun
    assert run("playtests", "import", path, "--dates", "day-first").exit_code == 0


@pytest.mark.usefixtures("open_throughout")
def test_a_play_is_joined_to_the_revision_that_its_board_names(home: Path) -> None:
    path = home / "plays.bgsplay"
    path.write_text(json.dumps(BGSTATS), encoding="utf-8")
    apart = run("playtests", "import", path, "--dry-run")
    assert "names hitmakers/2021-04-08; it can be joined to that revision" in apart.stderr
    joined = run("playtests", "import", path, "--join")
    assert (joined.exit_code, "joined 1 play to hitmakers/2021-04-08\n" in joined.stdout) == (0, True)
    assert "joined no play: no new one" in run("playtests", "import", path, "--join").stdout
    [row] = [row for row in sessions(store_of(home)) if row.game == "hitmakers"]
    two = load_scenario(find_workspace(home), "hitmakers/2021-04-08", set_=["players=2"], bots=["greedy"])
    assert load(store_of(home), row.session).header.rules_hash == two.rules_hash


@pytest.mark.usefixtures("open_throughout")
@pytest.mark.parametrize("name", ["all.json", "all.csv", "all.bgsplay"])
def test_what_is_exported_is_known_here(home: Path, name: str) -> None:
    some_sessions(seed=2, count=3).store_in(store_of(home))
    result = run("playtests", "export", home / name)
    assert (result.exit_code, result.stdout) == (0, "")
    done = as_json("playtests", "import", home / name)
    assert (done["import"], done["sessions"]) == (None, 0)
    assert sum(STORED_ALREADY in warning for warning in done["warnings"]) == 1  # one line for the three


@pytest.mark.usefixtures("open_throughout")
@pytest.mark.parametrize(("name", "options"), [("all.zip", ()), ("all.tables", ("--format", "tables"))])
def test_tables_with_everything_are_a_zip(home: Path, name: str, options: tuple[str, ...]) -> None:
    some_sessions(seed=2, count=3).store_in(store_of(home))
    assert run("playtests", "export", home / name, *options).exit_code == 0
    with ZipFile(home / name) as archive:
        assert archive.read("sessions.csv").count(b"\r\n") == 4
        assert archive.testzip() is None
    back = run("playtests", "import", home / name)
    assert (back.exit_code, "zip" in back.stderr) == (2, True)


@pytest.mark.usefixtures("open_throughout")
def test_names_are_hidden_on_request(home: Path) -> None:
    evenings = some_sessions(seed=2, count=3)
    evenings.store_in(store_of(home))
    run("playtests", "export", home / "p.json", "--pseudonyms")
    names = {player["name"] for player in json.loads((home / "p.json").read_text(encoding="utf-8"))["players"]}
    assert all(name.startswith("Player ") for name in names)


def test_what_is_wrong_with_the_options_is_said_at_once(home: Path) -> None:
    result = run("playtests", "export", home / "no" / "file", "--format", "xml", "--workspace", home / "nowhere")
    assert result.exit_code == 2
    assert [line.split(" ")[0] for line in result.stderr.splitlines()] == ["--workspace", "--format", "FILE"]
    missing = run("playtests", "import", home / "nothing.csv")
    assert (missing.exit_code, "no such file" in missing.stderr) == (2, True)
    assert run("playtests", "import", home).exit_code == 2


@pytest.mark.usefixtures("open_throughout")
def test_what_a_file_says_otherwise_is_told_and_taken_on_request(home: Path, table: Path) -> None:
    run("playtests", "import", table)
    table.write_text(template().replace(",21,", ",99,"), encoding="utf-8")
    refused = run("playtests", "import", table)
    assert (refused.exit_code, "score of Anna 21, now 99" in refused.stderr) == (0, True)
    assert refused.stdout.startswith("nothing new: 1 differ")
    assert as_json("playtests", "import", table, "--dry-run", "--update")["sessions"][0]["news"] == "updated"
    taken = run("playtests", "import", table, "--update")
    first, second = taken.stdout.splitlines()
    assert "updated 1" in first
    assert run(*second.split("`")[1].split()[1:]).exit_code == 0
    assert as_json("playtests", "import", table, "--dry-run")["sessions"][0]["news"] == "differs"
