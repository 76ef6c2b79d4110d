"""For all tests and the processes they start: one place for compiled code, so that a second run compiles nothing."""

import gc
import os
import shutil
import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling, Scheduling

from tests.support.processor import patience
from tests.support.stores import tables, tables_made_once
from tests.support.thorough import THOROUGH, TIMES
from workbench.engine import compiling

MEMORY, ROOM, FOLDERS = "/dev/shm", 4 << 30, "PYTEST_DEBUG_TEMPROOT"
"""A folder in memory, how much must be free there, and what says where tests have their folders. A workspace is written
there in 3 ms of the processor and 15 of the clock, on a disk in 17 and 240: each of its files has to have arrived."""
if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault(FOLDERS, MEMORY)
os.environ.setdefault("WORKBENCH_CACHE_DIR", str(compiling.cache_root()))
settings.register_profile(THOROUGH, deadline=None, max_examples=TIMES * settings.default.max_examples)
most = settings.default.max_examples // 2
settings.register_profile("workbench", deadline=None, derandomize=True, max_examples=most)  # a first call compiles
settings.load_profile("workbench")
gc.disable()  # until all is collected, which stays
pytest_plugins = ["tests.support.comparisons", "workbench.conform.plugin"]
"""Fixtures that several rooms use."""
__all__ = ["tables", "tables_made_once"]  # fixtures of all tests
BROWSER = "tests/browser/"
LAST_IN_BROWSER = (
    *("evening", "table", "play_it", "no_tap_lost", "feedback", "printed_sheets", "reports"),
    *("drafts", "the_loop", "other_games"),
)
"""Browser tests of which some log sessions, kill a server or need another one; before them those of the pages, which
share one dashboard. One process runs them all, so that they share servers, and what Chromium has loaded. The loop comes
late, when what it plays is compiled."""
EARLY = (
    *("engine/test_batch.py", "studies/test_calibrate.py", "play/test_cluster.py"),
    *("app/test_studies_of_every_game.py", "app/test_results_compared.py", "games/test_conformance.py"),
    *("tallies/test_tallies.py", "studies/test_quality_usual.py", "kit/test_theory.py", "tests/test_words.py"),
)
"""Files that take long, so that no process has one left when the others have ended. The first needs a kernel of every
game: what one process has compiled for a game's first kernel it need not compile for the next, and the other
processes find them on disk."""
LATE = ("tests/report/", "tests/scenario/", "tests/stats/")
"""Rooms of short files: whoever has taken the last one of them is soon done."""
REPEATS = 2
"""How often a browser test that fails is repeated: a busy machine loses a click now and then, but not three times."""
REPEATED_S = 40.0
"""Until when after its first begin, on a quiet machine: one that has waited longer has not lost a click."""
BEGAN = pytest.StashKey[float]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Processes begin to collect in different rooms, so that one rewrites the assertions of a file and others read it.

    In a fresh clone that is most of the work: 7 s of the processor, once instead of once in each process.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        rooms = sorted(str(room) for room in Path(__file__).parent.iterdir() if any(room.rglob("test_*.py")))
        first = len(rooms) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        session.config.args = rooms[first:] + rooms[:first]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests may be repeated. What lasts longest begins first, so that all processes end at about one time."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=REPEATS, condition=partial(may_be_repeated, item)))
    items.sort(key=lambda item: (_turn(item.path.as_posix()), item.path))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note when a test is begun, whose repeats are later."""
    item.stash.setdefault(BEGAN, time.monotonic())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Free what a test has in memory. Its folder stays, empty: a later one of that name would be taken for it."""
    folder = item.funcargs.get("tmp_path") if isinstance(item, pytest.Function) else None
    if folder and os.environ.get(FOLDERS) == MEMORY:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(0o700, exist_ok=True)


def may_be_repeated(item: pytest.Item, error: BaseException) -> bool:
    """Whether a test that failed may have lost a click."""
    return time.monotonic() - item.stash[BEGAN] < patience(REPEATED_S)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody need look through it for garbage."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """A page that is left may have begun to compile: a process that ends in the middle of it is aborted by LLVM."""
    if compiler := sys.modules.get("workbench.engine.compiler"):
        compiler.COMPILING.acquire()


@cache
def _turn(file: str) -> tuple[int, int]:
    """The group of a file and its place there: browser tests, then what takes long, then all others."""
    if BROWSER in file:
        name = Path(file).stem.removeprefix("test_")
        return (0, 1 + LAST_IN_BROWSER.index(name) if name in LAST_IN_BROWSER else 0)
    others = len(EARLY) + any(room in file for room in LATE)
    return (1, next((place for place, name in enumerate(EARLY) if file.endswith(name)), others))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """As many processes compute as there are cores, while one is with a browser, for which it mostly waits."""
    return InGroups(config, log)


class InGroups(LoadFileScheduling):  # type: ignore[misc]
    """A process takes a whole file, or all browser tests, or all that look at the syntax of every module."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        folder = file.rpartition("/")[0]
        return folder if folder in ("tests", "tests/browser") else file
