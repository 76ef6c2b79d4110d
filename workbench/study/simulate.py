"""Playing a batch: in chunks, each stored whole, so that it can be watched, stopped and taken up again."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from workbench.bots.spec import one_a_seat, seat_bots
from workbench.engine.batch import Batch, cores, game_code_hash, rows_digest
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.registry import game_named
from workbench.store import (
    CHUNK_PLAYS,
    Chunk,
    Revision,
    Run,
    RunRequest,
    Status,
    Store,
    append_chunk,
    create_run,
    finish_run,
    get_run,
    load_results,
    resume_run,
    save_revision,
    set_status,
)
from workbench.study.scenario import Scenario

FIRST_CHUNK = 1_024
CHUNK_SECONDS = 0.7
"""About how long a chunk plays: short enough to watch, long enough that storing it costs little."""


class Stopped(WorkbenchError):
    """The batch was stopped before its end; what was finished is stored."""

    exit_code = 130


@dataclass(frozen=True)
class Progress:
    """How far a batch is. `elapsed_s` counts this session; `fresh` are the plays made in it."""

    done: int
    plays: int
    fresh: int
    elapsed_s: float

    @property
    def plays_per_s(self) -> float:
        """The rate of this session; 0 before the first chunk."""
        return self.fresh / self.elapsed_s if self.elapsed_s > 0 else 0.0

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate, or None when there is none yet."""
        return (self.plays - self.done) / self.plays_per_s if self.fresh else None


Watch = Callable[[Progress, Results], None]
"""Called after each chunk with the progress and all results so far."""


@dataclass(frozen=True)
class Outcome:
    """A finished batch. `run` is its id in the store, or None when nothing was stored."""

    scenario: Scenario
    results: Results
    digest: str
    elapsed_s: float
    run: str | None = None
    code_hash: str = ""

    @property
    def plays_per_s(self) -> float:
        """Plays a second, storing included."""
        return len(self.results) / self.elapsed_s if self.elapsed_s > 0 else 0.0


@dataclass
class Session:
    """How a batch is played: where it is stored, on how many threads, who watches, and who may stop it."""

    store: Store | None = None
    jobs: int = field(default_factory=cores)
    watch: Watch = lambda progress, results: None
    compiling: Callable[[], None] = lambda: None  # called where the rules have to be compiled first
    stop: threading.Event = field(default_factory=threading.Event)
    extra: dict[str, Any] = field(default_factory=dict)


def batch_of(scenario: Scenario) -> Batch:
    """The batch that a scenario describes."""
    seats = seat_bots(scenario.game, scenario.bots, scenario.players)
    return Batch(scenario.game, scenario.rules, seats, scenario.seed)


def read_jobs(text: object) -> int:
    """The number of threads behind `--jobs`. Raises BadInput."""
    if text is None:
        return cores()
    try:
        jobs = int(str(text))
    except ValueError:
        jobs = 0
    if not 1 <= jobs <= 256:
        raise BadInput([Problem("--jobs", "must be a whole number from 1 to 256", str(text))])
    return jobs


def request_of(scenario: Scenario, extra: dict[str, Any]) -> RunRequest:
    """What the store has to know of a batch."""
    return RunRequest(
        game=scenario.game.name,
        scenario=scenario.revision,
        rules=scenario.rules,
        rules_hash=scenario.rules_hash,
        code_hash=game_code_hash(scenario.game),
        bots=one_a_seat(scenario.bots, scenario.players),
        seed=scenario.seed,
        plays=scenario.plays,
        seats=scenario.players,
        extra=extra,
    )


def simulate(scenario: Scenario, session: Session | None = None) -> Outcome:
    """Play the scenario's batch and store it. Raises `Stopped` when the session is stopped."""
    session = session or Session()
    run = None
    if session.store:
        save_revision(session.store, revision_of(scenario))
        run = create_run(session.store, request_of(scenario, session.extra))
    return _Player(scenario, session, run).play()


def resume(store: Store, run_id: str, session: Session) -> Outcome:
    """Go on with an unfinished run; the end is the same, bit for bit, as without the break.

    Raises BadInput when the game's code is no longer the one that the run was started with, and RunRefused when there
    is no such run, or nothing left of it to play.
    """
    scenario = scenario_of(get_run(store, run_id))
    if get_run(store, run_id).code_hash != game_code_hash(scenario.game):
        message = "the game's code has changed since it was started; play it anew, or check out that version"
        raise BadInput.one("resume", message, run_id)
    return _Player(scenario, replace(session, store=store), resume_run(store, run_id)).play()


