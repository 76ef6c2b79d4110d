"""A workspace of its own for each test, and rules that are compiled before the first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import NEW, ONE_DEAL, run
from workbench.scenario.files import init_workspace
from workbench.store import Store, copies

COPIED_HERE = "MAKES_COPIES"
"""Set in the module whose tests look at the backups that are made by themselves."""


@pytest.fixture(scope="module", autouse=True)
def no_backups(request: pytest.FixtureRequest) -> Iterator[None]:
    """The first command that stores in a workspace makes one, which takes a tenth of a second of the processor."""
    with pytest.MonkeyPatch.context() as patch:
        if not hasattr(request.module, COPIED_HERE):
            patch.setattr(copies, "is_due", lambda path, now: False)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new workspace, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    return init_workspace(tmp_path)[0].root


@pytest.fixture
def open_throughout(home: Path) -> Iterator[None]:
    """The store, made, and open between the commands of a test: opening and closing it takes 30 ms of the processor.

    For tests whose commands all run in this process, and none of which looks into the file.
    """
    with Store(home / "data" / "workbench.duckdb").session():
        yield


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Rules compiled for both kinds of tables, so that no command has to say that it compiles."""
    root = init_workspace(tmp_path_factory.mktemp("warm"))[0].root
    for bots in ("greedy", "random"):
        result = run("simulate", NEW, "--workspace", root, "--no-store", "--plays", 20, "--bots", bots, *ONE_DEAL)
        assert result.exit_code == 0, result.output
