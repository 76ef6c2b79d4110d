"""Restricted play: what is a mechanism worth? (Jaffe, Miller, Andersen, Liu, Karlin, Popović 2012, "Evaluating
Competitive Game Balance with Restricted Play", AIIDE.)

One seat may not use a kind of action wherever it has another choice, all others may; what it loses against an even
share is what that kind of action is worth to a player of that strength. Every seat is the restricted one in turn. Where
all win or lose together, nobody may use it; what they lose is held against plays in which all may.

The bot may itself leave something out at every seat (`greedy~scout`): then each further kind is left out beside that,
and what never came up, or could not be left out, is so *to this bot*. The rules may well have a use for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from workbench.bots.restriction import with_counts
from workbench.bots.seats import RANDOM_SEATS, SEATS
from workbench.bots.spec import parts_of
from workbench.bots.strength import best_quick, usual_thinker
from workbench.engine.batch import NO_ACTIONS
from workbench.engine.chance import CHANCE
from workbench.engine.loop import STATES
from workbench.engine.types import blank_states
from workbench.play.ahead import compile_table_ahead
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import enough, together_interval
from workbench.studies.contest import (
    MARGIN,
    Contest,
    Doubt,
    JudgedContest,
    Pairing,
    StudyRunner,
    batches_of,
    check_winnable,
    contest,
    doubts,
    lone_cost,
    shifted,
    verdicts,
)
from workbench.studies.progress import Follow, ignore_progress
from workbench.studies.simple_strategy import (
    Opponents,
    SimpleStrategy,
    best_mixture,
    hold_against,
    steps_of,
)
from workbench.studies.strategies.question import MechanismsPlan, StrategiesPlan, StrategiesQuestion
from workbench.studies.strategies.robin import RoundRobin, meetings, play_meetings
from workbench.studies.workload import (
    WORK,
    Length,
    StudyBatch,
    affordable,
    declared_cost,
    length_of,
    with_bots,
)

PLAYS = (40, 10_000)
"""Fewest and most plays for a kind of action where none were asked for."""
KINDS_WORK, QUICK_WORK = 2 * WORK, 34_000_000
"""About how much all kinds of action together may cost; in a quick look."""
CENSUS_PLAYS = (20, 1_000)
CENSUS_WORK = WORK / 20
"""How much counting the kinds of action may cost, on one thread."""


class Worth(StrEnum):
    """The verdict on leaving out a kind of action."""

    WORTH = "worth having"
    HARMFUL = "better left out"
    NOTHING = "nothing lost"
    UNDECIDED = "undecided"
    UNUSED = "never chosen"
    FORCED = "cannot be left out"
    ABSENT = "never possible"


WORTHS = {
    Verdict.HIGHER: Worth.WORTH,
    Verdict.LOWER: Worth.HARMFUL,
    Verdict.SAME: Worth.NOTHING,
    Verdict.UNDECIDED: Worth.UNDECIDED,
}


class ActionVerdict(StrEnum):
    """The same as people read it; small: surely not worth a point, though whether it does harm is undecided."""

    HIGHER = "higher"
    LOWER = "lower"
    SAME = "same"
    SMALL = "small"
    UNDECIDED = "undecided"
    UNUSED = "unused"
    FORCED = "forced"
    ABSENT = "absent"


ACTION_VERDICTS = {
    **{worth: ActionVerdict(verdict.value) for verdict, worth in WORTHS.items()},
    Worth.UNUSED: ActionVerdict.UNUSED,
    Worth.FORCED: ActionVerdict.FORCED,
    Worth.ABSENT: ActionVerdict.ABSENT,
}


@dataclass(frozen=True)
class Usage:
    """How often a kind of action was met, means a play and over all seats together, where the bot is at all seats.

    `offered`: decisions at which it was open to the bot beside another kind; `chosen`: times it was chosen there;
    `forced`: times it was all that was open. What a bot leaves out is not open to it. Counted over `plays`.
    """

    plays: int
    offered: float
    chosen: float
    forced: float


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A kind of action. `contest` has the restricted bot alone among the others; None where nothing can be restricted.

    `value` is what the restricted seat loses, in shares of the wins. `doubt` says why, where the standing is undecided.
    """

    kind: str
    usage: Usage
    contest: Contest | None
    standing: Worth
    doubt: Doubt | None = None

    @property
    def value(self) -> Estimate:
        """Even minus the restricted bot's share; 0 where it cannot be left out."""
        return shifted(self.contest.gain, 0.0, -1.0) if self.contest else Estimate(0.0, 0.0, 0.0, 0.0, self.usage.plays)

    @property
    def loss(self) -> Estimate | None:
        """The same; None where it cannot be left out."""
        return self.value if self.contest else None

    @property
    def seldom(self) -> bool:
        """True if it was chosen too seldom to say what it is worth to who needs it."""
        return not enough(round(self.usage.chosen * self.usage.plays))

    @property
    def is_strategy(self) -> bool:
        """True if it is a choice more often than the rules force it, as they do penalties and what one must answer."""
        return self.usage.offered > 0 and self.usage.chosen >= self.usage.forced


