"""Styles and bots against each other: each alone among N - 1 of every other, at every seat in turn.

The matrix of shares says which are dominated, what mixture is in equilibrium, and how strong each is
(`stats.meta_game`, `stats.ratings`). Where all win or lose together, each plays at all seats on the same shuffles: its
share is how often it wins there, and a pair of bots is held against each other play by play, as at a table of two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, repeat

import numpy as np

from workbench.bots.spec import TITLES
from workbench.engine.measures import win_shares
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.stats.estimate import Floats
from workbench.stats.evidence import enough, judge_together, together_interval
from workbench.stats.meta_game import Mixture, dominated, mixture, ratings
from workbench.studies.contest import (
    MARGIN,
    Contest,
    JudgedContest,
    Pairing,
    StudyRunner,
    advantage,
    batches_of,
    contest,
    doubts,
    lone_cost,
    shifted,
    verdicts,
)
from workbench.studies.strategies.question import RobinPlan
from workbench.studies.workload import WORK, Length, StudyBatch, affordable

PLAYS = (40, 2_000)
"""Fewest and most plays for a pair where none were asked for; all pairs have as many."""
ROBIN_WORK, QUICK_WORK = 3 * WORK, 45_000_000
"""About how much all pairs together may cost; those of a quick look."""
RATED_PLAYS = 6_000
"""Plays from which ratings are made; more would change them by less than their range."""

WEIGHTY = 0.01
"""A bot with a smaller weight in the equilibrium counts as unused."""

UNSETTLED = 0.5
"""Width of a weight's range from which on the mixture counts as unsettled."""
RANDOM = "random"

BotPair = tuple[str, str]


@dataclass(frozen=True)
class Dominance:
    """`bot` is dominated by `by`: worse in every field; or, where not `strict`, nowhere better and somewhere worse."""

    bot: str
    by: str
    strict: bool


