"""The study of quality: play a batch once more, noting how each play went, and work out every figure of it.

Nothing is stored: a batch is cheap to follow, and the figures need every play at once. The plays are those of the batch
with the same bots and seed, so another revision's are paired with them.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from workbench.bots.obvious import ASKED
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput
from workbench.playtest import overview
from workbench.scenario import Scenario
from workbench.stats import Estimate, PairedDifference, Verdict, mean_estimate, paired_difference
from workbench.stats.evidence import judge_together
from workbench.store import Store
from workbench.store.playtests.overview import Filter
from workbench.study.batch_player import RunOptions, Stopped, stoppable, stopped_without_storing
from workbench.study.cluster.work import asking
from workbench.study.outcome import make_batch
from workbench.study.quality.figures import (
    Band,
    KindUse,
    QualityFigure,
    Quantile,
    drama,
    kind_uses,
    quantiles,
    ratio_figure,
    timeline_figures,
    winners_band,
)
from workbench.study.quality.forecasts import Forecasts, forecasts
from workbench.study.quality.timelines import Ints, Timelines, joined, timelines_of
from workbench.study.strength.contest import Follow, StudyProgress, ignore_progress

PLAYS, EVERY = 100, 40
"""Plays that are asked about, and every how many free decisions: about five in a play, 500 in all."""
ITERATIONS = 200
"""The usual budget of search for a decision."""
MOST_ITERATIONS = 10_000


@dataclass(frozen=True)
class Obvious:
    """Over `decisions` with a choice: how often search takes greedy's action, and a blind choice would."""

    iterations: int
    decisions: int
    agreed: Estimate
    blind: float


def obvious(scenario: Scenario, iterations: int, options: RunOptions) -> Obvious | None:
    """Ask search in the first plays of greedy bots; None where no decision had a choice. Raises `Stopped`."""
    asked = _answers(scenario, iterations, options)
    if len(asked) < PLAYS:
        raise Stopped(stopped_without_storing())
    figure = ratio_figure("obvious", asked["agreed"], asked["asked"], most=1.0)
    if figure is None:
        return None
    decisions = int(asked["asked"].sum())
    return Obvious(iterations, decisions, figure.estimate, float(asked["blind"].sum()) / decisions)


def _answers(scenario: Scenario, iterations: int, options: RunOptions) -> Results:
    """What search says, a record a play: from the workers of the cluster, or asked here."""
    if options.cluster:
        answers = options.cluster.answers(scenario, iterations, EVERY, options.stop)
        return np.concatenate([np.zeros(0, ASKED), *answers.blocks(0, PLAYS, rows=True)])
    asked = asking(scenario, iterations, EVERY)
    if not asked.kernel.is_warm:
        options.compiling()
    return asked.on_threads(PLAYS, options.jobs, options.stop)


FEWEST = 2
"""Sessions that an interval needs."""


@dataclass(frozen=True)
class Minutes:
    """How long people take: seconds a decision over `seconds.n` sessions, and by that the minutes of a play.

    Both intervals are about the sessions alone: the mean number of decisions is known far better.
    """

    seconds: Estimate
    play: Estimate


def session_seconds(store: Store | None, scenario: Scenario) -> tuple[float, ...]:
    """Seconds of play of every ended session of these rules with as many players that the clock measured."""
    if store is None or not store.path.exists():
        return ()
    which = Filter(
        game=scenario.game.name, rules_hash=scenario.rules_hash, players=scenario.players, statuses=("ended",)
    )
    return tuple(each.play_s for each in overview.sessions(store, which) if each.play_s > 0)


def minutes_of(sessions_s: Sequence[float], decisions: float) -> Minutes | None:
    """The minutes of a play of so many decisions on average; None for fewer sessions than an interval needs."""
    if len(sessions_s) < FEWEST or not decisions:
        return None
    seconds = mean_estimate([each / decisions for each in sessions_s], jump=0.0, least=0.0)
    mean, sd, low, high = (part * decisions / 60 for part in (seconds.mean, seconds.sd, seconds.low, seconds.high))
    return Minutes(seconds, Estimate(mean, sd, low, high, seconds.n))


