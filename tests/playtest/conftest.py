"""A store of its own for each test, and a session in it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.playtest.log.recording import Log, begin
from workbench.store import Store, runs


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store, closed; making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "workbench.duckdb"
    runs(Store(path))
    return path


@pytest.fixture
def store(tmp_path: Path, empty: Path) -> Iterator[Store]:
    """A new store, kept open throughout the test: opening it at every tap would take most of the time."""
    shutil.copyfile(empty, tmp_path / "workbench.duckdb")
    store = Store(tmp_path / "workbench.duckdb")
    with store.session():
        yield store


@pytest.fixture
def log(store: Store) -> Log:
    """A session of Hitmakers that has just begun."""
    return begin(store, {"game": "hitmakers", "revision": "2021-04-08"}, device="a1")


@pytest.fixture
def players(log: Log) -> list[str]:
    """Anna, Ben and Cleo, in this order of seats; Ben is new to the game."""
    names = ("Anna", "Ben", "Cleo")
    return [log.add_player(name, seat, newcomer=name == "Ben").data["player"] for seat, name in enumerate(names)]
