"""One bot alone among others, at every seat in turn, on the same shuffles: its share of the wins.

The play index k of each of these batches has the same shuffles, whichever seat the lone bot has. Its share is averaged
over the seats first, for each k, which takes out what a seat or a good hand is worth; the interval is over k (common
random numbers).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.engine.measures import WIN_RATE, win_shares
from workbench.engine.problems import BadInput
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import enough, reach, unseen, weighed
from workbench.stats.forecast import Forecast, forecast
from workbench.stats.samples import Floats
from workbench.stats.shares import share_estimate, share_p_value
from workbench.study.scenario import Scenario
from workbench.study.strength.course import Course, Leg, Winners, with_bots
from workbench.study.strength.effort import play_cost

MARGIN = WIN_RATE.margin
"""A share of the wins that is off by less counts as even."""
ROUNDING = 1e-6
"""How far a share may be off by its 32 bits."""


@dataclass(frozen=True)
class Doubt:
    """Why a gain is undecided: `few`, there are fewer than 100 plays; `alone`, it is so only among so many.

    `small`: it is clear of 0, but may be less than the smallest change that counts. It was judged together with `among`
    gains in all. `further` says how many plays at each seat would decide it; None where there is no sensible number.
    """

    few: bool
    alone: bool
    among: int
    further: Forecast | None
    small: bool = False


@dataclass(frozen=True)
class Pairing:
    """A lone bot, and the bot at all other seats; so many plays at each seat of the lone one."""

    one: str
    field: str
    plays: int


@dataclass(frozen=True, eq=False)
class Contest:
    """How a lone bot fared. `winners[s, k]` are the winners of play k when it sat at seat s, a bit a seat."""

    one: str
    field: str
    winners: Winners
    runs: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.winners)

    @property
    def plays(self) -> int:
        """Plays at each seat of the lone bot."""
        return len(self.winners[0])

    @property
    def even(self) -> float:
        """The share of a bot that is as good as the others."""
        return 1 / self.players

    @property
    def shares(self) -> Floats:
        """The lone bot's share, the mean over its seats, for each play, shape (plays,)."""
        return np.asarray(self._at_seats().mean(axis=0))

    @property
    def by_seat(self) -> tuple[float, ...]:
        """The lone bot's share at each seat."""
        return tuple(self._at_seats().mean(axis=1).tolist())

    @property
    def never_differs(self) -> bool:
        """Whether it fared exactly evenly in every play, as a bot does that decides like the others."""
        return bool(np.all(np.abs(self.shares - self.even) < ROUNDING))

    @property
    def estimate(self) -> Estimate:
        """Its share with a 95 % interval; where it never differs, it may yet do so in a play that did not occur."""
        if self.never_differs:
            rare = unseen(self.plays)
            return Estimate(self.even, 0.0, self.even * (1 - rare), self.even + (1 - self.even) * rare, self.plays)
        return share_estimate(self.shares)

    @property
    def gain(self) -> Estimate:
        """How far its share is above even."""
        return shifted(self.estimate, -self.even)

    @property
    def p_value(self) -> float:
        """Two-sided, for an even share."""
        return 1.0 if self.never_differs else share_p_value(self.shares, self.even)

    def _at_seats(self) -> Floats:
        """Its share at each seat in each play, shape (players, plays)."""
        return np.array([share_of(winners, self.players, seat) for seat, winners in enumerate(self.winners)])


def share_of(winners: Winners, players: int, seat: int) -> Floats:
    """The share of each win that goes to the bot at `seat`; a win shared by k seats counts 1/k. Shape (plays,)."""
    return win_shares(winners, players)[:, seat].astype(np.float64)


def shifted(estimate: Estimate, by: float, times: float = 1.0) -> Estimate:
    """The estimate of `times` the number, plus `by`; a negative `times` turns the interval round."""
    low, high = sorted((estimate.low * times + by, estimate.high * times + by))
    return replace(estimate, mean=estimate.mean * times + by, sd=estimate.sd * abs(times), low=low, high=high)


def advantage(values: Floats) -> Estimate:
    """The mean of advantages in [-1/2, 1/2], one a play, with a 95 % interval that keeps a width if all are 0."""
    if np.all(np.abs(values) < ROUNDING):
        rare = unseen(len(values)) / 2
        return Estimate(0.0, 0.0, -rare, rare, len(values))
    return shifted(share_estimate(np.clip(values + 0.5, 0.0, 1.0)), -0.5)


def legs_of(scenario: Scenario, pairing: Pairing, decisions: float) -> list[Leg]:
    """The batches of a contest, one for each seat of the lone bot, where a play has so many decisions."""
    legs = []
    for seat in range(scenario.players):
        bots = [pairing.field] * scenario.players
        bots[seat] = pairing.one
        played = with_bots(scenario, bots, pairing.plays)
        title = f"{pairing.one} among {pairing.field}, seat {seat + 1} of {scenario.players}"
        legs.append(Leg(title, played, play_cost(played, decisions)))
    return legs


def contest(course: Course, pairing: Pairing, legs: Sequence[Leg]) -> Contest:
    """Play a contest. Raises `Stopped`."""
    played = [course.winners_of(leg) for leg in legs]
    runs = tuple(each.run for each in played if each.run)
    found = Contest(pairing.one, pairing.field, np.array([each.winners for each in played]), runs)
    course.finish(found)
    return found


def verdicts(gains: Sequence[Estimate]) -> list[Verdict]:
    """Whether each gain is higher or lower by more than one point of win rate, or the same within it, or undecided.

    All of them together (`evidence.weighed`); fewer than 100 plays decide nothing.
    """
    return weighed(gains, MARGIN)


def doubts(gains: Sequence[Estimate]) -> list[Doubt | None]:
    """Why each gain is undecided, and how many plays it lacks; None where `verdicts` has decided it."""
    found = verdicts(gains)
    bar = reach(found.count(Verdict.UNDECIDED))
    return [
        _doubt(gain, bar, len(gains)) if verdict is Verdict.UNDECIDED else None
        for gain, verdict in zip(gains, found, strict=True)
    ]


def _doubt(gain: Estimate, bar: float, among: int) -> Doubt:
    few = not enough(gain.n)
    alone = not few and weighed([gain], MARGIN) != [Verdict.UNDECIDED]
    small = not few and not alone and weighed([gain], 0.0, among) != [Verdict.UNDECIDED]
    error = (gain.high - gain.low) / 2 / reach(1)
    return Doubt(few, alone, among, forecast(gain.mean, error, gain.n, MARGIN, bar), small)


def check_players(scenario: Scenario) -> None:
    """Raise BadInput where there is nobody to play against."""
    if scenario.players < 2:
        message = (
            "must be at least 2, since bots are held against each other: solo games are not measured yet;"
            " simulate and compare (pages Run and Compare) play them"
        )
        raise BadInput.one("players", message, scenario.players)
