"""A workspace of its own for each test, and rules that are compiled before the first."""

from pathlib import Path

import pytest

from tests.cli.commands import NEW, ONE_DEAL, run
from workbench.scenario.files import init_workspace


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new workspace, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    return init_workspace(tmp_path)[0].root


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Rules compiled for both kinds of tables, so that no command has to say that it compiles."""
    root = init_workspace(tmp_path_factory.mktemp("warm"))[0].root
    for bots in ("greedy", "random"):
        found = run("simulate", NEW, "--workspace", root, "--no-store", "--plays", 20, "--bots", bots, *ONE_DEAL)
        assert found.exit_code == 0, found.output
