"""A session with players, and the public pages of its store."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.app.server import passcode
from workbench.app.server.application import public_pages
from workbench.app.server.passcode import Gate, hash_passcode
from workbench.playtest.log.recording import Log, begin
from workbench.store import Store, runs

CODE = "7Q2M-XK4D"
NAMES = ("Anna", "Ben", "Cleo")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store, closed."""
    path = tmp_path_factory.mktemp("empty") / "workbench.duckdb"
    runs(Store(path))
    return path


@pytest.fixture
def store(tmp_path: Path, empty: Path) -> Iterator[Store]:
    """A new store, kept open throughout the test."""
    shutil.copyfile(empty, tmp_path / "workbench.duckdb")
    store = Store(tmp_path / "workbench.duckdb")
    with store.session():
        yield store


@pytest.fixture
def log(store: Store) -> Log:
    """A session of Hitmakers that has just begun."""
    return begin(store, {"game": "hitmakers", "revision": "2021-04-08", "location": "at Anna's"}, device="a1")


@pytest.fixture
def players(log: Log) -> list[str]:
    """Anna, Ben and Cleo, in this order of seats."""
    return [log.add_player(name, seat).data["player"] for seat, name in enumerate(NAMES)]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """A gate whose hash is quick."""
    monkeypatch.setattr(passcode, "COST", 2)
    return Gate(hash_passcode(CODE), passcode.hash_pass("once"))


@pytest.fixture
def public(store: Store, gate: Gate) -> Any:
    """What anybody may ask for."""
    return public_pages(store, gate)