@dataclass(frozen=True)
class BotStrength:
    """A bot's rating on openskill's scale, and its weight in the equilibrium, from 0 to 1, with their ranges.

    That of a weight is where it lies when the plays are drawn again; all from 0 to 1 for a bot that is not told apart
    from another that may take its place.
    """

    bot: str
    rating: Estimate
    weight: Estimate


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """The cells by (lone bot, bot of the field); there is none for a bot among its own kind, whose share is even."""

    scenario: Scenario
    bots: tuple[str, ...]
    cells: dict[BotPair, Contest]

    @property
    def together(self) -> bool:
        """True if all win or lose together."""
        return self.scenario.together

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.scenario.players

    @property
    def even(self) -> float:
        """The share of a bot among its own kind."""
        return 1 / self.players

    @property
    def plays(self) -> int:
        """Plays for each cell and seat."""
        return next(iter(self.cells.values())).plays

    @cached_property
    def matrix(self) -> tuple[Floats, Floats, Floats]:
        """Shares of the row's bot among the column's, and the bounds of their 95 % intervals, shape (bots, bots)."""
        ends = np.full((3, len(self.bots), len(self.bots)), self.even)
        for row, column in self._places():
            estimate = self.cells[self.bots[row], self.bots[column]].estimate
            ends[:, row, column] = estimate.mean, estimate.low, estimate.high
            if self.together:
                ends[:, row, row] = ends[:, row, column]
        return ends[0], ends[1], ends[2]

    @property
    def wins(self) -> list[Contest]:
        """A contest of each bot, that which wins most often first."""
        of_bots = {one: contest for (one, _), contest in self.cells.items()}
        return sorted(of_bots.values(), key=lambda contest: -contest.estimate.mean)

    @cached_property
    def verdicts(self) -> dict[BotPair, Verdict]:
        """The verdict on each cell: if the lone bot wins more or less than its share, beyond doubt among all cells."""
        return dict(zip(self.cells, verdicts([contest.gain for contest in self.cells.values()]), strict=True))

    @cached_property
    def pairs(self) -> list[JudgedContest]:
        """Every cell with its verdict."""
        why = doubts([contest.gain for contest in self.cells.values()])
        return [*map(JudgedContest, self.cells.values(), self.verdicts.values(), why, repeat("round robin"))]

    @property
    def beats(self) -> tuple[BotPair, ...]:
        """The cells whose lone bot wins more than its share."""
        return tuple(cell for cell, verdict in self.verdicts.items() if verdict is Verdict.HIGHER)

    @cached_property
    def leads(self) -> dict[BotPair, Verdict]:
        """The verdict on each pair of bots, one against the other, both ways together, beyond doubt among all pairs.

        The advantage is half the difference between its share alone among the others and theirs alone among it; all of
        the difference where all win or lose together.
        """
        pairs = list(combinations(range(len(self.bots)), 2))
        gains = [self._advantage(self._advantages[pair]) for pair in pairs]
        turned = [shifted(gain, 0.0, -1.0) for gain in gains]
        cells = [*pairs, *((column, row) for row, column in pairs)]
        words = [*judge_together(gains, MARGIN), *judge_together(turned, MARGIN)]
        return {(self.bots[row], self.bots[column]): word for (row, column), word in zip(cells, words, strict=True)}

    def beats_all(self, bot: str) -> bool:
        """True if the bot has the advantage over every other, beyond doubt."""
        return all(self.leads[bot, other] is Verdict.HIGHER for other in self.bots if other != bot)

    def apart(self, bots: Sequence[str]) -> float:
        """The largest advantage between any two of these bots that the plays leave open, over all pairs together."""
        among = len(self.bots) * (len(self.bots) - 1) // 2
        pairs = combinations([self.bots.index(bot) for bot in bots], 2)
        ends = [together_interval(self._advantage(self._advantages[pair]), among) for pair in pairs]
        return max(abs(end) for both in ends for end in both)

    @cached_property
    def dominated(self) -> tuple[Dominance, ...]:
        """Who is dominated by whom; nobody while there are too few plays to say."""
        if not enough(self.plays):
            return ()
        pairs = dominated(self._shares, MARGIN)
        return tuple(Dominance(self.bots[pair.loser], self.bots[pair.by], pair.strict) for pair in pairs)

    @cached_property
    def strengths(self) -> tuple[BotStrength, ...]:
        """The rating of every bot, and its weight in the mixed equilibrium of pairwise advantage; these add up to 1."""
        mixed: Mixture = mixture(self._shares)
        alike = np.isin(self.bots, [*self._alike(mixed)])
        low, high = np.where(alike, 0.0, mixed.low), np.where(alike, 1.0, mixed.high)
        ends = zip(mixed.weights.tolist(), low.tolist(), high.tolist(), strict=True)
        weights = [Estimate(weight, 0.0, least, most, self.plays) for weight, least, most in ends]
        rated = [
            Estimate(rating.mean, rating.sigma, rating.low, rating.high, self.plays)
            for rating in ratings(*self._tables(), len(self.bots))
        ]
        return tuple(map(BotStrength, self.bots, rated, weights))

    def _alike(self, mixed: Mixture) -> set[str]:
        """The bots that may take each other's place: some outside the mixture do not surely lose against it."""
        payoffs = [self._advantage(row) for row in np.einsum("ijk,j->ik", self._advantages, mixed.weights)]
        among = len(self.bots) * (len(self.bots) - 1) // 2
        lose = [verdict is Verdict.LOWER for verdict in judge_together(payoffs, MARGIN, among)]
        weights = dict(zip(self.bots, mixed.weights.tolist(), strict=True))
        used = [bot for bot, weight in weights.items() if weight >= WEIGHTY]
        near = [bot for bot, behind in zip(self.bots, lose, strict=True) if not behind and bot not in used]
        apart = (Verdict.HIGHER, Verdict.LOWER)
        return {*near, *(bot for bot in used if any(self.leads[bot, other] not in apart for other in near))}

    @property
    def rated(self) -> list[BotStrength]:
        """Every bot, the highest rated first."""
        return sorted(self.strengths, key=lambda strength: -strength.rating.mean)

    @property
    def top(self) -> str:
        """The best bot: that which is rated highest, or wins most often where all win or lose together."""
        return self.wins[0].one if self.together else self.rated[0].bot

    @property
    def unsettled(self) -> list[str]:
        """The bots whose weights the plays do not settle: ranges cover most of 0 to 1."""
        weights = {strength.bot: strength.weight for strength in self.strengths}
        wide = [bot for bot, weight in weights.items() if weight.high - weight.low >= UNSETTLED]
        used = [bot for bot, weight in weights.items() if max(weight.mean, weight.high) >= WEIGHTY]
        named = wide if len(wide) > 1 else used
        return sorted(named, key=lambda bot: (-weights[bot].mean, -weights[bot].high)) if wide else []

    @property
    def others(self) -> list[str]:
        """The bots beside the best one, without random play."""
        return [bot for bot in self.bots if bot not in (self.top, RANDOM)]

    @property
    def near(self) -> list[str]:
        """The bots that the best one is not shown to beat by a point."""
        return [bot for bot in self.others if self.leads[self.top, bot] in (Verdict.SAME, Verdict.UNDECIDED)]

    @property
    def losing_styles(self) -> list[str]:
        """The styles that are never the better choice; random, quick and thinking bots are strengths, not styles."""
        good = (self.top, *self.near)
        lost = dict.fromkeys(pair.bot for pair in self.dominated)
        return [bot for bot in lost if bot not in good and is_style(bot)]

    @property
    def no_better_than_random(self) -> list[str]:
        """The bots that random play surely keeps up with."""
        return [bot for bot in self.bots if self.leads.get((RANDOM, bot)) in (Verdict.SAME, Verdict.HIGHER)]

    @property
    def in_check(self) -> list[str]:
        """The bots that hold each other in check: all surely in the equilibrium, each beaten by another of them."""
        sure = [strength.bot for strength in self.strengths if strength.weight.low > 0]
        beaten = {loser for (by, loser), lead in self.leads.items() if lead is Verdict.HIGHER and by in sure}
        return sure if len(sure) > 1 and beaten.issuperset(sure) else []

    def _places(self) -> "Sequence[tuple[int, int]]":
        return list(permutations(range(len(self.bots)), 2))

    @cached_property
    def _advantages(self) -> Floats:
        """Each bot's advantage over each other, play by play, shape (bots, bots, plays)."""
        return np.asarray((self._shares - self._shares.transpose(1, 0, 2)) * self._reach)

    @property
    def _reach(self) -> float:
        """The largest advantage."""
        return 1.0 if self.together else 0.5

    def _advantage(self, values: Floats) -> Estimate:
        return advantage(values, self._reach)

    @cached_property
    def _shares(self) -> Floats:
        """Each cell's shares, play by play, shape (bots, bots, plays)."""
        shares = np.full((len(self.bots), len(self.bots), self.plays), self.even)
        for row, column in self._places():
            shares[row, column] = self.cells[self.bots[row], self.bots[column]].shares
            if self.together:
                shares[row, row] = shares[row, column]
        return shares

    def _tables(self) -> "tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], Floats]":
        """Who sat where and won what, for ratings: play 0 of every cell and seat of the lone bot, then play 1 …

        Cells are in the order of the bots, by row. As many whole rounds as `RATED_PLAYS` holds, at least one. Where all
        win or lose together, each pair is a table of two: one wins there where it does not lose what the other wins.
        """
        if self.together:
            pairs = list(combinations(range(len(self.bots)), 2))
            rounds = max(1, min(self.plays, RATED_PLAYS // len(pairs)))
            gains = np.array([self._advantages[pair][:rounds] for pair in pairs]).T.ravel()
            return np.tile(pairs, (rounds, 1)), np.stack([gains >= 0, gains <= 0], axis=1).astype(np.float64)
        places, seats = self._places(), range(self.players)
        tables = [np.where(np.arange(self.players) == seat, one, field) for one, field in places for seat in seats]
        rounds = max(1, min(self.plays, RATED_PLAYS // len(tables)))
        winners = np.array([self.cells[self.bots[one], self.bots[field]].winners[:, :rounds] for one, field in places])
        in_order = winners.reshape(len(tables), rounds).T.ravel()
        return np.tile(tables, (rounds, 1)), win_shares(in_order, self.players).astype(np.float64)


def is_style(bot: str) -> bool:
    """True for a way to play, rather than a strength."""
    return bot.partition(":")[0] not in (RANDOM, *TITLES)


Steps = Sequence[tuple[Pairing, list[StudyBatch]]]


def meetings(scenario: Scenario, plan: RobinPlan, length: Length) -> Steps:
    """Every ordered pair of bots, with its plays."""
    pairs = list(permutations(plan.bots, 2))
    if plan.plays is None:
        met = zip(plan.bots, plan.bots, strict=True) if scenario.together else pairs
        cost = sum(lone_cost(scenario, one, field, length) for one, field in met)
        plays = affordable(cost, *PLAYS, QUICK_WORK if plan.quick else ROBIN_WORK)
    else:
        plays = plan.plays
    pairings = [Pairing(one, field, plays) for one, field in pairs]
    return [(pairing, batches_of(scenario, pairing, length)) for pairing in pairings]


def play_meetings(runner: StudyRunner, scenario: Scenario, plan: RobinPlan, steps: Steps) -> RoundRobin:
    """Play the contests. Raises `Stopped`."""
    cells = {(pairing.one, pairing.field): contest(runner, pairing, batches) for pairing, batches in steps}
    return RoundRobin(scenario, plan.bots, cells)
