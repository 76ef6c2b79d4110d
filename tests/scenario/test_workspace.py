"""A workspace is found upward from here, and laid out without touching what is there."""

import tomllib
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pytest

from workbench.engine.problems import BadInput
from workbench.scenario.files import STARTER, Workspace, find_workspace, init_workspace

REPOSITORY = Path(__file__).parents[2]


def told(action, *arguments) -> str:
    with pytest.raises(BadInput) as caught:
        action(*arguments)
    return str(caught.value)


def test_the_nearest_folder_upward_with_scenarios_is_found(tmp_path, monkeypatch):
    init_workspace(tmp_path / "outer")
    inner = init_workspace(tmp_path / "outer" / "inner")[0]
    deep = inner.data / "notes" / "deep"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert find_workspace().root.resolve() == inner.root.resolve()


def test_a_given_folder_is_taken_as_it_is(tmp_path):
    assert find_workspace(init_workspace(tmp_path)[0].root) == Workspace(tmp_path)


def test_without_a_workspace_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert told(find_workspace) == (
        f"workspace: neither {tmp_path} nor a folder above it has scenarios/; "
        "`workbench init DIR` makes a workspace, --workspace DIR names one"
    )
    assert told(find_workspace, Path("nowhere")) == (
        "--workspace = nowhere: no workspace, it has no folder scenarios/; `workbench init nowhere` makes one there"
    )
    (tmp_path / "file").touch()
    assert "no workspace but a file" in told(find_workspace, Path("file"))


def test_a_folder_that_is_gone_is_told(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert told(find_workspace).startswith("workspace: the current folder is gone")


def test_a_new_workspace_has_the_starters_files(tmp_path):
    workspace, written = init_workspace(tmp_path / "a" / "b")
    starter = sorted(path.relative_to(STARTER) for path in STARTER.rglob("*") if path.is_file())
    assert [path.relative_to(workspace.root) for path in written] == starter
    assert workspace.data.is_dir()
    assert workspace.store_path == workspace.root / "data" / "workbench.duckdb"


def test_files_that_are_there_stay_as_they_are(tmp_path):
    workspace, written = init_workspace(tmp_path)
    changed, lost = written[0], written[1]
    changed.write_text("mine")
    lost.unlink()
    assert init_workspace(tmp_path) == (workspace, [lost])
    assert changed.read_text() == "mine"


def test_hidden_files_do_not_hinder(tmp_path):
    (tmp_path / ".git").mkdir()
    assert init_workspace(tmp_path)[1]


def test_a_folder_of_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("")
    message = "neither empty nor a workspace; choose a new folder or an empty one"
    assert told(init_workspace, tmp_path) == f"DIR = {tmp_path}: {message}"
    assert told(init_workspace, tmp_path / "thesis.txt") == f"DIR = {tmp_path / 'thesis.txt'}: {message}"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert told(init_workspace, tmp_path / "file" / "below").endswith(": cannot be written: Not a directory")


def test_no_requirement_allows_an_older_release_series_than_the_tests_run() -> None:
    """DuckDB 1.4 is reported to lose committed rows on a full disk, Starlette below 1.0.1 has an advisory."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    floors = {
        name: floor
        for text in [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
        for name, _, floor in [text.partition(",")[0].partition(">=")]
        if floor
    }
    series = {name: floor.split(".")[: 2 if floor.startswith("0.") else 1] for name, floor in floors.items()}
    assert len(series) > 20
    assert {name: version(name).split(".")[: len(parts)] for name, parts in series.items()} == series
