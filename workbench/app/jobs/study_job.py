"""Jobs that play a study, with results while it goes on.

What to play is a function of run options and a progress callback; the job knows nothing of any study.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from workbench.app.jobs.job import Job, JobPhase
from workbench.play.options import RunOptions
from workbench.store import Store
from workbench.studies.progress import Follow, StudyProgress

EARLY = 0.02
"""The part of the work that must be done before time left is estimated."""
PlayStudy = Callable[[RunOptions, Follow], object]
"""Plays a study, reports its progress, and returns its answer."""


@dataclass(frozen=True)
class Address:
    """Where a study is shown: a page and the values of its controls."""

    page: str
    choices: Mapping[str, object]


@dataclass(kw_only=True, eq=False)
class StudyJob(Job):
    """A study. `answer` is its result, once it is done; until then `advance` says how far it is.

    `keeps` says whether it plays batches: these stay stored when it is cancelled, and a cluster plays all but quick
    ones. `note`: what is stored when it is cancelled, where that is something else. One that `is_reading` plays nothing
    that is not stored.
    """

    place: Address
    ask: PlayStudy
    advance: StudyProgress | None = None
    answer: object = None
    keeps: bool = True
    note: str = ""
    is_reading: bool = False

    @property
    def done(self) -> int:
        """Plays that are finished, in all its contests."""
        return self.advance.done if self.advance else 0

    @property
    def plays(self) -> int:
        """The number of plays of all its contests; 0 while unknown."""
        return self.advance.plays if self.advance else 0

    @property
    def left_s(self) -> float | None:
        """Estimated seconds left; None early on, when only cheap plays have run."""
        return self.advance.left_s if self.advance and self.advance.share > EARLY else None

    @property
    def share(self) -> float:
        """The part of the work that is done, from 0 to 1; search plays weigh more than greedy ones."""
        return min(1.0, max(0.0, self.advance.share)) if self.advance else 0.0

    @property
    def doing(self) -> str:
        """The title of the batch that plays now."""
        return self.advance.title if self.advance else ""

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of the contests that have finished."""
        answers = self.advance.partial if self.advance else ()
        return frozenset(run for answer in answers for run in getattr(answer, "runs", ()))

    def work(self, store: Store) -> None:
        """Play what is not stored yet."""
        with nullcontext() if self.quick else self.cluster() as cluster:
            options = RunOptions(store, self.threads, compiling=self.compile, stop=self.stop, cluster=cluster)
            self.answer = self.ask(options, self._follow)

    def _follow(self, advance: StudyProgress) -> None:
        self.advance = advance
        self.phase = JobPhase.PLAYING if advance.done < advance.plays else JobPhase.COUNTING
