"""The skill ladder: bots of rising strength, each alone among those of the rung below, at every seat in turn.

The rungs are `random`, the best known quick bot, then thinkers with a budget that doubles. How far a rung's share of
the wins is above even says what the step from the one below is worth: where it stays even, thinking further does not
pay.

**Skill share**: (s - 1/N) / (1 - 1/N), with s the share of the wins of the top rung alone among N - 1 random bots. 0:
chance alone decides; 1: the better player always wins. It is a property of the game *and* of these bots: a stronger
bot than ours could only raise it.

Random bots are soon beaten nearly always, so that the figure ends near 1 in most games; the same figure with quick
bots in the place of random ones is given beside it.

Where all win or lose together, each bot sits at all seats: a gain is how much more often it wins than the bot of the
rung below does on the same shuffles, and the skill share is (s - r) / (1 - r), with r the share of random bots.

**Gain of a doubling**: the mean gain over the steps at which the budget of thinkers doubles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from math import sqrt

import numpy as np

from workbench.bots.strength import PLAYOUTS
from workbench.play.ahead import compile_table_ahead
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.stats.estimate import Floats, student_half_width
from workbench.stats.evidence import judge_together
from workbench.studies.contest import (
    MARGIN,
    Contest,
    JudgedContest,
    Pairing,
    StudyRunner,
    batches_of,
    check_winnable,
    contest,
    doubts,
    shifted,
    verdicts,
)
from workbench.studies.ladder.luck import SeedEffect, retake_batches, seed_effect
from workbench.studies.ladder.question import LadderPlan, LadderQuestion, doubled, pairs_of, rungs
from workbench.studies.progress import Follow, ignore_progress
from workbench.studies.simple_strategy import (
    Opponents,
    SimpleStrategy,
    best_mixture,
    hold_against,
    steps_of,
)
from workbench.studies.workload import Length, StudyBatch, affordable, length_of, slowness

STUDY = "ladder"
"""The name of the study, as the store keeps it with every batch."""
RANDOM = "random"
PLAYS = (40, 2_000)
"""Fewest and most plays a rung where none were asked for."""
QUICK_PLAYS, QUICK_WORK = (100, 2_000), 12_000_000
"""The same of a quick look, and about how much a rung of it may cost."""
WITHOUT_DOUBLING = 3
"""The lowest rungs, of which none has the double budget of the one below: random, quick, the lowest thinker."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """The rungs from the second, lowest first; the top rung alone among random bots; and the seed effect.

    `over_greedy` has the top rung alone among quick bots, which is a rung itself where only one rung thinks;
    `simple` the best simple strategy among quick bots and among a rung that thinks.
    """

    scenario: Scenario
    plan: LadderPlan
    rungs: tuple[JudgedContest, ...]
    top: Contest
    luck: SeedEffect
    over_greedy: Contest | None = None
    simple: SimpleStrategy | None = None

    @property
    def skill(self) -> Estimate | None:
        """The skill share: 0, chance alone decides; 1, the better always wins. None where random bots always win."""
        return skill_share(self.top)

    @property
    def skill_over_greedy(self) -> Estimate | None:
        """The same figure with quick bots in the place of random ones; None where these were not played."""
        return skill_share(self.over_greedy) if self.over_greedy else None

    @property
    def tops(self) -> tuple[Contest, ...]:
        """The contests of the top rung that are no rungs: among random bots, and among quick ones."""
        rungs = {(rung.contest.one, rung.contest.field) for rung in self.rungs}
        tops = (self.top, self.over_greedy)
        return tuple(contest for contest in tops if contest and (contest.one, contest.field) not in rungs)

    @property
    def lines(self) -> list[JudgedContest]:
        """Every rung, lowest first, then the top rung alone among random bots and quick ones, and what is simple."""
        tops = (JudgedContest(contest, part=f"top among {contest.field}") for contest in self.tops)
        return [*self.rungs, *tops, *(self.simple.contests if self.simple else ())]

    @property
    def plays(self) -> int:
        """How many plays the contests have, at all seats."""
        return sum(line.contest.winners.size for line in self.lines)

    @property
    def fewest(self) -> int:
        """Plays at each seat of the contest with the fewest."""
        return min(line.contest.plays for line in (*self.rungs, JudgedContest(self.top)))

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, the lowest rung first."""
        return (self.rungs[0].contest.field, *(rung.contest.one for rung in self.rungs))

    @property
    def quick(self) -> JudgedContest | None:
        """The quick rung, alone among random bots."""
        lowest = self.plan.base, RANDOM
        return next((rung for rung in self.rungs if (rung.contest.one, rung.contest.field) == lowest), None)

    @property
    def thinking(self) -> JudgedContest | None:
        """The top rung alone among quick bots, judged alone; the lowest rung that thinks, where that is unknown."""
        among = next((rung.contest for rung in self.rungs if rung.contest.field == self.plan.base), None)
        contest = self.over_greedy or among
        return JudgedContest(contest, judge_together([contest.gain], MARGIN)[0]) if contest else None

    @property
    def doubling_verdict(self) -> Verdict:
        """The verdict on doubling the budget, with a margin of a point."""
        return judge_together([self.doubling], MARGIN)[0] if self.doubling else Verdict.UNDECIDED

    @property
    def doubling(self) -> Estimate | None:
        """The mean gain of a doubling of the budget; None where no rung doubles."""
        doubled = [rung.contest for rung in self.rungs[WITHOUT_DOUBLING - 1 :]]
        return mean_gain(doubled) if doubled else None