@dataclass(frozen=True, eq=False)
class Mechanisms:
    """The value of every kind of action of the game to `bot`, in the order in which the game declares them."""

    scenario: Scenario
    bot: str
    kinds: tuple[Mechanism, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The kinds of action that the bot leaves out at every seat."""
        return tuple(one.kind for one in parts_of(self.bot)[1])

    @cached_property
    def small(self) -> tuple[Mechanism, ...]:
        """The kinds of action that are surely not worth a point to leave in, of those that were chosen often enough.

        By intervals that hold for all kinds together. They may do harm, or be worth less than a point.
        """
        judged = [kind for kind in self.kinds if kind.contest]
        ends = [together_interval(kind.value, len(judged)) for kind in judged]
        return tuple(kind for kind, (_, most) in zip(judged, ends, strict=True) if most < MARGIN and not kind.seldom)

    @property
    def by_value(self) -> list[Mechanism]:
        """The kinds of action, the most valuable first; what the rules force at the end."""
        return sorted(self.kinds, key=lambda kind: (not kind.is_strategy, kind.contest is None, -kind.value.mean))

    @property
    def strategies(self) -> list[Mechanism]:
        """The kinds of action that are a choice, the most valuable first."""
        return [kind for kind in self.by_value if kind.is_strategy]

    @property
    def never_met(self) -> list[Mechanism]:
        """The kinds of action that were never a choice, beside those that the bot leaves out."""
        return [kind for kind in self.kinds if kind.standing is Worth.ABSENT and kind.kind not in self.left_out]

    def verdict(self, kind: Mechanism) -> ActionVerdict:
        """The verdict on a kind, as people read it."""
        if kind.standing is Worth.UNDECIDED and kind in self.small:
            return ActionVerdict.SMALL
        return ACTION_VERDICTS[kind.standing]

    def of(self, *standings: Worth) -> list[Mechanism]:
        """The strategies that stand so, and were met in enough plays to ask anything of them."""
        return [kind for kind in self.strategies if kind.standing in standings and _is_met(kind)]

    @property
    def dispensable(self) -> list[Mechanism]:
        """The strategies to try without."""
        return [kind for kind in self.strategies if kind in self.small]


def _is_met(kind: Mechanism) -> bool:
    """True if the bot met this kind of action often enough, in enough plays."""
    met = kind.usage.offered if kind.standing is Worth.UNUSED else kind.usage.chosen
    return kind.contest is not None and enough(kind.contest.plays) and enough(round(met * kind.usage.plays))


Steps = Mapping[str, tuple[Pairing, list[StudyBatch]]]


def restrictions(scenario: Scenario, plan: MechanismsPlan, usages: Mapping[str, Usage], length: Length) -> Steps:
    """The pairing and its batches, for each kind of action that can be left out."""
    bots = {kind: f"{plan.bot}~{kind}" for kind, usage in usages.items() if usage.offered}
    costs = [lone_cost(scenario, bot, plan.bot, length) for bot in bots.values()]
    work = QUICK_WORK if plan.quick else KINDS_WORK
    plays = plan.plays or affordable(max(costs, default=1.0), *PLAYS, work / len(usages))
    pairs = {kind: Pairing(bot, plan.bot, plays) for kind, bot in bots.items()}
    return {kind: (pair, batches_of(scenario, pair, length)) for kind, pair in pairs.items()}


def play_restrictions(
    runner: StudyRunner, scenario: Scenario, plan: MechanismsPlan, usages: Mapping[str, Usage], steps: Steps
) -> Mechanisms:
    """Play the contests and judge them, all kinds together (Holm). Raises `Stopped`."""
    contests = {kind: contest(runner, *step) for kind, step in steps.items()}
    losses = [shifted(contest.gain, 0.0, -1.0) for contest in contests.values()]
    verdict_of = dict(zip(contests, verdicts(losses), strict=True))
    doubt_of = dict(zip(contests, doubts(losses), strict=True))
    kinds = []
    for kind, usage in usages.items():
        played, standing = contests.get(kind), Worth.FORCED if usage.forced else Worth.ABSENT
        if played:
            standing = WORTHS[verdict_of[kind]] if usage.chosen or not played.never_differs else Worth.UNUSED
        doubt = doubt_of.get(kind) if standing is Worth.UNDECIDED else None
        kinds.append(Mechanism(kind, usage, played, standing, doubt))
    return Mechanisms(scenario, plan.bot, tuple(kinds))


def kinds_so_far(scenario: Scenario, bot: str, contests: Sequence[Contest]) -> list[Mechanism]:
    """Every kind of action while they are played, those without a contest yet too."""
    played = {contest.one: contest for contest in contests if contest.field == bot}
    names = [kind.name.lower() for kind in scenario.game.kinds(scenario.rules)]
    usage = Usage(0, 0.0, 0.0, 0.0)
    return [Mechanism(name, usage, played.get(f"{bot}~{name}"), Worth.UNDECIDED) for name in names]


def census(scenario: Scenario, bot: str, options: RunOptions, length: Length) -> dict[str, Usage]:
    """How often each kind of action is met in plays of `bot` at all seats, by the kind's name."""
    table = with_bots(scenario, [bot] * scenario.players)
    plays = affordable(declared_cost(table, length), *CENSUS_PLAYS, CENSUS_WORK)
    batch = make_batch(table, options.progress)
    seats = with_counts(np.zeros(1, SEATS)[0] if batch.seats.dtype == RANDOM_SEATS else batch.seats)
    batch = replace(batch, seats=seats)  # with the kernel of these seats, not that of random bots
    if not batch.kernel.is_warm:
        options.progress.compiling()
    states, results = blank_states(table.game.state, STATES), np.zeros(plays, table.game.result)
    chances = np.zeros(1, CHANCE)
    batch.kernel(seats, states, batch.compiled_rules, chances, results, NO_ACTIONS, np.uint64(table.seed), 0)
    counts, kinds = (seats.offered, seats.chosen, seats.forced), scenario.game.kinds(scenario.rules)
    return {kind.name.lower(): Usage(plays, *(float(count[kind]) / plays for count in counts)) for kind in kinds}


STUDY = "strategies"


@dataclass(frozen=True, eq=False)
class Strategies:
    """The worth of the kinds of action, how the bots stand to each other, and the best simple strategy."""

    mechanisms: Mechanisms
    robin: RoundRobin
    simple: SimpleStrategy | None = None

    @property
    def scenario(self) -> Scenario:
        """The revision."""
        return self.robin.scenario

    @property
    def bots(self) -> tuple[str, ...]:
        """Who met whom."""
        return self.robin.bots

    @property
    def plays(self) -> int:
        """How many plays it rests on."""
        return sum(line.contest.winners.size for line in self.contests)

    @property
    def contests(self) -> list[JudgedContest]:
        """Every contest with its verdict: those without a kind of action, then those of bots that meet."""
        left_out = [
            JudgedContest(kind.contest, kind.standing, kind.doubt, "left out")
            for kind in self.mechanisms.kinds
            if kind.contest
        ]
        return [*left_out, *self.pairs]

    @property
    def pairs(self) -> list[JudgedContest]:
        """The contests of bots that meet, those of the best simple strategy first."""
        return [*(self.simple.contests if self.simple else ()), *self.robin.pairs]


def measure(question: StrategiesQuestion, options: RunOptions, follow: Follow = ignore_progress) -> Strategies:
    """Play the question. Raises BadInput for a table of one, `Stopped` when `options.stop` is set."""
    return strategies(question.scenario, question.plan, options, follow)


def strategies(
    scenario: Scenario, plan: StrategiesPlan, options: RunOptions, follow: Follow = ignore_progress
) -> Strategies:
    """Play both parts of a plan. Raises as `measure` does."""
    check_winnable(scenario)
    compile_table_ahead(scenario.game, usual_thinker(scenario.game))
    length = length_of(scenario, options)
    usages = census(scenario, plan.mechanisms.bot, options, length)
    kinds = restrictions(scenario, plan.mechanisms, usages, length)
    pairs = meetings(scenario, plan.robin, length)
    opponents = opponents_of(scenario, plan)
    winner = best_mixture(scenario, opponents, options, length, follow)
    against = steps_of(scenario, opponents, winner.bot, length)
    batches = [batch for _, of_step in (*kinds.values(), *pairs, *against) for batch in of_step]
    runner = StudyRunner(batches, options, follow, STUDY)
    of_kinds = play_restrictions(runner, scenario, plan.mechanisms, usages, kinds)
    robin = play_meetings(runner, scenario, plan.robin, pairs)
    return Strategies(of_kinds, robin, hold_against(runner, opponents, winner, against))


def opponents_of(scenario: Scenario, plan: StrategiesPlan) -> Opponents:
    """The bots that a simple strategy is to beat: quick ones, and thinkers."""
    return Opponents(best_quick(scenario.game), usual_thinker(scenario.game), plan.robin.plays)


def batches_to_play(
    scenario: Scenario, plan: StrategiesPlan, length: Length, simple: str
) -> tuple[list[StudyBatch], list[list[StudyBatch]]]:
    """The batches of every pair, and of that simple strategy; and those of every kind of action that can be left out.

    Which can is known only by playing, and they are played one after the other.
    """
    names = [kind.name.lower() for kind in scenario.game.kinds(scenario.rules)]
    everywhere = dict.fromkeys(names, Usage(plays=1, offered=1.0, chosen=0.0, forced=0.0))
    kinds = restrictions(scenario, plan.mechanisms, everywhere, length).values()
    against = steps_of(scenario, opponents_of(scenario, plan), simple, length)
    pairs = [*meetings(scenario, plan.robin, length), *against]
    return [batch for _, batches in pairs for batch in batches], [batches for _, batches in kinds]
