"""Files and folders that a command is given: regular files of a bounded size, and names that no system takes."""

import os
import socket
from pathlib import Path

import pytest

from tests.cli.commands import run

LONG = "x" * 5000
READS = {
    "sessions": ["playtests", "import", "{}"],
    "a scenario": ["validate", "{}"],
    "a scenario to play": ["simulate", "{}", "--plays", "1"],
}
LONG_NAMES = {
    "a revision": ["validate", f"hitmakers/{LONG}"],
    "a game": ["validate", f"{LONG}/v1"],
    "a scenario file": ["rules", f"{LONG}.toml"],
    "a file to import": ["playtests", "import", LONG],
    "a file to write": ["playtests", "export", f"{LONG}.json"],
    "a page to write": ["rules", "hitmakers/2021-04-08", "--html", LONG],
    "a workspace": ["runs", "--workspace", LONG],
    "a new workspace": ["init", LONG],
    "a folder to export to": ["export", "1", LONG],
}


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def unix_socket(folder: Path) -> Path:
    """A socket's file; its name may have 107 characters, hence the relative one."""
    os.chdir(folder)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
    return folder / "socket"


@pytest.mark.parametrize("make", [lambda _: Path("/dev/zero"), pipe, unix_socket], ids=["device", "pipe", "socket"])
@pytest.mark.parametrize("command", READS.values(), ids=READS)
def test_only_regular_files_are_read(home: Path, tmp_path: Path, make, command: list[str]) -> None:
    path = make(tmp_path)
    result = run(*(part.format(path) for part in command), "--workspace", home)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert path.name in line
    assert "not a regular file" in line or "cannot be read" in line


@pytest.mark.parametrize("command", READS.values(), ids=READS)
def test_and_at_most_their_stated_size(home: Path, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(2**33)
    result = run(*(part.format(path) for part in command), "--workspace", home)
    assert (result.exit_code, "too large for a" in result.stderr) == (2, True)


def test_a_card_list_that_is_a_device_is_not_read(home: Path) -> None:
    folder = home / "data" / "showbiz_shuffle"
    (folder / "endless.csv").symlink_to("/dev/zero")
    result = run("rules", "showbiz_shuffle/reference", "--set", "biz=endless.csv", "--workspace", home)
    assert (result.exit_code, "not a regular file" in result.stderr) == (2, True), result.stderr


@pytest.mark.parametrize("command", LONG_NAMES.values(), ids=LONG_NAMES)
def test_a_name_that_no_system_takes_is_told_in_a_line(home: Path, monkeypatch, command: list[str]) -> None:
    monkeypatch.chdir(home)
    result = run(*command)
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
