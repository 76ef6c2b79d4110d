"""A store of its own for each test, and a session in it."""

import pytest

from tests.support.stores import store
from workbench.playtest.log.recording import Log, begin
from workbench.store import Store

__all__ = ["store"]  # a fixture of the tests below this folder


@pytest.fixture
def log(store: Store) -> Log:
    """A session of Hitmakers that has just begun."""
    return begin(store, {"game": "hitmakers", "revision": "2021-04-08"}, device="a1")


@pytest.fixture
def players(log: Log) -> list[str]:
    """Anna, Ben and Cleo, in this order of seats; Ben is new to the game."""
    names = ("Anna", "Ben", "Cleo")
    return [log.add_player(name, seat, newcomer=name == "Ben").data["player"] for seat, name in enumerate(names)]
