"""How batches are played: what callers choose, what watches them, and what stops them."""

import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.engine.batch import cores
from workbench.engine.problems import BadInput, Problem, WholeRange, WorkbenchError
from workbench.play.local import Stretch
from workbench.tallies.tallies import Tallies

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from workbench.play.cluster.client import Cluster
    from workbench.play.outcome import Outcome
    from workbench.scenario import Scenario
    from workbench.store import Store, Waited

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


@dataclass(frozen=True)
class Progress:
    """How far a batch is. `fresh` plays were played, in `elapsed_s` seconds, since it was started or resumed."""

    done: int
    plays: int
    fresh: int
    elapsed_s: float

    @property
    def plays_per_s(self) -> float:
        """Plays a second since then; 0 before the first chunk."""
        return self.fresh / self.elapsed_s if self.elapsed_s > 0 else 0.0

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate, or None when there is none yet."""
        return (self.plays - self.done) / self.plays_per_s if self.fresh else None


Watch = Callable[[Progress, Tallies], None]
"""Called after each stretch, with the progress and what all plays so far add up to."""


def unwatched(progress: Progress, tallies: Tallies) -> None:
    """No-op watcher."""


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
    """How a batch is played: the store, the number of threads, what watches it, and what may stop it.

    `keep`: what the store keeps, the usual where it is None. `rows_to`: a folder for rows as Parquet files.
    `watch_rows` gets every stretch that is played, with its rows. With a `cluster`, its workers play.
    """

    store: "Store | None" = None
    jobs: int = field(default_factory=cores)
    watch: Watch = unwatched
    compiling: Callable[[], None] = lambda: None  # called where the rules have to be compiled first
    stop: threading.Event = field(default_factory=threading.Event)
    extra: dict[str, object] = field(default_factory=dict)
    keep: Keep | None = None
    rows_to: Path | None = None
    watch_rows: Callable[[Stretch], None] | None = None
    goes_on: bool = False  # whether a new batch begins with the plays of a shorter one that is stored
    cluster: "Cluster | None" = None


@dataclass(frozen=True)
class Start:
    """Where playing a batch starts: at its first play, where the run `run_id` stands, or at its end, an `outcome`.

    `watch` follows it.
    """

    scenario: "Scenario"
    run_id: str | None = None
    outcome: "Outcome | None" = None
    watch: Watch = unwatched


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

    def waiting(waited: "Waited | None") -> None:
        if store and waited and options.stop.is_set() and waited.seconds >= grace_s:
            raise Stopped(stopped())
        if store:
            store.waiting(waited)

    return replace(store, waiting=waiting) if store else None


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
