"""A store of its own for each test."""

from pathlib import Path

import pytest

from workbench.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store that does not exist yet."""
    return Store(tmp_path / "data" / "workbench.duckdb")
