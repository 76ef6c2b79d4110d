"""Plays a batch once more, noting how each play went, and works out every figure of it.

Nothing is stored: a batch is cheap to follow, and the figures need every play at once. The plays are those of the batch
with the same bots and seed, so another revision's are paired with them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from workbench.bots.obvious import ANSWERS
from workbench.bots.spec import bot_problems, one_a_seat
from workbench.engine.parameters import complete
from workbench.engine.problems import whole_of
from workbench.engine.registry import games
from workbench.play.cluster.work import asking
from workbench.play.comparisons import Contrast
from workbench.play.forms import is_searched, make_batch
from workbench.play.options import RunOptions, Stopped, stoppable, stopped_without_storing
from workbench.playtest import overview
from workbench.report.text.verdicts import MOVED
from workbench.scenario import Scenario
from workbench.stats import Estimate, Figure, mean_estimate, paired_difference
from workbench.stats.evidence import judge_together
from workbench.store import Store
from workbench.store.playtests.overview import SessionFilter
from workbench.studies.progress import Follow, StudyProgress, ignore_progress
from workbench.studies.quality.by_playouts import Chances, chance_figures, chances_of
from workbench.studies.quality.figures import (
    MEASURES,
    Band,
    KindUse,
    QualityFigure,
    Quantile,
    drama,
    kind_uses,
    quantiles,
    ratio_estimate,
    timeline_figures,
    winners_band,
)
from workbench.studies.quality.forecasts import Forecasts, forecasts
from workbench.studies.quality.question import USUAL_PACE, QualityQuestion
from workbench.studies.timelines import Ints, Timelines, follow_plays

PLAYS, EVERY = 100, 40
"""Plays that are asked about, and every how many free decisions: about five in a play, 500 in all."""


@dataclass(frozen=True)
class Obvious:
    """Over `decisions` with a choice: how often search takes greedy's action, and a blind choice would."""

    iterations: int
    decisions: int
    agreed: Estimate
    blind: float


def obvious(scenario: Scenario, iterations: int, options: RunOptions) -> Obvious | None:
    """Ask search in the first plays of greedy bots; None where no decision had a choice. Raises `Stopped`."""
    if options.cluster:  # a record a play: from its workers, or worked out here
        source = options.cluster.answers(scenario, iterations, EVERY, options.stop)
        stretches = [answers for (answers,) in source.stretches(0, PLAYS, rows=True)]
        answers = np.concatenate([np.zeros(0, ANSWERS), *stretches])
    else:
        batch = asking(scenario, iterations, EVERY)
        if not batch.kernel.is_warm:
            options.progress.compiling()
        answers = batch.on_threads(PLAYS, options.jobs, options.stop)
    if len(answers) < PLAYS:
        raise Stopped(stopped_without_storing())
    agreed = ratio_estimate(answers["agreed"], answers["questions"])
    if agreed is None:
        return None
    decisions = int(answers["questions"].sum())
    return Obvious(iterations, decisions, agreed, float(answers["blind"].sum()) / decisions)


FEWEST = 2
"""Sessions that an interval needs."""


@dataclass(frozen=True)
class PeoplesPace:
    """How long people take: seconds a decision over `seconds.n` sessions, and by that the minutes of a play.

    Both intervals are about the sessions alone: the mean number of decisions is known far better.
    """

    seconds: Estimate
    play: Estimate


def session_seconds(store: Store | None, scenario: Scenario) -> tuple[float, ...]:
    """Seconds of play of every ended session of these rules with as many players that the clock measured."""
    if store is None or not store.may_have_sessions:
        return ()
    which = SessionFilter(
        game=scenario.game.name, rules_hash=scenario.rules_hash, players=scenario.players, statuses=("ended",)
    )
    return tuple(session.play_s for session in overview.sessions(store, which) if session.play_s > 0)


def minutes_of(sessions_s: Sequence[float], decisions: float) -> PeoplesPace | None:
    """The minutes of a play of so many decisions on average; None for fewer sessions than an interval needs."""
    if len(sessions_s) < FEWEST or not decisions:
        return None
    seconds = mean_estimate([elapsed_s / decisions for elapsed_s in sessions_s], jump=0.0, least=0.0)
    mean, sd, low, high = (part * decisions / 60 for part in (seconds.mean, seconds.sd, seconds.low, seconds.high))
    return PeoplesPace(seconds, Estimate(mean, sd, low, high, seconds.n))


