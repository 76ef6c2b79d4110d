"""Who wins from which seat, told from few games: the beta-binomial that a simulation predicts.

A priori all shares of the win that seats may have are equally likely (a uniform Dirichlet), which makes a single seat's
rate Beta(1, k - 1) with k seats: 1/k on average. A win shared by several counts as a part for each.
"""

from math import floor

import numpy as np

from workbench.stats.samples import Floats, special


def wins_predicted(n: int, wins: float, games: int, seats: int) -> Floats:
    """The chances of 0 to n wins in n further games, shape (n + 1,), given `wins` of `games`: a beta-binomial.

    With many games it is the binomial of their rate. ValueError: fewer than two seats, or `wins` outside [0, games].
    """
    a, b = _posterior(wins, games, seats)
    k = np.arange(n + 1, dtype=np.float64)
    log_choose = -np.log(n + 1) - special().betaln(n - k + 1, k + 1)
    chances: Floats = np.exp(log_choose + special().betaln(k + a, n - k + b) - special().betaln(a, b))
    return chances


def wins_p_value(seen: float, n: int, wins: float, games: int, seats: int) -> float:
    """How surprising `seen` wins of n are after `wins` of `games` elsewhere: two-sided mid-p of the beta-binomial.

    Parts of a win lie between the whole numbers around them. ValueError as `wins_predicted`, and for `seen` outside
    [0, n].
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
