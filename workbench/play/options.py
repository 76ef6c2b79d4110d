"""How batches are played: what callers choose, and what stops them."""

import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbench.engine.batch import cores
from workbench.engine.notes import UNHEARD, Progress, Waited
from workbench.engine.problems import BadInput, Problem, WholeRange, WorkbenchError
from workbench.play.local import Stretch

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from workbench.play.cluster.client import Cluster
    from workbench.play.outcome import Outcome
    from workbench.scenario import Scenario
    from workbench.store import Store

MOST_JOBS = 256
USUAL_ROWS = 1_000_000
"""Batches of up to so many plays keep a row of each unless `keep` says otherwise."""
MOST_ROWS = 100_000_000
"""Plays whose rows can be kept: in the store they take about 5 GB, and each look at them reads as much."""
LEAVE_S = 1.0
"""How long a batch that is stopped waits for the store, to keep its last plays and to say there that it ended."""
WRITING_PAUSE = 10.0
"""How many times as long as it took to write lies between two writes: each packs the store's last rows again."""


class Stopped(WorkbenchError):
    """The batch was stopped before its end; what was finished is stored. `so_far` says that without how to go on."""

    exit_code = 130

    def __init__(self, message: str, so_far: str = "") -> None:
        super().__init__(message)
        self.so_far = so_far or message


class Keep(StrEnum):
    """Storage of a batch's plays: a row of each, or their tallies alone."""

    ALL = "all"
    TALLIES = "tallies"

    @classmethod
    def usual(cls, plays: int) -> "Keep":
        """The storage of a batch of so many plays unless the caller chooses."""
        return cls.ALL if plays <= USUAL_ROWS else cls.TALLIES


@dataclass
class RunOptions:
    """How a batch is played: the store, the number of threads, who hears of it, and what may stop it.

    `keep`: what the store keeps, the usual where it is None. `rows_to`: a folder for rows as Parquet files.
    `watch_rows` gets every stretch that is played, with its rows. With a `cluster`, its workers play.
    """

    store: "Store | None" = None
    jobs: int = field(default_factory=cores)
    progress: Progress = UNHEARD
    stop: threading.Event = field(default_factory=threading.Event)
    extra: dict[str, object] = field(default_factory=dict)
    keep: Keep | None = None
    rows_to: Path | None = None
    watch_rows: Callable[[Stretch], None] | None = None
    goes_on: bool = False  # whether a new batch begins with the plays of a shorter one that is stored
    cluster: "Cluster | None" = None


class Start(NamedTuple):
    """Where playing a batch starts: at its first play, where the run `run_id` stands, or at its end, an `outcome`."""

    scenario: "Scenario"
    run_id: str | None = None
    outcome: "Outcome | None" = None


def session_of(store: "Store | None") -> "AbstractContextManager[None]":
    """A session of the store; nothing without one."""
    return store.session() if store else nullcontext()


def read_jobs(text: object) -> int:
    """The number of threads behind `--jobs`. Raises BadInput."""
    return cores() if text is None else WholeRange(1, MOST_JOBS).checked("--jobs", text)


def read_keep(text: str | None, no_store: bool) -> Keep | None:
    """The choice of `--keep`; None without one. Raises BadInput."""
    if text is None:
        return None
    if no_store:
        raise BadInput.one("--keep", "says what the store keeps: --no-store keeps nothing there", text)
    if text not in {keep.value for keep in Keep}:
        raise BadInput.one("--keep", "must be all, for a row of every play, or tallies, for what they add up to", text)
    return Keep(text)


def check_rows(plays: int, options: RunOptions) -> None:
    """Raise BadInput where the options keep rows of more plays than can have them."""
    keepers = {
        "--keep": options.keep is Keep.ALL and options.keep.value,
        "--rows-to": options.rows_to and str(options.rows_to),
    }
    message = (
        f"at most {MOST_ROWS:,} plays can keep a row each, and the batch has {plays:,}; tallies have no such limit"
    )
    problems = [Problem(name, message, text) for name, text in keepers.items() if text]
    if problems and plays > MOST_ROWS:
        raise BadInput(problems)


def stopped_without_storing() -> str:
    """The message of a batch that was stopped before anything was stored."""
    return "stopped; nothing was stored"


def stoppable(
    options: RunOptions, stopped: Callable[[], str] = stopped_without_storing, grace_s: float = 0.0
) -> "Store | None":
    """The store of the options; waiting for other processes there ends with `Stopped` once `options.stop` is set.

    Storing what was played by then may wait for `grace_s` seconds in all.
    """
    store = options.store
    return replace(store, progress=_Stoppable(store.progress, options.stop, stopped, grace_s)) if store else None


@dataclass(eq=False)
class _Stoppable(Progress):
    """Ends waiting once `stop` is set."""

    stop: threading.Event = field(default_factory=threading.Event)
    stopped: Callable[[], str] = stopped_without_storing
    grace_s: float = 0.0

    def waiting(self, waited: Waited | None) -> None:
        if waited and self.stop.is_set() and waited.seconds >= self.grace_s:
            raise Stopped(self.stopped())
        super().waiting(waited)


class Pauses:
    """Says when to write again: the next time is `least_s` away, or ten times as long as writing took."""

    def __init__(self, least_s: float) -> None:
        self.least_s = least_s
        self.due_at = time.perf_counter() + least_s

    @property
    def is_over(self) -> bool:
        """True when it is time."""
        return time.perf_counter() >= self.due_at

    def wrote(self, began: float) -> None:
        """Note that writing, which began then, is done."""
        now = time.perf_counter()
        self.due_at = now + max(self.least_s, WRITING_PAUSE * (now - began))