@dataclass(frozen=True, eq=False)
class Quality:
    """The quality of a game, by the plays of a scenario.

    `sessions_s`: seconds of play of the logged sessions of the same rules; `pace_s`: seconds a decision that are
    assumed without them; `obvious`: what search says, where asked; `chances`: those to win, where standings tell
    nothing before the end, or all win or lose together.
    """

    scenario: Scenario
    timelines: Timelines
    sessions_s: tuple[float, ...] = ()
    pace_s: int = USUAL_PACE
    obvious: Obvious | None = None
    chances: Chances | None = None

    @property
    def plays(self) -> int:
        return self.timelines.plays

    @property
    def together(self) -> tuple[float, float | None, float | None]:
        """Of a game that all win or lose: the share that is won, and the median decisions of lost and of won plays."""
        won = self.timelines.won.any(axis=1)
        lengths = (self.timelines.decisions[~won], self.timelines.decisions[won])
        lost, to_win = (float(np.median(decisions)) if len(decisions) else None for decisions in lengths)
        return float(won.mean()), lost, to_win

    @property
    def lacks_standings(self) -> bool:
        """True if there are rivals, and nothing says how they stand before the end."""
        told = self.scenario.game.keeps_score and self.timelines.has_standings.any()
        rivals = self.timelines.there.sum(axis=1) > 1
        return bool(rivals.any() and self.timelines.decisions.all() and not told)

    @cached_property
    def forecasts(self) -> Forecasts:
        """How early the winner is known; empty where the game keeps no score."""
        if not self.scenario.game.keeps_score:
            return Forecasts((), (), None, None)
        return forecasts(self.timelines, sides=self.scenario.game.sides is not None)

    @cached_property
    def figures(self) -> dict[str, QualityFigure]:
        """Every figure that these plays have, by name, in the order of `MEASURES`."""
        figures = timeline_figures(self.timelines, self.scenario.game.keeps_score)
        if self.chances:
            figures |= chance_figures(self.chances)
        if self.forecasts.foreseen:
            figures["foreseen"] = self.forecasts.foreseen
        if "drama" in figures:
            drama = figures["drama"]
            unit = self.scenario.game.standing_unit
            figures["drama"] = replace(drama, measure=drama.measure._replace(unit=unit))
        return {name: figures[name] for name in MEASURES if name in figures}

    @cached_property
    def lengths(self) -> list[Quantile]:
        """Decisions of a play: the shortest and the longest tenth, and the middle."""
        return quantiles(self.timelines.decisions)

    @property
    def minutes(self) -> PeoplesPace | None:
        """How long people take; None where too few sessions say so."""
        return minutes_of(self.sessions_s, self.figures["length"].estimate.mean) if self.plays else None

    @property
    def assumed_minutes(self) -> float:
        """Minutes of a play at the assumed pace."""
        return self.figures["length"].estimate.mean * self.pace_s / 60 if self.plays else 0.0

    @cached_property
    def band(self) -> Band | None:
        """The winner's lead over the play."""
        return winners_band(self.timelines) if self.scenario.game.keeps_score else None

    @cached_property
    def kinds(self) -> list[KindUse]:
        """The use of each kind of action."""
        kinds = self.scenario.game.kinds(self.scenario.rules)
        return kind_uses(self.timelines, {kind.name.lower(): kind.value for kind in kinds})

    @property
    def most_dramatic(self) -> int:
        """The play whose winner was farthest behind on average, the first of equal ones."""
        return int((drama(self.timelines) * self.timelines.eligible).argmax()) if self.plays else 0

    @property
    def single_winner(self) -> int:
        """Plays with one winner, of which the figures about the winner are."""
        return int((self.timelines.winner >= 0).sum())


USUAL_PLAYS = 1_000
"""Plays of each other game: their figures need be no closer than games are to each other."""


@dataclass(frozen=True)
class UsualFigures:
    """The figures of another game by its usual rules, by name."""

    title: str
    figures: Mapping[str, Figure]


_played: dict[tuple[str, str, str], UsualFigures] = {}
"""The figures of each game by code and bot, as long as this process lives."""


def usual_figures(scenario: Scenario, options: RunOptions) -> tuple[UsualFigures, ...]:
    """The figures of every other installed game that the bots can play.

    Empty where bots differ from seat to seat, or search: their plays would take longer than the study. Raises
    `Stopped`.
    """
    bots = set(scenario.bots)
    if len(bots) > 1 or is_searched(scenario):
        return ()
    (bot,), usual = bots, []
    for name, game in games().items():
        if name == scenario.game.name or bot_problems(game, [bot], 1):
            continue
        key = name, game.code_hash, bot
        if key not in _played:
            rules = complete(game.parameters, {})
            table = replace(scenario, game=game, revision="", title=game.title, rules=rules, goals=(), settings=())
            table = replace(table, bots=one_a_seat([bot], whole_of(rules, "players")), plays=USUAL_PLAYS)
            figures = Quality(table, follow_plays(table, replace(options, cluster=None))).figures
            without_plays = {name: Figure(name, figure.measure, figure.estimate) for name, figure in figures.items()}
            _played[key] = UsualFigures(game.title, without_plays)
        usual.append(_played[key])
    return tuple(usual)


