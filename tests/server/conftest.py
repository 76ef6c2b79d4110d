"""A session with players, and the public pages of its store."""

from typing import Any

import pytest

from tests.support.stores import store
from workbench.app.server import passcode
from workbench.app.server.application import public_pages
from workbench.app.server.passcode import Gate, hash_passcode
from workbench.playtest.log.recording import Log, begin
from workbench.store import Store

__all__ = ["store"]  # a fixture of the tests below this folder

CODE = "7Q2M-XK4D"
NAMES = ("Anna", "Ben", "Cleo")


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
    monkeypatch.setattr(passcode, "COST", 2)
    return Gate(hash_passcode(CODE), passcode.hash_pass("once"))


@pytest.fixture
def public(store: Store, gate: Gate) -> Any:
    """What anybody may ask for."""
    return public_pages(store, gate)
