"""Who wins from which seat: shares of a win, whether a few games fit them, and how fair the seats are.

**The mean share.** A play's value may be the mean over several seats: neither 0 or 1 nor a number without bounds. Its
interval is that of a rate (`estimate`), in which n is the *effective* number of plays: as many yes-or-no answers as
would know the mean so well, by the spread that the values have (Korn & Graubard 1998; recommended for clustered rates
by Dean & Pagano 2015). Student's quantile takes the place of the normal one, since that spread is itself estimated.

**Few games.** How often a seat wins n games, given a simulation, is beta-binomial. A priori all shares of the win that
seats may have are equally likely (a uniform Dirichlet), which makes a single seat's rate Beta(1, k - 1) with k seats:
1/k on average. A win shared by several counts as a part for each.

**How fair the seats are**: the largest win rate of a seat minus the smallest. A largest-minus-smallest is biased
upward: even if all seats are equal, one of them won most. Three equal seats show a spread of about 0.056 after 300
plays and 0.018 after 3 000. No correction removes that without spoiling unequal seats, so the estimate stays the plain
one, which agrees with the table of win rates beside it, and the *interval* allows for the bias: it lies mostly below
the estimate and reaches 0 where the seats may be equal. A percentile bootstrap does not: for three equal seats it
missed the true 0 in every one of 300 simulated batches, and for a difference it held in only 57 to 82 % when one of
the two revisions was fair.

The rates of n plays lie about the true ones as a normal draw does whose covariance the plays show; `ADDED` plays in
each direction keep its width above 0 where no play differs. An end of the interval is the spread at which so small, or
so large, a spread as was observed has the chance that the end may risk (test inversion). That is exact for equal seats;
for unequal ones the seats between the two extreme ones lie in the middle for the upper end, where they lift the
observed spread least, and where they were observed for the lower.

**A difference of two spreads** is observed too low where base's seats are equal, or some that lead or trail are, and
other's are not: equal seats always show a spread. Its upper end is the lower of two.

One takes base's seats for equal: then the difference is other's spread, and it is never above the spread of other's
rates minus any part of base's, of which the part is taken that has the least noise.

The other averages over which seats are equal. On each side the seats are tied step by step, from none to all, each step
the one that fits the plays best. For every such pair of ties the rates are those most likely under them, with noise to
match, and the end is a quantile of the difference over all, weighed by how well they fit. Base's ties weigh more than
other's (`POOLED`, `APART`): what is feared is a spread of base that is none. The lower end mirrors all this.

How often it holds, and how wide it is beside a bootstrap, stands in *How to read a verdict* and is counted by
`python -m tests.limit.seats_gap`. No interval that holds in 95 % wherever base is fair can be narrower at two fair
revisions than 1.08, 1.14, 1.22 and 1.34 bootstraps for 2, 3, 4 and 6 seats (the mean length is what the most powerful
tests leave, Pratt 1961).
"""

from functools import lru_cache
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import (
    Estimate,
    Floats,
    as_floats,
    moments,
    normal_quantile,
    score_interval,
    student_below,
    student_reach,
    tail,
)
from workbench.stats.paired import PairedDifference, variance_ratio


def share_estimate(values: ArrayLike) -> Estimate:
    """The mean of `values` in [0, 1], shape (n,), one a play, with the interval described above, within [0, 1].

    Values that are all equal count as n answers, however many seats stand behind each. No plays: mean and sd NaN;
    fewer than two: interval [0, 1]. ValueError: a value outside [0, 1].
    """
    sample = _as_shares(values)
    mean, sd = moments(sample)
    if sample.size < 2:
        return Estimate(mean, sd, 0.0, 1.0, sample.size)
    plays, reach = effective_plays(mean, sd, sample.size), student_reach(sample.size, 0.95)
    low, high = score_interval(mean, plays, reach)
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
    return 2 * student_below(-abs(mean - even) / error, sample.size - 1)


def effective_plays(mean: float, sd: float, n: int) -> float:
    """The number of yes-or-no answers that would know a rate of `mean` as well as n values that vary by `sd`."""
    answers = n * mean * (1 - mean) / sd**2 if sd > 0 else 0.0
    return answers if 0 < answers < inf else float(n)


