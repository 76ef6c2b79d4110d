"""Confidence sequences: an interval for a number watched while its batch runs, valid at all times together.

A plain 95 % interval misses the truth 5 % of the time *once*. Looked at after every play, it will miss sooner or later.
The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, "Time-uniform central limit theory
and asymptotic confidence sequences" (Annals of Statistics 2024, arXiv 2103.06476, theorem 2.2) may be watched, and the
batch stopped when it looks good, at the price of an interval about 1.6 times as wide. With plays t = 1, 2, …, running
mean m and deviation s, it is

    m ± s sqrt( 2 (t r² + 1) / (t² r²)  log( sqrt(t r² + 1) / alpha ) )

where r > 0 sets the t at which it is narrowest. It is asymptotic, as the central limit theorem is: use it from about
100 plays on. While all plays are equal s is 0, and so would be the width: a number that changes in one play of a
thousand was missed in 95 % of runs. So the same room for rare events is added as in `estimate` (for rates Agresti &
Coull's), with the sequence's number of standard errors. In simulation, watched from 100 to 5 000 plays, every shape of
the measures that ship is then missed in at most 5 % of runs (`workbench calibrate` repeats it).

`any_time_p` is the inverse: the least alpha whose sequence, with the same r, excludes a value. Such p-values may be
watched too, and adjusted for many measures at every look.
"""

from dataclasses import replace
from math import exp, inf, isnan
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from workbench.stats.estimate import (
    Estimate,
    Floats,
    agresti_coull,
    half_width,
    normal_quantile,
    score_interval,
    tail,
)

PlayCounts: TypeAlias = NDArray[np.int64]
"""Numbers of plays, shape (k,)."""

TUNED_TO = 1000
"""Plays at which a sequence is narrowest by default; from a tenth to ten times that, it is nearly as narrow."""


def sequence_at(
    mean: float, sd: float, n: int, confidence: float = 0.95, tuned_to: int = TUNED_TO, jump: float = 1.0
) -> Estimate:
    """The sequence at one time, from the mean and sd of the n plays so far; without bounds for fewer than two.

    `jump` is that of the plays so far (`estimate`). `tuned_to` must stay the same at every look. ValueError: `tuned_to`
    below 1, `confidence` outside (0, 1).
    """
    errors = float(_errors(np.array([n]), confidence, tuned_to)[0])
    half = half_width(sd, n, errors, jump) if n > 1 else inf
    return Estimate(mean, sd, mean - half, mean + half, n)


def widened(plain: Estimate, confidence: float = 0.95) -> Estimate:
    """An interval of a share that has no sequence of its own, made wide enough to hold at every look; within [0, 1].

    Both ends move out by as many of its own widths as the sequence is wider than a normal interval: twice what a
    symmetric one needs, since an end that lies at 0 or 1 may hide how far the interval would reach.
    """
    errors = float(_errors(np.array([plain.n]), confidence, TUNED_TO)[0])
    wider = (plain.high - plain.low) * (errors / -normal_quantile(tail(confidence)) - 1)
    return replace(plain, low=max(0.0, plain.low - wider), high=min(1.0, plain.high + wider))


def any_time_p(errors: float, n: int) -> float:
    """The least alpha at which the sequence tuned for 95 % excludes a value this many standard errors away.

    1 for a value on the wrong side (`errors` below 0); NaN stays NaN.
    """
    if isnan(errors):
        return errors
    mixed = max(n, 1) * _mixing(2 * tail(0.95), TUNED_TO) + 1
    return min(1.0, float(np.sqrt(mixed) * np.exp(-(max(errors, 0.0) ** 2) * (mixed - 1) / (2 * mixed))))


def rate_sequence_at(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The sequence for a rate at one time, within [0, 1], from the successes among the n plays so far.

    `successes` may be a fraction, as in `agresti_coull`; a run of plays without any success still leaves room above 0.
    No plays: mean and sd NaN, interval [0, 1]. ValueError: `successes` outside [0, n], or as `sequence_at`.
    """
    plain = agresti_coull(successes, n, confidence)
    if n == 0:
        return plain
    low, high = score_interval(
        np.array([plain.mean]), np.array([float(n)]), _errors(np.array([n]), confidence, TUNED_TO)
    )
    return replace(plain, low=float(low[0]), high=float(high[0]))


def _errors(t: PlayCounts, confidence: float, tuned_to: int) -> Floats:
    """How many standard errors the sequence reaches after t >= 1 plays, shape (k,): 1.96 for a plain 95 % interval."""
    alpha = 2 * tail(confidence)
    mixed = np.maximum(t, 1) * _mixing(alpha, tuned_to) + 1
    return np.asarray(np.sqrt(mixed / (mixed - 1) * np.log(mixed / alpha**2)))


def _mixing(alpha: float, tuned_to: int) -> float:
    """The r² that makes the sequence narrowest at `tuned_to` plays.

    With v = t r² + 1 the squared width is v / (v - 1) log(v / alpha²) / t, least where log v - v = 2 log alpha - 1,
    that is v = -W(-alpha² / e) on Lambert's lower branch (Waudby-Smith et al., appendix on tuning).
    """
    if tuned_to < 1:
        raise ValueError(f"tuned_to = {tuned_to}: must be at least 1 play")
    from scipy.special import lambertw  # loads slowly

    return float(-lambertw(-(alpha**2) * exp(-1), -1).real - 1) / tuned_to
