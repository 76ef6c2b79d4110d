"""For all tests and the processes they start: one place for compiled code, so that a second run compiles nothing."""

import os
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling, Scheduling

from workbench.engine.compiling import cache_root

os.environ.setdefault("WORKBENCH_CACHE_DIR", str(cache_root()))
settings.register_profile("workbench", deadline=None)  # the first call of something compiles or loads it
settings.load_profile("workbench")
pytest_plugins = ["tests.support.comparisons"]
"""Fixtures that several rooms use."""
BROWSER = "tests/browser/"
ON_A_NETWORK = ("test_host.py", "test_feedback.py", "test_printed_sheets.py")
"""Browser tests that mostly use the guarded server; the others use the one at the desk."""
COMPILING = "engine/test_batch.py"
"""The file that needs every kernel of every game. It begins early: what one process has compiled for a game's first
kernel it need not compile for the next, and the other processes find them on disk."""
REPEATS = 2
"""How often a browser test that fails is repeated: a busy machine loses a click now and then, but not three times."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests may be repeated. What lasts longest begins first, so that all processes end at about one time."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=REPEATS))
    items.sort(key=lambda item: _turn(item.path.as_posix()))


def _turn(file: str) -> int:
    """Browser tests at the desk, the pages first, for which nothing is compiled; what compiles; then all others."""
    if BROWSER in file and not file.endswith(ON_A_NETWORK):
        return 0 if file.endswith("test_every_page.py") else 1
    return 2 if file.endswith(COMPILING) else 3 if BROWSER in file else 4


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """Two processes compute while one is with the browser, which mostly waits."""
    return OneBrowser(config, log)


class OneBrowser(LoadFileScheduling):  # type: ignore[misc]
    """A process takes a whole file, or all browser tests that share a server and what Chromium has loaded."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        return f"{BROWSER}{file.endswith(ON_A_NETWORK)}" if file.startswith(BROWSER) else file