def _as_shares(values: ArrayLike) -> Floats:
    sample = as_floats(values)
    if not ((sample >= 0) & (sample <= 1)).all():
        raise ValueError("a share of a win lies between 0 and 1")
    return sample


def wins_p_value(seen: float, n: int, wins: float, games: int, seats: int) -> float:
    """Two-sided mid-p of `seen` wins in n games, given `wins` of `games` elsewhere (beta-binomial).

    Fractions of a win are interpolated. With many games elsewhere it is that of the binomial. ValueError: fewer than
    two seats, `wins` outside [0, games], or `seen` outside [0, n].
    """
    if seats < 2:
        raise ValueError(f"seats = {seats}: must be at least 2")
    if not 0 <= wins <= games:
        raise ValueError(f"wins = {wins}: must lie between 0 and games = {games}")
    if not 0 <= seen <= n:
        raise ValueError(f"seen = {seen}: must lie between 0 and n = {n}")
    from scipy.special import betaln  # loads slowly

    counts = np.arange(n + 1)
    for_it, against = 1 + wins, seats - 1 + games - wins
    ways = -np.log(n + 1) - betaln(n - counts + 1, counts + 1)
    chances = np.exp(ways + betaln(counts + for_it, n - counts + against) - betaln(for_it, against))
    lower = float(np.interp(seen, counts, np.cumsum(chances) - chances / 2))
    return min(1.0, 2 * min(lower, 1 - lower))


ADDED = 2
"""Plays that are added in each direction: with one, a rare change is missed in up to 7 % of batches."""
NOTHING = 1e-6
"""A sum of squared shares below this is rounding: the smallest real one, (1/15 - 1/16)², is larger."""
DRAWS = 2048
"""Normal draws that are made once; with their mirror images and both sides swapped they are four times as many."""
POOLED, APART = (0.4, 4.0), (0.8, 1.0)
"""All seats of a side count as equal with the weight p / (p + the first), where equal seats lie so far apart with the
chance p; among the other ties each further one multiplies the weight by the second."""
LIGHT = 3e-3
"""Ties that weigh less than this are left out."""
LUCKY = 0.06
"""So small a part of the draws for equal seats shows a smaller spread: one observed below that is luck."""


class ShareSums(NamedTuple):
    """Sums over n plays of the seats' shares of the win, shape (c,), and of each product of two, shape (c, c).

    For pairs of plays the columns are base's seats, then other's.
    """

    total: Floats
    products: Floats
    n: int


def win_rate_spread(plays: ShareSums, confidence: float = 0.95) -> Estimate:
    """The spread of the seats' win rates, in [0, 1].

    `mean` is the observed largest minus smallest; `sd` that of the difference, within a play, between those two seats'
    shares; the interval is described above. Fewer than two plays: sd NaN (and mean NaN for none), interval [0, 1].
    ValueError: `confidence` outside (0, 1).
    """
    risk = 1.8 * tail(confidence)  # the rest for not knowing which seats are the extreme ones
    first, last = _extremes(plays.total)
    if plays.n < 2:
        return Estimate(float(np.ptp(plays.total)) if plays.n else nan, nan, 0.0, 1.0, plays.n)
    rates, noise = plays.total / plays.n, _noise(plays)
    spread = float(np.ptp(rates))
    middle = (rates[first] + rates[last]) / 2
    may_be_equal = np.mean(np.ptp(noise, axis=1) >= spread) >= risk / 2
    low = 0.0 if may_be_equal else _spread_at(rates, noise, 1 - risk / 2, (rates - middle) / spread)
    high = _spread_at(rates, noise, risk / 2)
    widest = _contrast(plays.total.size, first, last)
    sd = sqrt(_covariance(widest, widest, plays))
    return Estimate(spread, sd, min(spread, max(0.0, low)), max(spread, min(1.0, high)), plays.n)


