"""A store of its own for each test that asks for one."""

from tests.support.stores import store

__all__ = ["store"]  # a fixture of the tests in this folder
