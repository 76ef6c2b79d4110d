"""Which bot plays most like the testers: how likely logged sessions are under each bot, and figures for their mixture.

Each bot plays the revision. A session counts as one value: its mean score, the winner's lead and its length together,
as far as the log has them (`playtest.people_and_bots.figures_of`). Bots begin equally likely; what the sessions say is
the posterior. People are none of these bots: the posterior says which of them comes nearest, and how surely.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from workbench.bots.spec import bot_title, one_a_seat
from workbench.bots.strength import default_bots
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem
from workbench.play.batches import simulate
from workbench.play.figures import figures
from workbench.play.local import Stretch
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.play.outcome import MOST_READ, Outcome
from workbench.playtest import overview
from workbench.playtest.log.recording import load_many
from workbench.playtest.log.session import Session
from workbench.playtest.people_and_bots import Simulated, exclusion_reason, figures_of
from workbench.scenario import Scenario
from workbench.stats import Estimate, Figure, Prominence
from workbench.stats.evidence import enough_sessions
from workbench.stats.likeness import CERTAIN, Recognition, recognition, sources
from workbench.store import Store
from workbench.store.playtests.overview import SessionFilter
from workbench.studies.people_and_bots.decisions import DecidesLike, decides_like, on_screen
from workbench.studies.people_and_bots.feedback import FeedbackCorrelation, feedback_correlations
from workbench.studies.people_and_bots.question import PeopleQuestion
from workbench.studies.progress import Follow, StudyProgress, ignore_progress
from workbench.studies.workload import WORK, affordable, length_of, play_cost, with_bots

MOST_SESSIONS = 500
"""Sessions that are asked about: the latest."""
SEARCHES = ("ismcts:50", "ismcts:200")
"""The strengths of search that are asked, beside random, quick bots and the styles."""
PLAYS, WORK_A_BOT = (400, 5_000), WORK // 6
"""The plays of each bot, at least and at most, and what they may cost."""
HELD_OUT = 5
"""One play in so many stands for a session of that bot."""
MOST_HELD_OUT, MOST_BESIDE = 200, 2_000
"""Plays of each bot that stand for sessions, and plays of each that they are held against."""
COUNTS = (10, 40, 160)
"""Numbers of sessions of which it is said how often they would name their bot."""
LIKELY = 0.05
"""The posterior from which a bot counts in the range of a mixture."""


def simulated(outcome: Outcome, most: int = MOST_READ) -> Simulated:
    """A batch, to hold sessions of the same rules and as many players against: its first plays, at most so many."""
    scenario = outcome.scenario
    plays = outcome.read(0, min(outcome.plays, most))
    return Simulated(scenario.game, scenario.rules, scenario.rules_hash, scenario.bots, plays)


@dataclass(frozen=True, eq=False)
class LikeBot:
    """A bot, how likely it is the source of the sessions, and its plays.

    `to_tell`: about how many sessions like those of the most likely bot tell the two apart; 0 for that bot itself.
    """

    bot: str
    log_likelihood: float
    posterior: float
    to_tell: float
    outcome: Outcome

    @property
    def title(self) -> str:
        """The name for people."""
        return bot_title(self.bot)


@dataclass(frozen=True, eq=False)
class Testers:
    """The likeness of the bots to the sessions, the most likely first. `people` are the sessions' means, by figure.

    `recognition`: how surely sessions of each bot, in this order, would be recognized among all of them.
    """

    scenario: Scenario
    sessions: int
    bots: tuple[LikeBot, ...]
    people: dict[str, float]
    left_out: dict[str, int]
    recognition: Recognition

    @property
    def best(self) -> LikeBot:
        """The bot that comes nearest."""
        return self.bots[0]

    @property
    def alike(self) -> tuple[LikeBot, ...]:
        """The bots that so many sessions do not tell from the nearest one, whatever the posterior says."""
        needed = [self.recognition.values_to_tell(0, place) for place in range(len(self.bots))]
        return tuple(bot for bot, sessions in zip(self.bots[1:], needed[1:], strict=True) if sessions > self.sessions)

    @property
    def is_decided(self) -> bool:
        """True if one bot is named: enough sessions, little doubt, and none that takes more to be told apart."""
        return enough_sessions(self.sessions) and self.best.posterior >= CERTAIN and not self.alike

    @property
    def mixture(self) -> list[Figure]:
        """The main figures of the mixture: the mean by the posterior, and the range over the bots that are likely."""
        every = [(bot.posterior, figures(bot.outcome.tallies)) for bot in self.bots]
        return [
            _mixture_figure(figure, [(posterior, by_name[figure.name].estimate.mean) for posterior, by_name in every])
            for figure in every[0][1].values()
            if figure.prominence is Prominence.MAIN and figure.seat is None
        ]


def _mixture_figure(figure: Figure, means: Sequence[tuple[float, float]]) -> Figure:
    likely = [mean for weight, mean in means if weight >= LIKELY]
    mean = sum(weight * mean for weight, mean in means)
    return replace(figure, estimate=Estimate(mean, nan, min(likely, default=mean), max(likely, default=mean), 0))


@dataclass(frozen=True, eq=False)
class PeopleAnswer:
    """The likeness of the bots to the sessions, and whether what people said follows the log."""

    testers: Testers
    feedback: Sequence[FeedbackCorrelation] = ()

    @property
    def scenario(self) -> Scenario:
        """The revision."""
        return self.testers.scenario

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that were asked, the nearest first."""
        return tuple(bot.bot for bot in self.testers.bots)

    @property
    def plays(self) -> int:
        """The plays of all bots."""
        return sum(bot.outcome.plays for bot in self.testers.bots)


