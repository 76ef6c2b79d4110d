"""Strategies compared with each other: which are dominated, their mixed equilibrium, and their ratings.

`shares[i, j, k]` is what a lone strategy i wins of play k among opponents who all play j, averaged over the seats; even
is 1/players, which the diagonal has by construction. All cells of a play index share their shuffles, so differences
between rows are paired.

**Dominated**: i by k, if k does better by more than `margin` in *every* field j. That is a claim about all fields at
once, so its p-value is the largest of theirs (intersection-union test, Berger 1982); over all pairs of strategies
Holm's correction bounds the chance of any false claim. *Never better* is the weaker claim: i is nowhere better than k
by as much as `margin`, and somewhere worse by more than that.

**Equilibrium**: of the zero-sum meta-game in which one side chooses i, the other j, and the first is paid its advantage
(M[i, j] - M[j, i]) / 2, with M the mean shares: "Nash averaging" (Balduzzi, Tuyls, Perolat & Graepel 2018). No
strategy has an advantage over the mixture, which ignores redundant copies and weighs a strategy by what it is good
against. Where several mixtures are in equilibrium, the most even one is returned. For two players this *is* the
equilibrium of choosing a strategy before the play. For more players it is a summary of pairwise advantage, a lone i
among j compared with a lone j among i: tables with three sorts of players do not enter it.

**Ratings**: the Plackett–Luce model of Weng & Lin 2011 ("A Bayesian Approximation Method for Online Ranking", with ties
and any number of players; on openskill's scale) gives every strategy a strength with a mean, 25 before the first play,
and a standard deviation. At a table with equal others, whoever is 4.17 points (`BETA`) above them wins about e times as
often as each of them. Our choices: strengths do not drift (tau = 0), as bots do not learn; winners share the first
place and all others the second, since a play says no more; several copies of a strategy at a table share one rating,
which takes the changes of all of them. The result depends a little on the order of the plays, as in every online
rating; it is the order of the arrays given, so equal arrays give equal ratings. In simulation the strengths differed
between repetitions by 0.4 to 0.7 while their stated deviation was 0.9: the range errs on the wide side.
"""

from collections.abc import Callable, Sequence
from math import exp, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Floats, normal_quantile, tail
from workbench.stats.evidence import holm

RESAMPLES = 200
SLACK = 1e-9
"""How far a mixture may fall short of an equilibrium, in shares of a win: the rounding of the linear program."""


class Dominated(NamedTuple):
    """Row `loser` is dominated by row `by`; `strict`: worse in every field, else nowhere better and somewhere worse."""

    loser: int
    by: int
    strict: bool
    p_value: float


class Mixture(NamedTuple):
    """Weights of the strategies, shape (K,), adding up to 1; `low` and `high` are their 95 % range over resamples.

    The range shows how much the weights depend on the luck of the plays. It is no confidence interval: weights jump
    when two strategies change places.
    """

    weights: Floats
    low: Floats
    high: Floats


def dominated(shares: ArrayLike, margin: float, risk: float = 0.05) -> list[Dominated]:
    """Every dominated pair, strict ones first, from shares of shape (K, K, plays), `margin` >= 0 in shares of a win.

    A strictly dominated pair is not listed again as never better. ValueError: another shape, or a negative margin.
    """
    cells = _as_cells(shares)
    if not margin >= 0:
        raise ValueError(f"margin = {margin}: must be at least 0")
    strict = _named(_pairs_p(cells, lambda gain: float(_p_above(gain, margin).max())), True, risk)
    strict_pairs = {(pair.loser, pair.by) for pair in strict}
    weak = _named(_pairs_p(cells, lambda gain: _p_never_better(gain, margin)), False, risk)
    return strict + [pair for pair in weak if (pair.loser, pair.by) not in strict_pairs]


