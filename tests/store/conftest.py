"""A store of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store that does not exist yet."""
    return Store(tmp_path / "data" / "workbench.duckdb")


@pytest.fixture
def open_throughout(store: Store) -> Iterator[None]:
    """The store open throughout the test: each opening takes 20 ms of the processor."""
    with store.session():
        yield


@pytest.fixture
def closed(tmp_path: Path) -> Store:
    """Another store, for what `open_throughout` would hold up: other processes, and a repair."""
    return Store(tmp_path / "closed" / "workbench.duckdb")
