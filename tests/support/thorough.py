"""Cases of which `make test` runs one, and `make thorough` the others."""

from collections.abc import Iterable

import pytest


def one_of(values: Iterable[object], quick: object) -> list[object]:
    """Values for `parametrize`; all but `quick` are for `make thorough`."""
    return [value if value == quick else pytest.param(value, marks=pytest.mark.thorough) for value in values]