def load(store: Store, run: Run) -> Outcome:
    """A finished run as it was stored."""
    scenario = scenario_of(run)
    results = load_results(store, run, scenario.game.result)
    return Outcome(scenario, results, run.digest or "", run.elapsed_s, run.id, run.code_hash)


def scenario_of(run: Run) -> Scenario:
    """What the run was asked to play, whatever has become of its scenario file."""
    game = game_named(run.game)
    return Scenario(
        game=game,
        revision=run.scenario,
        path=None,
        title=run.scenario,
        date=None,
        parent=None,
        reason="",
        hypothesis="",
        own_rules={},
        rules=dict(run.rules),
        bots=tuple(run.bots),
        plays=run.plays,
        seed=run.seed,
        goals=(),
        warnings=(),
    )


def revision_of(scenario: Scenario) -> Revision:
    """The revision as the store keeps it, with all its rules, so that an old run says what was played."""
    return Revision(
        rules_hash=scenario.rules_hash,
        game=scenario.game.name,
        name=scenario.revision,
        title=scenario.title,
        date=scenario.date,
        parent=scenario.parent,
        reason=scenario.reason,
        hypothesis=scenario.hypothesis,
        rules=scenario.rules,
    )


class _Player:
    """Plays one batch, chunk after chunk."""

    def __init__(self, scenario: Scenario, session: Session, run: Run | None) -> None:
        self.scenario, self.session, self.run = scenario, session, run
        self.batch = batch_of(scenario)
        self.results = np.zeros(scenario.plays, scenario.game.result)
        self.done = self._load_stored()
        self.before = self.done
        self.chunk = FIRST_CHUNK
        self.elapsed_s = 0.0

    def _load_stored(self) -> int:
        if not (self.run and self.run.done and self.session.store):
            return 0
        stored = load_results(self.session.store, self.run, self.scenario.game.result)
        self.results[: len(stored)] = stored
        return len(stored)

    def play(self) -> Outcome:
        try:
            if not self.batch.kernel.is_warm:
                self.session.compiling()
            self.batch.warm_up()
            while self.done < self.scenario.plays:
                self._play_chunk()
            return self._finish()
        except BaseException as error:
            self._give_up(error)
            raise

    def _play_chunk(self) -> None:
        if self.session.stop.is_set():
            raise Stopped(self._resume_line())
        started = time.perf_counter()
        plays = min(self.chunk, self.scenario.plays - self.done)
        fresh = self.batch.play(self.done, plays, self.session.jobs)
        played_s = time.perf_counter() - started
        self._store(fresh, played_s)
        self.results[self.done : self.done + plays] = fresh
        self.done += plays
        self.elapsed_s += time.perf_counter() - started
        self.chunk = _next_chunk(plays, played_s)
        progress = Progress(self.done, self.scenario.plays, self.done - self.before, self.elapsed_s)
        self.session.watch(progress, self.results[: self.done])

    def _store(self, fresh: Results, played_s: float) -> None:
        if self.run and self.session.store:
            chunk = Chunk(self.done, fresh, self.scenario.game.all_measures, played_s)
            self.run = append_chunk(self.session.store, self.run, chunk)

    def _finish(self) -> Outcome:
        digest = rows_digest()
        digest.update(self.results.view(np.uint8))
        if self.run and self.session.store:
            self.run = finish_run(self.session.store, self.run.id, digest.hexdigest())
        run_id = self.run.id if self.run else None
        code = game_code_hash(self.scenario.game)
        return Outcome(self.scenario, self.results, digest.hexdigest(), self.elapsed_s, run_id, code)

    def _give_up(self, error: BaseException) -> None:
        if not (self.run and self.session.store):
            return
        status = Status.CANCELLED if isinstance(error, (Stopped, KeyboardInterrupt)) else Status.FAILED
        set_status(self.session.store, self.run.id, status, "" if status is Status.CANCELLED else str(error))
        if isinstance(error, KeyboardInterrupt):
            raise Stopped(self._resume_line()) from error

    def _resume_line(self) -> str:
        kept = f"{self.done} of {self.scenario.plays} plays are kept" if self.run else "nothing was stored"
        return f"stopped; {kept}" + (f"; go on with: workbench resume {self.run.id}" if self.run else "")


def _next_chunk(plays: int, played_s: float) -> int:
    """As many plays as take about `CHUNK_SECONDS`, at most twice the last chunk and what is best to store at once."""
    wanted = int(plays * CHUNK_SECONDS / max(played_s, 1e-6))
    return max(FIRST_CHUNK, min(wanted, 4 * plays, CHUNK_PLAYS))
