"""Many batches as one study: each found in the store, gone on with or played, with one account of how far it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.engine.measures import WINNERS, Results
from workbench.store import Run, Store, find_run, load_results
from workbench.study.scenario import Scenario
from workbench.study.simulate import Progress, Session, Stopped, request_of, stoppable, take_up

if TYPE_CHECKING:
    from workbench.study.strength.contest import Contest

Winners = np.ndarray[Any, np.dtype[np.uint16]]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Leg:
    """One batch of a study: what it is called, what is played, and what a play of it costs (see `effort`)."""

    title: str
    scenario: Scenario
    cost: float

    @property
    def key(self) -> Key:
        """Legs with equal keys play the very same."""
        return self.scenario.bots, self.scenario.plays, self.scenario.seed, self.scenario.retake

    @property
    def work(self) -> float:
        """What the whole batch costs."""
        return self.cost * self.scenario.plays


@dataclass(frozen=True)
class Played:
    """A batch that is played: who won each play, a bit a seat, shape (plays,), and its run in the store."""

    winners: Winners
    run: str | None


@dataclass(frozen=True)
class Advance:
    """How far a study is: in batch `batch` of `batches`, counted from 1, with `done` of its `plays` played.

    `share` is the part of the work that is done, from 0 to 1, where search counts for more than greedy; `left_s` the
    seconds to the end, None while nobody can tell. `contests` are finished.
    """

    title: str
    batch: int
    batches: int
    done: int
    plays: int
    share: float
    elapsed_s: float
    left_s: float | None
    contests: "tuple[Contest, ...]" = ()


Follow = Callable[[Advance], None]


def nobody(advance: Advance) -> None:
    """Follows a study without a word."""


def with_bots(scenario: Scenario, bots: Sequence[str], plays: int | None = None, retake: int = 0) -> Scenario:
    """The scenario played by these bots, one a seat."""
    plays = scenario.plays if plays is None else plays
    return replace(scenario, bots=tuple(bots), plays=plays, retake=retake, goals=(), warnings=())


class Course:
    """Plays the legs of a study, each once. `session` says where and how; its own watch is not called.

    `study` is kept with every run in the store, so that it is known what a run was played for.
    """

    def __init__(self, legs: Sequence[Leg], session: Session, follow: Follow, study: str) -> None:
        self.legs = {leg.key: leg for leg in legs}
        self.session = replace(session, watch=self._watch, extra={**session.extra, "study": study})
        self.follow = follow
        self.contests: list[Contest] = []
        self.played = self._look_up()
        self.elapsed_s = self.fresh_work = 0.0
        self.leg: Leg | None = None

    def _look_up(self) -> dict[Key, Played]:
        """The legs that need not be played, read while the store is open once."""
        store = stoppable(self.session)
        if store is None or not store.path.exists():
            return {}
        with store.session():
            runs = {key: find_run(store, request_of(leg.scenario, {})) for key, leg in self.legs.items()}
            return {key: Played(_winners(store, run), run.id) for key, run in runs.items() if run}

    def winners_of(self, leg: Leg) -> Played:
        """The leg's batch, played unless it is already. Raises `Stopped` when the session is stopped."""
        if leg.key not in self.played:
            self.leg = leg
            try:
                outcome = take_up(leg.scenario, self.session)
            except Stopped:
                raise Stopped(self._stopped()) from None
            self.elapsed_s += outcome.elapsed_s
            self.fresh_work += leg.cost * (len(outcome.results) - outcome.before)
            self.played[leg.key] = Played(outcome.results[WINNERS].copy(), outcome.run)
        return self.played[leg.key]

    def finish(self, contest: "Contest") -> None:
        """A contest is decided; whoever follows may see it."""
        self.contests.append(contest)
        self._tell(f"{contest.one} among {contest.field}")

    def _watch(self, progress: Progress, results: Results) -> None:
        assert self.leg is not None
        fresh_work = self.leg.cost * progress.fresh
        self._tell(self.leg.title, progress.done, self.leg.cost * progress.done, progress.elapsed_s, fresh_work)

    def _tell(
        self, title: str, done: int = 0, work_done: float = 0.0, elapsed_s: float = 0.0, fresh_work: float = 0.0
    ) -> None:
        """Tell how far the study is; `done` and so on are of a leg that is not finished yet."""
        before = [leg for leg in self.legs.values() if leg.key in self.played]
        work = sum(leg.work for leg in self.legs.values())
        left = work - sum(leg.work for leg in before) - work_done
        elapsed_s, fresh_work = self.elapsed_s + elapsed_s, self.fresh_work + fresh_work
        advance = Advance(
            title=title,
            batch=min(len(before) + 1, len(self.legs)),
            batches=len(self.legs),
            done=sum(leg.scenario.plays for leg in before) + done,
            plays=sum(leg.scenario.plays for leg in self.legs.values()),
            share=1 - max(0.0, left) / work,
            elapsed_s=elapsed_s,
            left_s=max(0.0, left) * elapsed_s / fresh_work if fresh_work > 0 else None,
            contests=tuple(self.contests),
        )
        self.follow(advance)

    def _stopped(self) -> str:
        if self.session.store is None:
            return "stopped; nothing was stored"
        kept = (
            f"stopped; {len(self.played)} of {len(self.legs)} batches are kept whole, and what was played of the next"
        )
        return f"{kept}; the same command goes on from there"


def _winners(store: Store, run: Run) -> Winners:
    """Who won each play of a finished run."""
    found: Winners = load_results(store, run, np.dtype([(WINNERS, "u2")]))[WINNERS]
    return found
