"""Files that commands write: no option of any command overwrites the store, a revision, a card list or a game."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.commands import NEW, OLD, ONE_DEAL, commands_of, run
from workbench.cli import main
from workbench.cli.outputs import OutputFile, OutputFolder, option_name
from workbench.engine.problems import BadInput
from workbench.scenario.files import init_workspace, reason_to_protect

INPUTS = {("playtests import", "file"), ("receive", "file"), ("init", "directory")}
"""Paths that a command does not write to; `init` writes only what is not there."""
ARGUMENTS = {
    "compare": [OLD, NEW],
    "quality": [NEW],
    "sweep": [NEW, "--vary", "hand_size=5,6"],
    "tune": [NEW, "--vary", "hand_size=5,6"],
    "calibrate": [],
    "resume": ["1"],
    "playtests export": [],
    "playtests import": ["sessions.json", "--good-rows"],
    "backup": [],
    "share": [],
}
"""What stands before the option; else a scenario."""


def commands(group: click.Group = main, above: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command by its name, as it is typed."""
    for name, command in commands_of(group).items():
        yield " ".join((*above, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))


def outputs() -> Iterator[tuple[str, click.Parameter]]:
    for name, command in commands():
        yield from ((name, param) for param in command.params if isinstance(param.type, OutputFile))


OUTPUTS = {f"{name} {param.name}": (name, param) for name, param in outputs()}


def call(name: str, param: click.Parameter, path: object) -> click.testing.Result:
    written = [option_name(param), path] if isinstance(param, click.Option) else [path]
    return run(*name.split(), *ARGUMENTS.get(name, [NEW]), *written)


def test_every_path_of_a_command_is_a_guarded_output_or_an_input() -> None:
    inputs = {
        (name, param.name)
        for name, command in commands()
        for param in command.params
        if isinstance(param.type, click.Path | click.File) or param.metavar in {"FILE", "DIR"}
        if param.name != "workspace" and not isinstance(param.type, OutputFile)
    }
    assert inputs == INPUTS
    assert len(OUTPUTS) >= 18


