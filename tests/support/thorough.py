"""Cases of which `make test` runs one or a few, and `make thorough` the others."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

THOROUGH, TIMES = "thorough", 10
"""The profile of Hypothesis that `make thorough` names, and how many times as many examples it tries."""


def one_of(values: Iterable[object], quick: object) -> list[object]:
    """Values for `parametrize`; all but `quick` are for `make thorough`."""
    return some_of(values, lambda value: value == quick)


def some_of(values: Iterable[object], quick: Callable[[object], bool]) -> list[object]:
    """Values for `parametrize`, a tuple for several names; all but those that are quick are for `make thorough`."""
    rows = ((value, value if isinstance(value, tuple) else (value,)) for value in values)
    return [value if quick(value) else pytest.param(*row, marks=pytest.mark.thorough) for value, row in rows]


def examples(usual: int, **others: Any) -> settings:
    """Half as many examples, always the same ones; `make thorough` tries many more, and each time others."""
    is_thorough = settings.get_current_profile_name() == THOROUGH
    return settings(max_examples=usual * TIMES if is_thorough else max(2, usual // 2), **others)