def measure(question: LadderQuestion, options: RunOptions, follow: Follow = ignore_progress) -> Ladder:
    """Climb the ladder. Raises BadInput for a table of one, `Stopped` when `options.stop` is set."""
    return ladder(question.scenario, question.plan, options, follow)


def ladder(scenario: Scenario, plan: LadderPlan, options: RunOptions, follow: Follow = ignore_progress) -> Ladder:
    """The ladder of a plan. Raises as `measure` does."""
    check_winnable(scenario)
    compile_table_ahead(scenario.game, rungs(plan)[-1])
    length = length_of(scenario, options)
    steps = [(pairing, batches_of(scenario, pairing, length)) for pairing in pairings(scenario, plan, length)]
    retakes = retake_batches(scenario, plan, length)
    opponents = opponents_of(scenario, plan)
    winner = best_mixture(scenario, opponents, options, length, follow)
    against = steps_of(scenario, opponents, winner.bot, length)
    batches = [batch for _, of_step in (*steps, *against) for batch in of_step]
    runner = StudyRunner([*batches, *retakes], options, follow, STUDY)
    contests = {(pairing.one, pairing.field): contest(runner, pairing, batches) for pairing, batches in steps}
    luck = seed_effect(runner, scenario, plan.luck_bot, retakes)
    simple = hold_against(runner, opponents, winner, against)
    names = rungs(plan)
    climbed = judge_rungs([contests[step] for step in zip(names[1:], names, strict=False)])
    return Ladder(scenario, plan, climbed, contests[names[-1], RANDOM], luck, contests[names[-1], plan.base], simple)


def opponents_of(scenario: Scenario, plan: LadderPlan) -> Opponents:
    """The bots that a simple strategy is to beat: quick ones, and thinkers of a rung, of usual ones at most."""
    usual = doubled(plan.lowest, min(plan.top, PLAYOUTS))
    return Opponents(plan.base, plan.thinker.format(usual), plan.plays)


def batches_to_play(
    scenario: Scenario, plan: LadderPlan, length: Length, simple: str
) -> tuple[list[StudyBatch], list[list[StudyBatch]]]:
    """Every batch of a ladder whose plays are so long, where that bot is the simple strategy; no others."""
    steps = [batches_of(scenario, pairing, length) for pairing in pairings(scenario, plan, length)]
    against = [batches for _, batches in steps_of(scenario, opponents_of(scenario, plan), simple, length)]
    retakes = retake_batches(scenario, plan, length)
    return [batch for batches in (*steps, *against, retakes) for batch in batches], []


def pairings(scenario: Scenario, plan: LadderPlan, length: Length) -> list[Pairing]:
    """Who meets whom, and how often: see `pairs_of`."""
    pairs = pairs_of(plan)
    return [Pairing(one, field, plan.plays or _plays(scenario, plan, one, field, length)) for one, field in pairs]


def judge_rungs(contests: Sequence[Contest]) -> tuple[JudgedContest, ...]:
    """The contests as rungs, with their verdicts."""
    gains = [contest.gain for contest in contests]
    return tuple(map(JudgedContest, contests, verdicts(gains), doubts(gains), repeat("rung")))


def lines_so_far(question: LadderQuestion, contests: Sequence[Contest]) -> list[JudgedContest]:
    """Every contest of a ladder that is played, without plays where it has not finished."""
    nobody = np.zeros((question.scenario.players, 0), np.uint16)
    played = {(contest.one, contest.field): contest for contest in contests}
    return [JudgedContest(played.get(pair) or Contest(*pair, nobody)) for pair in pairs_of(question.plan)]


def skill_share(top: Contest) -> Estimate | None:
    """How far the top rung's share of the wins lies from even (0) to all (1); None where even is all."""
    return shifted(top.gain, 0.0, 1 / (1 - top.even)) if top.even < 1 else None


def mean_gain(contests: Sequence[Contest]) -> Estimate:
    """The mean of the contests' gains. They share shuffles, play by play, as far as both have as many plays."""
    gains = [contest.gains for contest in contests]
    count, fewest = len(gains), min(map(len, gains))
    mean = float(np.mean([gain.mean() for gain in gains]))
    variance = sum(_covariance(one, two) for one in gains for two in gains) / count**2
    sd = sqrt(max(0.0, variance) * fewest)
    half = student_half_width(sd, fewest, 0.95)
    return Estimate(mean, sd, mean - half, mean + half, fewest)


def _covariance(one: Floats, two: Floats) -> float:
    """The covariance of the means of two series whose plays have the same shuffles, index by index."""
    common = min(len(one), len(two))
    if common < 2:
        return float("nan")
    return float(np.cov(one[:common], two[:common])[0, 1]) * common / (len(one) * len(two))


def _plays(scenario: Scenario, plan: LadderPlan, one: str, field: str, length: Length) -> int:
    """The affordable number of plays."""
    batches = batches_of(scenario, Pairing(one, field, 1), length)
    cost = sum(batch.cost for batch in batches)
    if plan.quick:
        slower = max(slowness(batches[0].scenario), scenario.game.search_cost(scenario.rules))
        return affordable(cost, *QUICK_PLAYS, QUICK_WORK / slower)
    return affordable(cost, *PLAYS)
