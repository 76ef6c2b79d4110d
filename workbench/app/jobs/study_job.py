"""Jobs that play a study: many contests, one after another, with results while they finish; and how long they take.

What to play is a function of run options and a progress callback (`workbench.study.strength`); the job knows nothing of
strategies.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from workbench.app.jobs.batch_job import Job, Phase, stored
from workbench.scenario import Scenario
from workbench.store import Status, Store
from workbench.study.batch_player import RunOptions
from workbench.study.strength import StrategiesPlan, Usage
from workbench.study.strength.contest import Follow, StudyBatch, StudyProgress
from workbench.study.strength.robin import meetings
from workbench.study.strength.strategies import restrictions
from workbench.study.workload import Pace, Workload, workload_of

EARLY = 0.02
"""The part of the work that must be done before time left is estimated."""
PlayStudy = Callable[[RunOptions, Follow], Any]
"""Plays a study, reports its progress, and returns what it found."""


@dataclass(frozen=True)
class Address:
    """Where a study is shown: a page and the values of its controls."""

    page: str
    choices: Mapping[str, object]


@dataclass
class StudyJob(Job):
    """A study. `found` is its result, once it is done; until then `advance` says how far it is.

    `keeps` says whether it plays batches: these stay stored when it is cancelled, and a cluster plays all but quick
    ones. `note`: what is kept when it is cancelled, where that is something else.
    """

    place: Address
    ask: PlayStudy
    advance: StudyProgress | None = None
    found: Any = None
    keeps: bool = True
    note: str = ""

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
        """What is being played."""
        return self.advance.title if self.advance else ""

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of the contests that have finished."""
        contests = self.advance.contests if self.advance else ()
        return frozenset(run for contest in contests for run in contest.runs)

    def work(self, store: Store) -> None:
        """Play what is not stored yet."""
        with nullcontext() if self.quick else self.cluster() as cluster:
            options = RunOptions(store, self.threads, compiling=self.compile, stop=self.stop, cluster=cluster)
            self.found = self.ask(options, self._follow)

    def _follow(self, advance: StudyProgress) -> None:
        self.advance = advance
        self.phase = Phase.PLAYING if advance.done < advance.plays else Phase.COUNTING


def strategies_workload(scenario: Scenario, plan: StrategiesPlan, pace: Pace, store: Store | None) -> Workload:
    """The workload of a study of strategies in which every kind of action can be left out; `store` as above."""
    names = [kind.name.lower() for kind in scenario.game.action_kinds]
    everywhere = dict.fromkeys(names, Usage(plays=1, offered=1.0, chosen=0.0, forced=0.0))
    kinds = [batches for _, batches in restrictions(scenario, plan.mechanisms, everywhere, pace.decisions).values()]
    pairs = _flat(batches for _, batches in meetings(scenario, plan.robin, pace.decisions))
    with _open(store):
        known = store is not None and pace.measured and all(_is_done(store, batch) for batch in pairs)
        done = known and store is not None and _are_played(store, kinds)
    return workload_of([*_flat(kinds), *pairs], pace, done, stores=not plan.quick)


def _open(store: Store | None) -> AbstractContextManager[None]:
    """Keep the store open for many queries; none is made where there is none."""
    return store.session() if store and store.path.exists() else nullcontext()


def _are_played(store: Store, kinds: Sequence[Sequence[StudyBatch]]) -> bool:
    """Whether the kinds that can be left out have been: some are finished, and none was begun and broken off.

    Which kinds can be left out is known only by playing, and kinds are played one after the other.
    """
    whole = [all(_is_done(store, batch) for batch in batches) for batches in kinds]
    begun = [batch for batches, done in zip(kinds, whole, strict=True) if not done for batch in batches]
    return any(whole) and not any(_is_begun(store, batch) for batch in begun)


def _is_done(store: Store, batch: StudyBatch) -> bool:
    return stored(store, batch.scenario) is not None


def _is_begun(store: Store, batch: StudyBatch) -> bool:
    return any(stored(store, batch.scenario, status) for status in Status)


def _flat(batches: Iterable[Iterable[StudyBatch]]) -> list[StudyBatch]:
    return [batch for few in batches for batch in few]
