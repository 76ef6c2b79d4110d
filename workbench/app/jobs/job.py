"""A background job: its phase, its progress, and how to stop it."""

import threading
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from workbench.store import Store, Waited


class Phase(StrEnum):
    """The phase of a job."""

    WAITING = "waiting"
    COMPILING = "compiling"
    PLAYING = "playing"
    COUNTING = "counting"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


MOMENT_S = 1.0
ENDED = (Phase.DONE, Phase.CANCELLED, Phase.FAILED)
Key = tuple[Any, ...]
"""Jobs with equal keys find the same."""


@dataclass
class Job:
    """What the queue knows of a job; each kind of job adds what it plays and what it found."""

    id: int
    key: Key
    title: str
    threads: int
    stop: threading.Event = field(default_factory=threading.Event, kw_only=True)
    phase: Phase = field(default=Phase.WAITING, kw_only=True)
    error: str = field(default="", kw_only=True)
    waits_for: str = field(default="", kw_only=True)  # who has the store that it waits for
    started: float | None = field(default=None, kw_only=True)

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
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
        self.phase = Phase.COMPILING

    def waiting(self, waited: Waited | None) -> None:
        """Note who holds the store that the job waits for, or that the wait is over."""
        self.waits_for = waited.holder if waited and waited.seconds > MOMENT_S else ""

    def cancel(self) -> None:
        """Stop it within about a second; one that waits has ended at once. What is finished stays stored."""
        self.stop.set()
        if self.phase is Phase.WAITING:
            self.phase = Phase.CANCELLED

    def work(self, store: Store) -> None:
        """Do it, in the thread of the queue. Raises `Stopped` when it is stopped, WorkbenchError in words."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Free everything but the figures; called once it has ended."""
