"""For all tests and the processes they start: one place for compiled code, so that a second run compiles nothing."""

import os
from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import settings

from workbench.engine.compiling import cache_root

os.environ.setdefault("WORKBENCH_CACHE_DIR", str(cache_root()))
settings.register_profile("workbench", deadline=None)  # the first call of something compiles or loads it
settings.load_profile("workbench")
pytest_plugins = ["tests.support.comparisons"]
"""Fixtures that several rooms use."""
COMPILING = ("engine/test_batch.py", "bots/test_ismcts.py")
"""Files that need the kernels of every game. They begin first: what one process has compiled for a game's first kernel
it need not compile for the second, and the other processes find them on disk."""
LAST_BEGINS = 0.8
"""The part of the files after which no browser test is left to begin: some last minutes, and nobody else would work."""
REPEATS = 2
"""How often a browser test that fails is repeated: a busy machine loses a click now and then, but not three times."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests may be repeated, and mostly wait: their files run among the others, which keep the cores busy."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=REPEATS))
    files = [list(group) for _, group in groupby(items, key=lambda item: item.path)]
    waiting = [file for file in files if file[0].get_closest_marker("browser")]
    busy = [file for file in files if not file[0].get_closest_marker("browser")]
    busy.sort(key=lambda file: not file[0].path.as_posix().endswith(COMPILING))
    items[:] = [item for file in spread_out(waiting, busy) for item in file]


def spread_out(few: Sequence[list[pytest.Item]], many: Sequence[list[pytest.Item]]) -> list[list[pytest.Item]]:
    """The few at even distances among the many, beginning with one of the few, and ending before the many do."""
    places = [(LAST_BEGINS * place / max(1, len(few)), file) for place, file in enumerate(few)]
    places += [((place + 0.5) / max(1, len(many)), file) for place, file in enumerate(many)]
    return [file for _, file in sorted(places, key=lambda placed: placed[0])]
