"""Styles and bots against each other: each alone among N - 1 of every other, at every seat in turn.

The matrix of shares says which are dominated, what mixture is in equilibrium, and how strong each is
(`stats.meta_game`, `stats.ratings`).
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
    shifted,
    verdicts,
)
from workbench.studies.strategies.question import RobinPlan
from workbench.studies.workload import WORK, StudyBatch, affordable, play_cost, with_bots

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
class EquilibriumWeight:
    """The weight of a bot in the equilibrium, from 0 to 1, and its range when the plays are drawn again.

    Where it is not told apart from another that may take its place, the range is all from 0 to 1.
    """

    bot: str
    weight: float
    low: float
    high: float


@dataclass(frozen=True)
class BotRating:
    """A bot's strength on openskill's scale, with its 95 % range and standard deviation."""

    bot: str
    mean: float
    low: float
    high: float
    sigma: float


@dataclass(frozen=True)
class BotStrength:
    """A bot's rating and its weight in the equilibrium, with their ranges."""

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
        return ends[0], ends[1], ends[2]

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

        The advantage is half the difference between its share alone among the others and theirs alone among it.
        """
        pairs = list(combinations(range(len(self.bots)), 2))
        gains = [advantage(self._advantages[pair]) for pair in pairs]
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
        ends = [together_interval(advantage(self._advantages[pair]), among) for pair in pairs]
        return max(abs(end) for both in ends for end in both)

    @cached_property
    def dominated(self) -> tuple[Dominance, ...]:
        """Who is dominated by whom; nobody while there are too few plays to say."""
        if not enough(self.plays):
            return ()
        pairs = dominated(self._shares, MARGIN)
        return tuple(Dominance(self.bots[pair.loser], self.bots[pair.by], pair.strict) for pair in pairs)

    @cached_property
    def equilibrium(self) -> tuple[EquilibriumWeight, ...]:
        """The mixed equilibrium of pairwise advantage; the weights add up to 1."""
        mixed: Mixture = mixture(self._shares)
        bars = zip(self.bots, mixed.weights.tolist(), mixed.low.tolist(), mixed.high.tolist(), strict=True)
        alike = self._alike(mixed)
        return tuple(
            EquilibriumWeight(bot, weight, 0.0, 1.0) if bot in alike else EquilibriumWeight(bot, weight, *ends)
            for bot, weight, *ends in bars
        )

    def _alike(self, mixed: Mixture) -> set[str]:
        """The bots that may take each other's place: some outside the mixture do not surely lose against it."""
        payoffs = [advantage(row) for row in np.einsum("ijk,j->ik", self._advantages, mixed.weights)]
        among = len(self.bots) * (len(self.bots) - 1) // 2
        lose = [verdict is Verdict.LOWER for verdict in judge_together(payoffs, MARGIN, among)]
        weights = dict(zip(self.bots, mixed.weights.tolist(), strict=True))
        used = [bot for bot, weight in weights.items() if weight >= WEIGHTY]
        near = [bot for bot, behind in zip(self.bots, lose, strict=True) if not behind and bot not in used]
        apart = (Verdict.HIGHER, Verdict.LOWER)
        return {*near, *(bot for bot in used if any(self.leads[bot, other] not in apart for other in near))}

    @cached_property
    def ratings(self) -> tuple[BotRating, ...]:
        """The bots' strengths, the strongest first."""
        strengths = ratings(*self._tables(), len(self.bots))
        rated = [BotRating(bot, r.mean, r.low, r.high, r.sigma) for bot, r in zip(self.bots, strengths, strict=True)]
        return tuple(sorted(rated, key=lambda rating: -rating.mean))

    @property
    def strengths(self) -> list[BotStrength]:
        """Every bot, the highest rated first."""
        bars = {bar.bot: bar for bar in self.equilibrium}
        return [
            BotStrength(
                rated.bot,
                Estimate(rated.mean, rated.sigma, rated.low, rated.high, self.plays),
                Estimate(bars[rated.bot].weight, 0.0, bars[rated.bot].low, bars[rated.bot].high, self.plays),
            )
            for rated in self.ratings
        ]

    @property
    def unsettled(self) -> list[str]:
        """The bots whose weights the plays do not settle: ranges cover most of 0 to 1."""
        wide = [bar for bar in self.equilibrium if bar.high - bar.low >= UNSETTLED]
        named = wide if len(wide) > 1 else [bar for bar in self.equilibrium if max(bar.weight, bar.high) >= WEIGHTY]
        return [bar.bot for bar in sorted(named, key=lambda bar: (-bar.weight, -bar.high))] if wide else []

    @property
    def others(self) -> list[str]:
        """The bots beside the best one, without random play."""
        return [bot for bot in self.bots if bot not in (self.ratings[0].bot, RANDOM)]

    @property
    def near(self) -> list[str]:
        """The bots that the best one is not shown to beat by a point."""
        top = self.ratings[0].bot
        return [bot for bot in self.others if self.leads[top, bot] in (Verdict.SAME, Verdict.UNDECIDED)]

    @property
    def losing_styles(self) -> list[str]:
        """The styles that are never the better choice; random, quick and searching bots are strengths, not styles."""
        good = (self.ratings[0].bot, *self.near)
        lost = dict.fromkeys(pair.bot for pair in self.dominated)
        return [bot for bot in lost if bot not in good and is_style(bot)]

    @property
    def no_better_than_random(self) -> list[str]:
        """The bots that random play surely keeps up with."""
        return [bot for bot in self.bots if self.leads.get((RANDOM, bot)) in (Verdict.SAME, Verdict.HIGHER)]

    @property
    def in_check(self) -> list[str]:
        """The bots that hold each other in check: all surely in the equilibrium, each beaten by another of them."""
        sure = [bar.bot for bar in self.equilibrium if bar.low > 0]
        beaten = {loser for (by, loser), lead in self.leads.items() if lead is Verdict.HIGHER and by in sure}
        return sure if len(sure) > 1 and beaten.issuperset(sure) else []

    def _places(self) -> "Sequence[tuple[int, int]]":
        return list(permutations(range(len(self.bots)), 2))

    @cached_property
    def _advantages(self) -> Floats:
        """Each bot's advantage over each other, play by play, shape (bots, bots, plays)."""
        return np.asarray((self._shares - self._shares.transpose(1, 0, 2)) / 2)

    @cached_property
    def _shares(self) -> Floats:
        """Each cell's shares, play by play, shape (bots, bots, plays)."""
        shares = np.full((len(self.bots), len(self.bots), self.plays), self.even)
        for row, column in self._places():
            shares[row, column] = self.cells[self.bots[row], self.bots[column]].shares
        return shares

    def _tables(self) -> "tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], Floats]":
        """Who sat where and won what, for ratings: play 0 of every cell and seat of the lone bot, then play 1 …

        Cells are in the order of the bots, by row. As many whole rounds as `RATED_PLAYS` holds, at least one.
        """
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


def meetings(scenario: Scenario, plan: RobinPlan, decisions: float) -> Steps:
    """Every ordered pair of bots, with its plays."""
    pairs = list(permutations(plan.bots, 2))
    if plan.plays is None:
        tables = (with_bots(scenario, [one, *[field] * (scenario.players - 1)]) for one, field in pairs)
        cost = sum(play_cost(table, decisions) for table in tables) * scenario.players
        work = QUICK_WORK if plan.quick else ROBIN_WORK
        plays = affordable(cost, *PLAYS, work / scenario.game.cost(scenario.rules))
    else:
        plays = plan.plays
    pairings = [Pairing(one, field, plays) for one, field in pairs]
    return [(pairing, batches_of(scenario, pairing, decisions)) for pairing in pairings]


def play_meetings(runner: StudyRunner, scenario: Scenario, plan: RobinPlan, steps: Steps) -> RoundRobin:
    """Play the contests. Raises `Stopped`."""
    cells = {(pairing.one, pairing.field): contest(runner, pairing, batches) for pairing, batches in steps}
    return RoundRobin(scenario, plan.bots, cells)
