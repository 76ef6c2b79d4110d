"""What every statistic here needs of a sample: float64 values, a mean and a spread that do not lose digits, tails."""

from functools import cache
from importlib import import_module
from math import nan, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]


@cache
def special() -> Any:
    """`scipy.special`, loaded on first use: a command that computes no interval does not pay its 0.1 s."""
    return import_module("scipy.special")


def as_floats(values: ArrayLike) -> Floats:
    """The sample as float64, shape (n,); `None` becomes NaN. ValueError unless it has one dimension."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1:
        raise ValueError(f"a sample has one dimension, not shape {sample.shape}")
    return sample


def moments(sample: Floats) -> tuple[float, float]:
    """Mean and standard deviation (n - 1 in the denominator) of shape (n,); NaN where n is too small for them.

    Computed about the first value, so that a constant sample has exactly its value and exactly 0, and a large common
    offset costs no digits (Chan, Golub & LeVeque 1983, "shifted data").
    """
    n = sample.size
    if n == 0:
        return nan, nan
    shifted = sample - sample[0]
    return float(sample[0] + shifted.mean()), float(shifted.std(ddof=1)) if n > 1 else nan


def tail(confidence: float) -> float:
    """The probability left out on each side of a two-sided interval: 0.025 for 0.95. ValueError outside (0, 1)."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}: must lie between 0 and 1")
    return (1 - confidence) / 2


def normal_quantile(probability: float) -> float:
    """The z with `probability` below it; `probability` in (0, 1)."""
    return float(special().ndtri(probability))


def student_half_width(sd: float, n: int, confidence: float) -> float:
    """Half-width of Student's interval for a mean of n values: unbounded for n = 1, NaN for n = 0."""
    beyond = tail(confidence)
    if n < 2:
        return float("inf") if n else nan
    return float(-special().stdtrit(n - 1, beyond)) * sd / sqrt(n)