def paired_spread_difference(plays: ShareSums) -> PairedDifference:
    """Other spread minus base spread, from sums over pairs of plays of the same seed: base's seats, then other's.

    `base` and `other` are the observed spreads. `correlation` and `variance_ratio` compare, play by play, the shares
    of base's two extreme seats with those of other's. `sd` is the one with which a plain interval would be as wide as
    this. Fewer than two pairs: sd NaN, interval [-1, 1].
    """
    seats = plays.total.size // 2
    before, after = (float(np.ptp(side)) / plays.n if plays.n else nan for side in np.split(plays.total, 2))
    difference = after - before
    if plays.n < 2:
        return PairedDifference(difference, nan, -1.0, 1.0, plays.n, before, after)
    rates, noise, squares = plays.total / plays.n, _noise(plays), _squares(plays) / plays.n**2
    swapped = np.roll(np.arange(2 * seats), seats)
    low = max(-1.0, min(difference, -_highest(rates[swapped], noise[:, swapped], squares[swapped][:, swapped])))
    high = min(1.0, max(difference, _highest(rates, noise, squares)))
    sd = (high - low) / 2 * sqrt(plays.n) / -normal_quantile(0.025)
    widest = [_contrast(seats, *_extremes(side)) for side in np.split(plays.total, 2)]
    nothing = np.zeros(seats)
    coupling = _coupling(np.hstack([widest[0], nothing]), np.hstack([nothing, widest[1]]), plays)
    return PairedDifference(difference, sd, low, high, plays.n, before, after, *coupling)


def _extremes(rates: Floats) -> tuple[int, int]:
    """The seats that win most and least often; two different ones where there are two, of equals by their place."""
    order = np.argsort(rates.round(9), kind="stable")  # what rounding tells apart may lie either way
    return int(order[-1]), int(order[0])


def _contrast(seats: int, first: int, last: int) -> Floats:
    """The first seat minus the last, shape (seats,); 0 for a lone seat."""
    seat = np.eye(seats)
    return np.asarray(seat[first] - seat[last])