@pytest.fixture
def workspace(home: Path) -> Path:
    return furnished(home)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One in which nothing is written: all tests of that have it together."""
    root = init_workspace(tmp_path_factory.mktemp("untouched"))[0].root
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        furnished(root)
    (root / "data" / "workbench.duckdb.wal").write_bytes(b"a log")
    return root


def furnished(home: Path) -> Path:
    """The current folder as a workspace with a store, a game of its own, and links to what is protected."""
    assert run("simulate", NEW, "--plays", 1, *ONE_DEAL).exit_code == 0
    (home / "games" / "mine").mkdir(parents=True)
    (home / "games" / "mine" / "play.py").touch()
    (home / "out").mkdir()
    (home / "out" / "link.html").symlink_to(home / "data" / "workbench.duckdb")
    (home / "out" / "hard.html").hardlink_to(home / "data" / "workbench.duckdb")
    (home / "out" / "folder").symlink_to(home / "scenarios" / "hitmakers")
    (home / "out" / "card.md").hardlink_to(home / "data" / "showbiz_shuffle" / "bods.csv")
    (home / "sessions.json").write_text("{}")
    os.mkfifo(home / "pipe")
    return home


PROTECTED = (
    "data/workbench.duckdb", "data/workbench.duckdb.wal", "data/workbench.before-9.duckdb",
    "out/../data/workbench.duckdb", "out/link.html", "out/hard.html", "scenarios/hitmakers/2020-03-04.toml",
    "scenarios/hitmakers/new.html", "scenarios/new.html", "out/folder/new.html", "data/showbiz_shuffle/bods.csv",
    "data/showbiz_shuffle/new.csv", "out/card.md", "games/mine/play.py", "games/new.html", "data/settings.toml",
    "data/devices.json", "data/people.json", "data/ledger.jsonl", "data/sessions/1.jsonl", "data/plays/1.json",
    "data/backups/workbench-20261128-184456.duckdb", "pipe", "mine.toml", "mine.py", "", " ",
)  # fmt: skip


@pytest.mark.parametrize(("name", "param"), OUTPUTS.values(), ids=OUTPUTS)
def test_no_output_overwrites_what_a_workspace_holds(
    untouched: Path, name: str, param: click.Parameter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(untouched)
    before = {path: path.read_bytes() for path in untouched.rglob("*") if path.is_file()}
    for path in PROTECTED if name == "rules" else PROTECTED[:1] + PROTECTED[7:8]:  # one guard for all
        answer = call(name, param, path)
        assert (answer.exit_code, answer.stdout) == (2, ""), (path, answer.output)
        assert "Traceback" not in answer.output and ("nothing is written there" in answer.stderr or not path.strip()), (
            path,
            answer.stderr,
        )
    assert {path: path.read_bytes() for path in untouched.rglob("*") if path.is_file()} == before


def test_nor_the_store_of_another_workspace_or_any_database(workspace: Path, tmp_path_factory) -> None:
    store = (workspace / "data" / "workbench.duckdb").read_bytes()
    other = tmp_path_factory.mktemp("elsewhere")
    assert run("init", other).exit_code == 0
    (other / "data" / "workbench.duckdb").write_bytes(store)
    (workspace / "copy.duckdb").write_bytes(store)
    for path in (other / "data" / "workbench.duckdb", workspace / "copy.duckdb"):
        assert run("rules", NEW, "--html", path).exit_code == 2
        assert path.read_bytes() == store
        assert run("backup", path).exit_code == 2
    assert run("backup", workspace / "sessions.json").exit_code == 2
    assert [run("backup", workspace / "copy.zip").exit_code for _ in range(2)] == [0, 0]
    assert run("rules", NEW, "--html", workspace / "copy.zip").exit_code == 2


def test_all_that_is_wrong_with_outputs_is_told_at_once(workspace: Path) -> None:
    both = run("compare", OLD, NEW, "--html", "x.html", "--markdown", "x.html", "--rows-to", "data/workbench.duckdb")
    assert both.exit_code == 2
    assert {line.split(" ")[0] for line in both.stderr.splitlines()} == {"--markdown", "--rows-to"}


@pytest.mark.parametrize("name", ["x" * 300 + ".html", "/proc/self/mem", "nowhere/x.html", "data"])
def test_a_name_that_the_system_refuses_is_told_before_anything_is_played(home: Path, name: str) -> None:
    answer = run("simulate", NEW, "--html", name)
    assert (answer.exit_code, answer.stdout) == (2, "") and "--html" in answer.stderr
    words = "must be a file, not a folder" if name == "data" else "cannot be written"
    assert words in answer.stderr and len(answer.stderr.splitlines()) == 1


def test_standard_output_is_a_file_too_and_then_nothing_else_is_printed(home: Path) -> None:
    few = ("--plays", 20, *ONE_DEAL, "--no-store")
    csv = run("check", NEW, *few, "--csv", "-")
    head, *lines = csv.stdout.splitlines()
    assert head.endswith(",revision,seed") and {line.split(",")[-2] for line in lines} == {NEW}
    assert run("simulate", NEW, *few, "--markdown", "-").stdout.startswith("#")
    assert run("playtests", "export", "-", "--format", "json").stdout.startswith("{")
    assert run("simulate", NEW, *few, "--json", "--html", "-").exit_code == 2
    assert run("backup", "-").exit_code == 2 and not (home / "-").exists()


def test_a_backup_takes_the_place_of_no_device() -> None:
    with pytest.raises(BadInput, match="is not a backup"):
        OutputFile(replaces_backup=True).check(Path(os.devnull), "FILE")
    OutputFile().check(Path(os.devnull), "--html")


def test_what_lies_beside_may_be_written(workspace: Path) -> None:
    for path in ("out/new.html", "data/new.html", "new.html", "/dev/null"):
        answer = run("rules", NEW, "--html", path)
        assert (answer.exit_code, f"wrote {path}") == (0, answer.stderr.strip()), answer.output
    assert run("playtests", "export", "data/sessions.json").exit_code == 0
    assert reason_to_protect(workspace / "data" / "rows", None) is None
    assert isinstance(next(param for name, param in outputs() if param.name == "rows_to").type, OutputFolder)
