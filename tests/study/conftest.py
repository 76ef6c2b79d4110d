"""A store of its own for each test that asks for one."""

from collections.abc import Iterator

import pytest

from tests.support.stores import store
from workbench.store import Store

__all__ = ["store"]  # a fixture of the tests in this folder


@pytest.fixture
def kept_open(store: Store) -> Iterator[None]:
    """The store open throughout the test: each opening takes 20 ms of the processor, and each stretch opens it."""
    with store.session():
        yield
