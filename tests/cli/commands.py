"""Commands for tests: run here, or in a process of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import _duckdb
import click
import duckdb
import pytest
from click.testing import CliRunner, Result

from tests.support.processor import patience
from workbench.cli import main
from workbench.store import Store

OLD, NEW, FOUR = "hitmakers/2020-03-04", "hitmakers/2021-04-08", "hitmakers/four-players"
ONE_DEAL = ("--set", "score_target=0")
"""A play is then one deal, which is quick."""
COMMAND = Path(sys.executable).with_name("workbench")
PATIENCE_S = patience(100)


def run(*arguments: object) -> Result:
    """The command, in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def as_json(*arguments: object, code: int = 0) -> Any:
    """The one JSON value that the command prints. Fails when it ends with another exit code, or says more."""
    result = run(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env={**os.environ, **environment},
    )


def store_of(home: Path) -> Store:
    return Store(home / "data" / "workbench.duckdb")


def add_scenario(workspace: Path, name: str, text: str, game: str = "hitmakers") -> str:
    """Another scenario of the workspace, by its name for commands."""
    path = workspace / "scenarios" / game / f"{name}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'game = "{game}"\n{text}', encoding="utf-8")
    return f"{game}/{name}"


def commands_of(group: click.Group) -> dict[str, click.Command]:
    """Every command of a group by name, those of studies among them."""
    context = click.Context(group)
    return {name: command for name in group.list_commands(context) if (command := group.get_command(context, name))}


def refuse_writing(monkeypatch: pytest.MonkeyPatch, path: Path, why: str) -> None:
    """Have the file of a store open for reading alone, as in a read-only folder or on a full disk."""
    connect = _duckdb.connect

    def refusing(file: str = ":memory:", read_only: bool = False, **more: Any) -> duckdb.DuckDBPyConnection:
        if Path(file) == path and not read_only:
            raise duckdb.IOException(f'Cannot open file "{path}": {why}')
        return connect(file, read_only=read_only, **more)

    monkeypatch.setattr(_duckdb, "connect", refusing)  # what the store calls, without the package around it