def equilibrium(means: ArrayLike) -> Floats:
    """The equilibrium of pairwise advantage, shape (K,), from mean shares of shape (K, K). ValueError: not square.

    Where there are several, the one nearest to even weights.
    """
    matrix = np.asarray(means, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        raise ValueError(f"a matrix of shares is square, not {matrix.shape}")
    advantage = (matrix - matrix.T) / 2
    beats_all_others = (advantage + np.eye(len(matrix)) > SLACK).all(axis=1)
    if beats_all_others.any():
        return np.asarray(beats_all_others, dtype=np.float64)
    mix = _some_equilibrium(advantage)
    return mix if _is_only(advantage, mix) else _most_even(advantage, mix)


def mixture(shares: ArrayLike, resamples: int = RESAMPLES, seed: int = 0) -> Mixture:
    """The equilibrium of the mean shares, and its range when the plays are drawn again with replacement.

    All cells keep the same drawn plays, as they share their shuffles. ValueError: not of shape (K, K, plays >= 1).
    """
    cells = _as_cells(shares)
    size, plays = len(cells), cells.shape[2]
    counts = np.random.default_rng(seed).multinomial(plays, np.full(plays, 1 / plays), size=resamples)
    again = (counts @ cells.reshape(size * size, plays).T / plays).reshape(resamples, size, size)
    weights = np.array([equilibrium(matrix) for matrix in again])
    low, high = np.quantile(weights, [0.025, 0.975], axis=0)
    return Mixture(equilibrium(cells.mean(axis=2)), low, high)


def _as_cells(shares: ArrayLike) -> Floats:
    cells = np.asarray(shares, dtype=np.float64)
    if cells.ndim != 3 or cells.shape[0] != cells.shape[1] or not cells.size:
        raise ValueError(f"shares have the shape (K, K, plays), not {cells.shape}")
    return cells


def _pairs_p(cells: Floats, p_of: Callable[[Floats], float]) -> Floats:
    """The p-value that row i is dominated by row k, shape (K, K), from what k gains over i; NaN on the diagonal."""
    size = len(cells)
    p_values = [[p_of(cells[by] - cells[loser]) if by != loser else nan for by in range(size)] for loser in range(size)]
    return np.array(p_values)


def _p_never_better(gain: Floats, margin: float) -> float:
    """The p-value of a gain above -margin in every field, and above the margin in some field (Bonferroni)."""
    somewhere = len(gain) * _p_above(gain, margin).min()
    return float(min(1.0, max(_p_above(gain, -margin).max(), somewhere)))


def _p_above(gain: Floats, threshold: float) -> Floats:
    """One-sided p-values for a mean gain above the threshold, shape (K,), by Student's t.

    One play is added in each direction to the variance: a few plays that happen to agree prove nothing.
    """
    from scipy.special import stdtr  # loads slowly

    plays = gain.shape[1]
    if plays < 2:
        return np.ones(len(gain))
    mean = gain.mean(axis=1)
    variance = (((gain - mean[:, None]) ** 2).sum(axis=1) + 2) / (plays + 1)
    return np.asarray(stdtr(plays - 1, (threshold - mean) / np.sqrt(variance / plays)))


def _named(p_values: Floats, strict: bool, risk: float) -> list[Dominated]:
    """The pairs whose claim holds at this risk, corrected for all pairs together (Holm)."""
    adjusted = holm(p_values.ravel()).reshape(p_values.shape)
    claims = np.argwhere(adjusted < risk)
    return [Dominated(int(loser), int(by), strict, float(adjusted[loser, by])) for loser, by in claims]


def _some_equilibrium(advantage: Floats) -> Floats:
    """One equilibrium of the skew-symmetric game A, by linear programming: weights p whose least p A is the largest."""
    from scipy.optimize import linprog  # loads slowly, and only here

    size = len(advantage)
    cost, add_up = np.append(np.zeros(size), -1.0), np.append(np.ones(size), 0.0)
    least = np.column_stack([-advantage.T, np.ones(size)])  # the last variable is the value v: v <= p A
    bounds = [*[(0, None)] * size, (None, None)]
    solution = linprog(cost, least, np.zeros(size), add_up[None], [1.0], bounds)
    return _normal(solution.x[:-1])


def _is_only(advantage: Floats, mix: Floats) -> bool:
    """True if there is no other equilibrium: unused strategies lose to it, and no weight in it can be shifted."""
    used = mix > 0
    within = advantage[np.ix_(used, used)]
    lose = bool(((mix @ advantage)[~used] > SLACK).all())
    return lose and np.linalg.matrix_rank(within, tol=SLACK) == used.sum() - 1


def _most_even(advantage: Floats, mix: Floats) -> Floats:
    """The equilibrium nearest to even weights, starting from another: weights p >= 0, adding up to 1, p A >= 0."""
    from scipy.optimize import LinearConstraint, minimize

    size = len(mix)
    within = LinearConstraint(advantage.T, -SLACK, np.inf), LinearConstraint(np.ones(size), 1, 1)
    options = {"ftol": 1e-12, "maxiter": 200}
    near = minimize(
        lambda p: p @ p, mix, jac=lambda p: 2 * p, bounds=[(0, 1)] * size, constraints=within, method="SLSQP",
        options=options,
    )  # fmt: skip
    weights = _normal(near.x)
    sound = near.success and (weights @ advantage).min() > -1e-6
    return weights if sound else mix


def _normal(weights: Floats) -> Floats:
    """The weights without rounding errors below 0, adding up to 1."""
    positive = np.where(weights > 1e-6, weights, 0.0)
    return np.asarray(positive / positive.sum())


BETA = 25 / 6
"""The difference of strength that makes e times as many wins, about."""
START = 25.0, 25 / 3
"""The mean and the standard deviation of a strength before the first play."""
LEAST_LEFT = 1e-4
"""The part of a variance that one play leaves at least."""


class Strength(NamedTuple):
    """Strength: `mean`, its standard deviation, and the interval at the confidence asked for."""

    mean: float
    sigma: float
    low: float
    high: float


def ratings(tables: ArrayLike, shares: ArrayLike, strategies: int, confidence: float = 0.95) -> list[Strength]:
    """The rating of each strategy, 0 to `strategies` - 1, after the plays in the order given.

    `tables`, whole numbers of shape (plays, seats): who sat where; `shares`, of the same shape: who won, whose share is
    above 0. ValueError: shapes differ, or a number outside 0 … strategies - 1.
    """
    seated, won = np.asarray(tables, dtype=np.int64), np.asarray(shares) > 0
    if seated.ndim != 2 or seated.shape != won.shape:
        raise ValueError(f"tables and shares have one shape (plays, seats), not {seated.shape} and {won.shape}")
    if seated.size and not (seated.min() >= 0 and seated.max() < strategies):
        raise ValueError(f"strategies are numbered from 0 to {strategies - 1}")
    strengths = [START] * strategies
    for table, winners in zip(seated.tolist(), won.tolist(), strict=True):
        _rate(strengths, table, winners)
    reach = -normal_quantile(tail(confidence))
    return [Strength(mean, sigma, mean - reach * sigma, mean + reach * sigma) for mean, sigma in strengths]


def _rate(strengths: list[tuple[float, float]], table: Sequence[int], winners: Sequence[bool]) -> None:
    """Update the ratings by one play: means take each seat's change, deviations shrink by each seat's factor.

    Algorithm 4 of Weng & Lin: the winners take the first place among all at the table, the others the next among them.
    """
    before = [strengths[strategy] for strategy in table]
    scale = sqrt(sum(sigma**2 + BETA**2 for _, sigma in before))
    weights = [exp(mean / scale) for mean, _ in before]
    of_others = sum(weight for weight, wins in zip(weights, winners, strict=True) if not wins)
    places = [(sum(weights), winners.count(True)), (of_others, winners.count(False))]
    for strategy, (_, sigma), weight, wins in zip(table, before, weights, winners, strict=True):
        chances = [weight / total for total, taken_by in places[: 1 if wins else 2] if taken_by]
        change = 1 / places[0 if wins else 1][1] - sum(chances)
        shrinks = sum(chance * (1 - chance) for chance in chances) * (sigma / scale) ** 3
        mean, deviation = strengths[strategy]
        strengths[strategy] = mean + change * sigma**2 / scale, deviation * sqrt(max(1 - shrinks, LEAST_LEFT))
