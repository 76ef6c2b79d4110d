"""Modules that are imported on first use, for those that take long to import and that many commands never use.

Of DuckDB that is `_duckdb`, the library itself: what `duckdb` puts around it takes a command 0.05 s to import.
"""

from importlib import import_module
from typing import Any


class Lazy:
    """Stands for a module; reading a name from it imports the module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
