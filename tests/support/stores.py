"""Stores for tests that need one of their own, each with a copy of the same tables."""

import shutil
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest

from workbench.playtest.overview import update_overview
from workbench.store import Store, connection
from workbench.store.playtests.overview import SeatRow

MAKES_STORES = "MAKES_STORES"
"""Set in the modules whose tests look at how a store is made."""


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables of a new store."""
    path = tmp_path_factory.mktemp("tables") / "workbench.duckdb"
    connection._make(path)
    return path


@pytest.fixture(scope="module", autouse=True)
def tables_made_once(request: pytest.FixtureRequest, tables: Path) -> Iterator[None]:
    """Copy the tables of each new store: DuckDB takes 50 ms of the processor to make them."""
    with pytest.MonkeyPatch.context() as patch:
        if not hasattr(request.module, MAKES_STORES):
            patch.setattr(connection, "_make", partial(shutil.copyfile, tables))
        yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new store, kept open throughout the test: opening it at every tap would take most of the time."""
    store = Store(tmp_path / "workbench.duckdb")
    with store.session():
        yield store


def seats(store: Store) -> list[SeatRow]:
    """The players of every session, as the index has them."""
    update_overview(store)
    query = f"select {', '.join(column.name for column in fields(SeatRow))} from playtest_seats order by session, seat"
    with store.reading(index=True) as cursor:
        return [SeatRow(*row) for row in cursor.execute(query).fetchall()]
