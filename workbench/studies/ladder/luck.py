"""The seed effect: the same shuffles, played again and again with other chance of the bots.

All seats are taken by one bot. What differs between the retakes of one shuffle is that bot's own chance and nothing
else, so a bot that decides nothing by chance would find every win decided by the shuffle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, THINKING
from workbench.bots.spec import seat_bots
from workbench.engine.measures import win_shares
from workbench.engine.wording import counted
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.stats.estimate import Floats
from workbench.stats.evidence import enough
from workbench.stats.intraclass import Intraclass, intraclass
from workbench.studies.contest import StudyRunner, Winners
from workbench.studies.ladder.question import FEWEST_SHUFFLES, LadderPlan
from workbench.studies.workload import WORK, Length, StudyBatch, affordable, play_cost, with_bots

SHUFFLES, QUICK_SHUFFLES = (40, 200), (10, 100)
"""Fewest and most shuffles where none were asked for; of a quick look."""
QUARTER = 0.25
MOST_SHUFFLE = 0.5
"""An effect surely above this means that the shuffle matters more than the play."""
QUICK_WORK = 8_000_000
"""About how much all retakes of a quick look may cost."""


class BotChance(StrEnum):
    """How much of what a bot does is its own chance."""

    MUCH = "much"
    TIES = "ties"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class SeedEffect:
    """Who won the retakes of each shuffle: `winners`, a bit a seat, shape (shuffles, retakes).

    Where all win or lose `together`, what is said of a seat holds for all of them at once.
    """

    bot: str
    players: int
    bot_chance: BotChance
    winners: Winners
    runs: tuple[str, ...] = ()
    together: bool = False

    @property
    def shuffles(self) -> int:
        """How many shuffles were played."""
        return len(self.winners)

    @property
    def retakes(self) -> int:
        """How often each was played."""
        return len(self.winners[0])

    @property
    def effect(self) -> Estimate:
        """The part of the variance of a win that lies between shuffles: 0 they do not matter, 1 they decide."""
        return self._parts.effect

    @property
    def spread(self) -> Estimate:
        """The standard deviation of a seat's win rate from shuffle to shuffle, noise taken off, in shares of a win."""
        return self._parts.spread

    @property
    def quarters(self) -> tuple[float, float] | None:
        """The win rates that a seat has at most on one shuffle in four, and at least on one in four.

        By the beta distribution of the same mean and spread (beta-binomial model, Skellam 1948): the quantiles of
        `rates` themselves are wider, since noise is in them. None where the spread is unknown or there is none.
        """
        even = float(self.rates.mean()) if self.together else 1 / self.players
        of_seats = float(self.rates.mean(axis=0).var())
        variance = self.spread.mean**2 + of_seats
        if not self.spread.mean > 0:
            return None
        if variance >= even * (1 - even):  # the shuffle decides every play
            return 0.0, float(even > QUARTER)
        from scipy.special import betaincinv  # loads slowly

        size = even * (1 - even) / variance - 1
        low, high = betaincinv(even * size, (1 - even) * size, [QUARTER, 1 - QUARTER])
        return float(low), float(high)

    @property
    def matters(self) -> bool:
        """True if it is shown that shuffles differ for a seat, by bots that make enough random choices."""
        enough_plays = enough(self.shuffles * self.retakes) and self.bot_chance is not BotChance.NONE
        return enough_plays and self.quarters is not None and self.effect.low > 0

    @property
    def decides(self) -> bool:
        """True if the shuffle surely matters more than the play."""
        return self.matters and self.bot_chance is BotChance.MUCH and self.effect.low > MOST_SHUFFLE

    @property
    def rates(self) -> Floats:
        """Each seat's observed win rate for each shuffle, noise included, shape (shuffles, seats)."""
        return np.asarray(self._shares.mean(axis=1))

    @cached_property
    def _parts(self) -> Intraclass:
        return intraclass(self._shares)

    @cached_property
    def _shares(self) -> Floats:
        if self.together:
            return (self.winners > 0)[..., None].astype(np.float64)
        shares = win_shares(self.winners.ravel(), self.players)
        return shares.reshape(*self.winners.shape, self.players).astype(np.float64)


def retake_batches(scenario: Scenario, plan: LadderPlan, length: Length) -> list[StudyBatch]:
    """The batches of the seed effect: one for each retake, over the same plays."""
    bots = [plan.luck_bot] * scenario.players
    cost = play_cost(with_bots(scenario, bots), length)
    shuffles = plan.shuffles or _shuffles(scenario, plan, cost)
    title = f"{plan.luck_bot}, the same {counted(shuffles, 'shuffle')}"
    return [
        StudyBatch(f"{title}, {retake + 1} of {plan.retakes}", with_bots(scenario, bots, shuffles, retake), cost)
        for retake in range(plan.retakes)
    ]


def _shuffles(scenario: Scenario, plan: LadderPlan, cost: float) -> int:
    """The affordable number of shuffles; no more than the plays that were asked for each contest."""
    work = QUICK_WORK / scenario.game.search_cost(scenario.rules) if plan.quick else WORK
    fewest, most = QUICK_SHUFFLES if plan.quick else SHUFFLES
    return max(FEWEST_SHUFFLES, min(plan.plays or most, affordable(cost * plan.retakes, fewest, most, work)))


def seed_effect(runner: StudyRunner, scenario: Scenario, bot: str, batches: Sequence[StudyBatch]) -> SeedEffect:
    """Play the retakes. Raises `Stopped`."""
    played = [runner.winners_of(batch) for batch in batches]
    winners = np.array([batch.winners for batch in played]).T
    runs = tuple(batch.run for batch in played if batch.run)
    return SeedEffect(bot, scenario.players, bot_chance(scenario, bot), winners, runs, scenario.together)


def bot_chance(scenario: Scenario, bot: str) -> BotChance:
    """How much of what the bot does is its own chance. Raises BadInput for one that there is not."""
    seats = seat_bots(scenario.game, [bot], scenario.players)
    if seats.dtype == RANDOM_SEATS or seats.kind[0] in (RANDOM, *THINKING):
        return BotChance.MUCH
    return BotChance.TIES if seats.kind[0] == GREEDY else BotChance.NONE