def measure(question: PeopleQuestion, options: RunOptions, follow: Follow) -> PeopleAnswer | DecidesLike:
    """Hold the sessions of the store against plays of each bot, or the people's decisions against those of each bot.

    Nothing is stored. Raises BadInput where there is nothing to compare, and `Stopped`.
    """
    scenario, store = question.scenario, options.store
    sessions = sessions_of(store, scenario) if store else []
    bots = question.candidates or usual_bots(scenario.game)
    if question.decisions:
        return decides_like(scenario, on_screen(scenario, sessions), bots, options, follow)
    testers = nearest_bots(scenario, sessions, bots, options, question.plays, follow)
    return PeopleAnswer(testers, feedback_correlations(store, sessions) if store else [])


def usual_bots(game: Game) -> tuple[str, ...]:
    """The bots that are asked unless others are named."""
    return (*default_bots(game), *SEARCHES)


def sessions_of(store: Store, scenario: Scenario, most: int = MOST_SESSIONS) -> list[Session]:
    """The latest sessions of this revision, or of the same rules under another name."""
    if not store.may_have_sessions:
        return []
    with store.session():
        rows = overview.sessions(store, SessionFilter(game=scenario.game.name))
        alike = [
            row.session
            for row in rows
            if row.version == scenario.revision or (row.rules_hash and row.rules_hash == scenario.rules_hash)
        ]
        return load_many(store, alike[:most])


def nearest_bots(
    scenario: Scenario,
    sessions: Sequence[Session],
    bots: Sequence[str],
    options: RunOptions,
    plays: int | None = None,
    follow: Follow = ignore_progress,
) -> Testers:
    """Play the revision by each bot, and ask which of them the sessions are like. Nothing is stored.

    Raises BadInput, with the reasons, where no session can be compared, and `Stopped`.
    """
    against = scenario.game.name, scenario.rules_hash, scenario.players
    reasons = [exclusion_reason(session, *against) for session in sessions]
    fit = [session for session, reason in zip(sessions, reasons, strict=True) if not reason]
    left_out = {reason: reasons.count(reason) for reason in dict.fromkeys(reasons) if reason}
    if not fit:
        listed_reasons = "; ".join(f"{count} {reason}" for reason, count in left_out.items())
        raise BadInput.one("sessions", f"none can be compared with this revision: {listed_reasons or 'there are none'}")
    outcomes = _played(scenario, bots, options, plays, follow)
    return _compared(scenario, fit, outcomes, left_out)


def _played(
    scenario: Scenario, bots: Sequence[str], options: RunOptions, plays: int | None, follow: Follow
) -> dict[str, Outcome]:
    """Each bot at all seats."""
    length = length_of(scenario, options)
    tables = [with_bots(scenario, one_a_seat((bot,), scenario.players)) for bot in bots]
    costs = [play_cost(table, length) for table in tables]
    counts = [plays or affordable(cost, *PLAYS, WORK_A_BOT) for cost in costs]
    work = [cost * count for cost, count in zip(costs, counts, strict=True)]
    outcomes: dict[str, Outcome] = {}
    options = replace(options, store=None)
    for at, (bot, table, count) in enumerate(zip(bots, tables, counts, strict=True)):
        share = sum(work[:at]) / sum(work)
        follow(StudyProgress(f"{bot} bots", at + 1, len(bots), sum(counts[:at]), sum(counts), share, 0.0, None))
        stretches: list[Stretch] = []  # with the records of the plays, which the figures of a session are held against
        noting = replace(options, watch_rows=stretches.append) if count <= MOST_READ else options
        outcomes[bot] = simulate(replace(table, plays=count), noting)
        if stretches:
            rows = [stretch.rows for stretch in stretches if stretch.rows is not None]
            outcomes[bot] = replace(outcomes[bot], rows=np.concatenate(rows))
        if options.stop.is_set():
            raise Stopped(stopped_without_storing())
    return outcomes


def _compared(
    scenario: Scenario, sessions: Sequence[Session], outcomes: dict[str, Outcome], left_out: dict[str, int]
) -> Testers:
    sides = {bot: figures_of(simulated(outcome)) for bot, outcome in outcomes.items()}
    first = next(iter(sides.values()))
    values = np.array([[figure.of_session(session) for figure in first] for session in sessions], float)
    columns = [at for at in range(values.shape[1]) if not np.isnan(values[:, at]).all()]
    if not columns:
        raise BadInput([Problem("sessions", "have neither totals nor rows: there is nothing to compare")])
    samples = {bot: np.column_stack([bot_figures[at].of_plays for at in columns]) for bot, bot_figures in sides.items()}
    training = {bot: sample[np.arange(len(sample)) % HELD_OUT > 0] for bot, sample in samples.items()}
    likeness = dict(zip(samples, sources(list(training.values()), values[:, columns]), strict=True))
    order = sorted(likeness, key=lambda bot: -likeness[bot].log_likelihood)
    fresh = [samples[bot][::HELD_OUT][:MOST_HELD_OUT] for bot in order]
    recognized = recognition([training[bot][:MOST_BESIDE] for bot in order], fresh, COUNTS)
    ranked = tuple(
        LikeBot(bot, source.log_likelihood, source.posterior, float(recognized.pairs[0, place]), outcomes[bot])
        for place, (bot, source) in enumerate((bot, likeness[bot]) for bot in order)
    )
    people = {first[at].measure.name: float(np.nanmean(values[:, at])) for at in columns}
    return Testers(scenario, len(sessions), ranked, people, left_out, recognized)
