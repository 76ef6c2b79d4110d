"""The commands about workspaces, games, scenarios and rulebooks: results, exit codes, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.commands import COMMAND, process, run
from workbench.app.server import launch
from workbench.cli import Commands, main
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.registry import games
from workbench.scenario.files import Workspace, init_workspace

HEAD = 'game = "hitmakers"\n'
REVISIONS = "2020-03-04, 2021-04-08, concentration, four-players"


@pytest.fixture
def workspace(tmp_path, monkeypatch) -> Workspace:
    monkeypatch.chdir(tmp_path)
    return init_workspace(tmp_path)[0]


def add(workspace: Workspace, name: str, content: str | bytes) -> None:
    path = workspace.scenarios / "hitmakers" / f"{name}.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


# The group


@pytest.mark.parametrize(("answer", "port"), [("y", "8501"), ("n", "8501"), ("y", "0.5")])
def test_the_app_offers_to_begin_a_workspace_in_an_empty_folder(tmp_path, monkeypatch, answer, port):
    folder, started = tmp_path / "empty", []
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(launch, "launch", lambda root, port, host: started.append(root) or 0)
    with CliRunner().isolation(f"{answer}\n"):
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        with pytest.raises(SystemExit) as ended:
            main(["app", "--port", port])
    is_begun = answer == "y" and port == "8501"  # nothing is begun before the rest is right
    assert (ended.value.code, started) == ((0, [folder]) if is_begun else (2, []))
    assert (folder / "scenarios" / "hitmakers").is_dir() == is_begun


def test_the_version_is_told():
    assert run("--version").stdout.startswith("workbench, version ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulat"], "command = simulat: no such command; did you mean simulate?"),
        (["runs", "delte"], "command = delte: no such command; did you mean delete?"),
        (["rules", "--htlm"], "--htlm: no such option; did you mean --html?"),
        (["--colour"], "--colour: no such option; `workbench --help` says what there is"),
        (["validate"], "SCENARIO…: is missing; `workbench validate --help` says what there is"),
        (
            ["games", "x"],
            "workbench games: got unexpected extra argument (x); `workbench games --help` says what there is",
        ),
        (["simulate", "hitmaker/x"], 'scenario = "hitmaker/x": no such game; did you mean hitmakers?'),
        (
            ["rules", "hitmakers/2021-04-8"],
            'scenario = "hitmakers/2021-04-8": no such revision; the revisions of hitmakers are'
            f" {REVISIONS}; did you mean 2021-04-08?",
        ),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_would_work(workspace, arguments, told):
    result = run(*arguments)
    assert (result.exit_code, result.stderr, result.stdout) == (2, f"{told}\n", "")


def test_summaries_are_whole():
    for group in ([], ["playtests"]):
        summary = " ".join(run(*group, "--help").stdout.partition("Commands:")[2].split())
        assert "..." not in summary and summary.endswith((".", "one."))


def test_the_shell_completes_revisions_and_a_module_is_the_command(workspace):
    words = {"COMP_WORDS": "workbench simulate hitmakers/20", "COMP_CWORD": "2", "_WORKBENCH_COMPLETE": "bash_complete"}
    assert process(**words).stdout.split() == ["plain,hitmakers/2020-03-04", "plain,hitmakers/2021-04-08"]
    (workspace.root / "json.py").write_text("raise SystemExit('planted')")
    module = subprocess.run(
        [sys.executable, "-m", "workbench", "--version"], capture_output=True, text=True, check=True
    )
    assert module.stdout.startswith("workbench, version ")


class Slow(WorkbenchError):
    exit_code = 3


@pytest.mark.parametrize(
    ("failure", "code", "message"),
    [
        (BadInput([Problem("a", "wrong", "1"), Problem("b", "wrong too")]), 2, "a = 1: wrong\nb: wrong too\n"),
        (Slow("the store is locked"), 3, "the store is locked\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_failures_are_told_in_lines_with_their_exit_code(failure, code, message):
    group = Commands("group")

    @group.command()
    def fails() -> None:
        raise failure

    result = CliRunner().invoke(group, ["fails"])
    assert (result.exit_code, result.stderr, result.stdout) == (code, message, "")


# Good input


def test_init_lays_out_a_workspace_that_validates(tmp_path):
    result = run("init", str(tmp_path / "mine"))
    assert result.exit_code == 0
    written = [path for path in (tmp_path / "mine").rglob("*") if path.suffix in (".toml", ".csv")]
    assert result.stdout.count("wrote ") == len(written)
    again = run("init", str(tmp_path / "mine"))
    assert again.exit_code == 0 and "wrote" not in again.stdout
    names = [f"hitmakers/{name}" for name in REVISIONS.split(", ")]
    checked = run("validate", *names, "--workspace", str(tmp_path / "mine"))
    assert checked.exit_code == 0
    assert checked.stdout == "".join(f"{name}: fine\n" for name in names)


def test_games_as_json_tells_all_that_is_declared():
    described = {game["name"]: game for game in json.loads(run("games", "--json").stdout)["games"]}
    assert list(described) == list(games())
    game = described["hitmakers"]
    assert game["title"] == "Hitmakers"
    parameters = {parameter["name"]: parameter for parameter in game["parameters"]}
    assert parameters["hand_size"] == {
        "name": "hand_size",
        "type": "int",
        "default": 7,
        "min": 1,
        "max": 13,
        "allowed": "a whole number from 1 to 13",
        "unit": "cards",
        "help": "Cards dealt to each player.",
        "section": "Table",
    }
    assert parameters["broad_appeal"]["options"] == ["lowest_rank", "largest_difference"]
    assert parameters["criteria_order"]["options"] == ["saturation", "prestige", "appeal"]
    assert parameters["may_pass"]["type"] == "bool"
    assert [bot["name"] for bot in game["bots"]][:2] == ["random", "greedy"]
    assert [style["name"] for style in game["styles"]] == ["hoarder", "spreader", "scout", "cautious"]
    assert all(entry["help"] for kind in ("parameters", "bots", "styles", "measures") for entry in game[kind])
    measures = {measure["name"]: measure for measure in game["measures"]}
    assert measures["tie"]["rate"] is True and measures["tie"]["scope"] == "play"
    assert "scout" in game["action_kinds"]
    poach = next(event for event in game["events"] if event["name"] == "poach")
    assert [field["name"] for field in poach["fields"]] == ["player", "card"]
    assert all(field["help"] for event in game["events"] for field in event["fields"])


def test_rules_follows_set(workspace):
    assert "give everybody five cards" in run("rules", "hitmakers/2021-04-08", "--set", "hand_size=5").stdout


def test_rules_writes_a_page(workspace):
    result = run("rules", "hitmakers/2021-04-08", "--against", "hitmakers/2020-03-04", "--html", "page.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "wrote page.html\n")
    page = Path("page.html").read_text()
    assert page.startswith("<!doctype html>") and "<del>" in page and "<ins>" in page


def test_rules_as_json(workspace):
    answer = json.loads(run("rules", "hitmakers/2021-04-08", "--json").stdout)
    assert answer["scenario"] == "hitmakers/2021-04-08"
    assert answer["rules"]["hand_size"] == 7
    assert answer["markdown"].startswith("# Hitmakers")


def test_warnings_are_told_and_stop_nothing(workspace):
    result = run("rules", "hitmakers/2021-04-08", "--set", "players=6")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "warning: scenarios/hitmakers/2021-04-08.toml: rules.production_rounds = 7: the stock"
    )
    checked = run("validate", "hitmakers/2021-04-08", "--set", "players=6")
    assert checked.exit_code == 0
    assert checked.stdout == "hitmakers/2021-04-08: can be played, 1 warning\n" and checked.stderr == result.stderr


def test_results_can_be_printed_where_only_ascii_can():
    ended = process("rules", "hitmakers/2021-04-08", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (ended.returncode, ended.stderr) == (0, "")


# Bad input: a line with place, value and what is allowed for each problem; exit 2


def test_every_problem_of_every_file_is_told_once(workspace):
    add(workspace, "bad", HEAD + "[rules]\nplayers = 1\nties = 2\n[batch]\nplays = 0")
    add(workspace, "child", HEAD + 'parent = "bad"\ntitle = 1')
    result = run("validate", "hitmakers/bad", "hitmakers/2020-03-04", "hitmakers/child")
    assert result.exit_code == 2
    assert result.stdout == "hitmakers/2020-03-04: fine\n"
    assert [line.rpartition(": ")[0] for line in result.stderr.splitlines()] == [
        "scenarios/hitmakers/bad.toml: batch.plays = 0",
        "scenarios/hitmakers/bad.toml: rules.players = 1",
        "scenarios/hitmakers/bad.toml: rules.ties = 2",
        "scenarios/hitmakers/child.toml: title = 1",
    ]


def test_validate_as_json_tells_the_same(workspace):
    add(workspace, "bad", HEAD + "[rules]\nplayers = 1")
    result = run("validate", "hitmakers/bad", "hitmakers/2020-03-04", "--json")
    assert result.exit_code == 2
    problem = {
        "file": "scenarios/hitmakers/bad.toml",
        "place": "rules.players",
        "value": "1",
        "message": "at least 2",
        "warning": False,
    }
    assert json.loads(result.stdout) == {
        "scenarios": [
            {"scenario": "hitmakers/bad", "ok": False, "problems": [problem]},
            {"scenario": "hitmakers/2020-03-04", "ok": True, "problems": []},
        ]
    }
    assert result.stderr == "scenarios/hitmakers/bad.toml: rules.players = 1: at least 2\n"


def test_without_a_workspace_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("validate", "hitmakers/2021-04-08")
    assert result.exit_code == 2 and "`workbench init DIR` makes a workspace" in result.stderr
    result = run("validate", "hitmakers/2021-04-08", "--workspace", "nowhere")
    assert result.exit_code == 2 and result.stderr.startswith("--workspace = nowhere: no workspace")


def test_init_refuses_a_folder_of_other_things(tmp_path):
    (tmp_path / "thesis.txt").write_text("")
    result = run("init", str(tmp_path))
    assert result.exit_code == 2 and "neither empty nor a workspace" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "hitmakers/v3", "--plays", "0", "--seed", "x", "--bots", "a b", "--set", "hand_size=40"],
        ["rules", "hitmakers/v3"],
        ["rules", "go/v3", "--against", "hitmakers/v3"],
    ],
)
def test_a_file_that_is_no_text_is_told_in_lines(workspace, arguments):
    add(workspace, "v3", b"game = \xff")
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr and "Error" not in result.stderr


# As a process


def test_a_process_says_lines_and_no_traceback(workspace):
    ended = process("validate", "\udcff\udcfe.toml")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr and "Traceback" not in ended.stderr and "Error" not in ended.stderr


def test_a_reader_that_goes_away_or_a_full_disk_makes_no_traceback(workspace):
    with subprocess.Popen([COMMAND, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        writer.stdout.close()
        assert writer.stderr.read() == b""
    assert writer.returncode == 141, "as of a process that the signal ended; 1 is a goal that is missed"
    for words in (["games", "--json"], ["--help"]):
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run([COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (ended.returncode, ended.stderr.count("\n")) == (3, 1), ended.stderr


INTERRUPTED_IMPORT = """
import importlib.abc, os, runpy, signal, sys
class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is deaf
module = sys.argv.pop(1)
sys.modules.pop(module, None)
sys.path.insert(0, "")
runpy.run_module("workbench", run_name="__main__")
"""


@pytest.mark.parametrize(("module", "code"), [("signal", -2), ("click", -2), ("workbench.cli.games", 130)])
def test_ctrl_c_while_modules_are_imported_makes_no_traceback(module, code):
    command = [sys.executable, "-c", INTERRUPTED_IMPORT, module, "games"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.strip()) == (code, "")


@pytest.mark.parametrize("words", [("runs", "delete"), ("repeat",), ("sql",), ("playtests", "undo")])
def test_a_word_that_the_store_cannot_hold_is_refused(workspace, words):
    result = run(*words, "a\udcff")
    assert (result.exit_code, result.stdout) == (2, "") and "must be text in UTF-8" in result.stderr
