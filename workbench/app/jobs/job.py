"""Jobs: long work in a thread, with progress, cancelling, and failures told in words."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.engine.problems import WorkbenchError
from workbench.engine.workspace_games import failure_in
from workbench.play.cluster import ClusterError, connected
from workbench.play.options import Stopped
from workbench.store import Store, Waited

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster

log = logging.getLogger(__name__)

MOMENT_S = 1.0
"""Seconds of waiting for the store that nobody needs to hear of."""
PLAY_HERE = "To play on this computer instead, empty the address under Help, A cluster, and start it again."
JobKey = tuple[object, ...]
"""Jobs with equal keys give equal results."""


class JobPhase(StrEnum):
    """The phase of a job."""

    WAITING = "waiting"
    COMPILING = "compiling"
    PLAYING = "playing"
    COUNTING = "counting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


ENDED = (JobPhase.DONE, JobPhase.CANCELLED, JobPhase.FAILED)


class Paused(Exception):
    """The job goes on when somebody attempts it again."""


@dataclass(kw_only=True, eq=False)
class Job:
    """Work in a thread; every kind of job adds what it plays and its result.

    quick       over soon, so that it waits for none but its like
    waits_for   who has the store that it waits for
    cluster_at  the address of the cluster that plays it; `players` says in words who plays there
    """

    key: JobKey
    title: str
    threads: int
    id: int = 0
    quick: bool = False
    stop: threading.Event = field(default_factory=threading.Event)
    phase: JobPhase = JobPhase.WAITING
    error: str = ""
    waits_for: str = ""
    started: float | None = None
    cluster_at: str | None = None
    players: str = ""

    @property
    def ended(self) -> bool:
        """True if nothing more will happen to it."""
        return self.phase in ENDED

    @property
    def done(self) -> int:
        """Plays that are finished."""
        return 0

    @property
    def plays(self) -> int:
        """The number of its plays; 0 while unknown."""
        return 0

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None while unknown."""
        return None

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return min(1.0, self.done / self.plays) if self.plays else 0.0

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs behind its figures."""
        return frozenset()

    def compile(self) -> None:
        """Say that the rules are being compiled."""
        self.phase = JobPhase.COMPILING

    def waiting(self, waited: Waited | None) -> None:
        """Note who holds the store that the job waits for, or that the wait is over."""
        self.waits_for = waited.holder if waited and waited.seconds > MOMENT_S else ""

    @contextmanager
    def cluster(self) -> "Iterator[Cluster | None]":
        """A connection to the cluster that plays it; None where this computer does. Raises ClusterError."""
        with connected(self.cluster_at) as cluster:
            self.players = cluster.words if cluster else ""
            yield cluster

    def cancel(self) -> None:
        """Stop it within about a second; one that waits has ended at once. What is finished stays stored."""
        self.stop.set()
        if self.phase is JobPhase.WAITING:
            self.phase = JobPhase.CANCELLED

    def work(self, store: Store) -> None:
        """Do it. Raises `Stopped` when it is stopped, `Paused`, WorkbenchError in words."""
        raise NotImplementedError

    def attempt(self, work: Callable[[], None]) -> None:
        """Do the work in this thread; afterwards the phase and the error say how it ended."""
        try:
            if self.stop.is_set():
                raise Stopped("stopped before it began")
            self.started, self.phase = time.monotonic(), JobPhase.PLAYING
            work()
            self.phase = JobPhase.DONE
        except Paused:
            pass
        except Stopped:
            self.phase = JobPhase.CANCELLED
        except WorkbenchError as error:
            advice = f"\n{PLAY_HERE}" if isinstance(error, ClusterError) else ""
            self.error, self.phase = f"{error}{advice}", JobPhase.FAILED
        except Exception as error:  # a defect of ours: others go on, and the page says what happened
            log.exception("job %s failed", self.title)
            words = failure_in(error) or f"the workbench failed: {type(error).__name__}: {error}"
            self.error, self.phase = words, JobPhase.FAILED
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Free everything but the figures; called once it has ended."""