CHUNK_PLAYS = 1_000
MOST_PLAYS = 100_000
"""Every play's timeline is held in memory."""
MARGINS: Mapping[str, float] = {
    "lead_changes": 0.05,
    "drama": 0.2,
    "decisiveness": 0.01,
    "comeback": 0.01,
    "runaway": 0.01,
    "foreseen": 0.01,
    "length": 1.0,
    "length_spread": 0.01,
    "choices": 0.1,
    "forced": 0.01,
}
"""The smallest change of each figure that counts, in its own unit."""


@dataclass(frozen=True, eq=False)
class Quality:
    """What the plays of a scenario say about how good the game is.

    `sessions_s`: seconds of play of the logged sessions of the same rules; `obvious`: what search says, where asked.
    """

    scenario: Scenario
    timelines: Timelines
    sessions_s: tuple[float, ...] = ()
    obvious: Obvious | None = None

    @property
    def plays(self) -> int:
        """How many plays there are."""
        return self.timelines.plays

    @cached_property
    def forecasts(self) -> Forecasts:
        """How early the winner is known; empty where the game keeps no score."""
        if not self.scenario.game.keeps_score:
            return Forecasts((), (), None, None)
        return forecasts(self.timelines, sides=self.scenario.game.sides is not None)

    @cached_property
    def figures(self) -> dict[str, QualityFigure]:
        """Every figure that these plays have, by name, in the order of `MARGINS`."""
        found = timeline_figures(self.timelines, self.scenario.game.keeps_score)
        if self.forecasts.foreseen:
            found["foreseen"] = self.forecasts.foreseen
        return {name: found[name] for name in MARGINS if name in found}

    @cached_property
    def lengths(self) -> list[Quantile]:
        """Decisions of a play: the shortest and the longest tenth, and the middle."""
        return quantiles(self.timelines.decisions)

    @property
    def minutes(self) -> Minutes | None:
        """How long people take; None where too few sessions say so."""
        return minutes_of(self.sessions_s, self.figures["length"].estimate.mean) if self.plays else None

    @cached_property
    def band(self) -> Band | None:
        """The winner's lead over the play."""
        return winners_band(self.timelines) if self.scenario.game.keeps_score else None

    @cached_property
    def kinds(self) -> list[KindUse]:
        """The use of each kind of action."""
        return kind_uses(self.timelines, {kind.name.lower(): kind.value for kind in self.scenario.game.action_kinds})

    @property
    def most_dramatic(self) -> int:
        """The play whose winner was farthest behind on average, the first of equal ones."""
        return int((drama(self.timelines) * self.timelines.eligible).argmax()) if self.plays else 0

    @property
    def single_winner(self) -> int:
        """Plays with one winner, of which the figures about the winner are."""
        return int((self.timelines.winner >= 0).sum())


@dataclass(frozen=True)
class Change:
    """A figure of a scenario, minus that of the one it is held against, over paired plays."""

    name: str
    difference: PairedDifference
    verdict: Verdict


@dataclass(frozen=True, eq=False)
class QualityComparison:
    """A scenario, `other`, and the one it is held against, `base`, on the same shuffles."""

    base: Quality
    other: Quality

    @cached_property
    def changes(self) -> list[Change]:
        """Every figure that both have, the verdicts corrected for all of them together (Holm)."""
        names = [name for name in self.base.figures if name in self.other.figures]
        found = [_difference(self.base.figures[name], self.other.figures[name]) for name in names]
        scaled = [_scaled(each, MARGINS[name]) for name, each in zip(names, found, strict=True)]
        verdicts = judge_together(scaled, 1.0)
        return [Change(*each) for each in zip(names, found, verdicts, strict=True)]


def _difference(base: QualityFigure, other: QualityFigure) -> PairedDifference:
    plays = min(len(base.values), len(other.values))
    return paired_difference(base.values[:plays], other.values[:plays], step=max(base.jump, other.jump))


def _scaled(found: PairedDifference, margin: float) -> Estimate:
    """The difference in margins."""
    mean, sd, low, high = (part / margin for part in (found.difference, found.sd, found.low, found.high))
    return Estimate(mean, sd, low, high, found.n)


