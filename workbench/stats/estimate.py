"""One number from many plays, with an interval: means by Student's t, rates by Wilson's score."""

from dataclasses import dataclass, replace
from math import nan, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.samples import Floats, as_floats, moments, normal_quantile, student_half_width, tail

Number = TypeVar("Number", float, Floats)


@dataclass(frozen=True)
class Estimate:
    """A mean of n plays in the measure's own unit, the standard deviation between plays, and an interval for the mean.

    NaN stands for what n plays cannot tell, infinity for a bound they do not give.
    """

    mean: float
    sd: float
    low: float
    high: float
    n: int


def mean_estimate(values: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of `values`, shape (n,), any real dtype, with Student's t interval.

    No plays: all NaN. One play: its value, sd NaN, an interval without bounds. Equal values: an interval of width 0,
    which claims too much while n is small. NaN among the values makes every field NaN.
    ValueError: not one-dimensional, or `confidence` outside (0, 1).
    """
    sample = as_floats(values)
    mean, sd = moments(sample)
    half = student_half_width(sd, sample.size, confidence)
    return Estimate(mean, sd, mean - half, mean + half, sample.size)


def wilson(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The rate `successes / n` in [0, 1] with Wilson's (1927) score interval, as Brown, Cai & DasGupta (2001) advise.

    `successes` may be a fraction, since a win shared by k seats counts 1/k for each. The interval is conservative
    then: among values in [0, 1] with a given mean, yes and no vary most. `sd` is that of yes and no with this rate.
    No plays: mean and sd NaN, interval [0, 1]. ValueError: `successes` outside [0, n].
    """
    if not 0 <= successes <= n:
        raise ValueError(f"successes = {successes}: must lie between 0 and n = {n}")
    z = -normal_quantile(tail(confidence))
    if n == 0:
        return Estimate(nan, nan, 0.0, 1.0, 0)
    rate = successes / n
    low, high = score_interval(rate, n, z)
    sd = sqrt(rate * (1 - rate) * n / (n - 1)) if n > 1 else nan
    return Estimate(rate, sd, float(low), float(high), n)


def rate_estimate(values: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of `values` in [0, 1] (yes and no, or shares of a win), shape (n,), with Wilson's interval.

    `sd` is that of the values themselves, smaller than `wilson` assumes where shares occur. ValueError: a value
    outside [0, 1], or NaN.
    """
    sample = as_floats(values)
    if not ((sample >= 0) & (sample <= 1)).all():
        raise ValueError("a rate is estimated from values between 0 and 1")
    return replace(wilson(float(sample.sum()), sample.size, confidence), sd=moments(sample)[1])


def score_interval(rate: Number, n: Number, z: Number) -> tuple[Number, Number]:
    """Low and high of Wilson's interval: every rate p with |rate - p| <= z sqrt(p (1 - p) / n).

    Numbers, or arrays of one shape; rates in [0, 1], n >= 1 plays, z > 0 standard errors.
    """
    shrink = 1 + z * z / n
    centre = (rate + z * z / (2 * n)) / shrink
    half = z * np.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / shrink
    return np.maximum(0, np.minimum(rate, centre - half)), np.minimum(1, np.maximum(rate, centre + half))
