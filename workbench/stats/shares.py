"""Shares of a win: the interval of their mean, and whether a few games fit a simulation's win rates by seat.

**Their mean.** A play's value may be the mean over several seats: neither 0 or 1 nor a number without bounds. Its
interval is that of a rate (`estimate`), in which n is the *effective* number of plays: as many yes-or-no answers as
would know the mean so well, by the spread that the values have (Korn & Graubard 1998; recommended for clustered rates
by Dean & Pagano 2015). Student's quantile takes the place of the normal one, since that spread is itself estimated.

**Few games.** How often a seat wins n games, given a simulation, is beta-binomial. A priori all shares of the win that
seats may have are equally likely (a uniform Dirichlet), which makes a single seat's rate Beta(1, k - 1) with k seats:
1/k on average. A win shared by several counts as a part for each.
"""

from math import floor, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Floats, as_floats, moments, score_interval, special, tail


def share_estimate(values: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of `values` in [0, 1], shape (n,), one a play, with the interval described above, within [0, 1].

    Values that are all equal count as n answers, however many seats stand behind each. No plays: mean and sd NaN;
    fewer than two: interval [0, 1]. ValueError: a value outside [0, 1], or `confidence` outside (0, 1).
    """
    sample = _as_shares(values)
    mean, sd = moments(sample)
    if sample.size < 2:
        return Estimate(mean, sd, 0.0, 1.0, sample.size)
    quantile = float(-special().stdtrit(sample.size - 1, tail(confidence)))
    low, high = score_interval(mean, effective_plays(mean, sd, sample.size), quantile)
    return Estimate(mean, sd, float(low), float(high), sample.size)


def share_p_value(values: ArrayLike, even: float) -> float:
    """The two-sided p-value of the score test (Wilson 1927) for a mean share of `even`, in (0, 1).

    It is below 0.05 wherever the 95 % interval leaves `even` out, since that interval contains Wilson's. NaN for fewer
    than two plays. ValueError: as `share_estimate`, or `even` outside (0, 1).
    """
    if not 0 < even < 1:
        raise ValueError(f"even = {even}: must lie between 0 and 1")
    sample = _as_shares(values)
    mean, sd = moments(sample)
    if sample.size < 2:
        return nan
    error = sqrt(even * (1 - even) / effective_plays(mean, sd, sample.size))
    return float(2 * special().stdtr(sample.size - 1, -abs(mean - even) / error))


def effective_plays(mean: float, sd: float, n: int) -> float:
    """The number of yes-or-no answers that would know a rate of `mean` as well as n values that vary by `sd`."""
    answers = n * mean * (1 - mean) / sd**2 if sd > 0 else 0.0
    return answers if 0 < answers < inf else float(n)


def _as_shares(values: ArrayLike) -> Floats:
    sample = as_floats(values)
    if not ((sample >= 0) & (sample <= 1)).all():
        raise ValueError("a share of a win lies between 0 and 1")
    return sample


def wins_predicted(n: int, wins: float, games: int, seats: int) -> Floats:
    """The chances of 0 to n wins in n further games, shape (n + 1,), given `wins` of `games` (beta-binomial).

    With many games it approaches the binomial. ValueError: fewer than two seats, or `wins` outside [0, games].
    """
    a, b = _posterior(wins, games, seats)
    k = np.arange(n + 1, dtype=np.float64)
    log_choose = -np.log(n + 1) - special().betaln(n - k + 1, k + 1)
    chances: Floats = np.exp(log_choose + special().betaln(k + a, n - k + b) - special().betaln(a, b))
    return chances


def wins_p_value(seen: float, n: int, wins: float, games: int, seats: int) -> float:
    """Two-sided mid-p of `seen` wins in n games, given `wins` of `games` elsewhere (beta-binomial).

    Fractions of a win are interpolated. ValueError as `wins_predicted`, and for `seen` outside [0, n].
    """
    if not 0 <= seen <= n:
        raise ValueError(f"seen = {seen}: must lie between 0 and n = {n}")
    chances = wins_predicted(n, wins, games, seats)
    below = np.cumsum(chances) - chances / 2
    at = min(floor(seen), n - 1) if n else 0
    lower = float(below[at] + (seen - at) * (below[at + 1] - below[at])) if n else 0.5
    return min(1.0, 2 * min(lower, 1 - lower))


def _posterior(wins: float, n: int, seats: int) -> tuple[float, float]:
    if seats < 2:
        raise ValueError(f"seats = {seats}: must be at least 2")
    if not 0 <= wins <= n:
        raise ValueError(f"wins = {wins}: must lie between 0 and n = {n}")
    return 1 + wins, seats - 1 + n - wins