@lru_cache(maxsize=8)
def _draws(columns: int) -> Floats:
    """Normal draws, always the same, shape (4 * DRAWS, columns); symmetric in both sides, and about 0."""
    halves = np.random.default_rng(0).standard_normal((DRAWS, columns))
    swapped = np.roll(halves, columns // 2, axis=1)
    return np.concatenate([halves, swapped, -halves, -swapped])


def _squares(plays: ShareSums) -> Floats:
    """Sums of squares and products about the means, with the plays that are added."""
    about = plays.products - np.outer(plays.total, plays.total) / plays.n
    return np.asarray(about + ADDED * np.eye(plays.total.size))


def _noise(plays: ShareSums) -> Floats:
    """Draws of how far the rates of the columns lie from the true ones, shape (draws, c)."""
    sizes, axes = np.linalg.eigh(_squares(plays))
    root = (axes * np.sqrt(np.maximum(sizes, 0))) @ axes.T
    return np.asarray(_draws(plays.total.size) @ root / plays.n)


def _spread_at(rates: Floats, noise: Floats, risk: float, pattern: Floats | None = None) -> float:
    """The true spread under which a spread no larger than that of the rates has a chance of `risk`.

    `pattern` says where the seats then lie, the extreme ones at 1/2 and -1/2; by default all others at 0.
    """
    if rates.size < 2:
        return 0.0
    lies = _contrast(rates.size, *_extremes(rates)) / 2 if pattern is None else pattern
    observed = max(float(np.ptp(rates)), float(np.quantile(np.ptp(noise, axis=1), LUCKY)))
    first, second = np.nonzero(lies[:, None] > lies)
    apart, drawn = lies[first] - lies[second], noise[:, first] - noise[:, second]
    most = ((observed - drawn) / apart).min(axis=1)
    least = ((-observed - drawn) / apart).max(axis=1)
    first, second = np.nonzero(lies[:, None] == lies)
    is_small = (most >= least) & (noise[:, first] - noise[:, second] <= observed).all(axis=1)
    most, least = np.sort(most[is_small]), np.sort(least[is_small])
    small = np.arange(most.size, 0, -1) - (least.size - np.searchsorted(least, most, side="right"))
    return float(most[small >= risk * len(noise)].max(initial=0.0))


def _highest(rates: Floats, noise: Floats, covariance: Floats) -> float:
    """The upper end of the second side's spread minus the first's; columns are the seats of both."""
    (base, other), (of_base, of_other) = np.split(rates, 2), np.split(noise, 2, axis=1)
    part = min(1.0, max(0.0, float((of_base * of_other).sum() / (of_base**2).sum())))
    if_fair = _spread_at(other - part * base, (of_other - part * of_base)[::2], 0.025)
    seats = base.size
    sides = zip((base, other), (of_base, of_other), (slice(seats), slice(seats, None)), (POOLED, APART), strict=True)
    (ties, weights), (other_ties, other_weights) = (
        _ties(side, drawn, covariance[at, at], *favor) for side, drawn, at, favor in sides
    )
    near, drawn, weight = (rates + noise[::4]).T.copy(), [], []  # a row for each seat: far faster
    for tied, one in zip(ties, weights, strict=True):
        for other_tied, two in zip(other_ties, other_weights, strict=True):
            if one * two >= LIGHT:
                zero = np.zeros((len(tied) + len(other_tied), 2 * seats))
                zero[: len(tied), :seats], zero[len(tied) :, seats:] = tied, other_tied
                to_zero = np.linalg.solve(zero @ covariance @ zero.T, zero)
                first, second = np.split(near - covariance @ zero.T @ (to_zero @ near), 2)
                drawn.append(np.ptp(second, axis=0) - np.ptp(first, axis=0))
                weight.append(np.full(near.shape[1], one * two))
    values, weighs = np.concatenate(drawn), np.concatenate(weight)
    order = np.argsort(values)[::-1]
    risk = (0.045 if seats < 5 else 0.02) / 2  # in simulation, what holds in 95 % where ties are hardest to see
    return min(if_fair, float(values[order][np.searchsorted(np.cumsum(weighs[order]), risk * weighs.sum())]))


def _ties(rates: Floats, noise: Floats, covariance: Floats, doubt: float, favor: float) -> tuple[list[Floats], Floats]:
    """Contrasts of seats that are 0 where more and more seats are equal, from none to all, and the weight of each."""
    order = np.argsort(rates.round(9), kind="stable")
    steps = np.eye(rates.size)[order[1:]] - np.eye(rates.size)[order[:-1]]

    def misfit(chosen: list[int], at: Floats = rates) -> Floats:
        gaps = at @ steps[chosen].T
        return np.asarray((gaps @ np.linalg.inv(steps[chosen] @ covariance @ steps[chosen].T) * gaps).sum(axis=-1))

    tied: list[int] = []
    ties, misfits = [steps[:0]], [0.0]
    while len(tied) < len(steps):
        left = [step for step in range(len(steps)) if step not in tied]
        tied = [*tied, min(left, key=lambda step: round(float(misfit([*tied, step])), 9))]
        ties.append(steps[tied])
        misfits.append(float(misfit(tied)))
    weights = np.exp(-np.array(misfits) / 2) * favor ** np.arange(len(ties))
    chance = float(np.mean(misfit(tied, noise) >= misfits[-1])) if tied else 1.0
    fair = chance / (chance + doubt)
    return ties, np.array([*(weights[:-1] / weights[:-1].sum() * (1 - fair)), fair])


def _covariance(one: Floats, two: Floats, plays: ShareSums) -> float:
    """Covariance between plays of two contrasts of shape (c,), rounding taken off; n - 1 in the denominator."""
    products = one @ plays.products @ two - (one @ plays.total) * (two @ plays.total) / plays.n
    return float(products) / (plays.n - 1) if abs(products) > NOTHING else 0.0


def _coupling(base: Floats, other: Floats, plays: ShareSums) -> tuple[float | None, float | None]:
    """Correlation and variance ratio of two contrasts; None where they do not vary."""
    before, after = (sqrt(_covariance(pair, pair, plays)) for pair in (base, other))
    paired_sd = sqrt(_covariance(other - base, other - base, plays))
    if before * after == 0:
        return None, variance_ratio(paired_sd, before, after)
    correlation = _covariance(base, other, plays) / (before * after)
    return max(-1.0, min(1.0, correlation)), variance_ratio(paired_sd, before, after)