@dataclass(frozen=True, eq=False)
class QualityAnswer:
    """The figures of a revision, and of the one that it is held against, on the same shuffles.

    `usual` are the figures of other games, where they were asked for and the bots can play them.
    """

    quality: Quality
    base: Quality | None = None
    usual: tuple[UsualFigures, ...] = ()

    @property
    def scenario(self) -> Scenario:
        """The revision."""
        return self.quality.scenario

    @property
    def plays(self) -> int:
        """How many plays it rests on."""
        return self.quality.plays

    @cached_property
    def changes(self) -> list[Contrast]:
        """Every figure that both have, the verdicts corrected for all of them together (Holm)."""
        if self.base is None:
            return []
        figures = self.quality.figures
        contrasts = [_contrast(base, figures[name]) for name, base in self.base.figures.items() if name in figures]
        verdicts = judge_together([_in_margins(contrast) for contrast in contrasts], 1.0)
        return [replace(contrast, verdict=verdict) for contrast, verdict in zip(contrasts, verdicts, strict=True)]

    @property
    def moved(self) -> list[Contrast]:
        """The figures that changed, the largest change first, in smallest changes that count."""
        moved = [contrast for contrast in self.changes if contrast.verdict in MOVED]
        return sorted(moved, key=lambda contrast: -abs(_in_margins(contrast).mean))


def _contrast(base: QualityFigure, other: QualityFigure) -> Contrast:
    """The difference of a figure over the paired plays, as yet without a verdict."""
    plays = min(len(base.values), len(other.values))
    step = max(base.jump, other.jump)
    difference = paired_difference(base.values[:plays], other.values[:plays], step=step)
    return Contrast(other.name, other.measure, difference, plays=plays)


def _in_margins(contrast: Contrast) -> Estimate:
    gap = contrast.difference
    mean, sd, low, high = (part / contrast.margin for part in (gap.mean, gap.sd, gap.low, gap.high))
    return Estimate(mean, sd, low, high, gap.n)


def measure(
    question: QualityQuestion, options: RunOptions | None = None, follow: Follow = ignore_progress
) -> QualityAnswer:
    """Play the revision's batch, and that of the other revision on the same shuffles; work out every figure.

    Raises `Stopped`.
    """
    options, scenario = options or RunOptions(), question.scenario
    pace_s, sides = question.pace or USUAL_PACE, []
    base = question.versus and replace(question.versus, plays=scenario.plays, seed=scenario.seed)
    tables = [base, scenario] if base else [scenario]
    for place, table in enumerate(tables):

        def tell(advance: StudyProgress, place: int = place) -> None:
            done, plays = advance.done + place * advance.plays, len(tables) * advance.plays
            share, left_s = (place + advance.share) / len(tables), None if base else advance.left_s
            batch, batches = (place + 1, 2) if base else (advance.batch, advance.batches)
            follow(replace(advance, batch=batch, batches=batches, done=done, plays=plays, share=share, left_s=left_s))

        search = question.search if table is scenario else None
        sides.append(measure_revision(table, options, tell, search, pace_s))
    usual = usual_figures(scenario, options) if question.usual else ()
    answer = QualityAnswer(sides[-1], sides[0] if base else None, usual)
    _ = answer.changes  # worked out by the job, so that the page need not
    return answer


def measure_revision(
    scenario: Scenario,
    options: RunOptions,
    follow: Follow = ignore_progress,
    search: int | None = None,
    pace_s: int = USUAL_PACE,
) -> Quality:
    """Play the scenario's batch and work out its figures. Raises `Stopped`.

    With `search`, that many iterations are asked whether the obvious action is the best one.
    """
    sessions_s = session_seconds(stoppable(options), scenario)
    figures = Quality(scenario, follow_plays(scenario, options, follow), sessions_s, pace_s)
    if figures.lacks_standings or scenario.game.is_cooperative:
        figures = replace(figures, chances=chances_of(scenario, figures.timelines, options))
    if search:
        figures = replace(figures, obvious=obvious(scenario, search, options))
    _ = figures.figures, figures.band, figures.kinds, figures.lengths
    return figures


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
