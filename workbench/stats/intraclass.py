"""How much the shuffle matters: the same shuffles, each played several times with other chance of the players.

A seat's win varies between shuffles (some deals favour it) and within them (the players' own chance). With the shares
of the win y[shuffle, retake, seat], one-way analysis of variance gives both parts without bias,

    within   W = mean over seats and shuffles of the variance between retakes
    between  B = mean over seats of the variance between shuffles of a shuffle's mean, minus W / retakes

where subtracting W / retakes removes the noise that a mean of few retakes has. The *seed effect* is the intraclass
correlation B / (B + W) (Shrout & Fleiss 1979, case 1): at 0 the shuffle does not matter; at 1 it has decided who wins
before the first decision. sqrt(B) is the standard deviation of a seat's true win rate from shuffle to shuffle.

The intervals are the jackknife's over shuffles (Arvesen 1969), since wins are far from normal: of log(1 - effect),
which is wide where noise can push an effect below 0 and narrow where nearly all is decided, and of B. Where no
retake of some shuffles ever differs, the jackknife sees no spread; then each shuffle counts as one answer of a rate.
In simulation they held in 92 to 99 % of samples, for 40 to 200 shuffles of 10 or 20 retakes and effects from 0 to 0.98.
"""

from math import nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, Floats, normal_quantile, score_interval, student_half_width, tail

FEWEST = 3
"""Shuffles that a jackknife needs."""
CONFIDENCE = 0.95


class Intraclass(NamedTuple):
    """The part of a win's variance that lies between shuffles, in [0, 1], and the sd of a seat's win rate over them.

    `sd` of both is that of a shuffle's contribution; n is the number of shuffles.
    """

    effect: Estimate
    spread: Estimate


class _Parts(NamedTuple):
    """Between and within, from all shuffles, or (as arrays) from all but one."""

    between: Floats
    within: Floats

    @property
    def effect(self) -> Floats:
        """B / (B + W); NaN where nothing varies."""
        total = self.between + self.within
        return np.divide(self.between, total, out=np.full_like(total, nan), where=total > 0)


def intraclass(shares: ArrayLike) -> Intraclass:
    """The seed effect, from shares of the win of shape (shuffles, retakes, seats), each in [0, 1].

    Estimates below 0 are returned as 0. Where no win ever varies the effect is NaN. ValueError: another shape, fewer
    than 3 shuffles or 2 retakes.
    """
    table = np.asarray(shares, dtype=np.float64)
    if table.ndim != 3 or table.shape[0] < FEWEST or table.shape[1] < 2 or not table.shape[2]:
        raise ValueError(f"shares have the shape (shuffles >= 3, retakes >= 2, seats), not {table.shape}")
    means, varying = table.mean(axis=1), table.var(axis=1, ddof=1).mean(axis=1)
    whole, without = _parts(means, varying, table.shape[1]), _parts_without(means, varying, table.shape[1])
    return Intraclass(_effect(whole, without), _spread(whole, without))


def _parts(means: Floats, varying: Floats, retakes: int) -> _Parts:
    """The parts of all shuffles: `means` has the shape (shuffles, seats), `varying` (shuffles,)."""
    within = varying.mean()
    between = means.var(axis=0, ddof=1).mean() - within / retakes
    return _Parts(np.array([between]), np.array([within]))


def _parts_without(means: Floats, varying: Floats, retakes: int) -> _Parts:
    """The parts with each shuffle left out in turn, shape (shuffles,)."""
    n = len(means)
    centred = means - means.mean(axis=0)
    squares = (centred**2).sum(axis=0) - centred**2 * n / (n - 1)
    within = np.maximum(varying.sum() - varying, 0) / (n - 1)
    return _Parts(squares.mean(axis=1) / (n - 2) - within / retakes, within)


def _effect(whole: _Parts, without: _Parts) -> Estimate:
    effect, n = float(whole.effect[0]), len(without.within)
    if not (whole.between[0] + whole.within[0] > 0):
        return Estimate(nan, nan, 0.0, 1.0, n)
    left = 1 - without.effect
    if np.isnan(left).any() or left.min() < 1e-9:
        bounds = score_interval(min(1.0, max(0.0, effect)), float(n), -normal_quantile(tail(CONFIDENCE)))
        return Estimate(max(0.0, effect), nan, float(bounds[0]), float(bounds[1]), n)
    logs = np.log(left)
    error, half = _jackknife(logs)
    about = float(np.log(1 - effect))
    low, high = (1 - float(np.exp(about + side)) for side in (half, -half))
    return Estimate(max(0.0, effect), error * (1 - effect) * sqrt(n), max(0.0, low), max(0.0, high), n)


def _spread(whole: _Parts, without: _Parts) -> Estimate:
    between = float(whole.between[0])
    error, half = _jackknife(without.between)
    mean, low, high = (sqrt(max(0.0, between + side)) for side in (0.0, -half, half))
    n = len(without.between)
    return Estimate(mean, error * sqrt(n) / (2 * mean) if mean > 0 else nan, low, high, n)


def _jackknife(left_out: Floats) -> tuple[float, float]:
    """Standard error and half-width of the interval, from the values with each shuffle left out."""
    n = len(left_out)
    error = sqrt((n - 1) / n * float(((left_out - left_out.mean()) ** 2).sum()))
    return error, student_half_width(error * sqrt(n), n, CONFIDENCE)
