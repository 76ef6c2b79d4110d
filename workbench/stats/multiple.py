"""Many measures at once: keeping the chance of *any* false finding small."""

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.samples import Floats, as_floats, tail


def holm(p_values: ArrayLike) -> Floats:
    """Adjusted p-values, shape (k,), in the order given; compare each with the level wanted for the whole family.

    Holm's (1979) step-down method: valid however the measures depend on each other. NaN (a measure without a test)
    stays NaN and does not count. ValueError: a value outside [0, 1], or not one-dimensional.
    """
    p = as_floats(p_values)
    known = np.flatnonzero(~np.isnan(p))
    if not ((p[known] >= 0) & (p[known] <= 1)).all():
        raise ValueError("a p-value lies between 0 and 1")
    order = known[np.argsort(p[known], kind="stable")]
    adjusted = np.full(p.size, np.nan)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(order.size, 0, -1)))
    return adjusted


def simultaneous_confidence(confidence: float, k: int) -> float:
    """The confidence each of k intervals needs for all k to hold together with `confidence` (Bonferroni).

    `simultaneous_confidence(0.95, 10)` is 0.995. k = 0 counts as 1. ValueError: `confidence` outside (0, 1), k < 0.
    """
    if k < 0:
        raise ValueError(f"k = {k}: a number of intervals is at least 0")
    return 1 - 2 * tail(confidence) / max(k, 1)
