"""Stores for tests that need one of their own, each a copy of an empty file."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

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