def quality(
    scenario: Scenario, options: RunOptions | None = None, follow: Follow = ignore_progress, search: int | None = None
) -> Quality:
    """Play the scenario's batch and work out its figures. Raises BadInput for too many plays, and `Stopped`.

    With `search`, that many iterations are asked whether the obvious action is the best one.
    """
    options = options or RunOptions()
    check_plays(scenario)
    began = time.perf_counter()
    if not options.cluster and not make_batch(scenario).timeline_kernel.is_warm:
        options.compiling()

    def watch(done: int) -> None:
        share, elapsed_s = done / scenario.plays, time.perf_counter() - began
        follow(
            StudyProgress(scenario.revision, 1, 1, done, scenario.plays, share, elapsed_s, elapsed_s * (1 / share - 1))
        )

    sessions_s = session_seconds(stoppable(options), scenario)
    found = Quality(scenario, follow_plays(scenario, options, watch), sessions_s)
    found = replace(found, obvious=obvious(scenario, search, options)) if search else found
    _ = found.figures, found.band, found.kinds, found.lengths
    return found


def compare_quality(
    scenario: Scenario,
    against: Scenario,
    options: RunOptions | None = None,
    follow: Follow = ignore_progress,
    search: int | None = None,
) -> QualityComparison:
    """The scenario and the one it is held against, on the same shuffles: both get the plays and seed of the first.

    Raises as `quality`.
    """
    base = replace(against, plays=scenario.plays, seed=scenario.seed)

    def of(batch: int) -> Follow:
        def tell(advance: StudyProgress) -> None:
            done, share = advance.done + (batch - 1) * scenario.plays, (batch - 1 + advance.share) / 2
            both = replace(advance, batch=batch, batches=2, done=done, plays=2 * scenario.plays, share=share)
            follow(replace(both, left_s=None))

        return tell

    return QualityComparison(quality(base, options, of(1)), quality(scenario, options, of(2), search))


def check_plays(scenario: Scenario) -> None:
    """Raises BadInput for more plays than are held in memory."""
    if scenario.plays > MOST_PLAYS:
        raise BadInput.one(
            "plays", f"at most {MOST_PLAYS:,}: each play's timeline is held in memory", f"{scenario.plays:,}"
        )


def follow_plays(
    scenario: Scenario, options: RunOptions, watch: Callable[[int], None] = lambda done: None
) -> Timelines:
    """The timelines of the scenario's plays. Raises `Stopped` once `options.stop` is set."""
    parts, done = [], 0
    for results, noted in _followed(scenario, options):
        parts.append(timelines_of(scenario.game, scenario.players, results, noted))
        done += len(noted)
        watch(done)
    if done < scenario.plays or options.stop.is_set():
        raise Stopped(stopped_without_storing())
    return joined(parts)


def _followed(scenario: Scenario, options: RunOptions) -> Iterator[tuple[Results, Results]]:
    """Results and timelines, in play order: from the workers of the cluster, or played here."""
    if options.cluster and scenario.plays:
        yield from options.cluster.timelines(scenario, options.stop).blocks(0, scenario.plays, rows=True)
        return
    batch = make_batch(scenario)
    for first in range(0, max(scenario.plays, 1), CHUNK_PLAYS):
        if options.stop.is_set():
            return
        yield batch.timelines(first, min(CHUNK_PLAYS, scenario.plays - first), options.jobs, options.stop)


@dataclass(frozen=True, eq=False)
class Worm:
    """How every seat stood over one play: standings, shape (places, seats), and the decisions made by each place."""

    play: int
    standing: Ints
    clock: Ints
    winners: tuple[int, ...]


def worm(scenario: Scenario, play: int) -> Worm:
    """The timeline of one play by its number."""
    results, noted = make_batch(scenario).timelines(play, 1)
    places, seats = int(noted["noted"][0]), range(scenario.players)
    return Worm(
        play,
        noted["standing"][0, :places, : len(seats)].astype(np.int64),
        noted["decided"][0, :places].astype(np.int64),
        tuple(seat for seat in seats if int(results["winners"][0]) >> seat & 1),
    )
