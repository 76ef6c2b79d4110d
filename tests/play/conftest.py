"""A store of its own for each test that asks for one."""

from tests.study.conftest import kept_open
from tests.support.stores import store

__all__ = ["kept_open", "store"]  # fixtures of the tests in this folder
